"""What people tell the companion at a table with real cards. The book is a list of these.

Seats are numbered from 0 around the table, each next one to the left of the one before. Each
value says all of itself and is written to the file as it is.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from showdown_rules.actions import NOBODY
from showdown_rules.ruleset import RuleSet

MAX_NAME = 16


class _Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A frozen value with its name in the file."""


class Setup(_Value, frozen=True, kw_only=True):
    """What is settled before the first card: who plays, and by which rules."""

    game: str  # its name in files and keys
    began: str  # ISO date and time, for people
    names: tuple[str, ...]
    rules: RuleSet
    dealer: int = 0


# --- a turn ------------------------------------------------------------------------------------


class Next(_Value, frozen=True, tag="next"):
    """The turn is over: a card was played, or drawn and kept."""


class Skip(_Value, frozen=True, tag="skip"):
    """The next player loses the turn: Skip, Draw Two, Wild Draw Four."""


class Reverse(_Value, frozen=True, tag="reverse"):
    """The direction turns; with two players as `rules.two_player_reverse` says."""


class Turn(_Value, frozen=True, tag="turn"):
    """It is `seat`'s turn, whatever was before."""

    seat: int


class Deal(_Value, frozen=True, tag="deal"):
    """`dealer` deals this round, which has not begun to be played."""

    dealer: int


class Showdown(_Value, frozen=True, kw_only=True, tag="showdown"):
    """One that is decided: `loser`, one of the two, takes all the cards. The turn is over.

    `by`: the unit, the lines, or the table's word. `key` is the unit's name for it, `reaction_us`
    from green to the press of `initiator` and `defender`, None where it was not measured.
    """

    initiator: int
    defender: int
    cards: int
    loser: int
    by: Literal["unit", "lines", "table"] = "table"
    key: str = ""
    outcome: str = ""  # the unit's word: win, false_start, anticipated
    reaction_us: tuple[int | None, int | None] = (None, None)


# --- UNO and talk ------------------------------------------------------------------------------


class Uno(_Value, frozen=True, tag="uno"):
    """`seat` has said UNO in time. Whoever was silenced may talk again."""

    seat: int


class Caught(_Value, frozen=True, tag="caught"):
    """`seat` had one card and had not said UNO: draws `rules.uno_penalty`."""

    seat: int


class Silence(_Value, frozen=True, tag="silence"):
    """A Wild Don't Talk of whoever has the turn: `seat` may not talk. The turn is over."""

    seat: int


class Spoke(_Value, frozen=True, tag="spoke"):
    """The silenced `seat` has talked: draws `rules.talk_penalty`."""

    seat: int


# --- the round, the players --------------------------------------------------------------------


class Hand(_Value, frozen=True):
    """What somebody held at the end: the values of the cards, or only the points."""

    cards: tuple[int, ...] = ()
    points: int | None = None  # where nobody tapped the cards

    @property
    def total(self) -> int:
        """Its points."""
        return sum(self.cards) if self.points is None else self.points


class RoundOver(_Value, frozen=True, tag="round_over"):
    """`winner` has no card left; NOBODY where nobody could go on. `hands` by seat."""

    winner: int
    hands: tuple[Hand, ...]


class NextRound(_Value, frozen=True, tag="next_round"):
    """The next one deals."""


class Leave(_Value, frozen=True, tag="leave"):
    """`seat` leaves for good."""

    seat: int


class Rename(_Value, frozen=True, tag="rename"):
    """A name was misspelt."""

    seat: int
    name: str


Entry = (
    Next
    | Skip
    | Reverse
    | Turn
    | Deal
    | Showdown
    | Uno
    | Caught
    | Silence
    | Spoke
    | RoundOver
    | NextRound
    | Leave
    | Rename
)


# --- the book's lines --------------------------------------------------------------------------


class Running(_Value, frozen=True, kw_only=True):
    """A showdown that was given to the unit under `key`, by launch `number` and `attempt`.

    `left` is who sits at the left paddle: `initiator` or `defender`.
    """

    key: str
    number: int
    attempt: int
    initiator: int
    defender: int
    cards: int
    left: int

    @property
    def right(self) -> int:
        """Who sits at the right paddle."""
        return self.defender if self.left == self.initiator else self.initiator


class Do(_Value, frozen=True, tag="do"):
    """An entry. What was undone before it is gone. A showdown's ends the one that runs."""

    entry: Entry


class Undo(_Value, frozen=True, tag="undo"):
    """The last entry does not count."""


class Redo(_Value, frozen=True, tag="redo"):
    """The entry undone last counts again."""


class Launch(_Value, frozen=True, tag="launch"):
    """A showdown is given to the unit; written before anything is sent."""

    running: Running


class Drop(_Value, frozen=True, tag="drop"):
    """The showdown that ran came to nothing: nobody lost, or it was called off."""

    key: str
    why: str = ""


Line = Do | Undo | Redo | Launch | Drop

__all__ = [
    "MAX_NAME",
    "NOBODY",
    "Caught",
    "Deal",
    "Do",
    "Drop",
    "Entry",
    "Hand",
    "Launch",
    "Leave",
    "Line",
    "Next",
    "NextRound",
    "Redo",
    "Rename",
    "Reverse",
    "RoundOver",
    "Running",
    "Setup",
    "Showdown",
    "Silence",
    "Skip",
    "Spoke",
    "Turn",
    "Undo",
    "Uno",
]
