"""The pin trace and the throws counted from it."""

from __future__ import annotations

from pathlib import Path

import pytest

from showdown_bench.trace import (
    Change,
    PinTrace,
    Trace,
    Widths,
    count_launches,
    parse_trace,
    read_trace,
)

WIDTHS = Widths(park=1500, left=1000, right=2000)


def launches(*changes: tuple[str, float]) -> list[tuple[int, str]]:
    return count_launches([Change(n, s, v) for n, (s, v) in enumerate(changes, 1)], WIDTHS)


ON, OFF = ("launcher_power", 1), ("launcher_power", 0)
PARK, LEFT, RIGHT = (("launcher_pwm", w) for w in (1500, 1000, 2000))
SILENT, START = ("launcher_pwm", 0), ("trace_start", 1)


def test_what_was_written_is_read_back(tmp_path: Path) -> None:
    trace = PinTrace(tmp_path / "pins", 5)
    trace.saw(10, "lamp_red", True)
    trace.saw(11, "launcher_pwm", 0.075)
    trace.close()
    assert read_trace(tmp_path / "pins") == Trace(
        (
            Change(5, "trace_start", 1),
            Change(10, "lamp_red", 1),
            Change(11, "launcher_pwm", 0.075),
        ),
        (),
    )


def test_a_line_is_ns_signal_and_level(tmp_path: Path) -> None:
    trace = PinTrace(tmp_path / "pins", 5)
    trace.saw(10, "lamp_red", True)
    trace.saw(12, "lamp_red", False)
    assert (tmp_path / "pins").read_text() == "5 trace_start 1\n10 lamp_red 1\n12 lamp_red 0\n"
    trace.close()


def test_each_line_is_in_the_file_at_once(tmp_path: Path) -> None:
    trace = PinTrace(tmp_path / "pins", 5)
    trace.saw(10, "lamp_red", True)
    assert len(read_trace(tmp_path / "pins").changes) == 2
    trace.close()


def test_a_second_process_appends_behind_a_line_that_was_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "pins"
    path.write_text("1 trace_start 1\n2 launcher_po")
    PinTrace(path, 9).close()
    trace = read_trace(path)
    assert [change.ns for change in trace.changes] == [1, 9]
    assert trace.damaged == (2,)


def test_close_may_be_called_twice(tmp_path: Path) -> None:
    trace = PinTrace(tmp_path / "pins", 5)
    trace.close()
    trace.close()


def test_a_last_line_without_its_end_is_no_change_but_is_named() -> None:
    assert parse_trace("1 lamp_red 1\n2 launcher_power 1") == Trace(
        (Change(1, "lamp_red", 1),), (2,)
    )


@pytest.mark.parametrize("line", ["", "1 lamp_red", "x lamp_red 1", "1 lamp_red y", "1 a 2 3"])
def test_a_damaged_line_is_named_and_the_next_one_read(line: str) -> None:
    assert parse_trace(f"{line}\n7 lamp_red 1\n") == Trace((Change(7, "lamp_red", 1),), (1,))


def test_an_empty_trace_holds_nothing() -> None:
    assert parse_trace("") == Trace((), ())


def test_a_throw_is_counted_once_at_the_change_that_made_it() -> None:
    assert launches(PARK, ON, LEFT, PARK, SILENT, OFF) == [(3, "left")]


def test_power_after_the_aim_is_a_throw_too() -> None:
    assert launches(RIGHT, ON, PARK, OFF) == [(2, "right")]


def test_aiming_without_power_throws_nothing() -> None:
    assert launches(LEFT, PARK, ON, OFF) == []


def test_power_and_park_alone_throw_nothing() -> None:
    assert launches(START, ON, PARK, SILENT, OFF) == []


def test_two_throws_in_a_row_are_two() -> None:
    assert launches(ON, LEFT, PARK, OFF, ON, LEFT) == [(2, "left"), (6, "left")]


def test_from_one_side_straight_to_the_other_are_two() -> None:
    assert launches(ON, LEFT, RIGHT) == [(2, "left"), (3, "right")]


def test_pulses_that_stop_and_go_on_at_the_same_side_are_one_throw() -> None:
    assert launches(ON, LEFT, SILENT, LEFT) == [(2, "left")]


def test_a_ramp_to_a_side_and_back_is_one_throw() -> None:
    ramp = [("launcher_pwm", w) for w in (1450, 1300, 1150, 1000, 1200, 1400, 1500)]
    assert launches(ON, *ramp) == [(3, "left")]


def test_a_throw_that_a_new_process_repeats_is_counted_again() -> None:
    assert launches(START, ON, LEFT, START, ON, LEFT) == [(3, "left"), (6, "left")]


def test_after_a_restart_nothing_counts_as_powered() -> None:
    assert launches(START, ON, START, LEFT) == []


def test_widths_that_are_no_seesaw_are_refused() -> None:
    with pytest.raises(ValueError, match="both sides of park"):
        Widths(park=1500, left=1000, right=1200)
