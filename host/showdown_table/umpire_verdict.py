"""What follows from how a showdown at the unit ended. Pure."""

from __future__ import annotations

from typing import NamedTuple

from showdown_host.errors import (
    Indeterminate,
    LinkLost,
    PendingKey,
    Refused,
    ShowdownError,
)
from showdown_host.result import Result
from showdown_protocol.messages import Outcome, RecordState, Side
from showdown_table.umpire_status import Answer, Question


class Decided(NamedTuple):
    """`loser` takes the cards. `by`: unit or lines."""

    loser: Side
    by: str


class Undecided(NamedTuple):
    """It was played and gave no loser: the rules' rematch."""

    why: str


class Unplayed(NamedTuple):
    """Nothing flew and nothing will under this key: the same showdown under a new one."""

    why: str


class Resume(NamedTuple):
    """The end is not known yet: the same key again."""

    why: str


class Ask(NamedTuple):
    """The table has to say. `ended`: this key is done with, `again` needs a new one."""

    question: Question
    answers: frozenset[Answer]
    ended: bool
    problem: str = ""


Verdict = Decided | Undecided | Unplayed | Resume | Ask

BY_HAND = frozenset({Answer.LOSER, Answer.AGAIN})
"""People saw who lost, or have it played again."""

_COUNT = BY_HAND | {Answer.LINES}
_CLOSE = frozenset({Answer.KEEP, Answer.LINES, Answer.LOSER})
_OWN_RESTART = frozenset({"restart", "shutdown"})
_WAITS = frozenset({"NOT_READY", "BUSY", "EXPIRED", "SHUTTING_DOWN"})
"""Refusals whose cause goes away by itself, or is waited for before the next start."""


def of_result(result: Result, cards: int) -> Verdict:
    """What follows from a record that is over; so many `cards` were thrown."""
    if result.loser is not None and result.decided and result.practice is None:
        record = result.record
        if result.contested and record.decided_by != "lines":
            lines = _CLOSE if cards else _CLOSE - {Answer.LINES}
            return Ask(Question.CONTESTED, lines, ended=True)
        return Decided(result.loser, "lines" if record.decided_by == "lines" else "unit")
    if result.practice is not None:  # a key that was used for a player alone
        return Ask(Question.REFUSED, BY_HAND, ended=True, problem=str(result))
    why = result.reason or ""
    match result.state:
        case RecordState.CANCELLED if result.record.origin is None:
            return Unplayed("cancelled")  # a tombstone: it was called off before it came there
        case RecordState.CANCELLED:
            return Ask(Question.CANCELLED, BY_HAND, ended=True)
        case RecordState.ABORTED if why in _OWN_RESTART:
            return Unplayed(why)
        case RecordState.ABORTED:
            return Ask(Question.ABORTED, BY_HAND, ended=True, problem=why)
        case RecordState.INDETERMINATE:
            return _doubt(cards, str(result))
    if result.outcome is Outcome.NO_PRESS:
        return Ask(Question.NO_PRESS, BY_HAND, ended=True)
    if result.state is RecordState.DONE and result.outcome is not None:
        return Undecided(result.outcome.value)
    return Ask(Question.REFUSED, BY_HAND, ended=False, problem=str(result))


def of_error(error: Exception, cards: int) -> Verdict:
    """What follows from what a showdown raised."""
    if isinstance(error, LinkLost):
        return Resume(str(error))
    if isinstance(error, Indeterminate):
        return _doubt(cards, str(error))
    if isinstance(error, PendingKey):
        return Ask(
            Question.ELSEWHERE, _COUNT if cards else BY_HAND, ended=False, problem=str(error)
        )
    if isinstance(error, Refused) and error.record is not None and error.name in _WAITS:
        return Unplayed(str(error))
    if isinstance(error, Refused) and error.name == "KEY_CONFLICT":
        return Unplayed(str(error))  # what the unit has under this key is another showdown
    ended = isinstance(error, Refused) and error.record is not None
    known = isinstance(error, ShowdownError)
    return Ask(Question.REFUSED, BY_HAND, ended=ended, problem=str(error) if known else repr(error))


def _doubt(cards: int, why: str) -> Ask:
    answers = _COUNT if cards else BY_HAND
    return Ask(Question.INDETERMINATE, answers, ended=True, problem=why)


def unattended(verdict: Ask, result: Result | None) -> Verdict:
    """What becomes of a question where nobody is there to answer; some have to wait for people."""
    match verdict.question:
        case Question.CONTESTED if result is not None and result.loser is not None:
            return Decided(result.loser, "unit")
        case Question.NO_PRESS | Question.INDETERMINATE:
            return Undecided(verdict.question.value)
        case Question.ABORTED | Question.CANCELLED:
            return Unplayed(verdict.problem or verdict.question.value)
    return verdict
