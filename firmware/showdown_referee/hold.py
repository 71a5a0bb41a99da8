"""The secret wait: one seed a showdown, one hold an attempt, the same on every platform."""

from __future__ import annotations

import hashlib
import math

from showdown_referee.limits import Limits

SEED_BYTES = 16

DRAWS = 1000
"""Draws above the cut, before the cut curve itself is drawn from: they are made on the loop."""


def draw_hold_ns(seed: bytes, attempt: int, limits: Limits) -> int:
    """The hold of attempt 1, 2, … in ns: `hold_min` plus an exponential of mean `hold_mean`.

    Drawn anew above `hold_max`, so that up to that cut waiting longer hardly makes green likelier.
    Microsecond steps keep the value the same wherever it is computed again.
    """
    for draw in range(DRAWS):
        label = b"hold:%d:%d:" % (attempt, draw)
        digest = hashlib.sha256(label + seed).digest()
        uniform = (int.from_bytes(digest[:6], "big") + 0.5) / (1 << 48)
        wait_us = round(-math.log(uniform) * limits.hold_mean_ns / 1000)
        hold_ns = limits.hold_min_ns + wait_us * 1000
        if hold_ns <= limits.hold_max_ns:
            return hold_ns
    # The cut leaves hardly anything of the curve: the same law below it, in one draw.
    span_ns = limits.hold_max_ns - limits.hold_min_ns
    below = -math.expm1(-span_ns / limits.hold_mean_ns)
    wait_us = int(-math.log1p(-uniform * below) * limits.hold_mean_ns / 1000)
    return min(limits.hold_min_ns + wait_us * 1000, limits.hold_max_ns)


class Holds:
    """The holds of one showdown, each drawn once, when it is first asked for."""

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._drawn: dict[int, int] = {}

    def of(self, attempt: int, limits: Limits) -> int:
        """That attempt's hold in ns; `limits` are the showdown's, the same each time."""
        if attempt not in self._drawn:
            self._drawn[attempt] = draw_hold_ns(self._seed, attempt, limits)
        return self._drawn[attempt]
