"""Chance: named streams of one seed, equal on every platform."""

from __future__ import annotations

from hashlib import sha256
from itertools import repeat, starmap
from random import Random


def stream(seed: str, name: str, n: int) -> Random:
    """The `n`th generator of the stream `name`.

    Take only `random()` from it, and sort by that: Python promises the same floats for ever, and
    does not promise it for `shuffle` or `choice`.
    """
    return Random(f"{seed}/{name}/{n}")  # noqa: S311 - a game that can be replayed, no secret


def shuffled(cards: list[int], generator: Random) -> list[int]:
    """The cards in an order of chance."""
    # Each step is one call for all the cards: a loop over them took most of a deal.
    keys = list(starmap(generator.random, repeat((), len(cards))))
    order = sorted(range(len(cards)), key=keys.__getitem__)
    return list(map(cards.__getitem__, order))


def lot(seed: str, name: str, n: int, choices: int) -> int:
    """A number below `choices` by the `n`th lot of the stream `name`.

    Not from a generator: to seed one takes as long as two turns of a game.
    """
    digest = sha256(f"{seed}/{name}/{n}".encode()).digest()
    return int.from_bytes(digest[:8], "big") * choices >> 64
