"""The items of a showdown's evidence as the referee takes them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields

from showdown_protocol.evidence import (
    VERSION,
    AnyItem,
    AttemptItem,
    EdgeItem,
    GreenItem,
    ReadingItem,
    ReviewedItem,
    ShowdownItem,
    VerdictItem,
)
from showdown_referee.evidence import AttemptEvidence, Reviewed, Seen
from showdown_referee.judge import Green
from showdown_referee.limits import LimitError, Limits
from showdown_referee.model import Edge, Outcome, Reading, Side, Verdict, VoidReason


class BadEvidenceError(ValueError):
    """Items that are no evidence of a showdown; says which, and why not."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """A showdown's evidence. The attempts' times are counted from their own first count lamps."""

    key: str
    limits: Limits
    practice: Side | None
    attempts: tuple[AttemptEvidence, ...]


@dataclass(slots=True)
class _Growing:
    begun: AttemptItem
    log: list[Seen] = field(default_factory=list)
    known: int = 0
    verdict: VerdictItem | None = None


def evidence_of(items: Sequence[AnyItem]) -> Evidence:
    """The attempts in order. Raises `BadEvidenceError` where the order or a limit is impossible."""
    head = items[0] if items else None
    if not isinstance(head, ShowdownItem):
        msg = "evidence[0]: the first item must be the `showdown`"
        raise BadEvidenceError(msg)
    if head.version != VERSION:
        msg = f"evidence[0].version: {head.version} is not known here, only {VERSION}"
        raise BadEvidenceError(msg)
    limits = _limits(head)
    practice = None if head.practice is None else Side(head.practice.value)
    growing: list[_Growing] = []
    for index, item in enumerate(items[1:], start=1):
        try:
            _take(growing, item)
        except BadEvidenceError as error:
            msg = f"evidence[{index}]: {error}"
            raise BadEvidenceError(msg) from None
    if not growing:
        msg = "no attempt in it"
        raise BadEvidenceError(msg)
    if len(growing) > limits.max_attempts:
        msg = f"{len(growing)} attempts, the limits allow {limits.max_attempts}"
        raise BadEvidenceError(msg)
    return Evidence(head.key, limits, practice, tuple(_whole(one) for one in growing))


def _limits(head: ShowdownItem) -> Limits:
    known = {f.name for f in fields(Limits)}
    wrong = sorted(known.symmetric_difference(head.limits))
    if wrong:
        what = "missing" if wrong[0] in known else "not known here"
        msg = f"evidence[0].limits.{wrong[0]}: {what}"
        raise BadEvidenceError(msg)
    values = dict(head.limits)
    sense = values.pop("green_sense")
    if sense not in (0, 1):
        msg = f"evidence[0].limits.green_sense: {sense}, takes 0 or 1"
        raise BadEvidenceError(msg)
    try:
        return Limits(green_sense=bool(sense), **values)
    except LimitError as error:
        msg = f"evidence[0].limits: {error}"
        raise BadEvidenceError(msg) from None


def _take(growing: list[_Growing], item: AnyItem) -> None:
    now = growing[-1] if growing else None
    if isinstance(item, ShowdownItem):
        msg = "a second `showdown`"
        raise BadEvidenceError(msg)
    if isinstance(item, AttemptItem):
        if now is not None and now.verdict is None:
            msg = f"attempt {now.begun.number} has no verdict before the next begins"
            raise BadEvidenceError(msg)
        if item.number != len(growing) + 1:
            msg = f"attempt {item.number}, where {len(growing) + 1} is next"
            raise BadEvidenceError(msg)
        growing.append(_Growing(item))
        return
    if now is None:
        msg = "before the first attempt"
        raise BadEvidenceError(msg)
    if isinstance(item, VerdictItem):
        if now.verdict is not None:
            msg = f"a second verdict of attempt {now.begun.number}"
            raise BadEvidenceError(msg)
        now.verdict, now.known = item, len(now.log)
        return
    if isinstance(item, ReviewedItem) and now.verdict is None:
        msg = "`reviewed` before the verdict"
        raise BadEvidenceError(msg)
    if isinstance(item, GreenItem) and now.verdict is not None:
        msg = "`green` behind the verdict"
        raise BadEvidenceError(msg)
    now.log.append(_seen(item))


def _seen(item: EdgeItem | ReadingItem | GreenItem | ReviewedItem) -> Seen:
    match item:
        case EdgeItem():
            return Edge(Side(item.side.value), item.t_ns, item.level, item.seq)
        case ReadingItem():
            return Reading(Side(item.side.value), item.level, item.t_ns, item.until_ns)
        case GreenItem():
            return Green(item.before_ns, item.after_ns, item.sense_ns)
        case ReviewedItem():
            return Reviewed(item.t_ns, item.closed)


def _whole(one: _Growing) -> AttemptEvidence:
    begun, given = one.begun, one.verdict
    if given is None:
        msg = f"attempt {begun.number} has no verdict"
        raise BadEvidenceError(msg)
    try:
        reason = None if given.reason is None else VoidReason(given.reason)
    except ValueError:
        msg = f"attempt {begun.number}: the verdict's reason {given.reason!r} is not known here"
        raise BadEvidenceError(msg) from None
    return AttemptEvidence(
        begin_ns=0,
        idle_ns={Side.LEFT: begun.idle_left_ns, Side.RIGHT: begun.idle_right_ns},
        last_seqs={Side.LEFT: begun.last_seq_left, Side.RIGHT: begun.last_seq_right},
        log=tuple(one.log),
        known=one.known,
        verdict=Verdict(
            attempt=begun.number,
            outcome=Outcome(given.outcome.value),
            loser=None if given.loser is None else Side(given.loser.value),
            final=given.final,
            at_ns=given.t_ns,
            void_reason=reason,
        ),
        hold_ns=given.hold_ns,
        hold_began_ns=given.hold_began_ns,
    )
