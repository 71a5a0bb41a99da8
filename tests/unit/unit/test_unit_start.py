"""`showdown.start`: exactly once, the order of its checks, and what it leaves behind."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from showdown_protocol.errors import WireError
from showdown_protocol.messages import Players, Record, RecordState
from showdown_unit.journal_errors import JournalFull, StorageError
from showdown_unit.ports import Step
from unit_kit import BOOT, KEY, MS, PLAYERS, Answers, MakeWorld, World

OTHER = "key-0002"
NO_CONTROL = WireError("NOT_CONTROLLER")


def nothing(_: World) -> None:
    """As accepted."""


def count(world: World) -> None:
    world.button()
    world.to_count()


def race(world: World) -> None:
    count(world)
    world.to_green()


def launch(world: World) -> None:
    race(world)
    world.press("left")
    world.run_until(lambda: world.word == "launching")


def end(world: World) -> None:
    launch(world)
    world.over()


def cancel(world: World) -> None:
    world.cancel()
    world.over()


def end_and_another(world: World) -> None:
    end(world)
    world.win(key=OTHER)


STATES = [nothing, count, race, launch, end, cancel, end_and_another]


def test_an_accepted_start_is_durable_before_its_answer(make_world: MakeWorld) -> None:
    world = make_world()
    world.disk.delay_ns = 100 * MS
    answers = world.start(players=PLAYERS)
    world.run_until(lambda: bool(answers.got))
    assert world.durable_at(Step.ACCEPTED) <= world.now_ns
    record = answers.record
    assert (record.state, record.replay) == (RecordState.ACCEPTED, False)
    assert (record.cards, record.players, record.origin, record.boot) == (
        2,
        PLAYERS,
        "host",
        BOOT,
    )


@pytest.mark.parametrize("to_state", STATES)
def test_a_repeat_replays_the_record_in_any_state(
    make_world: MakeWorld, to_state: Callable[[World], None]
) -> None:
    world = make_world()
    world.started(players=PLAYERS)
    to_state(world)
    launches = world.unit.counters["launches"]
    now = world.get()
    replay = world.start(players=PLAYERS)
    world.run_for(10)
    assert replay.record.replay is True
    assert replay.record.state == now.state
    assert replay.record.outcome == now.outcome
    world.run_for(20_000)
    assert world.unit.counters["launches"] == launches == len(world.launches())


@pytest.mark.parametrize("number", [1, 100, 1000])
def test_repeats_meanwhile_join_the_first(make_world: MakeWorld, number: int) -> None:
    """Many at once: one accepted write, one showdown, one launch, no deep chain of calls."""
    world = make_world()
    answers = [world.start() for _ in range(1 + number)]
    world.run_for(100)
    assert [a.record.replay for a in answers] == [False] + [True] * number
    assert world.disk.writes == 1
    race(world)
    world.press("left")
    late = [world.start() for _ in range(number)]
    world.over()
    assert all(a.record.replay for a in late)
    assert world.launches() == ["right"]
    assert world.unit.counters["showdowns"] == world.unit.counters["launches"] == 1


def test_repeats_that_wait_for_a_failing_disk_all_start_nothing(make_world: MakeWorld) -> None:
    world = make_world()
    world.disk.fail = lambda _: StorageError("no room")
    answers = [world.start() for _ in range(5)]
    world.run_for(200)
    assert {a.error for a in answers} == {"STORAGE"}
    assert world.get().state is RecordState.UNKNOWN


@pytest.mark.parametrize(
    "changed",
    [
        {"cards": 3},
        {"players": None},
        {"players": Players(left="Bo", right="Ana")},
        {"start": "now"},
    ],
)
@pytest.mark.parametrize("to_state", [nothing, end, cancel])
def test_other_parameters_are_a_conflict(
    make_world: MakeWorld, to_state: Callable[[World], None], changed: dict[str, object]
) -> None:
    world = make_world()
    world.started(players=PLAYERS)
    to_state(world)
    answers = world.start(**({"players": PLAYERS} | changed))
    world.run_for(10)
    assert answers.error == "KEY_CONFLICT"


@pytest.mark.parametrize("changed", [{"boot": "c" * 32}, {"not_after_ms": 0}])
def test_boot_and_expiry_are_never_compared(
    make_world: MakeWorld, changed: dict[str, object]
) -> None:
    world = make_world()
    world.started()
    assert world.start(**changed).record.replay is True


def test_a_showdown_without_a_host_conflicts_with_any_start(make_world: MakeWorld) -> None:
    world = make_world()
    world.button()
    world.run_for(50)
    key = world.unit.active_key()
    assert key is not None
    assert world.start(key, cards=0).error == "KEY_CONFLICT"


def test_the_checks_are_made_in_their_order(make_world: MakeWorld) -> None:
    """Everything is wrong at once; what is told first is put right first."""
    world = make_world(tray_unknown=True)
    over: list[bool] = []
    world.disk.fail = lambda _: StorageError("no room")
    bad = {"cards": 11, "boot": "c" * 32, "not_after_ms": 0, "start": "now"}
    world.run_for(10)

    def told(**more: object) -> str:
        answers = world.start(**(bad | more))
        world.run_for(10)
        return answers.error

    assert told(refusal=NO_CONTROL) == "INVALID_PARAMS"
    bad["cards"] = 2
    assert told(refusal=NO_CONTROL) == "NOT_CONTROLLER"
    assert told() == "BOOT_CHANGED"
    bad["boot"] = BOOT
    assert told() == "EXPIRED"
    bad["not_after_ms"] = 10_000
    assert told() == "NOT_READY"
    world.button(2100)
    assert told() == "NOT_READY"  # the disk did not take that the tray was looked at
    world.disk.fail = lambda step: StorageError("no room") if step else None
    world.run_for(2_200)
    world.button(2100)
    world.run_for(2_300)
    assert world.unit.not_ready() == []
    assert told() == "NOT_READY"  # remote_start_off
    bad["start"] = "button"
    assert told() == "STORAGE"
    world.unit.shutdown(lambda: over.append(True))
    bad["boot"] = "c" * 32
    assert told() == "SHUTTING_DOWN"
    assert over == [True]


def test_a_known_key_comes_before_control_and_all_the_rest(make_world: MakeWorld) -> None:
    world = make_world()
    world.win()
    world.unit.shutdown(lambda: None)
    assert world.start(refusal=NO_CONTROL, boot="c" * 32).record.replay is True
    assert world.start(refusal=NO_CONTROL, cards=1).error == "KEY_CONFLICT"


def test_busy_comes_before_ready_and_names_the_active_key(make_world: MakeWorld) -> None:
    world = make_world()
    world.started()
    answers = world.start(OTHER, start="now")
    world.run_for(10)
    error = answers.one
    assert isinstance(error, WireError)
    assert (error.name, error.data["active"]) == ("BUSY", KEY)
    assert world.get(OTHER).state is RecordState.UNKNOWN


def test_a_start_on_its_way_to_the_disk_is_busy_already(make_world: MakeWorld) -> None:
    world = make_world()
    world.disk.delay_ns = 50 * MS
    first, second = world.start(), world.start(OTHER)
    world.run_for(300)
    assert first.record.state is RecordState.ACCEPTED
    assert second.error == "BUSY"


def test_expiry_is_checked_when_the_start_would_be_accepted(make_world: MakeWorld) -> None:
    world = make_world()
    world.disk.delay_ns = 500 * MS  # also of the look-up
    answers = world.start(not_after_ms=world.unit.up_ms() + 400)
    world.run_for(2_000)
    assert answers.error == "EXPIRED"
    world.disk.delay_ns = 0
    assert world.get().state is RecordState.UNKNOWN


def test_expired_means_later_than_not_after(make_world: MakeWorld) -> None:
    world = make_world()
    world.run_for(97)
    assert world.start(not_after_ms=100).got == []  # looked up for 3 ms, until exactly then
    world.run_for(100)
    assert world.get().state is RecordState.ARMED


@pytest.mark.parametrize(
    ("options", "params", "reasons"),
    [
        ({"tray_unknown": True}, {}, ["tray_unknown"]),
        ({}, {"start": "now"}, ["remote_start_off"]),
        ({"tray_unknown": True}, {"start": "now"}, ["tray_unknown", "remote_start_off"]),
    ],
)
def test_not_ready_says_every_reason_and_leaves_no_record(
    make_world: MakeWorld,
    options: dict[str, object],
    params: dict[str, object],
    reasons: list[str],
) -> None:
    world = make_world(**options)
    answers = world.start(**params)
    world.run_for(10)
    error = answers.one
    assert isinstance(error, WireError)
    assert (error.name, error.data["reasons"]) == ("NOT_READY", reasons)
    assert world.get().state is RecordState.UNKNOWN


def test_a_full_journal_is_not_ready_and_no_fault(make_world: MakeWorld) -> None:
    world = make_world()
    world.disk.fail = lambda _: JournalFull("50000 keys came")
    answers = world.start()
    world.run_for(10)
    error = answers.one
    assert isinstance(error, WireError)
    assert (error.name, error.data["reasons"]) == ("NOT_READY", ["journal_full"])
    assert world.unit.faults.notes() == ()
    assert world.unit.active_key() is None


def test_a_failed_write_starts_nothing_and_the_fault_clears_with_the_next_that_works(
    make_world: MakeWorld,
) -> None:
    world = make_world()
    world.disk.fail = lambda _: OSError("read-only")
    answers = world.start()
    world.run_for(10)
    assert answers.error == "STORAGE"
    assert world.get().state is RecordState.UNKNOWN
    assert world.unit.active_key() is None
    assert [n.code for n in world.unit.status().faults] == ["STORAGE"]
    world.run_for(2_000)
    assert world.lit in ("", "R")  # and nothing was armed
    world.disk.fail = lambda _: None
    assert world.started().state is RecordState.ACCEPTED
    assert world.unit.status().faults == ()
    assert [e.type for e in world.events if e.type.startswith("fault")] == [
        "fault",
        "fault.cleared",
    ]


def test_start_now_begins_after_the_guard_time(make_world: MakeWorld) -> None:
    world = make_world(unit__allow_remote_start=True)
    answers = world.start(start="now")
    world.run_until(lambda: bool(answers.got))
    accepted_ns = world.durable_at(Step.ACCEPTED)
    count_ns = world.to_count()
    assert 300 * MS <= count_ns - accepted_ns < 310 * MS


def test_cards_up_to_the_units_limit_are_taken(make_world: MakeWorld) -> None:
    world = make_world(unit__cards_max=12)
    assert world.started(cards=12).cards == 12
    answers = world.start(OTHER, cards=13)
    world.run_for(50)
    error = answers.one
    assert isinstance(error, WireError)
    assert (error.name, error.data["param"]) == ("INVALID_PARAMS", "cards")


def test_an_armed_showdown_that_nobody_starts_is_aborted(make_world: MakeWorld) -> None:
    world = make_world()
    world.armed()
    record = world.over(s=301)
    assert (record.state, record.reason) == (RecordState.ABORTED, "not_started")
    assert world.kinds(KEY) == ["showdown.state armed", "showdown.done"]
    assert world.changes("launcher_power") == []


def test_list_gives_the_newest_first_as_get_does(make_world: MakeWorld) -> None:
    world = make_world()
    world.win()
    world.counting(OTHER)
    page = world.page()
    assert [(r.key, r.state.value) for r in page] == [(OTHER, "counting"), (KEY, "done")]
    assert page == [world.get(OTHER), world.get(KEY)]


def test_a_failing_answer_does_not_lock_the_key(make_world: MakeWorld) -> None:
    world = make_world()
    world.started()

    def broken(_: Record | WireError) -> None:
        raise RuntimeError("the session is gone")

    with pytest.raises(RuntimeError):
        world.unit.start(world.params(), None, broken)
    answers = Answers()
    world.unit.start(world.params(), None, answers)
    assert answers.record.replay is True
