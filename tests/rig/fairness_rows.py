"""What came of duels, and what is asked of it. Pure."""

from __future__ import annotations

import math
from dataclasses import dataclass

DESIGNS = {
    "gpiod": "the unit on gpiod",
    "lgpio": "the unit on lgpio",
    "shim": "the unit on rpigpio over rpi-lgpio",
    "when_pressed": "when_pressed",
    "bounce_time": "when_pressed, bounce_time=0.02",
    "polling": "a loop that asks is_pressed",
}
"""The unit's backends, then three simple gpiozero programs."""

FINEST_NS = {"gpiod": 50_000, "lgpio": 100_000}
"""No coarser may a backend state its resolution."""

MOST_UNDECIDED = 0.01
"""From twice the resolution on."""

LEAST_P = 0.01
_Z = 1.959964  # of 95 %


@dataclass(frozen=True, slots=True)
class Duel:
    """What the judge said: a side, or a word for neither; who was first, and by how much."""

    said: str
    first: str
    apart_ns: int

    @property
    def decided(self) -> bool:
        return self.said in ("left", "right")

    @property
    def wrong(self) -> bool:
        return self.decided and self.said != self.first


@dataclass(frozen=True, slots=True)
class Row:
    """One design at one gap. `resolution_ns` is what a backend states; None for a simple program.

    `void` counts whatever is neither a side nor a dead heat.
    """

    design: str
    gap_ns: int
    resolution_ns: int | None
    duels: tuple[Duel, ...]

    @property
    def right(self) -> int:
        return self.decided - self.wrong

    @property
    def wrong(self) -> int:
        return sum(duel.wrong for duel in self.duels)

    @property
    def decided(self) -> int:
        return sum(duel.decided for duel in self.duels)

    @property
    def dead_heat(self) -> int:
        return sum(duel.said == "dead heat" for duel in self.duels)

    @property
    def void(self) -> int:
        return len(self.duels) - self.decided - self.dead_heat

    @property
    def left_won(self) -> int:
        return sum(duel.said == "left" for duel in self.duels)

    @property
    def bias_p(self) -> float:
        """Of so uneven a share of wins, where each side was first in half of the duels."""
        return binomial_p(self.left_won, self.decided)

    @property
    def apart_ns(self) -> int:
        """How far apart the presses really were: the median."""
        return sorted(duel.apart_ns for duel in self.duels)[len(self.duels) // 2]

    def failures(self) -> list[str]:
        """The criteria that are not met, each as a reader understands it. None for a program."""
        if self.resolution_ns is None:
            return []
        failed = []
        if self.resolution_ns > FINEST_NS.get(self.design, self.resolution_ns):
            failed.append(f"resolution above {FINEST_NS[self.design] // 1000} µs")
        wrong = sum(duel.wrong for duel in self._from(self.resolution_ns))
        if wrong:
            failed.append(f"{wrong} wrong")
        clear = self._from(2 * self.resolution_ns)
        undecided = sum(not duel.decided for duel in clear)
        if undecided > MOST_UNDECIDED * len(clear):
            failed.append(f"{undecided} of {len(clear)} undecided")
        if self.bias_p <= LEAST_P:
            failed.append("bias")
        return failed

    def _from(self, apart_ns: int) -> list[Duel]:
        return [duel for duel in self.duels if duel.apart_ns >= apart_ns]


def wilson(count: int, of: int) -> tuple[float, float]:
    """95 % bounds of a share."""
    if of == 0:
        return 0.0, 1.0
    share, z2 = count / of, _Z * _Z
    middle = (share + z2 / (2 * of)) / (1 + z2 / of)
    half = _Z * math.sqrt(share * (1 - share) / of + z2 / (4 * of * of)) / (1 + z2 / of)
    return max(0.0, middle - half), min(1.0, middle + half)


def binomial_p(count: int, of: int) -> float:
    """Two-sided p of `count` among `of` where each side is as likely."""
    if of == 0:
        return 1.0
    tail = min(count, of - count)
    ways, as_far = 1, 0
    for k in range(tail + 1):
        as_far += ways
        ways = ways * (of - k) // (k + 1)
    return 1.0 if 2 * tail == of else min(1.0, 2 * as_far / 2**of)
