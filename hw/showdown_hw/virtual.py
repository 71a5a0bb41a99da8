"""Virtual time: a clock that is also the scheduler and the outside world of a simulation.

Two kinds of callback share one time line. `call_at` and `post` are the program's loop.
`world_at` is the world outside: players, pins. While the loop is blocked in `wait` or busy in
`spend`, time passes and only the world goes on; what the loop had scheduled meanwhile runs late,
in order, as it would on a real machine.
"""

from __future__ import annotations

import heapq
import itertools
import threading
from collections.abc import Callable

Callback = Callable[[], None]
START_NS = 1_000_000_000_000


class VirtualHandle:
    """A scheduled callback that can be called off."""

    __slots__ = ("_callback",)

    def __init__(self, callback: Callback) -> None:
        self._callback: Callback | None = callback

    def cancel(self) -> None:
        """Forget it; harmless when it has already run."""
        self._callback = None

    @property
    def live(self) -> bool:
        """Whether it is still to run."""
        return self._callback is not None

    def run(self) -> None:
        """Run it, once."""
        callback, self._callback = self._callback, None
        if callback is not None:
            callback()


_Entry = tuple[int, int, VirtualHandle]


class VirtualClock:
    """A `Clock` and a `Scheduler` in virtual time, in integer nanoseconds.

    Callbacks run in the order (time, insertion), in the thread that calls `run_until`, `run_for`,
    `wait` or `spend`. A callback's exception comes out of that call, and what is left stays
    scheduled. Times in the past mean now. Any thread may schedule.
    """

    def __init__(self, start_ns: int = START_NS) -> None:
        self._now_ns = start_ns
        self._count = itertools.count()
        self._lock = threading.Lock()
        self._loop: list[_Entry] = []
        self._world: list[_Entry] = []
        self._running = False
        self._in_world = False

    def now_ns(self) -> int:
        """Virtual time now."""
        return self._now_ns

    def call_at(self, when_ns: int, callback: Callback) -> VirtualHandle:
        """Run `callback` on the loop at `when_ns`, or as soon as possible after it."""
        return self._add(self._loop, when_ns, callback)

    def post(self, callback: Callback) -> None:
        """Run `callback` on the loop at the current time, after what is due already."""
        self._add(self._loop, self._now_ns, callback)

    def world_at(self, when_ns: int, callback: Callback) -> VirtualHandle:
        """Let the world outside do `callback` at `when_ns`, also while the loop is blocked."""
        return self._add(self._world, when_ns, callback)

    def run_until(self, until_ns: int) -> None:
        """Run all that is due up to and at `until_ns`; then it is that time."""
        self.run_until_true(lambda: False, until_ns)

    def run_for(self, duration_ns: int) -> None:
        """Run all that is due in the next `duration_ns`; 0 runs what is due now."""
        self.run_until(self._now_ns + duration_ns)

    advance = run_for

    def run_until_true(self, predicate: Callable[[], bool], until_ns: int) -> bool:
        """Run until `predicate` holds (asked before each callback), at the latest to `until_ns`.

        Gives whether it held; time stands where it began to hold.
        """
        if self._running:
            msg = "virtual time is already running: a callback may wait or spend, not run the loop"
            raise RuntimeError(msg)
        self._running = True
        try:
            return self._go(predicate, until_ns, world_only=False)
        finally:
            self._running = False

    def wait(self, flag: threading.Event | Callable[[], bool], until_ns: int) -> bool:
        """Block the loop until `flag` is set (or holds), or `until_ns`; whether it is or does.

        Meanwhile only the world goes on.
        """
        if self._in_world:
            msg = "the world outside cannot wait: it is what waits are for"
            raise RuntimeError(msg)
        predicate = flag.is_set if isinstance(flag, threading.Event) else flag
        return self._go(predicate, until_ns, world_only=True)

    def spend(self, duration_ns: int) -> None:
        """Let the loop be busy for `duration_ns`: a slow pin write, a computation.

        Meanwhile only the world goes on; in a callback of the world time just passes.
        """
        if self._in_world:
            self._now_ns += max(0, duration_ns)
        else:
            self._go(lambda: False, self._now_ns + duration_ns, world_only=True)

    def next_ns(self) -> int | None:
        """When the next callback is due (it may be overdue); None when nothing is scheduled."""
        with self._lock:
            heaps = [heap for heap in (self._loop, self._world) if _head(heap)]
            return min((heap[0][0] for heap in heaps), default=None)

    def _add(self, heap: list[_Entry], when_ns: int, callback: Callback) -> VirtualHandle:
        handle = VirtualHandle(callback)
        with self._lock:
            heapq.heappush(heap, (max(when_ns, self._now_ns), next(self._count), handle))
        return handle

    def _go(self, predicate: Callable[[], bool], until_ns: int, *, world_only: bool) -> bool:
        while not predicate():
            entry = self._pop(until_ns, world_only=world_only)
            if entry is None:
                self._now_ns = max(self._now_ns, until_ns)
                return predicate()
            (when_ns, _, handle), of_world = entry
            self._now_ns = max(self._now_ns, when_ns)
            if of_world:
                self._run_world(handle)
            else:
                handle.run()
        return True

    def _run_world(self, handle: VirtualHandle) -> None:
        self._in_world = True
        try:
            handle.run()
        finally:
            self._in_world = False

    def _pop(self, until_ns: int, *, world_only: bool) -> tuple[_Entry, bool] | None:
        with self._lock:
            heaps = (self._world,) if world_only else (self._world, self._loop)
            heads = [(heap[0], heap) for heap in heaps if _head(heap)]
            if not heads:
                return None
            entry, heap = min(heads)
            if entry[0] > until_ns:
                return None
            heapq.heappop(heap)
            return entry, heap is self._world


def _head(heap: list[_Entry]) -> bool:
    """Whether anything live is left, with the cancelled thrown off the top."""
    while heap and not heap[0][2].live:
        heapq.heappop(heap)
    return bool(heap)
