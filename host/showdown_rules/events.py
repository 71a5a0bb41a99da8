"""What happened, for logs and pictures. Nothing is decided from events.

Fields that only some may see are said so; `views.project` takes them out for a seat.
"""

from __future__ import annotations

from typing import NamedTuple


class RoundBegan(NamedTuple):
    """Hands of `hand_size` are dealt by `dealer`; `first` lies on the discard pile."""

    round: int
    dealer: int
    first: int
    colour: int
    seat: int


class Dealt(NamedTuple):
    """A hand. Only its owner sees `cards`; for others it is empty."""

    seat: int
    size: int
    cards: tuple[int, ...]


class Reflipped(NamedTuple):
    """`card` was turned over first and refused."""

    card: int


class Played(NamedTuple):
    """A card went to the discard pile. `colour` is the one to match from now on."""

    seat: int
    card: int
    colour: int
    opponent: int
    cards: int


class Drew(NamedTuple):
    """Cards into a hand. Only its owner sees `cards`. `wanted` may be more than there were.

    `why`: turn, draw_two, wild_draw_four, challenge, uno, false_catch, false_call, talk, showdown.
    """

    seat: int
    size: int
    wanted: int
    why: str
    cards: tuple[int, ...]


class Passed(NamedTuple):
    """Nothing played."""

    seat: int


class TurnLost(NamedTuple):
    """`why`: skip, reverse, draw_two, wild_draw_four, challenge, showdown."""

    seat: int
    why: str


class Reversed(NamedTuple):
    """1 is to the left (clockwise), -1 to the right."""

    direction: int


class Challenged(NamedTuple):
    """A Wild Draw Four was doubted. Only the challenger sees `hand`."""

    seat: int
    target: int
    guilty: bool
    hand: tuple[int, ...]


class UnoCalled(NamedTuple):
    """UNO was said in time."""

    seat: int


class FalseCall(NamedTuple):
    """UNO was said without reason."""

    seat: int


class UnoCaught(NamedTuple):
    """`by` said it first."""

    seat: int
    by: int


class FalseCatch(NamedTuple):
    """Nobody was to be caught."""

    seat: int
    target: int


class Silenced(NamedTuple):
    """`seat` may not talk."""

    seat: int
    by: int


class Talked(NamedTuple):
    """A silenced player was heard."""

    seat: int


class SilenceOver(NamedTuple):
    """Everybody may talk again."""


class HandsSwapped(NamedTuple):
    """With `seven_zero`, a 7."""

    seat: int
    other: int


class HandsPassed(NamedTuple):
    """With `seven_zero`, a 0: each hand went on to the next player."""

    direction: int


class Reshuffled(NamedTuple):
    """The discard pile but its top card became the draw pile of so many `cards`."""

    cards: int


class ShowdownBegan(NamedTuple):
    """So many `cards` of the draw pile lie face down in the unit. `why`: icon, wild or variant."""

    number: int
    initiator: int
    defender: int
    cards: int
    why: str


class ShowdownAgain(NamedTuple):
    """The same cards once more; `attempt` is 2 or above."""

    number: int
    attempt: int
    why: str


class ShowdownSettled(NamedTuple):
    """`loser` takes the cards. `by`: unit, lines, table, rematches, left."""

    number: int
    winner: int
    loser: int
    by: str


class ShowdownSplit(NamedTuple):
    """With `each_takes_own`: nobody lost, and each takes the cards over the own line."""

    number: int


class ShowdownSkipped(NamedTuple):
    """There was no card to load, and nothing hung on it."""

    initiator: int
    defender: int


class Left(NamedTuple):
    """A player left; the hand went under the draw pile."""

    seat: int


class RoundEnded(NamedTuple):
    """`winner` is NOBODY where it is a draw. `why`: out, stalemate, shortage, left.

    `hands` are all the hands as counted, `gained` the points that each seat's score grew by.
    """

    round: int
    winner: int
    why: str
    hands: tuple[tuple[int, ...], ...]
    gained: tuple[int, ...]


class MatchEnded(NamedTuple):
    """One winner, or several who share it."""

    winners: tuple[int, ...]


Event = (
    RoundBegan
    | Dealt
    | Reflipped
    | Played
    | Drew
    | Passed
    | TurnLost
    | Reversed
    | Challenged
    | UnoCalled
    | FalseCall
    | UnoCaught
    | FalseCatch
    | Silenced
    | Talked
    | SilenceOver
    | HandsSwapped
    | HandsPassed
    | Reshuffled
    | ShowdownBegan
    | ShowdownAgain
    | ShowdownSettled
    | ShowdownSplit
    | ShowdownSkipped
    | Left
    | RoundEnded
    | MatchEnded
)
