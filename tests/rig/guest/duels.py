"""Pairs of presses for whoever claims to know which came first, and what they make of them."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

Write = tuple[int, int, str]
"""ns after the first, 0 for left or 1 for right, and what goes to `pull`."""

MS = 1_000_000
US = 1_000
SIDES = ("left", "right")
GAPS_NS = tuple(us * US for us in (0, 20, 50, 100, 200, 500, 1_000, 3_000, 10_000))
"""0 is as close as two writes come: about 12 us."""

HOLD_NS = 40 * MS
_BOUNCING_NS = 900 * US
"""Below the referee's `bounce_gap` of 1 ms: a contact that opens for longer has let go."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two presses: who is first, by how much, and everything that happens at the two lines."""

    first: int
    gap_ns: int
    writes: list[Write]


def pair(first: int, gap_ns: int, *, bounce: bool, rng: random.Random) -> Pair:
    """Active is low. Both are let go together at the end."""
    writes: list[Write] = []
    for side, at_ns in ((first, 0), (1 - first, gap_ns)):
        writes += [(at_ns + offset, side, text) for offset, text in _contact(bounce, rng)]
    ends = [(HOLD_NS, side, "pull-up") for side in (first, 1 - first)]
    return Pair(first, gap_ns, sorted(writes, key=lambda write: write[0]) + ends)


def _contact(bounce: bool, rng: random.Random) -> list[tuple[int, str]]:
    """One contact that closes: at once, or after opening again a few times within 0.9 ms."""
    closed, opened = "pull-down", "pull-up"
    if not bounce:
        return [(0, closed)]
    cuts = sorted(rng.sample(range(30, _BOUNCING_NS // US), 2 * rng.randint(1, 4)))
    times = [0] + [cut * US for cut in cuts]
    return [(at, closed if n % 2 == 0 else opened) for n, at in enumerate(times)]


def winner(pair: Pair, times: list[tuple[int, int]]) -> tuple[int, int]:
    """Who was first in truth, and by how much, from the begins of each side's first write."""
    first: dict[int, int] = {}
    for (_, side, _), (begin_ns, _) in zip(pair.writes, times, strict=True):
        first.setdefault(side, begin_ns)
    truth = min(first, key=first.__getitem__)
    return truth, abs(first[0] - first[1])


class Load:
    """Processes that want all of the CPU, while they are let."""

    def __init__(self, count: int) -> None:
        code = "while True: sum(i * i for i in range(1000))"
        self._processes = [subprocess.Popen([sys.executable, "-c", code]) for _ in range(count)]
        self.rest()

    def work(self) -> None:
        for process in self._processes:
            process.send_signal(signal.SIGCONT)

    def rest(self) -> None:
        for process in self._processes:
            process.send_signal(signal.SIGSTOP)

    def end(self) -> None:
        for process in self._processes:
            process.kill()
            process.wait()


@contextmanager
def load(count: int) -> Iterator[Load]:
    """That many, at rest, ended with the block."""
    busy = Load(count)
    try:
        yield busy
    finally:
        busy.end()
