"""The core's `Scheduler` on asyncio, for the daemon; tests and the bench's proofs use others."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable

from showdown_unit.ports import Handle


class AsyncioScheduler:
    """Timers and posts on one event loop, by CLOCK_MONOTONIC."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._thread = threading.get_ident()

    def now_ns(self) -> int:
        """CLOCK_MONOTONIC in nanoseconds."""
        return time.monotonic_ns()

    def call_at(self, when_ns: int, callback: Callable[[], None]) -> Handle:
        """Run `callback` on the loop at `when_ns`, or as soon as possible after it."""
        delay_s = max(0, when_ns - time.monotonic_ns()) / 1e9
        return self._loop.call_later(delay_s, callback)

    def post(self, callback: Callable[[], None]) -> None:
        """Run `callback` on the loop soon. Any thread."""
        if threading.get_ident() == self._thread:
            self._loop.call_soon(callback)
        else:
            self._loop.call_soon_threadsafe(callback)
