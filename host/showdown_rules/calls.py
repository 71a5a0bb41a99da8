"""What is said at the table at any time: UNO, a catch, and a silenced player's word."""

from __future__ import annotations

from showdown_rules.actions import NOBODY, TABLE, CallUno, Catch, Spoke
from showdown_rules.events import (
    Event,
    FalseCall,
    FalseCatch,
    SilenceOver,
    Talked,
    UnoCalled,
    UnoCaught,
)
from showdown_rules.matching import playable
from showdown_rules.piles import give
from showdown_rules.refusals import refusal
from showdown_rules.seats import need_here
from showdown_rules.state import State


def call_uno(state: State, action: CallUno, events: list[Event] | None) -> None:
    """UNO, said with reason or without."""
    seat = action.seat
    need_here(state, seat)
    if state.called[seat]:
        raise refusal("already_called", seat=seat)
    if not may_call(state, seat):
        _false_call(state, seat, events)
        return
    state.called[seat] = True
    if events is not None:
        events.append(UnoCalled(seat))
    if len(state.hands[seat]) == 1:
        if state.uno_open == seat:
            state.uno_open = NOBODY
        end_silence(state, events)


def catch(state: State, action: Catch, events: list[Event] | None) -> None:
    """Somebody says it before the one who should have (SD-71)."""
    by, target = action.seat, action.target
    need_here(state, by)
    need_here(state, target)
    if by == target:
        raise refusal("self_catch")
    if state.uno_open == target:
        state.uno_open = NOBODY
        if events is not None:
            events.append(UnoCaught(target, by))
        _penalty(state, target, state.rules.uno_penalty, "uno", events)
        return
    if events is not None:
        events.append(FalseCatch(by, target))
    _penalty(state, by, state.rules.false_catch_penalty, "false_catch", events)


def spoke(state: State, action: Spoke, events: list[Event] | None) -> None:
    """The table heard a silenced player (EN-11)."""
    if action.seat != TABLE:
        raise refusal("not_the_table")
    need_here(state, action.target)
    if not state.silenced[action.target]:
        raise refusal("not_silenced", target=action.target)
    _talked(state, action.target, events)


def may_call(state: State, seat: int) -> bool:
    """Whether UNO is true: one card left, or two, of which one may be played now."""
    left = len(state.hands[seat])
    return left == 1 or (left == 2 and seat == state.seat and bool(playable(state, seat)))


def end_silence(state: State, events: list[Event] | None) -> None:
    """Somebody has one card and has said UNO: everybody may talk again (EN-12)."""
    if True in state.silenced:
        state.silenced = [False] * state.seats
        if events is not None:
            events.append(SilenceOver())


def _false_call(state: State, seat: int, events: list[Event] | None) -> None:
    """Its penalty, and for a silenced player that of talking too (AMB-16)."""
    if events is not None:
        events.append(FalseCall(seat))
    in_round = _penalty(state, seat, state.rules.false_call_penalty, "false_call", events)
    if in_round and state.silenced[seat]:
        _talked(state, seat, events)


def _talked(state: State, seat: int, events: list[Event] | None) -> None:
    if events is not None:
        events.append(Talked(seat))
    _penalty(state, seat, state.rules.talk_penalty, "talk", events)


def _penalty(state: State, seat: int, cards: int, why: str, events: list[Event] | None) -> bool:
    """False: the shortage has ended the round."""
    return not cards or give(state, seat, cards, why, events)
