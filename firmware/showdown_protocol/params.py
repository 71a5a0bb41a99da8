"""A request's parameters, typed, or the error that names the one at fault."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from showdown_protocol.base import BOOT_PATTERN, KEY_PATTERN, NONCE_PATTERN
from showdown_protocol.errors import WireError
from showdown_protocol.messages import METHODS, Message
from showdown_protocol.selftest_messages import PARTS

_MISSING = re.compile(r"missing required field `([^`]+)`")
_PATH = re.compile(r" - at `\$\.?([^`]*)`\Z")
_UNKNOWN = re.compile(r"Object contains unknown field `([^`]*)`")
_NAMED = re.compile(r"`([a-z_]+)` takes ")
_IN_WORDS = {
    KEY_PATTERN: "8 to 64 of A-Z, a-z, 0-9, _ and -",
    BOOT_PATTERN: "32 hex digits, from `hello`",
    NONCE_PATTERN: "1 to 64 printable ASCII characters",
}


_CHOICES = {
    "role": '"control" or "observe"',
    "start": '"button" or "now"',
    "until": '"result" or "done"',
    "values.standalone": '"auto", "always" or "off"',
    "values.lines": '"auto" or "always"',
    "part": ", ".join(f'"{part}"' for part in PARTS) + ' or "stop"',
}


def read_params(method: str, params: Mapping[str, Any]) -> Message:
    """The typed parameters of a method; unknown members are ignored.

    Raises `WireError`: METHOD_NOT_FOUND, or INVALID_PARAMS whose data names `param` and `reason`.
    """
    spec = METHODS.get(method)
    if spec is None:
        raise WireError("METHOD_NOT_FOUND", f"no method {method[:64]!r}", method=method[:64])
    try:
        return msgspec.convert(params, spec.params_type)
    except msgspec.ValidationError as error:
        param, reason = _explain(str(error))
        raise WireError(
            "INVALID_PARAMS", f"{param}: {reason}", param=param, reason=reason
        ) from None


def _explain(text: str) -> tuple[str, str]:
    """The parameter and the reason in msgspec's message."""
    place = _PATH.search(text)
    path = place[1] if place else ""
    reason = text[: place.start()] if place else text
    if missing := _MISSING.search(reason):
        return _join(path, missing[1]), "is missing"
    if unknown := _UNKNOWN.search(reason):
        return _join(path, unknown[1][:64]), "is not known to this unit"
    if named := _NAMED.match(reason):
        return _join(path, named[1]), reason[named.end() - len("takes ") :]
    for pattern, words in _IN_WORDS.items():
        if repr(pattern) in reason:
            return path, f"takes {words}"
    if "enum value" in reason and path in _CHOICES:
        return path, f"takes {_CHOICES[path]}"
    return path or "params", reason[0].lower() + reason[1:]


def _join(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name
