"""An entry of the console as lines of text: what it says, or how it stood on the wire."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from showdown_host.cli_common import result_words
from showdown_host.console_help import error_lines
from showdown_host.console_seen import Said
from showdown_host.result import Result
from showdown_picture.cells import char_width, plain, width
from showdown_protocol.messages import Record
from showdown_table.console_traffic import Entry

Tone = Literal["plain", "out", "reply", "event", "error", "beat", "note", "problem", "dim"]

_UNPRINTABLE = re.compile(r"[^\x20-\x7e\xa0-\U0010ffff]|[\u2028\u2029]")
_ENVELOPE = frozenset({"boot", "seq", "t_ms", "type"})
_NARROW = 70
_FEWEST = 8


@dataclass(frozen=True, slots=True)
class Row:
    """One line on the screen: what stands before, in its own tone, and the text."""

    head: str
    text: str
    tone: Tone


def rows(entry: Entry, wide: int, *, raw: bool, unicode: bool = True) -> list[Row]:
    """The entry in lines of at most `wide` cells (20 at least)."""
    wide = max(wide, 20)
    head, tone = _head(entry, wide, raw=raw)
    texts = list(_raw(entry) if raw and entry.line is not None else _readable(entry))
    words = not raw or entry.line is None
    room = max(wide - len(head), _FEWEST)
    shown: list[Row] = []
    for text, hanging in texts:
        pieces = _wrap(_clean(text, unicode=unicode), room, hanging, words=words)
        calm: Tone = "reply" if shown and words and tone in {"event", "error"} else tone
        shown += [
            Row(head if not shown and not at else " " * len(head), piece, calm)
            for at, piece in enumerate(pieces)
        ]
    return shown


def _head(entry: Entry, wide: int, *, raw: bool) -> tuple[str, Tone]:
    at = entry.at.strftime("%H:%M:%S")
    if wide >= _NARROW:
        at += f".{entry.at.microsecond // 1000:03}"
    if entry.said is None or entry.line is None:
        return (f"{at} ! ", "problem") if entry.problem else (f"{at} - ", "note")
    marks: dict[str, tuple[str, Tone]] = {
        "request": (">", "out"),
        "reply": ("<", "reply"),
        "error": ("!", "error"),
        "event": ("*", "event"),
        "heartbeat": (".", "beat"),
        "other": ("?", "problem"),
    }
    mark, tone = marks[entry.said.kind]
    if raw:
        mark = ">" if entry.line.way == "out" else "<"
    if entry.own:
        tone = "beat"
    return f"{at} {mark} ", tone


def _raw(entry: Entry) -> Iterator[tuple[str, int]]:
    assert entry.line is not None
    yield entry.line.text, 0
    if entry.line.crc is False:
        yield "(its CRC is wrong)", 0
    elif entry.line.crc is None:
        yield ("(no CRC)" if entry.line.whole else "(not whole)"), 0


def _readable(entry: Entry) -> Iterator[tuple[str, int]]:
    """Texts, and by how many cells their further lines are indented."""
    said = entry.said
    if said is None or entry.line is None:
        yield from ((text, _indent(text)) for text in entry.note.split("\n"))
        return
    match said.kind:
        case "request":
            yield f"{said.name}  {_arguments(said.members)}".rstrip(), 2
        case "reply":
            yield from _reply(entry, said)
        case "error":
            yield from _error(entry, said)
        case "event":
            yield from _event(said)
        case "heartbeat":
            yield _heartbeat(said.members), 2
        case _:
            why = "its CRC is wrong" if entry.line.crc is False else "no line of the protocol"
            why = why if entry.line.whole else "not whole"
            yield f"not understood ({why}): {entry.line.text}", 2


def _reply(entry: Entry, said: Said) -> Iterator[tuple[str, int]]:
    members = said.members
    asked = entry.asked or f"id {said.ident}"
    took = "" if entry.took_us is None else f" in {_duration(entry.took_us)}"
    told = _told(members)
    yield f"{asked}, answered{took}{': ' + told if told else ''}", 2
    yield from _members(members)


def _error(entry: Entry, said: Said) -> Iterator[tuple[str, int]]:
    data = said.members.get("data")
    lines = error_lines(
        said.name,
        str(said.members.get("message", "")),
        data if isinstance(data, dict) else {},
    )
    asked = f"{entry.asked}: " if entry.asked else ""
    yield asked + lines[0], 2
    yield from ((line, _indent(line)) for line in lines[1:])


def _event(said: Said) -> Iterator[tuple[str, int]]:
    members = said.members
    number = members.get("seq")
    told = _told(members)
    head = f"event {number}" if number is not None else "event"
    yield f"{head} {said.name}{': ' + told if told else ''}", 2
    rest = {name: value for name, value in members.items() if name not in _ENVELOPE}
    record = rest.pop("record", None)
    if isinstance(record, dict):
        rest |= record
    yield from _members(rest)


def _heartbeat(members: Mapping[str, Any]) -> str:
    up = members.get("up_ms")
    words = [str(members.get("state", "?"))]
    if isinstance(up, int):
        words.append(f"up {_long(up)}")
    words.append(f"last event {members.get('seq', '?')}")
    words.append(f"control {members['control']}" if members.get("control") else "no control")
    return f"heartbeat: {', '.join(words)}"


def _told(members: Mapping[str, Any]) -> str:
    """A record, or what else has a sentence, in words."""
    record = members.get("record", members)
    if isinstance(record, dict) and {"key", "state", "launch"} <= record.keys():
        try:
            words = result_words(Result(msgspec.convert(record, Record)))
        except msgspec.ValidationError:
            return ""
        return words.partition("\n")[0]
    for name in ("message", "text"):
        if isinstance(members.get(name), str):
            return str(members[name])
    state = members.get("state")
    return str(state).replace("_", " ") if isinstance(state, str) else ""


def _members(members: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    """Aligned by name; those that are null on one line, lists of objects an item a line."""
    said = {name: value for name, value in members.items() if value is not None}
    null = [name for name, value in members.items() if value is None]
    size = max((len(str(name)) for name in said), default=0)
    for name, value in said.items():
        several = isinstance(value, list) and value and isinstance(value[0], dict)
        for at, one in enumerate(value if several else [value]):
            label = str(name) if at == 0 else ""
            text = _told(one) if several and "launch" in one else ""
            words = f"{one['key']} {text}" if text else _value(str(name), one)
            yield f"  {label:{size}}  {words}", size + 4
    if null:
        yield f"  null: {', '.join(null)}", 4


def _arguments(params: Mapping[str, Any], before: str = "") -> str:
    words = []
    for name, value in params.items():
        if isinstance(value, dict) and value:
            words.append(_arguments(value, f"{before}{name}."))
        else:
            text = value if isinstance(value, str) else _words(value)
            words.append(f"{before}{name}={text}")
    return " ".join(words)


def _value(name: str, value: object) -> str:
    if name == "lamps" and isinstance(value, dict):
        value = {lamp: "on" if lit else "off" for lamp, lit in value.items()}
    return _words(value)


def _words(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {_words(part)}" for name, part in value.items()) or "nothing"
    if isinstance(value, list | tuple):
        return "; ".join(_words(part) for part in value) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "null" if value is None else str(value)


def _duration(us: int) -> str:
    return f"{us / 1000:.1f} ms" if us < 1_000_000 else f"{us / 1_000_000:.1f} s"


def _long(ms: int) -> str:
    seconds = ms // 1000
    if seconds < 60:
        return f"{seconds} s"
    if seconds < 3600:
        return f"{seconds // 60} min {seconds % 60} s"
    return f"{seconds // 3600} h {seconds % 3600 // 60} min"


def _indent(text: str) -> int:
    """Where a text of `name  value` goes on below: under the value."""
    found = re.match(r"\s*\S+(?: \S+)*?\s{2,}", text)
    return len(found[0]) if found else 2


def _clean(text: str, *, unicode: bool) -> str:
    """Nothing that moves the cursor, and nothing that terminals draw each in its own way."""
    shown = _UNPRINTABLE.sub(lambda bad: bad[0].encode("unicode_escape").decode(), text)
    return plain(shown, unicode=unicode)


def _first(text: str, cells: int) -> str:
    """As much of the text as fits, one character at least."""
    if text.isascii():
        return text[:cells]
    end = 0
    for char in text:
        cells -= char_width(char)
        if cells < 0:
            break
        end += 1
    return text[: max(end, 1)]


def _wrap(text: str, room: int, hanging: int, *, words: bool) -> list[str]:
    """Lines of at most `room` cells, the further ones indented; at blanks where `words`."""
    hanging = min(hanging, room // 2)
    lines: list[str] = []
    while True:
        space = room - (hanging if lines else 0)
        before = " " * hanging if lines else ""
        if width(text) <= space:
            return [*lines, before + text]
        piece = _first(text, space)
        at = piece.rfind(" ") if words else -1
        if at > space // 2 and piece[:at].strip():
            piece = piece[:at]
        lines.append(before + piece)
        text = text[len(piece) :].lstrip() if words else text[len(piece) :]
