"""A wire as the gateway keeps it: bounded input, cut into lines, and output with replies first."""

from __future__ import annotations

from collections import Counter, deque
from typing import TYPE_CHECKING, Final, Protocol, runtime_checkable

from showdown_protocol.codec import TX_LINE
from showdown_protocol.framer import Frame, FrameError, Framer
from showdown_unit.budgets import Budget, Window
from showdown_unit.ports import Wire

if TYPE_CHECKING:
    from showdown_unit.sessions import Session

BACKLOG: Final = 32 * 1024
"""Bytes of input that wait for their turn; what comes beyond is dropped and counted."""

PAUSE_AT: Final = 8 * 1024
"""From here on a wire that can leaves further input to the kernel."""

RESUME_AT: Final = 1024
"""Down to here the wire takes input again."""

RESERVE: Final = 4 * (TX_LINE + 1)
"""Bytes of a wire's room that events and heartbeats leave to replies."""

PENDING: Final = 64
"""Requests of a session being carried out; further lines wait until one is answered."""

HELLOS_A_SECOND: Final = 5
NULL_BURST: Final = 5
NULL_PERIOD_NS: Final = 1_000_000_000
DEAF_NS: Final = 2_000_000_000
_SECOND_NS: Final = 1_000_000_000
_SLICE: Final = 256  # bytes framed in one turn
_POISON: Final = b"\x00"


@runtime_checkable
class Pausable(Protocol):
    """What a wire may offer besides: leaving input to the kernel."""

    def pause_reading(self) -> None:
        """Take no input."""

    def resume_reading(self) -> None:
        """Take input again."""


class Peer:
    """One transport, from `opened` to `closed`."""

    def __init__(self, wire: Wire, counters: Counter[str]) -> None:
        self.wire = wire
        self.name = wire.name
        self.session: Session | None = None
        self.framer = Framer()
        self.hellos = Window(HELLOS_A_SECOND, _SECOND_NS)
        self.null_errors = Budget(NULL_BURST, NULL_PERIOD_NS)
        self._counters = counters
        self._chunks: deque[tuple[int, bytes]] = deque()
        self._held = 0
        self._frames: deque[Frame | FrameError] = deque()
        self._torn = False  # bytes were dropped, so the line around them is none
        self._paused = False
        self._deaf_until_ns = 0

    @property
    def ready(self) -> bool:
        """Whether `next_frame` has something to do."""
        if self.session is not None and len(self.session.calls) >= PENDING:
            return False
        return bool(self._frames or self._chunks)

    @property
    def held(self) -> int:
        """Bytes of input that wait."""
        return self._held

    def take(self, data: bytes, now_ns: int) -> None:
        """Keep what came in until its turn."""
        if now_ns < self._deaf_until_ns or self._held + len(data) > BACKLOG:
            self._counters["rx_dropped_bytes"] += len(data)
            self._torn = True
            return
        if self._torn:
            data = _POISON + data
            self._torn = False
        self._chunks.append((now_ns, data))
        self._held += len(data)
        if self._held >= PAUSE_AT and not self._paused and isinstance(self.wire, Pausable):
            self._paused = True
            self.wire.pause_reading()

    def next_frame(self) -> Frame | FrameError | None:
        """The next line; None where the next few bytes did not complete one."""
        if not self._frames and self._chunks:
            now_ns, data = self._chunks.popleft()
            if len(data) > _SLICE:
                self._chunks.appendleft((now_ns, data[_SLICE:]))
                data = data[:_SLICE]
            self._held -= len(data)
            self._frames.extend(self.framer.feed(data, now_ns))
            self._maybe_resume()
        return self._frames.popleft() if self._frames else None

    def forget_input(self) -> None:
        """Drop whatever came in and was not handled."""
        self._torn = self._torn or self.framer.partial or self._held > 0
        self._frames.clear()
        self._chunks.clear()
        self._held = 0
        self._maybe_resume()

    def turn_deaf(self, now_ns: int) -> None:
        """Drop all input, also what comes in the next 2 s."""
        self.forget_input()
        self._deaf_until_ns = now_ns + DEAF_NS

    def reply(self, line: bytes) -> bool:
        """Send an answer; False where it does not fit."""
        return self._send(line, 0)

    def spare(self, line: bytes) -> bool:
        """Send an event or a heartbeat; False where only the room kept for replies is left."""
        return self._send(line, RESERVE)

    def _send(self, line: bytes, reserve: int) -> bool:
        if self.wire.room() < len(line) + reserve:
            return False
        self.wire.send(line)
        self._counters["tx_lines"] += 1
        return True

    def _maybe_resume(self) -> None:
        if self._paused and self._held <= RESUME_AT and isinstance(self.wire, Pausable):
            self._paused = False
            self.wire.resume_reading()
