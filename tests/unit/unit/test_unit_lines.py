"""`showdown.lines`: where the table may decide, and what it does to the record."""

from __future__ import annotations

import pytest

from showdown_protocol.errors import WireError
from showdown_protocol.messages import (
    DecidedBy,
    Launch,
    LinesCount,
    Origin,
    Outcome,
    Record,
    RecordState,
)
from showdown_unit.journal_errors import StorageError
from showdown_unit.ports import Step, Stored
from unit_kit import KEY, MS, MakeWorld, World

DONE, INDETERMINATE = RecordState.DONE, RecordState.INDETERMINATE


def keep(world: World, **fields: object) -> None:
    """A record as an earlier start of the unit left it."""
    base: dict[str, object] = {
        "key": KEY,
        "state": DONE,
        "origin": Origin.HOST,
        "outcome": Outcome.WIN,
        "loser": "left",
        "decided_by": DecidedBy.TIMING,
        "cards": 4,
        "launch": Launch.COMPLETED,
    }
    record = Record(**(base | fields))  # type: ignore[arg-type]
    world.memory.kept[KEY] = Stored(record, Step.DONE, "button")


UNDECIDED = {"state": INDETERMINATE, "outcome": None, "loser": None, "decided_by": None}
UNCLEAR = {"outcome": Outcome.UNCLEAR, "loser": None, "decided_by": None, "launch": Launch.NONE}

# fields of the record, allowed with `lines = auto`, with `lines = always`
POLICY: list[tuple[str, dict[str, object], bool, bool]] = [
    ("a win", {}, False, True),
    ("a contested win", {"contested": True}, True, True),
    ("a contested win, launch failed", {"contested": True, "launch": Launch.FAILED}, True, True),
    ("a contested win, launch unknown", {"contested": True, "launch": Launch.UNKNOWN}, True, True),
    ("a win not launched", {"launch": Launch.NONE}, False, False),
    ("a win without cards", {"cards": 0, "launch": Launch.NONE}, False, False),
    ("a false start", {"outcome": Outcome.FALSE_START}, False, False),
    (
        "a contested false start",
        {"outcome": Outcome.FALSE_START, "contested": True},
        False,
        False,
    ),
    ("anticipated", {"outcome": Outcome.ANTICIPATED}, False, False),
    ("unclear", UNCLEAR, False, False),
    ("no press", UNCLEAR | {"outcome": Outcome.NO_PRESS}, False, False),
    ("void", UNCLEAR | {"outcome": Outcome.VOID, "contested": True}, False, False),
    ("indeterminate", UNDECIDED | {"launch": Launch.UNKNOWN}, True, True),
    (
        "indeterminate, cards null",
        UNDECIDED | {"launch": Launch.UNKNOWN, "cards": None},
        True,
        True,
    ),
    ("indeterminate without cards", UNDECIDED | {"cards": 0}, False, False),
    ("aborted", UNDECIDED | {"state": RecordState.ABORTED, "launch": Launch.NONE}, False, False),
    (
        "cancelled",
        UNDECIDED | {"state": RecordState.CANCELLED, "launch": Launch.NONE},
        False,
        False,
    ),
]


@pytest.mark.parametrize("always", [False, True], ids=["auto", "always"])
@pytest.mark.parametrize("row", POLICY, ids=[row[0] for row in POLICY])
def test_lines_are_taken_where_cards_flew_and_the_loser_is_not_beyond_doubt(
    make_world: MakeWorld, row: tuple[str, dict[str, object], bool, bool], always: bool
) -> None:
    world = make_world(unit__lines="always" if always else "auto")
    keep(world, **row[1])
    answers = world.lines(1, 3)
    if row[3 if always else 2]:
        record = answers.record
        assert (record.state, record.outcome, record.loser) == (DONE, Outcome.WIN, "right")
        assert record.decided_by is DecidedBy.LINES
        assert record.lines == LinesCount(left=1, right=3)
        assert record.timing_loser == row[1].get("loser", "left")
        assert world.memory.kept[KEY].record.loser == "right"
        assert world.event("showdown.done").data["record"]["loser"] == "right"
        assert record.seq == world.log.seq
    else:
        assert answers.error == "LINES_NOT_ALLOWED"
        assert world.disk.writes == 0


