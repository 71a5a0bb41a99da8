from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import socket
from typing import Any

import links_kit as kit
from showdown_unit.links import wire as wire_module
from showdown_unit.links.status import LinkCounts
from showdown_unit.links.stuck import StuckWatch
from showdown_unit.links.wire import FdWire

BIG = b"x" * 59_999 + b"\n"


class Pair:
    """A wire on one end of a socket pair whose buffers are small, a host on the other."""

    def __init__(self, heard: kit.Heard, **options: Any) -> None:
        ours, theirs = socket.socketpair()
        for end in (ours, theirs):
            end.setblocking(False)
            end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        self.fd = ours.detach()
        self.counts = LinkCounts()
        loop = asyncio.get_running_loop()
        self.wire = FdWire(loop, self.fd, heard, name="w", counts=self.counts, **options)
        self.host = kit.Host(theirs.detach())

    def close(self) -> None:
        self.wire.end("over")
        os.close(self.fd)
        self.host.close()


def test_closed_is_told_once_however_often_it_ends_and_with_the_first_reason():
    async def main() -> None:
        heard = kit.Heard()
        pair = Pair(heard)
        pair.wire.begin()
        pair.wire.fail("first")
        pair.wire.fail("second")
        pair.wire.end("third")
        pair.wire.end("fourth")
        assert heard.log == [("opened", "w"), ("closed", "first")]
        pair.close()

    kit.run(main)


def test_a_wire_that_never_opened_is_never_told_closed():
    async def main() -> None:
        heard = kit.Heard()
        Pair(heard).close()
        assert heard.log == []

    kit.run(main)


def test_after_the_end_nothing_is_written_to_the_descriptor():
    """Its number may be somebody else's by then."""

    async def main() -> None:
        pair = Pair(kit.Heard())
        pair.wire.begin()
        pair.wire.fail("gone")
        pair.wire.send(b"late\n")
        try:
            late = os.read(pair.host.fd, 10)
        except BlockingIOError:
            late = b""
        assert late == b""
        assert pair.counts.dropped == 1
        pair.close()

    kit.run(main)


def test_waiting_output_goes_on_as_soon_as_the_kernel_says_so(monkeypatch):
    monkeypatch.setattr(wire_module, "RETRY_S", 3600)

    async def main() -> None:
        pair = Pair(kit.Heard())
        pair.wire.begin()
        pair.wire.send(BIG)
        pair.host.listen()
        assert await pair.host.until_data(len(BIG)) == BIG
        pair.close()

    kit.run(main)


def test_waiting_output_goes_on_by_itself_where_the_kernel_never_says_so(monkeypatch):
    """A gadget without a host reports no room, though a write would be taken."""
    monkeypatch.setattr(wire_module, "RETRY_S", 0.001)

    async def main() -> None:
        loop = asyncio.get_running_loop()
        monkeypatch.setattr(loop, "add_writer", lambda *_: None)
        pair = Pair(kit.Heard())
        pair.wire.begin()
        pair.wire.send(BIG)
        pair.host.listen()
        assert await pair.host.until_data(len(BIG)) == BIG
        pair.close()

    kit.run(main)


def test_a_kernel_that_promises_room_and_takes_nothing_causes_no_busy_loop(monkeypatch):
    async def main() -> None:
        pair, tries = Pair(kit.Heard()), []

        def refuse(fd: int, data: bytes) -> int:
            tries.append(fd)
            raise BlockingIOError

        real_write = os.write
        pair.wire.begin()
        monkeypatch.setattr(os, "write", refuse)
        pair.wire.send(b"line\n")
        for _ in range(1000):
            await asyncio.sleep(0)
        monkeypatch.setattr(os, "write", real_write)
        assert len(tries) == 2  # the first, and the one that the kernel asked for
        pair.close()

    kit.run(main)


def test_output_that_moves_slowly_is_not_stuck():
    async def main() -> None:
        heard = kit.Heard()
        seconds = itertools.count(step=3_000_000_000)
        pair = Pair(heard, watch=StuckWatch(), now_ns=lambda: next(seconds))
        pair.wire.begin()
        for byte in range(1, 8):  # 18 s
            while pair.wire.room() >= 4096:
                pair.wire.send(b"x" * 4095 + b"\n")
            await pair.host.write(b"?")
            await heard.until_data(byte)
            before = pair.counts.tx_bytes
            while pair.counts.tx_bytes == before:
                with contextlib.suppress(BlockingIOError):
                    os.read(pair.host.fd, 4096)
                await asyncio.sleep(0)
        assert not pair.wire.gone.done()
        pair.close()

    kit.run(main)
