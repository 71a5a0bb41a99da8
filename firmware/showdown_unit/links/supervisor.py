"""Keeps one descriptor open for ever: open, carry, close, wait, open again."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import time
from typing import TYPE_CHECKING, Any

from showdown_unit.links.offload import offload
from showdown_unit.links.status import LinkCounts, LinkError, LinkStatus, status_of

if TYPE_CHECKING:
    from showdown_unit.links.wire import FdWire

log = logging.getLogger(__name__)

RETRY_FIRST_MS = 200
RETRY_LAST_MS = 2_000
STOP_LIMIT_MS = 2_500


class SupervisedLink:
    """The life of a serial line, whatever happens to it; subclasses open, close and make the wire.

    Opening and closing run on threads and may hang; the loop never waits for them. A line that
    goes down is closed first and opened again after 0.2 s, doubled up to 2 s while it does not
    stay up. One log line for each change of state.
    """

    kind = "serial"

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        path: str,
        *,
        retry_first_ms: int = RETRY_FIRST_MS,
        retry_last_ms: int = RETRY_LAST_MS,
        stop_limit_ms: int = STOP_LIMIT_MS,
    ) -> None:
        self._loop = loop
        self._path = path
        self._retry_first_ms = retry_first_ms
        self._retry_last_ms = retry_last_ms
        self._stop_limit_ms = stop_limit_ms
        self._counts = LinkCounts()
        self._stopping: asyncio.Future[None] = loop.create_future()
        self._task: asyncio.Task[None] | None = None
        self._up = False
        self._detail = "not started"

    def start(self) -> None:
        """Begin; a line that is not there yet is waited for."""
        if self._task is None:
            self._task = self._loop.create_task(self._run(), name=f"link {self._path}")

    async def stop(self) -> None:
        """Tell `closed`, let go of the line; at most 3 s, even if the kernel takes longer."""
        if not self._stopping.done():
            self._stopping.set_result(None)
        if self._task is None:
            return
        _, hanging = await asyncio.wait({self._task}, timeout=self._stop_limit_ms / 1000)
        if hanging:
            log.warning("%s: the kernel still holds it; left to its thread", self._path)
            self._task.cancel()
            await asyncio.wait({self._task}, timeout=0.2)
        self._detail = "stopped"

    def describe(self) -> LinkStatus:
        """The link as it stands."""
        return status_of(
            self.kind,
            self._path,
            self._counts,
            up=self._up,
            detail=self._detail,
            connections=int(self._up),
        )

    def _open(self) -> int:
        """On a thread: a raw, non-blocking descriptor. OSError or LinkError say why not."""
        raise NotImplementedError

    def _close(self, fd: int) -> None:
        """On a thread: close it; may take long."""
        with contextlib.suppress(OSError):  # the descriptor is gone in any case
            os.close(fd)

    def _wire(self, fd: int) -> FdWire:
        """The wire on that descriptor."""
        raise NotImplementedError

    def _up_detail(self) -> str:
        return "open"

    async def _run(self) -> None:
        delay_ms = self._retry_first_ms
        while not self._stopping.done():
            began_ns = time.monotonic_ns()
            try:
                await self._once()
            except (OSError, LinkError) as error:
                self._down(str(error))
            except Exception as error:
                log.exception("%s: unexpected; trying again", self._path)
                self._counts.faults += 1
                self._down(repr(error))
            if time.monotonic_ns() - began_ns > self._retry_last_ms * 1_000_000:
                delay_ms = self._retry_first_ms
            await asyncio.wait({self._stopping}, timeout=delay_ms / 1000)
            delay_ms = min(2 * delay_ms, self._retry_last_ms)

    async def _once(self) -> None:
        """One descriptor from open to close."""
        fd = await offload(self._loop, self._open, name=f"open {self._path}", discard=self._close)
        try:
            if not self._stopping.done():
                await self._carry(self._wire(fd))
        finally:
            await offload(self._loop, lambda: self._close(fd), name=f"close {self._path}")

    async def _carry(self, wire: FdWire) -> None:
        self._counts.opens += 1
        self._up, self._detail = True, self._up_detail()
        log.info("%s: up", self._path)
        try:
            wire.begin()
            ends: set[asyncio.Future[Any]] = {wire.gone, self._stopping}
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            wire.end("stopped")
            self._down(wire.gone.result())

    def _down(self, reason: str) -> None:
        if self._up or reason != self._detail:
            log.log(
                logging.INFO if self._stopping.done() else logging.WARNING,
                "%s: down: %s",
                self._path,
                reason,
            )
        self._up, self._detail = False, reason
