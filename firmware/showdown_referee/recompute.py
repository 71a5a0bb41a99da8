"""The verdict of an attempt computed again from its evidence, by the very rules that gave it."""

from __future__ import annotations

from dataclasses import dataclass

from showdown_referee.attempt import Attempt, Pending
from showdown_referee.evidence import AttemptEvidence, Reviewed
from showdown_referee.judge import Green, Ruling
from showdown_referee.limits import Limits
from showdown_referee.model import Edge, Side, Verdict
from showdown_referee.review import Review


@dataclass(frozen=True, slots=True)
class Recomputed:
    """What the evidence gives. Nothing is compared with the verdict that stands in it.

    `ruling`: as of the verdict's moment; `Pending` where none falls then. `verdict`: the same
    in full, None where none falls. `late`: the ruling with all that came in after the verdict,
    when all has settled; None where nothing came that mattered to it. `late_differs`: whether
    that is another one. `contested`: one of the reviews came to another ruling. `closed`: each
    side's press as `Closed` tells it, None where the evidence does not go so far.
    `green_too_soon`: green was given before the hold was over, or though none had begun.
    """

    ruling: Ruling | Pending
    verdict: Verdict | None
    late: Ruling | Pending | None
    late_differs: bool
    contested: bool
    closed: dict[Side, int] | None
    green_too_soon: bool


def recompute(
    evidence: AttemptEvidence, limits: Limits, practice: Side | None = None
) -> Recomputed:
    """Judge an attempt again: `limits` in force then, `practice` the side that played alone.

    Whatever the log holds, this ends; a log that no unit can have made gives whatever it gives.
    How long a missing number was waited for does not stand in a log: it counts as missing for
    good wherever a ruling fell.
    """
    given = evidence.verdict
    attempt = Attempt(
        given.attempt,
        evidence.begin_ns,
        limits,
        evidence.last_seqs,
        evidence.idle_ns,
        practice=practice,
    )
    for seen in evidence.log[: evidence.known]:
        attempt.tell(seen)
    attempt.wait_no_longer(given.at_ns)
    ruling = attempt.rule(given.at_ns)
    too_soon = _too_soon(evidence, attempt.green)
    if not isinstance(ruling, Ruling):
        return Recomputed(ruling, None, None, False, False, None, too_soon)
    verdict = attempt.verdict(ruling, given.at_ns)
    review = Review(attempt, ruling, verdict, limits)
    contested = again = False
    closed: dict[Side, int] | None = None
    for seen in evidence.log[evidence.known :]:
        attempt.tell(seen)
        if isinstance(seen, Edge):
            again = again or seen.stamp_ns <= given.at_ns
        elif isinstance(seen, Reviewed):
            attempt.wait_no_longer(seen.at_ns)
            if seen.closed:
                closed = review.presses(seen.at_ns)
            else:
                contested = contested or review.differs(review.judge(seen.at_ns))
    late = review.judge(_settled_ns(evidence, limits)) if again else None
    differs = late is not None and review.differs(late)
    return Recomputed(ruling, verdict, late, differs, contested, closed, too_soon)


def _too_soon(evidence: AttemptEvidence, green: Green | None) -> bool:
    if green is None:
        return False
    began_ns = evidence.hold_began_ns
    return began_ns is None or green.before_ns < began_ns + evidence.hold_ns


def _settled_ns(evidence: AttemptEvidence, limits: Limits) -> int:
    """A moment by which every train of the log that can settle has."""
    last_ns = evidence.verdict.at_ns
    for seen in evidence.log:
        if isinstance(seen, Edge):
            last_ns = max(last_ns, seen.stamp_ns)
        elif not isinstance(seen, Green):
            last_ns = max(last_ns, seen.at_ns)
    return last_ns + 2 * (limits.lockout_ns + limits.settle_ns)
