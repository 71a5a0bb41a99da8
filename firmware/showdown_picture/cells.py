"""Text in terminal cells: how wide it is, and what is drawn of texts that others chose.

Terminals disagree on joined emoji, flags and variation selectors; so what they disagree on is
taken apart first (`plain`), and every character left is 0, 1 or 2 cells wide by itself.
"""

from __future__ import annotations

import unicodedata

_MARKS = frozenset({"Mn", "Me", "Mc"})
_GONE = frozenset({"Cc", "Cf", "Cs"})
_BLANK = frozenset({"Zs", "Zl", "Zp"})
_UNSURE = frozenset({"Cn", "Co"})

_JAMO = ((0x1160, 0x11FF), (0xD7B0, 0xD7FF))
"""Vowels and finals: drawn into the letter before."""

_DROPPED = (
    (0x034F, 0x034F),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFFA0, 0xFFA0),
    (0x1F3FB, 0x1F3FF),
    (0xE0000, 0xE0FFF),
)
"""Fillers, variation selectors, skin colours, tags: they show nothing, or change what stands."""

_DISPUTED = (
    (0x2630, 0x2637),
    (0x268A, 0x268F),
    (0x4DC0, 0x4DFF),
    (0x1D100, 0x1D1FF),
    (0x1D300, 0x1D37F),
)
"""As wide as the version of Unicode says that the terminal was built with."""

_FLAGS = (0x1F1E6, 0x1F1FF)


def plain(text: str, *, unicode: bool = True) -> str:
    """`text` as every terminal draws it alike; ASCII alone where `unicode` is False.

    Line ends and tabs become blanks; controls, joiners and variation selectors go; flags become
    letters; what no terminal surely knows becomes `?`.
    """
    if text.isascii() and text.isprintable():
        return text
    shown = unicodedata.normalize("NFC" if unicode else "NFKD", text)
    shown = "".join(_plain_char(char, unicode) for char in shown)
    while shown and char_width(shown[0]) == 0:  # a mark with nothing to stand on
        shown = shown[1:]
    return shown


def width(text: str) -> int:
    """The cells that a `plain` text takes."""
    return len(text) if text.isascii() else sum(map(char_width, text))


def char_width(char: str) -> int:
    """0, 1 or 2 cells, of one character that `plain` left."""
    if char.isascii():
        return 1
    if unicodedata.category(char) in _MARKS or _within(char, _JAMO):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def cut(text: str, cells: int, *, ellipsis: str = "…") -> str:
    """A `plain` text in at most `cells`; the ellipsis, one cell, stands for what is left out."""
    if width(text) <= cells:
        return text
    if cells <= 0:
        return ""
    room, kept = cells - 1, ""
    for char in text:
        room -= char_width(char)
        if room < 0:
            break
        kept += char
    return kept.rstrip(" ") + ellipsis


def fit(text: str, cells: int, *, ellipsis: str = "…", align: str = "<") -> str:
    """A `plain` text in exactly `cells`: cut, or filled up; `align` is `<`, `^` or `>`."""
    text = cut(text, cells, ellipsis=ellipsis)
    room = max(cells - width(text), 0)
    before = {"<": 0, "^": room // 2, ">": room}[align]
    return " " * before + text + " " * (room - before)


def _plain_char(char: str, unicode: bool) -> str:
    if char.isascii():
        return char if char.isprintable() else " " if char.isspace() else ""
    category = unicodedata.category(char)
    if category in _BLANK:
        return " "
    if category in _GONE or _within(char, _DROPPED):
        return ""
    first, last = _FLAGS
    if first <= ord(char) <= last:
        return chr(ord("A") + ord(char) - first)
    if not unicode:
        return "" if category in _MARKS else "?"
    return "?" if category in _UNSURE or _within(char, _DISPUTED) else char


def _within(char: str, spans: tuple[tuple[int, int], ...]) -> bool:
    code = ord(char)
    return any(first <= code <= last for first, last in spans)
