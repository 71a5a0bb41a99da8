"""What evidence gives, against what an attempt's verdict and the record say."""

from __future__ import annotations

from dataclasses import dataclass, field

from showdown_host.attempts import Evidence
from showdown_host.points import Points
from showdown_protocol.records import Attempt, DecidedBy, Outcome, Record
from showdown_referee.compared import Compared
from showdown_referee.evidence import AttemptEvidence, Reviewed, Seen
from showdown_referee.judge import Green, compared_by
from showdown_referee.limits import MS, Limits
from showdown_referee.model import Edge, Side, Verdict
from showdown_referee.model import Outcome as Came
from showdown_referee.recompute import Recomputed


@dataclass(frozen=True, slots=True)
class Judged:
    """An attempt of the evidence and what it came to when it was computed again."""

    given: AttemptEvidence
    again: Recomputed
    limits: Limits
    practice: Side | None = None
    green: Green | None = field(init=False)

    def __post_init__(self) -> None:
        lit = [seen for seen in self.given.log if isinstance(seen, Green)]
        object.__setattr__(self, "green", lit[-1] if lit else None)

    @property
    def number(self) -> int:
        """From 1."""
        return self.given.verdict.attempt

    @property
    def verdict(self) -> Verdict:
        """As computed again; where nothing came of that, as given."""
        return self.again.verdict or self.given.verdict

    @property
    def presses(self) -> dict[Side, int]:
        """Each side's press as far as it is known, the slower one too."""
        closed = self.again.closed
        return self.verdict.presses if closed is None else closed

    @property
    def compared(self) -> Compared:
        """How their stamps are compared."""
        return compared_by(self.green, self.limits)


def attempt_points(points: Points, one: Judged) -> None:
    """The verdict that stands in the evidence, and the order of its times."""
    name, given, again = f"attempt {one.number}", one.given.verdict, one.again.verdict
    if again is None:
        points.add(name, False, "its evidence gives no verdict at the verdict's moment")
    else:
        said = _came(given)
        points.same(name, said, _came(again))
    points.add(
        f"green of {name}",
        not one.again.green_too_soon,
        "given before the hold was over",
    )
    fault = _order_fault(one)
    points.add(f"times of {name}", fault == "", fault)
    if one.again.late_differs:
        text = "edges that came in late give another verdict, and no review tells of it"
        points.add(f"late edges of {name}", _reviewed(one.given), text)


def _reviewed(given: AttemptEvidence) -> bool:
    """Whether the attempt was judged again after the last edge that came in late."""
    for seen in reversed(given.log[given.known :]):
        if isinstance(seen, Reviewed) and not seen.closed:
            return True
        if isinstance(seen, Edge) and seen.stamp_ns <= given.verdict.at_ns:
            return False
    return True


def _came(verdict: Verdict) -> str:
    words = [verdict.outcome.value]
    if verdict.loser is not None:
        words.append(f"{verdict.loser.value} loses")
    if verdict.void_reason is not None:
        words.append(verdict.void_reason.value)
    words.append("final" if verdict.final else "played again")
    return ", ".join(words)


def _order_fault(one: Judged) -> str:
    """What no clock can have shown, empty where all is in order."""
    given = one.given
    at_ns, began_ns, green = given.verdict.at_ns, given.hold_began_ns, one.green
    if max(given.idle_ns.values()) > 0:
        return "a paddle was read released only behind the count lamp"
    if began_ns is not None and began_ns < one.limits.count_ns:
        return "amber was due before the count was over"
    if any(_told_ns(seen) > at_ns for seen in given.log[: given.known]):
        return "something was known before it happened"
    if green is not None and green.after_ns < green.before_ns:
        return "green was lit before it was written"
    last_ns = at_ns
    for seen in given.log[given.known :]:
        if isinstance(seen, Reviewed):
            if seen.at_ns < last_ns:
                return "a review before the one before it, or before the verdict"
            last_ns = seen.at_ns
    return ""


