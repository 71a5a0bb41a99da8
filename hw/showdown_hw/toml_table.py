"""A TOML table whose every complaint names file, key, value and what is allowed."""

from __future__ import annotations

import difflib
from typing import Any

from showdown_hw.errors import BoardError

MOST_BITS = 128
"""Numbers beyond are not written out; Python refuses to, for the longest."""


class Table:
    """One table of a file, `path` being its dotted name ("" for the top)."""

    def __init__(self, file: str, path: str, values: dict[str, Any]) -> None:
        self._file = file
        self._path = path
        self._values = values

    def __contains__(self, key: str) -> bool:
        return key in self._values

    def only(self, *known: str) -> None:
        """Refuse any other key, and say which known one is nearest."""
        for key in self._values:
            if key not in known:
                near = difflib.get_close_matches(key, known, n=1)
                hint = f"did you mean {near[0]}? " if near else ""
                raise self.error(key, f"is unknown; {hint}Known here: {', '.join(known)}")

    def table(self, key: str) -> Table:
        """The table at `key`."""
        value = self._get(key)
        if not isinstance(value, dict):
            raise self.error(key, f"is {_show(value)}, must be a table")
        return Table(self._file, self._name(key), value)

    def text(self, key: str) -> str:
        """The text at `key`, not empty."""
        value = self._get(key)
        if not isinstance(value, str) or not value:
            raise self.error(key, f"is {_show(value)}, must be a text that is not empty")
        return value

    def choice(self, key: str, *allowed: str) -> str:
        """The word at `key`, one of `allowed`."""
        value = self._get(key)
        if value not in allowed:
            listed = ", ".join(f'"{word}"' for word in allowed)
            raise self.error(key, f"is {_show(value)}, allowed are {listed}")
        return str(value)

    def integer(self, key: str, low: int, high: int) -> int:
        """The whole number at `key`, from `low` to `high`."""
        value = self._get(key)
        if type(value) is not int or not low <= value <= high:  # a bool is no number here
            raise self.error(key, f"is {_show(value)}, allowed are whole numbers {low} to {high}")
        return value

    def error(self, key: str, problem: str) -> BoardError:
        """The complaint about `key`, to be raised."""
        return BoardError(self._file, self._name(key), problem)

    def _get(self, key: str) -> Any:
        if key not in self._values:
            raise self.error(key, "is missing")
        return self._values[key]

    def _name(self, key: str) -> str:
        return f"{self._path}.{key}" if self._path else key


def _show(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int) and value.bit_length() > MOST_BITS:
        return f"a number of {value.bit_length()} bits"
    return f'"{value}"' if isinstance(value, str) else repr(value)
