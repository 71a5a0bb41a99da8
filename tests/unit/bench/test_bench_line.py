"""The terminal line: its width, its words, and how it is shown."""

from __future__ import annotations

import io

import pytest

from showdown_bench.line import WIDTH, Lamps, Pins, Sides, TerminalLine, draw, tell
from showdown_bench.trace import Widths
from showdown_protocol.records import DecidedBy, Origin, Outcome, Record, RecordState

WIDTHS = Widths(park=1500, left=1000, right=2000)
LAST = "right lost by 9999 ms"


def pins(*changes: tuple[str, float]) -> Pins:
    shown = Pins(WIDTHS)
    for signal, value in changes:
        shown.saw(0, signal, value)
    return shown


def record(**fields: object) -> Record:
    given = {"key": "k1234567", "state": RecordState.DONE, "origin": Origin.HOST, **fields}
    return Record(**given)  # type: ignore[arg-type]


def test_an_idle_unit_is_all_dots() -> None:
    assert draw(pins(), "ready", None) == "[. . .] . . tray:level L:up   R:up   ready"


def test_everything_at_once_is_told_by_place_and_letter() -> None:
    shown = pins(
        ("lamp_red", 1),
        ("arrow_left", 1),
        ("paddle_right", 1),
        ("launcher_pwm", 1000),
    )
    assert draw(shown, "launching", "left lost by 56 ms") == (
        "[R . .] < . tray:LEFT  L:up   R:DOWN launching last: left lost by 56 ms"
    )


@pytest.mark.parametrize(
    ("signal", "cell"),
    [("lamp_red", "[R . .]"), ("lamp_amber", "[. A .]"), ("lamp_green", "[. . G]")],
)
def test_each_lamp_has_its_place(signal: str, cell: str) -> None:
    assert draw(pins((signal, 1)), "ready", None).startswith(cell)
    assert draw(pins((signal, 1), (signal, 0)), "ready", None).startswith("[. . .]")


@pytest.mark.parametrize("state", [*(s.value for s in RecordState), "ready", "not_ready", "fault"])
def test_each_state_is_shown_in_79_columns(state: str) -> None:
    full = Pins(WIDTHS, Lamps(True, True, True), Sides(True, True), Sides(True, True), "right")
    for last in (None, LAST):
        text = draw(full, state, last)
        assert len(text) <= WIDTH
        assert state in text
        assert last is None or last in text


def test_too_much_to_say_is_cut_and_shows_it() -> None:
    text = draw(pins(), "ready", "x" * 100)
    assert len(text) == WIDTH
    assert text.endswith("x~")


def test_the_tray_stays_where_the_last_pulses_sent_it() -> None:
    thrown = [("launcher_pwm", 2000), ("launcher_pwm", 0)]
    assert pins(*thrown).tray == "right"
    assert pins(*thrown, ("launcher_pwm", 1500)).tray == "level"


def test_pins_that_the_line_does_not_show_are_passed_over() -> None:
    assert pins(("launcher_power", 1), ("green_sense", 1), ("trace_start", 1)) == pins()


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"outcome": Outcome.WIN, "loser": "left", "margin_us": 56487}, "left lost by 56 ms"),
        ({"outcome": Outcome.WIN, "loser": "right", "margin_us": 30}, "right lost by 30 us"),
        (
            {"outcome": Outcome.WIN, "loser": "right", "decided_by": DecidedBy.LINES},
            "right lost",
        ),
        ({"outcome": Outcome.FALSE_START, "loser": "left"}, "left was too early"),
        ({"outcome": Outcome.ANTICIPATED, "loser": "left"}, "left was too early"),
        ({"outcome": Outcome.WIN, "practice": "left"}, "left played alone"),
        ({"outcome": Outcome.NO_PRESS}, "nobody pressed"),
        ({"outcome": Outcome.UNCLEAR}, "unclear"),
        ({"outcome": Outcome.VOID}, "void"),
        ({"state": RecordState.ABORTED, "reason": "paddle_held"}, "aborted (paddle_held)"),
        ({"state": RecordState.ABORTED}, "aborted"),
        ({"state": RecordState.CANCELLED}, "cancelled"),
        ({"state": RecordState.INDETERMINATE}, "indeterminate"),
        ({"state": RecordState.ARMED}, "armed"),
    ],
)
def test_a_record_is_told_in_a_few_words(fields: dict[str, object], words: str) -> None:
    assert tell(record(**fields)) == words


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_on_a_terminal_the_line_is_rewritten_in_place_and_wiped() -> None:
    stream = Terminal()
    line = TerminalLine(stream)
    line.show("longer")
    line.show("short")
    line.close()
    assert stream.getvalue() == "\rlonger\rshort \n"


def test_elsewhere_each_change_is_a_line_and_a_repeat_is_none() -> None:
    stream = io.StringIO()
    line = TerminalLine(stream)
    for text in ("one", "one", "two"):
        line.show(text)
    line.close()
    assert stream.getvalue() == "one\ntwo\n"
