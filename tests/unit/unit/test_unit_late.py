"""Edges that come too late or out of order, a held paddle, and the collector meanwhile."""

from __future__ import annotations

import gc
from collections.abc import Callable
from itertools import pairwise

import pytest

from showdown_protocol.messages import Outcome, RecordState
from showdown_unit.journal_errors import StorageError
from showdown_unit.ports import Step
from unit_kit import KEY, MS, MakeWorld, S, World


def race_with_late_edges(world: World, at_ms: float) -> None:
    """Left is seen to win at 200 ms; right's edges of 190 ms arrive at `at_ms` after green."""
    green_ns = world.racing()
    world.press("left", green_ns + 200 * MS)
    for after_ms, active in ((190, True), (195, False)):
        stamp_ns = green_ns + after_ms * MS

        def arrive(stamp_ns: int = stamp_ns, active: bool = active) -> None:
            world.hands.edge("paddle_right", active, stamp_ns, moves_level=False)

        world.at(green_ns + round(at_ms * MS), arrive)


@pytest.mark.parametrize("at_ms", [207, 300, 600])
def test_late_edges_before_done_make_it_contested_and_change_nothing(
    make_world: MakeWorld, at_ms: float
) -> None:
    world = make_world()
    race_with_late_edges(world, at_ms)
    record = world.over()
    assert (record.outcome, record.loser, record.contested) == (Outcome.WIN, "right", True)
    assert world.launches() == ["right"]
    assert world.memory.kept[KEY].record.contested
    assert world.kinds(KEY).count("showdown.done") == 1
    counters = world.unit.counters
    assert (counters["late_edges"], counters["contested"]) == (2, 1)
    assert counters["late_by_us_max"] == pytest.approx((at_ms - 205) * 1000, abs=200)


@pytest.mark.parametrize("at_ms", [2_000, 6_000])
def test_late_edges_after_done_rewrite_the_record_and_tell_it(
    make_world: MakeWorld, at_ms: float
) -> None:
    world = make_world()
    race_with_late_edges(world, at_ms)
    before = world.over()
    assert not before.contested
    world.run_for(at_ms)
    record = world.get()
    assert (record.outcome, record.loser, record.contested) == (Outcome.WIN, "right", True)
    assert world.memory.kept[KEY].record.contested
    assert world.kinds(KEY)[-2:] == ["showdown.done", "showdown.done"]
    assert world.event("showdown.done").data["record"]["contested"] is True
    assert record.seq == world.event("showdown.done").seq
    assert world.lines(0, 1).record.loser == "right"
    assert world.get().contested


def test_late_edges_while_done_is_being_written_are_written_after_it(
    make_world: MakeWorld,
) -> None:
    world = make_world()
    world.disk.hangs = lambda step: step is Step.DONE
    race_with_late_edges(world, 2_000)
    world.run_for(3_000)
    assert world.unit.counters["contested"] == 1
    assert not world.get().contested
    world.disk.go_on()
    record = world.over()
    assert record.contested
    assert [r.contested for _, step, r in world.disk.done if step is Step.DONE] == [False, True]
    told = [e.data["record"]["contested"] for e in world.events if e.type == "showdown.done"]
    assert told == [False, True]


def test_late_edges_while_lines_are_being_written_lose_neither(make_world: MakeWorld) -> None:
    world = make_world(unit__lines="always")
    race_with_late_edges(world, 3_000)
    world.over()
    world.disk.hangs = lambda step: step is Step.DONE
    lines = world.lines(2, 0)
    world.run_for(2_500)
    assert world.unit.counters["contested"] == 1
    world.disk.go_on()
    world.run_for(100)
    assert lines.record.loser == "left"
    record = world.get()
    assert (record.loser, record.decided_by, record.contested) == ("left", "lines", True)
    assert world.memory.kept[KEY].record.contested


