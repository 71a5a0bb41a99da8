"""`showdown.wait`: answered when there is something to say, at the latest at its timeout."""

from __future__ import annotations

import pytest

from showdown_protocol.messages import RecordState
from unit_kit import MS, MakeWorld, S


def test_result_comes_with_the_verdict_and_done_with_the_end(make_world: MakeWorld) -> None:
    world = make_world()
    green_ns = world.racing()
    result, _ = world.wait(until="result")
    done, _ = world.wait(until="done")
    world.press("left", green_ns + 200 * MS)
    world.run_until(lambda: bool(result.got))
    assert result.record.state is RecordState.LAUNCHING
    assert result.record.seq == world.log.seq
    assert done.got == []
    record = world.over()
    assert done.record == record


@pytest.mark.parametrize("until", ["result", "done"])
def test_what_was_reached_before_is_answered_at_once(make_world: MakeWorld, until: str) -> None:
    world = make_world()
    record = world.win()
    answers, _ = world.wait(until=until)
    assert answers.record == record


@pytest.mark.parametrize("until", ["result", "done"])
def test_a_showdown_called_off_ends_both(make_world: MakeWorld, until: str) -> None:
    world = make_world()
    world.counting()
    answers, _ = world.wait(until=until)
    world.cancel()
    world.run_for(50)
    assert answers.record.state is RecordState.CANCELLED


def test_the_timeout_gives_the_record_as_it_stands(make_world: MakeWorld) -> None:
    world = make_world()
    world.armed()
    asked_ns = world.now_ns
    answers, _ = world.wait(timeout_ms=700)
    world.run_until(lambda: bool(answers.got))
    assert world.now_ns - asked_ns == 700 * MS
    assert answers.record.state is RecordState.ARMED
    world.cancel()
    world.run_for(1000)
    assert answers.one  # and nothing more


def test_no_time_asks_once(make_world: MakeWorld) -> None:
    world = make_world()
    world.armed()
    answers, _ = world.wait(timeout_ms=0)
    world.run_for(1)
    assert answers.record.state is RecordState.ARMED


def test_an_unknown_key_is_answered_at_once(make_world: MakeWorld) -> None:
    world = make_world()
    answers, _ = world.wait("key-9999")
    world.run_for(10)
    assert answers.record.state is RecordState.UNKNOWN


@pytest.mark.parametrize("after_ms", [0, 1, 500])
def test_a_wait_that_was_called_off_is_never_answered(make_world: MakeWorld, after_ms: int) -> None:
    world = make_world()
    world.racing()
    answers, handle = world.wait(timeout_ms=600)
    world.run_for(after_ms)
    handle.cancel()
    handle.cancel()
    world.press("left")
    world.over()
    assert answers.got == []


def test_many_waits_are_all_answered_and_once(make_world: MakeWorld) -> None:
    world = make_world()
    green_ns = world.racing()
    waits = [world.wait(until=u)[0] for u in ("result", "done") for _ in range(50)]
    short = [world.wait(timeout_ms=100)[0] for _ in range(20)]
    world.press("left", green_ns + 1 * S)
    record = world.over()
    world.run_for(20_000)
    assert [w.record.loser for w in waits] == [record.loser] * 100
    assert [w.record.loser for w in short] == [None] * 20


def test_a_wait_for_a_start_on_its_way_to_the_disk_waits_for_it(make_world: MakeWorld) -> None:
    world = make_world()
    world.disk.delay_ns = 200 * MS
    world.start()
    world.run_for(250)
    answers, _ = world.wait()
    world.run_for(300)
    assert answers.got == []
    world.cancel()
    world.run_for(500)
    assert answers.record.state is RecordState.CANCELLED


def test_a_wait_that_was_called_off_while_it_is_looked_up_is_never_answered(
    make_world: MakeWorld,
) -> None:
    world = make_world()
    world.win()
    world.win(key="key-0002")
    answers, handle = world.wait()
    handle.cancel()
    world.run_for(100)
    assert answers.got == []


def test_a_timeout_that_has_to_look_up_again_can_be_called_off(make_world: MakeWorld) -> None:
    world = make_world()
    world.armed()
    world.disk.delay_ns = 200 * MS
    answers, handle = world.wait(timeout_ms=0)
    handle.cancel()
    world.run_for(1_000)
    assert answers.got == []
