"""A serial line without hardware: a pseudo-terminal for the bench and for tests."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import logging
import os
import struct
import termios
from pathlib import Path
from typing import TYPE_CHECKING

from showdown_unit.links.raw import make_raw
from showdown_unit.links.supervisor import RETRY_FIRST_MS, RETRY_LAST_MS, SupervisedLink
from showdown_unit.links.symlink import place_symlink, remove_symlink
from showdown_unit.links.wire import FdWire

if TYPE_CHECKING:
    from showdown_unit.links.status import LinkCounts
    from showdown_unit.ports import WireEvents

log = logging.getLogger(__name__)

LAST_WORDS_S = 0.2
"""How long `stop` leaves a host to read what was sent to it; the hang-up drops the rest."""

_LOOK_EVERY_S = 0.005
_LOOKS = 3  # a write becomes readable by a thread of the kernel: once empty is not all read


class PtyLink(SupervisedLink):
    """One PTY, open from `start` to `stop`; hosts open `device`, or the symlink that leads to it.

    It keeps one slave descriptor open itself: a master without any hangs up a million times a
    second. So it never sees hosts come or go; one that left just stops talking.
    """

    kind = "pty"

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        events: WireEvents,
        *,
        symlink: str | os.PathLike[str] | None = None,
        crc_required: bool = False,
        retry_first_ms: int = RETRY_FIRST_MS,
        retry_last_ms: int = RETRY_LAST_MS,
    ) -> None:
        super().__init__(
            loop,
            "pty" if symlink is None else os.fspath(symlink),
            retry_first_ms=retry_first_ms,
            retry_last_ms=retry_last_ms,
        )
        self._events = events
        self._symlink = None if symlink is None else Path(symlink)
        self._crc_required = crc_required
        self._master = -1
        self._slave = -1
        self._device = ""

    @property
    def device(self) -> str:
        """The terminal's own path, as /dev/pts/7; empty before `start`."""
        return self._device

    def start(self) -> None:
        """Make the PTY and its symlink. LinkError: the path is taken, `port in use`."""
        if self._task is not None:
            return
        self._master, self._slave = os.openpty()
        try:
            self._device = os.ttyname(self._slave)
            make_raw(self._slave, self._device)
            os.set_blocking(self._master, False)
            if self._symlink is None:
                self._path = self._device
            else:
                place_symlink(self._symlink, self._device)
        except BaseException:
            self._release()
            raise
        super().start()

    async def stop(self) -> None:
        """Remove the symlink, tell `closed`, hang up on whoever still has it open."""
        if self._symlink is not None:
            remove_symlink(self._symlink, self._device)
        try:
            await self._read_out()
            await super().stop()
        finally:
            self._release()

    async def _read_out(self) -> None:
        """Wait until nothing is left to read for a host, for a moment at most."""
        deadline_s = self._loop.time() + LAST_WORDS_S
        empty = 0
        while empty < _LOOKS and self._loop.time() < deadline_s:
            await asyncio.sleep(_LOOK_EVERY_S)
            empty = 0 if _unread(self._slave) else empty + 1

    def _release(self) -> None:
        for fd in (self._master, self._slave):
            if fd >= 0:
                os.close(fd)
        self._master = self._slave = -1

    def _open(self) -> int:
        """A copy of the master: after a fault above, a new wire starts on the same PTY."""
        return os.dup(self._master)

    def _wire(self, fd: int) -> FdWire:
        return _PtyWire(
            self._loop,
            fd,
            self._events,
            name=self._path,
            counts=self._counts,
            crc_required=self._crc_required,
            slave=self._slave,
        )

    def _up_detail(self) -> str:
        return self._device


def _unread(fd: int) -> int:
    """Bytes that wait in the kernel to be read from a terminal; 0 where there is none."""
    if fd < 0:
        return 0
    try:
        (count,) = struct.unpack("i", fcntl.ioctl(fd, termios.FIONREAD, bytes(4)))
    except OSError:
        return 0  # it is only about last words
    return int(count)


class _PtyWire(FdWire):
    """Drops what the kernel holds for an absent host, too: the next one starts with nothing."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        fd: int,
        events: WireEvents,
        *,
        name: str,
        counts: LinkCounts,
        crc_required: bool,
        slave: int,
    ) -> None:
        super().__init__(loop, fd, events, name=name, counts=counts, crc_required=crc_required)
        self._slave = slave

    def close(self, reason: str) -> None:
        """Drop what is queued here and in the kernel."""
        super().close(reason)
        if self.gone.done():
            return
        with contextlib.suppress(termios.error):  # only stale bytes would stay
            termios.tcflush(self._fd, termios.TCOFLUSH)
            termios.tcflush(self._slave, termios.TCIFLUSH)
        self._queue.clear(torn=True)
