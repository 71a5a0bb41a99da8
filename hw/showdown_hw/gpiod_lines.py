"""Line requests of libgpiod 2: inputs with their edges, and outputs. No gpiozero here.

All edges of one request come through one kernel buffer, in the order of their interrupts, and
are numbered by the kernel, so that a lost one is seen. A request is never changed: what would
have to change is given back and requested anew, for numbers and buffer belong to the request.
"""

from __future__ import annotations

import errno
import logging
import os
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from showdown_hw.chips import busy_text
from showdown_hw.errors import BackendError

Listener = Callable[[int, int, bool], None]
"""Stamp in ns of CLOCK_MONOTONIC, number of the edge, level after it."""

# The most that the kernel allows. Its own choice, 16 a line, loses the first edges of a storm,
# the ones that count: on overflow the oldest goes.
EVENT_BUFFER = 1024

# An edge after so long a silence of its line is the first one of a touch, and no bounce.
QUIET_NS = 1_000_000

_logger = logging.getLogger(__name__)


@dataclass(slots=True)
class _Line:
    listener: Listener | None = None
    from_ns: int = 0
    base: int = 0  # the kernel's number of the last edge before those that the listener is for
    last: int = 0  # the kernel's number of the last edge that was read
    last_ns: int = 0


class GpioChip:
    """An open chip, and the requests made on it."""

    def __init__(self, gpiod: Any, path: Path, consumer: str) -> None:
        self.gpiod = gpiod
        self.path = path
        self._consumer = consumer
        self._chip = gpiod.Chip(str(path))

    def request(self, lines: Iterable[int], settings: Mapping[int, Any]) -> Any:
        """Request those lines; BackendError says who holds the one that is busy."""
        wanted = {line: settings[line] for line in lines}
        try:
            request = self._chip.request_lines(
                config=wanted, consumer=self._consumer, event_buffer_size=EVENT_BUFFER
            )
        except OSError as error:
            raise BackendError(self._why_not(list(wanted), error)) from error
        except ValueError as error:
            listed = ", ".join(f"GPIO{line}" for line in wanted)
            msg = f"{self.path} has not all of {listed}: is it the 40-pin header's chip?"
            raise BackendError(msg) from error
        os.set_inheritable(request.fd, False)  # the kernel says so too: no child holds our pins
        return request

    def fault(self) -> str | None:
        """Why the chip is gone; None while it is there."""
        try:
            self._chip.get_line_info(0)
        except OSError as error:
            return f"the GPIO chip {self.path} is gone: {error.strerror or error}"
        return None

    def close(self) -> None:
        """Close the chip; requests live on until each is released."""
        self._chip.close()

    def _why_not(self, lines: list[int], error: OSError) -> str:
        if error.errno == errno.EBUSY:
            for line in lines:
                info = self._chip.get_line_info(line)
                if info.used:
                    return busy_text(line, info.consumer or "the kernel")
        listed = ", ".join(f"GPIO{line}" for line in lines)
        return f"{listed} of {self.path} cannot be had: {error.strerror or error}"


