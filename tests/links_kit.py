"""Both ends of a link for tests: what a gateway hears, and a host on a descriptor."""

from __future__ import annotations

import asyncio
import contextlib
import os
import termios
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Self

from showdown_unit.links.wire import FdWire

LIMIT_S = 8.0
EVERY_BYTE = bytes(range(256))


def run(main: Callable[[], Awaitable[Any]]) -> None:
    """Run one test on a loop of its own, and leave nothing open behind."""
    before = open_fds()

    async def bounded() -> None:
        async with asyncio.timeout(LIMIT_S):
            await main()

    asyncio.run(bounded())
    assert open_fds() == before


def open_fds() -> set[str]:
    names = set()
    for entry in Path("/proc/self/fd").iterdir():
        with contextlib.suppress(OSError):
            names.add(f"{entry.name} {entry.readlink()}")
    return {name for name in names if "/proc/" not in name}


class Changes:
    """Something that tests wait on: `changed()` wakes every `until`."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    def changed(self) -> None:
        self._event.set()

    async def until(self, reached: Callable[[], bool]) -> None:
        while not reached():
            self._event.clear()
            await self._event.wait()


class Heard(Changes):
    """What a link told. `on_opened` and `on_received` may be replaced."""

    def __init__(self) -> None:
        super().__init__()
        self.log: list[tuple[str, str]] = []
        self.wires: list[FdWire] = []
        self.data = bytearray()
        self.chunks: list[int] = []
        self.on_opened: Callable[[FdWire], None] = lambda wire: None
        self.on_received: Callable[[FdWire, bytes], None] = lambda wire, data: None
        self.on_closed: Callable[[FdWire, str], None] = lambda wire, reason: None

    def opened(self, wire: FdWire) -> None:
        self.log.append(("opened", wire.name))
        self.wires.append(wire)
        self.changed()
        self.on_opened(wire)

    def received(self, wire: FdWire, data: bytes) -> None:
        assert wire in self.wires
        self.data += data
        self.chunks.append(len(data))
        self.changed()
        self.on_received(wire, data)

    def closed(self, wire: FdWire, reason: str) -> None:
        assert wire in self.wires
        self.log.append(("closed", reason))
        self.changed()
        self.on_closed(wire, reason)

    def count(self, what: str) -> int:
        return sum(1 for kind, _ in self.log if kind == what)

    async def until_opened(self, times: int = 1) -> FdWire:
        await self.until(lambda: self.count("opened") >= times)
        return self.wires[-1]

    async def until_closed(self, times: int = 1) -> str:
        await self.until(lambda: self.count("closed") >= times)
        return self.log[-1][1] if self.log[-1][0] == "closed" else ""

    async def until_data(self, length: int) -> bytes:
        await self.until(lambda: len(self.data) >= length)
        return bytes(self.data)


class Host(Changes):
    """The other end, on a descriptor that it owns. Reads nothing until `listen`."""

    def __init__(self, fd: int) -> None:
        super().__init__()
        self.fd = fd
        self.data = bytearray()
        self.ended = False
        self._listening = False
        os.set_blocking(fd, False)

    @classmethod
    def on_tty(cls, path: str) -> Self:
        fd = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        return cls(fd)

    def listen(self) -> Self:
        asyncio.get_running_loop().add_reader(self.fd, self._read)
        self._listening = True
        return self

    def _read(self) -> None:
        try:
            data = os.read(self.fd, 4096)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        self.data += data
        if not data:
            self.ended = True
            self._deaf()
        self.changed()

    def _deaf(self) -> None:
        if self._listening:
            asyncio.get_running_loop().remove_reader(self.fd)
            self._listening = False

    async def write(self, data: bytes) -> None:
        """All of it, in pieces as the kernel takes them."""
        loop = asyncio.get_running_loop()
        while data:
            try:
                data = data[os.write(self.fd, data) :]
            except BlockingIOError:
                ready: asyncio.Future[None] = loop.create_future()
                loop.add_writer(self.fd, ready.set_result, None)
                try:
                    await ready
                finally:
                    loop.remove_writer(self.fd)

    async def until_data(self, length: int) -> bytes:
        await self.until(lambda: len(self.data) >= length)
        return bytes(self.data)

    async def until_ended(self) -> None:
        await self.until(lambda: self.ended)

    def close(self) -> None:
        self._deaf()
        if self.fd >= 0:
            os.close(self.fd)
            self.fd = -1


class Cable:
    """A pretended device node: a symlink to a PTY slave whose master is the host's end."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.slave = ""

    def plug(self) -> Host:
        master, slave = os.openpty()
        self.slave = os.ttyname(slave)
        os.close(slave)
        fresh = self.path.with_name("fresh")
        fresh.symlink_to(self.slave)
        fresh.replace(self.path)
        return Host(master)


def modes(fd: int) -> tuple[int, int, int, object, object]:
    """iflag, oflag, lflag, VMIN, VTIME."""
    iflag, oflag, _, lflag, _, _, cc = termios.tcgetattr(fd)
    return iflag, oflag, lflag, cc[termios.VMIN], cc[termios.VTIME]
