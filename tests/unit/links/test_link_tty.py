from __future__ import annotations

import asyncio
import fcntl
import itertools
import logging
import os
import struct
import termios
import threading
from pathlib import Path
from typing import Any

import pytest

import links_kit as kit
from showdown_unit.links import tty
from showdown_unit.links.status import LinkError
from showdown_unit.links.tty import TtyLink, close_tty, open_tty

TIOCGEXCL = 0x80045440


def tty_link(heard: kit.Heard, path: Path, **options: Any) -> TtyLink:
    loop = asyncio.get_running_loop()
    options = {"retry_first_ms": 1, "retry_last_ms": 4} | options
    return TtyLink(loop, heard, str(path), **options)


def exclusive(fd: int) -> bool:
    answer = bytearray(4)
    fcntl.ioctl(fd, TIOCGEXCL, answer)
    return struct.unpack("i", answer)[0] == 1


def test_settings_are_raw_as_soon_as_the_wire_is_open(tmp_path):
    async def main() -> None:
        cable, heard = kit.Cable(tmp_path / "tty"), kit.Heard()
        host = cable.plug()
        assert termios.tcgetattr(host.fd)[3] & termios.ECHO  # as the kernel gives it
        link = tty_link(heard, cable.path)
        link.start()
        await heard.until_opened()
        assert kit.modes(host.fd) == (0, 0, 0, 1, 0)
        await link.stop()
        host.close()

    kit.run(main)


def test_nothing_is_echoed_to_the_peer(tmp_path):
    async def main() -> None:
        cable, heard = kit.Cable(tmp_path / "tty"), kit.Heard()
        host = cable.plug()
        link = tty_link(heard, cable.path)
        link.start()
        wire = await heard.until_opened()
        host.listen()
        await host.write(b"AT\r\nATE0\r\n")
        await heard.until_data(10)
        wire.send(b"end\n")
        assert await host.until_data(4) == b"end\n"
        await link.stop()
        host.close()

    kit.run(main)


def test_every_byte_passes_unchanged_both_ways(tmp_path):
    async def main() -> None:
        cable, heard = kit.Cable(tmp_path / "tty"), kit.Heard()
        host = cable.plug()
        link = tty_link(heard, cable.path)
        link.start()
        wire = await heard.until_opened()
        host.listen()
        await host.write(kit.EVERY_BYTE)
        assert await heard.until_data(256) == kit.EVERY_BYTE
        wire.send(kit.EVERY_BYTE + b"\n")
        assert await host.until_data(257) == kit.EVERY_BYTE + b"\n"
        await link.stop()
        host.close()

    kit.run(main)


def test_a_long_line_passes_in_bounded_reads(tmp_path):
    async def main() -> None:
        cable, heard = kit.Cable(tmp_path / "tty"), kit.Heard()
        host = cable.plug()
        link = tty_link(heard, cable.path)
        link.start()
        wire = await heard.until_opened()
        host.listen()
        line = bytes(32 + i % 90 for i in range(10_000)) + b"\n"
        await host.write(line)
        assert await heard.until_data(len(line)) == line
        assert max(heard.chunks) <= 4096
        wire.send(line)
        assert await host.until_data(len(line)) == line
        await link.stop()
        host.close()

    kit.run(main)


def test_a_hangup_is_told_once_and_the_line_comes_back_with_the_cable(tmp_path):
    async def main() -> None:
        cable, heard = kit.Cable(tmp_path / "tty"), kit.Heard()
        link = tty_link(heard, cable.path)
        link.start()
        for times in (1, 2, 3):
            host = cable.plug()
            wire = await heard.until_opened(times)
            host.listen()
            wire.send(b"hello\n")
            assert await host.until_data(6) == b"hello\n"
            cable.path.unlink()
            host.close()
            await heard.until_closed(times)
            wire.send(b"into the void\n")  # no exception, no effect
            assert wire.room() == 0
        assert [kind for kind, _ in heard.log] == ["opened", "closed"] * 3
        assert link.describe().reopens == 2
        await link.stop()
        assert heard.count("closed") == 3

    kit.run(main)


def test_a_hung_up_line_is_read_no_more(tmp_path, monkeypatch):
    """A naive reader would be called 150,000 times a second."""

    async def main() -> None:
        cable, heard = kit.Cable(tmp_path / "tty"), kit.Heard()
        host = cable.plug()
        closing, may_close = threading.Event(), threading.Event()

        def slow_close(fd: int) -> None:
            closing.set()
            may_close.wait()
            close_tty(fd)

        monkeypatch.setattr(tty, "close_tty", slow_close)
        link = tty_link(heard, cable.path)
        link.start()
        await heard.until_opened()
        reads, real_read = [], os.read

        def read(fd: int, count: int) -> bytes:
            reads.append(fd)
            return real_read(fd, count)

        monkeypatch.setattr(os, "read", read)
        cable.path.unlink()
        host.close()
        await heard.until_closed()
        for _ in range(1000):  # the descriptor is still open and still hung up
            await asyncio.sleep(0)
        monkeypatch.setattr(os, "read", real_read)
        assert len(reads) == 1
        may_close.set()
        await link.stop()

    kit.run(main)


