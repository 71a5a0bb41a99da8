"""From TOML to checked values: every problem is found, and named by file, key, value and range."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import TypeGuard

from showdown_unit.config_schema import (
    BY_PATH,
    NS_PER,
    SCHEMA,
    TABLES,
    TTY_MAX,
    TTY_SCHEMA,
    TTY_TABLE,
    Key,
    Kind,
    decimal_text,
)

Value = int | bool | str
MAX_DIGITS = 40  # of a decimal: more than any sensible time needs, few enough to convert exactly


class ConfigError(Exception):
    """The configuration cannot be used. `problems` holds one line for each reason."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = tuple(problems)


class BadValueError(ValueError):
    """A value that a key does not take; the text says why and what it takes."""


def read_toml(path: Path) -> dict[str, object]:
    """The file's tables, decimals as Decimal. ConfigError where it cannot be read."""
    try:
        return parse_toml(path.read_bytes())
    except OSError as error:
        reason = error.strerror or str(error)
        raise ConfigError([f"{path}: cannot be read: {reason}"]) from error
    except BadValueError as error:
        raise ConfigError([f"{path}: {error}"]) from error


def parse_toml(data: bytes) -> dict[str, object]:
    """A file's tables, decimals as Decimal. BadValueError says what it is not."""
    try:
        return tomllib.loads(data.decode(), parse_float=_exact)
    except UnicodeDecodeError as error:
        raise BadValueError(f"is not UTF-8 at byte {error.start}") from error
    except ValueError as error:  # also of a number with thousands of digits
        raise BadValueError(f"is not TOML: {error}") from error
    except RecursionError as error:
        raise BadValueError("is nested too deeply") from error


def parse_override(text: str) -> tuple[str, object]:
    """`referee.settle_ms=7` as key and value; what is no TOML value is taken as text."""
    path, equals, raw = text.partition("=")
    path = path.strip()
    if not equals or not path:
        raise ConfigError([f"override {text!r}: write it as table.key=value"])
    try:
        parsed = tomllib.loads(f"value = {raw}", parse_float=_exact)
    except (ValueError, RecursionError):
        return path, raw.strip()
    if set(parsed) != {"value"}:
        return path, raw.strip()
    return path, parsed["value"]


def convert(key: Key, raw: object) -> Value:
    """The value as the program keeps it (times in ns); BadValueError where the key refuses it."""
    if key.kind is Kind.TIME:
        return _time(key, raw)
    if key.kind is Kind.BOOL:
        if isinstance(raw, bool):
            return raw
        raise BadValueError(f"must be true or false, not {_type_name(raw)}")
    if key.kind is Kind.INT:
        if isinstance(raw, bool) or not isinstance(raw, int):
            raise BadValueError(f"must be an integer, {allowed(key)}, not {_type_name(raw)}")
        if not key.low <= raw <= key.high:
            raise BadValueError(f"out of range, allowed: {allowed(key)}")
        return raw
    if not isinstance(raw, str):
        raise BadValueError(f"must be a text, {allowed(key)}, not {_type_name(raw)}")
    if key.kind is Kind.CHOICE:
        if raw not in key.choices:
            raise BadValueError(f"unknown, allowed: {allowed(key)}")
        return raw
    return _text(key, raw)


def allowed(key: Key) -> str:
    """What a key takes, for people: `1 to 100 ms`, `auto, always or off`."""
    if key.kind is Kind.TIME:
        low, high = decimal_text(key.low, key.unit), decimal_text(key.high, key.unit)
        return f"{low} to {high} {key.unit}"
    if key.kind is Kind.INT:
        return f"{key.low} to {key.high}"
    if key.kind is Kind.BOOL:
        return "true or false"
    if key.kind is Kind.CHOICE:
        return ", ".join(key.choices[:-1]) + " or " + key.choices[-1]
    what = "an absolute path" if key.absolute else "a text"
    empty = " or empty" if key.absolute and key.low == 0 else ""
    return f"{what} of at most {key.high} characters{empty}"


def shown(raw: object) -> str:
    """A value as TOML writes it, cut where it is long."""
    if isinstance(raw, bool):
        text = "true" if raw else "false"
    elif isinstance(raw, str):
        text = quoted(raw)
    elif isinstance(raw, int | Decimal):
        text = str(raw) if not _is_huge(raw) else "a number of too many digits"
    else:
        text = _type_name(raw)
    return text if len(text) <= 60 else text[:57] + "..."


def quoted(text: str) -> str:
    """A TOML basic string."""
    out = []
    for char in text:
        if char in '"\\':
            out.append("\\" + char)
        elif ord(char) < 0x20 or ord(char) == 0x7F:
            out.append(f"\\u{ord(char):04X}")
        else:
            out.append(char)
    return '"' + "".join(out) + '"'


def take_tables(
    origin: str, tables: Mapping[str, object], values: dict[str, Value], problems: list[str]
) -> list[dict[str, Value]] | None:
    """Put a file's values into `values` by path. The ttys, or None where it lists none."""
    ttys: list[dict[str, Value]] | None = None
    for table, content in tables.items():
        if table not in TABLES:
            if isinstance(content, dict):
                hint = _nearest(table, TABLES, "[{}]")
                problems.append(f"{origin}: unknown table [{table}]{hint}")
            else:
                problems.append(f"{origin}: unknown key {table}{_key_hint(table)}")
            continue
        if not isinstance(content, dict):
            problems.append(f"{origin}: {table} = {shown(content)}: must be a table, [{table}]")
            continue
        for name, raw in content.items():
            path = f"{table}.{name}"
            if path == TTY_TABLE:
                ttys = take_ttys(origin, raw, problems)
            else:
                take_one(origin, path, raw, values, problems)
    return ttys


