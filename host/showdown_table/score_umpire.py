"""The umpire as the companion's screens need it, so that a test can put another in its place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from showdown_table.umpire_status import Status


class Referee(Protocol):
    """As `umpire.Umpire`: see there."""

    def start(self) -> None:
        """Begin."""

    def close(self) -> None:
        """Stop."""

    @property
    def status(self) -> Status:
        """Now."""

    def watch(self, watcher: Callable[[Status], None]) -> Callable[[], None]:
        """Have every new status told."""

    def lost(self, seat: int) -> None:
        """The table saw that `seat` lost."""

    def lines(self, initiator: int, defender: int) -> None:
        """The cards over each one's line."""

    def again(self) -> None:
        """Play it again."""

    def keep(self) -> None:
        """The unit's verdict stands."""

    def cancel(self) -> None:
        """Call it off at the unit."""

    def swap(self) -> None:
        """The two change sides."""
