"""Stamps as they are compared: a side with a handicap counts later, from green on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from showdown_referee.limits import Limits
from showdown_referee.model import Side


@dataclass(frozen=True, slots=True)
class Compared:
    """How one attempt's stamps are compared. Every comparison of presses goes through this.

    A stamp behind `green_ns`, the end of the green interval, counts as that of its side's handicap
    later; at or before it, or where green was not lit (None), as it is. So the order of one
    side's stamps stays as it is.
    """

    limits: Limits
    green_ns: int | None

    def count(self, side: Side, stamp_ns: int) -> int:
        """What that stamp counts as."""
        if self.green_ns is None or stamp_ns <= self.green_ns:
            return stamp_ns
        return stamp_ns + self.limits.handicap_ns(side)

    def all(self, presses: Mapping[Side, int]) -> dict[Side, int]:
        """What each side's press counts as."""
        return {side: self.count(side, stamp_ns) for side, stamp_ns in presses.items()}

    def margin_ns(self, presses: Mapping[Side, int]) -> int | None:
        """How far both sides' presses are apart as compared; None without both."""
        if len(presses) < len(Side):
            return None
        counted = self.all(presses)
        return abs(counted[Side.LEFT] - counted[Side.RIGHT])