def take_one(
    origin: str, path: str, raw: object, values: dict[str, Value], problems: list[str]
) -> None:
    """Put one value into `values`, or a line into `problems`."""
    key = BY_PATH.get(path)
    if key is None:
        problems.append(f"{origin}: unknown key {path}{_key_hint(path)}")
        return
    try:
        values[path] = convert(key, raw)
    except BadValueError as error:
        problems.append(f"{origin}: {path} = {shown(raw)}: {error}")


def take_ttys(origin: str, raw: object, problems: list[str]) -> list[dict[str, Value]]:
    """The `[[links.tty]]` tables; what is wrong goes into `problems`."""
    if not _is_list_of_tables(raw):
        problems.append(f"{origin}: {TTY_TABLE} must be a list of tables, each [[{TTY_TABLE}]]")
        return []
    if len(raw) > TTY_MAX:
        problems.append(f"{origin}: {len(raw)} tables [[{TTY_TABLE}]]: allowed are {TTY_MAX}")
        return []
    names = {key.name: key for key in TTY_SCHEMA}
    ttys: list[dict[str, Value]] = []
    for number, table in enumerate(raw, 1):
        where = f"{TTY_TABLE}[{number}]"
        tty: dict[str, Value] = {
            key.name: key.default for key in TTY_SCHEMA if key.default is not None
        }
        for name, value in table.items():
            key = names.get(name)
            if key is None:
                hint = _nearest(name, names, where + ".{}")
                problems.append(f"{origin}: unknown key {where}.{name}{hint}")
                continue
            try:
                tty[name] = convert(key, value)
            except BadValueError as error:
                problems.append(f"{origin}: {where}.{name} = {shown(value)}: {error}")
        if "path" not in table:
            problems.append(f"{origin}: {where}.path is missing: the device, as /dev/ttyGS0")
        elif any(tty.get("path") == other.get("path") for other in ttys):
            problems.append(f"{origin}: {where}.path = {shown(tty.get('path'))}: named twice")
        ttys.append(tty)
    return ttys


def _is_list_of_tables(raw: object) -> TypeGuard[list[dict[str, object]]]:
    return isinstance(raw, list) and all(isinstance(item, dict) for item in raw)


def _exact(text: str) -> Decimal:
    try:
        return Decimal(text)
    except InvalidOperation:  # an exponent beyond decimal's own range
        return Decimal("nan")


def _time(key: Key, raw: object) -> int:
    if isinstance(raw, bool) or not isinstance(raw, int | Decimal):
        raise BadValueError(f"must be a number, {allowed(key)}, not {_type_name(raw)}")
    number = Decimal(raw) if not _is_huge(raw) else Decimal("nan")
    if not number.is_finite():
        raise BadValueError(f"out of range, allowed: {allowed(key)}")
    per = NS_PER[key.unit]
    # compared as exact fractions: value * per in integers, without decimal's rounding
    numerator, denominator = number.as_integer_ratio()
    if not key.low * denominator <= numerator * per <= key.high * denominator:
        raise BadValueError(f"out of range, allowed: {allowed(key)}")
    ns, rest = divmod(numerator * per, denominator)
    if rest:
        raise BadValueError("finer than one nanosecond; round it")
    if key.setting and ns % NS_PER["ms"]:
        raise BadValueError("finer than one millisecond, as hosts read it; round it")
    return ns


def _is_huge(raw: int | Decimal) -> bool:
    """Whether exact conversion could eat memory, as 1e999999 would."""
    if isinstance(raw, int):
        return not -(10**MAX_DIGITS) < raw < 10**MAX_DIGITS
    _, digits, exponent = raw.as_tuple()
    if not isinstance(exponent, int):
        return False  # inf and nan; told apart later
    return len(digits) > MAX_DIGITS or abs(exponent) > MAX_DIGITS


def _text(key: Key, raw: str) -> str:
    if not key.low <= len(raw) <= key.high:
        raise BadValueError(f"must be {allowed(key)}" + (", not empty" if key.low else ""))
    if not raw.isprintable():
        raise BadValueError("holds a control or other unprintable character")
    if key.absolute and raw and not raw.startswith("/"):
        raise BadValueError("must be an absolute path: begin it with /")
    if key.bytes_max and len(raw.encode()) > key.bytes_max:
        raise BadValueError(f"is longer than {key.bytes_max} bytes in UTF-8")
    return raw


def _type_name(raw: object) -> str:
    if isinstance(raw, bool):
        return "true or false"
    if isinstance(raw, str):
        return "a text"
    if isinstance(raw, int):
        return "an integer"
    if isinstance(raw, Decimal):
        return "a decimal number"
    if isinstance(raw, list):
        return "a list"
    if isinstance(raw, dict):
        return "a table"
    return "a date or time"


def _key_hint(path: str) -> str:
    """The key that was probably meant: the same name elsewhere, else the nearest."""
    name = path.rpartition(".")[2]
    for key in SCHEMA:
        if name in (key.name, key.field.removesuffix("_ns")):
            return f"; did you mean {key.path}?"
    same_table = [key.path for key in SCHEMA if path.startswith(key.table + ".")]
    return _nearest(path, same_table, "{}") or _nearest(path, BY_PATH, "{}")


def _nearest(name: str, names: Iterable[str], pattern: str) -> str:
    close = difflib.get_close_matches(name, list(names), n=1, cutoff=0.6)
    return f"; did you mean {pattern.format(close[0])}?" if close else ""
