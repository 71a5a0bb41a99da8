"""A handicap: what a press counts as, to the nanosecond, and how long the verdict waits for it."""

from __future__ import annotations

from typing import Any

import pytest

from referee_bounds import (
    HOLD,
    LEFT,
    NO_PRESS,
    RES,
    RIGHT,
    UNCLEAR,
    WIDTH,
    WIN_LEFT,
    duel,
    gesture,
    verdict,
)
from referee_kit import Duel
from referee_script import Gesture
from showdown_referee.limits import MS, US, LimitError, Limits, S
from showdown_referee.model import Outcome, Side

H = 100 * MS
AT = 200 * MS
WIN_RIGHT = (Outcome.WIN, Side.LEFT)
LEFT_LATE: dict[str, Any] = {"handicap_left_ns": H}


def green_end(played: Duel) -> int:
    """The end of the green interval of the last attempt."""
    assert played.final is not None
    assert played.final.green is not None
    return played.final.green.end_ns


@pytest.mark.parametrize(
    ("apart", "right"),
    [
        (-RES - 1, WIN_RIGHT),
        (-RES, UNCLEAR),
        (0, UNCLEAR),
        (RES, UNCLEAR),
        (RES + 1, WIN_LEFT),
    ],
)
def test_order_and_dead_heat_go_by_what_the_stamps_count_as(
    apart: int, right: tuple[Outcome, Side | None]
) -> None:
    played = duel(gesture(LEFT, AT), gesture(RIGHT, AT + H + apart), **LEFT_LATE)
    assert verdict(played) == right


@pytest.mark.parametrize("apart", [-RES - 1, RES + 1])
def test_the_right_side_has_it_as_the_left(apart: int) -> None:
    played = duel(gesture(RIGHT, AT), gesture(LEFT, AT + H + apart), handicap_right_ns=H)
    assert verdict(played) == (WIN_LEFT if apart < 0 else WIN_RIGHT)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (0, (Outcome.FALSE_START, Side.LEFT)),  # at the end of green: as it is
        (1, WIN_LEFT),  # counts as 100 ms and 1 ns
    ],
)
def test_it_begins_behind_the_end_of_green(left: int, right: tuple[Outcome, Side | None]) -> None:
    assert verdict(duel(gesture(LEFT, left), anticipation_ns=H, **LEFT_LATE)) == right


def test_two_who_pressed_before_green_are_compared_as_they_did() -> None:
    played = duel(gesture(LEFT, -50 * MS), gesture(RIGHT, -49 * MS), **LEFT_LATE)
    assert verdict(played) == (Outcome.FALSE_START, Side.LEFT)
    assert played.closed is not None
    assert played.closed.margin_ns == 1 * MS


@pytest.mark.parametrize(
    ("left", "right"), [(1 * S - H, WIN_LEFT), (1 * S - H + 1, NO_PRESS), (1 * S, NO_PRESS)]
)
def test_the_time_is_up_by_what_the_stamp_counts_as(
    left: int, right: tuple[Outcome, Side | None]
) -> None:
    assert verdict(duel(gesture(LEFT, left), **LEFT_LATE)) == right


def test_the_verdict_waits_while_the_other_side_may_still_be_first() -> None:
    played = duel(gesture(LEFT, AT), **LEFT_LATE)
    assert verdict(played) == WIN_LEFT
    assert played.final is not None
    assert played.final.decided_ns >= green_end(played) + AT + H + played.limits.settle_ns


def test_the_other_side_is_not_waited_for_longer_than_needed() -> None:
    played = duel(gesture(RIGHT, AT), **LEFT_LATE)
    assert played.final is not None
    waited_ns = played.final.decided_ns - green_end(played) - AT
    assert waited_ns < played.limits.settle_ns + 1 * MS


def test_a_press_that_counts_as_first_and_comes_late_contests() -> None:
    slow = gesture(RIGHT, AT + H - 1 * MS, delay=20 * MS)
    played = duel(gesture(LEFT, AT), slow, **LEFT_LATE)
    assert verdict(played) == WIN_LEFT
    assert played.contested == {1}


