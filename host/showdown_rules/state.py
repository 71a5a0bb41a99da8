"""A match at one moment, as plain data."""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import IntEnum
from typing import NamedTuple

from showdown_rules.actions import NOBODY
from showdown_rules.cards import Deck
from showdown_rules.ruleset import RuleSet


class Phase(IntEnum):
    """What the match waits for; `engine.acting` says for whom."""

    PLAY = 0  # `seat` plays or draws
    DRAWN = 1  # `seat` has drawn one, and plays it or passes
    CHALLENGE = 2  # `seat` accepts a Wild Draw Four or doubts it
    SHOWDOWN = 3  # the table: the unit's verdict
    ROUND_OVER = 4  # the table: the next round
    MATCH_OVER = 5  # nobody


PLAY, DRAWN, CHALLENGE, SHOWDOWN, ROUND_OVER, MATCH_OVER = range(6)  # plain, as the faces are


class WildDrawFour(NamedTuple):
    """One that may be doubted. `guilty` and `hand` are as at the moment of the play."""

    player: int
    card: int
    guilty: bool
    hand: tuple[int, ...]
    colour_before: int


class Showdown(NamedTuple):
    """One that waits for its verdict. So many `cards` lie in the unit.

    `number` counts the showdowns of the match from 1, `attempt` how often this one was played,
    `splits` how often the lines were even. `why`: icon, wild, variant. What comes after it: with
    `seven_zero`, `swap` is the seat that a 7 swaps hands with; of the variant's, `lost` is why the
    card has cost the next player the turn already.
    """

    number: int
    attempt: int
    initiator: int
    defender: int
    cards: int
    why: str
    splits: int = 0
    swap: int = NOBODY
    lost: str = ""


@dataclass(slots=True)
class State:
    """Cards are ints into `deck`; piles have their top at the end.

    `turn` grows with each accepted action but calls, catches and talk, so that these make nobody's
    play stale. Treat it as a value: only the engine changes one,
    and only its own copy.
    """

    rules: RuleSet
    deck: Deck
    seed: str
    seats: int
    here: list[bool]  # by seat: has not left
    shuffles: int  # drawn so far from the stream `shuffle`
    phase: int
    turn: int
    round: int  # from 1
    dealer: int
    seat: int  # whose turn it is; NOBODY when the round is over
    direction: int  # 1 to the left, -1 to the right
    colour: int  # to match
    draw: list[int]
    discard: list[int]
    unit: list[int]
    hands: list[list[int]]
    drawn: int  # the card just drawn, in DRAWN; else -1
    drawn_only: bool  # in DRAWN: no other card may be played
    called: list[bool]  # by seat: has one card, or is about to, and has said UNO
    uno_open: int  # the seat that may be caught; NOBODY when the window is shut
    silenced: list[bool]
    stacked: int  # cards that `seat` must answer or draw, with `stacking`
    passes: int  # turns in a row without a card played or drawn
    wild_draw_four: WildDrawFour | None
    showdown: Showdown | None
    showdowns: int  # begun so far in the match
    last_player: int  # who has played the last card and waits for what it does; else NOBODY
    scores: list[int]
    winners: list[int]  # of the match, once it is over

    def copy(self) -> State:
        """An independent one; what cannot change is shared."""
        new = object.__new__(State)
        for name in _SHARED:
            setattr(new, name, getattr(self, name))
        new.here = self.here.copy()
        new.draw = self.draw.copy()
        new.discard = self.discard.copy()
        new.unit = self.unit.copy()
        new.hands = [hand.copy() for hand in self.hands]
        new.called = self.called.copy()
        new.silenced = self.silenced.copy()
        new.scores = self.scores.copy()
        new.winners = self.winners.copy()
        return new


_LISTS = {"here", "draw", "discard", "unit", "hands", "called", "silenced", "scores", "winners"}
_SHARED = tuple(field.name for field in fields(State) if field.name not in _LISTS)

__all__ = [
    "CHALLENGE",
    "DRAWN",
    "MATCH_OVER",
    "NOBODY",
    "PLAY",
    "ROUND_OVER",
    "SHOWDOWN",
    "Phase",
    "Showdown",
    "State",
    "WildDrawFour",
]
