"""The verdict on the very edge of every limit, to the nanosecond."""

from __future__ import annotations

from typing import Any

import pytest

from referee_bounds import (
    EARLY_LEFT,
    HOLD,
    LEFT,
    LIMITS,
    NO_PRESS,
    RES,
    RIGHT,
    UNCLEAR,
    VOID,
    WIDTH,
    WIN_LEFT,
    duel,
    gesture,
    verdict,
)
from referee_script import Gesture, Stop
from showdown_referee.limits import MS, US, S
from showdown_referee.model import LightCount, Outcome, PutBack, Side, VoidReason


@pytest.mark.parametrize(
    ("offset", "right"),
    [
        (-WIDTH - 1, EARLY_LEFT),  # just before the write
        (-WIDTH, EARLY_LEFT),  # at its start
        (-1, EARLY_LEFT),
        (0, EARLY_LEFT),  # at the end: not certainly lit before
        (1, WIN_LEFT),
        (1 * S, WIN_LEFT),  # exactly the timeout counts
        (1 * S + 1, NO_PRESS),
    ],
)
@pytest.mark.parametrize("delay", [0, 1 * MS])  # heard of before green is written, and after
def test_one_press_around_green_and_the_timeout(
    offset: int, right: tuple[Outcome, Side | None], delay: int
) -> None:
    assert verdict(duel(gesture(LEFT, offset, delay=delay))) == right


@pytest.mark.parametrize(
    ("offset", "right"),
    [
        (100 * MS - 1, (Outcome.ANTICIPATED, Side.LEFT)),
        (100 * MS, WIN_LEFT),
        (0, EARLY_LEFT),
    ],
)
def test_anticipation_ends_exactly_at_its_limit(
    offset: int, right: tuple[Outcome, Side | None]
) -> None:
    assert verdict(duel(gesture(LEFT, offset), anticipation_ns=100 * MS)) == right


@pytest.mark.parametrize(
    ("apart", "right"),
    [(0, UNCLEAR), (RES, UNCLEAR), (-RES, UNCLEAR), (RES + 1, WIN_LEFT)],
)
@pytest.mark.parametrize("delay", [0, 3 * MS])
def test_the_resolution_parts_dead_heat_from_win(
    apart: int, right: tuple[Outcome, Side | None], delay: int
) -> None:
    at = 200 * MS
    played = duel(gesture(LEFT, at, delay=delay), gesture(RIGHT, at + apart))
    assert verdict(played) == right


@pytest.mark.parametrize(
    ("left", "limits"),
    [
        (0, {}),  # across the end of green
        (-WIDTH - 1, {"resolution_ns": WIDTH + 2}),  # across the whole interval
        (100 * MS - 1, {"anticipation_ns": 100 * MS}),
        (1 * S, {}),  # across the timeout
    ],
)
def test_a_dead_heat_across_a_limit_is_a_dead_heat(left: int, limits: dict[str, Any]) -> None:
    apart = limits.get("resolution_ns", RES)
    assert verdict(duel(gesture(LEFT, left), gesture(RIGHT, left + apart), **limits)) == UNCLEAR


def test_two_presses_after_the_timeout_are_no_presses() -> None:
    assert verdict(duel(gesture(LEFT, 1 * S + 1), gesture(RIGHT, 1 * S + 2))) == NO_PRESS


def test_chatter_that_begins_after_the_timeout_does_not_void() -> None:
    steps = tuple(t for n in range(80) for t in (n * MS, n * MS + 600 * US))
    assert verdict(duel(gesture(LEFT, 1 * S + 10 * US, *steps))) == NO_PRESS


def test_a_press_at_the_counts_clock_read_is_a_false_start() -> None:
    assert verdict(duel(sneak=(Gesture(LEFT, 0, (0, HOLD), (0, 0)),))) == EARLY_LEFT


def test_a_press_just_before_the_counts_clock_read_puts_it_back() -> None:
    played = duel(sneak=(Gesture(LEFT, -1, (0, HOLD), (0, 0)),))
    assert sum(isinstance(entry, PutBack) for _, entry in played.log) == 1
    assert played.seen[0].put_back
    assert {entry.attempt for _, entry in played.log if isinstance(entry, LightCount)} == {1}
    assert verdict(played) == NO_PRESS


@pytest.mark.parametrize(
    ("active", "right"), [(1 * MS - 1, NO_PRESS), (1 * MS, WIN_LEFT), (1 * MS + 1, WIN_LEFT)]
)
def test_confirm_parts_spike_from_press(active: int, right: tuple[Outcome, Side | None]) -> None:
    played = duel(gesture(LEFT, 200 * MS, 0, active))
    assert verdict(played) == right
    assert played.closed is not None
    assert played.closed.spikes == (right == NO_PRESS)


