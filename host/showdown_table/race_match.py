"""What the showdown's screen needs of a match and of its umpire; both apps have it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from showdown_table.umpire_status import Status


class Duel(NamedTuple):
    """A showdown that is to be played: `number` counts those of the match from 1."""

    number: int
    initiator: int
    defender: int
    cards: int


class RaceMatch(Protocol):
    """A match of which showdowns are raced."""

    @property
    def match_id(self) -> str:
        """Its name, with which the keys at the unit begin."""

    @property
    def names(self) -> tuple[str, ...]:
        """The players by seat."""

    @property
    def may_drop(self) -> bool:
        """Whether a showdown may be struck out."""

    @property
    def may_toss(self) -> bool:
        """Whether, without a unit, chance may say who lost."""

    def pending(self) -> Duel | None:
        """The one that waits."""

    def loser(self, number: int) -> int:
        """Who lost that one; NOBODY where it is not over, or did not count."""

    def lost_by_hand(self, seat: int) -> None:
        """The table saw that `seat` lost the one that waits. Raises as its actions do."""

    def toss(self) -> int:
        """The seat that chance has lose."""

    def drop(self) -> None:
        """The one that waits does not count."""

    def refusal(self, error: Exception) -> str:
        """Why something cannot be, for the players."""


class Referee(Protocol):
    """As `umpire.Umpire`, see there; a test can put another in its place."""

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
