from __future__ import annotations

import asyncio
import os
import socket
import stat
from pathlib import Path
from typing import Any

import pytest

import links_kit as kit
from showdown_unit.links import unix
from showdown_unit.links.status import LinkError
from showdown_unit.links.unix import UnixLink


def unix_link(heard: kit.Heard, path: Path, **options: Any) -> UnixLink:
    return UnixLink(asyncio.get_running_loop(), heard, path, **options)


def connect(path: Path) -> kit.Host:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as peer:
        peer.connect(os.fspath(path))
        return kit.Host(peer.detach())


def shut_write(host: kit.Host) -> None:
    with socket.socket(fileno=os.dup(host.fd)) as peer:
        peer.shutdown(socket.SHUT_WR)


def test_every_byte_passes_unchanged_both_ways(tmp_path):
    async def main() -> None:
        path, heard = tmp_path / "sock", kit.Heard()
        link = unix_link(heard, path)
        link.start()
        host = connect(path).listen()
        wire = await heard.until_opened()
        await host.write(kit.EVERY_BYTE * 40)
        assert await heard.until_data(10_240) == kit.EVERY_BYTE * 40
        assert max(heard.chunks) <= 4096
        wire.send(kit.EVERY_BYTE + b"\n")
        assert await host.until_data(257) == kit.EVERY_BYTE + b"\n"
        host.close()
        await heard.until_closed()
        await link.stop()

    kit.run(main)


def test_the_socket_has_its_mode_whatever_the_umask(tmp_path):
    async def main() -> None:
        path, heard = tmp_path / "sock", kit.Heard()
        before = os.umask(0o077)
        try:
            link = unix_link(heard, path)
            link.start()
        finally:
            os.umask(before)
        assert stat.S_IMODE(path.stat().st_mode) == 0o660
        await link.stop()
        assert list(tmp_path.iterdir()) == []

    kit.run(main)


def test_connections_are_told_apart_and_close_alone(tmp_path):
    async def main() -> None:
        path, heard = tmp_path / "sock", kit.Heard()
        link = unix_link(heard, path)
        link.start()
        hosts = []
        for times in (1, 2, 3):
            hosts.append(connect(path).listen())
            await heard.until_opened(times)
        assert [wire.name for wire in heard.wires] == ["unix:1", "unix:2", "unix:3"]
        heard.wires[1].close("like HTTP")
        await hosts[1].until_ended()
        assert heard.log[-1] == ("closed", "like HTTP")
        heard.wires[0].send(b"first\n")
        heard.wires[2].send(b"third\n")
        assert await hosts[0].until_data(6) == b"first\n"
        assert await hosts[2].until_data(6) == b"third\n"
        assert link.describe().connections == 2
        await link.stop()
        await hosts[0].until_ended()
        await hosts[2].until_ended()
        assert heard.log[-2:] == [("closed", "stopped")] * 2
        for host in hosts:
            host.close()

    kit.run(main)


def test_connections_above_the_maximum_are_refused_until_one_leaves(tmp_path, caplog):
    async def main() -> None:
        path, heard = tmp_path / "sock", kit.Heard()
        link = unix_link(heard, path, max_connections=2)
        link.start()
        hosts = [connect(path).listen() for _ in range(4)]
        await hosts[2].until_ended()
        await hosts[3].until_ended()
        assert heard.count("opened") == 2
        assert link.describe().refused == 2
        hosts[0].close()
        await heard.until_closed()
        hosts.append(connect(path).listen())
        wire = await heard.until_opened(3)
        wire.send(b"welcome\n")
        await hosts[4].until_data(8)
        hosts.append(connect(path).listen())
        await hosts[5].until_ended()
        await link.stop()
        for host in hosts:
            host.close()

    kit.run(main)
    assert len(caplog.records) == 2  # one each time it became full


def test_a_socket_file_that_nobody_answers_on_is_replaced(tmp_path):
    async def main() -> None:
        path, heard = tmp_path / "sock", kit.Heard()
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as dead:
            dead.bind(os.fspath(path))
        assert path.is_socket()
        link = unix_link(heard, path)
        link.start()
        host = connect(path)
        await heard.until_opened()
        host.close()
        await link.stop()

    kit.run(main)


def test_a_second_server_is_refused_and_the_first_goes_on(tmp_path):
    async def main() -> None:
        path, heard = tmp_path / "sock", kit.Heard()
        first, second = unix_link(heard, path), unix_link(heard, path)
        first.start()
        with pytest.raises(LinkError, match="in use"):
            second.start()
        await second.stop()
        host = connect(path)
        await heard.until_opened(2)  # the second one's question, and this
        host.close()
        await first.stop()
        assert not path.exists()

    kit.run(main)


