"""Lamps, arrow and buzzer in each state, as the table has them."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest

from unit_kit import MS, US, MakeWorld, S, World

LIGHTS = ("lamp_red", "lamp_amber", "lamp_green", "arrow_left", "arrow_right")


def seen(world: World, ms: float) -> dict[str, float]:
    """What is lit in the next time, as `RAG` with the arrow, and for how many ms in all."""
    looks: dict[str, float] = {}
    until_ns = world.now_ns + round(ms * MS)
    while world.now_ns < until_ns:
        look = world.lit + world.arrow
        looks[look] = looks.get(look, 0) + 1
        world.run_for(1)
    return {look: time for look, time in looks.items() if time > 2}  # while it is being written


def ready(_: World) -> None:
    """Nothing to do: it is."""


def armed(world: World) -> None:
    world.armed()


def held(world: World) -> None:
    world.armed()
    world.hands.press("left")
    world.button()
    world.run_until(lambda: "held" in world.events[-1].data)


def both_held(world: World) -> None:
    world.hands.press("right")
    held(world)


def counting(world: World) -> None:
    world.counting()


def holding(world: World) -> None:
    world.counting()
    world.to_hold()


def racing(world: World) -> None:
    world.racing()


def won(world: World) -> None:
    world.press("left", world.racing() + 200 * MS)
    world.run_until(lambda: world.word == "launching")


def won_and_done(world: World) -> None:
    world.win()


def jumped(world: World) -> None:
    world.press("right", world.counting() + 300 * MS)
    world.run_until(lambda: world.word == "launching")


def jumped_and_done(world: World) -> None:
    jumped(world)
    world.over()


def again(world: World) -> None:
    world.dead_heat(world.racing())
    world.run_until(lambda: world.word == "armed")


def void_again(world: World) -> None:
    world.factory.write_cost_ns = 2 * MS
    world.counting()
    world.to_hold()
    world.run_until(lambda: world.word == "armed")
    world.factory.write_cost_ns = 0


def nobody(world: World) -> None:
    world.racing()
    world.over()


def cancelled(world: World) -> None:
    world.armed()
    world.cancel()
    world.over()


def aborted(world: World) -> None:
    world.armed()
    world.over(s=301)


def failed(world: World) -> None:
    world.hands.kill_source()
    world.run_for(1000)
    assert world.fatal


TABLE: list[tuple[Callable[[World], None], dict[str, float]]] = [
    (ready, {"R": 1000, "": 1000}),
    (armed, {"RA": 2000}),
    (held, {"RA": 1000, "RA<": 1000}),
    (both_held, {"RA": 1000, "RA<>": 1000}),
    (counting, {"R": 900}),
    (holding, {"A": 900}),
    (racing, {"G": 2000}),
    (won, {"G": 500}),
    (won_and_done, {"G": 2000}),
    (jumped, {"R>": 500}),
    (jumped_and_done, {"R>": 2000}),
    (again, {"RAG": 900, "": 900}),
    (void_again, {"RAG": 900, "": 900}),
    (nobody, {"A": 1000, "": 1000}),
    (cancelled, {"A": 1000, "": 1000}),
    (aborted, {"A": 1000, "": 1000}),
    (failed, {"R": 1000, "": 1000}),
]


@pytest.mark.parametrize(("to_state", "looks"), TABLE, ids=[r[0].__name__ for r in TABLE])
def test_each_state_shows_its_row_of_the_table(
    make_world: MakeWorld, to_state: Callable[[World], None], looks: dict[str, float]
) -> None:
    world = make_world()
    to_state(world)
    got = seen(world, sum(looks.values()))
    assert got.keys() == looks.keys()
    assert got == pytest.approx(looks, abs=110)


def test_not_ready_blinks_amber_by_the_tick(make_world: MakeWorld) -> None:
    world = make_world(tray_unknown=True)
    assert seen(world, 2000) == pytest.approx({"A": 1000, "": 1000}, abs=5)


def test_ready_changes_over_at_the_watchdogs_tick_alone(make_world: MakeWorld) -> None:
    world = make_world()
    world.run_for(5500)
    ticks = [ns - world.start_ns for ns, _ in world.changes("lamp_red")]
    assert [round(ns / S, 2) for ns in ticks] == [0, 1, 2, 3, 4, 5]


def test_a_fault_blinks_at_two_hertz(make_world: MakeWorld) -> None:
    world = make_world()
    failed(world)
    since_ns = world.now_ns
    world.run_for(2100)
    times = [ns for ns, _ in world.changes("lamp_red", since_ns)]
    assert {round((b - a) / MS) for a, b in itertools.pairwise(times)} == {250}


def test_all_is_dark_before_the_start(make_world: MakeWorld) -> None:
    world = make_world(opened=False)
    world.run_for(3000)
    assert world.trace == []


@pytest.mark.parametrize("to_state", [ready, held, counting, won, won_and_done, jumped, again])
def test_all_is_dark_and_unpowered_after_the_end_for_good(
    make_world: MakeWorld, to_state: Callable[[World], None]
) -> None:
    world = make_world()
    to_state(world)
    world.unit.close()
    assert (world.lit, world.arrow, world.powered) == ("", "", False)
    assert world.hardware.buzzer is not None
    assert not world.hardware.buzzer.sounding
    since_ns = world.now_ns
    world.press("left")
    world.run_for(20_000)
    inputs = ("timer_button", "paddle_left", "paddle_right")
    driven = [c for c in world.trace if c[0] > since_ns and c[1] not in inputs]
    assert driven == []


def test_a_result_stands_five_seconds_after_done(make_world: MakeWorld) -> None:
    world = make_world()
    world.win()
    done_ns = world.event("showdown.done").t_ms
    world.run_until(lambda: world.lit != "G")
    assert world.unit.up_ms() - done_ns == pytest.approx(5000, abs=2)
    assert world.lit == "R"


def test_a_result_stands_no_longer_than_to_the_next_showdown(make_world: MakeWorld) -> None:
    world = make_world()
    world.win()
    since_ns = world.now_ns
    world.started("key-0002")
    assert world.lit == "RA"
    world.run_for(10_000)
    assert world.lit == "RA"  # and readiness does not come in between
    red_ns = world.last("lamp_red", 1)
    assert world.changes("lamp_red", since_ns) == [(red_ns, 1)]
    assert world.changes("lamp_amber", since_ns) == [(red_ns + 10 * US, 1)]


def test_green_is_written_last_and_alone(make_world: MakeWorld) -> None:
    world = make_world(write_cost_ns=10 * US)
    green_ns = world.racing()
    lights = [(ns, name, value) for ns, name, value in world.trace if name in LIGHTS]
    assert lights[-2:] == [(lights[-2][0], "lamp_amber", 0), (green_ns, "lamp_green", 1)]
    assert green_ns - lights[-2][0] == 10 * US  # one write after the other, none between
    assert not any(green_ns < ns < green_ns + 100 * MS for ns, _, _ in world.trace)


def test_nothing_blinks_while_paddles_race(make_world: MakeWorld) -> None:
    world = make_world()
    count_ns = world.counting()
    world.to_green()
    world.run_for(9_000)
    lights = [(name, value) for ns, name, value in world.trace if ns >= count_ns]
    assert [c for c in lights if c[0] in LIGHTS] == [
        ("lamp_amber", 0),
        ("lamp_red", 0),
        ("lamp_amber", 1),
        ("lamp_amber", 0),
        ("lamp_green", 1),
    ]


def test_the_buzzer_beeps_each_step_of_the_count_and_never_at_green(make_world: MakeWorld) -> None:
    world = make_world()
    count_ns = world.counting()
    amber_ns = world.to_hold()
    green_ns = world.to_green()
    world.run_for(3000)
    on = [ns for ns, value in world.changes("buzzer") if value]
    off = [ns for ns, value in world.changes("buzzer") if not value]
    assert [round((ns - count_ns) / MS) for ns in on] == [0, round((amber_ns - count_ns) / MS)]
    assert max(off) < green_ns
    assert len(off) == 2


def test_a_false_start_sounds_a_low_tone(make_world: MakeWorld) -> None:
    world = make_world()
    press_ns = world.counting() + 500 * MS
    world.press("left", press_ns)
    world.over()
    on_ns = world.last("buzzer", 1)
    assert 0 < on_ns - press_ns < 10 * MS
    assert world.last("buzzer", 0) - on_ns >= 500 * MS


def test_a_unit_with_the_buzzer_off_is_silent(make_world: MakeWorld) -> None:
    world = make_world(unit__buzzer=False)
    world.press("left", world.counting() + 500 * MS)
    world.over()
    assert world.changes("buzzer") == []


def test_status_tells_what_is_lit_and_held(make_world: MakeWorld) -> None:
    world = make_world()
    world.press("right", world.counting() + 300 * MS, hold_ms=500)
    world.run_until(lambda: world.word == "launching")
    status = world.unit.status()
    assert (status.lamps.red, status.lamps.amber, status.lamps.green) == (True, False, False)
    assert (status.arrow, status.paddles) == ("right", ("right",))
    assert (status.state, status.active) == ("launching", "key-0001")
    assert (status.launcher.state, status.launcher.powered) == ("moving", True)
    world.over()
    status = world.unit.status()
    assert (status.state, status.active, status.last) == ("ready", None, "key-0001")
    assert (status.launcher.state, status.launcher.powered) == ("off", False)
