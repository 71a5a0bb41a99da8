"""What `verify` says of honest records, and of those that have nothing to verify."""

from __future__ import annotations

import msgspec
import pytest

from race_cases import CASES, document, report
from showdown_host.documents import Document
from showdown_host.verify import Status, verify
from showdown_host.verify_words import attempt_lines, members, words
from showdown_protocol.records import DecidedBy, LinesCount, Record, RecordState, Side

WHY = {
    "clear-win": [
        "right (Bo) loses: left (Ana) pressed 231.4 ms after green, right (Bo) 56.5 ms later"
    ],
    "close-win": [
        "left (Ana) loses: right (Bo) pressed 204.3 ms after green, left (Ana) 35 µs later"
    ],
    "dead-heat": [
        "attempt 1: dead heat: both pressed within 20 µs (12 µs apart), too close to tell:"
        " played again",
        "attempt 2: left (Ana) loses: right (Bo) pressed 219.7 ms after green,"
        " left (Ana) 20.4 ms later",
    ],
    "false-start": [
        "right (Bo) loses by a false start: right (Bo) pressed on amber,"
        " 312.6 ms before green was due"
    ],
    "false-start-red": [
        "left (Ana) loses by a false start: left (Ana) pressed on red, 410.2 ms after it was lit"
    ],
    "false-start-close": [
        "right (Bo) loses by a false start: right (Bo) pressed 12 µs before green was certainly lit"
    ],
    "anticipated": [
        "left (Ana) loses by a press too soon after green: left (Ana) pressed 61.8 ms after green:"
        " sooner than 100 ms, so before seeing it"
    ],
    "handicap": [
        "left (Ana) loses: right (Bo) pressed 221.5 ms after green, left (Ana) 18.5 ms later"
        " with 50 ms of handicap counted in"
    ],
    "practice": ["practice: left pressed 243.7 ms after green, alone at practice"],
    "no-press": ["no press: nobody takes the cards: nobody pressed within 10 s of green"],
    "no-rival": [
        "left (Ana) loses: right (Bo) pressed 262.3 ms after green,"
        " left (Ana) did not press within 500 ms of that"
    ],
    "bouncy": [
        "right (Bo) loses: left (Ana) pressed 231.4 ms after green, right (Bo) 1.50 ms later"
    ],
    "bouncy-later": [
        "right (Bo) loses: left (Ana) pressed 231.8 ms after green, right (Bo) 36.6 ms later"
    ],
    "called-off": [
        "dead heat: both pressed within 20 µs (12 µs apart), too close to tell: played again"
    ],
}


@pytest.mark.parametrize("name", CASES)
def test_an_honest_record_holds_and_the_reason_is_told(name: str) -> None:
    found = report(name)
    assert found.faults == ()
    assert found.status is Status.HOLDS
    assert attempt_lines(found) == WHY[name]
    assert members(found)["result"] == "holds"


def test_a_record_without_its_evidence_is_not_called_right() -> None:
    found = verify(Document(document("clear-win").record))
    assert found.status is Status.NOTHING
    assert "showdown get 01J8ZK3X9M2Q --evidence --json" in words(found)


@pytest.mark.parametrize(
    ("record", "why"),
    [
        (Record.unknown("nobody-knows-it"), "the unit knows no such showdown"),
        (Record(key="tombstone", state=RecordState.CANCELLED), "cancelled before any verdict"),
        (Record(key="just-begun", state=RecordState.ARMED), "not decided yet"),
    ],
)
def test_what_was_never_decided_has_nothing_to_verify(record: Record, why: str) -> None:
    found = verify(Document(record))
    assert (found.status, found.why_nothing) == (Status.NOTHING, why)


def lined(left: int, right: int, **more: object) -> Document:
    """A record that the table decided after the unit had."""
    shown = document("clear-win")
    fields: dict[str, object] = {
        "decided_by": DecidedBy.LINES,
        "lines": LinesCount(left=left, right=right),
        "timing_loser": Side.RIGHT,
        "loser": Side.LEFT,
    }
    record = msgspec.structs.replace(shown.record, **(fields | more))
    return msgspec_document(shown, record)


def msgspec_document(shown: Document, record: Record) -> Document:
    return Document(record, shown.raw, shown.items)


def test_where_the_lines_decided_the_timing_loser_is_what_is_computed() -> None:
    found = verify(lined(2, 1))
    assert found.faults == ()
    assert "the table decided by the lines (2 to 1): left (Ana)" in words(found)


@pytest.mark.parametrize(
    ("wrong", "point"),
    [
        ({"timing_loser": Side.LEFT}, "timing_loser"),
        ({"loser": Side.RIGHT}, "loser"),
        ({"lines": None}, "lines"),
        ({"decided_by": DecidedBy.TIMING}, "lines"),
    ],
)
def test_lines_that_do_not_fit_are_found(wrong: dict[str, object], point: str) -> None:
    found = verify(lined(2, 1, **wrong))
    assert point in {fault.name for fault in found.faults}


def test_lines_after_a_false_start_are_found() -> None:
    shown = document("false-start")
    record = msgspec.structs.replace(
        shown.record,
        outcome="win",
        decided_by=DecidedBy.LINES,
        lines=LinesCount(left=2, right=1),
        timing_loser=Side.RIGHT,
        loser=Side.LEFT,
    )
    found = verify(msgspec_document(shown, record))
    assert [fault.text for fault in found.faults] == ["the table may not decide after false_start"]


def test_words_name_every_point_that_does_not_hold() -> None:
    shown = document("clear-win")
    record = msgspec.structs.replace(shown.record, loser=Side.LEFT, margin_us=1)
    text = words(verify(msgspec_document(shown, record)))
    assert "DOES NOT HOLD, 2 of 22 points" in text
    assert "! loser: says left, its evidence gives right" in text
    assert "! margin_us: says 1, its evidence gives 56487" in text