def test_a_close_that_hangs_stalls_neither_the_loop_nor_stop(tmp_path, monkeypatch):
    async def main() -> None:
        cable, heard = kit.Cable(tmp_path / "tty"), kit.Heard()
        host = cable.plug()
        closing, may_close, closed = (threading.Event() for _ in range(3))

        def slow_close(fd: int) -> None:
            closing.set()
            may_close.wait()
            close_tty(fd)
            closed.set()

        monkeypatch.setattr(tty, "close_tty", slow_close)
        link = tty_link(heard, cable.path, stop_limit_ms=50)
        link.start()
        await heard.until_opened()
        await link.stop()
        assert heard.log[-1] == ("closed", "stopped")
        assert link._task.done()
        assert closing.is_set()
        assert not closed.is_set()
        may_close.set()
        assert await asyncio.to_thread(closed.wait, 5)
        host.close()

    kit.run(main)


def test_the_line_is_not_opened_again_before_its_close_has_ended(tmp_path, monkeypatch):
    async def main() -> None:
        cable, heard = kit.Cable(tmp_path / "tty"), kit.Heard()
        host = cable.plug()
        may_close, order = threading.Event(), []

        def slow_close(fd: int) -> None:
            may_close.wait()
            order.append("closed")
            close_tty(fd)

        def noted_open(path: str, baud: int | None) -> int:
            order.append("open")
            return open_tty(path, baud)

        monkeypatch.setattr(tty, "close_tty", slow_close)
        monkeypatch.setattr(tty, "open_tty", noted_open)
        link = tty_link(heard, cable.path)
        link.start()
        await heard.until_opened()
        host.close()
        await heard.until_closed()
        host = cable.plug()
        may_close.set()
        await heard.until_opened(2)
        assert order[:3] == ["open", "closed", "open"]
        await link.stop()
        host.close()

    kit.run(main)


def test_an_open_that_hangs_does_not_hold_stop_and_its_descriptor_is_closed(tmp_path, monkeypatch):
    async def main() -> None:
        cable, heard = kit.Cable(tmp_path / "tty"), kit.Heard()
        host = cable.plug()
        opening, may_open, closed = (threading.Event() for _ in range(3))

        def slow_open(path: str, baud: int | None) -> int:
            opening.set()
            may_open.wait()
            return open_tty(path, baud)

        def noted_close(fd: int) -> None:
            close_tty(fd)
            closed.set()

        monkeypatch.setattr(tty, "open_tty", slow_open)
        monkeypatch.setattr(tty, "close_tty", noted_close)
        link = tty_link(heard, cable.path, stop_limit_ms=50)
        link.start()
        assert await asyncio.to_thread(opening.wait, 5)
        await link.stop()
        assert heard.log == []
        may_open.set()
        assert await asyncio.to_thread(closed.wait, 5)
        host.close()

    kit.run(main)


