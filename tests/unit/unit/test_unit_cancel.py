"""`showdown.cancel`, and the button held: what takes effect, and what stands."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from showdown_protocol.errors import WireError
from showdown_protocol.messages import Outcome, RecordState
from showdown_unit.journal_errors import StorageError
from showdown_unit.ports import Step
from unit_kit import KEY, MS, MakeWorld, World

NO_CONTROL = WireError("NOT_CONTROLLER")


def armed(world: World) -> None:
    world.armed()


def clearing(world: World) -> None:
    world.armed()
    world.button()


def held(world: World) -> None:
    world.armed()
    world.hands.press("left")
    world.button()
    world.run_for(500)


def counting(world: World) -> None:
    world.counting()


def holding(world: World) -> None:
    world.counting()
    world.to_hold()


def racing(world: World) -> None:
    world.racing()


def again(world: World) -> None:
    world.dead_heat(world.racing())
    world.run_until(lambda: world.word == "armed")


BEFORE_A_PRESS = [armed, clearing, held, counting, holding, racing, again]


@pytest.mark.parametrize("to_state", BEFORE_A_PRESS)
def test_a_cancel_takes_effect_before_any_press(
    make_world: MakeWorld, to_state: Callable[[World], None]
) -> None:
    world = make_world()
    to_state(world)
    answers = world.cancel()
    world.run_for(50)
    record = answers.record
    assert (record.state, record.outcome, record.reason) == (RecordState.CANCELLED, None, None)
    assert world.durable_at(Step.DONE) <= world.now_ns
    assert world.kinds(KEY)[-1] == "showdown.done"
    world.run_for(15_000)
    assert world.get().state is RecordState.CANCELLED
    assert world.changes("launcher_power") == []
    assert world.lit in ("R", "")


def test_a_press_stamped_before_the_cancel_stands(make_world: MakeWorld) -> None:
    world = make_world()
    green_ns = world.racing()
    world.press("left", green_ns + 200 * MS)
    world.run_to(green_ns + 200 * MS + 1)
    answers = world.cancel()
    record = world.over()
    assert (record.outcome, record.loser) == (Outcome.WIN, "right")
    assert (answers.record.outcome, answers.record.state) == (Outcome.WIN, RecordState.LAUNCHING)
    assert world.launches() == ["right"]


def test_a_press_stamped_before_the_cancel_stands_though_its_edge_comes_later(
    make_world: MakeWorld,
) -> None:
    world = make_world()
    green_ns = world.racing()
    stamp_ns = green_ns + 200 * MS
    world.run_to(stamp_ns)
    world.hands.level("paddle_left", True)
    world.at(
        stamp_ns + 3 * MS,
        lambda: world.hands.edge("paddle_left", True, stamp_ns, moves_level=False),
    )
    world.run_to(stamp_ns + 1)
    answers = world.cancel()
    world.run_for(100)
    assert answers.record.loser == "right"


def test_a_press_stamped_after_the_cancel_does_not_stand(make_world: MakeWorld) -> None:
    world = make_world()
    green_ns = world.racing()
    world.run_to(green_ns + 200 * MS)
    answers = world.cancel()
    world.press("left", green_ns + 200 * MS + 1)
    world.run_for(100)
    assert answers.record.state is RecordState.CANCELLED
    world.run_for(2000)
    assert world.launches() == []


def test_a_dead_heat_does_not_stand_against_a_cancel(make_world: MakeWorld) -> None:
    world = make_world()
    green_ns = world.racing()
    world.dead_heat(green_ns)
    world.run_to(green_ns + 201 * MS)
    answers = world.cancel()
    world.run_for(100)
    assert answers.record.state is RecordState.CANCELLED
    assert world.launches() == []


def test_once_launching_a_cancel_changes_nothing(make_world: MakeWorld) -> None:
    world = make_world()
    world.press("left", world.racing() + 200 * MS)
    world.run_until(lambda: world.word == "launching")
    assert world.cancel().record.state is RecordState.LAUNCHING
    assert world.over().launch == "completed"
    assert world.cancel().record.state is RecordState.DONE


def test_a_cancel_between_verdict_and_its_write_gets_the_durable_verdict(
    make_world: MakeWorld,
) -> None:
    world = make_world()
    green_ns = world.racing()
    world.disk.delay_ns = 400 * MS
    world.press("left", green_ns + 200 * MS)
    world.run_until(lambda: world.powered)
    answers = world.cancel()
    assert answers.got == []
    world.run_until(lambda: bool(answers.got))
    assert answers.record.outcome is Outcome.WIN
    assert world.durable_at(Step.RESULT) <= world.now_ns


def test_an_unknown_key_becomes_a_tombstone_that_answers_any_start(make_world: MakeWorld) -> None:
    world = make_world()
    answers = world.cancel()
    world.run_for(10)
    assert answers.record.state is RecordState.CANCELLED
    assert world.durable_at(Step.DONE) <= world.now_ns
    for more in ({}, {"cards": 9}, {"start": "now"}, {"boot": "c" * 32}):
        replay = world.start(**more)
        world.run_for(10)
        assert (replay.record.state, replay.record.replay) == (RecordState.CANCELLED, True)
    again = world.cancel()
    world.run_for(10)
    assert again.record.state is RecordState.CANCELLED
    assert world.disk.writes == 1
    assert world.lit in ("R", "")


def test_a_tombstone_that_cannot_be_written_is_a_storage_error(make_world: MakeWorld) -> None:
    world = make_world()
    world.disk.fail = lambda _: StorageError("full")
    answers = world.cancel()
    world.run_for(10)
    assert answers.error == "STORAGE"
    assert world.get().state is RecordState.UNKNOWN


def test_a_cancel_meanwhile_waits_for_the_accepted_write(make_world: MakeWorld) -> None:
    world = make_world()
    world.disk.delay_ns = 100 * MS
    start, cancel = world.start(), world.cancel()
    world.run_for(1000)
    assert start.record.state is RecordState.ACCEPTED
    assert cancel.record.state is RecordState.CANCELLED
    assert [step for _, step, _ in world.disk.done] == [Step.ACCEPTED, Step.DONE]


def test_a_start_meanwhile_waits_for_the_tombstone(make_world: MakeWorld) -> None:
    world = make_world()
    world.disk.delay_ns = 100 * MS
    cancel, start = world.cancel(), world.start()
    world.run_for(1000)
    assert cancel.record.state is RecordState.CANCELLED
    assert (start.record.state, start.record.replay) == (RecordState.CANCELLED, True)


def test_a_cancel_needs_control_where_it_would_change_something(make_world: MakeWorld) -> None:
    world = make_world()
    refused = world.cancel(refusal=NO_CONTROL)
    world.run_for(10)
    assert refused.error == "NOT_CONTROLLER"
    assert world.disk.writes == 0
    world.armed()
    assert world.cancel(refusal=NO_CONTROL).error == "NOT_CONTROLLER"
    assert world.get().state is RecordState.ARMED


def test_cancelling_twice_is_one_cancel(make_world: MakeWorld) -> None:
    world = make_world()
    world.counting()
    both = [world.cancel(), world.cancel()]
    world.run_for(50)
    assert [a.record.state for a in both] == [RecordState.CANCELLED] * 2
    assert world.kinds(KEY).count("showdown.done") == 1


@pytest.mark.parametrize("to_state", [counting, holding, again])
def test_the_button_held_three_seconds_is_the_same_cancel(
    make_world: MakeWorld, to_state: Callable[[World], None]
) -> None:
    world = make_world(referee__count_s=5, referee__hold_max_s=30, referee__hold_min_s=10)
    if to_state is again:
        world = make_world(referee__rematch_delay_s=5)
    to_state(world)
    world.run_for(200)  # the press that started it is let go
    at_ns = world.button(3_100)
    world.run_to(at_ns + 2_990 * MS)
    assert world.word in ("counting", "armed")
    world.run_for(40)
    assert world.get().state is RecordState.CANCELLED


def test_the_press_that_starts_the_count_can_be_held_to_call_it_off(make_world: MakeWorld) -> None:
    world = make_world(referee__hold_min_s=5, referee__hold_max_s=20)
    world.armed()
    world.button(3_100)
    world.run_for(3_100)
    record = world.get()
    assert (record.state, record.launch) == (RecordState.CANCELLED, "none")


def test_the_button_held_cancels_a_start_on_its_way_to_the_disk(make_world: MakeWorld) -> None:
    world = make_world()
    world.disk.hangs = lambda step: step is Step.ACCEPTED
    world.start()
    world.button(3_100)
    world.run_for(3_200)
    world.disk.go_on()
    world.run_for(100)
    assert world.get().state is RecordState.CANCELLED


def test_a_cancelled_showdown_makes_room_for_the_next(make_world: MakeWorld) -> None:
    world = make_world()
    world.counting()
    world.cancel()
    world.run_for(50)
    record = world.win(key="key-0002")
    assert record.outcome is Outcome.WIN
