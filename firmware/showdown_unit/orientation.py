"""Which side of the case is which side of the table: the one place where they are exchanged.

All of a showdown speaks of the table's sides, and so do status, records and events. Self-test,
calibration and traces of the pins stay with the case's own, as they are printed on it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from showdown_hw.outputs import Arrow
from showdown_referee.model import Side


class Throws(Protocol):
    """What throws, toward a side of the case."""

    def throw(self, side: Side, then: Callable[[bool], None]) -> None:
        """Launch toward it. `then` gets whether the tray came back level."""


class Orientation:
    """How the unit stands. `swapped`: the other way round; changes only between showdowns."""

    def __init__(self, *, swapped: bool = False) -> None:
        self.swapped = swapped

    def of(self, side: Side) -> Side:
        """The table's side of one of the case, and the case's of one of the table."""
        return side.other if self.swapped else side


class TableArrow:
    """The arrow, told the table's sides."""

    def __init__(self, arrow: Arrow, orientation: Orientation) -> None:
        self._arrow = arrow
        self._orientation = orientation

    def write(self, left: bool, right: bool) -> None:
        """Light each half or not."""
        if self._orientation.swapped:
            left, right = right, left
        self._arrow.write(left, right)

    @property
    def points(self) -> Side | None:
        """The side that it points at, as last written; the left where it is both."""
        lit = self._arrow.state
        halves = {Side.LEFT: lit.left, Side.RIGHT: lit.right}
        return next((side for side in Side if halves[self._orientation.of(side)]), None)


class TableThrower:
    """Throws, toward sides of the table."""

    def __init__(self, thrower: Throws, orientation: Orientation) -> None:
        self._thrower = thrower
        self._orientation = orientation

    def throw(self, side: Side, then: Callable[[bool], None]) -> None:
        """See `Throws`."""
        self._thrower.throw(self._orientation.of(side), then)
