"""Whether drawn holds follow their stated law and depend on nothing but seed, attempt and limits.

Every test here raises a false alarm at most once in a million, `ALARM`; as the seeds are fixed,
it does so for ever or never.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from statistics import NormalDist, fmean

from showdown_referee.limits import Limits

ALARM = 1e-6
ATTEMPTS = 5
CELLS = 10

Draw = Callable[[bytes, int, Limits], int]

TWO_SIDED = -NormalDist().inv_cdf(ALARM / 2)
ONE_SIDED = -NormalDist().inv_cdf(ALARM)


def seed_of(number: int) -> bytes:
    """Seeds that differ as little as two can."""
    return number.to_bytes(16, "big")


def drawn(draw: Draw, limits: Limits, seeds: int) -> list[list[int]]:
    """The holds of attempts 1 to 5 of consecutive seeds, in ns."""
    attempts = range(1, ATTEMPTS + 1)
    return [[draw(seed_of(n), attempt, limits) for attempt in attempts] for n in range(seeds)]


def law(hold_ns: int, limits: Limits) -> float:
    """The stated share of holds up to that long: an exponential, cut at `hold_max`."""
    mean_ns = limits.hold_mean_ns
    whole = -math.expm1(-(limits.hold_max_ns - limits.hold_min_ns) / mean_ns)
    return -math.expm1(-(hold_ns - limits.hold_min_ns) / mean_ns) / whole


def stated_moments(limits: Limits) -> tuple[float, float]:
    """Mean and standard deviation of the stated law, in ns."""
    mean_ns = limits.hold_mean_ns
    cut = (limits.hold_max_ns - limits.hold_min_ns) / mean_ns
    if cut < 1e-3:  # the formulas below lose their digits; the law is flat here
        span_ns = limits.hold_max_ns - limits.hold_min_ns
        return limits.hold_min_ns + span_ns / 2, span_ns / math.sqrt(12)
    left = cut / math.expm1(cut)
    mean = limits.hold_min_ns + mean_ns * (1 - left)
    return mean, mean_ns * math.sqrt(1 - left * (cut + left))


def faults(draw: Draw, limits: Limits, seeds: int) -> Iterator[str]:
    """What is wrong with the holds of so many seeds, five draws each; a name each, and figures."""
    holds = drawn(draw, limits, seeds)
    flat = [hold_ns for row in holds for hold_ns in row]
    if min(flat) < limits.hold_min_ns or max(flat) > limits.hold_max_ns:
        yield f"range: {min(flat)} to {max(flat)} ns"
    yield from _law(flat, limits)
    shares = [[law(hold_ns, limits) for hold_ns in row] for row in holds]
    attempts = [pair for row in shares for pair in itertools.pairwise(row)]
    yield from _independent("attempts", attempts)
    apart = [(row[0], row[-1]) for row in shares]
    yield from _independent("first and last attempt", apart)
    firsts = [row[0] for row in shares]
    yield from _independent("seeds", list(itertools.pairwise(firsts)))
    yield from _runs("seeds", firsts)
    yield from _runs("attempts", [share for row in shares for share in row])


def _law(flat: list[int], limits: Limits) -> Iterator[str]:
    n = len(flat)
    mean, spread = stated_moments(limits)
    z = (fmean(flat) - mean) / spread * math.sqrt(n)
    if abs(z) > TWO_SIDED:
        yield f"mean: {z:.1f} standard errors from {mean:.0f} ns"
    # Kolmogorov and Smirnov; holds are whole microseconds, so up to a step may be missing
    step = law(min(limits.hold_min_ns + 1_000, limits.hold_max_ns), limits)
    limit = math.sqrt(-math.log(ALARM / 2) / (2 * n)) + step
    distance = 0.0
    for i, hold_ns in enumerate(sorted(flat)):
        share = law(hold_ns, limits)
        distance = max(distance, share - i / n, (i + 1) / n - share)
    if distance > limit:
        yield f"law: the distance is {distance:.5f}, allowed are {limit:.5f}"


def _independent(name: str, pairs: Sequence[tuple[float, float]]) -> Iterator[str]:
    n = len(pairs)
    z = 12 * sum((a - 0.5) * (b - 0.5) for a, b in pairs) / math.sqrt(n)
    if abs(z) > TWO_SIDED:
        yield f"correlation of {name}: {z:.1f} standard errors"
    table = [0] * CELLS**2
    for a, b in pairs:
        table[_cell(a) * CELLS + _cell(b)] += 1
    even = n / len(table)
    chi = sum((count - even) ** 2 for count in table) / even
    free = len(table) - 1
    # Wilson and Hilferty
    limit = free * (1 - 2 / (9 * free) + ONE_SIDED * math.sqrt(2 / (9 * free))) ** 3
    if chi > limit:
        yield f"table of {name}: chi-square is {chi:.0f}, allowed are {limit:.0f}"


def _cell(share: float) -> int:
    return min(max(int(share * CELLS), 0), CELLS - 1)


def _runs(name: str, shares: Sequence[float]) -> Iterator[str]:
    changes = sum((a < 0.5) != (b < 0.5) for a, b in itertools.pairwise(shares))
    n = len(shares) - 1
    z = (changes - n / 2) / math.sqrt(n / 4)
    if abs(z) > TWO_SIDED:
        yield f"runs of {name}: {z:.1f} standard errors"
