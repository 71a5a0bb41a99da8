"""Settings as people write and read them: `hold_max=4s`, `buzzer=off`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Any, Literal, get_args, get_origin, get_type_hints

from showdown_host.settings import NAMES, Value, Wanted
from showdown_protocol.messages import SettingsResult, SettingsValues

MS_SUFFIX = "_ms"

_TIME = re.compile(r"(\d{1,9}(?:\.\d{1,9})?) ?(ms|s)\Z")
_SWITCH = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}
_KINDS: dict[str, Any] = {
    name: next(kind for kind in get_args(hint) if kind is not type(None))
    for name, hint in get_type_hints(SettingsValues).items()
}


def short(name: str) -> str:
    """A setting's name as people write it, without its unit."""
    return name.removesuffix(MS_SUFFIX)


def name_of(word: str) -> str:
    """The setting of that name, with its unit or without. ValueError lists those there are."""
    for name in (word, word + MS_SUFFIX):
        if name in NAMES:
            return name
    there = ", ".join(short(name) for name in NAMES)
    msg = f"there is no setting {word!r}. There are: {there}"
    raise ValueError(msg)


def read_wishes(words: Sequence[str]) -> Wanted:
    """`name=value` words. ValueError says which one is wrong and what it takes.

    The ranges are the unit's: it refuses what leaves them, and names them.
    """
    wanted: dict[str, Value | None] = {}
    for word in words:
        given, equals, text = word.partition("=")
        if not equals:
            msg = f"{word!r} is not NAME=VALUE, as hold_max=4s"
            raise ValueError(msg)
        name = name_of(given)
        if name in wanted:
            msg = f"{short(name)} is given twice"
            raise ValueError(msg)
        wanted[name] = _value(given, name, text)
    return wanted


def value_words(name: str, value: Value | None) -> str:
    """A value with its unit."""
    if value is None:
        return "unknown"
    if isinstance(value, bool):
        return "on" if value else "off"
    if name.endswith(MS_SUFFIX) and isinstance(value, int):
        return f"{value} ms" if value < 1000 else f"{Decimal(value) / 1000:f} s"
    return str(value)


def settings_lines(settings: SettingsResult) -> list[str]:
    """All of them, one a line; those that hosts have set are marked."""
    width = max(len(short(name)) for name in NAMES)
    lines = []
    for name in NAMES:
        words = value_words(name, getattr(settings.values, name))
        own = "" if name in settings.changed else "  (configuration)"
        lines.append(f"{short(name):{width}}  {words}{own}")
    return lines


def _value(given: str, name: str, text: str) -> Value:
    kind = _KINDS[name]
    if kind is bool:
        if text.lower() not in _SWITCH:
            msg = f"{given}: takes on or off, not {text!r}"
            raise ValueError(msg)
        return _SWITCH[text.lower()]
    if get_origin(kind) is Literal:
        if text not in get_args(kind):
            msg = f"{given}: takes {' or '.join(get_args(kind))}, not {text!r}"
            raise ValueError(msg)
        return text
    if name.endswith(MS_SUFFIX):
        return _milliseconds(given, text)
    return text


def _milliseconds(given: str, text: str) -> int:
    if text.isdecimal() and text.isascii() and (given.endswith(MS_SUFFIX) or int(text) == 0):
        return int(text)
    found = _TIME.match(text.strip())
    if found is None:
        msg = f"{given}: takes a time with its unit, as 1.5s or 100ms, not {text!r}"
        raise ValueError(msg)
    ms = Decimal(found[1]) * (1000 if found[2] == "s" else 1)
    if ms != int(ms):
        msg = f"{given}: {text} is no whole number of milliseconds"
        raise ValueError(msg)
    return int(ms)
