"""`make fairness`: the same presses before the unit and before three simple gpiozero programs.

Real edges of a simulated chip, in virtual time. DUELS sets the number a cell.
"""

from __future__ import annotations

import math
import os
import sys
import time
from dataclasses import dataclass, field

from rig.machine import NoRigError, Rig

JUDGES = {
    "gpiod": "the unit, gpiod",
    "lgpio": "the unit, lgpio",
    "when_pressed": "Button.when_pressed",
    "bounce_time": "Button(bounce_time=0.02).when_pressed",
    "polling": "a loop over is_pressed",
}
UNIT = ("gpiod", "lgpio")
CONDITIONS = [(cpu, contacts) for cpu in ("idle", "loaded") for contacts in ("clean", "bouncing")]
WALL_S = 3600
_Z = 1.959964  # of 95 %


@dataclass
class Sum:
    """What came of a judge's duels."""

    right: int = 0
    wrong: int = 0
    dead_heat: int = 0
    void: int = 0
    other: dict[str, int] = field(default_factory=dict)
    lefts: int = 0

    def add(self, words: dict[str, int], lefts: int) -> None:
        for word, count in words.items():
            name = word.replace(" ", "_")
            if name in ("right", "wrong", "dead_heat", "void"):
                setattr(self, name, getattr(self, name) + count)
            else:
                self.other[word] = self.other.get(word, 0) + count
        self.lefts += lefts

    @property
    def decided(self) -> int:
        return self.right + self.wrong

    @property
    def duels(self) -> int:
        return self.decided + self.dead_heat + self.void + sum(self.other.values())


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
    ways = math.comb(of, count)
    as_far = sum(w for k in range(of + 1) if (w := math.comb(of, k)) <= ways)
    return min(1.0, as_far / 2**of)


def main() -> int:
    duels, seed = int(os.environ.get("DUELS", "20")), os.environ.get("SEED", "1")
    judges = [name for name in JUDGES if name in sys.argv[1:]] or list(JUDGES)
    try:
        rig = Rig()
    except NoRigError as error:
        print(error, file=sys.stderr)
        return 1
    began = time.monotonic()
    unit_wrong = 0
    for name in judges:
        total = Sum()
        print(f"\n{JUDGES[name]}: {duels} duels a row, seed {seed}", flush=True)
        print("gap between presses    CPU, contacts      right wrong heat void  wrong, 95 % bounds")
        for cpu, contacts in CONDITIONS:
            words = (name, cpu, contacts, str(duels), seed)
            result = rig.run("fairness", *words, limit_s=WALL_S, wall_s=WALL_S)
            if result.status != 0:
                print(result, file=sys.stderr)
                return 1
            for cell in result.facts["cells"]:
                row = Sum()
                row.add(cell["words"], cell["lefts"])
                total.add(cell["words"], cell["lefts"])
                if name in UNIT:
                    unit_wrong += row.wrong
                print(_row(cell, f"{cpu}, {contacts}", row), flush=True)
        low, high = wilson(total.wrong, total.decided)
        p = binomial_p(total.lefts, total.decided)
        print(
            f"all {total.duels}: {total.right} right, {total.wrong} wrong "
            f"({low:.1%} to {high:.1%} of those decided), {total.dead_heat} dead heats, "
            f"{total.void} void{', ' + str(total.other) if total.other else ''}; "
            f"left won {total.lefts} of {total.decided}, p {p:.3f}"
        )
    print(f"\n{time.monotonic() - began:.0f} s. Wrong verdicts of the unit: {unit_wrong}")
    return 1 if unit_wrong else 0


def _row(cell: dict[str, object], condition: str, row: Sum) -> str:
    least, median, most = (ns / 1000 for ns in cell["apart_ns"])  # type: ignore[attr-defined]
    low, high = wilson(row.wrong, row.decided)
    other = f"  {row.other}" if row.other else ""
    return (
        f"{median:7.0f} us ({least:.0f}-{most:.0f})".ljust(23)
        + f"{condition:18s} {row.right:5d} {row.wrong:5d} {row.dead_heat:4d} {row.void:4d}"
        + f"  {low:.0%} to {high:.0%}{other}"
    )


if __name__ == "__main__":
    raise SystemExit(main())
