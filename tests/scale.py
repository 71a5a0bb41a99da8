"""How large the counts are: small in the everyday run, large when SHOWDOWN_PROVE=1."""

from __future__ import annotations

import os

PROVE = os.environ.get("SHOWDOWN_PROVE") == "1"


def count(small: int, large: int) -> int:
    """`small` in the everyday run, `large` in the proving one."""
    return large if PROVE else small
