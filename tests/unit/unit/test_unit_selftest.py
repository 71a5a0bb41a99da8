"""The self-test on a whole unit: when it may run, what it shows, and that all is off afterwards."""

from __future__ import annotations

from typing import Any

import pytest

from selftest_kit import (
    end,
    ends,
    hold_button,
    on_step,
    on_steps,
    outputs_off,
    run,
    steps,
    wire_loop,
)
from showdown_protocol.errors import WireError
from showdown_protocol.messages import LauncherStatus
from showdown_protocol.selftest_messages import PARTS
from showdown_unit import selftest
from showdown_unit.journal_errors import StorageError
from unit_kit import KEY, MS, MakeWorld, S, World


def refused(world: World, part: str = "lamps") -> tuple[str, Any]:
    with pytest.raises(WireError) as error:
        world.unit.selftest(part)
    return error.value.name, error.value.data


# --- when it may run ----------------------------------------------------------------------------


def test_the_protocol_s_parts_are_the_unit_s():
    assert tuple(selftest.PARTS) == PARTS


@pytest.mark.parametrize("part", PARTS)
def test_a_part_begins_at_once_and_makes_the_unit_not_ready(make_world: MakeWorld, part: str):
    world = make_world()
    assert world.word == "ready"
    result = world.unit.selftest(part)
    assert result.part == part
    assert (world.word, world.unit.not_ready()) == ("not_ready", ["selftest"])
    assert world.event("state").data == {"state": "not_ready", "not_ready": ["selftest"]}


@pytest.mark.parametrize("part", PARTS)
def test_no_part_outlives_the_limit_that_it_named(make_world: MakeWorld, part: str):
    world = make_world()
    result = world.unit.selftest(part)
    world.run_for(result.limit_ms)
    assert len(ends(world)) == 1
    assert world.word == "ready"


def test_a_running_showdown_refuses_it(make_world: MakeWorld):
    world = make_world()
    world.armed()
    assert refused(world) == ("BUSY", {"active": KEY})


def test_a_start_on_its_way_to_the_disk_refuses_it(make_world: MakeWorld):
    world = make_world()
    world.start()
    world.run_until(lambda: world.unit.active_key() is not None)
    assert refused(world) == ("BUSY", {"active": KEY})


def test_a_dead_unit_refuses_it(make_world: MakeWorld):
    world = make_world()
    world.hands.kill_source()
    world.run_for(1100)
    assert refused(world) == ("NOT_READY", {"reasons": ["fault"]})


def test_a_unit_that_goes_down_refuses_it(make_world: MakeWorld):
    world = make_world()
    world.unit.shutdown(lambda: None)
    assert refused(world) == ("SHUTTING_DOWN", {})


def test_another_part_is_refused_while_one_runs(make_world: MakeWorld):
    world = make_world()
    world.unit.selftest("lamps")
    assert refused(world, "arrow") == ("NOT_READY", {"reasons": ["selftest"]})


def test_the_same_part_again_begins_nothing(make_world: MakeWorld):
    world = make_world()
    first = world.unit.selftest("lamps")
    world.run_for(500)
    assert world.unit.selftest("lamps") == first
    end(world)
    assert steps(world) == ["red", "amber", "green", "buzzer"]


def test_a_start_meanwhile_is_not_ready(make_world: MakeWorld):
    world = make_world()
    world.unit.selftest("lamps")
    answer = world.start()
    world.run_for(50)
    error = answer.one
    assert isinstance(error, WireError)
    assert (error.name, error.data) == ("NOT_READY", {"reasons": ["selftest"]})
    end(world)
    assert world.get().state == "unknown"
    assert world.started().state == "accepted"


def test_the_button_starts_nothing_meanwhile(make_world: MakeWorld):
    world = make_world(unit__standalone="always")
    world.unit.selftest("lamps")
    world.run_for(100)
    world.button()
    end(world)
    world.run_for(1000)
    assert world.unit.active_key() is None
    world.button()
    world.run_for(500)
    assert world.unit.active_key() is not None


def test_it_takes_the_place_of_a_result_that_still_stands(make_world: MakeWorld):
    world = make_world()
    world.win()
    assert world.lit == "G"
    world.unit.selftest("arrow")
    assert world.lit == ""
    world.run_for(5000)
    assert world.word == "ready"


# --- what is shown ------------------------------------------------------------------------------


