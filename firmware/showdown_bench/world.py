"""The world outside the unit in real time: a thread that does things at their time."""

from __future__ import annotations

import heapq
import itertools
import logging
import threading
import time
from collections.abc import Callable
from typing import Protocol

log = logging.getLogger(__name__)

Callback = Callable[[], None]


class World(Protocol):
    """Where robots live: `showdown_hw`'s VirtualClock in virtual time, `PinThread` in real time."""

    def now_ns(self) -> int:
        """The clock that pins are stamped on, in nanoseconds."""

    def world_at(self, when_ns: int, callback: Callback) -> object:
        """Do `callback` at `when_ns`, or as soon as possible after it. Any thread may call."""


class PinThread:
    """One thread with a heap of timed actions, in the order (time, insertion).

    Times are absolute CLOCK_MONOTONIC, so lateness of one action never shifts the next. An
    action that raises ends the thread: the error is logged at once and raised by `stop`.
    """

    def __init__(self, name: str) -> None:
        self._heap: list[tuple[int, int, Callback]] = []
        self._count = itertools.count()
        self._wake = threading.Condition()
        self._stopping = False
        self._error: Exception | None = None
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    @property
    def error(self) -> Exception | None:
        """What ended the thread before its time."""
        return self._error

    def start(self) -> None:
        """Begin; actions scheduled before are done then."""
        self._thread.start()

    def now_ns(self) -> int:
        """CLOCK_MONOTONIC in nanoseconds."""
        return time.monotonic_ns()

    def world_at(self, when_ns: int, callback: Callback) -> None:
        """Do `callback` at `when_ns`; dropped once `stop` was called. Any thread."""
        with self._wake:
            if self._stopping:
                return
            heapq.heappush(self._heap, (when_ns, next(self._count), callback))
            if self._heap[0][2] is callback:
                self._wake.notify()

    def stop(self) -> None:
        """End after the action that runs now; what is left is dropped. Idempotent.

        Raises what an action raised, once.
        """
        with self._wake:
            self._stopping = True
            self._heap.clear()
            self._wake.notify()
        if self._thread.ident is not None and self._thread is not threading.current_thread():
            self._thread.join()
        error, self._error = self._error, None
        if error is not None:
            raise error

    def _run(self) -> None:
        while (callback := self._next()) is not None:
            try:
                callback()
            except Exception as error:
                log.exception("an action of the thread %s failed", self._thread.name)
                with self._wake:
                    self._error = error
                    self._stopping = True
                    self._heap.clear()
                return

    def _next(self) -> Callback | None:
        with self._wake:
            while not self._stopping:
                if not self._heap:
                    self._wake.wait()
                    continue
                left_ns = self._heap[0][0] - time.monotonic_ns()
                if left_ns <= 0:
                    return heapq.heappop(self._heap)[2]
                self._wake.wait(left_ns / 1e9)
            return None
