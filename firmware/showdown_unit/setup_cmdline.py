"""The words of cmdline.txt: taken out or changed, and put back to the byte.

What was changed is kept as lines of our block in config.txt, with a checksum of the text they
lead to: where somebody changed the file since, words are put back instead of places.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from showdown_unit.setup_text import SetupError

_RECORD = re.compile(r"# cmdline\.txt ([\da-f]{8}) (\d+) (\".*\") -> (\".*\")")
_WORD = re.compile(r"[^ \t\r\n]+")


@dataclass(frozen=True, slots=True)
class Edit:
    """At that place `old` became `new`; the places are those of the text at its turn."""

    at: int
    old: str
    new: str


Rule = Callable[[str], str | None]
"""What becomes of a word: itself, another, or None to take it out."""


def edited(text: str, rule: Rule) -> tuple[str, tuple[Edit, ...]]:
    """The text after the rule, and what was done. Only the first line counts to the kernel."""
    edits: list[Edit] = []
    done = 0
    while True:
        line = text.partition("\n")[0]
        found = _WORD.search(line, done)
        if found is None:
            return text, tuple(edits)
        word, start = found[0], found.start()
        wish = rule(word)
        if wish == word:
            done = found.end()
            continue
        if wish is None:
            edit = _removal(line, found)
        else:
            edit = Edit(start, word, wish)
        edits.append(edit)
        text = text[: edit.at] + edit.new + text[edit.at + len(edit.old) :]
        done = edit.at + len(edit.new)


def _removal(line: str, word: re.Match[str]) -> Edit:
    """The word with the blanks after it, or before it where it is the last."""
    start, end = word.span()
    blank = len(line[end:]) - len(line[end:].lstrip(" \t"))
    if not blank:
        start = len(line[:start].rstrip(" \t"))
    return Edit(start, line[start : end + blank], "")


def undone(text: str, records: Iterable[str]) -> str:
    """The text before the edits of these lines of our block. SetupError where one is damaged."""
    found = [match for match in map(_RECORD.fullmatch, records) if match is not None]
    edits = [(match[1], _edit(match)) for match in found]
    untouched = bool(edits) and edits[-1][0] == checksum(text)
    for _, edit in reversed(edits):
        if untouched and text[edit.at : edit.at + len(edit.new)] == edit.new:
            text = text[: edit.at] + edit.old + text[edit.at + len(edit.new) :]
        else:
            text = _put_back(text, edit.old.strip(), edit.new.strip())
    return text


def _put_back(text: str, old: str, new: str) -> str:
    words = _WORD.findall(text.partition("\n")[0])
    if old in words:
        return text
    if new and new in words:
        return re.sub(rf"(?<![^ \t\n]){re.escape(new)}(?![^ \t\r\n])", lambda _: old, text, count=1)
    return f"{old} {text}"


def records(text: str, edits: Iterable[Edit]) -> tuple[str, ...]:
    """The edits that led to this text, as lines of our block."""
    return tuple(
        f"# cmdline.txt {checksum(text)} {edit.at} {json.dumps(edit.old)} -> {json.dumps(edit.new)}"
        for edit in edits
    )


def _edit(match: re.Match[str]) -> Edit:
    try:
        return Edit(int(match[2]), str(json.loads(match[3])), str(json.loads(match[4])))
    except ValueError as error:
        raise SetupError(
            f"config.txt: our line `{match[0]}` is damaged: take it out with an editor, and put"
            " back into cmdline.txt what it says, then again"
        ) from error


def checksum(text: str) -> str:
    """Of the bytes that the text was read from."""
    return f"{zlib.crc32(text.encode('utf-8', 'surrogateescape')):08x}"


def is_record(line: str) -> bool:
    """Whether a line of our block is one of these."""
    return _RECORD.fullmatch(line) is not None
