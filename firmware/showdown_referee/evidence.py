"""What an attempt's verdict stands on, and the verdict computed from it again."""

from __future__ import annotations

from dataclasses import dataclass

from showdown_referee.judge import Green
from showdown_referee.model import Edge, Reading, Side, Verdict

Seen = Edge | Reading | Green
"""What an attempt is told, in the order in which it was told."""


@dataclass(frozen=True, slots=True)
class AttemptEvidence:
    """One judged attempt. Times are the referee's own clock.

    `begin_ns` is the clock read before the first count lamp; `idle_ns`, when each paddle was last
    read released before it; `last_seqs`, the number of each paddle's last edge before. The first
    `known` of `log` were there when the verdict fell, the others came in later. `hold_ns` is the
    hold drawn, `hold_began_ns` when amber was due, None where the attempt did not come so far.
    """

    begin_ns: int
    idle_ns: dict[Side, int]
    last_seqs: dict[Side, int | None]
    log: tuple[Seen, ...]
    known: int
    verdict: Verdict
    hold_ns: int
    hold_began_ns: int | None
