"""The host's direction: what a unit of this version, or of a later one, sends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from showdown_protocol.codec import Ignored, MessageId, is_id
from showdown_protocol.errors import WireError
from showdown_protocol.framer import Frame
from showdown_protocol.strict_json import DEPTH_HOST, JsonError, loads


@dataclass(frozen=True, slots=True)
class Reply:
    """A result; `msgspec.convert` to its method's type types it."""

    id: MessageId
    result: dict[str, Any]


@dataclass(frozen=True, slots=True)
class ErrorReply:
    """An error; an `id` of None belongs to a line that the unit could not read."""

    id: MessageId | None
    error: WireError


@dataclass(frozen=True, slots=True)
class Notice:
    """A notification: `ev` or `hb`, or one of a later version."""

    method: str
    params: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A line that no unit sends, and why."""

    reason: str


def parse_answer(
    frame: Frame, *, crc_required: bool = False
) -> Reply | ErrorReply | Notice | Ignored | Unreadable:
    """What a unit's line is; members unknown here are kept or ignored, never refused.

    `crc_required`: this session's `hello` carried a CRC, so a line without one is not believed.
    """
    text = frame.text.strip(" \t")
    if not text.startswith("{"):
        return Ignored(foreign=False)
    if crc_required and not frame.crc:
        return Unreadable("no CRC, though this session carries one")
    try:
        value = loads(text, DEPTH_HOST)
    except JsonError as error:
        return Unreadable(str(error))
    if "error" in value:
        return _error(value)
    id_ = value.get("id")
    if "result" in value:
        result = value["result"]
        if not is_id(id_) or not isinstance(result, dict):
            return Unreadable("a result without its id, or that is no object")
        return Reply(id_, result)
    method, params = value.get("method"), value.get("params", {})
    if "id" in value or not isinstance(method, str) or not isinstance(params, dict):
        return Ignored(foreign=True)  # a request: our own line come back
    return Notice(method, params)


def _error(value: dict[str, Any]) -> ErrorReply | Unreadable:
    id_, body = value.get("id"), value["error"]
    if id_ is not None and not is_id(id_):
        return Unreadable("an error whose id is none")
    if not isinstance(body, dict):
        return Unreadable("an error that is no object")
    return ErrorReply(id_, WireError.received(body))
