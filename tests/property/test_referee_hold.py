"""The secret wait at limits that leave it hardly any room."""

from __future__ import annotations

import pytest

from showdown_referee.hold import draw_hold_ns
from showdown_referee.limits import Limits, S

SPANS_NS = [1, 999, 1_000, 1_001, 50_000, 1_000_000]


@pytest.mark.timeout(5)
@pytest.mark.parametrize("span_ns", SPANS_NS)
def test_a_cut_close_to_the_shortest_hold_is_drawn_at_once(span_ns: int) -> None:
    limits = Limits(hold_min_ns=10 * S, hold_max_ns=10 * S + span_ns, hold_mean_ns=10 * S)
    holds = {
        draw_hold_ns(bytes([n]) * 16, attempt, limits) for n in range(10) for attempt in (1, 2)
    }
    assert all(0 <= hold - 10 * S <= span_ns for hold in holds)
    assert len(holds) > 10 or span_ns < 50_000
