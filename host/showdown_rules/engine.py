"""The rules as functions over `State`: what may be done, and what it makes.

`PHASES` is the whole table of what is legal when; each action's own conditions are in its handler.
A handler refuses before it changes anything.

Games in bulk, whose moves are right by the way they are found, may make the most frequent ones
without `step`: `put_down` a card of `playable`, `draw_unchecked` and `settle_unchecked`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from showdown_rules.actions import (
    TABLE,
    Accept,
    Action,
    CallUno,
    Catch,
    Challenge,
    Draw,
    IllegalAction,
    Leave,
    Lines,
    NextRound,
    Pass,
    Play,
    Rematch,
    Settle,
    Spoke,
)
from showdown_rules.calls import call_uno, catch, spoke
from showdown_rules.cards import Deck
from showdown_rules.challenges import accept, challenge
from showdown_rules.choices import choices
from showdown_rules.dealing import begin_match, deal
from showdown_rules.endings import hand_points
from showdown_rules.events import Event
from showdown_rules.leaving import leave
from showdown_rules.matching import playable
from showdown_rules.plays import NO_CHOICES, draw, draw_one, pass_on, play, put_down
from showdown_rules.refusals import WAITS_FOR, refusal
from showdown_rules.ruleset import RuleSet
from showdown_rules.state import (
    CHALLENGE,
    DRAWN,
    MATCH_OVER,
    PLAY,
    ROUND_OVER,
    SHOWDOWN,
    State,
)
from showdown_rules.streams import stream
from showdown_rules.verdicts import decide, lines, rematch, settle

__all__ = [
    "NO_CHOICES",
    "PHASES",
    "acting",
    "apply",
    "draw_unchecked",
    "hand_points",
    "legal_actions",
    "new_match",
    "playable",
    "put_down",
    "settle_unchecked",
    "step",
    "stream",
]

Handler = Callable[[State, Any, list[Event] | None], None]


def _next_round(state: State, action: NextRound, events: list[Event] | None) -> None:
    if action.seat != TABLE:
        raise refusal("not_the_table")
    deal(state, events)


_CALLS: dict[type, Handler] = {CallUno: call_uno, Catch: catch, Spoke: spoke}
_ALWAYS: dict[type, Handler] = {Leave: leave}
_UNCOUNTED = {
    Play,
    *_CALLS,
}  # calls make nobody's play stale; a play has been counted by `put_down`

PHASES: dict[int, dict[type, Handler]] = {
    PLAY: {Play: play, Draw: draw, Pass: pass_on, **_CALLS, **_ALWAYS},
    DRAWN: {Play: play, Pass: pass_on, **_CALLS, **_ALWAYS},
    CHALLENGE: {
        Accept: accept,
        Challenge: challenge,
        Play: play,  # with `stacking`: another Wild Draw Four on top
        **_CALLS,
        **_ALWAYS,
    },
    SHOWDOWN: {Settle: settle, Lines: lines, Rematch: rematch, **_CALLS, **_ALWAYS},
    ROUND_OVER: {NextRound: _next_round, **_ALWAYS},
    MATCH_OVER: {},
}


def new_match(rules: RuleSet, deck: Deck, seats: int, seed: str) -> tuple[State, list[Event]]:
    """A match with its first round dealt. RuleSetError: these seats cannot play by these rules."""
    state = begin_match(rules, deck, seats, seed)
    events: list[Event] = []
    deal(state, events)
    return state, events


def acting(state: State) -> tuple[int, ...]:
    """Who has to act: a seat, the TABLE for a verdict or the next round, nobody after the end."""
    if state.phase <= CHALLENGE:
        return (state.seat,)
    return () if state.phase == MATCH_OVER else (TABLE,)


def legal_actions(state: State, seat: int) -> list[Action]:
    """All that a seat may do now, out of turn as well, with every choice of each card.

    Legal and not listed: calls and catches that are false, UNO said with a play where it needs no
    saying, and of the table `Leave`, `Spoke`, `Lines`, `Rematch`, and a `Settle` by others than the
    unit.
    """
    return choices(state, seat)


def apply(state: State, action: Action) -> tuple[State, list[Event]]:
    """The state after the action, and what happened. IllegalAction: nothing has."""
    new = state.copy()
    events: list[Event] = []
    step(new, action, events)
    return new, events


def step(state: State, action: Action, events: list[Event] | None) -> None:
    """The same in place, for many games; without a list no event is made."""
    kind = type(action)
    handler = PHASES[state.phase].get(kind)
    if handler is None or action.turn != state.turn or type(action.seat) is not int:
        raise _refused(state, action)
    handler(state, action, events)
    if kind not in _UNCOUNTED:
        state.turn += 1


def draw_unchecked(state: State) -> None:
    """What a `Draw` does where the pile has a card and nothing is stacked."""
    draw_one(state, None)
    state.turn += 1


def settle_unchecked(state: State, loser: int) -> None:
    """What a `Settle` of the pending showdown does."""
    decide(state, loser, "unit", None)
    state.turn += 1


def _refused(state: State, action: Action) -> IllegalAction:
    kind = type(action)
    if kind not in _KINDS:
        return refusal("unknown_action", action=repr(action))
    if action.turn != state.turn:
        return refusal("stale_turn", turn=action.turn, now=state.turn)
    if type(action.seat) is not int:
        return refusal("no_such_seat", seat=action.seat)
    return refusal("wrong_phase", action=kind.__name__, waits_for=WAITS_FOR[state.phase])


_KINDS = {kind for handlers in PHASES.values() for kind in handlers}
