"""The thread that owns the core and the port: it alone touches either."""

from __future__ import annotations

import logging
import queue
import select
import socket
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from typing import Protocol, TypeVar

from showdown_host.core import Close, Core, Happened, Reopen, Task, Write
from showdown_host.errors import LinkLost, ShowdownError
from showdown_host.port import Port
from showdown_host.steps import Flow
from showdown_host.tap import Tap
from showdown_host.timing import S
from showdown_protocol.messages import Event

T = TypeVar("T")

CLOSE_S = 2.0
"""How long `close` waits; a driver that hangs is left to its thread."""

_IDLE_S = 1.0
_POLL_S = 0.02  # where a port cannot be waited for together with the waker
_logger = logging.getLogger(__name__)


class Opens(Protocol):
    """What opens the port, again and again."""

    def open(self) -> Port:
        """Raises `NoUnit`, `PortBusy`, `PermissionDenied`."""


class Driver:
    """Runs flows for any thread; calls `on_event` from its own, for each event in order.

    `tap` is told of every byte there and back, before what comes of it.
    """

    def __init__(
        self,
        core: Core,
        opener: Opens,
        on_event: Callable[[Event], None],
        tap: Tap | None = None,
    ) -> None:
        self._core = core
        self._opener = opener
        self._on_event = on_event
        self._tap = tap
        self._port: Port | None = None
        self._orders: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._waker = _Waker()
        self._stop = threading.Event()
        self._lock = threading.Lock()
        self._over = False  # the thread takes no orders any more
        self._thread = threading.Thread(target=self._main, name="showdown-link", daemon=True)

    def start(self) -> None:
        """Begin to open the port."""
        self._thread.start()

    def is_own_thread(self) -> bool:
        """Whether the caller is the thread that everybody else waits for."""
        return threading.current_thread() is self._thread

    def submit(self, flow: Flow[T]) -> Future[T]:
        """Run a flow. Cancelling the future drops the flow; what it sent stays sent."""
        future: Future[T] = Future()
        task: list[Task[T]] = []

        def over(done: Task[T]) -> None:
            with suppress(InvalidStateError):  # cancelled in this very moment
                if done.error is not None:
                    future.set_exception(done.error)
                else:
                    future.set_result(done.result())

        def begin() -> None:
            if not future.cancelled():
                task.append(self._core.run(flow, time.monotonic_ns(), over))

        def cancelled(cancelled_future: Future[T]) -> None:
            if cancelled_future.cancelled():
                self._order(drop)

        def drop() -> None:
            if task:
                self._core.drop(task[0], LinkLost("nobody waits for it any more"))

        future.add_done_callback(cancelled)
        self._order(begin)
        return future

    def close(self) -> None:
        """Say `bye` and let go, within `CLOSE_S`. What still runs ends with `LinkLost`."""
        self._stop.set()
        self._waker.wake()
        if self._thread.is_alive() and not self.is_own_thread():
            self._thread.join(CLOSE_S)

    def _order(self, order: Callable[[], None]) -> None:
        with self._lock:
            if not self._over:
                self._orders.put(order)
                self._waker.wake()
                return
        order()  # the core has ended and answers at once

    def _main(self) -> None:
        try:
            self._core.begin(time.monotonic_ns())
            while not self._stop.is_set():
                self._turn()
            self._core.end(time.monotonic_ns())
            self._carry_out()
        except Exception as error:  # a fault of ours: nobody must wait for ever
            _logger.exception("the link's thread has failed")
            self._core.end(
                time.monotonic_ns(), LinkLost(f"the link's thread has failed: {error!r}")
            )
        finally:
            with self._lock:
                self._over = True
            self._take_orders()
            self._close_port()
            self._waker.close()

    def _take_orders(self) -> None:
        with suppress(queue.Empty):
            while True:
                self._orders.get_nowait()()

    def _turn(self) -> None:
        self._take_orders()
        self._core.tick(time.monotonic_ns())
        self._carry_out()
        port = self._port
        if not self._waker.wait(port, self._pause_s()) or port is None or self._port is not port:
            return
        try:
            data = port.read()
        except LinkLost as lost:
            self._drop_port(lost)
        else:
            if data:
                now_ns = time.monotonic_ns()
                if self._tap is not None:
                    self._tap.moved("in", data, now_ns)
                self._core.received(data, now_ns)
        self._carry_out()

    def _pause_s(self) -> float:
        deadline = self._core.deadline()
        if deadline is None:
            return _IDLE_S
        return min(max((deadline - time.monotonic_ns()) / S, 0.0), _IDLE_S)

    def _carry_out(self) -> None:
        """Do what the core wishes, until it has no more wishes."""
        while outputs := self._core.take():
            for output in outputs:
                if isinstance(output, Write):
                    self._write(output.data)
                elif isinstance(output, Close):
                    self._close_port()
                elif isinstance(output, Reopen):
                    self._reopen(output.reason)
                elif isinstance(output, Happened):
                    self._on_event(output.event)

    def _write(self, data: bytes) -> None:
        if self._port is None:
            return  # it failed under an earlier line; the core knows and repeats this one
        _logger.debug("> %r", data)
        if self._tap is not None:
            self._tap.moved("out", data, time.monotonic_ns())
        try:
            self._port.write(data)
        except LinkLost as lost:
            self._drop_port(lost)

    def _drop_port(self, lost: LinkLost) -> None:
        self._close_port()
        self._core.lost(str(lost), time.monotonic_ns())

    def _close_port(self) -> None:
        port, self._port = self._port, None
        if port is not None:
            port.close()
            if self._tap is not None:
                self._tap.cut(time.monotonic_ns())

    def _reopen(self, reason: str) -> None:
        _logger.info("opening the port: %s", reason)
        self._close_port()
        try:
            self._port = self._opener.open()
        except ShowdownError as error:
            self._core.open_failed(error, time.monotonic_ns())
        else:
            self._core.opened(time.monotonic_ns(), uart=self._port.uart)


class _Waker:
    """Waits for a port or for an order, whichever comes first."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self._near, self._far = socket.socketpair()
        self._near.setblocking(False)
        self._far.setblocking(False)

    def wake(self) -> None:
        """From any thread."""
        self._event.set()
        with suppress(OSError):  # full: it is awake already; closed: nobody sleeps any more
            self._far.send(b"!")

    def wait(self, port: Port | None, pause_s: float) -> bool:
        """Whether the port may have something to read."""
        descriptor = port.fileno() if port is not None else None
        if descriptor is None:
            self._event.wait(pause_s if port is None else min(pause_s, _POLL_S))
            self._event.clear()
            return port is not None
        try:
            near = self._near.fileno()
            ready, _, _ = select.select([descriptor, near], [], [], pause_s)
        except (OSError, ValueError):
            return True  # the port is gone: its read says so
        if near in ready:
            with suppress(BlockingIOError):
                self._near.recv(4096)
        return descriptor in ready

    def close(self) -> None:
        """No more waits."""
        self._near.close()
        self._far.close()
