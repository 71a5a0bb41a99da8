"""A line typed at the console: what it asks for, how it may go on, what is to be said of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from showdown_host.console_params import Param, param_of, params_of
from showdown_protocol.messages import METHODS

_NAME = re.compile(r"[^\s=]*")
_PATH = re.compile(r"[^\s='\"]+")
_DECODER = json.JSONDecoder()


@dataclass(frozen=True, slots=True)
class Known:
    """What the console has seen, for values: `keys` with the newest first."""

    keys: tuple[str, ...] = ()
    boot: str = ""
    rev: int | None = None
    commands: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to go on: the text that stands in the place of what was typed, and what it is."""

    text: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Choices:
    """What may stand instead of the line's characters from `start` to the cursor."""

    start: int
    options: tuple[Choice, ...] = ()

    def common(self, typed: str) -> str:
        """The longest text that all of them begin with; `typed` where it is not longer."""
        texts = [option.text for option in self.options]
        if not texts:
            return typed
        most = texts[0]
        for text in texts[1:]:
            while not text.startswith(most):
                most = most[:-1]
        return most if len(most) > len(typed) and most.startswith(typed) else typed


@dataclass(slots=True)
class _Word:
    """`name=value` on the line: where it stands; `equals` False: no `=` was typed yet."""

    start: int
    end: int
    name: str
    value: str = ""
    equals: bool = False
    quoted: bool = False  # a JSON string: a string whatever it looks like
    read: Any = field(default=None)


def parse(line: str) -> tuple[str, dict[str, Any]]:
    """A method and its parameters. ValueError says what is wrong with the line, and where.

    A value is JSON where it can be read so, else the text as it stands; text parameters are text
    always, so that `key=12345678` is one. Quotes, single or double, hold blanks together.
    """
    method, _, rest = line.strip().partition(" ")
    if rest.lstrip().startswith("{"):
        return method, _json_object(rest.strip(), len(line) - len(rest.lstrip()))
    given: dict[str, Any] = {}
    for word in _words(line, len(method) + len(line) - len(line.lstrip())):
        if not word.equals or not _PATH.fullmatch(word.name):
            msg = f"{line[word.start : word.end]!r} is not name=value"
            raise ValueError(msg)
        _put(given, word.name.split("."), _typed(method, word))
    return method, given


def filled(method: str, params: Mapping[str, Any], known: Known, key: str) -> dict[str, Any]:
    """The parameters with what a person leaves to the console. `key` is fresh."""
    fill: dict[str, Any] = {}
    if method == "showdown.start":
        cards = 0 if params.get("practice") is not None else 2
        fill = {"key": key, "boot": known.boot, "cards": cards, "start": "button"}
    elif method == "showdown.wait":
        fill = {"until": "done", "timeout_ms": 10_000}
    elif method == "showdown.list":
        fill = {"limit": 20}
    elif method == "events.replay":
        fill = {"boot": known.boot, "max": 32}
    elif method == "settings.set" and known.rev is not None:
        fill = {"rev": known.rev}
    return fill | dict(params)


def complete(line: str, cursor: int, known: Known) -> Choices:
    """How the word at the cursor may go on."""
    before = line[:cursor]
    method, blank, rest = before.partition(" ")
    if not blank:
        return _options(0, before, _first_words(known))
    if method == "help":
        start = len(before) - len(rest.lstrip())
        return _options(start, rest.lstrip(), [Choice(name) for name in METHODS])
    if rest.lstrip().startswith("{"):
        return Choices(cursor)
    words = _words(before, len(method))
    last = words[-1] if words and words[-1].end == len(before) else None
    if last is None:
        return _options(cursor, "", _names(method, words, ""))
    if not last.equals:
        return _options(last.start, last.name, _names(method, words[:-1], last.name))
    param = param_of(method, last.name)
    if param is None:
        return Choices(cursor)
    start = last.start + len(last.name) + 1
    return _options(start, before[start:], _values(param, known))


def hint(line: str, cursor: int, known: Known) -> tuple[str, bool]:
    """What is to be said of the line as it stands, and whether it is a warning."""
    before = line[:cursor]
    method, blank, rest = before.partition(" ")
    if not before.strip():
        return "a method, or help; Tab completes", False
    first = line.strip().partition(" ")[0]
    if first in known.commands:
        return known_command(first), False
    if not blank:
        if method in METHODS:
            return _signature(method), False
        fits = [name for name in METHODS if name.startswith(method)]
        words = f"{len(fits)} methods begin so; Tab completes" if fits else _unknown(method)
        return words, not fits
    if first not in METHODS:
        return _unknown(first), True
    if warning := danger(line):
        return warning, True
    if rest.lstrip().startswith("{"):
        return _signature(first), False
    words_typed = _words(before, len(method))
    if words_typed and words_typed[-1].end == len(before):
        last = words_typed[-1]
        param = param_of(first, last.name)
        if param is not None:
            problem = param.problem(_typed(first, last)) if last.equals and last.value else ""
            return (f"{param.path} {problem}", True) if problem else (param.hint, False)
        if last.equals:
            return f"{first} has no parameter {last.name}; it is sent as it stands", True
        fits_here = [p for p in params_of(first) if p.path.startswith(last.name)]
        if len(fits_here) == 1:
            return fits_here[0].hint, False
    return _signature(first), False


