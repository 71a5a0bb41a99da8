"""What an attempt's verdict stands on: all that the attempt was told, in order."""

from __future__ import annotations

from dataclasses import dataclass

from showdown_referee.judge import Green
from showdown_referee.model import Edge, Reading, Side, Verdict


@dataclass(frozen=True, slots=True)
class Reviewed:
    """After the verdict, at `at_ns`, the attempt was judged again with what had come in late.

    `closed`: instead, nothing more was collected from then on, as `Closed` tells it.
    """

    at_ns: int
    closed: bool = False


Seen = Edge | Reading | Green | Reviewed
"""What an attempt is told, in the order in which it was told."""


@dataclass(frozen=True, slots=True)
class AttemptEvidence:
    """One judged attempt. Times are the referee's own clock.

    `begin_ns` is the clock read before the first count lamp; `idle_ns`, when each paddle was last
    read released before it; `last_seqs`, the number of each paddle's last edge before. The first
    `known` of `log` were there when the verdict fell, the others came in later. An edge stamped
    before `idle_ns` of its paddle only tells of a number that was missed. At practice nothing of
    the other paddle stands in the log, and its `idle_ns` is `begin_ns`. `hold_ns` is the hold
    drawn, `hold_began_ns` when amber was due, None where the attempt did not come so far.

    The log is bounded by what an attempt keeps of a paddle: `trains.MAX_EDGES` edges and the one
    that is too many, as many from before it, and `trains.MAX_READINGS` readings; green, once or
    twice; and one `Reviewed` at most for each edge that came after the verdict, and one more.
    """

    begin_ns: int
    idle_ns: dict[Side, int]
    last_seqs: dict[Side, int | None]
    log: tuple[Seen, ...]
    known: int
    verdict: Verdict
    hold_ns: int
    hold_began_ns: int | None
