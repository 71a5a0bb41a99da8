"""Whenever settings change, a showdown goes by those that stood when it was accepted."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import pytest

import scale
from showdown_protocol.messages import Outcome, Record, SettingsChanges, SettingsSetParams
from showdown_unit.journal_errors import StorageError
from unit_kit import KEY, MS, Answers, World, world

OTHER = {"left": "right", "right": "left"}
SPAN_MS = 9_000


def change(unit: World, rng: random.Random) -> None:
    values: dict[str, Any] = {"swap_sides": rng.random() < 0.5}
    if rng.random() < 0.5:
        values["count_ms"] = rng.choice([500, 1_000, 2_000, None])
    if rng.random() < 0.3:
        values["launch_on_false_start"] = rng.random() < 0.5
    rev = unit.unit.settings().rev
    params = SettingsSetParams(rev=rev, values=SettingsChanges(**values))
    unit.unit.set_settings(params, lambda _: None)


def hands(unit: World, rng: random.Random, begin_ns: int) -> None:
    """Some slaps, a held paddle, a cancel now and then."""
    for _ in range(rng.randrange(1, 5)):
        at_ns = begin_ns + rng.randrange(SPAN_MS) * MS
        unit.press(rng.choice(["left", "right"]), at_ns, hold_ms=rng.choice([40, 80, 900]))
    if rng.random() < 0.15:
        at_ns = begin_ns + rng.randrange(SPAN_MS) * MS
        unit.clock.call_at(at_ns, lambda: unit.cancel(unit.unit.active_key() or KEY))


@pytest.mark.prove
@pytest.mark.timeout(scale.count(30, 1_800))
def test_a_showdown_goes_by_the_settings_that_stood_when_it_was_accepted() -> None:
    seen: dict[str, int] = {}
    for seed in range(scale.count(25, 2_500)):
        rng = random.Random(seed)
        with world(unit__allow_remote_start=True, board="default") as unit:
            unit.disk.delay_ns = rng.choice([1, 3, 15]) * MS
            if rng.random() < 0.2:
                unit.disk.fail = lambda _, rng=rng: (  # type: ignore[misc]
                    StorageError("full") if rng.random() < 0.1 else None
                )
            for number in range(4):
                key = f"key-{number:04}"
                begin_ns = unit.now_ns
                for _ in range(rng.randrange(4)):
                    at_ns = begin_ns + rng.randrange(SPAN_MS) * MS
                    unit.clock.call_at(at_ns, partial(change, unit, rng))
                hands(unit, rng, begin_ns)
                unit.run_for(rng.choice([0, 0, 500]))
                if rng.random() < 0.5:  # while it is on its way to the disk
                    at_ns = unit.now_ns + rng.randrange(30) * MS
                    unit.clock.call_at(at_ns, partial(change, unit, rng))
                answers = unit.start(key, start="now")
                accepted = partial(is_accepted, unit, answers)
                unit.run_until(accepted)
                config = unit.settings.in_force.config
                was_swapped, launched = config.unit.swap_sides, len(unit.launches())
                unit.run_until(lambda: unit.unit.active_key() is None, 120)
                unit.run_for(200)  # no write is left before the reading
                record = unit.get(key)
                check(unit, record, was_swapped, unit.launches()[launched:], seed)
                if record.outcome is Outcome.FALSE_START:
                    thrown = bool(unit.launches()[launched:])
                    assert thrown is config.unit.launch_on_false_start, seed
                unit.run_to(max(unit.now_ns, begin_ns + (SPAN_MS + 1_000) * MS))
                newest = unit.settings.config
                assert unit.settings.in_force.config is newest, seed
                said = f"{record.outcome} {was_swapped}"
                seen[said] = seen.get(said, 0) + 1
    assert (
        min(
            seen.get(f"{outcome} {on}", 0)
            for outcome in ("win", "false_start")
            for on in (True, False)
        )
        > 0
    ), seen


def is_accepted(unit: World, answers: Answers) -> bool:
    """Or refused."""
    return unit.unit.active_key() is not None or bool(answers.got)


def check(unit: World, record: Record, swapped: bool, thrown: list[str], seed: int) -> None:
    """Sides are the table's as it stood, and cards flew at that side as printed."""
    if record.origin is None:
        return  # the disk did not take it, or it was called off before
    assert record.swapped is (True if swapped else None), seed
    for side in thrown:
        assert record.loser == (OTHER[side] if swapped else side), seed
    assert unit.fatal == []
