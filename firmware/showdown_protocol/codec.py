"""Lines to requests, and values to lines.

The law of this module:

* What is no request is never answered; what is one is answered under its own id.
* Everything sent is one line of bytes 0x20 to 0x7E, at most `TX_LINE` long without its LF.

The host's direction, answers and events, is read in `answers`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from showdown_protocol.base import Message
from showdown_protocol.crc import seal
from showdown_protocol.errors import WireError
from showdown_protocol.framer import RX_LINE_HOST, RX_LINE_UNIT, Frame
from showdown_protocol.messages import Event, Heartbeat
from showdown_protocol.noise import is_noise
from showdown_protocol.people import SHORTHANDS
from showdown_protocol.strict_json import DEPTH_UNIT, JsonError, dumps, loads

TX_LINE: Final = RX_LINE_HOST
"""Bytes of a line that the unit sends, without the line end."""

ID_BYTES: Final = 256
"""Bytes of a string id as sent, so that the longest record still fits a line beside it."""

MessageId = int | str
Members = Message | Mapping[str, Any]


class LineTooLong(ValueError):  # noqa: N818 - not a fault: the caller sends less
    """What was to be sent does not fit one line; the caller sends less."""


@dataclass(frozen=True, slots=True)
class Request:
    """A request with its id; `params` is not yet checked, see `params.read_params`."""

    id: MessageId
    method: str
    params: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Shorthand:
    """A word typed by a person, one of `people.SHORTHANDS`."""

    word: str


@dataclass(frozen=True, slots=True)
class Ignored:
    """Not meant for this end: never answered. `foreign`: an answer or a notification."""

    foreign: bool


@dataclass(frozen=True, slots=True)
class Refused:
    """A line to answer with an error; an `id` of None counts against the budget of such answers."""

    id: MessageId | None
    error: WireError


def parse_request(
    frame: Frame, *, crc_required: bool = False, people: bool = False
) -> Request | Shorthand | Ignored | Refused:
    """What a host's line is. `people`: no `hello` has come yet, so shorthands count."""
    text = frame.text.strip(" \t")
    if not text or is_noise(text):
        return Ignored(foreign=False)
    parsed = _parse(text, people)
    if crc_required and not frame.crc and not isinstance(parsed, Ignored):
        return Refused(None, WireError("CRC_REQUIRED", reason="add `*` and the line's CRC-32"))
    return parsed


def _parse(text: str, people: bool) -> Request | Shorthand | Ignored | Refused:
    if people and text.lower() in SHORTHANDS:
        return Shorthand(text.lower())
    try:
        value = loads(text, DEPTH_UNIT)
    except JsonError as error:
        return Refused(None, WireError("PARSE", f"not read: {error}", reason=str(error)))
    if not isinstance(value, dict):
        what = "batches are refused" if isinstance(value, list) else "is no object"
        return _invalid(None, "request", what)
    if "result" in value or "error" in value or "id" not in value or "method" not in value:
        return Ignored(foreign=True)
    id_, method, params = value["id"], value["method"], value.get("params", {})
    if not is_id(id_):
        return _invalid(
            None,
            "id",
            "is an integer, or a string of 1 to 64 characters, at most 256 bytes as sent",
        )
    if value.get("jsonrpc", "2.0") != "2.0":
        return _invalid(id_, "jsonrpc", 'is "2.0" or absent')
    if not isinstance(method, str):
        return _invalid(id_, "method", "is a string")
    if not isinstance(params, dict):
        return _invalid(id_, "params", "is an object, parameters go by name")
    return Request(id_, method, params)


def _invalid(id_: MessageId | None, param: str, reason: str) -> Refused:
    error = WireError("INVALID_REQUEST", f"{param}: {reason}", param=param, reason=reason)
    return Refused(id_, error)


def is_id(value: object) -> bool:
    """Whether `value` may be the id of a request."""
    if isinstance(value, str):
        return 1 <= len(value) <= 64 and len(dumps(value)) - 2 <= ID_BYTES
    return isinstance(value, int) and not isinstance(value, bool)


def reply_line(id_: MessageId, result: Members, *, crc: bool) -> bytes:
    """A result as one line with its LF. Raises `LineTooLong`."""
    return line({"jsonrpc": "2.0", "id": id_, "result": _members(result)}, crc=crc)


def error_line(id_: MessageId | None, error: WireError, *, crc: bool) -> bytes:
    """An error as one line with its LF; what does not fit of its data is left out."""
    data = {"name": error.name, **error.data}
    body = {"code": error.code, "message": error.message, "data": data}
    try:
        return line({"jsonrpc": "2.0", "id": id_, "error": body}, crc=crc)
    except LineTooLong:
        body = {"code": error.code, "message": error.message[:80], "data": {"name": error.name}}
        return line({"jsonrpc": "2.0", "id": id_, "error": body}, crc=crc)


def event_line(event: Event, *, crc: bool) -> bytes:
    """An event as one line with its LF. Raises `LineTooLong`."""
    return notification_line("ev", event, crc=crc)


def heartbeat_line(heartbeat: Heartbeat, *, crc: bool) -> bytes:
    """A heartbeat as one line with its LF."""
    return notification_line("hb", heartbeat, crc=crc)


def notification_line(method: str, params: Members, *, crc: bool) -> bytes:
    """A notification as one line with its LF. Raises `LineTooLong`."""
    return line({"jsonrpc": "2.0", "method": method, "params": _members(params)}, crc=crc)


def request_line(id_: MessageId, method: str, params: Members, *, crc: bool) -> bytes:
    """A request as one line with its LF, for a unit to read. Raises `LineTooLong`."""
    value = {"jsonrpc": "2.0", "id": id_, "method": method, "params": _members(params)}
    return line(value, crc=crc, limit=RX_LINE_UNIT)


def line(value: Mapping[str, Any], *, crc: bool, limit: int = TX_LINE) -> bytes:
    """One object as one line with its LF. Raises `LineTooLong` beyond `limit` bytes without it."""
    body = dumps(value)
    if crc:
        body = seal(body)
    if len(body) > limit:
        msg = f"{len(body)} bytes do not fit a line of {limit}"
        raise LineTooLong(msg)
    return body + b"\n"


def _members(value: Members) -> Mapping[str, Any]:
    return value.members() if isinstance(value, Message) else value
