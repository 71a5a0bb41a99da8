"""Serial lines that exist as device nodes: the USB gadget's /dev/ttyGS0, and UARTs."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import termios
import time
from typing import TYPE_CHECKING

from showdown_unit.links.holder import holder_of
from showdown_unit.links.raw import make_raw
from showdown_unit.links.status import LinkError
from showdown_unit.links.stuck import STUCK_AFTER_NS, StuckWatch
from showdown_unit.links.supervisor import (
    RETRY_FIRST_MS,
    RETRY_LAST_MS,
    STOP_LIMIT_MS,
    SupervisedLink,
)
from showdown_unit.links.wire import FdWire

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable

    from showdown_unit.ports import WireEvents

OPEN_FLAGS = os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK | os.O_CLOEXEC


def open_tty(path: str, baud: int | None = None) -> int:
    """Open a serial line for us alone, raw and non-blocking.

    OSError where the node is missing or dead, LinkError where it is in use or no serial line.
    The lock comes first, so that nobody else's port is set to our speed.
    """
    try:
        fd = os.open(path, OPEN_FLAGS)
    except OSError as error:
        if error.errno != errno.EBUSY:
            raise
        msg = f"{path}: in use by {holder_of(path)}, which has opened it exclusively; stop it"
        raise LinkError(msg) from error
    try:
        if not os.isatty(fd):
            msg = f"{path}: no serial line; the config names the wrong node"
            raise LinkError(msg)
        _lock(fd, path)
        make_raw(fd, path, baud)
        fcntl.ioctl(fd, termios.TIOCEXCL)
    except termios.error as error:
        os.close(fd)
        raise OSError(error.args[0], f"{path}: {error.args[1]}") from error
    except BaseException:
        os.close(fd)
        raise
    return fd


def close_tty(fd: int) -> None:
    """Close it; may take 15 s on a gadget with unread output.

    The exclusive mark outlives the descriptor where the other end of a PTY keeps the tty alive.
    """
    with contextlib.suppress(OSError):  # a hung-up line refuses
        fcntl.ioctl(fd, termios.TIOCNXCL)
    with contextlib.suppress(OSError):  # the descriptor is gone in any case
        os.close(fd)


def _lock(fd: int, path: str) -> None:
    """Lock against programs that ask; TIOCEXCL stops the others, but not root."""
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        msg = f"{path}: in use by {holder_of(path)}; stop it"
        raise LinkError(msg) from error


class TtyLink(SupervisedLink):
    """One device node. `baud` for a UART; a gadget has no speed.

    Nothing here looks at DTR or at the cable: the gadget shows neither, and a pulled cable is
    often not reported. Hosts come and go above, by `hello` and heartbeats.
    """

    kind = "tty"

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        events: WireEvents,
        path: str,
        *,
        baud: int | None = None,
        crc_required: bool = False,
        stuck_after_ns: int = STUCK_AFTER_NS,
        now_ns: Callable[[], int] = time.monotonic_ns,
        retry_first_ms: int = RETRY_FIRST_MS,
        retry_last_ms: int = RETRY_LAST_MS,
        stop_limit_ms: int = STOP_LIMIT_MS,
    ) -> None:
        super().__init__(
            loop,
            path,
            retry_first_ms=retry_first_ms,
            retry_last_ms=retry_last_ms,
            stop_limit_ms=stop_limit_ms,
        )
        self._events = events
        self._baud = baud
        self._crc_required = crc_required
        self._stuck_after_ns = stuck_after_ns
        self._now_ns = now_ns

    def _open(self) -> int:
        return open_tty(self._path, self._baud)

    def _close(self, fd: int) -> None:
        close_tty(fd)

    def _wire(self, fd: int) -> FdWire:
        return FdWire(
            self._loop,
            fd,
            self._events,
            name=self._path,
            counts=self._counts,
            crc_required=self._crc_required,
            watch=StuckWatch(self._stuck_after_ns),
            now_ns=self._now_ns,
        )
