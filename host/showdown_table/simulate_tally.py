"""Many rounds counted: sums that can be added up in any order, and the figures made of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from showdown_rules.actions import NOBODY
from showdown_table.simulate_round import Outcome


@dataclass(slots=True)
class Tally:
    """How often each number came up."""

    seats: int
    turns: Counter[int] = field(default_factory=Counter)
    wins: Counter[int] = field(default_factory=Counter)  # by seat
    places: Counter[int] = field(default_factory=Counter)  # wins by place, from who began
    showdowns: Counter[int] = field(default_factory=Counter)
    points: Counter[int] = field(default_factory=Counter)  # of rounds with a winner
    ends: Counter[str] = field(default_factory=Counter)

    def add(self, outcomes: Iterable[Outcome]) -> None:
        """Count them."""
        for turns, winner, first, showdowns, points, why in outcomes:
            self.turns[turns] += 1
            self.showdowns[showdowns] += 1
            self.ends[why] += 1
            if winner != NOBODY:
                self.wins[winner] += 1
                # The engine deals to the left, so places count up from the beginner.
                self.places[(winner - first) % self.seats] += 1
                self.points[points] += 1

    def merge(self, other: Tally) -> None:
        """Add what another one has counted."""
        for name in ("turns", "wins", "places", "showdowns", "points", "ends"):
            getattr(self, name).update(getattr(other, name))

    @property
    def rounds(self) -> int:
        """How many were counted."""
        return self.turns.total()

    def figures(self) -> dict[str, Any]:
        """Plain data for JSON. Means have two decimals."""
        return {
            "rounds": self.rounds,
            "turns": _spread(self.turns),
            "wins": [self.wins[seat] for seat in range(self.seats)],
            "wins_by_place": [self.places[place] for place in range(self.seats)],
            "showdowns": _spread(self.showdowns),
            "points": _spread(self.points),
            "ends": {why: self.ends[why] for why in sorted(self.ends)},
        }


def _spread(counts: Counter[int]) -> dict[str, float]:
    total = counts.total()
    if not total:
        return {}
    mean = sum(value * count for value, count in counts.items()) / total
    ordered = sorted(counts.items())
    return {
        "mean": round(mean, 2),
        "min": ordered[0][0],
        "q1": _rank(ordered, (total + 3) // 4),
        "median": _rank(ordered, (total + 1) // 2),
        "q3": _rank(ordered, (3 * total + 3) // 4),
        "p95": _rank(ordered, (95 * total + 99) // 100),
        "max": ordered[-1][0],
    }


def _rank(ordered: list[tuple[int, int]], rank: int) -> int:
    """The `rank`th smallest value, from 1."""
    for value, count in ordered:
        rank -= count
        if rank <= 0:
            return value
    msg = "rank beyond the values"
    raise ValueError(msg)
