"""A small host of its own for the self-test: one session over one port, with the CRC on.

It asks one thing at a time and gives up early. The library for apps is `showdown_host`, which this
package must not import.
"""

from __future__ import annotations

import secrets
import select
import socket
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Literal, Protocol

import msgspec

from showdown_protocol.answers import ErrorReply, Notice, Reply, parse_answer
from showdown_protocol.codec import request_line
from showdown_protocol.framer import RX_LINE_HOST, Frame, Framer
from showdown_protocol.messages import (
    Event,
    HelloParams,
    HelloResult,
    Message,
    PingParams,
    SelftestEvent,
    SelftestParams,
    SelftestResult,
)

MS, S = 1_000_000, 1_000_000_000

ANSWER_NS = 5 * S
"""How long an answer is waited for."""

PING_NS = 3 * S
"""A session without a line for 15 s ends."""

GRACE_NS = 2 * S
"""How much longer than the unit's own limit a part is waited for."""


class ClientError(Exception):
    """The unit does not answer, or is gone."""


class Port(Protocol):
    """A way to a unit's gateway."""

    def send(self, data: bytes) -> None:
        """Whole lines. ClientError when the unit is gone."""

    def receive(self, until_ns: int) -> bytes:
        """What came until then, maybe nothing. ClientError when the unit is gone."""

    def now_ns(self) -> int:
        """The port's clock."""


class UnixPort:
    """The daemon's Unix socket. OSError where nobody answers there."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.settimeout(ANSWER_NS / S)  # a unit that hangs may have a full queue
        try:
            self._socket.connect(path)
        except BaseException:
            self._socket.close()
            raise

    def send(self, data: bytes) -> None:
        """Whole lines."""
        try:
            self._socket.sendall(data)
        except OSError as error:
            msg = f"{self._path}: the unit is gone: {error}"
            raise ClientError(msg) from error

    def receive(self, until_ns: int) -> bytes:
        """What came, at the latest at `until_ns`."""
        left_s = max(0, until_ns - self.now_ns()) / S
        if not select.select([self._socket], [], [], left_s)[0]:
            return b""
        try:
            data = self._socket.recv(65_536)
        except OSError as error:
            msg = f"{self._path}: the unit is gone: {error}"
            raise ClientError(msg) from error
        if not data:
            msg = f"{self._path}: the unit closed the connection; its log says why"
            raise ClientError(msg)
        return data

    def now_ns(self) -> int:
        """CLOCK_MONOTONIC."""
        return time.monotonic_ns()

    def close(self) -> None:
        """Hang up."""
        self._socket.close()


class Client:
    """A session, with control unless `role` says otherwise; one that observes hears no events.

    `hello` is the unit's own account of itself.
    """

    def __init__(
        self,
        port: Port,
        name: str,
        *,
        takeover: bool = False,
        role: Literal["control", "observe"] = "control",
    ) -> None:
        self._port = port
        self._framer = Framer(max_line=RX_LINE_HOST, typing=False)
        self._notices: deque[Notice] = deque()
        self._replies: dict[object, Reply | ErrorReply] = {}
        self._ids = 0
        params = HelloParams(
            proto=(1,),
            client=name,
            nonce=secrets.token_hex(8),
            role=role,
            events=role == "control",
            takeover=takeover,
        )
        self.hello: HelloResult = self.call("hello", params, HelloResult)

    def call(self, method: str, params: Message, result_type: Any) -> Any:
        """One request's result. WireError as the unit answers, ClientError where it does not."""
        self._ids += 1
        self._port.send(request_line(self._ids, method, params, crc=True))
        end_ns = self._port.now_ns() + ANSWER_NS
        while self._ids not in self._replies:
            if self._port.now_ns() >= end_ns:
                msg = f"the unit did not answer {method} within {ANSWER_NS // S} s"
                raise ClientError(msg)
            self._read(end_ns)
        reply = self._replies.pop(self._ids)
        if isinstance(reply, ErrorReply):
            raise reply.error
        with _understood(f"the answer to {method}"):
            return msgspec.convert(reply.result, result_type)

    def ping(self) -> int:
        """A sign of life: how long it took, in ns. Keeps the session; events that came are kept."""
        sent_ns = self._port.now_ns()
        self.call("ping", PingParams(), dict[str, Any])
        return self._port.now_ns() - sent_ns

    def run(
        self,
        part: str,
        on_step: Callable[[SelftestEvent], None],
        on_second: Callable[[], None] = lambda: None,
    ) -> SelftestEvent:
        """Run a part to its end, which is the last event. Whatever interrupts this stops the part.

        `on_second` is called about each second. WireError where the unit refuses.
        """
        self._notices.clear()
        params = msgspec.convert({"part": part}, SelftestParams)
        accepted: SelftestResult = self.call("selftest", params, SelftestResult)
        end_ns = self._port.now_ns() + accepted.limit_ms * MS + GRACE_NS
        ping_ns = self._port.now_ns() + PING_NS
        second_ns = self._port.now_ns() + S
        ended = False
        try:
            while True:
                while self._notices:
                    event = _of(self._notices.popleft(), part)
                    if event is not None and event.result is not None:
                        ended = True
                        return event
                    if event is not None:
                        on_step(event)
                now_ns = self._port.now_ns()
                if now_ns >= end_ns:
                    msg = f"the self-test of {part} has not ended within its limit"
                    raise ClientError(msg)
                if now_ns >= second_ns:
                    second_ns = now_ns + S
                    on_second()
                if now_ns >= ping_ns:
                    ping_ns = now_ns + PING_NS
                    self.ping()
                    continue
                self._read(min(end_ns, ping_ns, second_ns))
        finally:
            if not ended:
                self._stop()

    def _stop(self) -> None:
        """Ask once, without waiting: the connection's end stops it too."""
        self._ids += 1
        line = request_line(self._ids, "selftest", SelftestParams(part="stop"), crc=True)
        try:
            self._port.send(line)
        except ClientError:
            return

    def _read(self, until_ns: int) -> None:
        data = self._port.receive(until_ns)
        for frame in self._framer.feed(data, self._port.now_ns()):
            if not isinstance(frame, Frame):
                continue
            said = parse_answer(frame, crc_required=True)
            if isinstance(said, Notice):
                self._notices.append(said)
            elif isinstance(said, Reply | ErrorReply):
                self._replies[said.id] = said


@contextmanager
def _understood(what: str) -> Iterator[None]:
    """ClientError where what the unit told has not the shape that it must have."""
    try:
        yield
    except msgspec.ValidationError as error:
        msg = f"{what} is not as the protocol has it, so this is no showdown unit: {error}"
        raise ClientError(msg) from error


def _of(notice: Notice, part: str) -> SelftestEvent | None:
    """The event of that part's self-test, where the notice is one."""
    if notice.method == "ev":
        with _understood("an event"):
            event = Event.of(notice.params)
            payload = event.payload()
        if isinstance(payload, SelftestEvent) and payload.part == part:
            return payload
        if event.type == "shutdown":
            msg = "the unit goes down"
            raise ClientError(msg)
    return None
