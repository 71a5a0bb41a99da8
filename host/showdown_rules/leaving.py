"""Somebody leaves for good, in whatever moment. Order, direction and cards stay."""

from __future__ import annotations

from showdown_rules.actions import NOBODY, TABLE, Leave
from showdown_rules.endings import end_by_leaving
from showdown_rules.events import Event, Left, ShowdownSettled
from showdown_rules.refusals import refusal
from showdown_rules.seats import need_here
from showdown_rules.state import CHALLENGE, DRAWN, PLAY, ROUND_OVER, SHOWDOWN, Phase, State
from showdown_rules.turns import close, pass_turn
from showdown_rules.verdicts import go_on, unload


def leave(state: State, action: Leave, events: list[Event] | None) -> None:
    """By the table's word or the player's own."""
    target = action.target
    if action.seat not in (TABLE, target):
        raise refusal("not_the_table")
    need_here(state, target)
    state.here[target] = False
    state.draw[:0] = state.hands[target]
    state.hands[target] = []
    state.called[target] = False
    state.silenced[target] = False
    state.passes = 0
    if state.uno_open == target:
        state.uno_open = NOBODY
    if events is not None:
        events.append(Left(target))
    if sum(state.here) < 2:
        end_by_leaving(state, state.here.index(True), events)
    else:
        _AFTERWARDS[Phase(state.phase)](state, target, events)


def _in_turn(state: State, target: int, events: list[Event] | None) -> None:
    """Whose turn it was takes along what was stacked for it."""
    if target == state.seat:
        state.stacked = 0
        state.drawn = -1
        pass_turn(state, target, events)


def _in_challenge(state: State, target: int, events: list[Event] | None) -> None:
    """Who leaves concedes: nobody draws for them, and their Wild Draw Four makes nobody draw."""
    doubted = state.wild_draw_four
    assert doubted is not None
    if target not in (doubted.player, state.seat):
        return
    state.wild_draw_four = None
    state.stacked = 0
    if target == state.seat:
        close(state, doubted.player, events)
    else:
        state.last_player = NOBODY
        state.phase = PLAY


def _in_showdown(state: State, target: int, events: list[Event] | None) -> None:
    """The showdown is off, its cards go under the draw pile, and who stays has won it."""
    showdown = state.showdown
    assert showdown is not None
    if target == showdown.swap:
        showdown = state.showdown = showdown._replace(swap=NOBODY)
    if target not in (showdown.initiator, showdown.defender):
        return
    winner = showdown.initiator + showdown.defender - target
    state.draw[:0] = unload(state)
    if events is not None:
        events.append(ShowdownSettled(showdown.number, winner, target, "left"))
    if target == showdown.defender:
        go_on(state, showdown, NOBODY, events)
    else:  # and with them goes what the card would have done
        state.last_player = NOBODY
        pass_turn(state, target, events)


def _between(state: State, target: int, events: list[Event] | None) -> None:
    """Nothing is pending."""


_AFTERWARDS = {
    PLAY: _in_turn,
    DRAWN: _in_turn,
    CHALLENGE: _in_challenge,
    SHOWDOWN: _in_showdown,
    ROUND_OVER: _between,
}
