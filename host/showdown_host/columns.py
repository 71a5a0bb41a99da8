"""Text in columns of a terminal: how wide it is there, and what a terminal must not get. Pure."""

from __future__ import annotations

import unicodedata


def plain(text: str) -> str:
    """As it is, but for characters that would move or hide what stands beside them."""
    return "".join(char if char.isprintable() else "\ufffd" for char in text)


def width(text: str) -> int:
    """The cells that it takes."""
    return sum(_cells(char) for char in text)


def fitted(text: str, cells: int) -> str:
    """Exactly so many cells: filled with blanks, or cut with an ellipsis."""
    text = plain(text)
    missing = cells - width(text)
    if missing >= 0:
        return text + " " * missing
    kept, used = "", 0
    for char in text:
        if used + _cells(char) > cells - 1:
            break
        kept, used = kept + char, used + _cells(char)
    return kept + "…" + " " * (cells - 1 - used)


def _cells(char: str) -> int:
    if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1
