"""How large the counts are: small in the everyday run, large when SHOWDOWN_PROVE=1."""

from __future__ import annotations

import os
import sys

PROVE = os.environ.get("SHOWDOWN_PROVE") == "1"

ASKED: list[tuple[str, int]] = []
"""Where a count was asked for, and what was given; `make prove` prints it."""


def count(small: int, large: int) -> int:
    """`small` in the everyday run, `large` in the proving one."""
    given = large if PROVE else small
    caller = sys._getframe(1)
    asked = (f"{caller.f_globals['__name__'].rpartition('.')[2]}:{caller.f_lineno}", given)
    if asked not in ASKED:
        ASKED.append(asked)
    return given
