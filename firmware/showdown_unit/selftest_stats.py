"""What the self-test's measurements say: pure arithmetic on nanoseconds."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, median, stdev

BIASED_BELOW = 0.01
"""Which paddle came first is called biased below this probability.

A fair unit gets there once in a hundred walks or more, not once in twenty.
"""


@dataclass(frozen=True, slots=True)
class Spread:
    """Differences in a row: their middle, the farthest from zero, and how far they scatter.

    `jitter_median_ns` and `jitter_worst_ns` are distances from the middle.
    """

    median_ns: int
    worst_ns: int
    jitter_median_ns: int
    jitter_worst_ns: int


def spread_of(values_ns: Sequence[int]) -> Spread:
    """Middle, worst and jitter of at least one value."""
    middle = round(median(values_ns))
    distances = [abs(value - middle) for value in values_ns]
    return Spread(
        median_ns=middle,
        worst_ns=max(values_ns, key=abs),
        jitter_median_ns=round(median(distances)),
        jitter_worst_ns=max(distances),
    )


def window_us(skew_ns: int, resolution_ns: int) -> int:
    """The dead heat to set for a unit of that skew, in full 10 µs; 0 where it resolves as much."""
    return 0 if abs(skew_ns) <= resolution_ns else -(-abs(skew_ns) // 10_000) * 10


@dataclass(frozen=True, slots=True)
class Fairness:
    """What presses with a ruler say. Negative: left came first.

    `p`: how likely a fair unit splits the firsts at least this unevenly. `window_ns`: the dead
    heat to set, 0 where nothing speaks against the backend's own resolution.
    """

    mean_ns: int
    spread_ns: int
    left_first: int
    right_first: int
    p: float
    window_ns: int

    @property
    def biased(self) -> bool:
        """Whether one side comes first too often to be luck."""
        return self.p < BIASED_BELOW


def fairness_of(margins_ns: Sequence[int]) -> Fairness:
    """From left minus right of at least two double presses.

    The window covers the bias (the mean and twice its standard error) where the mean lies beyond
    twice its standard error, in full 10 µs. It does not cover the spread: that is the hand's.
    """
    mean, spread = fmean(margins_ns), stdev(margins_ns)
    error = spread / math.sqrt(len(margins_ns))
    left = sum(margin < 0 for margin in margins_ns)
    right = sum(margin > 0 for margin in margins_ns)
    window = math.ceil((abs(mean) + 2 * error) / 10_000) * 10_000 if abs(mean) > 2 * error else 0
    return Fairness(
        mean_ns=round(mean),
        spread_ns=round(spread),
        left_first=left,
        right_first=right,
        p=binomial_p(left, left + right),
        window_ns=window,
    )


def binomial_p(successes: int, tries: int) -> float:
    """Two-sided: how likely a fair coin is at least this uneven in so many tries; 1 for none."""
    few = min(successes, tries - successes)
    tail = sum(math.comb(tries, k) for k in range(few + 1))
    return min(1.0, 2 * tail / (1 << tries))
