"""The text of `settings.toml`: what hosts have set, in the tables and keys of `unit.toml`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from showdown_protocol.base import MAX_INT
from showdown_unit.config import toml_text
from showdown_unit.config_read import BadValueError, Value, convert, parse_toml, shown
from showdown_unit.config_schema import SETTINGS, TABLES, Kind

_HEAD = """\
# Settings of the showdown unit: what hosts have set (`showdown settings`). Each value here wins
# over the one in unit.toml, and counts until it is given up again. `showdown-unit config show`
# says of every value whose it is.
#
# The unit writes this file anew at each change. Whoever changes it by hand stops the unit first:
# a line less gives that setting up, no file at all gives up all of them. `rev` counts the changes:
# one more with each.
"""

_REV = re.compile(rb"^rev *= *([0-9]{1,15})\s*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Saved:
    """The settings of one file: values by path as the configuration keeps them, and their number.

    `misfits` are lines about values that cannot be taken: unknown here, or out of range. `resting`
    stay in the file and do not count in this run.
    """

    rev: int = 0
    values: Mapping[str, Value] = field(default_factory=lambda: MappingProxyType({}))
    misfits: tuple[str, ...] = ()
    resting: Mapping[str, Value] = field(default_factory=lambda: MappingProxyType({}))


def text(saved: Saved) -> bytes:
    """The whole file."""
    return ("\n".join(_lines(saved)) + "\n").encode()


def parse(data: bytes) -> Saved:
    """What a file says. BadValueError where it is none of this kind as a whole."""
    tables = parse_toml(data)
    rev = tables.pop("rev", None)
    if not isinstance(rev, int) or isinstance(rev, bool) or not 0 <= rev < MAX_INT:
        raise BadValueError("has no `rev` that counts its changes")
    values: dict[str, Value] = {}
    misfits = []
    for table, content in tables.items():
        if not isinstance(content, dict):
            misfits.append(f"{table} is no setting")
            continue
        for name, raw in content.items():
            path = f"{table}.{name}"
            key = SETTINGS.get(path)
            try:
                if key is None:
                    misfits.append(f"{path} is no setting")
                else:
                    values[path] = convert(key, raw)
            except BadValueError as error:
                named = (
                    path if key is not None and key.kind is Kind.TEXT else f"{path} = {shown(raw)}"
                )
                misfits.append(f"{named}: {error}")
    return Saved(rev, values, tuple(misfits))


def rev_of(data: bytes) -> int | None:
    """The number in a file that cannot be read otherwise."""
    found = _REV.search(data)
    return int(found[1]) if found else None


def _lines(saved: Saved) -> Iterator[str]:
    yield _HEAD
    yield f"rev = {saved.rev}"
    values = {**saved.resting, **saved.values}
    for table in TABLES:
        paths = [path for path in SETTINGS if path in values and path.startswith(table + ".")]
        if paths:
            yield ""
            yield f"[{table}]"
        for path in paths:
            yield f"{SETTINGS[path].name} = {toml_text(path, values[path])}"
