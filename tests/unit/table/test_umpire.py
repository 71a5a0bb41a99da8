"""The umpire at a fake unit: real threads, a real host library, a unit in fast time."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from host_kit import FastWorld
from showdown_host.errors import PortMissing
from showdown_host.history_rows import Fold, Row
from showdown_host.history_store import HistoryStore
from showdown_protocol.errors import WireError
from showdown_rules.actions import IllegalAction, Lines
from showdown_table import umpire_job
from showdown_table.store import MatchFileError
from showdown_table.umpire import Answer, Question, Step
from showdown_table.umpire_keys import Claims
from umpire_kit import ANA, BO, CY, Room

KEY = "abcdefgh2345-1-1-c0ffee"


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Room:
    monkeypatch.setattr(umpire_job, "READY_S", 0.02)
    return Room(tmp_path)


def stored(room: Room) -> list[str]:
    return [one.key for one in room.store.pending()]


def test_a_showdown_is_played_and_its_loser_takes_the_cards(tmp_path: Path) -> None:
    room = Room(tmp_path, world=FastWorld(20))  # slow enough to see each step
    kept: list[list[str]] = []
    room.match.before_act = lambda _: kept.append(stored(room))
    with room.umpire():
        room.match.pend(ANA, BO)
        known = room.until(lambda status: status.loser == BO)
        assert (known.step, known.state) == (Step.PLAYING, "launching")
        assert (known.left, known.right, known.key) == (ANA, BO, KEY)
        ended = room.until_idle()
        room.until_kept([])
    assert room.match.settled == [(1, BO, "unit")]
    assert kept == [[KEY]], "the key is let go before the match has the verdict"
    assert room.unit.records[KEY]["players"] == {"left": "Ana", "right": "Bo"}
    assert room.unit.launches == {KEY: 1}
    assert (ended.loser, ended.result is not None) == (BO, True)


def test_swapped_the_initiator_sits_at_the_right(room: Room) -> None:
    with room.umpire(swapped=True):
        room.match.pend(ANA, CY)
        room.until_idle()
    assert room.unit.records[KEY]["players"] == {"left": "Cy", "right": "Ana"}
    assert room.match.settled == [(1, ANA, "unit")]


@pytest.mark.parametrize("begin", ["button", "now"])
def test_what_starts_the_count_is_in_the_status(tmp_path: Path, begin: Any) -> None:
    room = Room(tmp_path, world=FastWorld(20))
    with room.umpire(begin=begin):
        room.match.pend()
        assert room.until_step(Step.PLAYING).begin == begin


def test_showdowns_follow_one_another_each_with_its_own_key(room: Room) -> None:
    with room.umpire():
        for _ in range(3):
            room.match.pend()
            room.until_idle()
    assert [key[13:16] for key in room.unit.launches] == ["1-1", "2-1", "3-1"]
    assert len(room.match.settled) == 3


def test_a_false_start_loses(room: Room) -> None:
    lost = {"state": "done", "outcome": "false_start", "loser": "left", "decided_by": "timing"}
    room.ends_as("racing", **lost)
    with room.umpire():
        room.match.pend()
        room.until_idle()
    assert room.match.settled == [(1, ANA, "unit")]


@pytest.mark.parametrize("outcome", ["unclear", "void"])
def test_what_nature_left_open_is_played_again(room: Room, outcome: str) -> None:
    def at_step(key: str, name: str) -> None:
        if name == "racing" and key == KEY:
            room.unit.records[key].update(state="done", outcome=outcome, loser=None)
            room.unit.active = None

    room.unit.at_step = at_step
    with room.umpire():
        room.match.pend()
        room.until_idle()
        room.until_kept([])
    assert room.match.again == [outcome]
    assert room.match.settled == [(1, BO, "unit")]
    assert list(room.unit.records) == [KEY, "abcdefgh2345-1-2-c0ffee"]


def test_nobody_pressed_and_the_table_is_asked(room: Room) -> None:
    room.ends_as("racing", state="done", outcome="no_press", loser=None)
    with room.umpire() as umpire:
        room.match.pend()
        asked = room.until_step(Step.ASKING)
        assert asked.question is Question.NO_PRESS
        assert asked.answers == {Answer.AGAIN, Answer.LOSER}
        umpire.again()
        room.until(lambda status: status.key == "abcdefgh2345-1-2-c0ffee")
        room.until_step(Step.ASKING)
        umpire.lost(ANA)
        room.until_idle()
        room.until_kept([])
    assert room.match.again == ["no_press"]
    assert room.match.settled == [(1, ANA, "table")]


@pytest.mark.parametrize(
    ("end", "again"),
    [
        ({"state": "done", "outcome": "no_press"}, ["no_press"]),
        ({"state": "indeterminate"}, ["indeterminate"]),
        ({"state": "aborted", "reason": "paddle_held"}, []),
        ({"state": "cancelled"}, []),
    ],
)
def test_without_people_it_goes_on_by_itself(
    room: Room, end: dict[str, Any], again: list[str]
) -> None:
    def at_step(key: str, name: str) -> None:
        if name == "counting" and key == KEY:
            room.unit.records[key].update(end)
            room.unit.active = None

    room.unit.at_step = at_step
    with room.umpire(ask=False):
        room.match.pend()
        room.until_idle()
        room.until_kept([])
    assert room.match.again == again
    assert room.match.settled == [(1, BO, "unit")]
    assert len(room.unit.records) == 2


def test_an_abort_is_asked_about_with_its_reason(room: Room) -> None:
    room.ends_as("counting", state="aborted", reason="paddle_held")
    with room.umpire() as umpire:
        room.match.pend()
        asked = room.until_step(Step.ASKING)
        assert (asked.question, asked.problem) == (Question.ABORTED, "paddle_held")
        room.unit.at_step = lambda *_: None
        umpire.again()
        room.until_idle()
    assert room.match.settled == [(1, BO, "unit")]
    assert room.unit.launches == {f"{KEY}-2": 1}


def test_the_lines_settle_what_nobody_can_know_and_the_unit_is_told(room: Room) -> None:
    room.ends_as("counting", state="indeterminate")
    with room.umpire(swapped=True) as umpire:
        room.match.pend(cards=3)
        asked = room.until_step(Step.ASKING)
        assert asked.question is Question.INDETERMINATE
        assert asked.answers == {Answer.AGAIN, Answer.LOSER, Answer.LINES}
        with pytest.raises(IllegalAction):
            umpire.lines(3, 3)
        umpire.lines(1, 2)  # the initiator, at the right, and the defender
        room.until_idle()
        room.until_kept([])
    turn = room.match.acts[0].turn
    assert room.match.acts == [Lines(turn, -1, 1, 1, 2)]
    assert room.unit.records[KEY]["decided_by"] == "lines"
    assert room.unit.records[KEY]["loser"] == "left"


def test_lines_that_the_rules_refuse_are_never_told_to_the_unit(room: Room) -> None:
    room.ends_as("counting", state="indeterminate")
    with room.umpire() as umpire:
        room.match.pend()
        room.until_step(Step.ASKING)
        with pytest.raises(IllegalAction):
            umpire.lines(3, 3)
        umpire.lost(ANA)
        room.until_idle()
        room.until_kept([])
    assert "decided_by" not in room.unit.records[KEY]


def test_lines_are_told_to_the_unit_by_the_next_life_of_the_app(room: Room) -> None:
    room.ends_as("counting", state="indeterminate")
    with room.umpire() as umpire:
        room.match.pend()
        room.until_step(Step.ASKING)
        room.unit.refuse["showdown.lines"] = WireError("STORAGE")
        umpire.lines(2, 0)
        room.until_idle()
    assert stored(room) == [KEY]
    room.unit.refuse.clear()
    with room.umpire():
        room.until_kept([])
    assert room.unit.records[KEY]["loser"] == "left"
    assert len(room.match.acts) == 1


@pytest.mark.parametrize("answer", ["keep", "lines"])
def test_a_contested_verdict_is_the_tables(room: Room, answer: str) -> None:
    room.ends_as("done", contested=True)
    with room.umpire() as umpire:
        room.match.pend()
        asked = room.until_step(Step.ASKING)
        assert (asked.question, asked.loser) == (Question.CONTESTED, BO)
        if answer == "keep":
            umpire.keep()
        else:
            umpire.lines(2, 0)
        room.until_idle()
        room.until_kept([])
    if answer == "keep":
        assert room.match.settled == [(1, BO, "unit")]
    else:
        assert room.unit.records[KEY]["decided_by"] == "lines"


@pytest.mark.parametrize(
    ("step", "launches", "again", "loser"),
    [
        ("accepted", {f"{KEY}-2": 1}, [], BO),  # nothing flew: begun anew
        ("racing", {"abcdefgh2345-1-2-c0ffee": 1}, ["indeterminate"], BO),
        ("launching", {KEY: 1}, [], BO),
    ],
)
def test_the_unit_is_killed_and_the_match_goes_on(
    room: Room, step: str, launches: dict[str, int], again: list[str], loser: int
) -> None:
    killed: list[str] = []

    def at_step(key: str, name: str) -> None:
        if name == step and not killed:
            killed.append(key)
            room.unit.kill()

    room.unit.at_step = at_step
    with room.umpire(ask=False):
        room.match.pend()
        room.until_idle()
        room.until_kept([])
    assert killed == [KEY]
    assert room.match.again == again
    assert room.match.settled == [(1, loser, "unit")]
    assert room.unit.launches == launches


@pytest.mark.parametrize("step", ["accepted", "counting", "racing", "launching", "done"])
def test_the_app_dies_and_its_next_life_takes_up_the_same_key(room: Room, step: str) -> None:
    reached = threading.Event()
    room.unit.at_step = lambda _, name: reached.set() if name == step else None
    with room.umpire():
        room.match.pend()
        assert reached.wait(10)
    if not room.match.acts:  # it had not heard of the end yet
        assert stored(room) == [KEY]
    room.statuses.clear()
    with room.umpire():
        room.until_idle()
        room.until_kept([])
    assert room.match.settled == [(1, BO, "unit")]
    assert room.unit.launches == {KEY: 1}


def test_the_app_dies_before_the_key_is_sent(room: Room) -> None:
    room.match.pend()
    Claims(room.match).make(
        room.match.state.showdown,  # type: ignore[arg-type]
        room.unit.serial,
        10,
        swapped=True,
        begin="button",
    )
    with room.umpire():
        room.until_idle()
    assert room.match.settled == [(1, ANA, "unit")]  # the sides are those of the note
    assert room.unit.launches == {KEY: 1}


def test_a_key_that_the_dead_app_had_not_let_go_starts_nothing(room: Room) -> None:
    with room.umpire():
        room.match.pend()
        room.until_idle()
        room.until_kept([])
    with room.open() as unit:
        unit.prepare(2, "Ana", "Bo", KEY)
    with room.umpire():
        room.until_kept([])
        room.match.pend()
        room.until_idle()
    assert room.unit.launches == {KEY: 1, "abcdefgh2345-2-1-c0ffee": 1}


def test_a_verdict_that_cannot_be_kept_is_told_once_more(room: Room) -> None:
    def full(_: object) -> None:
        raise MatchFileError("the disk is full")

    room.match.before_act = full
    with room.umpire() as umpire:
        room.match.pend()
        asked = room.until_step(Step.ASKING)
        assert (asked.question, asked.problem) == (Question.REFUSED, "the disk is full")
        assert stored(room) == [KEY]
        room.match.before_act = lambda _: None
        umpire.again()
        room.until_idle()
        room.until_kept([])
    assert room.match.settled == [(1, BO, "unit")]
    assert room.unit.launches == {KEY: 1}


def test_without_a_unit_the_people_say_who_lost(room: Room) -> None:
    with room.umpire(unit=False) as umpire:
        room.match.pend()
        asked = room.until_step(Step.ASKING)
        assert asked.question is Question.NO_UNIT
        assert asked.answers == {Answer.LOSER, Answer.LINES}
        umpire.again()  # nobody asked for that
        umpire.lost(BO)
        room.until_idle()
        room.match.pend()
        room.until_step(Step.ASKING)
        umpire.lines(2, 0)
        room.until_idle()
    assert room.match.settled == [(1, BO, "table")]
    assert isinstance(room.match.acts[1], Lines)


def test_a_unit_that_comes_late_is_found(room: Room) -> None:
    room.plugged = False
    with room.umpire():
        room.match.pend()
        waits = room.until(lambda status: status.step is Step.SEEKING and status.problem)
        assert waits.problem == "it is not plugged in"
        room.plugged = True
        room.until_idle()
    assert room.match.settled == [(1, BO, "unit")]


def test_a_verdict_by_hand_while_no_unit_is_there(room: Room) -> None:
    room.plugged = False
    with room.umpire() as umpire:
        room.match.pend()
        room.until(lambda status: Answer.LOSER in status.answers)
        umpire.lost(ANA)
        room.until_idle()
    assert room.match.settled == [(1, ANA, "table")]


def test_a_verdict_by_hand_while_the_cable_is_off_and_the_unit_is_told(room: Room) -> None:
    room.unit.play = False
    with room.umpire() as umpire:
        room.match.pend()
        room.until(lambda status: status.state == "armed")
        room.opener.errors = [PortMissing("it is not plugged in")] * 10_000
        room.opener.ports[-1].fail = "unplugged"
        room.until(lambda status: not status.linked and Answer.LOSER in status.answers)
        umpire.lost(ANA)
        room.until_idle()
        room.opener.errors.clear()
        room.until_kept([])
        assert room.unit.records[KEY]["state"] == "cancelled"
        room.unit.play = True
        room.match.pend()
        room.until_idle()
    assert room.match.settled == [(1, ANA, "table"), (2, BO, "unit")]
    assert room.unit.launches == {"abcdefgh2345-2-1-c0ffee": 1}


def test_a_showdown_is_called_off_and_played_again(room: Room) -> None:
    room.unit.play = False
    with room.umpire() as umpire:
        room.match.pend()
        room.until(lambda status: status.state == "armed")
        umpire.cancel()
        asked = room.until_step(Step.ASKING)
        assert asked.question is Question.CANCELLED
        room.unit.play = True
        umpire.again()
        room.until_idle()
        room.until_kept([])
    assert room.unit.records[KEY]["state"] == "cancelled"
    assert room.unit.launches == {f"{KEY}-2": 1}


def test_the_two_change_sides_when_it_is_armed_already(room: Room) -> None:
    room.unit.play = False
    with room.umpire() as umpire:
        room.match.pend()
        room.until(lambda status: status.state == "armed")
        room.unit.play = True
        umpire.swap()
        playing = room.until(lambda status: status.key == f"{KEY}-2")
        assert (playing.left, playing.right) == (BO, ANA)
        room.until_idle()
        room.match.pend()
        room.until(lambda status: (status.left, status.right) == (ANA, BO))
        room.until_idle()
    assert room.match.settled == [(1, ANA, "unit"), (2, BO, "unit")]


def test_more_cards_than_the_unit_holds_are_loaded_as_far_as_it_holds(room: Room) -> None:
    with room.umpire():
        room.match.pend(cards=12)
        room.until(lambda status: status.step is Step.PLAYING and status.cards == 10)
        room.until_idle()
    assert room.unit.records[KEY]["cards"] == 10


def test_a_bare_showdown_throws_nothing_and_asks_for_no_lines(room: Room) -> None:
    room.ends_as("counting", state="indeterminate")
    with room.umpire() as umpire:
        room.match.pend(cards=0)
        assert room.until_step(Step.ASKING).answers == {Answer.AGAIN, Answer.LOSER}
        umpire.lost(BO)
        room.until_idle()
    assert room.unit.records[KEY]["cards"] == 0


def test_a_unit_that_is_not_ready_is_waited_for(room: Room, monkeypatch: Any) -> None:
    status = room.unit._status
    not_ready = {"state": "not_ready", "not_ready": ["tray_unknown"], "tray": "unknown"}
    monkeypatch.setattr(room.unit, "_status", lambda: status() | not_ready)
    with room.umpire():
        room.match.pend()
        waits = room.until_step(Step.NOT_READY)
        assert "hold the timer button for 2 s" in waits.problem
        assert room.unit.records == {}
        monkeypatch.setattr(room.unit, "_status", status)
        room.until_idle()
    assert room.unit.launches == {KEY: 1}


def test_a_match_that_went_another_way_takes_no_old_verdict(room: Room) -> None:
    room.unit.records[KEY] = played = lost_by_left(room)
    room.match.course = "0ther"
    with room.umpire():
        room.match.pend()
        room.until_idle()
        room.until_kept([])
    other = "abcdefgh2345-1-1-0ther"
    assert room.unit.launches == {KEY: 1, other: 1}
    assert room.unit.records[KEY] == played
    assert room.match.settled == [(1, BO, "unit")]


def lost_by_left(room: Room) -> dict[str, Any]:
    """The record of a showdown that is played as the match's first, with another loser."""
    end = {"outcome": "false_start", "loser": "left", "decided_by": "timing"}
    before = Room(room.folder / "before", world=room.world)
    before.ends_as("racing", state="done", **end)
    with before.umpire():
        before.match.pend()
        before.until_idle()
    room.unit.at_step = lambda *_: None
    room.unit.launches[KEY] = 1
    return dict(room.unit.records[KEY])