def _told_ns(seen: Seen) -> int:
    match seen:
        case Edge():
            return seen.stamp_ns
        case Green():
            return seen.after_ns if seen.sense_ns is None else max(seen.after_ns, seen.sense_ns)
        case _:
            return seen.at_ns


def record_points(
    points: Points, record: Record, evidence: Evidence, judged: tuple[Judged, ...]
) -> None:
    """Every member of the record that the evidence gives."""
    limits = evidence.limits
    points.same("key", record.key, evidence.key, "its evidence is that of")
    points.same("practice", _value(record.practice), _value(evidence.practice))
    points.same("resolution_us", record.resolution_us, us_up(limits.resolution_ns))
    handicap = {s.value: limits.handicap_ns(s) / MS for s in Side if limits.handicap_ns(s)}
    said = record.handicap_ms
    told = {} if said is None else {"left": said.left, "right": said.right}
    points.same("handicap_ms", {k: v for k, v in told.items() if v is not None}, handicap)

    decided = record.outcome is not None
    last = judged[-1]
    before = judged[:-1] if decided else judged
    points.same("number of attempts", len(record.attempts), len(before))
    for one, listed in zip(before, record.attempts, strict=False):
        points.same(f"attempts[{one.number - 1}]", listed, _listed(one))
    points.add(
        "last attempt",
        last.verdict.final == decided and not any(one.verdict.final for one in before),
        "an outcome stands where the last attempt is final, and only there",
    )
    points.same("contested", record.contested, any(one.again.contested for one in judged))
    if decided:
        _outcome_points(points, record, last)
    else:
        times = (record.reaction_us, record.margin_us, record.green_uncertainty_us)
        none = all(value is None for value in times)
        points.add("reaction_us", none, "times of a race, but there is no outcome")


def _outcome_points(points: Points, record: Record, last: Judged) -> None:
    verdict = last.verdict
    loser = None if verdict.loser is None else verdict.loser.value
    by_lines = record.decided_by is DecidedBy.LINES
    if by_lines:
        points.same("timing_loser", _value(record.timing_loser), loser)
        won = verdict.outcome is Came.WIN
        points.add("lines", won, f"the table may not decide after {verdict.outcome.value}")
    else:
        points.same("outcome", record.outcome, verdict.outcome.value)
        points.same("loser", _value(record.loser), loser)
    points.same("reason", record.reason, _value(verdict.void_reason))
    width_ns = verdict.green_width_ns
    width_us = None if width_ns is None else us_up(width_ns)
    points.same("green_uncertainty_us", record.green_uncertainty_us, width_us)
    reactions, margin_us = measured(last)
    said = record.reaction_us
    told = {} if said is None else {"left": said.left, "right": said.right}
    points.same("reaction_us", {k: v for k, v in told.items() if v is not None}, reactions)
    points.same("margin_us", record.margin_us, margin_us)


def measured(one: Judged) -> tuple[dict[str, int], int | None]:
    """Reaction times and margin of an attempt in µs, as a record tells them."""
    verdict, presses = one.verdict, one.presses
    if verdict.outcome in (Came.VOID, Came.NO_PRESS):
        return {}, None
    reactions = {
        side.value: us(stamp_ns - verdict.green_ns)
        for side, stamp_ns in sorted(presses.items())
        if verdict.green_ns is not None and stamp_ns > verdict.green_ns
    }
    margin_ns = one.compared.margin_ns(presses)
    return reactions, None if margin_ns is None else us(margin_ns)


def _listed(one: Judged) -> Attempt:
    verdict = one.verdict
    return Attempt(
        outcome=Outcome(verdict.outcome.value),
        margin_us=None if verdict.margin_ns is None else us(verdict.margin_ns),
        reason=_value(verdict.void_reason),
        contested=True if one.again.contested else None,
    )


def us(ns: int) -> int:
    """Whole microseconds, cut off, as a record tells times."""
    return ns // 1000


def us_up(ns: int) -> int:
    """Whole microseconds, rounded up, as a record tells uncertainties."""
    return -(-ns // 1000)


def _value(word: object) -> str | None:
    return None if word is None else str(word)