def test_contested_that_cannot_be_written_is_written_later(make_world: MakeWorld) -> None:
    world = make_world()
    race_with_late_edges(world, 2_000)
    world.over()
    world.disk.fail = lambda _: StorageError("full")
    world.run_for(2_000)
    record = world.get()
    assert (record.contested, record.durable) == (True, False)
    world.disk.fail = lambda _: None
    world.run_for(1_100)
    record = world.get()
    assert (record.contested, record.durable) == (True, True)
    assert world.memory.kept[KEY].record == world.memory.kept[KEY].record
    assert world.memory.kept[KEY].record.durable


def test_late_edges_that_would_change_nothing_are_only_counted(make_world: MakeWorld) -> None:
    world = make_world()
    green_ns = world.racing()
    world.press("left", green_ns + 200 * MS)
    for after_ms, active in ((203, True), (204.5, False)):
        stamp_ns = green_ns + round(after_ms * MS)
        world.at(
            green_ns + 400 * MS,
            lambda stamp_ns=stamp_ns, active=active: world.hands.edge(
                "paddle_right", active, stamp_ns, moves_level=False
            ),
        )
    record = world.over()
    assert not record.contested
    assert record.margin_us == 3_000  # and it is the slower press
    assert world.unit.counters["late_edges"] == 2


def test_late_edges_of_an_attempt_before_the_last_contest_that_attempt(
    make_world: MakeWorld,
) -> None:
    world = make_world()
    green_ns = world.racing()
    world.dead_heat(green_ns)
    world.run_until(lambda: world.word == "armed")
    for after_ms, active in ((150, True), (155, False)):
        world.hands.edge("paddle_left", active, green_ns + after_ms * MS, moves_level=False)
    world.to_count()
    world.press("left", world.to_green() + 200 * MS)
    record = world.over()
    assert [a.contested for a in record.attempts] == [True]
    assert (record.contested, record.outcome) == (True, Outcome.WIN)


# --- before the count -----------------------------------------------------------------------


def test_an_edge_from_before_the_count_lamp_puts_the_count_back(make_world: MakeWorld) -> None:
    world = make_world()
    count_ns = world.counting()
    for after_ms, active in ((-5, True), (-2, False)):
        world.at(
            count_ns + 300 * MS,
            lambda after_ms=after_ms, active=active: world.hands.edge(
                "paddle_left", active, count_ns + after_ms * MS, moves_level=False
            ),
        )
    world.run_for(310)
    assert world.unit.counters["put_backs"] == 1
    again_ns = world.last("lamp_amber", 0)
    assert 300 * MS < again_ns - count_ns < 301 * MS
    assert world.to_hold() - again_ns >= world.limits.count_ns
    world.press("right", world.to_green() + 100 * MS)
    record = world.over()
    assert (record.outcome, record.loser, record.attempts) == (Outcome.WIN, "left", ())
    assert world.unit.counters["launches"] == 1


def test_a_held_paddle_is_named_and_the_record_stays_armed(make_world: MakeWorld) -> None:
    world = make_world()
    world.armed()
    world.hands.press("right")
    world.button()
    world.run_for(500)
    assert world.get().state is RecordState.ARMED
    assert list(world.event("showdown.state").data["held"]) == ["right"]
    world.hands.release("right")
    world.to_count()
    assert world.kinds(KEY)[-1] == "showdown.state counting"
    held = [list(e.data["held"]) for e in world.events if "held" in e.data]
    assert held == [["right"], []]


def test_a_paddle_held_too_long_aborts(make_world: MakeWorld) -> None:
    world = make_world(referee__held_limit_s=5)
    world.armed()
    world.hands.press("left")
    at_ns = world.button()
    record = world.over()
    assert (record.state, record.reason) == (RecordState.ABORTED, "paddle_held")
    assert world.durable_at(Step.DONE) - at_ns == pytest.approx(5_300 * MS, abs=20 * MS)
    assert world.arrow == ""
    assert world.launches() == []


# --- the collector --------------------------------------------------------------------------


def win(world: World) -> None:
    world.press("left", world.to_green() + 200 * MS)
    world.run_until(lambda: world.powered)


def false_start(world: World) -> None:
    world.press("left", world.now_ns + 100 * MS)
    world.run_until(lambda: world.powered)


def dead_heat(world: World) -> None:
    world.dead_heat(world.to_green())
    world.run_until(lambda: world.word == "armed")


