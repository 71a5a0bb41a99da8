"""The hold as the documents say it: another program, written from their text alone, agrees."""

from __future__ import annotations

import hashlib
import re
from decimal import ROUND_DOWN, ROUND_HALF_EVEN, Decimal, localcontext
from pathlib import Path

import pytest

from showdown_referee.hold import draw_hold_ns
from showdown_referee.limits import Limits

DOC = Path(__file__).parents[3] / "docs" / "referee.md"
ROW = re.compile(r"^\| `([0-9a-f]{32})` \| " + r"(\d+) \| " * 4 + r"(\d+) \|$", re.MULTILINE)
ROWS = [
    (bytes.fromhex(seed), *map(int, numbers)) for seed, *numbers in ROW.findall(DOC.read_text())
]


def by_the_text(seed: bytes, attempt: int, low: int, mean: int, high: int) -> tuple[int, int]:
    """The hold by steps 1 to 4, in fifty digits; and how often it was drawn."""
    with localcontext(prec=50):
        for d in range(1000):
            digest = hashlib.sha256(f"hold:{attempt}:{d}:".encode("ascii") + seed).digest()
            u = (int.from_bytes(digest[:6], "big") + Decimal("0.5")) / 2**48
            w = (-u.ln() * mean / 1000).to_integral_value(ROUND_HALF_EVEN)
            if low + 1000 * int(w) <= high:
                return low + 1000 * int(w), d + 1
        b = 1 - (Decimal(low - high) / mean).exp()
        w = (-(1 - u * b).ln() * mean / 1000).to_integral_value(ROUND_DOWN)
        return min(low + 1000 * int(w), high), 1001


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_the_documents_vector(row: tuple[bytes, int, int, int, int, int]) -> None:
    seed, attempt, low, mean, high, hold_ns = row
    limits = Limits(hold_min_ns=low, hold_mean_ns=mean, hold_max_ns=high)
    assert draw_hold_ns(seed, attempt, limits) == hold_ns
    assert by_the_text(seed, attempt, low, mean, high)[0] == hold_ns


def test_the_vector_goes_through_every_step() -> None:
    draws = [by_the_text(*row[:5])[1] for row in ROWS]
    assert draws == [1, 1, 1, 2, 2, 1, 1001, 1001]