def test_a_key_that_stands_for_another_showdown_is_followed_by_a_new_one(room: Room) -> None:
    lost_by_left(room)
    with room.umpire():
        room.match.pend(BO, CY)  # the key of before, and others who play
        room.until_idle()
        room.until_kept([])
    assert room.unit.launches == {KEY: 1, f"{KEY}-2": 1}
    assert room.match.settled == [(1, CY, "unit")]


def test_a_start_that_is_refused_again_and_again_is_asked_about(room: Room) -> None:
    room.unit.refuse["showdown.start"] = WireError("NOT_READY", reasons=["fault"])
    with room.umpire() as umpire:
        room.match.pend()
        asked = room.until_step(Step.ASKING)
        assert asked.question is Question.REFUSED
        assert "NOT_READY" in asked.problem
        room.unit.refuse.clear()
        umpire.again()
        room.until_idle()
        room.until_kept([])
    assert room.match.settled == [(1, BO, "unit")]
    assert room.unit.launches.total() == 1


def test_another_host_in_control_is_told_and_waited_for(room: Room) -> None:
    room.unit.holder = "console on laptop"
    with room.umpire():
        room.match.pend()
        room.until(lambda status: "console on laptop" in status.problem)
        room.unit.holder = None
        room.until_idle()
    assert room.unit.launches == {KEY: 1}


