"""What people tell the companion at a table with real cards. The book is a list of these.

Seats are numbered from 0 around the table, each next one to the left of the one before. Each
value says all of itself and is written to the file as it is.
"""

from __future__ import annotations

from typing import Any, Literal

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

    `by`: the unit, the lines of the unit, or the table's word; `rematches` where there were too
    many. `number` is the `Pending`'s, 0 where no unit was asked. `reaction_us` from green to the
    press of `initiator` and `defender`, None where it was not measured.
    """

    initiator: int
    defender: int
    cards: int
    loser: int
    by: Literal["unit", "lines", "table", "rematches"] = "table"
    number: int = 0
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


class Pending(_Value, frozen=True, kw_only=True):
    """A showdown that is to be played at the unit. `number` counts the game's, from 1.

    `splits`: how often its cards came to lie evenly.
    """

    number: int
    attempt: int
    initiator: int
    defender: int
    cards: int
    splits: int = 0


class Do(_Value, frozen=True, tag="do"):
    """An entry. What was undone before it is gone. A showdown's ends the one that is pending."""

    entry: Entry


class Undo(_Value, frozen=True, tag="undo"):
    """The last entry does not count."""


class Redo(_Value, frozen=True, tag="redo"):
    """The entry undone last counts again."""


class Launch(_Value, frozen=True, tag="launch"):
    """A showdown is to be played at the unit; written before anything is sent."""

    pending: Pending


SPLIT = "split"
"""Why another attempt: the cards lay evenly."""


class Again(_Value, frozen=True, tag="again"):
    """The pending showdown gave no loser: another attempt."""

    number: int
    why: str = ""


class Drop(_Value, frozen=True, tag="drop"):
    """The pending showdown does not count after all."""

    number: int


class Note(_Value, frozen=True, tag="note"):
    """What the umpire keeps for itself; plain data."""

    data: dict[str, Any]


Line = Do | Undo | Redo | Launch | Again | Drop | Note

__all__ = [
    "MAX_NAME",
    "NOBODY",
    "Again",
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
    "Note",
    "Pending",
    "Redo",
    "Rename",
    "Reverse",
    "RoundOver",
    "Setup",
    "Showdown",
    "Silence",
    "Skip",
    "Spoke",
    "Turn",
    "Undo",
    "Uno",
]
