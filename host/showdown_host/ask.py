"""Asking units who they are, without standing in anybody's way.

A port is opened only where nobody else has it, for one `hello` that observes and one `bye`.
"""

from __future__ import annotations

import os
import re
import secrets
import select
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from showdown_host import find
from showdown_host.errors import LinkLost, PermissionDenied, PortBusy, Refused, ShowdownError
from showdown_host.find import Found
from showdown_host.port import Port, open_port
from showdown_host.timing import S
from showdown_host.wire import Reader, request_line, result_of
from showdown_protocol import PROTO
from showdown_protocol.answers import ErrorReply, Reply
from showdown_protocol.messages import HelloParams, HelloResult

PATIENCE_S = 1.0
"""How long a unit may take to say who it is."""

_GRACE_S = 0.5  # for a driver that takes its time to open or to close
_BYE_S = 0.1
_POLL_S = 0.02


@dataclass(frozen=True, slots=True)
class Asked:
    """What a unit said of itself, or in `problem` why it did not; `busy`: others have its port.

    `holder`: the program that has the port, or the client that holds control, where it is known.
    """

    found: Found
    hello: HelloResult | None = None
    problem: str | None = None
    busy: bool = False
    holder: str | None = None

    @property
    def serial(self) -> str | None:
        """The unit's own, else the one that the system told."""
        return self.hello.serial if self.hello is not None else self.found.serial

    @property
    def name(self) -> str | None:
        """The unit's now, else that of a bench when it started."""
        return self.hello.name if self.hello is not None else self.found.name


def ask_all(
    found: Sequence[Found],
    patience_s: float = PATIENCE_S,
    *,
    ask: Callable[..., Asked] | None = None,
) -> list[Asked]:
    """Ask them all at the same time; in the order of `found`, a little over `patience_s` at most.

    A unit without an answer says so in `problem`.
    """
    ask_one = ask or ask_unit
    answers: dict[int, Asked] = {}

    def work(number: int, one: Found) -> None:
        answers[number] = ask_one(one, patience_s)

    threads = [
        threading.Thread(target=work, args=(number, one), daemon=True)
        for number, one in enumerate(found)
    ]
    for thread in threads:
        thread.start()
    end_s = time.monotonic() + patience_s + _GRACE_S
    for thread in threads:
        thread.join(max(0.0, end_s - time.monotonic()))
    silent = f"no answer within {patience_s:g} s"
    return [answers.get(number, Asked(one, problem=silent)) for number, one in enumerate(found)]


def ask_unit(one: Found, patience_s: float = PATIENCE_S) -> Asked:
    """Ask one unit who it is. Never raises for what a port or a unit may do."""
    bench = () if one.pid is None else (one.pid,)  # it keeps its terminal open itself
    holder = None if one.kind == "socket" else find.holder(one.port, besides=bench)
    if holder is not None:  # not every program locks its port, and a second reader would rob it
        return Asked(one, problem=f"in use by {holder}", busy=True, holder=holder)
    try:
        port = open_port(one.port)
    except PortBusy as error:
        return Asked(one, problem=_words(error, one), busy=True)
    except ShowdownError as error:
        return Asked(one, problem=_words(error, one))
    try:
        hello = _greet(port, patience_s)
    except TimeoutError:
        return Asked(one, problem=f"no answer within {patience_s:g} s")
    except ShowdownError as error:
        return Asked(one, problem=_words(error, one))
    else:
        return Asked(one, hello, holder=hello.control)
    finally:
        port.close()


def _greet(port: Port, patience_s: float) -> HelloResult:
    end_ns = time.monotonic_ns() + int(patience_s * S)
    nonce = secrets.token_hex(12)
    params = HelloParams(
        proto=(PROTO,),
        client=f"showdown units {os.getpid()}",
        nonce=nonce,
        role="observe",
        events=False,
    )
    port.write(b"\n" + request_line(nonce, "hello", params))
    reader = Reader()
    reply = _reply(port, reader, nonce, end_ns)
    if isinstance(reply, ErrorReply):
        raise Refused.of(reply.error)
    try:
        hello: HelloResult = result_of("hello", reply.result)
    except msgspec.ValidationError as error:
        msg = f"its hello is not understood: {error}"
        raise LinkLost(msg) from error
    bye = f"{nonce}.bye"
    try:  # its answer is read, so that it does not wait there for the next one
        port.write(request_line(bye, "bye", None))
        _reply(port, reader, bye, time.monotonic_ns() + int(_BYE_S * S))
    except (TimeoutError, LinkLost):
        pass
    return hello


def _reply(port: Port, reader: Reader, ident: str, end_ns: int) -> Reply | ErrorReply:
    """The answer to that request. TimeoutError, LinkLost."""
    while (now_ns := time.monotonic_ns()) < end_ns:
        for heard in reader.feed(_read(port, (end_ns - now_ns) / S), now_ns):
            if isinstance(heard, Reply | ErrorReply) and heard.id == ident:
                return heard
    raise TimeoutError


def _read(port: Port, limit_s: float) -> bytes:
    descriptor = port.fileno()
    if descriptor is not None:
        select.select([descriptor], [], [], limit_s)
    data = port.read()
    if not data and descriptor is None:
        _pause.wait(min(limit_s, _POLL_S))
    return data


_pause: Any = threading.Event()  # never set


def _words(error: ShowdownError, one: Found) -> str:
    """The error without the port, which stands beside it."""
    text = str(error)
    if isinstance(error, PermissionDenied):
        return "permission denied" + text.partition("may not open it")[2]
    return re.sub(rf"\A{re.escape(one.port)}:? (is )?", "", text)
