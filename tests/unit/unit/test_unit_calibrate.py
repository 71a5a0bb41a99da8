"""Calibrating the launcher: the conversation, with no servo and no file."""

from __future__ import annotations

import pytest

from showdown_hw.board import LauncherSpec
from showdown_unit.calibrate import HELP, Action, Calibration, Move, Quit, Save, Say

SPEC = LauncherSpec(park_us=1500, left_us=1000, right_us=2000, limit_ms=1200)


def talk(*lines: str) -> list[Action]:
    """What a conversation with these lines asks for, its first words left out."""
    calibration = Calibration(SPEC)
    calibration.begin()
    return [action for line in lines for action in calibration.command(line)]


def moves(*lines: str) -> list[int]:
    return [action.width_us for action in talk(*lines) if isinstance(action, Move)]


def last_words(*lines: str) -> str:
    last = talk(*lines)[-1]
    assert isinstance(last, Say)
    return last.text


def test_nothing_moves_before_the_first_try():
    assert all(isinstance(action, Say) for action in Calibration(SPEC).begin())
    assert moves("show", "help", "", "left", "right", "park", "ok", "ok", "ok", "quit") == []


def test_a_number_is_tried_and_steps_count_from_it():
    assert moves("1480", "+", "+", "--", "-", "++", "go") == [
        1480, 1490, 1500, 1450, 1440, 1490, 1490,
    ]  # fmt: skip


@pytest.mark.parametrize("line", ["899", "2101", "0", "99999999999999999999"])
def test_a_width_that_no_board_may_have_is_refused_and_not_tried(line):
    assert talk("1480", line, "go")[1:] == [
        Say(f"{line} µs is refused: allowed are 900 to 2100 µs"),
        Move(1480),
    ]


def test_a_number_with_thousands_of_digits_is_refused_like_any_other():
    assert talk("9" * 5000) == [
        Say("a number of 5000 digits is refused: allowed are 900 to 2100 µs")
    ]


def test_a_width_that_is_kept_without_a_try_says_so():
    assert talk("ok")[0] == Say("park is 1500 µs (not tried)")
    assert talk("1480", "ok")[1] == Say("park is 1480 µs")
    assert talk("1480", "ok", "park", "ok")[3:][1] == Say("park is 1480 µs")


@pytest.mark.parametrize(("start", "step"), [("900", "-"), ("2100", "+"), ("2060", "++")])
def test_steps_do_not_leave_the_range(start, step):
    assert moves(start, step, "go") == [int(start), int(start)]


def test_ok_goes_through_the_positions_from_the_widths_they_have():
    calibration = Calibration(SPEC)
    prompts = [calibration.prompt]
    for line in ("1480", "ok", "1020", "ok", "+", "ok"):
        calibration.command(line)
        prompts.append(calibration.prompt)
    assert prompts == [
        "park 1500> ",
        "park 1480> ",
        "left 1000> ",
        "left 1020> ",
        "right 2000> ",
        "right 2010> ",
        "right 2010> ",
    ]


def test_what_was_kept_is_saved_and_the_limit_is_untouched():
    done = talk("1480", "ok", "1020", "ok", "1990", "ok", "save")
    assert done[-1] == Save(LauncherSpec(1480, 1020, 1990, 1200))


def test_one_position_alone_may_be_saved():
    assert talk("left", "1100", "ok", "save")[-1] == Save(LauncherSpec(1500, 1100, 2000, 1200))


def test_left_and_right_may_be_the_other_way_round():
    done = talk("ok", "2000", "ok", "1000", "ok", "save")
    assert done[-1] == Save(LauncherSpec(1500, 2000, 1000, 1200))


def test_going_to_another_position_drops_what_was_not_kept():
    assert talk("1450", "left", "1100", "ok", "save")[-1] == Save(
        LauncherSpec(1500, 1100, 2000, 1200)
    )


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        (("1480", "save"), "no position has been kept; say ok at a width that is right"),
        (
            ("ok", "left", "1100", "save"),
            "left is tried at 1100 µs but not kept; say ok, or left to go back to 1000",
        ),
        (
            ("left", "1600", "ok", "save"),
            "park (1500 µs) is not between left (1600 µs) and right (2000 µs)",
        ),
        (
            ("left", "1450", "ok", "save"),
            "left (1450 µs) is less than 100 µs from park (1500 µs): no card would slide",
        ),
    ],
)
def test_what_cannot_be_a_launcher_is_not_saved(lines, problem):
    words = last_words(*lines)
    assert words.startswith("not saved: ")
    assert problem in words


def test_quit_writes_nothing():
    assert talk("1480", "ok", "quit")[-1] == Quit()


def test_other_words_are_answered_with_the_help():
    assert last_words("launch") == f"'launch' is no command:\n{HELP}"
    assert last_words("١٤٨٠") == f"'١٤٨٠' is no command:\n{HELP}"


def test_lines_are_taken_whatever_their_case_and_blanks():
    assert talk("  OK ", " Quit\n")[-1] == Quit()