def test_lamps_light_one_after_the_other_alone_then_the_buzzer(make_world: MakeWorld):
    world = make_world()
    seen: list[str] = []
    on_steps(world, lambda step: seen.append(world.lit))
    assert run(world, "lamps") == {"part": "lamps", "result": "shown"}
    assert seen == ["R", "A", "G", ""]
    ((on_ns, _), (off_ns, _)) = world.changes("buzzer")
    assert 300 * MS <= off_ns - on_ns < 301 * MS


def test_a_board_without_a_buzzer_is_not_asked_for_one(make_world: MakeWorld):
    world = make_world(board="default")
    run(world, "lamps")
    assert steps(world) == ["red", "amber", "green"]


def test_the_arrow_points_left_then_right(make_world: MakeWorld):
    world = make_world()
    seen: list[str] = []
    on_steps(world, lambda step: seen.append(f"{step} {world.arrow}"))
    assert run(world, "arrow") == {"part": "arrow", "result": "shown"}
    assert seen == ["left <", "right >"]


def test_the_link_s_events_are_numbered(make_world: MakeWorld):
    world = make_world()
    data = run(world, "link")
    assert data == {"part": "link", "result": "passed", "measured": {"sent_events": 20}}
    assert steps(world) == [str(number) for number in range(1, 21)]


# --- paddles ------------------------------------------------------------------------------------


def press_line(world: World, line: str, bounces_us: tuple[int, ...] = ()) -> None:
    """One press of 80 ms of a paddle or the button, with bounces at its beginning."""
    now_ns = world.now_ns + 200 * MS
    active = True
    for offset_us in (0, *bounces_us):
        world.at(now_ns + offset_us * 1000, lambda a=active: world.hands.edge(line, a))  # type: ignore[misc]
        active = not active
    world.at(now_ns + 80 * MS, lambda: world.hands.edge(line, False))


def obedient(world: World, bounces_us: tuple[int, ...] = ()) -> None:
    """Does what each step says."""
    for line in ("paddle_left", "paddle_right", "timer_button"):
        on_step(world, line, lambda line=line: press_line(world, line, bounces_us))  # type: ignore[misc]


def test_paddles_that_tell_of_themselves_pass(make_world: MakeWorld):
    world = make_world()
    obedient(world, (400, 900))
    assert run(world, "paddles") == {
        "part": "paddles",
        "result": "passed",
        "measured": {
            "paddle_left_bounce_us": 900,
            "paddle_left_edges": 4,
            "paddle_right_bounce_us": 900,
            "paddle_right_edges": 4,
            "timer_button_bounce_us": 900,
            "timer_button_edges": 4,
            "resting_edges": 0,
        },
    }


def test_first_edges_that_the_kernel_merged_are_told_where_the_backend_counts_them(
    make_world: MakeWorld,
):
    world = make_world()
    factory: Any = world.hardware.factory
    factory.merged_firsts = 5
    obedient(world)
    on_step(world, "paddle_right", lambda: setattr(factory, "merged_firsts", 7))
    assert run(world, "paddles")["measured"]["merged_firsts"] == 2


def test_swapped_paddles_fail_by_name(make_world: MakeWorld):
    world = make_world()
    on_step(world, "paddle_left", lambda: press_line(world, "paddle_right"))
    data = run(world, "paddles")
    assert (data["result"], data["reason"]) == ("failed", "paddle_left_is_paddle_right")


def test_a_paddle_that_moves_the_other_fails(make_world: MakeWorld):
    world = make_world()

    def both() -> None:
        press_line(world, "paddle_left")
        world.at(world.now_ns + 201 * MS, lambda: world.hands.press("right"))
        world.at(world.now_ns + 220 * MS, lambda: world.hands.release("right"))

    on_step(world, "paddle_left", both)
    assert run(world, "paddles")["reason"] == "paddle_left_moves_paddle_right"


def test_a_silent_paddle_fails(make_world: MakeWorld):
    world = make_world()
    on_step(world, "paddle_left", lambda: press_line(world, "paddle_left"))
    data = run(world, "paddles")
    assert data["reason"] == "silent_paddle_right"
    assert data["measured"]["paddle_left_edges"] == 2


def test_a_paddle_that_is_down_all_the_time_fails(make_world: MakeWorld):
    world = make_world()
    world.hands.press("left")
    assert run(world, "paddles")["reason"] == "held_paddle_left"


def test_resting_hands_that_press_fail(make_world: MakeWorld):
    world = make_world()
    obedient(world)
    on_step(world, "rest", lambda: press_line(world, "paddle_right"))
    data = run(world, "paddles")
    assert (data["reason"], data["measured"]["resting_edges"]) == ("resting_hands_press", 2)


