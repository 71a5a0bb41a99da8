"""The configuration as a commented TOML file that loads back to the same values."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from showdown_unit.config import Config, load, toml_text
from showdown_unit.config_read import allowed, quoted
from showdown_unit.config_schema import SCHEMA, TABLES, TTY_SCHEMA, TTY_TABLE, Key, Kind


def dump(config: Config) -> str:
    """The effective configuration, each key with its meaning, range and default."""
    return "\n".join(_lines(config)) + "\n"


def default_toml() -> str:
    """The file that a new unit starts from: every key at its default."""
    return dump(load(None))


def _lines(config: Config) -> Iterator[str]:
    yield "# Configuration of the showdown unit. A key that is left out has its default."
    for table, about in TABLES.items():
        yield ""
        yield f"# {about}"
        yield f"[{table}]"
        for key in SCHEMA:
            if key.table == table:
                yield from _comment(key)
                yield f"{key.name} = {toml_text(key.path, config.value(key.path))}"
        if table == "links":
            yield from _ttys(config)


def _ttys(config: Config) -> Iterator[str]:
    yield ""
    yield f"# One table [[{TTY_TABLE}]] for each serial line."
    for key in TTY_SCHEMA:
        yield from _comment(key, prefix=f"{key.name}: ")
    for tty in config.links.tty:
        yield f"[[{TTY_TABLE}]]"
        yield f"path = {_toml(tty.path)}"
        yield f"baud = {tty.baud}"
        yield f"uart = {_toml(tty.uart)}"
    if not config.links.tty:
        yield f"# [[{TTY_TABLE}]]"
        yield '# path = "/dev/ttyGS0"'


def _comment(key: Key, prefix: str = "") -> Iterator[str]:
    text = f"{prefix}{key.meaning}. Allowed: {allowed(key)}. "
    text += "Required." if key.default is None else f"Default: {default_text(key)}."
    yield from textwrap.wrap(text, 98, initial_indent="# ", subsequent_indent="# ")


def default_text(key: Key) -> str:
    """The default as written in the file, with its unit; empty where the key must be given."""
    if key.default is None:
        return ""
    if key.kind is Kind.TIME:
        return f"{toml_text(key.path, key.default)} {key.unit}"
    return _toml(key.default)


def _toml(value: int | bool | str) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return quoted(value) if isinstance(value, str) else str(value)
