"""JSON as the protocol reads it: stricter than the standard library, and cheap to refuse."""

from __future__ import annotations

import json
import math
import re
from typing import Any, Final, NoReturn

from showdown_protocol.base import MAX_INT

DEPTH_UNIT: Final = 6
"""How deep the lines of a host may nest."""
DEPTH_HOST: Final = 8
"""How deep the lines of a unit may nest: a replayed event holds a whole record."""

# A string (or one that never ends), or a bracket: no branch of it can fail, so it is linear.
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*(?:"|\\?\Z)|[\[\]{}]', re.DOTALL)
_MAX_DIGITS = 16


class JsonError(ValueError):
    """Why a text was refused."""


def loads(text: str, depth: int) -> Any:
    """The value of `text`.

    Raises `JsonError` for broken JSON, nesting over `depth`, duplicate keys, integers beyond
    ±(2^53-1), numbers that are not finite, and lone surrogates.
    """
    _check_depth(text, depth)
    try:
        value = json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=_int,
            parse_float=_float,
            parse_constant=_constant,
        )
    except json.JSONDecodeError as error:
        msg = f"{error.msg} at column {error.colno}"
        raise JsonError(msg) from None
    if "\\u" in text:
        _check_surrogates(value)
    return value


def dumps(value: Any) -> bytes:
    """`value` on one line of bytes 0x20 to 0x7E. Raises ValueError for NaN and infinities."""
    text = json.dumps(value, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    return text.encode("ascii")


def _check_depth(text: str, depth: int) -> None:
    open_now = 0
    for token in _TOKEN.finditer(text):
        if token[0] in ("{", "["):
            open_now += 1
            if open_now > depth:
                msg = f"nested deeper than {depth}"
                raise JsonError(msg)
        elif token[0] in ("}", "]"):
            open_now -= 1


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        msg = "a member stands twice in one object"
        raise JsonError(msg)
    return members


def _int(digits: str) -> int:
    if len(digits) <= _MAX_DIGITS + 1:
        value = int(digits)
        if -MAX_INT <= value <= MAX_INT:
            return value
    msg = "an integer is beyond 2^53-1"
    raise JsonError(msg)


def _float(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        msg = "a number is out of range"
        raise JsonError(msg)
    return value


def _constant(name: str) -> NoReturn:
    msg = f"{name} is no JSON"
    raise JsonError(msg)


def _check_surrogates(value: Any) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        msg = "half a surrogate pair"
        raise JsonError(msg) from None
