"""Every error of the wire: one exception, one table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class ErrorSpec:
    """One row of the table, as it stands in `docs/protocol.md`.

    `retry_same_key`: `yes` (at once), `after` (when the cause is gone), `no` (never). Each error
    means that this request changed nothing, but for `INTERNAL` and `STORAGE`, where the same key
    tells.
    """

    code: int
    meaning: str
    retry_same_key: str


ERRORS: dict[str, ErrorSpec] = {
    "PARSE": ErrorSpec(-32700, "The line is not one JSON object within the limits.", "yes"),
    "INVALID_REQUEST": ErrorSpec(
        -32600, "The object is no request; `param` says which member.", "after"
    ),
    "METHOD_NOT_FOUND": ErrorSpec(-32601, "The unit has no such method.", "no"),
    "INVALID_PARAMS": ErrorSpec(-32602, "A parameter is missing or out of range.", "after"),
    "INTERNAL": ErrorSpec(-32603, "The unit failed; what it did, the same key tells.", "yes"),
    "LINE_TOO_LONG": ErrorSpec(-32000, "The line is longer than the unit reads.", "after"),
    "BAD_CRC": ErrorSpec(-32001, "The line and its CRC do not belong together.", "yes"),
    "CRC_REQUIRED": ErrorSpec(
        -32002, "Lines of this session carry a CRC, this one did not.", "yes"
    ),
    "TOO_MANY": ErrorSpec(-32003, "Too many of these at once or a second.", "after"),
    "HELLO_REQUIRED": ErrorSpec(-32004, "No session is open on this transport.", "after"),
    "PROTO_UNSUPPORTED": ErrorSpec(-32005, "None of the offered versions is spoken here.", "no"),
    "CONTROL_HELD": ErrorSpec(-32006, "Another session holds control.", "after"),
    "NOT_CONTROLLER": ErrorSpec(-32007, "This session does not hold control.", "after"),
    "BUSY": ErrorSpec(-32008, "Another showdown is not over yet.", "after"),
    "BOOT_CHANGED": ErrorSpec(
        -32009, "The unit has restarted since; the key may have run before.", "after"
    ),
    "KEY_CONFLICT": ErrorSpec(-32010, "The key stands for other parameters.", "no"),
    "EXPIRED": ErrorSpec(-32011, "`not_after_ms` has passed.", "after"),
    "NOT_READY": ErrorSpec(-32012, "Something has to be put right first.", "after"),
    "EVEN_SPLIT": ErrorSpec(-32013, "As many cards over one line as over the other.", "after"),
    "LINES_NOT_ALLOWED": ErrorSpec(-32014, "The loser of this record is beyond doubt.", "no"),
    "STALE_REV": ErrorSpec(-32015, "The settings have changed since they were read.", "after"),
    "STORAGE": ErrorSpec(-32016, "The journal could not be written.", "after"),
    "FAULT": ErrorSpec(-32017, "The unit has a fault.", "after"),
    "SHUTTING_DOWN": ErrorSpec(-32018, "The unit is going down.", "after"),
}

_BY_CODE = {spec.code: name for name, spec in ERRORS.items()}


class WireError(Exception):
    """An error that goes over the wire: `name` is a row of `ERRORS`, `data` says what about it.

    `message` is for people and defaults to the row's meaning; `code` is the JSON-RPC code. `data`
    never holds `name`; on the wire it is added there.
    """

    def __init__(self, name: str, message: str | None = None, **data: Any) -> None:
        if name not in ERRORS:
            msg = f"{name!r} is no error of the protocol, see showdown_protocol.errors.ERRORS"
            raise ValueError(msg)
        self.name = name
        self.message = message if message is not None else ERRORS[name].meaning
        self.data = data
        self.code = ERRORS[name].code
        super().__init__(f"{name}: {self.message}")

    @classmethod
    def received(cls, body: Mapping[str, Any]) -> WireError:
        """From the `error` member of an answer. Never raises, whatever stands there.

        A name of a later version is kept, and counts as `after`.
        """
        code, message, data = body.get("code"), body.get("message"), body.get("data")
        about = {str(k): v for k, v in data.items()} if isinstance(data, dict) else {}
        name = about.pop("name", None)
        error = cls("INTERNAL")
        error.code = code if isinstance(code, int) else error.code
        error.name = name if isinstance(name, str) else _BY_CODE.get(error.code, "INTERNAL")
        error.message = message if isinstance(message, str) else ""
        error.data = about
        error.args = (f"{error.name}: {error.message}",)
        return error

    @property
    def retry_same_key(self) -> str:
        """Whether the same key may be sent again: `yes`, `after` or `no`."""
        spec = ERRORS.get(self.name)
        return spec.retry_same_key if spec else "after"