def test_a_showdown_begun_at_another_unit_is_not_begun_here(room: Room) -> None:
    pending = room.match.pend()
    Claims(room.match).make(pending, "another unit", 10, swapped=False, begin="button")
    with room.umpire() as umpire:
        asked = room.until_step(Step.ASKING)
        assert asked.question is Question.ELSEWHERE
        assert room.unit.records == {}
        umpire.again()
        room.until_idle()
    assert room.unit.launches == {f"{KEY}-2": 1}


def test_the_right_unit_back_on_the_cable_ends_the_question(room: Room) -> None:
    right, room.unit.serial = room.unit.serial, "another unit"
    pending = room.match.pend()
    Claims(room.match).make(pending, right, 10, swapped=False, begin="button")
    with room.umpire():
        assert room.until_step(Step.ASKING).question is Question.ELSEWHERE
        room.unit.serial = right
        room.opener.ports[-1].fail = "unplugged"
        room.until_idle()
    assert room.unit.launches == {KEY: 1}


def test_the_verdict_of_the_unit_comes_too_late(room: Room) -> None:
    with room.umpire() as umpire:
        room.match.before_act = lambda action: umpire.lost(ANA) if action.by == "unit" else None  # type: ignore[union-attr]
        room.unit.play = False
        room.match.pend()
        room.until(lambda status: status.state == "armed")
        room.opener.ports[-1].fail = "unplugged"
        room.until(lambda status: Answer.LOSER in status.answers)
        umpire.lost(ANA)
        room.until_idle()
        room.until_kept([])
    assert room.match.settled == [(1, ANA, "table")]
    assert room.unit.launches == {}


def test_a_fault_of_ours_is_told_and_people_can_go_on(
    room: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: Any) -> None:
        msg = "a fault of ours"
        raise RuntimeError(msg)

    with room.umpire() as umpire:
        monkeypatch.setattr(umpire._loop, "_follow", broken)
        room.match.pend()
        asked = room.until_step(Step.ASKING)
        assert (asked.question, "a fault of ours" in asked.problem) == (Question.REFUSED, True)
        umpire.lost(ANA)
        room.until_idle()
        room.until_kept([])
    assert room.match.settled == [(1, ANA, "table")]
    assert "a fault of ours" in caplog.text


def test_what_was_played_is_in_the_history_with_its_time(
    room: Room, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SHOWDOWN_DATA_DIR", str(tmp_path / "data"))
    with room.umpire():
        room.match.pend(ANA, BO)
        room.until_idle()

    def kept() -> list[Row]:
        state = Fold()
        HistoryStore().read(state)
        return state.in_order()

    pause, tries = threading.Event(), 500
    while not kept() and tries:
        pause.wait(0.01)
        tries -= 1
    (row,) = kept()
    assert (row.key, row.left, row.left_us) == (KEY, "Ana", 231_415)