class InputLines:
    """Inputs in one request. Levels may be read in any thread; `deliver` belongs to one."""

    def __init__(
        self, chip: GpioChip, pulls: Mapping[int, str], now_ns: Callable[[], int], *, edges: bool
    ) -> None:
        line = chip.gpiod.line
        bias = {
            "up": line.Bias.PULL_UP,
            "down": line.Bias.PULL_DOWN,
            "floating": line.Bias.DISABLED,
        }
        settings = {
            bcm: chip.gpiod.LineSettings(
                direction=line.Direction.INPUT,
                # Both edges and no debouncing: the kernel's would move the stamp to its end.
                edge_detection=line.Edge.BOTH if edges else line.Edge.NONE,
                bias=bias[pull],
                event_clock=line.Clock.MONOTONIC,
            )
            for bcm, pull in pulls.items()
        }
        self.edges = edges
        self._now_ns = now_ns
        self._high = line.Value.ACTIVE
        self._rising = chip.gpiod.EdgeEvent.Type.RISING_EDGE
        self._lines = {bcm: _Line() for bcm in pulls}
        self._interrupts = 0
        self._merged_firsts = 0
        # The binding's requests are not for two threads at once: one lock for levels, one for
        # edges, since a level must be had while the other thread reads edges.
        self._level_lock = threading.Lock()
        self._edge_lock = threading.Lock()
        self._closed = False
        self._request = chip.request(pulls, settings)
        self.fd: int = self._request.fd

    @property
    def closed(self) -> bool:
        """Whether the lines were given back."""
        return self._closed

    @property
    def merged_firsts(self) -> int | None:
        """How many first edges may be bounces, for an interrupt right before came to no edge.

        The kernel numbers the interrupts of a request as they come, but makes edges of them in a
        thread: of two before that has run only the later one's stamp is left. At most so many;
        None for a request of one line, where interrupts are not numbered.
        """
        return self._merged_firsts if len(self._lines) > 1 else None

    def level(self, bcm: int) -> bool:
        """The level of that line, read now."""
        with self._level_lock:
            return bool(self._request.get_value(bcm) == self._high)

    def listen(self, bcm: int, listener: Listener | None) -> None:
        """Who hears of that line's edges from now on; edges stamped before are not for them.

        The numbers count from 1 at the first edge after this.
        """
        line = self._lines[bcm]
        line.from_ns = self._now_ns()
        line.base = line.last
        line.listener = listener

    def deliver(self) -> str | None:
        """Read what edges there are and hand them on; why no more will come, or None.

        An exception of a listener goes to the log: it must not end the edges of the others.
        """
        try:
            events = self._read()
        except OSError as error:
            return None if self._closed else f"edges cannot be read: {error.strerror or error}"
        now_ns = self._now_ns()
        self._count_merged(events)
        for event in events:
            if event.timestamp_ns > now_ns:
                return (
                    f"an edge of GPIO{event.line_offset} is stamped {event.timestamp_ns} ns, after"
                    f" {now_ns} ns, when it was read: its clock is not CLOCK_MONOTONIC"
                )
            self._hand_on(event)
        return None

    def close(self) -> None:
        """Give the lines back; harmless when closed."""
        with self._edge_lock, self._level_lock:
            if not self._closed:
                self._closed = True
                self._request.release()

    def _read(self) -> list[Any]:
        with self._edge_lock:
            return [] if self._closed else list(self._request.read_edge_events(EVENT_BUFFER))

    def _count_merged(self, events: list[Any]) -> None:
        # The threads of two lines may have changed the order of their interrupts.
        for event in sorted(events, key=lambda event: int(event.global_seqno)):
            line = self._lines[event.line_offset]
            is_first = event.timestamp_ns - line.last_ns >= QUIET_NS
            if is_first and event.global_seqno > self._interrupts + 1:
                self._merged_firsts += 1
                _logger.debug("the first edge of GPIO%d may be a bounce", event.line_offset)
            self._interrupts = max(self._interrupts, event.global_seqno)
            line.last_ns = event.timestamp_ns

    def _hand_on(self, event: Any) -> None:
        line = self._lines[event.line_offset]
        line.last = event.line_seqno
        listener = line.listener
        if listener is None or event.timestamp_ns < line.from_ns:
            line.base = event.line_seqno
            return
        try:
            # A constant apart this is the kernel's own number: a gap in it stays a gap.
            listener(
                event.timestamp_ns, event.line_seqno - line.base, event.event_type is self._rising
            )
        except Exception:
            _logger.exception("the listener of GPIO%d failed", event.line_offset)


class OutputLine:
    """One output; it has its first level from the moment on that it is an output."""

    def __init__(self, chip: GpioChip, bcm: int, high: bool) -> None:
        line = chip.gpiod.line
        self._bcm = bcm
        self._high = line.Value.ACTIVE
        # Made beforehand: the write of green is timed.
        self._levels = ({bcm: line.Value.INACTIVE}, {bcm: line.Value.ACTIVE})
        self._lock = threading.Lock()
        settings = chip.gpiod.LineSettings(
            direction=line.Direction.OUTPUT, output_value=self._levels[high][bcm]
        )
        self._undriven = chip.gpiod.LineSettings(
            direction=line.Direction.INPUT, bias=line.Bias.DISABLED
        )
        self._request = chip.request([bcm], {bcm: settings})

    @property
    def level(self) -> bool:
        """The level of the line, read now."""
        with self._lock:
            return bool(self._request.get_value(self._bcm) == self._high)

    def write(self, high: bool) -> None:
        """Set the level: one system call."""
        with self._lock:
            self._request.set_values(self._levels[high])

    def to_input(self) -> None:
        """Drive the line no more: a floating input."""
        with self._lock:
            self._request.reconfigure_lines({self._bcm: self._undriven})

    def close(self) -> None:
        """Give the line back; a Raspberry Pi's kernel leaves it driven as it is."""
        with self._lock:
            self._request.release()
