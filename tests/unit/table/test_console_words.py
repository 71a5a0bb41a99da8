"""The console's view of the traffic: readable and raw, bounded, filtered, in any width."""

from __future__ import annotations

import pytest

from console_kit import AT, Wire
from showdown_picture.cells import width
from showdown_table import console_traffic
from showdown_table.console_traffic import Filter
from showdown_table.console_words import rows

RECORD = {
    "key": "KEY00001", "state": "done", "origin": "host", "outcome": "win", "loser": "right",
    "decided_by": "timing", "players": {"left": "Ana", "right": "Bo"}, "cards": 2,
    "launch": "completed", "contested": False, "reaction_us": {"left": 231_415},
    "attempts": [], "durable": True,
}  # fmt: skip


@pytest.fixture
def wire() -> Wire:
    return Wire()


def test_a_reply_names_its_method_its_time_and_aligns_its_members(wire):
    wire.request("stats")
    assert wire.text() == ["03:04:05.678 > stats"]
    wire.reply({"rx_lines": 5, "launches": 12, "lost": None})
    assert wire.text() == [
        "03:04:05.678 < stats, answered in 8.0 ms",
        "                 rx_lines  5",
        "                 launches  12",
        "                 null: lost",
    ]


def test_a_record_is_told_in_words(wire):
    wire.event("showdown.done", record=RECORD)
    lines = wire.text()
    assert lines[0].endswith("* event 44 showdown.done: Bo (right) was slower and takes the cards")
    assert "                 reaction_us  left 231415" in lines


def test_several_records_stand_one_a_line(wire):
    wire.request("showdown.list", {"limit": 2})
    wire.reply({"records": [RECORD, RECORD | {"key": "KEY00000"}], "next": None})
    lines = wire.text()
    assert lines[1].strip() == "records  KEY00001 Bo (right) was slower and takes the cards"
    assert lines[2].split()[0] == "KEY00000"


def test_an_error_tells_name_meaning_and_whether_the_same_key_may_go_again(wire):
    wire.request("showdown.start", {"key": "KEY00001"})
    wire.error("NOT_READY", reasons=["tray_unknown"])
    assert wire.text() == [
        "03:04:05.678 ! showdown.start: error NOT_READY: Something has to be put right",
        "                 first.",
        "                 reasons         tray_unknown",
        "                 same key again  when the cause is gone",
    ]


def test_a_heartbeat_is_one_line(wire):
    wire.beat()
    (line,) = wire.text()
    assert line.endswith(". heartbeat: ready, up 1 min 21 s, last event 44, no control")


@pytest.mark.parametrize(
    ("crc", "whole", "why"),
    [(False, True, "its CRC is wrong"), (None, False, "not whole"), (None, True, "no line of the")],
)
def test_what_is_no_line_of_the_protocol_is_shown_too(wire, crc, whole, why):
    wire.put("in", b"\x1b[2Jgarbage", crc, whole)
    text = " ".join(wire.text())
    assert why in text
    assert "\x1b" not in text
    assert "\\x1b[2Jgarbage" in text


def test_raw_shows_the_exact_line_and_its_crc(wire):
    wire.request("ping")
    lines = wire.text(40, raw=True)
    body = "".join(line[11:] for line in lines)
    sent = wire.traffic.since(0)[1][0].line.text
    assert body == sent
    assert sent[-9] == "*"
    assert lines[0][:11] == "03:04:05 > "
    wire.put("in", b"x*00000000", crc=False)
    assert wire.text(raw=True)[-1].endswith("(its CRC is wrong)")


@pytest.mark.parametrize("wide", [20, 33, 60, 80, 120])
@pytest.mark.parametrize("raw", [False, True])
def test_no_line_is_wider_than_the_screen(wire, wide, raw):
    wire.request("showdown.get", {"key": "K" * 64})
    wire.reply({"players": {"left": "日本語" * 9, "right": "é" * 30}, "digest": "f" * 64})
    wire.event("showdown.done", record=RECORD)
    wire.put("in", b"\xff" * 500, None)
    for entry in wire.traffic.since(0)[1]:
        for row in rows(entry, wide, raw=raw):
            assert width(row.head + row.text) <= wide


def test_filters_tell_what_is_typed_from_what_the_link_says_itself(wire):
    wire.request("hello", ident="h")
    wire.reply({"session": "s1"}, "h")
    wire.beat()
    wire.request("ping", ident="a.1")
    wire.reply({}, "a.1")
    wire.traffic.typed("ping")
    wire.request("ping", ident="a.2")
    wire.reply({}, "a.2")
    wire.event("button")
    wire.error("BUSY", "a.3")
    wire.traffic.tell("a note", AT)
    wire.traffic.tell("link lost", AT, problem=True)
    seen = {
        chosen: [entry.number for entry in wire.traffic.since(0)[1] if entry.passes(chosen)]
        for chosen in Filter
    }
    assert seen == {
        Filter.ALL: list(range(11)),
        Filter.CALM: [5, 6, 7, 8, 9, 10],
        Filter.EVENTS: [7, 9, 10],
        Filter.ERRORS: [8, 10],
    }


def test_searching_looks_at_lines_methods_and_notes(wire):
    wire.request("stats")
    wire.reply({"rx_lines": 5})
    wire.traffic.tell("link lost: unplugged", AT)
    held = [[entry.number for entry in wire.traffic.since(0)[1] if entry.holds(text)]
            for text in ("STATS", "rx_lines", "unplugged")]  # fmt: skip
    assert held == [[0, 1], [1], [2]]


def test_memory_is_bounded_and_what_was_dropped_is_counted(wire, monkeypatch):
    monkeypatch.setattr(console_traffic, "KEPT", 10)
    monkeypatch.setattr(console_traffic, "SLACK", 5)
    for _ in range(16):
        wire.beat()
    first, entries = wire.traffic.since(0)
    assert (first, len(entries), wire.traffic.dropped, wire.traffic.count) == (6, 10, 6, 16)
    assert [entry.number for entry in wire.traffic.since(14)[1]] == [14, 15]
    for number in range(1000):
        wire.request("stats", ident=f"never.{number}")
    assert len(wire.traffic._asked) <= 256


def test_clearing_forgets_the_entries_and_numbers_go_on(wire):
    wire.beat()
    wire.traffic.clear()
    wire.beat()
    assert [entry.number for entry in wire.traffic.since(0)[1]] == [1]