def test_a_level_read_just_before_the_release_does_not_unmake_a_press() -> None:
    # The level is read a moment after its clock read; the release falls between the two.
    played = duel(gesture(LEFT, 200 * MS, 0, 1 * MS + 1_500))
    assert verdict(played) == WIN_LEFT


@pytest.mark.parametrize(("pause", "spikes"), [(1 * MS, 1), (1 * MS + 1, 2)])
def test_the_bounce_gap_parts_trains(pause: int, spikes: int) -> None:
    played = duel(gesture(LEFT, 200 * MS, 0, 100 * US, 100 * US + pause, 200 * US + pause))
    assert played.closed is not None
    assert played.closed.spikes == spikes


def test_green_that_is_exactly_as_slow_as_allowed_counts() -> None:
    limit = LIMITS.green_write_max_ns
    assert verdict(duel(gesture(LEFT, 200 * MS), width=limit)) == WIN_LEFT
    assert verdict(duel(gesture(LEFT, 200 * MS), width=limit + 1)) == VOID


@pytest.mark.parametrize(("before_start", "right"), [(1, EARLY_LEFT), (0, VOID)])
def test_slow_green_spares_only_a_press_before_its_start(
    before_start: int, right: tuple[Outcome, Side | None]
) -> None:
    width = LIMITS.green_write_max_ns + 1
    # heard of after green was written, so that it is
    press = gesture(LEFT, -width - before_start, delay=2 * MS)
    assert verdict(duel(press, width=width)) == right


@pytest.mark.parametrize(
    ("sense", "right"),
    [(0, WIN_LEFT), (WIDTH, WIN_LEFT), (WIDTH + RES, WIN_LEFT), (WIDTH + RES + 1, VOID)],
)
def test_the_sense_stamp_may_lag_by_the_resolution(
    sense: int, right: tuple[Outcome, Side | None]
) -> None:
    played = duel(gesture(LEFT, 200 * MS), sense=sense, green_sense=True)
    assert verdict(played) == right


def test_a_missing_sense_edge_voids() -> None:
    played = duel(gesture(LEFT, 200 * MS), sense=None, green_sense=True)
    assert verdict(played) == VOID
    assert played.final is not None
    assert played.final.verdict is not None
    assert played.final.verdict.void_reason is VoidReason.GREEN_SENSE


@pytest.mark.parametrize(("press", "stands"), [(-1, True), (0, False), (1, False)])
def test_a_cancel_stands_against_a_press_at_its_own_instant(press: int, stands: bool) -> None:
    at = 300 * MS
    played = duel(
        count=(Gesture(LEFT, at + press, (0, HOLD), (0, 0)),), stops=(Stop("count", 0, at),)
    )
    assert (played.called_off is None) == stands
    assert (played.final is not None) == stands


def test_a_late_press_whose_release_is_stamped_after_the_verdict_contests_it() -> None:
    at = 200 * MS
    slow = gesture(LEFT, at - 100 * US, 0, 6 * MS, delay=10 * MS)
    played = duel(slow, gesture(RIGHT, at))
    assert verdict(played) == (Outcome.WIN, Side.LEFT)
    assert played.contested == {1}


def test_a_false_start_that_late_edges_unmake_is_contested() -> None:
    # a spike whose second pulse is just being read when the level is looked at
    steps = (0, 500 * US, 900 * US, 1_500 * US)
    spike = Gesture(LEFT, 100 * MS, steps, (0, 20 * MS, 20 * MS, 20 * MS))
    played = duel(count=(spike,))
    assert verdict(played) == EARLY_LEFT
    assert played.contested == {1}


@pytest.mark.parametrize("late", [-1, 0, 1])
def test_the_slower_press_is_kept_until_late_press(late: int) -> None:
    at = 200 * MS
    # told apart well before the end, or began too late
    slower = at + LIMITS.late_press_ns + (late if late > 0 else late * 5 * MS - 5 * MS)
    played = duel(gesture(LEFT, at), gesture(RIGHT, slower))
    assert played.closed is not None
    assert (Side.RIGHT in played.closed.presses) == (late <= 0)


@pytest.mark.parametrize("press", [False, True])
def test_chatter_without_end_voids_after_the_lockout(press: bool) -> None:
    steps = [t for n in range(1_800) for t in (n * MS, n * MS + 600 * US)]
    if press:  # an active stretch, long after the lockout
        steps[201] = steps[200] + 999 * US
        del steps[202:]
        steps[-1] = steps[-2] + 40 * MS
    played = duel(gesture(LEFT, 200 * MS, *steps), max_attempts=2)
    first = played.seen[0].verdict
    assert first is not None
    assert first.void_reason is VoidReason.UNDECIDED
    if not press:  # never quiet for as long as a count waits
        assert played.called_off is not None
        assert played.called_off.reason == "paddle_held"
