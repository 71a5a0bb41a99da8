"""The companion's game as it stands after some entries. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from showdown_table.score_entries import Hand, Setup, Showdown


class ScoreError(ValueError):
    """An entry that cannot be. `code` and `values` are for the catalogue: `score-no-<code>`."""

    def __init__(self, code: str, **values: str | int) -> None:
        super().__init__(f"{code} {values}" if values else code)
        self.code = code
        self.values = values


class Phase(StrEnum):
    """What the table is at."""

    PLAY = "play"
    ROUND_OVER = "round_over"
    MATCH_OVER = "match_over"


@dataclass(frozen=True, slots=True)
class Round:
    """A round that was counted. `points` are of each hand, `gained` what each score grew by."""

    number: int
    winner: int
    hands: tuple[Hand, ...]
    points: tuple[int, ...]
    gained: tuple[int, ...]
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Fought:
    """A showdown and the round it fell in."""

    round: int
    showdown: Showdown


@dataclass(frozen=True, slots=True)
class Penalty:
    """`seat` had to draw `cards`. `why`: uno or talk."""

    round: int
    seat: int
    cards: int
    why: str


@dataclass(frozen=True, slots=True)
class Game:
    """The table after some entries."""

    setup: Setup
    names: tuple[str, ...]
    here: tuple[bool, ...]
    scores: tuple[int, ...]
    silenced: tuple[bool, ...]
    uno: tuple[int, ...]  # by seat: the turn in which UNO was said, 0 where it does not hold
    phase: Phase
    round: int  # from 1
    dealer: int
    seat: int  # whose turn it is
    direction: int  # 1 to the left, -1 to the right
    turn: int  # of the round, from 1
    rounds: tuple[Round, ...] = ()
    showdowns: tuple[Fought, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    winners: tuple[int, ...] = ()

    @property
    def seats(self) -> tuple[int, ...]:
        """Those who have not left."""
        return tuple(seat for seat, stays in enumerate(self.here) if stays)

    def after(self, seat: int, direction: int | None = None) -> int:
        """Who comes after `seat`, in the direction of play or the one given."""
        step = self.direction if direction is None else direction
        count = len(self.names)
        for distance in range(1, count + 1):
            found = (seat + step * distance) % count
            if self.here[found]:
                return found
        return seat

    @property
    def following(self) -> int:
        """Whose turn is next."""
        return self.after(self.seat)

    @property
    def previous(self) -> int:
        """Who, going by the direction, came before."""
        return self.after(self.seat, -self.direction)