def test_presses_stay_as_measured_and_the_margin_is_as_compared() -> None:
    played = duel(gesture(LEFT, AT), gesture(RIGHT, AT + 30 * MS), **LEFT_LATE)
    assert verdict(played) == WIN_RIGHT
    assert played.final is not None
    told, end = played.final.verdict, green_end(played)
    assert told is not None
    assert told.presses == {Side.LEFT: end + AT, Side.RIGHT: end + AT + 30 * MS}
    assert told.margin_ns == H - 30 * MS
    assert played.closed is not None
    assert played.closed.margin_ns == H - 30 * MS


def test_the_slower_press_is_collected_from_what_the_faster_counts_as() -> None:
    played = duel(
        gesture(LEFT, AT),
        gesture(RIGHT, AT + 200 * MS + 40 * MS),
        handicap_left_ns=200 * MS,
        late_press_ns=50 * MS,
    )
    assert verdict(played) == WIN_LEFT
    assert played.closed is not None
    assert played.closed.presses[Side.RIGHT] == green_end(played) + AT + 240 * MS
    assert played.closed.margin_ns == 40 * MS


def test_a_fluttering_paddle_that_would_count_later_does_not_void() -> None:
    # undecided 30 ms after its first edge, while the other side's press is just being told
    chatter = tuple(t for n in range(40) for t in (n * MS, n * MS + 600 * US))
    press = gesture(RIGHT, AT + 29 * MS + 500 * US)
    assert verdict(duel(gesture(LEFT, AT, *chatter), press, **LEFT_LATE)) == WIN_RIGHT


def test_an_edge_lost_where_it_would_count_later_does_not_void() -> None:
    steps = (0, 300 * US, 600 * US, 900 * US)
    spike = Gesture(LEFT, AT, steps, (0,) * 4, from_end=True, lost=(1,))
    # the missing number has stood for `settle` while the other side's press is just being told
    press = gesture(RIGHT, AT + 5 * MS + 300 * US)
    assert verdict(duel(spike, press, **LEFT_LATE)) == WIN_RIGHT


def test_the_sense_stamp_is_waited_for_before_anything_is_compared() -> None:
    # right false-starts before the write; left, behind the sense stamp, counts later
    early = gesture(RIGHT, -WIDTH - 5 * US, delay=1 * MS)
    after = gesture(LEFT, -WIDTH + 10 * US, delay=1 * MS)
    played = duel(
        early,
        after,
        sense=5 * US,
        sense_late=10 * MS,
        green_sense=True,
        sense_wait_ns=20 * MS,
        **LEFT_LATE,
    )
    assert verdict(played) == (Outcome.FALSE_START, Side.RIGHT)


def test_a_sense_stamp_that_contradicts_green_moves_no_handicap() -> None:
    early = gesture(RIGHT, -WIDTH - 10 * US, delay=1 * MS)
    after = gesture(LEFT, 10 * US, delay=1 * MS)
    played = duel(
        early, after, sense=WIDTH + 2 * MS, green_sense=True, resolution_ns=1 * MS, **LEFT_LATE
    )
    assert verdict(played) == (Outcome.FALSE_START, Side.RIGHT)


def test_only_one_side_may_have_one() -> None:
    with pytest.raises(LimitError, match="at most one side"):
        Limits(handicap_left_ns=1, handicap_right_ns=1)
    with pytest.raises(LimitError, match="handicap_left_ns is 200000001, allowed are 0 to"):
        Limits(handicap_left_ns=200 * MS + 1)


def test_a_hand_that_stays_on_the_paddle_counts_once() -> None:
    played = duel(gesture(LEFT, AT, 0, HOLD + 300 * MS), gesture(RIGHT, AT + 50 * MS), **LEFT_LATE)
    assert verdict(played) == WIN_RIGHT
