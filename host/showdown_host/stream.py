"""Events for who listens, each in order."""

from __future__ import annotations

import queue
from collections.abc import Iterator
from types import TracebackType
from typing import Self

from showdown_protocol.messages import Event

ROOM = 1024
"""Events that wait for a listener; then the oldest are dropped, which shows in `seq`."""

_TICK_S = 0.5  # a wait without an end cannot be interrupted on Windows


class EventStream(Iterator[Event]):
    """An iterator over events from its making on; ends when the unit is closed. One thread's."""

    def __init__(self) -> None:
        self._queue: queue.Queue[Event | None] = queue.Queue()
        self._ended = False

    def put(self, event: Event | None) -> None:
        """From any one thread; None ends the stream."""
        while event is not None and self._queue.qsize() >= ROOM:
            self._queue.get_nowait()
        self._queue.put(event)

    def get(self, timeout_s: float) -> Event | None:
        """The next event, None when there was none in that time, or the stream has ended."""
        if self._ended:
            return None
        try:
            event = self._queue.get(timeout=timeout_s)
        except queue.Empty:
            return None
        self._ended = event is None
        return event

    def close(self) -> None:
        """No more events."""
        self.put(None)

    def __next__(self) -> Event:
        while not self._ended:
            event = self.get(_TICK_S)
            if event is not None:
                return event
        raise StopIteration

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
