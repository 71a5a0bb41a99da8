from __future__ import annotations

import itertools
import random

import pytest

import scale
from showdown_hw.errors import BackendError
from showdown_hw.pigpio_clock import WRAP, Reading, TickClock

S_NS = 1_000_000_000


class World:
    """Ticks and a clock that is slewed against them; readings with round trips of any shape."""

    def __init__(self, seed: int, tick: int = 0) -> None:
        self.dice = random.Random(seed)
        self.true_us = tick
        self.clock_ns = self.dice.randrange(10**15)
        self.ppm = 0.0

    def pass_us(self, us: int) -> None:
        self.true_us += us
        self.clock_ns += us * 1000 + round(us * self.ppm / 1000)

    def read(self, most_us: int = 200) -> Reading:
        before_ns = self.clock_ns
        self.pass_us(self.dice.randrange(most_us))
        tick = self.true_us
        self.pass_us(self.dice.randrange(most_us))
        return Reading(before_ns, tick % WRAP, self.clock_ns)


@pytest.mark.parametrize("first", [-3, 3], ids=["read-before-the-wrap", "read-after-it"])
@pytest.mark.parametrize("delivered", [(-2, 2), (2, -2)], ids=["in-order", "late"])
def test_edges_on_both_sides_of_the_wrap_are_ordered_as_they_happened(
    first: int, delivered: tuple[int, int]
):
    clock = TickClock(Reading(10**12, first % WRAP, 10**12))
    stamps = {tick: clock.to_ns(tick % WRAP) for tick in delivered}
    assert stamps[2] - stamps[-2] == 4_000


@pytest.mark.prove
@pytest.mark.parametrize("seed", range(scale.count(10, 500)))
def test_the_map_is_never_further_off_than_stated_and_never_disorders_two_edges(seed: int):
    world = World(seed, tick=WRAP - 5_000_000)
    clock = TickClock(world.read())
    told: list[tuple[int, int]] = []
    for _ in range(60):
        world.ppm = world.dice.uniform(-500, 500)
        for _ in range(world.dice.randrange(8)):
            world.pass_us(world.dice.randrange(1, 150_000))
            stamp_ns = clock.to_ns(world.true_us % WRAP)
            assert abs(stamp_ns - world.clock_ns) <= clock.error_ns(world.clock_ns) + 1_000
            told.append((world.true_us, stamp_ns))
            earlier = world.true_us - world.dice.randrange(1, 20)  # late delivered, by either side
            told.append((earlier, clock.to_ns(earlier % WRAP)))
        world.pass_us(world.dice.randrange(400_000))
        clock.correct(world.read())
    told.sort()
    for (tick, ns), (later, later_ns) in itertools.pairwise(told):
        apart_ns = (later - tick) * 1000
        assert later_ns > ns or later == tick
        assert abs(later_ns - ns - apart_ns) <= apart_ns // 100 + 2


def test_two_edges_a_tick_apart_stay_in_order_while_the_map_is_bent():
    clock = TickClock(Reading(0, 0, 1_000_000))
    stamps = [clock.to_ns(600_000)]
    clock.correct(Reading(500_000_000, 500_000, 500_000_100))
    stamps += [clock.to_ns(tick) for tick in range(600_001, 600_200)]
    stamps += [clock.to_ns(tick) for tick in range(999_900, 1_000_100)]
    assert stamps == sorted(set(stamps))


def test_a_better_reading_leads_the_map_to_it_and_shrinks_the_stated_error():
    clock = TickClock(Reading(0, 0, 4_000_000))
    clock.to_ns(0)
    before = clock.error_ns(0)
    clock.correct(Reading(500_000_000, 500_000, 500_010_000))
    assert before >= 2_000_000
    late_ns = 1_000_000_000
    assert clock.error_ns(late_ns) < 300_000
    assert abs(clock.to_ns(late_ns // 1000) - late_ns) <= 10_000


def test_a_slow_reading_does_not_spoil_what_a_fast_one_told():
    clock = TickClock(Reading(0, 0, 10_000))
    clock.correct(Reading(400_000_000, 420_000, 440_000_000))
    assert clock.error_ns(420_000_000) < 300_000


def test_the_stated_error_grows_with_the_time_since_the_last_reading():
    clock = TickClock(Reading(0, 0, 10_000))
    assert clock.error_ns(S_NS) - clock.error_ns(0) == pytest.approx(500_000, abs=2_000)


def test_hours_without_a_reading_lose_no_wrap():
    clock = TickClock(Reading(0, 7, 10_000))
    hours_ns = 5 * 3600 * S_NS
    ticks = hours_ns // 1000 + 7
    clock.correct(Reading(hours_ns, ticks % WRAP, hours_ns + 10_000))
    assert abs(clock.to_ns((ticks + 50) % WRAP) - hours_ns - 50_000) < 20_000


def test_ticks_that_jump_against_the_clock_are_refused():
    clock = TickClock(Reading(0, 0, 10_000))
    clock.to_ns(5)
    with pytest.raises(BackendError, match=r"ran \d+ ms apart"):
        clock.correct(Reading(500_000_000, 700_000, 500_010_000))
