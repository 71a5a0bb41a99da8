"""What must come before what: durable steps, lamps, the throw, events."""

from __future__ import annotations

import pytest

from showdown_protocol.messages import Outcome, RecordState
from showdown_unit.ports import Step
from unit_kit import KEY, MS, US, MakeWorld


@pytest.mark.parametrize("delay_ms", [1, 40, 1500])
def test_may_launch_is_durable_before_the_first_count_lamp(
    make_world: MakeWorld, delay_ms: int
) -> None:
    world = make_world()
    world.armed()
    world.disk.delay_ns = delay_ms * MS
    world.button()
    count_ns = world.to_count()
    assert world.durable_at(Step.MAY_LAUNCH) <= count_ns


def test_nothing_of_a_verdict_is_seen_before_it_is_durable(make_world: MakeWorld) -> None:
    world = make_world()
    green_ns = world.racing()
    world.disk.delay_ns = 300 * MS
    world.press("left", green_ns + 200 * MS)
    result, _ = world.wait(until="result")
    world.run_to(green_ns + 200 * MS + 250 * MS)
    assert world.powered  # decided, thrown already
    assert world.word == "racing"
    assert result.got == []
    seen = []
    world.unit.get(KEY, seen.append)
    assert [(r.state, r.outcome) for r in seen] == [(RecordState.RACING, None)]
    world.unit.page(10, None, lambda page: seen.extend(page))
    world.run_until(lambda: world.word == "launching")
    durable_ns = world.durable_at(Step.RESULT)
    assert durable_ns == world.now_ns
    assert result.record.outcome is Outcome.WIN
    assert world.kinds(KEY)[-1] == "showdown.result"
    world.over()
    assert seen[-1].outcome is Outcome.WIN  # asked before, answered when it was


def test_the_throw_does_not_wait_for_the_disk(make_world: MakeWorld) -> None:
    world = make_world()
    green_ns = world.racing()
    world.disk.delay_ns = 2_000 * MS
    world.press("left", green_ns + 200 * MS)
    world.run_until(lambda: world.powered)
    settled_ns = green_ns + 200 * MS + world.limits.settle_ns
    assert world.last("launcher_power", 1) - settled_ns <= 2 * MS
    record = world.over()
    assert world.durable_at(Step.RESULT) > world.last("launcher_power", 0)
    assert record.launch == "completed"


def test_the_four_steps_are_written_once_each_in_order(make_world: MakeWorld) -> None:
    world = make_world()
    world.win()
    assert [step for _, step, _ in world.disk.done] == list(Step)
    assert [record.state.value for _, _, record in world.disk.done] == [
        "accepted",
        "armed",
        "launching",
        "done",
    ]


def test_done_waits_for_result_tray_and_slower_press(make_world: MakeWorld) -> None:
    world = make_world(launcher__throw_ms=50, launcher__hold_ms=0, launcher__park_ms=50)
    green_ns = world.racing()
    world.press("left", green_ns + 200 * MS)
    world.over()
    late_ns = green_ns + 200 * MS + world.limits.late_press_ns
    assert world.durable_at(Step.DONE) > max(late_ns, world.last("launcher_power", 0))


def test_a_record_carries_the_number_of_its_last_event(make_world: MakeWorld) -> None:
    world = make_world()

    def last_seq() -> int:
        about = [e for e in world.events if KEY in str(e.data)]
        return about[-1].seq or 0

    assert world.started().seq is None
    assert world.get().seq == last_seq()
    world.button()
    world.to_count()
    assert world.get().seq == last_seq()
    world.press("left", world.to_green() + 100 * MS)
    world.run_until(lambda: world.word == "launching")
    assert world.get().seq == last_seq()
    record = world.over()
    assert record.seq == last_seq() == world.event("showdown.done").data["record"]["seq"]
    assert world.page()[0].seq == record.seq
    assert world.start().record.seq == record.seq


def test_events_are_numbered_without_gaps(make_world: MakeWorld) -> None:
    world = make_world()
    world.win()
    assert [e.seq for e in world.events] == list(range(1, len(world.events) + 1))


def test_a_line_must_wait_just_before_green_and_while_a_press_settles(
    make_world: MakeWorld,
) -> None:
    world = make_world()
    world.counting()
    amber_ns = world.to_hold()
    due_ns = amber_ns + world.hold_ns()
    seen: dict[str, bool] = {}
    for name, ns in (("early", due_ns - 40 * MS), ("late", due_ns - 10 * MS)):
        world.at(ns, lambda name=name: seen.update({name: world.unit.may_handle_line()}))
    green_ns = world.to_green()
    world.press("left", green_ns + 100 * MS)
    world.at(green_ns + 102 * MS, lambda: seen.update(settling=world.unit.may_handle_line()))
    world.run_for(300)
    assert seen == {"early": True, "late": False, "settling": False}
    assert world.unit.may_handle_line()


def test_a_busy_loop_does_not_make_green_late(make_world: MakeWorld) -> None:
    """Work that came up in the last stretch before green waits until it is lit."""
    world = make_world(write_cost_ns=0)
    world.counting()
    amber_ns = world.to_hold()
    due_ns = amber_ns + world.hold_ns()
    ran_ns: list[int] = []

    def busy() -> None:
        ran_ns.append(world.now_ns)
        world.clock.spend(15 * MS)

    world.at(due_ns - 5 * MS, lambda: world.clock.post(busy))
    green_ns = world.to_green()
    assert green_ns - due_ns < 50 * US
    world.run_for(50)
    assert ran_ns[0] >= green_ns


def test_nothing_is_told_between_the_count_and_green(make_world: MakeWorld) -> None:
    world = make_world()
    world.counting()
    seq = world.log.seq
    world.to_hold()
    world.run_for(world.hold_ns() / MS - 25)
    assert world.lit == "A"
    assert world.log.seq == seq
    assert (world.word, world.get().state.value) == ("counting", "counting")


def test_the_hold_is_the_one_drawn_from_the_seed(make_world: MakeWorld) -> None:
    world = make_world(write_cost_ns=0)
    world.counting()
    amber_ns = world.to_hold()
    assert abs(world.to_green() - amber_ns - world.hold_ns()) < 100 * US
