"""The answer to a Wild Draw Four: taken, or doubted."""

from __future__ import annotations

from showdown_rules.actions import NOBODY, Accept, Challenge
from showdown_rules.events import Challenged, Event, TurnLost
from showdown_rules.piles import give
from showdown_rules.seats import need_turn
from showdown_rules.state import PLAY, State, WildDrawFour
from showdown_rules.turns import close, pass_turn


def accept(state: State, action: Accept, events: list[Event] | None) -> None:
    """Draw the cards and lose the turn (SD-41)."""
    need_turn(state, action.seat)
    doubted, cards = _taken_up(state)
    if give(state, action.seat, cards, "wild_draw_four", events):
        close(state, doubted.player, events, "wild_draw_four")


def challenge(state: State, action: Challenge, events: list[Event] | None) -> None:
    """See the hand. Who was wrong draws: its player instead, or the doubter two more."""
    seat = action.seat
    need_turn(state, seat)
    doubted, cards = _taken_up(state)
    if events is not None:
        events.append(Challenged(seat, doubted.player, doubted.guilty, doubted.hand))
    if not doubted.guilty:
        if give(state, seat, cards + 2, "challenge", events):
            close(state, doubted.player, events, "challenge")
        return
    if state.rules.guilty == "draws4_and_card_back":
        state.hands[doubted.player].append(state.discard.pop())
        state.colour = doubted.colour_before
    state.phase = PLAY
    if give(state, doubted.player, cards, "challenge", events):
        _after_guilty(state, seat, events)


def _taken_up(state: State) -> tuple[WildDrawFour, int]:
    """The card in question, pending no more, and how many cards hang on it."""
    doubted = state.wild_draw_four
    assert doubted is not None
    cards = state.stacked or 4
    state.wild_draw_four = None
    state.stacked = 0
    state.uno_open = NOBODY
    return doubted, cards


def _after_guilty(state: State, challenger: int, events: list[Event] | None) -> None:
    """The challenger's turn, or not (AMB-12)."""
    if state.rules.challenger_turn == "plays":
        return
    if events is not None:
        events.append(TurnLost(challenger, "challenge"))
    pass_turn(state, challenger, events)