def test_a_peer_that_reads_nothing_costs_bounded_memory_and_no_time(tmp_path):
    async def main() -> None:
        cable, heard = kit.Cable(tmp_path / "tty"), kit.Heard()
        host = cable.plug()
        link = tty_link(heard, cable.path)
        link.start()
        wire = await heard.until_opened()
        sent, line = 0, b"x" * 199 + b"\n"
        while wire.room() >= len(line):
            wire.send(line)
            sent += len(line)
        assert 64_000 < sent < 128_000
        for _ in range(100):
            wire.send(line)
        assert link.describe().dropped == 100
        host.listen()  # late, but nothing taken is lost
        assert await host.until_data(sent) == line * (sent // len(line))
        await link.stop()
        host.close()

    kit.run(main)


def test_stop_with_unread_output_ends_in_time(tmp_path):
    async def main() -> None:
        cable, heard = kit.Cable(tmp_path / "tty"), kit.Heard()
        host = cable.plug()
        link = tty_link(heard, cable.path)
        link.start()
        wire = await heard.until_opened()
        wire.send(b"x" * 60_000 + b"\n")
        async with asyncio.timeout(3):
            await link.stop()
        host.close()

    kit.run(main)


def test_output_that_stands_still_while_input_flows_reopens_the_line(tmp_path):
    async def main() -> None:
        cable, heard = kit.Cable(tmp_path / "tty"), kit.Heard()
        host = cable.plug()
        seconds = itertools.count(step=3_000_000_000)
        link = tty_link(heard, cable.path, now_ns=lambda: next(seconds))
        link.start()
        wire = await heard.until_opened()
        while wire.room() >= 4096:
            wire.send(b"x" * 4095 + b"\n")
        for byte in itertools.count(1):  # until the kernel is full, and 12 s from there
            await host.write(b"?")
            await heard.until(lambda n=byte: len(heard.data) == n or heard.count("closed") > 0)
            if heard.count("closed"):
                break
        assert len(heard.data) >= 4
        assert "stands still" in await heard.until_closed()
        await heard.until_opened(2)
        assert link.describe().stuck == 1
        await link.stop()
        host.close()

    kit.run(main)


def test_output_that_nobody_reads_is_no_reason_to_reopen_while_the_host_is_silent(tmp_path):
    async def main() -> None:
        cable, heard = kit.Cable(tmp_path / "tty"), kit.Heard()
        host = cable.plug()
        link = tty_link(heard, cable.path, now_ns=lambda: 0)
        link.start()
        wire = await heard.until_opened()
        wire.send(b"x" * 60_000 + b"\n")
        await host.write(b"first words after a year")
        await heard.until_data(24)
        assert heard.count("closed") == 0
        await link.stop()
        host.close()

    kit.run(main)


def test_close_on_a_tty_drops_the_output_and_keeps_the_line(tmp_path):
    async def main() -> None:
        cable, heard = kit.Cable(tmp_path / "tty"), kit.Heard()
        host = cable.plug()
        link = tty_link(heard, cable.path)
        link.start()
        wire = await heard.until_opened()
        wire.send(b"x" * 60_000 + b"\n")
        wire.close("session expired")
        assert wire.room() > 65_000
        wire.send(b"fresh\n")
        host.listen()
        await host.until(lambda: host.data.endswith(b"\n"))
        kept, _, last = bytes(host.data).removesuffix(b"\n").rpartition(b"\n")
        assert set(kept) == {ord("x")}
        assert last == b"fresh"
        assert len(kept) < 60_000
        assert heard.count("closed") == 0
        await link.stop()
        host.close()

    kit.run(main)


def test_paused_reading_leaves_the_input_to_the_kernel(tmp_path):
    async def main() -> None:
        cable, heard = kit.Cable(tmp_path / "tty"), kit.Heard()
        host = cable.plug()
        heard.on_opened = lambda wire: wire.pause_reading()
        link = tty_link(heard, cable.path)
        link.start()
        wire = await heard.until_opened()
        host.listen()
        await host.write(b"early\n")
        wire.send(b"still sending\n")
        await host.until_data(14)
        assert heard.data == b""
        wire.resume_reading()
        wire.resume_reading()
        assert await heard.until_data(6) == b"early\n"
        await link.stop()
        host.close()

    kit.run(main)


@pytest.mark.parametrize("where", ["on_opened", "on_received", "on_closed"])
def test_a_handler_that_fails_costs_the_wire_and_never_the_link(tmp_path, where, caplog):
    async def main() -> None:
        cable, heard = kit.Cable(tmp_path / "tty"), kit.Heard()
        host = cable.plug()
        faults = iter([True])

        def fail_once(*_: object) -> None:
            if next(faults, False):
                raise ZeroDivisionError

        setattr(heard, where, fail_once)
        link = tty_link(heard, cable.path)
        link.start()
        await heard.until_opened()
        if where == "on_received":
            await host.write(b"poison\n")
        if where == "on_closed":
            host.close()
            await heard.until_closed()
            host = cable.plug()
        await heard.until_opened(2)
        heard.data.clear()
        await host.write(b"after\n")
        assert await heard.until_data(6) == b"after\n"
        assert [kind for kind, _ in heard.log] == ["opened", "closed", "opened"]
        assert link.describe().faults == 1
        await link.stop()
        host.close()

    kit.run(main)
    assert "ZeroDivisionError" in caplog.text


def test_an_unexpected_exception_while_opening_is_survived(tmp_path, monkeypatch):
    async def main() -> None:
        cable, heard = kit.Cable(tmp_path / "tty"), kit.Heard()
        host = cable.plug()
        faults = iter([RuntimeError("one"), RuntimeError("two")])

        def sometimes(path: str, baud: int | None) -> int:
            fault = next(faults, None)
            if fault is not None:
                raise fault
            return open_tty(path, baud)

        monkeypatch.setattr(tty, "open_tty", sometimes)
        link = tty_link(heard, cable.path)
        link.start()
        await heard.until_opened()
        assert link.describe().faults == 2
        await link.stop()
        host.close()

    kit.run(main)


def test_a_missing_node_is_logged_once_and_used_when_it_appears(tmp_path, caplog):
    caplog.set_level(logging.INFO)

    async def main() -> None:
        cable, heard, tries = kit.Cable(tmp_path / "tty"), kit.Heard(), kit.Changes()
        link = tty_link(heard, cable.path)
        asked = []
        real_open = link._open

        def counted() -> int:
            asked.append(1)
            loop.call_soon_threadsafe(tries.changed)
            return real_open()

        loop = asyncio.get_running_loop()
        link._open = counted
        link.start()
        await tries.until(lambda: len(asked) >= 5)
        assert not link.describe().up
        assert "No such file" in link.describe().detail
        host = cable.plug()
        await heard.until_opened()
        assert link.describe().up
        await link.stop()
        host.close()

    kit.run(main)
    lines = [r.getMessage() for r in caplog.records if r.name.startswith("showdown_unit.links")]
    assert [line.rpartition("tty: ")[2].split(":")[0] for line in lines] == ["down", "up", "down"]


def test_a_locked_port_names_its_holder(tmp_path):
    async def main() -> None:
        cable, heard = kit.Cable(tmp_path / "tty"), kit.Heard()
        host = cable.plug()
        other = open_tty(str(cable.path))
        with pytest.raises(LinkError, match=rf"in use by .*\b{os.getpid()}\b"):
            open_tty(str(cable.path))
        link = tty_link(heard, cable.path)
        link.start()
        close_tty(other)
        await heard.until_opened()
        with pytest.raises(LinkError, match="in use by"):
            open_tty(str(cable.path))
        await link.stop()
        host.close()

    kit.run(main)


def test_the_port_is_marked_exclusive_while_open_and_free_afterwards(tmp_path):
    async def main() -> None:
        host = (cable := kit.Cable(tmp_path / "tty")).plug()
        watcher = os.open(cable.slave, os.O_RDWR | os.O_NOCTTY)
        fd = open_tty(str(cable.path))
        assert exclusive(watcher)
        close_tty(fd)
        assert not exclusive(watcher)
        os.close(watcher)
        host.close()

    kit.run(main)


def test_an_exclusive_port_is_said_to_be_in_use(tmp_path, monkeypatch):
    def refused(path: str, flags: int) -> int:
        raise OSError(16, "Device or resource busy", path)

    monkeypatch.setattr(os, "open", refused)
    with pytest.raises(LinkError, match="in use by another program"):
        open_tty("/dev/ttyGS0")


def test_somebody_elses_port_keeps_its_settings(tmp_path):
    async def main() -> None:
        host = (cable := kit.Cable(tmp_path / "tty")).plug()
        other = os.open(cable.slave, os.O_RDWR | os.O_NOCTTY)
        fcntl.flock(other, fcntl.LOCK_EX)
        before = termios.tcgetattr(other)
        with pytest.raises(LinkError):
            open_tty(str(cable.path), 9600)
        assert termios.tcgetattr(other) == before
        os.close(other)
        host.close()

    kit.run(main)


def test_a_uart_gets_its_speed_and_no_flow_control(tmp_path):
    async def main() -> None:
        host = (cable := kit.Cable(tmp_path / "tty")).plug()
        fd = open_tty(str(cable.path), 115200)
        _, _, cflag, _, ispeed, ospeed, _ = termios.tcgetattr(fd)
        assert (ispeed, ospeed) == (termios.B115200, termios.B115200)
        unwanted = termios.CRTSCTS | termios.HUPCL | termios.CSTOPB | termios.PARENB
        assert cflag & unwanted == 0
        assert cflag & termios.CLOCAL
        close_tty(fd)
        host.close()

    kit.run(main)


def test_a_speed_that_does_not_exist_and_a_file_are_refused_with_reasons(tmp_path):
    async def main() -> None:
        host = (cable := kit.Cable(tmp_path / "tty")).plug()
        with pytest.raises(LinkError, match="115201 baud"):
            open_tty(str(cable.path), 115201)
        (tmp_path / "file").touch()
        with pytest.raises(LinkError, match="no serial line"):
            open_tty(str(tmp_path / "file"))
        host.close()

    kit.run(main)


def test_settings_are_never_touched_after_the_open(tmp_path, monkeypatch):
    async def main() -> None:
        cable, heard = kit.Cable(tmp_path / "tty"), kit.Heard()
        host = cable.plug()
        link = tty_link(heard, cable.path)
        link.start()
        wire = await heard.until_opened()
        host.listen()
        calls: list[str] = []
        for name in ("tcsetattr", "tcflush", "tcdrain", "tcflow", "tcsendbreak"):
            monkeypatch.setattr(termios, name, lambda *_, name=name: calls.append(name))
        await host.write(b"in\n")
        await heard.until_data(3)
        wire.send(b"out\n")
        await host.until_data(4)
        wire.close("session expired")
        await link.stop()
        assert calls == []
        host.close()

    kit.run(main)
