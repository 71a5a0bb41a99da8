"""Chance: named streams of one seed, equal on every platform."""

from __future__ import annotations

from random import Random


def stream(seed: str, name: str, n: int) -> Random:
    """The `n`th generator of the stream `name`.

    Take only `random()` from it, and sort by that: Python promises the same floats for ever, and
    does not promise it for `shuffle` or `choice`.
    """
    return Random(f"{seed}/{name}/{n}")  # noqa: S311 - a game that can be replayed, no secret


def shuffled(cards: list[int], generator: Random) -> list[int]:
    """The cards in an order of chance."""
    chance = generator.random
    keys = [chance() for _ in cards]
    return [cards[place] for place in sorted(range(len(cards)), key=keys.__getitem__)]