def test_stop_leaves_a_socket_that_is_somebody_elses_by_now(tmp_path):
    async def main() -> None:
        path, heard = tmp_path / "sock", kit.Heard()
        link = unix_link(heard, path)
        link.start()
        path.rename(tmp_path / "aside")  # its inode must not be used again
        other = unix_link(heard, path)
        other.start()
        await link.stop()
        assert path.is_socket()
        await other.stop()
        assert not path.exists()

    kit.run(main)


def test_what_is_no_socket_is_never_replaced_and_errors_name_the_path(tmp_path):
    async def main() -> None:
        file, heard = tmp_path / "file", kit.Heard()
        file.write_text("precious")
        with pytest.raises(LinkError, match="no socket"):
            unix_link(heard, file).start()
        assert file.read_text() == "precious"
        for path in (tmp_path / "missing" / "sock", tmp_path / ("x" * 120)):
            with pytest.raises(LinkError, match="cannot listen"):
                unix_link(heard, path).start()

    kit.run(main)


def test_a_peer_that_vanishes_in_the_middle_of_a_write_costs_only_its_wire(tmp_path):
    async def main() -> None:
        path, heard = tmp_path / "sock", kit.Heard()
        link = unix_link(heard, path)
        link.start()
        host, other = connect(path), connect(path).listen()
        await heard.until_opened(2)
        wire, other_wire = heard.wires
        wire.pause_reading()  # so that only the write can notice
        while wire.room() > 60_000:
            wire.send(b"x" * 9_999 + b"\n")
        host.close()
        reason = await heard.until_closed()
        assert reason.startswith("write: ")
        wire.send(b"into the void\n")
        other_wire.send(b"still here\n")
        assert await other.until_data(11) == b"still here\n"
        assert heard.count("closed") == 1
        other.close()
        await link.stop()

    kit.run(main)


def test_a_peer_that_reads_nothing_costs_bounded_memory_and_stop_ends_in_time(tmp_path):
    async def main() -> None:
        path, heard = tmp_path / "sock", kit.Heard()
        link = unix_link(heard, path)
        link.start()
        host = connect(path)
        wire = await heard.until_opened()
        sent = 0
        while wire.room() >= 1000:
            wire.send(b"x" * 999 + b"\n")
            sent += 1000
        assert sent < 1_000_000
        async with asyncio.timeout(3):
            await link.stop()
        host.close()

    kit.run(main)


def test_a_peer_that_has_finished_asking_still_gets_its_answer(tmp_path, monkeypatch):
    async def main() -> None:
        monkeypatch.setattr(unix, "LAST_WORDS_S", 0.01)
        path, heard = tmp_path / "sock", kit.Heard()
        link = unix_link(heard, path)
        link.start()
        host = connect(path).listen()
        wire = await heard.until_opened()
        await host.write(b"ping\n")
        shut_write(host)
        await heard.until_data(5)
        while wire._reading:
            await asyncio.sleep(0)
        wire.resume_reading()
        wire.send(b"pong\n")
        assert await host.until_data(5) == b"pong\n"
        assert await heard.until_closed() == "hung up"
        await host.until_ended()
        host.close()
        await link.stop()

    kit.run(main)


def test_a_failing_handler_costs_one_connection(tmp_path, caplog):
    async def main() -> None:
        path, heard = tmp_path / "sock", kit.Heard()
        faults = iter([ValueError("opened"), ValueError("closed")])

        def fail_once(*_: object) -> None:
            fault = next(faults, None)
            if fault is not None:
                raise fault

        heard.on_opened = heard.on_closed = fail_once
        link = unix_link(heard, path)
        link.start()
        first = connect(path).listen()
        await first.until_ended()
        second = connect(path)
        await heard.until_opened(2)
        await second.write(b"works\n")
        await heard.until_data(6)
        assert link.describe().faults == 2
        assert heard.count("closed") == 1
        first.close()
        second.close()
        await link.stop()

    kit.run(main)


def test_without_descriptors_left_it_waits_and_listens_again(tmp_path, monkeypatch, caplog):
    async def main() -> None:
        path, heard = tmp_path / "sock", kit.Heard()
        monkeypatch.setattr(unix, "ACCEPT_RETRY_S", 0.01)
        link = unix_link(heard, path)
        link.start()
        tries, fault = [], OSError(24, "Too many open files")

        class Poor:
            def __getattr__(self, name: str) -> Any:
                return getattr(server, name)

            def accept(self) -> Any:
                tries.append(1)
                raise fault

        server, link._server = link._server, Poor()
        host = connect(path)
        while not tries:
            await asyncio.sleep(0)
        for _ in range(100):
            await asyncio.sleep(0)
        assert len(tries) < 20  # one each 10 ms, not one each turn
        link._server = server
        await heard.until_opened()
        host.close()
        await link.stop()

    kit.run(main)