def danger(line: str) -> str:
    """What this line does that cannot be taken back; empty where nothing moves by it alone."""
    try:
        method, params = parse(line)
    except ValueError:
        return ""
    if method == "showdown.start" and params.get("start") == "now":
        cards = params.get("cards", 2)
        fly = "no cards fly" if cards == 0 else f"{cards} cards may fly"
        return f"start=now: counts at once, {fly}. Hands off!"
    if method == "hello" and params.get("takeover"):
        return "takeover: control is taken from whoever holds it"
    if method in {"hello", "bye"}:
        return f"{method}: the link says it by itself; by hand it cuts into this session"
    return ""


def known_command(name: str) -> str:
    """What a word of the console's own does."""
    return COMMANDS.get(name, "a word of the console")


COMMANDS = {
    "help": "help, or help METHOD: what it takes",
    "quit": "ends the console",
    "exit": "ends the console",
    "raw": "shows the lines as they are on the wire",
    "readable": "shows what the lines say",
    "filter": "filter all, calm (no heartbeats), events or errors",
    "find": "find TEXT: only lines that hold it; find alone shows all again",
    "save": "save FILE: writes what is kept here, as JSON lines",
    "clear": "empties the view; a log file keeps all",
}
"""The console's own words, those of the drawn one too."""


def _first_words(known: Known) -> list[Choice]:
    return [
        *(Choice(name) for name in METHODS),
        *(Choice(name, COMMANDS.get(name, "")) for name in known.commands),
    ]


def _options(start: int, typed: str, options: Iterable[Choice]) -> Choices:
    """Those that begin as typed; where none does, those that hold it."""
    listed = list(options)
    begin = [option for option in listed if option.text.startswith(typed)]
    if not begin and typed:
        begin = [option for option in listed if typed.lower() in option.text.lower()]
    return Choices(start, tuple(begin))


def _names(method: str, words: list[_Word], typed: str) -> list[Choice]:
    given = {word.name for word in words}
    open_ = [param for param in params_of(method) if param.path not in given]
    open_.sort(key=lambda param: not (param.needed and not param.filled))
    return [
        Choice(f"{param.path}=", param.takes)
        for param in open_
        if typed not in given or param.path != typed
    ]


def _values(param: Param, known: Known) -> list[Choice]:
    if param.choices:
        return [Choice(choice, param.why if len(param.choices) < 3 else "")
                for choice in param.choices]  # fmt: skip
    if param.kind == "key":
        return [Choice(key) for key in known.keys]
    if param.kind == "boot" and known.boot:
        return [Choice(known.boot, "the present one")]
    if param.path == "rev" and known.rev is not None:
        return [Choice(str(known.rev), "as last seen")]
    return []


def _signature(method: str) -> str:
    params = params_of(method)
    if not params:
        return f"{method}: no parameters"
    needed = [param.path for param in params if param.needed and not param.filled]
    rest = [param.path for param in params if not param.needed or param.filled]
    words = [method, *needed, *([f"[{' '.join(rest)}]"] if rest else [])]
    return " ".join(words)


def _unknown(method: str) -> str:
    return f"{method}: not known here; it is sent as it stands"


def _words(line: str, at: int) -> list[_Word]:
    """The words of `line` from `at` on. A quote that is open runs to the end."""
    words = []
    while at < len(line):
        if line[at].isspace():
            at += 1
            continue
        match = _NAME.match(line, at)
        end = match.end() if match else at
        word = _Word(at, end, line[at:end])
        at = end
        if at < len(line) and line[at] == "=":
            word.equals = True
            at = _value(line, at + 1, word)
        word.end = at
        words.append(word)
    return words


def _value(line: str, at: int, word: _Word) -> int:
    """Read a value that begins at `at` into `word`; where it ends."""
    start = at
    if at < len(line) and line[at] in '{["':
        try:
            word.read, end = _DECODER.raw_decode(line, at)
        except ValueError:
            end = -1
        if end >= 0 and (end == len(line) or line[end].isspace()):
            word.value, word.quoted = line[start:end], True
            return end
    if at < len(line) and line[at] in "'\"":
        close = line.find(line[at], at + 1)
        end = len(line) if close < 0 else close + 1
        word.value = line[start:end]
        word.read = line[at + 1 : end - 1] if close >= 0 else None
        word.quoted = True
        return end
    while at < len(line) and not line[at].isspace():
        at += 1
    word.value = line[start:at]
    return at


def _typed(method: str, word: _Word) -> Any:
    """The value of a word. ValueError where a quote is open."""
    if word.quoted:
        if word.read is None:
            msg = f"{word.name}: the quote after = is not closed (column {word.start + 1})"
            raise ValueError(msg)
        return word.read
    param = param_of(method, word.name)
    text_kind = param is not None and param.kind in {"text", "key", "boot"}
    if param is not None and text_kind and not (param.nullable and word.value == "null"):
        return word.value
    try:
        return json.loads(word.value)
    except ValueError:
        return word.value


def _json_object(text: str, column: int) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        msg = f"the JSON cannot be read: {error.msg} (column {column + error.pos + 1})"
        raise ValueError(msg) from error
    return dict(value)


def _put(members: dict[str, Any], path: list[str], value: Any) -> None:
    """Set `players.left` inside `players`."""
    *outer, name = path
    for step in outer:
        inner: object = members.setdefault(step, {})
        if not isinstance(inner, dict):
            msg = f"{step} holds a value already, so {'.'.join(path)} cannot be set"
            raise ValueError(msg)
        members = inner
    members[name] = value
