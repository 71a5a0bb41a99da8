"""A Unix stream socket for programs on the same computer; each connection is a wire."""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import select
import socket
import stat
from pathlib import Path
from typing import TYPE_CHECKING

from showdown_unit.links.status import LinkCounts, LinkError, LinkStatus, status_of
from showdown_unit.links.wire import FdWire

if TYPE_CHECKING:
    import asyncio

    from showdown_unit.ports import WireEvents

log = logging.getLogger(__name__)

MAX_CONNECTIONS = 8
MODE = 0o660
BACKLOG = 8
ACCEPT_RETRY_S = 1.0
LAST_WORDS_S = 0.5  # answers to what a half-closed peer asked last


class UnixLink:
    """The listening socket at `path` and its connections, named `unix:1`, `unix:2` and so on."""

    kind = "unix"

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        events: WireEvents,
        path: str | os.PathLike[str],
        *,
        mode: int = MODE,
        max_connections: int = MAX_CONNECTIONS,
    ) -> None:
        self._loop = loop
        self._events = events
        self._path = Path(path)
        self._mode = mode
        self._max = max_connections
        self._counts = LinkCounts()
        self._server: socket.socket | None = None
        self._inode: tuple[int, int] | None = None
        self._wires: dict[_Connection, socket.socket] = {}
        self._retry: asyncio.TimerHandle | None = None
        self._full = False

    def start(self) -> None:
        """Listen. LinkError where somebody answers there already, or the path cannot be used."""
        if self._server is not None:
            return
        _remove_stale(self._path)
        server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            server.setblocking(False)
            os.fchmod(server.fileno(), self._mode)  # never wider, not even for a moment
            server.bind(os.fspath(self._path))
            self._path.chmod(self._mode)  # what the umask took
            _give_to_owner(self._path)
            server.listen(BACKLOG)
            made = self._path.lstat()
        except OSError as error:
            server.close()
            msg = f"{self._path}: cannot listen: {error.strerror or error}; choose another path"
            raise LinkError(msg) from error
        self._server, self._inode = server, (made.st_dev, made.st_ino)
        self._loop.add_reader(server.fileno(), self._accept)
        log.info("%s: up", self._path)

    async def stop(self) -> None:
        """Remove the socket file if it is still ours, and end every connection."""
        server, self._server = self._server, None
        if server is None:
            return
        if self._retry is not None:
            self._retry.cancel()
        self._loop.remove_reader(server.fileno())
        server.close()
        with contextlib.suppress(OSError):  # already gone
            found = self._path.lstat()
            if (found.st_dev, found.st_ino) == self._inode:
                self._path.unlink()
        for wire in list(self._wires):
            wire.fail("stopped")
            self._bury(wire)
        log.info("%s: down: stopped", self._path)

    def describe(self) -> LinkStatus:
        """The link as it stands."""
        up = self._server is not None
        return status_of(
            self.kind,
            os.fspath(self._path),
            self._counts,
            up=up,
            detail="listening" if up else "stopped",
            connections=len(self._wires),
        )

    def _accept(self) -> None:
        """One connection a wake-up."""
        if self._server is None:
            return
        try:
            peer, _ = self._server.accept()
        except (BlockingIOError, InterruptedError, ConnectionAbortedError):
            return
        except OSError as error:  # out of descriptors or memory: it would wake us for ever
            log.warning("%s: cannot accept: %s", self._path, error.strerror)
            self._loop.remove_reader(self._server.fileno())
            self._retry = self._loop.call_later(ACCEPT_RETRY_S, self._listen_again)
            return
        if len(self._wires) >= self._max:
            self._refuse(peer)
            return
        self._full = False
        self._welcome(peer)

    def _listen_again(self) -> None:
        self._retry = None
        if self._server is not None:
            self._loop.add_reader(self._server.fileno(), self._accept)

    def _refuse(self, peer: socket.socket) -> None:
        peer.close()
        self._counts.refused += 1
        if not self._full:
            log.warning("%s: %d connections, more are refused", self._path, self._max)
        self._full = True

    def _welcome(self, peer: socket.socket) -> None:
        peer.setblocking(False)
        self._counts.opens += 1
        name = f"unix:{self._counts.opens}"
        wire = _Connection(self._loop, peer.fileno(), self._events, name=name, counts=self._counts)
        self._wires[wire] = peer
        wire.gone.add_done_callback(lambda _: self._bury(wire))
        wire.begin()

    def _bury(self, wire: _Connection) -> None:
        peer = self._wires.pop(wire, None)
        if peer is not None:
            wire.end("closed")
            peer.close()
            log.debug("%s: closed: %s", wire.name, wire.gone.result())


class _Connection(FdWire):
    """A socket connection: `close` ends it, and its peer may half-close."""

    def close(self, reason: str) -> None:
        """End the connection; `closed` follows."""
        self.fail(reason)

    def _end_of_input(self) -> None:
        """A peer that has only finished asking still gets its answers."""
        poll = select.poll()
        poll.register(self._fd, 0)
        if poll.poll(0):  # hung up both ways
            self.fail("hung up")
            return
        self.pause_reading()
        self._loop.call_later(LAST_WORDS_S, self.fail, "hung up")


def _give_to_owner(path: Path) -> None:
    """Where root works in another's folder: left there, root's own would shut that one out."""
    folder = path.parent.stat()
    if os.geteuid() == 0 and folder.st_uid != 0:
        os.chown(path, folder.st_uid, folder.st_gid, follow_symlinks=False)


def _remove_stale(path: Path) -> None:
    """Remove a socket file that nobody answers on; LinkError where somebody does."""
    try:
        found = path.lstat()
    except OSError:
        return  # nothing there; a path that cannot be used shows at bind
    if not stat.S_ISSOCK(found.st_mode):
        msg = f"{path}: exists and is no socket; move it away or choose another path"
        raise LinkError(msg)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.setblocking(False)
        answer = probe.connect_ex(os.fspath(path))
    if answer in (0, errno.EAGAIN):
        msg = f"{path}: in use: another daemon answers there; stop it or choose another path"
        raise LinkError(msg)
    if answer not in (errno.ECONNREFUSED, errno.ENOENT):
        msg = f"{path}: cannot tell who is there: {os.strerror(answer)}; choose another path"
        msg += f", or where nobody uses it: sudo rm {path}"
        raise LinkError(msg)
    with contextlib.suppress(FileNotFoundError):
        path.unlink()
