"""A wire on a non-blocking file descriptor: bounded reads, bounded output, an end told once."""

from __future__ import annotations

import logging
import os
import time
from typing import TYPE_CHECKING, TypeVarTuple

from showdown_unit.links.queue import OutputQueue

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable

    from showdown_unit.links.status import LinkCounts
    from showdown_unit.links.stuck import StuckWatch
    from showdown_unit.ports import WireEvents

log = logging.getLogger(__name__)

Ts = TypeVarTuple("Ts")

READ_BYTES = 4096
WRITE_BYTES = 4096
RETRY_S = 1.0  # the gadget's POLLOUT may stay silent although a write would be taken


class FdWire:
    """One open descriptor. The link that made it calls `begin` and `end` and closes the descriptor.

    `gone` gets the reason as soon as the transport is seen to be down; from then on the loop does
    not watch the descriptor any more. All methods run on the loop.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        fd: int,
        events: WireEvents,
        *,
        name: str,
        counts: LinkCounts,
        crc_required: bool = False,
        watch: StuckWatch | None = None,
        now_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self.gone: asyncio.Future[str] = loop.create_future()
        self._loop = loop
        self._fd = fd
        self._events = events
        self._name = name
        self._counts = counts
        self._crc_required = crc_required
        self._watch = watch
        self._now_ns = now_ns
        self._queue = OutputQueue()
        self._begun = False
        self._paused = False
        self._reading = False
        self._writer_armed = False
        self._retry: asyncio.TimerHandle | None = None

    @property
    def name(self) -> str:
        """For people and logs."""
        return self._name

    @property
    def crc_required(self) -> bool:
        """Whether every line from `hello` on must carry its CRC."""
        return self._crc_required

    def room(self) -> int:
        """Bytes that `send` still takes; 0 once the transport is gone."""
        return 0 if self.gone.done() else self._queue.room()

    def send(self, data: bytes) -> None:
        """Queue whole lines and offer them to the kernel. What has no room is dropped whole."""
        if self.gone.done() or not self._queue.put(data):
            self._counts.dropped += 1
        elif self._retry is None:  # else earlier bytes are waiting already
            self._flush()

    def close(self, reason: str) -> None:
        """Drop what is queued; the transport itself stays."""
        log.debug("%s: output dropped: %s", self._name, reason)
        self._queue.clear()
        self._rest()

    def pause_reading(self) -> None:
        """Leave further input to the kernel until `resume_reading`."""
        self._paused = True
        self._watch_input()

    def resume_reading(self) -> None:
        """Take input again."""
        self._paused = False
        self._watch_input()

    def begin(self) -> None:
        """Tell `opened` and start to read."""
        self._begun = True
        self._guarded(self._events.opened, self)
        self._watch_input()

    def end(self, reason: str) -> None:
        """Let go of the descriptor and tell `closed`, once, with the first reason known."""
        self.fail(reason)
        if self._begun:
            self._begun = False
            self._guarded(self._events.closed, self, self.gone.result())

    def fail(self, reason: str) -> None:
        """The transport is down: stop to watch it at once; the link does the rest."""
        if self.gone.done():
            return
        self.gone.set_result(reason)
        self._queue.clear()
        self._rest()
        self._watch_input()

    def _guarded(self, handler: Callable[[*Ts], None], *args: *Ts) -> None:
        """Call a handler; one that fails costs this wire, never the link."""
        try:
            handler(*args)
        except Exception as error:
            log.exception("%s: a handler failed", self._name)
            self._counts.faults += 1
            self.fail(f"handler failed: {error!r}")

    def _watch_input(self) -> None:
        wanted = self._begun and not self._paused and not self.gone.done()
        if wanted and not self._reading:
            self._loop.add_reader(self._fd, self._readable)
        elif self._reading and not wanted:
            self._loop.remove_reader(self._fd)
        self._reading = wanted

    def _readable(self) -> None:
        try:
            data = os.read(self._fd, READ_BYTES)
        except (BlockingIOError, InterruptedError):
            return
        except OSError as error:
            self.fail(f"read: {error.strerror}")
            return
        if not data:
            self._end_of_input()
            return
        self._counts.rx_bytes += len(data)
        if self._watch is not None and self._queue and self._watch.received(self._now_ns()):
            self._counts.stuck += 1
            self.fail("output stands still while input comes in")
            return
        self._guarded(self._events.received, self, data)

    def _end_of_input(self) -> None:
        """Nothing will ever come again: a hung-up tty says so on every read."""
        self.fail("hung up")

    def _flush(self, *, woken: bool = False) -> None:
        """Write until the kernel takes no more. `woken`: it had said that it would take some."""
        while self._queue:
            try:
                count = os.write(self._fd, self._queue.head(WRITE_BYTES))
            except (BlockingIOError, InterruptedError):
                self._wait(trusting=not woken)
                return
            except OSError as error:
                self.fail(f"write: {error.strerror}")
                return
            woken = False
            self._queue.taken(count)
            self._counts.tx_bytes += count
            if self._watch is not None:
                self._watch.progress()
        self._rest()

    def _wait(self, *, trusting: bool) -> None:
        """Try again when the kernel says so (unless it just said so in vain), or after a second."""
        if trusting and not self._writer_armed:
            self._loop.add_writer(self._fd, self._writable)
        elif self._writer_armed and not trusting:
            self._loop.remove_writer(self._fd)
        self._writer_armed = trusting
        if self._retry is not None:
            self._retry.cancel()
        self._retry = self._loop.call_later(RETRY_S, self._flush)

    def _writable(self) -> None:
        self._flush(woken=True)

    def _rest(self) -> None:
        """Nothing to write: no writer, no timer."""
        if self._writer_armed:
            self._loop.remove_writer(self._fd)
            self._writer_armed = False
        if self._retry is not None:
            self._retry.cancel()
            self._retry = None
        if self._watch is not None:
            self._watch.progress()