# --- launcher -----------------------------------------------------------------------------------


def moved(world: World) -> bool:
    return bool(world.changes("launcher_power")) or bool(world.changes("launcher_pwm"))


def test_the_launcher_tips_left_then_right_while_the_button_is_held(make_world: MakeWorld):
    world = make_world()
    on_step(world, "hold", lambda: hold_button(world, 6000))
    assert run(world, "launcher") == {"part": "launcher", "result": "shown"}
    assert world.launches() == ["left", "right"]
    on = [ns for ns, value in world.changes("launcher_power") if value]
    off = [ns for ns, value in world.changes("launcher_power") if not value]
    assert len(on) == len(off) == 2
    assert all(b - a <= 1200 * MS for a, b in zip(on, off, strict=True))
    assert outputs_off(world)


def test_without_the_held_button_the_launcher_stays(make_world: MakeWorld):
    world = make_world(tray_unknown=True)
    assert run(world, "launcher") == {"part": "launcher", "result": "failed", "reason": "not_held"}
    assert not moved(world)
    assert world.memory.tray_unknown


def test_a_short_press_moves_nothing(make_world: MakeWorld):
    world = make_world()
    on_step(world, "hold", lambda: hold_button(world, 900))
    assert run(world, "launcher")["reason"] == "not_held"
    assert not moved(world)


def test_a_button_that_is_stuck_down_moves_nothing(make_world: MakeWorld):
    world = make_world()
    world.hands.button(True)
    assert run(world, "launcher")["reason"] == "button_stuck"
    assert not moved(world)


def test_that_the_tray_is_unknown_is_durable_before_it_moves(make_world: MakeWorld):
    world = make_world()
    on_step(world, "hold", lambda: hold_button(world, 6000))
    world.unit.selftest("launcher")
    world.run_until(lambda: world.powered)
    assert world.memory.tray_unknown


def test_a_disk_that_refuses_keeps_the_launcher_still(make_world: MakeWorld):
    world = make_world()
    world.disk.fail = lambda step: StorageError("full")
    on_step(world, "hold", lambda: hold_button(world, 6000))
    assert run(world, "launcher")["reason"] == "storage"
    assert not moved(world)
    assert "tray_unknown" not in world.unit.not_ready()


def test_a_launcher_that_came_back_level_clears_the_unknown_tray(make_world: MakeWorld):
    world = make_world(tray_unknown=True)
    on_step(world, "hold", lambda: hold_button(world, 6000))
    run(world, "launcher")
    world.run_for(50)
    assert (world.word, world.memory.tray_unknown) == ("ready", False)


@pytest.mark.parametrize("hold_ms", [1300, 2600])
def test_letting_go_stops_the_launcher_and_the_tray_is_unknown(
    make_world: MakeWorld, hold_ms: float
):
    world = make_world()
    on_step(world, "hold", lambda: hold_button(world, hold_ms))
    assert run(world, "launcher")["reason"] == "released"
    assert outputs_off(world)
    world.run_for(50)
    assert world.unit.not_ready() == ["tray_unknown"]
    assert world.memory.tray_unknown


def test_letting_go_stops_it_within_20_ms(make_world: MakeWorld):
    world = make_world()
    on_step(world, "hold", lambda: hold_button(world, 1300))
    world.unit.selftest("launcher")
    world.run_until(lambda: world.powered)
    world.run_until(lambda: not world.hardware.button.pressed)
    world.run_for(20)
    assert not world.powered


def test_a_hold_that_began_in_a_test_says_nothing_of_the_tray(make_world: MakeWorld):
    world = make_world(tray_unknown=True)
    world.unit.selftest("lamps")
    world.run_for(6000)
    hold_button(world, 4000)
    end(world)
    world.run_for(4000)
    assert world.unit.not_ready() == ["tray_unknown"]


# --- ends ---------------------------------------------------------------------------------------


MIDDLES = ("lamps", "arrow", "launcher", "timing")


def to_middle(world: World, part: str) -> None:
    """Run to where something is on."""
    on_step(world, "hold", lambda: hold_button(world, 9000))
    if part == "timing":
        wire_loop(world)
    world.unit.selftest(part)
    lit = {
        "lamps": lambda: world.lit == "G",
        "arrow": lambda: world.arrow == ">",
        "launcher": lambda: bool(world.launches()),
        "timing": lambda: world.arrow == "<" and "edges" in steps(world),
    }
    world.run_until(lit[part])


