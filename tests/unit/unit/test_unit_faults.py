"""What the unit does when a part of it fails in the middle of a showdown."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from showdown_protocol.messages import Outcome, RecordState
from showdown_unit.journal_errors import StorageError
from showdown_unit.ports import Step
from unit_kit import KEY, MS, MakeWorld, S, World


def idle(_: World) -> None:
    """No showdown."""


def armed(world: World) -> None:
    world.armed()


def counting(world: World) -> None:
    world.counting()


def racing(world: World) -> None:
    world.racing()


def again(world: World) -> None:
    world.dead_heat(world.racing())
    world.run_until(lambda: world.word == "armed")


def _dead(world: World) -> None:
    """The unit says so in every way, once, and drives nothing any more."""
    assert len(world.fatal) == 1
    assert world.word == "fault"
    assert "fault" in world.unit.not_ready()
    assert [n.code for n in world.unit.status().faults] == ["FAULT"]
    assert [e.data["state"] for e in world.events if e.type == "state"] == ["ready", "fault"]
    assert not world.powered
    since_ns = world.now_ns
    world.run_for(3_000)
    assert len(world.fatal) == 1
    assert len(world.changes("lamp_red", since_ns)) in (11, 12, 13)  # 2 Hz
    assert {c for c in world.trace if c[0] > since_ns and c[2] and c[1] != "lamp_red"} == set()


@pytest.mark.parametrize("to_state", [idle, armed, counting, racing, again])
def test_a_dead_edge_source_is_noticed_at_the_next_tick(
    make_world: MakeWorld, to_state: Callable[[World], None]
) -> None:
    world = make_world()
    to_state(world)
    world.hands.kill_source()
    killed_ns = world.now_ns
    world.run_until(lambda: bool(world.fatal), 2)
    assert world.now_ns - killed_ns <= 1_001 * MS
    world.run_for(50)
    if to_state is not idle:
        record = world.get()
        assert (record.state, record.reason) == (RecordState.ABORTED, "fault")
        assert world.memory.kept[KEY].step is Step.DONE
    _dead(world)


@pytest.mark.parametrize("by_button", [False, True])
def test_a_start_on_its_way_to_the_disk_never_begins_on_a_dead_unit(
    make_world: MakeWorld, by_button: bool
) -> None:
    world = make_world()
    world.disk.hangs = lambda step: step is Step.ACCEPTED
    if by_button:
        world.button()
    else:
        world.start()
    world.run_for(10)
    world.hands.kill_source()
    world.run_until(lambda: bool(world.fatal), 2)
    world.disk.go_on()
    world.run_for(100)
    (record,) = world.page()
    assert (record.state, record.reason) == (RecordState.ABORTED, "fault")
    assert Step.MAY_LAUNCH not in [step for _, step, _ in world.disk.done]


def test_an_edge_source_that_dies_without_a_word_is_noticed_by_the_levels(
    make_world: MakeWorld,
) -> None:
    world = make_world()
    world.run_for(500)
    world.hands.level("paddle_left", True)
    changed_ns = world.now_ns
    world.run_until(lambda: bool(world.fatal), 3)
    assert world.now_ns - changed_ns <= 1_100 * MS
    _dead(world)


def test_a_level_that_is_ahead_of_its_edge_is_no_fault(make_world: MakeWorld) -> None:
    world = make_world()
    world.run_for(995)
    world.hands.level("paddle_left", True)
    world.run_for(15)  # the tick saw it
    world.hands.edge("paddle_left", True, moves_level=False)
    world.run_for(3_000)
    assert world.fatal == []


def test_a_fault_in_the_throw_cuts_it_and_the_verdict_stands(make_world: MakeWorld) -> None:
    world = make_world(launcher__hold_ms=550)
    world.run_for(300)  # the tick falls into the throw
    world.press("left", world.racing() + 200 * MS)
    world.run_until(lambda: world.word == "launching")
    world.hands.kill_source()
    world.unit._supervisor._tick()
    assert not world.powered
    record = world.over()
    assert (record.outcome, record.loser, record.launch) == (Outcome.WIN, "right", "failed")
    assert world.memory.tray_unknown
    assert len(world.fatal) == 1


@pytest.mark.parametrize("loser", ["left", "right"])
@pytest.mark.parametrize("false_start", [False, True])
def test_no_loser_is_named_once_edges_are_known_to_be_missing(
    make_world: MakeWorld, loser: str, false_start: bool
) -> None:
    """The source says so between the press and its verdict, long before the next tick."""
    world = make_world()
    at_ns = (world.counting() if false_start else world.racing()) + 200 * MS
    world.press(loser if false_start else {"left": "right", "right": "left"}[loser], at_ns)
    world.at(at_ns + 2 * MS, world.hands.kill_source)
    record = world.over()
    assert (record.state, record.reason) == (RecordState.ABORTED, "fault")
    assert (record.outcome, record.loser) == (None, None)
    assert world.launches() == []
    assert world.now_ns - at_ns < 50 * MS
    _dead(world)


SIGNALS = ["lamp_red", "lamp_amber", "lamp_green", "arrow_left", "buzzer"]


@pytest.mark.parametrize("to_state", [armed, counting])
@pytest.mark.parametrize("signal", SIGNALS)
def test_an_output_that_fails_in_the_race_aborts_it(
    make_world: MakeWorld, signal: str, to_state: Callable[[World], None]
) -> None:
    """What counts as failing is the next write: count, amber, or green."""
    world = make_world()
    to_state(world)
    world.hands.break_signal(signal, OSError("gone"))
    world.button()
    world.run_until(lambda: bool(world.fatal), 10)
    world.run_for(100)
    record = world.get()
    assert (record.state, record.reason) == (RecordState.ABORTED, "fault")
    assert "OSError: gone" in world.fatal[0]
    assert len(world.fatal) == 1
    assert world.launches() == []
    assert world.word == "fault"
    if signal != "lamp_red":
        since_ns = world.now_ns
        world.run_for(1_000)
        assert len(world.changes("lamp_red", since_ns)) == 4  # it still blinks


def test_an_output_that_fails_at_the_verdict_leaves_the_verdict(make_world: MakeWorld) -> None:
    world = make_world()
    count_ns = world.counting()
    world.run_for(100)
    world.hands.break_signal("arrow_left", OSError("gone"))
    world.press("left", count_ns + 500 * MS)
    record = world.over()
    assert (record.outcome, record.loser, record.launch) == (
        Outcome.FALSE_START,
        "left",
        "failed",
    )
    assert not world.powered
    assert len(world.fatal) == 1


@pytest.mark.parametrize("side", ["left", "right"])
def test_a_paddle_that_cannot_be_read_in_the_race_aborts_it(
    make_world: MakeWorld, side: str
) -> None:
    world = make_world()
    green_ns = world.racing()
    world.hands.break_signal(f"paddle_{side}", OSError("gone"))
    world.at(green_ns + 100 * MS, lambda: world.hands.edge(f"paddle_{side}", True))
    world.run_until(lambda: bool(world.fatal), 10)
    world.run_for(100)
    record = world.get()
    assert (record.state, record.reason) == (RecordState.ABORTED, "fault")
    assert world.launches() == []
    _dead(world)


def test_a_paddle_that_cannot_be_read_for_status_is_a_fault_and_status_says_so(
    make_world: MakeWorld,
) -> None:
    world = make_world()
    world.hands.break_signal("paddle_left", OSError("gone"))
    status = world.unit.status()
    assert (status.state, status.paddles) == ("fault", ())
    assert [n.code for n in status.faults] == ["FAULT"]


def test_a_timer_button_that_cannot_be_read_is_a_fault(make_world: MakeWorld) -> None:
    world = make_world()
    world.hands.break_signal("timer_button", OSError("gone"))
    world.hands.edge("timer_button", True)
    world.run_until(lambda: bool(world.fatal), 2)
    _dead(world)


@pytest.mark.parametrize("to_state", [idle, again])
def test_a_lamp_that_fails_while_it_blinks_is_a_fault(
    make_world: MakeWorld, to_state: Callable[[World], None]
) -> None:
    world = make_world()
    to_state(world)
    world.hands.break_signal("lamp_amber", OSError("gone"))
    world.run_until(lambda: bool(world.fatal), 3)
    assert len(world.fatal) == 1


# --- the disk -------------------------------------------------------------------------------


def test_a_disk_that_hangs_on_may_launch_lights_nothing(make_world: MakeWorld) -> None:
    world = make_world(referee__held_limit_s=10)
    world.armed()
    world.disk.hangs = lambda step: step is Step.MAY_LAUNCH
    at_ns = world.button()
    world.run_until(lambda: "A" in world.lit and world.lit != "RA", 20)
    assert world.now_ns - at_ns == pytest.approx(10_300 * MS, abs=30 * MS)
    assert [n.code for n in world.unit.status().faults] == ["STORAGE"]
    assert world.unit.active_key() == KEY  # not public before it is durable
    world.disk.go_on()
    record = world.over()
    assert (record.state, record.reason) == (RecordState.ABORTED, "storage")
    assert world.changes("lamp_green") == []
    assert world.unit.status().faults == ()
    assert world.launches() == []


def test_may_launch_that_fails_aborts_before_anything_is_lit(make_world: MakeWorld) -> None:
    world = make_world()
    world.armed()
    world.disk.fail = lambda step: StorageError("full") if step is Step.MAY_LAUNCH else None
    at_ns = world.button()
    record = world.over()
    assert world.now_ns - at_ns < 500 * MS
    assert (record.state, record.reason) == (RecordState.ABORTED, "storage")
    assert "showdown.state counting" not in world.kinds()
    world.disk.fail = lambda _: None
    world.run_for(200)
    assert world.win(key="key-0002").outcome is Outcome.WIN


def test_a_result_that_fails_is_told_as_not_durable_and_done_still_comes(
    make_world: MakeWorld,
) -> None:
    world = make_world()
    green_ns = world.racing()
    world.disk.fail = lambda step: StorageError("full") if step is Step.RESULT else None
    world.press("left", green_ns + 200 * MS)
    result, _ = world.wait(until="result")
    world.run_until(lambda: world.word == "launching")
    told = world.event("showdown.result").data["record"]
    assert (told["durable"], told["loser"]) == (False, "right")
    assert (result.record.durable, result.record.loser) == (False, "right")
    assert world.kinds()[-2:] == ["fault", "showdown.result"]
    record = world.over()
    assert (record.durable, record.launch) == (True, "completed")
    assert world.kinds()[-2:] == ["fault.cleared", "showdown.done"]
    assert world.memory.kept[KEY].record.durable
    assert world.launches() == ["right"]


def test_a_done_that_fails_is_told_as_not_durable_and_written_when_the_disk_works_again(
    make_world: MakeWorld,
) -> None:
    world = make_world()
    green_ns = world.racing()
    fails = StorageError("full")
    world.disk.fail = lambda step: fails if step in (Step.RESULT, Step.DONE) else None
    world.press("left", green_ns + 200 * MS)
    record = world.over()
    assert (record.state, record.outcome, record.durable) == (
        RecordState.DONE,
        Outcome.WIN,
        False,
    )
    assert world.page()[0].durable is False
    assert world.memory.kept[KEY].step is Step.MAY_LAUNCH
    world.run_for(3_000)
    assert [n.code for n in world.unit.status().faults] == ["STORAGE"]
    world.disk.fail = lambda _: None
    world.run_for(1_100)
    assert world.unit.status().faults == ()
    assert world.memory.kept[KEY].step is Step.DONE
    assert world.get() == world.page()[0]
    assert world.get().durable is True


def test_an_unsaved_record_is_answered_after_the_next_showdown_too(make_world: MakeWorld) -> None:
    world = make_world()
    world.racing()
    world.disk.fail = lambda step: StorageError("full") if step is Step.DONE else None
    world.press("left")
    world.over()
    world.win(key="key-0002")
    assert [(r.key, r.state.value, r.durable) for r in world.page()] == [
        ("key-0002", "done", False),
        (KEY, "done", False),
    ]


def test_a_slow_disk_is_told_while_it_is_slow(make_world: MakeWorld) -> None:
    world = make_world()
    world.disk.delay_ns = 8 * S
    world.start()
    world.run_for(8_500)  # the look-up is no write
    assert world.unit.faults.notes() == ()
    world.run_for(7_000)
    assert [n.code for n in world.unit.faults.notes()] == ["STORAGE"]
    world.run_for(1_000)
    assert world.unit.faults.notes() == ()


def test_a_disk_that_hangs_gets_no_heap_of_the_same_write(make_world: MakeWorld) -> None:
    world = make_world()
    world.disk.fail = lambda step: StorageError("full") if step is Step.DONE else None
    world.win()
    writes = world.disk.writes
    world.disk.fail = lambda _: None
    world.disk.hangs = lambda step: step is Step.DONE
    world.run_for(30_000)
    world.disk.go_on()
    world.run_for(500)
    assert world.disk.writes <= writes + 2
    assert world.memory.kept[KEY].step is Step.DONE
