"""Whole numbers of many measured times, exactly. Pure."""

from __future__ import annotations

from collections.abc import Sequence


def median(values: Sequence[int]) -> int | None:
    """The middle one; of an even number the mean of the two in the middle, a half rounded up."""
    if not values:
        return None
    ordered = sorted(values)
    low, high = ordered[(len(ordered) - 1) // 2], ordered[len(ordered) // 2]
    return (low + high + 1) // 2


def quartile(values: Sequence[int], which: int) -> int | None:
    """The smallest that at least `which` quarters (1 to 3) of them do not exceed."""
    if not values:
        return None
    return sorted(values)[(which * len(values) + 3) // 4 - 1]


def spread(values: Sequence[int]) -> int | None:
    """From the first quartile to the third: how far apart the middle half of them is."""
    first, third = quartile(values, 1), quartile(values, 3)
    return None if first is None or third is None else third - first


def reach(values: Sequence[int], least: int) -> int:
    """Where a scale may end: stragglers beyond it would press the rest together.

    `least`: what the middle half is taken to be apart at least.
    """
    first, third = quartile(values, 1), quartile(values, 3)
    if first is None or third is None:
        return 0
    return min(max(values), third + 3 * max(third - first, least))
