from __future__ import annotations

import random

import pytest

from showdown_hw.edges import Edge, EdgeQueue
from showdown_hw.errors import HardwareError
from showdown_hw.lateness import Lateness, measure
from showdown_hw.virtual import VirtualClock

WRITE_NS = 40_000


def measured(late_ns: list[int], lost: int | None = None) -> Lateness:
    """Writes of 40 µs, each followed by an edge that is stamped that much after the write began."""
    clock = VirtualClock()
    edges = EdgeQueue(clock)
    done: list[bool] = []

    def write(on: bool) -> None:
        n = len(done)
        done.append(on)
        stamp_ns = clock.now_ns() + late_ns[n]
        if n != lost:
            edge = Edge("green_sense", stamp_ns, on)
            clock.world_at(stamp_ns, lambda: edges.put(edge))
        clock.world_at(stamp_ns, lambda: edges.put(Edge("paddle_left", stamp_ns, on)))
        clock.advance(WRITE_NS)

    try:
        return measure(write, edges, "green_sense", clock, count=len(late_ns))
    finally:
        assert done == [n % 2 == 0 for n in range(len(done))]


def test_the_resolution_covers_the_scatter_and_the_time_of_the_write():
    dice = random.Random(7)
    late_ns = [dice.randrange(50_000, 900_000) for _ in range(50)]
    result = measured(late_ns)
    assert result.edges == 50
    assert result.resolution_ns == max(late_ns) - min(late_ns) + WRITE_NS


def test_the_same_lateness_each_time_costs_no_more_than_the_write():
    assert measured([700_000] * 5).resolution_ns == WRITE_NS


def test_an_edge_that_does_not_come_ends_the_measuring():
    with pytest.raises(HardwareError, match="no edge of green_sense came"):
        measured([100_000] * 5, lost=3)
