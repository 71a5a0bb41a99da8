"""Who sits where, and who is next."""

from __future__ import annotations

from showdown_rules.refusals import refusal
from showdown_rules.state import State


def following(state: State, seat: int) -> int:
    """The next seat in the current direction that has not left (SD-15)."""
    seats, here, direction = state.seats, state.here, state.direction
    seat = (seat + direction) % seats
    while not here[seat]:
        seat = (seat + direction) % seats
    return seat


def to_the_left(state: State, seat: int) -> int:
    """The next seat clockwise that has not left, whatever the direction is."""
    seat = (seat + 1) % state.seats
    while not state.here[seat]:
        seat = (seat + 1) % state.seats
    return seat


def exists(state: State, seat: object) -> bool:
    """Whether this is a seat of the match, left or not."""
    return type(seat) is int and 0 <= seat < state.seats


def need_here(state: State, seat: int) -> None:
    """Refuse who is no player, or no more."""
    if not exists(state, seat):
        raise refusal("no_such_seat", seat=seat)
    if not state.here[seat]:
        raise refusal("gone", seat=seat)


def need_turn(state: State, seat: int) -> None:
    """Refuse everybody whose turn it is not."""
    if seat != state.seat:
        need_here(state, seat)
        raise refusal("not_your_turn", now=state.seat)
