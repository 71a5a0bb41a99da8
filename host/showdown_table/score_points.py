"""What hands are worth, who gains it, and who has won the match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache

from showdown_rules.actions import NOBODY
from showdown_rules.cards import load_deck
from showdown_rules.ruleset import RuleSet


@cache
def values(deck: str) -> dict[int, int]:
    """How many cards of each value the deck has: 0 to 9, 20, 40 (Wild Showdown), 50."""
    return dict(sorted(Counter(load_deck(deck).points).items()))


def deck_points(deck: str) -> int:
    """Of all its cards together: 1400 or 1440."""
    return sum(value * copies for value, copies in values(deck).items())


def gains(rules: RuleSet, winner: int, points: Sequence[int]) -> tuple[int, ...]:
    """What each score grows by, from the points left in each hand.

    Standard scoring gives the winner everybody else's, low scoring counts everybody's own hand.
    Where nobody has won the round, or one round is all, nobody gains.
    """
    if winner == NOBODY or rules.scoring == "one_round":
        return (0,) * len(points)
    if rules.scoring == "low":
        return tuple(points)
    return tuple(sum(points) if seat == winner else 0 for seat in range(len(points)))


def champions(
    rules: RuleSet, winner: int, scores: Sequence[int], here: Sequence[bool]
) -> tuple[int, ...]:
    """Who has won the match after a round, several where they share it, none where it goes on."""
    seats = [seat for seat, stays in enumerate(here) if stays]
    if rules.scoring == "one_round":
        return (winner,) if winner != NOBODY else ()
    if not seats or max(scores[seat] for seat in seats) < rules.target:
        return ()
    best = (min if rules.scoring == "low" else max)(scores[seat] for seat in seats)
    first = tuple(seat for seat in seats if scores[seat] == best)
    if len(first) > 1 and rules.tie == "extra_round":
        return ()
    return first
