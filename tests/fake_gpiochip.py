"""GPIO chips in memory, with as much of the kernel's behaviour as the backends rely on.

A file descriptor is real where a thread polls it. Outputs stay driven when they are released, as
on a Raspberry Pi.
"""

from __future__ import annotations

import errno
import os
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

FIFO_PER_LINE = 16


@dataclass
class Event:
    """An edge as the kernel queues it."""

    rising: bool
    stamp_ns: int
    offset: int
    seqno: int
    line_seqno: int


@dataclass
class Line:
    """One line: what drives it, and who holds it."""

    driven: bool | None = None  # from outside
    pull: str = "floating"
    output: bool | None = None
    holder: Any = None
    consumer: str = ""
    edges: bool = False
    line_seqno: int = 0
    history: list[tuple[str, bool]] = field(default_factory=list)

    @property
    def level(self) -> bool:
        if self.output is not None:
            return self.output
        return self.driven if self.driven is not None else self.pull == "up"


class Request:
    """Lines of one holder, with one queue of edges behind one descriptor."""

    def __init__(self, chip: FakeChip, offsets: list[int], capacity: int) -> None:
        self.chip = chip
        self.offsets = offsets
        self.capacity = capacity or FIFO_PER_LINE * len(offsets)
        self.fifo: deque[Event] = deque()
        self.seqno = 0
        self._lock = threading.Lock()
        self.fd, self._signal = os.pipe()
        os.set_blocking(self.fd, False)

    def push(self, offset: int, rising: bool, stamp_ns: int) -> None:
        with self._lock:
            line = self.chip.lines[offset]
            self.seqno += 1
            line.line_seqno += 1
            if len(self.fifo) >= self.capacity:
                self.fifo.popleft()  # the kernel drops the oldest
            self.fifo.append(Event(rising, stamp_ns, offset, self.seqno, line.line_seqno))
            if len(self.fifo) == 1:
                os.write(self._signal, b"!")

    def merge(self) -> None:
        """An interrupt that the next one overtakes before the kernel's thread has run."""
        with self._lock:
            self.seqno += 1

    def pop(self, count: int) -> list[Event]:
        if self.chip.gone:
            raise OSError(errno.ENODEV, "No such device")
        with self._lock:
            events = [self.fifo.popleft() for _ in range(min(count, len(self.fifo)))]
            if events and not self.fifo:
                os.read(self.fd, 4096)
        return events

    def hang_up(self) -> None:
        if self._signal >= 0:
            os.close(self._signal)
            self._signal = -1

    def release(self) -> None:
        self.hang_up()
        os.close(self.fd)
        for offset in self.offsets:
            line = self.chip.lines[offset]
            line.holder, line.consumer, line.edges = None, "", False
        self.chip.requests.remove(self)


class FakeChip:
    """One chip, and the world at the other end of its lines."""

    def __init__(
        self,
        label: str = "pinctrl-bcm2835",
        number: int = 0,
        lines: int = 54,
        now_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self.label = label
        self.number = number
        self.now_ns = now_ns
        self.lines = [Line() for _ in range(lines)]
        self.requests: list[Request] = []
        self.gone = False
        self.denied = False
        self.writes: list[tuple[int, bool]] = []
        self.on_edge: Callable[[int, bool, int], None] | None = None

    @property
    def path(self) -> Path:
        return Path(f"/dev/gpiochip{self.number}")

    def request(self, offsets: list[int], holder: Any, consumer: str, capacity: int) -> Request:
        self.check()
        for offset in offsets:
            if offset >= len(self.lines):
                raise ValueError("line offset of out range")
            if self.lines[offset].holder is not None:
                raise OSError(errno.EBUSY, "Device or resource busy")
        request = Request(self, offsets, capacity)
        for offset in offsets:
            line = self.lines[offset]
            line.holder, line.consumer, line.line_seqno = holder, consumer, 0
        self.requests.append(request)
        return request

    def take(self, offset: int, consumer: str) -> None:
        """Somebody else holds that line."""
        self.lines[offset].holder, self.lines[offset].consumer = object(), consumer

    def check(self) -> None:
        if self.gone:
            raise OSError(errno.ENODEV, "No such device")
        if self.denied:
            raise PermissionError(errno.EACCES, "Permission denied")

    def configure_input(self, offset: int, pull: str, edges: bool) -> None:
        line = self.lines[offset]
        line.output, line.pull, line.edges = None, pull, edges
        line.history.append((f"input {pull}", line.level))

    def configure_output(self, offset: int, high: bool) -> None:
        line = self.lines[offset]
        line.output, line.edges = high, False
        line.history.append(("output", high))

    def write(self, offset: int, high: bool) -> None:
        self.check()
        line = self.lines[offset]
        line.output = high
        self.writes.append((offset, high))
        line.history.append(("write", high))

    def drive(self, offset: int, high: bool, stamp_ns: int | None = None) -> None:
        """The world outside drives that line; an edge where the level changes."""
        line = self.lines[offset]
        before, line.driven = line.level, high
        if line.level != before:
            self.edge(offset, line.level, stamp_ns)

    def edge(self, offset: int, rising: bool, stamp_ns: int | None = None) -> None:
        """An edge event alone."""
        stamp_ns = self.now_ns() if stamp_ns is None else stamp_ns
        if self.lines[offset].edges:
            for request in self.requests:
                if offset in request.offsets:
                    request.push(offset, rising, stamp_ns)
        if self.on_edge is not None:
            self.on_edge(offset, rising, stamp_ns)

    def vanish(self) -> None:
        """The chip's driver is unbound."""
        self.gone = True
        for request in self.requests:
            request.hang_up()

    @property
    def free(self) -> bool:
        """Whether nobody holds anything of it."""
        return not self.requests and all(line.holder is None for line in self.lines)