@pytest.mark.parametrize("part", MIDDLES)
def test_a_stop_switches_everything_off(make_world: MakeWorld, part: str):
    world = make_world()
    to_middle(world, part)
    assert world.unit.selftest("stop").limit_ms == 0
    assert outputs_off(world)
    assert ends(world) == [{"part": part, "result": "stopped", "reason": "asked"}]
    world.run_for(3000)
    assert world.unit.not_ready() == (["tray_unknown"] if part == "launcher" else [])


def test_a_stop_in_mid_throw_ends_the_throw_and_says_so(make_world: MakeWorld):
    world = make_world()
    to_middle(world, "launcher")
    world.unit.selftest("stop")
    status = world.unit.status()
    assert status.launcher == LauncherStatus(state="off", powered=False)
    assert [fault.code for fault in status.faults] == ["LAUNCHER"]
    count = len(world.changes("launcher_pwm"))
    world.run_for(3000)
    assert len(world.changes("launcher_pwm")) == count


def test_a_stop_silences_the_buzzer(make_world: MakeWorld):
    world = make_world()
    world.unit.selftest("lamps")
    world.run_until(lambda: "buzzer" in steps(world))
    world.unit.selftest("stop")
    assert outputs_off(world)


def test_a_stop_where_nothing_runs_does_nothing(make_world: MakeWorld):
    world = make_world()
    assert world.unit.selftest("stop").part == "stop"
    world.armed()
    assert world.unit.selftest("stop").part == "stop"
    assert (ends(world), world.get().state) == ([], "armed")


@pytest.mark.parametrize("part", MIDDLES)
def test_it_ends_with_the_session_that_held_control(make_world: MakeWorld, part: str):
    world = make_world()
    world.unit.control_changed(True)
    to_middle(world, part)
    world.unit.control_changed(False)
    assert outputs_off(world)
    assert ends(world)[0]["reason"] == "control_lost"


@pytest.mark.parametrize("part", MIDDLES)
def test_it_ends_at_shutdown(make_world: MakeWorld, part: str):
    world = make_world()
    to_middle(world, part)
    down: list[bool] = []
    world.unit.shutdown(lambda: down.append(True))
    assert outputs_off(world)
    assert ends(world)[0]["reason"] == "shutdown"
    assert down == [True]


@pytest.mark.parametrize("part", MIDDLES)
def test_a_fault_ends_it_and_shows_red(make_world: MakeWorld, part: str):
    world = make_world()
    to_middle(world, part)
    world.hands.kill_source()
    world.run_until(lambda: bool(world.fatal))
    assert [data["reason"] for data in ends(world)] == ["fault"]
    assert outputs_off(world)
    assert world.lit in ("R", "")
    assert world.word == "fault"


@pytest.mark.parametrize(
    ("part", "signal"), [("lamps", "lamp_amber"), ("arrow", "arrow_right"), ("lamps", "buzzer")]
)
def test_a_pin_that_fails_ends_it_and_the_unit(make_world: MakeWorld, part: str, signal: str):
    world = make_world()
    world.unit.selftest(part)
    world.run_for(100)
    world.hands.break_signal(signal, OSError("gone"))
    world.run_until(lambda: bool(world.fatal))
    assert [data["reason"] for data in ends(world)] == ["fault"]
    assert len(world.fatal) == 1
    world.hands.break_signal(signal, None)
    assert outputs_off(world)


def test_a_servo_that_fails_makes_the_tray_unknown(make_world: MakeWorld):
    world = make_world()
    on_step(world, "hold", lambda: hold_button(world, 6000))
    world.unit.selftest("launcher")
    world.run_until(lambda: world.powered)
    world.hands.break_signal("launcher_pwm", OSError("gone"))
    data = end(world)
    assert data["result"] == "failed"
    world.hands.break_signal("launcher_pwm", None)
    assert "tray_unknown" in world.unit.not_ready()
    assert world.unit.status().launcher == LauncherStatus(state="off", powered=False)


def test_a_closed_unit_runs_nothing_any_more(make_world: MakeWorld):
    world = make_world()
    to_middle(world, "lamps")
    world.unit.close()
    world.run_for(10_000)
    assert outputs_off(world)
    assert world.lit == ""


def test_showdowns_go_on_as_before_afterwards(make_world: MakeWorld):
    world = make_world()
    for part in ("lamps", "arrow"):
        run(world, part)
    on_step(world, "hold", lambda: hold_button(world, 6000))
    run(world, "launcher")
    world.run_for(3 * S / MS)
    assert world.win().outcome == "win"