@pytest.mark.parametrize("state", ["unknown", "armed", "counting", "racing", "launching"])
def test_lines_are_refused_before_a_showdown_is_over(make_world: MakeWorld, state: str) -> None:
    world = make_world(unit__lines="always")
    if state != "unknown":
        world.armed()
    if state not in ("unknown", "armed"):
        world.button()
        world.to_count()
    if state in ("racing", "launching"):
        world.press("left", world.to_green() + 200 * MS)
    if state == "launching":
        world.run_until(lambda: world.word == "launching")
    answers = world.lines(1, 0)
    error = answers.one
    assert isinstance(error, WireError)
    reason = "unknown" if state == "unknown" else "not_over"
    assert (error.name, error.data["reason"]) == ("LINES_NOT_ALLOWED", reason)


def test_the_same_numbers_replay_and_others_conflict(make_world: MakeWorld) -> None:
    world = make_world(unit__lines="always")
    world.win("left", cards=4)
    first = world.lines(3, 1).record
    assert (first.loser, first.timing_loser) == ("left", "left")
    done = world.kinds(KEY).count("showdown.done")
    assert world.lines(3, 1).record == first
    assert world.lines(3, 1, refusal=WireError("NOT_CONTROLLER")).record == first
    assert world.lines(1, 3).error == "KEY_CONFLICT"
    assert world.kinds(KEY).count("showdown.done") == done
    assert world.get() == first
    assert world.unit.last_record() == first
    assert world.launches() == ["left"]


def test_the_same_numbers_at_once_are_one_verdict(make_world: MakeWorld) -> None:
    world = make_world(unit__lines="always")
    world.win("left", cards=4)
    world.disk.hangs = lambda step: step is Step.DONE
    both = [world.lines(3, 1), world.lines(3, 1)]
    assert world.get().decided_by is DecidedBy.TIMING  # nothing is shown before it is durable
    world.disk.go_on()
    world.run_for(50)
    assert both[0].record == both[1].record
    assert world.kinds(KEY).count("showdown.done") == 2


@pytest.mark.parametrize(
    ("left", "right", "error"),
    [
        (0, 0, "INVALID_PARAMS"),
        (5, 0, "INVALID_PARAMS"),
        (3, 2, "INVALID_PARAMS"),
        (2, 2, "EVEN_SPLIT"),
        (1, 1, "EVEN_SPLIT"),
    ],
)
def test_sums_and_even_splits(make_world: MakeWorld, left: int, right: int, error: str) -> None:
    world = make_world()
    keep(world, contested=True)
    assert world.lines(left, right).error == error
    assert world.lines(4, 0).record.loser == "left"


def test_without_a_number_of_cards_the_units_limit_counts(make_world: MakeWorld) -> None:
    world = make_world()
    keep(world, contested=True, cards=None)
    assert world.lines(6, 5).error == "INVALID_PARAMS"
    assert world.lines(6, 4).record.loser == "left"


def test_lines_need_control(make_world: MakeWorld) -> None:
    world = make_world()
    keep(world, contested=True)
    assert world.lines(1, 0, refusal=WireError("NOT_CONTROLLER")).error == "NOT_CONTROLLER"


def test_lines_that_cannot_be_written_change_nothing(make_world: MakeWorld) -> None:
    world = make_world(unit__lines="always")
    before = world.win("left")
    world.disk.fail = lambda _: StorageError("full")
    assert world.lines(0, 1).error == "STORAGE"
    assert world.get() == before
    world.disk.fail = lambda _: None
    assert world.lines(0, 1).record.loser == "right"


def test_lines_outlive_an_end_of_the_showdown_that_is_written_late(make_world: MakeWorld) -> None:
    world = make_world(unit__lines="always")
    world.disk.fail = lambda step: StorageError("full") if step is Step.DONE else None
    world.win("right")
    world.disk.fail = lambda _: None
    world.disk.delay_ns = 1_500 * MS  # it works again, but slowly: a tick falls into the write
    world.lines(2, 0)
    world.run_for(20_000)
    assert world.get().loser == "left"
    assert world.memory.kept[KEY].record.decided_by == "lines"
