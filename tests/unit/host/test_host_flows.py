"""Exactly once: the flows of a host over losses, restarts and refusals."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import scale
from host_kit import STEPS, Faults, World, intention
from showdown_host import flows
from showdown_host.errors import Indeterminate, LinkLost, Refused
from showdown_host.timing import MS, S, Timing
from showdown_protocol.errors import WireError
from showdown_protocol.messages import Record


def live(**world: Any) -> World:
    made = World(**world)
    made.run_for(2 * S)
    return made


def test_plays_to_the_end() -> None:
    world = live()
    notes: list[Record] = []
    record = world.run(flows.showdown(intention(world), note=notes.append)).result()
    assert (record.state, record.loser, record.launch) == ("done", "right", "completed")
    assert [note.state for note in notes] == ["accepted", "racing", "launching", "done"]
    assert world.unit.launches == {"KEY00001": 1}


def test_again_with_the_same_intention_is_a_replay() -> None:
    world = live()
    wish = intention(world)
    first = world.run(flows.showdown(wish)).result()
    again = world.run(flows.showdown(wish)).result()
    assert again.replay
    assert again.loser == first.loser
    assert world.unit.launches == {"KEY00001": 1}


def test_the_start_says_until_when_it_counts() -> None:
    world = live()
    world.run(flows.showdown(intention(world)))
    start = next(data for _, data in world.written if b"showdown.start" in data)
    assert b'"not_after_ms":62' in start


@pytest.mark.parametrize("step", STEPS)
def test_a_link_lost_at_each_step_changes_nothing(step: str) -> None:
    world = live()
    world.unit.at_step = lambda _key, now: world.at(MS, world.cut) if now == step else None
    record = world.run(flows.showdown(intention(world))).result()
    assert record.state == "done"
    assert world.unit.launches == {"KEY00001": 1}


@pytest.mark.parametrize(
    ("step", "end"),
    [
        ("accepted", "aborted"),
        ("counting", "indeterminate"),
        ("racing", "indeterminate"),
        ("launching", "done"),
        ("done", "done"),
    ],
)
def test_a_restart_at_each_step_ends_as_the_journal_says(step: str, end: str) -> None:
    world = live()
    world.unit.at_step = lambda _key, now: world.unit.kill() if now == step else None
    task = world.run(flows.showdown(intention(world)))
    if end == "indeterminate":
        assert isinstance(task.error, Indeterminate)
        assert task.error.record is not None
        assert task.error.record.state == end
    else:
        assert task.result().state == end
    assert world.unit.launches.total() <= 1


def restarted(world: World, **facts: Any) -> Any:
    """An intention whose start never arrived before the unit restarted."""
    wish = intention(world)
    world.unit.kill()
    for name, value in facts.items():
        setattr(world.unit, name, value)
    world.run_for(5 * S)
    return wish


def test_after_a_restart_a_journal_that_vouches_lets_the_same_key_start() -> None:
    world = live()
    record = world.run(flows.showdown(restarted(world))).result()
    assert record.key == "KEY00001"
    assert world.unit.launches == {"KEY00001": 1}


@pytest.mark.parametrize("facts", [{"journal_since": 1_700_000_000_001}, {"durable": False}])
def test_after_a_restart_a_journal_that_cannot_vouch_is_indeterminate(facts: Any) -> None:
    world = live()
    task = world.run(flows.showdown(restarted(world, **facts)))
    assert isinstance(task.error, Indeterminate)
    assert task.error.record is None
    assert "showdown cancel KEY00001" in str(task.error)
    assert not world.unit.launches


def test_a_start_that_slept_on_the_way_is_expired_and_sent_anew() -> None:
    world = live()
    wish = intention(world)
    world.unit._up_ns -= 3600 * S  # an hour passed that this host slept through
    assert world.run(flows.showdown(wish)).result().state == "done"
    assert world.unit.launches == {"KEY00001": 1}


@pytest.mark.parametrize("name", ["BUSY", "NOT_READY", "STORAGE", "FAULT"])
def test_a_refusal_leaves_a_tombstone_so_that_no_copy_starts_later(name: str) -> None:
    world = live()
    world.unit.refuse["showdown.start"] = WireError(name)
    task = world.run(flows.showdown(intention(world)))
    assert isinstance(task.error, Refused)
    assert task.error.name == name
    assert task.error.record is not None
    assert task.error.record.state == "cancelled"
    del world.unit.refuse["showdown.start"]
    assert world.run(flows.showdown(intention(world))).result().state == "cancelled"


def test_a_refusal_after_a_copy_was_taken_follows_the_copy() -> None:
    world = live()
    wish = intention(world)
    world.unit.refuse["showdown.start"] = WireError("NOT_READY", reasons=["launcher"])
    world.core.run(flows.showdown(wish), world.now)
    task = world.core.run(flows._give_up(wish, Refused("BUSY", "")), world.now)
    world.unit.refuse.clear()
    world.unit.records[wish.key] = {"key": wish.key, "state": "launching", "cards": 2}
    world.drain()
    world.run_for(1 * S)
    assert task.result().state == "launching"


def test_a_refusal_that_cannot_be_called_off_keeps_the_key_open() -> None:
    world = live()
    world.unit.refuse["showdown.start"] = WireError("NOT_CONTROLLER")
    world.unit.refuse["showdown.cancel"] = WireError("NOT_CONTROLLER")
    task = world.run(flows.showdown(intention(world)))
    assert isinstance(task.error, Refused)
    assert task.error.record is None


def test_a_key_of_other_parameters_is_not_called_off() -> None:
    world = live()
    world.unit.play = False
    world.run(flows.start(intention(world)))
    task = world.run(flows.showdown(intention(world, cards=3)))
    assert isinstance(task.error, Refused)
    assert task.error.name == "KEY_CONFLICT"
    assert world.unit.records["KEY00001"]["state"] == "accepted"


def test_cancel_before_the_race() -> None:
    world = live()
    world.unit.play = False
    world.run(flows.start(intention(world)))
    assert world.run(flows.cancel("KEY00001")).result().state == "cancelled"
    world.unit.press_button()
    world.run_for(10 * S)
    assert not world.unit.launches


def test_cancel_too_late_gives_the_verdict() -> None:
    world = live()
    task = world.core.run(flows.showdown(intention(world)), world.now)
    world.drain()
    world.run_for(3 * S)
    assert world.unit.records["KEY00001"]["state"] == "launching"
    assert world.run(flows.cancel("KEY00001")).result().state == "done"
    assert task.result().loser == "right"


def test_cancel_of_an_unknown_key_stops_every_copy_to_come() -> None:
    world = live()
    wish = intention(world)
    assert world.run(flows.cancel(wish.key)).result().state == "cancelled"
    assert world.run(flows.showdown(wish)).result().state == "cancelled"
    assert not world.unit.launches


def test_a_tombstone_in_a_journal_that_forgot_is_indeterminate() -> None:
    """It flew, the unit restarted without its journal: a tombstone then proves nothing."""
    world = live()
    world.unit.durable = False
    world.cut()
    world.run_for(2 * S)
    wish = intention(world)
    world.run(flows.showdown(wish))
    world.unit.kill()
    world.run_for(5 * S)
    task = world.run(flows.cancel(wish.key, wish))
    assert isinstance(task.error, Indeterminate)
    assert world.unit.records[wish.key]["state"] == "cancelled"


def test_wait_for_the_result_does_not_wait_for_the_end() -> None:
    world = live()
    world.run(flows.start(intention(world)))
    assert world.run(flows.wait("KEY00001", "result")).result().state == "launching"


def test_wait_for_a_key_nobody_knows_says_so() -> None:
    assert live().run(flows.wait("NOBODY01")).result().state == "unknown"


def test_a_lost_link_brings_the_record_as_last_seen() -> None:
    world = live(timing=Timing(patience_ns=20 * S))
    world.unit.play = False
    task = world.core.run(flows.showdown(intention(world)), world.now)
    world.drain()
    world.run_for(1 * S)
    world.faults.lose = 1.0
    world.run_for(40 * S)
    assert isinstance(task.error, LinkLost)
    assert task.error.record is not None
    assert task.error.record.state == "accepted"


def test_the_list_goes_on_page_by_page() -> None:
    world = live()
    for number in range(8):
        world.run(flows.cancel(f"KEY0000{number}"))
    records = world.run(flows.listing(7)).result()
    assert [record.key[-1] for record in records] == list("7654321")


@pytest.mark.prove
@pytest.mark.timeout(scale.count(20, 1800))
def test_never_two_launches_whatever_the_line_and_the_unit_do() -> None:
    """Loss, doubles, reordering, cut cables, killed daemons and impatient hosts, all at once."""
    runs = scale.count(150, 20_000)
    ends = Counter(one_bad_evening(seed) for seed in range(runs))
    assert ends["done"] > runs // 3
    assert set(ends) <= {"done", "aborted", "cancelled", "Indeterminate"}


def one_bad_evening(seed: int) -> str:
    dice = random.Random(seed)
    faults = Faults(
        lose=0.2,
        double=0.2,
        cut=0.02,
        garble=0.02,
        noise=0.05,
        jitter_ns=dice.choice([0, 300 * MS, 3 * S]),
    )
    world = World(seed=seed, faults=faults, timing=Timing(patience_ns=None))
    world.unit.durable = dice.random() < 0.8  # else a restart forgets every key
    world.run(flows.connect())
    wish = intention(world)
    for _ in range(dice.randrange(3)):
        world.at(dice.randrange(8 * S), world.unit.kill)
    for _ in range(dice.randrange(3)):
        world.at(dice.randrange(8 * S), world.cut)
    if dice.random() < 0.3:  # the app is killed and started again, with the stored intention
        first = world.core.run(flows.showdown(wish), world.now)
        world.drain()
        world.run_for(dice.randrange(6 * S))
        world.core.drop(first, LinkLost("killed"))
        world.drain()
    flow = flows.cancel(wish.key, wish) if dice.random() < 0.1 else flows.showdown(wish)
    task = world.run(flow, limit_ns=3600 * S)
    assert task.done, f"seed {seed} has no end"
    world.run_for(10 * S)  # whatever is still under way arrives
    launches = world.unit.launches[wish.key]
    assert launches <= 1, f"seed {seed} launched {launches} times"
    if task.error is not None:
        assert isinstance(task.error, Indeterminate), f"seed {seed}: {task.error!r}"
        return type(task.error).__name__
    record = task.result()
    state = str(record.state)
    if state in ("cancelled", "aborted"):
        assert launches == 0, f"seed {seed} launched and says {state}"
    return state


def test_a_result_that_launches_nothing_is_asked_for_once() -> None:
    world = live()
    record = {"key": "KEY00001", "state": "racing", "outcome": "no_press", "cards": 2}
    world.unit.records["KEY00001"] = record

    def over() -> None:
        record["state"] = "done"
        world.unit._wake()

    world.at(1 * S, over)
    assert world.run(flows.wait("KEY00001", "result")).result().outcome == "no_press"
    assert world.run(flows.wait("KEY00001")).result().state == "done"
    assert [method for _, method, _ in world.unit.heard].count("showdown.wait") == 1
