"""One link to a unit, kept up by a thread of its own: any thread may use it."""

from __future__ import annotations

import os
import re
import secrets
import socket
import threading
from concurrent.futures import Future, wait
from types import TracebackType
from typing import Any, Literal, Self, TypeVar

from showdown_host import flows
from showdown_host.core import Core
from showdown_host.driver import Driver, Opens
from showdown_host.errors import LinkLost
from showdown_host.steps import Flow, Opened
from showdown_host.stream import EventStream
from showdown_host.tap import Tap
from showdown_host.timing import S, Timing
from showdown_protocol.messages import Event, HelloResult

T = TypeVar("T")

HELLO_S = 10.0
"""How long an open port may take to answer the first `hello`."""

_TICK_S = 0.5  # a wait without an end cannot be interrupted on Windows


class Linked:
    """The link, its events, and any request by its name. Raises `Refused` and `LinkLost`."""

    def __init__(
        self,
        opener: Opens,
        *,
        role: Literal["control", "observe"],
        takeover: bool,
        wait_s: float,
        timing: Timing | None,
        tap: Tap | None,
    ) -> None:
        self._lock = threading.Lock()
        self._streams: list[EventStream] = []
        self._opener = opener
        self._core = Core(
            _client(),
            lambda: secrets.token_hex(12),
            role=role,
            takeover=takeover,
            timing=timing,
            wait_ns=int(wait_s * S),
            stranger=getattr(opener, "stranger", lambda _: None),
        )
        self._driver = Driver(self._core, opener, self._happened, tap)
        self._driver.start()
        try:
            self._run(flows.connect(int((HELLO_S + wait_s) * S)))
        except LinkLost as lost:
            self.close()
            name = getattr(self._opener, "name", "the port")
            msg = f"{name}: {lost}. Is a unit at the other end, and is its daemon running?"
            raise LinkLost(msg) from lost
        except BaseException:
            self.close()
            raise

    @property
    def info(self) -> HelloResult:
        """What the unit said of itself at the last `hello`: model, serial, limits and so on."""
        return self._session().hello

    @property
    def port(self) -> str:
        """The port's name now."""
        return str(getattr(self._opener, "name", "the port"))

    def link_stats(self) -> dict[str, int]:
        """What this end has read and thrown away, and how often it opened the port again."""
        return self._core.counters()

    def call(self, method: str, params: dict[str, Any] | None = None) -> Any:
        """Any method by its name; the result as its struct, or as it came."""
        return self._run(flows.call(method, params))

    def events(self) -> EventStream:
        """Everything from now on, as `Event`s: the unit's own with `seq`, and the link's.

        The link's: `link.up`, `link.down` (reason), `events.missed` (count), `session.lost` (by).
        """
        stream = EventStream()
        with self._lock:
            self._streams.append(stream)
        return stream

    def close(self) -> None:
        """Let the unit go, within two seconds. A running showdown goes on without us."""
        self._driver.close()
        with self._lock:
            streams, self._streams = self._streams, []
        for stream in streams:
            stream.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # --- inside -------------------------------------------------------------------------------

    def _happened(self, event: Event) -> None:
        with self._lock:
            streams = list(self._streams)
        for stream in streams:
            stream.put(event)

    def _run(self, flow: Flow[T]) -> T:
        if self._driver.is_own_thread():
            flow.close()
            msg = "on_progress runs on the link's thread, which cannot wait for itself"
            raise RuntimeError(msg)
        future: Future[T] = self._driver.submit(flow)
        try:
            while not future.done():
                wait([future], _TICK_S)
        except BaseException:
            future.cancel()
            raise
        return future.result()

    def _session(self) -> Opened:
        return self._run(flows.connect())


def _client() -> str:
    """Names this process alone, for people and for the unit: at most 64 characters."""
    where = re.sub(r"[^ -~]", "?", socket.gethostname())[:24]
    return f"showdown-host {where} {os.getpid()} {secrets.token_hex(4)}"