def cancel(world: World) -> None:
    world.cancel()
    world.over()


def shutdown(world: World) -> None:
    world.unit.shutdown(lambda: None)
    world.over()


def fault(world: World) -> None:
    world.hands.kill_source()
    world.run_until(lambda: bool(world.fatal))


def broken(world: World) -> None:
    world.hands.break_signal("lamp_green", OSError("gone"))
    world.run_until(lambda: bool(world.fatal))


def put_back(world: World) -> None:
    world.hands.edge("paddle_left", True, world.now_ns - 200 * MS)  # and is held
    world.run_until(lambda: world.word == "armed")


def no_press(world: World) -> None:
    world.over()


def close(world: World) -> None:
    world.unit.close()


ENDINGS = [win, false_start, dead_heat, cancel, shutdown, fault, broken, put_back, no_press, close]


@pytest.mark.parametrize("ending", ENDINGS)
def test_garbage_is_not_collected_from_the_first_count_lamp_to_the_verdict(
    make_world: MakeWorld, ending: Callable[[World], None]
) -> None:
    world = make_world()
    world.armed()
    assert gc.isenabled()
    world.button()
    world.to_count()
    assert not gc.isenabled()
    ending(world)
    assert gc.isenabled()


def test_it_is_off_again_in_the_next_attempt(make_world: MakeWorld) -> None:
    world = make_world()
    world.dead_heat(world.racing())
    world.run_until(lambda: world.word == "armed")
    world.to_count()
    assert not gc.isenabled()
    win(world)
    assert gc.isenabled()


@pytest.mark.parametrize(
    ("stall_s", "outcome", "loser"), [(0.1, "win", "right"), (11, "win", "right")]
)
def test_a_unit_that_was_stopped_in_the_race_judges_what_was_pressed_meanwhile(
    make_world: MakeWorld, stall_s: float, outcome: str, loser: str
) -> None:
    world = make_world()
    green_ns = world.racing()
    back_ns = green_ns + 1 * S + round(stall_s * S)
    world.clock.call_at(green_ns + 1 * S, lambda: world.clock.spend(round(stall_s * S)))
    press_ns = green_ns + 1 * S + 50 * MS

    def the_pin_thread_goes_on() -> None:
        world.hands.edge("paddle_left", True, press_ns)
        world.hands.edge("paddle_left", False, press_ns + 30 * MS)

    world.at(back_ns + 1 * MS, the_pin_thread_goes_on)
    record = world.over()
    assert (record.outcome, record.loser, record.contested) == (outcome, loser, False)
    assert world.launches() == [loser]


def test_a_unit_that_was_stopped_in_the_hold_lights_no_green_after_a_press(
    make_world: MakeWorld,
) -> None:
    world = make_world()
    world.counting()
    amber_ns = world.to_hold()
    world.clock.call_at(amber_ns + 100 * MS, lambda: world.clock.spend(10 * S))
    press_ns = amber_ns + 200 * MS

    def the_pin_thread_goes_on() -> None:
        world.hands.edge("paddle_left", True, press_ns)
        world.hands.edge("paddle_left", False, press_ns + 30 * MS)

    world.at(amber_ns + 10_101 * MS, the_pin_thread_goes_on)
    record = world.over()
    assert (record.outcome, record.loser) == ("false_start", "left")
    assert world.changes("lamp_green") == []


def test_a_line_that_never_rests_silences_the_unit_for_a_moment_at_most(
    make_world: MakeWorld,
) -> None:
    world = make_world()
    world.counting()
    turns: list[int] = []

    def turn() -> None:
        turns.append(world.now_ns)
        world.clock.call_at(world.now_ns + 20 * MS, turn)

    def spike() -> None:
        world.press("left", hold_ms=0.1)
        world.at(world.now_ns + 5_500_000, spike)

    turn()
    spike()
    world.run_until(lambda: world.word == "armed")
    assert [attempt.reason for attempt in world.get().attempts] == ["edge_storm"]
    assert max(later - turn for turn, later in pairwise(turns)) < 250 * MS
