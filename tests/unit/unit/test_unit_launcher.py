"""The throw: its sequence and times, its failures, and when it never happens."""

from __future__ import annotations

import pytest

from showdown_protocol.messages import Launch, Outcome
from unit_kit import MS, MakeWorld, S, World


def racing_to_throw(world: World) -> int:
    """Run to the verdict; when the power came on."""
    world.press("left", world.racing() + 200 * MS)
    world.run_until(lambda: world.powered)
    return world.last("launcher_power", 1)


@pytest.mark.parametrize(("loser", "pulse"), [("left", 1000), ("right", 2000)])
def test_power_park_aim_hold_park_off(make_world: MakeWorld, loser: str, pulse: int) -> None:
    world = make_world(launcher__throw_ms=200, launcher__hold_ms=300, launcher__park_ms=400)
    world.win(loser)
    power = world.changes("launcher_power")
    pwm = world.changes("launcher_pwm")
    since_ns = power[0][0]
    moves = [
        (round((ns - since_ns) / MS), name, value)
        for ns, name, value in world.trace
        if name.startswith("launcher")
    ]
    assert moves == [
        (0, "launcher_power", 1),
        (0, "launcher_pwm", 1500),
        (20, "launcher_pwm", pulse),
        (500, "launcher_pwm", 1500),
        (900, "launcher_pwm", 0),
        (900, "launcher_power", 0),
    ]
    assert len(pwm) == 4
    assert not world.powered


def test_it_is_unpowered_from_armed_to_the_verdict_and_never_over_its_limit(
    make_world: MakeWorld,
) -> None:
    world = make_world(launcher__throw_ms=400, launcher__hold_ms=400, launcher__park_ms=400)
    world.win()
    (on_ns, on), (off_ns, off) = world.changes("launcher_power")
    assert (on, off) == (1, 0)
    press_ns = world.last("paddle_left", 1)
    assert on_ns >= press_ns + world.limits.settle_ns
    assert off_ns - on_ns <= 1_200 * MS + 1 * MS
    assert world.get().launch is Launch.COMPLETED


@pytest.mark.parametrize("signal", ["launcher_power", "launcher_pwm"])
def test_a_launcher_that_fails_never_changes_the_loser(make_world: MakeWorld, signal: str) -> None:
    world = make_world()
    world.racing()
    world.hands.break_signal(signal, OSError("no such pin"))
    world.press("left", world.now_ns + 100 * MS)
    record = world.over()
    assert (record.outcome, record.loser, record.launch) == (Outcome.WIN, "right", Launch.FAILED)
    assert world.memory.tray_unknown
    assert world.unit.not_ready() == ["tray_unknown"]
    assert [n.code for n in world.unit.status().faults] == ["LAUNCHER"]
    assert world.unit.counters["launches_failed"] == 1
    assert [e.data["state"] for e in world.events if e.type == "state"] == ["ready", "not_ready"]
    answers = world.start("key-0002")
    world.run_for(10)
    assert answers.error == "NOT_READY"
    assert world.fatal == []


def test_a_launcher_that_fails_on_its_way_is_cut(make_world: MakeWorld) -> None:
    world = make_world()
    racing_to_throw(world)
    world.run_for(100)
    world.hands.break_signal("launcher_pwm", OSError("no such pin"))
    record = world.over()
    assert (record.loser, record.launch) == ("right", Launch.FAILED)
    assert world.changes("launcher_power")[-1][1] == 0


def test_after_a_failure_two_seconds_on_the_button_put_all_right(make_world: MakeWorld) -> None:
    world = make_world()
    racing_to_throw(world)
    world.hands.break_signal("launcher_pwm", OSError("no such pin"))
    world.over()
    world.hands.break_signal("launcher_pwm", None)
    world.button(2_100)
    world.run_for(3_000)
    assert world.unit.status().faults == ()
    assert world.win("left", "key-0002").launch is Launch.COMPLETED


def test_it_never_moves_at_the_start(make_world: MakeWorld) -> None:
    world = make_world()
    world.run_for(5_000)
    assert [c for c in world.trace if c[1].startswith("launcher")] == []


def test_what_is_driven_too_long_is_cut_at_the_tick(make_world: MakeWorld) -> None:
    world = make_world()
    on_ns = racing_to_throw(world)
    world.unit._thrower._timer.cancel()  # the loop lost the timer of the throw
    record = world.over()
    off_ns = world.last("launcher_power", 0)
    assert 1_200 * MS <= off_ns - on_ns <= 2_200 * MS
    assert (record.launch, record.loser) == (Launch.FAILED, "right")
    assert world.memory.tray_unknown


def test_a_unit_that_ends_in_a_throw_cuts_it_and_remembers(make_world: MakeWorld) -> None:
    world = make_world()
    racing_to_throw(world)
    world.run_for(100)
    world.unit.close()
    assert not world.powered
    world.run_for(100)
    assert world.memory.tray_unknown


def test_ten_showdowns_are_ten_throws(make_world: MakeWorld) -> None:
    world = make_world()
    sides = ["left", "right"] * 5
    for number, side in enumerate(sides):
        world.win(side, f"key-{number:04}")
    assert world.launches() == sides
    assert len(world.changes("launcher_power")) == 20
    assert world.now_ns - world.start_ns < 200 * S


@pytest.mark.parametrize(
    ("at_ms", "stall_ms", "launch"),
    [
        (5, 250, Launch.COMPLETED),
        (5, 600, Launch.FAILED),  # never tilted
        (300, 450, Launch.COMPLETED),
        (300, 600, Launch.FAILED),  # tilted, and no time left to come back
        (700, 700, Launch.COMPLETED),  # level long before
    ],
)
def test_a_throw_that_was_held_up_is_completed_only_where_the_tray_can_have_moved(
    make_world: MakeWorld, at_ms: int, stall_ms: int, launch: Launch
) -> None:
    world = make_world()
    on_ns = racing_to_throw(world)
    world.clock.call_at(on_ns + at_ms * MS, lambda: world.clock.spend(stall_ms * MS))
    record = world.over()
    assert (record.launch, record.loser) == (launch, "right")
    assert not world.powered
    assert world.unit.not_ready() == ([] if launch is Launch.COMPLETED else ["tray_unknown"])
