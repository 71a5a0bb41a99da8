"""What follows from each end that a showdown at the unit can have."""

from __future__ import annotations

from typing import Any

import pytest

from showdown_host.errors import (
    Indeterminate,
    LinkLost,
    PendingKey,
    Refused,
    StoreError,
    Unreadable,
)
from showdown_host.result import Result
from showdown_protocol.messages import DecidedBy, Outcome, Record, RecordState, Side
from showdown_table.umpire_status import Answer, Question
from showdown_table.umpire_verdict import (
    Ask,
    Decided,
    Resume,
    Undecided,
    Unplayed,
    of_error,
    of_result,
    unattended,
)

SAW = frozenset({Answer.LOSER, Answer.AGAIN})
COUNT = SAW | {Answer.LINES}
TOMBSTONE = Record(key="KEY00001", state=RecordState.CANCELLED)


def result(state: str = "done", outcome: str | None = None, **members: Any) -> Result:
    told = Outcome(outcome) if outcome else None
    members = {"origin": "host"} | members
    return Result(Record(key="KEY00001", state=RecordState(state), outcome=told, **members))


@pytest.mark.parametrize("outcome", ["win", "false_start", "anticipated"])
def test_a_loser_by_timing_loses(outcome: str) -> None:
    ended = result(outcome=outcome, loser=Side.LEFT, decided_by=DecidedBy.TIMING)
    assert of_result(ended, 2) == Decided(Side.LEFT, "unit")


def test_a_loser_by_lines_loses_by_lines_though_it_was_contested() -> None:
    ended = result(outcome="win", loser=Side.RIGHT, decided_by=DecidedBy.LINES, contested=True)
    assert of_result(ended, 2) == Decided(Side.RIGHT, "lines")


@pytest.mark.parametrize(("cards", "lines"), [(2, True), (0, False)])
def test_a_contested_loser_is_the_tables(cards: int, lines: bool) -> None:
    ended = result(outcome="win", loser=Side.RIGHT, decided_by=DecidedBy.TIMING, contested=True)
    verdict = of_result(ended, cards)
    assert isinstance(verdict, Ask)
    assert (verdict.question, Answer.LINES in verdict.answers) == (Question.CONTESTED, lines)
    assert unattended(verdict, ended) == Decided(Side.RIGHT, "unit")


@pytest.mark.parametrize("outcome", ["unclear", "void"])
def test_what_was_played_without_a_loser_is_a_rematch(outcome: str) -> None:
    assert of_result(result(outcome=outcome), 2) == Undecided(outcome)


def test_nobody_pressed() -> None:
    verdict = of_result(result(outcome="no_press"), 2)
    assert verdict == Ask(Question.NO_PRESS, SAW, ended=True)
    assert unattended(verdict, None) == Undecided("no_press")


@pytest.mark.parametrize("reason", ["restart", "shutdown"])
def test_a_unit_that_went_down_before_anything_flew_begins_anew(reason: str) -> None:
    assert of_result(result("aborted", reason=reason), 2) == Unplayed(reason)


@pytest.mark.parametrize("reason", ["not_started", "paddle_held", "fault", "something new"])
def test_other_aborts_are_asked_about(reason: str) -> None:
    verdict = of_result(result("aborted", reason=reason), 2)
    assert verdict == Ask(Question.ABORTED, SAW, ended=True, problem=reason)
    assert unattended(verdict, None) == Unplayed(reason)


def test_called_off_by_people_is_asked_about_and_a_tombstone_is_not() -> None:
    verdict = of_result(result("cancelled"), 2)
    assert verdict == Ask(Question.CANCELLED, SAW, ended=True)
    assert unattended(verdict, None) == Unplayed("cancelled")
    assert of_result(Result(TOMBSTONE), 2) == Unplayed("cancelled")


@pytest.mark.parametrize(("cards", "answers"), [(2, COUNT), (0, SAW)])
def test_what_nobody_knows_is_asked_about(cards: int, answers: frozenset[Answer]) -> None:
    verdict = of_error(Indeterminate("KEY00001", "the power went"), cards)
    assert isinstance(verdict, Ask)
    assert (verdict.question, verdict.answers) == (Question.INDETERMINATE, answers)
    assert unattended(verdict, None) == Undecided("indeterminate")
    seen = of_result(result("indeterminate"), cards)
    assert isinstance(seen, Ask)
    assert (seen.question, seen.answers) == (Question.INDETERMINATE, answers)


def test_a_lost_link_is_the_same_key_again() -> None:
    assert of_error(LinkLost("gone"), 2) == Resume("gone")


@pytest.mark.parametrize("name", ["NOT_READY", "BUSY", "EXPIRED", "SHUTTING_DOWN"])
def test_a_refusal_that_passes_is_a_new_key(name: str) -> None:
    refusal = Refused(name, "no")
    refusal.record = TOMBSTONE
    assert of_error(refusal, 2) == Unplayed(f"{name}: no")


@pytest.mark.parametrize("name", ["NOT_READY", "CONTROL_HELD", "STORAGE"])
def test_a_refusal_whose_key_still_stands_is_asked_about(name: str) -> None:
    verdict = of_error(Refused(name, "no"), 2)
    assert verdict == Ask(Question.REFUSED, SAW, ended=False, problem=f"{name}: no")
    assert unattended(verdict, None) == verdict  # only people can put that right


def test_a_key_that_is_another_showdowns_is_not_played() -> None:
    assert of_error(Refused("KEY_CONFLICT", "no"), 2) == Unplayed("KEY_CONFLICT: no")


def test_a_refusal_for_good_ends_its_key() -> None:
    refusal = Refused("INVALID_PARAMS", "no")
    refusal.record = TOMBSTONE
    assert of_error(refusal, 2) == Ask(
        Question.REFUSED, SAW, ended=True, problem="INVALID_PARAMS: no"
    )


def test_another_units_showdown_is_asked_about_even_without_people() -> None:
    verdict = of_error(PendingKey("KEY00001", "it belongs to another"), 2)
    assert verdict == Ask(Question.ELSEWHERE, COUNT, ended=False, problem="it belongs to another")
    assert unattended(verdict, None) == verdict


@pytest.mark.parametrize("error", [StoreError("full"), Unreadable("later"), RuntimeError("bug")])
def test_whatever_else_goes_wrong_is_told(error: Exception) -> None:
    verdict = of_error(error, 2)
    assert isinstance(verdict, Ask)
    assert verdict.question is Question.REFUSED
    assert str(error) in verdict.problem
