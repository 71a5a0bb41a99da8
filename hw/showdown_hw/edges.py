"""Edges of the input lines, and the one queue that carries them from the pin thread to the loop."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from showdown_hw.clock import Clock

PADDLE_LEFT = "paddle_left"
PADDLE_RIGHT = "paddle_right"
TIMER_BUTTON = "timer_button"
GREEN_SENSE = "green_sense"
LINES = (PADDLE_LEFT, PADDLE_RIGHT, TIMER_BUTTON, GREEN_SENSE)

CAPACITY = 65_536


@dataclass(frozen=True, slots=True)
class Edge:
    """One change of one input line.

    `stamp_ns` is CLOCK_MONOTONIC when it happened, not when it arrived. `active` is the level as
    sampled with the edge: advisory, since some backends sample it late. `seq` counts per line
    from 1 where the backend counts; a gap is an edge that was lost.
    """

    line: str
    stamp_ns: int
    active: bool
    seq: int | None = None


class EdgeQueue:
    """Edges in the order of their arrival; any thread puts, the loop drains.

    Nothing is dropped below `capacity` edges; above it the newest are refused and counted in
    `lost`, for the first edges of a storm are the ones that a verdict needs.
    """

    def __init__(self, clock: Clock, capacity: int = CAPACITY) -> None:
        self._clock = clock
        self._capacity = capacity
        self._edges: deque[Edge] = deque()
        self._lock = threading.Lock()
        self._ready = threading.Event()
        self._lost = 0
        self.on_ready: Callable[[], None] | None = None
        """Called by the putting thread each time the queue goes from empty to non-empty."""

    def put(self, edge: Edge) -> None:
        """Add one edge. Any thread; never blocks for long."""
        with self._lock:
            if len(self._edges) >= self._capacity:
                self._lost += 1
                return
            self._edges.append(edge)
            was_empty = not self._ready.is_set()
            self._ready.set()
        on_ready = self.on_ready
        if was_empty and on_ready is not None:
            on_ready()  # outside the lock, for it may drain

    def drain(self) -> list[Edge]:
        """All edges that have arrived, oldest arrival first; the queue is empty afterwards."""
        with self._lock:
            edges = list(self._edges)
            self._edges.clear()
            self._ready.clear()
        return edges

    def wait(self, until_ns: int) -> None:
        """Block until an edge is queued or `until_ns` has come. In virtual time, time advances."""
        self._clock.wait(self._ready, until_ns)

    @property
    def lost(self) -> int:
        """How many edges were refused because the queue was full, since the start."""
        return self._lost
