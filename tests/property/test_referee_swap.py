"""The unit has no favourite side: players who change places change the result's sides alone."""

from __future__ import annotations

import dataclasses

import pytest

import scale
from referee_kit import Duel
from referee_plans import Kind, plan
from showdown_referee.machine import Referee
from showdown_referee.model import (
    CalledOff,
    Closed,
    Contested,
    Decided,
    LateEdge,
    LightGreen,
    PaddlesHeld,
    PutBack,
    Side,
)

CHUNK = 50
TOLD = (CalledOff, Closed, Contested, Decided, LateEdge, LightGreen, PaddlesHeld, PutBack)


def mirrored(value: object) -> object:
    """The same value with left and right changed over; the order of sides does not matter."""
    if isinstance(value, Side):
        return value.other
    if isinstance(value, dict):
        return {mirrored(k): mirrored(v) for k, v in value.items()}
    if isinstance(value, tuple):
        return frozenset(mirrored(v) for v in value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        pairs = ((f.name, getattr(value, f.name)) for f in dataclasses.fields(value))
        return (type(value), {name: mirrored(v) for name, v in pairs})
    return value


def told(duel: Duel, times: int) -> list[str]:
    """What the referee said, mirrored that many times."""
    said: list[object] = []
    for now, entry in duel.log:
        if isinstance(entry, TOLD):
            once = mirrored(entry)
            said.append((now, once if times == 1 else _again(once)))
    return sorted(map(repr, map(_stable, said)))


def _again(value: object) -> object:
    if isinstance(value, frozenset):
        return frozenset(_again(v) for v in value)
    if isinstance(value, tuple):
        return tuple(_again(v) for v in value)
    if isinstance(value, Side):
        return value.other
    if isinstance(value, dict):
        return {_again(k): _again(v) for k, v in value.items()}
    return value


def _stable(value: object) -> object:
    """Independent of the order of keys and members."""
    if isinstance(value, frozenset):
        return sorted((_stable(v) for v in value), key=repr)
    if isinstance(value, tuple):
        return tuple(_stable(v) for v in value)
    if isinstance(value, dict):
        return sorted(((k, _stable(v)) for k, v in value.items()), key=repr)
    return value


KINDS = [Kind(), Kind(beyond=True), Kind(handicap=True, beyond=True), Kind(practice=True)]


@pytest.mark.parametrize("kind", KINDS, ids=["in time", "beyond", "handicap", "practice"])
@pytest.mark.parametrize("first", range(600_000, 600_000 + scale.count(50, 5_000), CHUNK))
def test_swapped_players_swap_the_result(first: int, kind: Kind) -> None:
    for seed in range(first, first + CHUNK):
        schedule = plan(seed, kind)
        as_drawn = Duel(schedule, Referee).run()
        swapped = Duel(schedule, Referee, swapped=True).run()
        assert told(as_drawn, 1) == told(swapped, 2), f"seed {seed}"
