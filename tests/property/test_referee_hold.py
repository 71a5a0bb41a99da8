"""The secret wait: its stated law, its independence, and limits that leave it hardly any room.

What each test of `hold_stats` would catch is planted below.
"""

from __future__ import annotations

import dataclasses
import inspect

import pytest

import scale
from hold_stats import ATTEMPTS, Draw, faults
from showdown_referee.hold import draw_hold_ns
from showdown_referee.limits import MS, Limits, S
from showdown_referee.machine import Referee
from showdown_referee.model import Arm, Side

SPANS_NS = [1, 999, 1_000, 1_001, 50_000, 1_000_000]

DEFAULT = Limits()
LONG_TAIL = Limits(hold_min_ns=200 * MS, hold_mean_ns=100 * MS, hold_max_ns=30 * S)
HALF_CUT = Limits(hold_min_ns=500 * MS, hold_mean_ns=2 * S, hold_max_ns=2 * S)
FLAT = Limits(hold_min_ns=200 * MS, hold_mean_ns=3 * S, hold_max_ns=1 * S)
NARROW = Limits(hold_min_ns=10 * S, hold_mean_ns=10 * S, hold_max_ns=10 * S + 1 * MS)


def seeds(small: int) -> int:
    """So many draws in the everyday run, a million in the proving one."""
    return scale.count(small, 1_000_000) // ATTEMPTS


@pytest.mark.timeout(120)
@pytest.mark.parametrize(
    ("limits", "small"),
    [(DEFAULT, 200_000), (LONG_TAIL, 50_000), (HALF_CUT, 50_000), (FLAT, 20_000)],
    ids=["default", "long tail", "half cut", "flat"],
)
def test_holds_follow_the_stated_law_and_each_other_in_nothing(limits: Limits, small: int) -> None:
    assert list(faults(draw_hold_ns, limits, seeds(small))) == []


@pytest.mark.timeout(120)
def test_a_narrow_cut_follows_the_law_too() -> None:
    # hardly ever drawn below the cut, so nearly all come from the cut curve itself
    assert list(faults(draw_hold_ns, NARROW, scale.count(500, 20_000) // ATTEMPTS)) == []


# --- planted --------------------------------------------------------------------------------


LONGER = dataclasses.replace(DEFAULT, hold_mean_ns=DEFAULT.hold_mean_ns * 102 // 100)
UNCUT = dataclasses.replace(DEFAULT, hold_max_ns=30 * S)


def mean_off(seed: bytes, attempt: int, _limits: Limits) -> int:
    """A mean that is 2 % too long."""
    return draw_hold_ns(seed, attempt, LONGER)


def clipped(seed: bytes, attempt: int, limits: Limits) -> int:
    """What is above the cut becomes the cut, instead of being drawn anew."""
    return min(draw_hold_ns(seed, attempt, UNCUT), limits.hold_max_ns)


def same_for_all_attempts(seed: bytes, _attempt: int, limits: Limits) -> int:
    """The attempt's number ignored."""
    return draw_hold_ns(seed, 1, limits)


def seed_cut_short(seed: bytes, attempt: int, limits: Limits) -> int:
    """The seed's last bit ignored."""
    return draw_hold_ns(seed[:-1] + bytes([seed[-1] & 0xFE]), attempt, limits)


def out_of_range(seed: bytes, attempt: int, limits: Limits) -> int:
    """One hold in some thousands is a microsecond too long."""
    return (
        limits.hold_max_ns + 1_000 if seed[-2:] == b"\7\7" else draw_hold_ns(seed, attempt, limits)
    )


@pytest.mark.parametrize(
    ("draw", "draws", "caught"),
    [
        (mean_off, 200_000, {"mean"}),
        (clipped, 20_000, {"mean", "law"}),
        (
            same_for_all_attempts,
            20_000,
            {
                "correlation of attempts",
                "correlation of first and last attempt",
                "table of attempts",
                "runs of attempts",
            },
        ),
        (seed_cut_short, 20_000, {"correlation of seeds", "table of seeds", "runs of seeds"}),
        (out_of_range, 20_000, {"range"}),
    ],
)
def test_a_broken_generator_is_caught(draw: Draw, draws: int, caught: set[str]) -> None:
    told = {fault.split(":")[0] for fault in faults(draw, DEFAULT, draws // ATTEMPTS)}
    assert caught <= told


# --- what a hold depends on -----------------------------------------------------------------


def test_a_hold_depends_on_seed_attempt_and_limits_alone() -> None:
    # no key, no names, no cards: there is no way in for them
    assert list(inspect.signature(draw_hold_ns).parameters) == ["seed", "attempt", "limits"]
    arms = [
        Arm(at_ns, b"s" * 16, start_now=now, practice=side)
        for at_ns in (0, 5 * S)
        for now in (False, True)
        for side in (None, Side.LEFT)
    ]
    holds = set()
    for arm in arms:
        referee = Referee(DEFAULT, first_seq=arm.now_ns % 7)
        referee.handle(arm)
        holds.add(referee.hold_ns(2))
    assert holds == {draw_hold_ns(b"s" * 16, 2, DEFAULT)}


def test_limits_that_are_not_the_holds_do_not_change_it() -> None:
    other = Limits(count_ns=2 * S, handicap_left_ns=5 * MS, max_attempts=5, anticipation_ns=9)
    assert draw_hold_ns(b"x", 3, other) == draw_hold_ns(b"x", 3, DEFAULT)


# --- hardly any room ------------------------------------------------------------------------


@pytest.mark.timeout(5)
@pytest.mark.parametrize("span_ns", SPANS_NS)
def test_a_cut_close_to_the_shortest_hold_is_drawn_at_once(span_ns: int) -> None:
    limits = Limits(hold_min_ns=10 * S, hold_max_ns=10 * S + span_ns, hold_mean_ns=10 * S)
    holds = {
        draw_hold_ns(bytes([n]) * 16, attempt, limits) for n in range(10) for attempt in (1, 2)
    }
    assert all(0 <= hold - 10 * S <= span_ns for hold in holds)
    assert len(holds) > 10 or span_ns < 50_000
