"""A swapped unit mirrors an unswapped one: other hands on other paddles, the same records."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest

import scale
from showdown_protocol.messages import SettingsChanges, SettingsSetParams
from unit_kit import MS, S, World, world

LAST_NS = 12 * S
OTHER = {"left": "right", "right": "left"}


@dataclass(frozen=True)
class Slap:
    """A press by the hand at that side of the table, with bounces; ns from the showdown's start."""

    side: str
    at_ns: int
    lengths_ns: tuple[int, ...]  # down, up, down, ...


@dataclass(frozen=True)
class Script:
    """A showdown: what hands do; whether the unit is turned before it."""

    slaps: tuple[Slap, ...]
    turn: bool
    cancel_at_ns: int | None


def script(rng: random.Random, hold_ns: int) -> Script:
    slaps = []
    for _ in range(rng.randrange(5)):
        base_ns = rng.choice([400 * MS, 1_500 * MS, 1_400 * MS + hold_ns, 1_500 * MS + hold_ns])
        at_ns = base_ns + rng.randrange(600) * MS + rng.choice([0, 0, rng.randrange(MS)])
        lengths = [rng.randrange(20_000, 900_000) for _ in range(rng.choice([0, 0, 2, 4]))]
        lengths.append(rng.choice([30 * MS, 80 * MS, 700 * MS, 400_000]))
        for side in rng.choice([("left",), ("right",), ("left", "right"), ("right", "left")]):
            apart_ns = rng.choice([0, 0, 9_000, 3 * MS])
            slaps += [Slap(side, at_ns + apart_ns, tuple(lengths))]
    cancel = rng.randrange(4_000) * MS if rng.random() < 0.1 else None
    return Script(tuple(slaps), rng.random() < 0.4, cancel)


class Player:
    """Plays scripts on a unit; `mirrored`: with the unit, and everybody, the other way round."""

    def __init__(self, unit: World) -> None:
        self.world = unit
        self.mirrored = False

    def turn(self, turned: bool) -> None:
        """The unit is set to stand as this world has it; both worlds count a change."""
        self.world.run_for(6_000)  # a result that stands would go out with the turn
        self.mirrored = turned
        values = SettingsChanges(swap_sides=turned)
        params = SettingsSetParams(rev=self.world.unit.settings().rev, values=values)
        self.world.unit.set_settings(params, lambda _: None)
        self.world.run_for(50)

    def play(self, key: str, plan: Script) -> None:
        """The whole showdown, until all hands are off again."""
        unit = self.world
        unit.started(key, start="now")
        begin_ns = unit.now_ns
        for slap in plan.slaps:
            side = OTHER[slap.side] if self.mirrored else slap.side
            at_ns, down = begin_ns + slap.at_ns, True
            for length_ns in (0, *slap.lengths_ns):
                at_ns += length_ns
                unit.at(at_ns, partial(unit.hands.press if down else unit.hands.release, side))
                down = not down
            unit.at(at_ns + 30 * MS, partial(unit.hands.release, side))
        if plan.cancel_at_ns is not None:
            unit.clock.call_at(begin_ns + plan.cancel_at_ns, lambda: unit.cancel(key))
        unit.over(key, s=120)
        unit.run_to(
            max(unit.now_ns, begin_ns + LAST_NS)
        )  # no hand is down while the unit is turned

    def told(self) -> list[Any]:
        """All that hosts were told but how the unit stands, and which numbers its edges have."""
        ignored = ("swapped", "swap_sides", "evidence_sha256")
        return [_without(event.members(), ignored) for event in self.world.events]

    def pins(self, since_ns: int) -> list[tuple[int, str, int]]:
        """What happened on the pins since then."""
        return sorted(entry for entry in self.world.trace if entry[0] >= since_ns)


def mirror(trace: list[tuple[int, str, int]], board: Any) -> list[tuple[int, str, int]]:
    """The same with the sides of the case exchanged."""
    spec = board.launcher
    pulses = {spec.left_us: spec.right_us, spec.right_us: spec.left_us}
    out = []
    for ns, signal, value in trace:
        name, _, side = signal.rpartition("_")
        other = f"{name}_{OTHER[side]}" if side in OTHER else signal
        out.append((ns, other, pulses.get(value, value) if signal == "launcher_pwm" else value))
    return sorted(out)


def _without(value: Any, names: tuple[str, ...]) -> Any:
    if isinstance(value, dict):
        return {k: _without(v, names) for k, v in value.items() if k not in names}
    if isinstance(value, list | tuple):
        return [_without(v, names) for v in value]
    return value


@pytest.mark.prove
@pytest.mark.timeout(scale.count(30, 3_000))
def test_a_swapped_unit_mirrors_an_unswapped_one() -> None:
    outcomes: dict[str, int] = {}
    for seed in range(scale.count(12, 1_500)):
        rng = random.Random(seed)
        more: dict[str, Any] = {"referee__handicap_left_ms": rng.choice([0, 0, 60])}
        more |= {"unit__allow_remote_start": True, "write_cost_ns": 0, "board": "default"}
        with world(**more) as first, world(**more) as second:
            straight, turned = Player(first), Player(second)
            straight.turn(False)
            turned.turn(True)
            for number in range(4):
                plan = script(rng, first.hold_ns())
                if plan.turn:
                    straight.turn(False)
                    turned.turn(not turned.mirrored)
                said = compared(straight, turned, f"key-{number:04}", plan)
                outcomes[said] = outcomes.get(said, 0) + 1
    assert {"win", "false_start", "no_press"} <= outcomes.keys(), outcomes


def compared(straight: Player, turned: Player, key: str, plan: Script) -> str:
    """Both play it and tell the same; the outcome."""
    begin_ns = straight.world.now_ns
    assert turned.world.now_ns == begin_ns
    for player in (straight, turned):
        player.play(key, plan)
    ours, theirs = straight.pins(begin_ns), turned.pins(begin_ns)
    if turned.mirrored:
        theirs = mirror(theirs, straight.world.hardware.board)
    assert theirs == ours, (key, plan)
    assert turned.told() == straight.told(), (key, plan)
    turned.world.get(key)
    return str(straight.world.get(key).outcome)


def test_the_harness_sees_a_unit_that_is_not_turned() -> None:
    """The check above can fail: hands that change places at a unit that did not."""
    more: dict[str, Any] = {"unit__allow_remote_start": True, "write_cost_ns": 0}
    plan = Script((Slap("left", 5 * S, (80 * MS,)),), turn=False, cancel_at_ns=None)
    with world(**more) as first, world(**more) as second:
        straight, turned = Player(first), Player(second)
        turned.mirrored = True
        with pytest.raises(AssertionError):
            compared(straight, turned, "key-0001", plan)
