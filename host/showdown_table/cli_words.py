"""What the commands of the table share: lists of words, and a terminal to draw on."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TextIO


def listed(words: Sequence[str] | None) -> list[str]:
    """The items of an option that takes `A B`, `A,B` and `A, B` alike."""
    return [item.strip() for word in words or () for item in word.split(",") if item.strip()]


def no_terminal() -> str:
    """Why nothing can be drawn here; empty where it can."""
    for stream, name in ((sys.stdin, "input"), (sys.stdout, "output")):
        try:
            there = os.isatty(stream.fileno())
        except (AttributeError, OSError, ValueError):  # closed, or no file at all
            there = False
        if not there:
            return f"it needs a terminal, and its {name} is none"
    return ""


def draws_unicode(stream: TextIO) -> bool:
    """Whether that output takes more than ASCII."""
    return "utf" in (getattr(stream, "encoding", None) or "").lower()
