"""A request on its way to its one answer."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from showdown_protocol.codec import TX_LINE, LineTooLong, Request, error_line, reply_line
from showdown_protocol.errors import WireError
from showdown_protocol.messages import Message
from showdown_unit.ports import Handle

if TYPE_CHECKING:
    from showdown_unit.peers import Peer
    from showdown_unit.sessions import Session

_logger = logging.getLogger(__name__)


class Call:
    """One request. The first of `reply`, `fail` and `abandon` counts; whatever follows is nothing.

    `sealed`: the request carried a CRC. `deliver` gets the answer's line.
    """

    def __init__(
        self,
        request: Request,
        peer: Peer,
        *,
        sealed: bool,
        deliver: Callable[[Call, bytes], None],
    ) -> None:
        self.request = request
        self.peer = peer
        self.session: Session | None = peer.session
        self.sealed = sealed
        self.handle: Handle | None = None  # of a wait, to call it off
        self.answered = False
        self._deliver = deliver

    @property
    def crc(self) -> bool:
        """Whether the answer carries a CRC; a `hello` says so for itself."""
        if self.session is None or self.request.method == "hello":
            return self.sealed
        return self.sealed or self.session.crc

    def room(self, result: Message) -> int:
        """Bytes that the line of `result` leaves free; negative where it does not fit."""
        try:
            return TX_LINE + 1 - len(reply_line(self.request.id, result, crc=self.crc))
        except LineTooLong:
            return -1

    def answer(self, value: Message | WireError) -> None:
        """`fail` with an error, `reply` with anything else."""
        if isinstance(value, WireError):
            self.fail(value)
        else:
            self.reply(value)

    def reply(self, result: Message | Mapping[str, Any]) -> None:
        """Answer with a result."""
        try:
            line = reply_line(self.request.id, result, crc=self.crc)
        except LineTooLong:
            _logger.warning("%s: the answer to %s is too long", self.peer.name, self.request.method)
            self.fail(too_long())
        except (TypeError, ValueError):
            _logger.exception("%s: no line for %s", self.peer.name, self.request.method)
            self.fail(WireError("INTERNAL"))
        else:
            self._finish(line)

    def fail(self, error: WireError) -> None:
        """Answer with an error."""
        try:
            line = error_line(self.request.id, error, crc=self.crc)
        except (TypeError, ValueError):
            _logger.exception("%s: no line for %s", self.peer.name, error)
            line = error_line(self.request.id, WireError("INTERNAL"), crc=self.crc)
        self._finish(line)

    def abandon(self) -> None:
        """Its session is over: nobody waits for the answer any more."""
        self.answered = True
        if self.handle is not None:
            self.handle.cancel()

    def _finish(self, line: bytes) -> None:
        if not self.answered:
            self.answered = True
            self._deliver(self, line)


def too_long() -> WireError:
    """The error of an answer that is too long for a line together with the id."""
    return WireError(
        "INTERNAL",
        "the answer does not fit one line together with this id: use a shorter id",
        reason="too_long",
    )
