"""What a seat may know, and nothing more: of the state, and of what happened."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from showdown_rules import engine
from showdown_rules.actions import TABLE
from showdown_rules.cards import Deck
from showdown_rules.events import Challenged, Dealt, Drew, Event
from showdown_rules.ruleset import RuleSet
from showdown_rules.state import Phase, Showdown, State


class Doubt(NamedTuple):
    """A Wild Draw Four that may be doubted: all but whether it is right."""

    player: int
    card: int
    colour_before: int


@dataclass(frozen=True, slots=True)
class View:
    """The match as `seat` sees it; as TABLE, an onlooker's, who sees no hand.

    Cards are ints into `deck`. Fields that `State` has too mean the same here.
    """

    rules: RuleSet
    deck: Deck
    seat: int
    seats: int
    here: tuple[bool, ...]
    phase: int
    turn: int
    round: int
    dealer: int
    acting: tuple[int, ...]  # who has to act, as `engine.acting` says
    now: int  # the seat whose turn it is; NOBODY when the round is over
    direction: int
    colour: int
    pile: int  # how many cards are left to draw
    discard: tuple[int, ...]  # its top at the end
    unit: int  # how many cards lie in it
    hand: tuple[int, ...]  # the own one
    playable: tuple[int, ...]  # of it, now
    sizes: tuple[int, ...]  # of all hands
    counted: tuple[tuple[int, ...], ...]  # all hands, once the round is over; else empty
    drawn: int  # only where it is the own one
    drawn_only: bool
    called: tuple[bool, ...]
    uno_open: int
    silenced: tuple[bool, ...]
    stacked: int
    passes: int
    doubt: Doubt | None
    showdown: Showdown | None
    showdowns: int
    last_player: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]

    @property
    def top(self) -> int:
        """The card to match."""
        return self.discard[-1]

    def others(self) -> list[int]:
        """The seats that play on besides this one, in order of play from it."""
        seats = range(1, self.seats) if self.seat != TABLE else range(self.seats)
        order = [(self.seat + step * self.direction) % self.seats for step in seats]
        return [seat for seat in order if self.here[seat]]


def view(state: State, seat: int) -> View:
    """What `seat` sees; TABLE and NOBODY see what lies open to all."""
    player = 0 <= seat < state.seats
    doubt = state.wild_draw_four
    counted = state.phase >= Phase.ROUND_OVER
    return View(
        rules=state.rules,
        deck=state.deck,
        seat=seat,
        seats=state.seats,
        here=tuple(state.here),
        phase=state.phase,
        turn=state.turn,
        round=state.round,
        dealer=state.dealer,
        acting=engine.acting(state),
        now=state.seat,
        direction=state.direction,
        colour=state.colour,
        pile=len(state.draw),
        discard=tuple(state.discard),
        unit=len(state.unit),
        hand=tuple(state.hands[seat]) if player else (),
        playable=tuple(_playable(state, seat)) if player else (),
        sizes=tuple(map(len, state.hands)),
        counted=tuple(map(tuple, state.hands)) if counted else (),
        drawn=state.drawn if seat == state.seat else -1,
        drawn_only=state.drawn_only,
        called=tuple(state.called),
        uno_open=state.uno_open,
        silenced=tuple(state.silenced),
        stacked=state.stacked,
        passes=state.passes,
        doubt=Doubt(doubt.player, doubt.card, doubt.colour_before) if doubt else None,
        showdown=state.showdown,
        showdowns=state.showdowns,
        last_player=state.last_player,
        scores=tuple(state.scores),
        winners=tuple(state.winners),
    )


def project(events: Iterable[Event], seat: int) -> list[Event]:
    """What happened, as `seat` saw it: hidden cards are left out, their number stays."""
    return [_seen(event, seat) for event in events]


def _playable(state: State, seat: int) -> list[int]:
    return engine.playable(state, seat) if state.phase <= Phase.CHALLENGE else []


def _seen(event: Event, seat: int) -> Event:
    if isinstance(event, Dealt | Drew) and event.seat != seat:
        return event._replace(cards=())
    if isinstance(event, Challenged) and event.seat != seat:
        return event._replace(hand=())
    return event
