from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest

import links_kit as kit
from showdown_unit.links import pty
from showdown_unit.links.pty import PtyLink
from showdown_unit.links.status import LinkError


def pty_link(heard: kit.Heard, symlink: Path | None = None, **options: Any) -> PtyLink:
    loop = asyncio.get_running_loop()
    return PtyLink(loop, heard, symlink=symlink, retry_first_ms=1, retry_last_ms=4, **options)


def test_a_host_finds_a_raw_line_through_the_symlink(tmp_path):
    async def main() -> None:
        path, heard = tmp_path / "unit", kit.Heard()
        link = pty_link(heard, path)
        link.start()
        assert str(path.readlink()) == link.device
        wire = await heard.until_opened()
        assert wire.name == str(path)
        host = kit.Host.on_tty(str(path))
        assert kit.modes(host.fd) == (0, 0, 0, 1, 0)
        host.close()
        await link.stop()

    kit.run(main)


def test_every_byte_passes_unchanged_both_ways():
    async def main() -> None:
        heard = kit.Heard()
        link = pty_link(heard)
        link.start()
        wire = await heard.until_opened()
        assert wire.name == link.device == link.describe().path
        host = kit.Host.on_tty(link.device).listen()
        await host.write(kit.EVERY_BYTE)
        assert await heard.until_data(256) == kit.EVERY_BYTE
        wire.send(kit.EVERY_BYTE + b"\n")
        assert await host.until_data(257) == kit.EVERY_BYTE + b"\n"
        host.close()
        await link.stop()

    kit.run(main)


def test_a_long_line_passes_both_ways():
    async def main() -> None:
        heard = kit.Heard()
        link = pty_link(heard)
        link.start()
        wire = await heard.until_opened()
        host = kit.Host.on_tty(link.device).listen()
        line = bytes(32 + i % 90 for i in range(10_000)) + b"\n"
        await host.write(line)
        assert await heard.until_data(len(line)) == line
        wire.send(line)
        assert await host.until_data(len(line)) == line
        host.close()
        await link.stop()

    kit.run(main)


def test_hosts_come_and_go_unnoticed_and_cost_no_wake_ups(monkeypatch):
    async def main() -> None:
        heard = kit.Heard()
        link = pty_link(heard)
        link.start()
        await heard.until_opened()
        for times in (1, 2, 3):
            host = kit.Host.on_tty(link.device)
            await host.write(b"ping\n")
            await heard.until_data(5 * times)
            host.close()
        reads, real_read = [], os.read
        monkeypatch.setattr(os, "read", lambda *args: (reads.append(1), real_read(*args))[1])
        for _ in range(1000):
            await asyncio.sleep(0)
        monkeypatch.setattr(os, "read", real_read)
        assert len(reads) <= 1
        assert heard.log == [("opened", link.device)]
        await link.stop()
        assert heard.log[1:] == [("closed", "stopped")]

    kit.run(main)


def test_stop_hangs_up_on_the_host():
    async def main() -> None:
        heard = kit.Heard()
        link = pty_link(heard)
        link.start()
        await heard.until_opened()
        host = kit.Host.on_tty(link.device).listen()
        await link.stop()
        await host.until_ended()
        host.close()

    kit.run(main)


def test_last_words_reach_a_host_that_reads(monkeypatch):
    counts = iter([0, 9, 0])  # the kernel passes a write on by a thread of its own, a moment later

    async def main() -> None:
        heard = kit.Heard()
        link = pty_link(heard)
        link.start()
        wire = await heard.until_opened()
        host = kit.Host.on_tty(link.device).listen()
        wire.send(b"farewell\n")
        monkeypatch.setattr(
            pty, "_unread", lambda fd: next(counts, 0) or (0 if host.data else len(b"farewell\n"))
        )
        await link.stop()
        assert next(counts, None) is None
        await host.until_ended()
        assert bytes(host.data) == b"farewell\n"
        host.close()

    kit.run(main)


def test_output_for_an_absent_host_is_bounded_and_stop_ends_in_time():
    async def main() -> None:
        heard = kit.Heard()
        link = pty_link(heard)
        link.start()
        wire = await heard.until_opened()
        sent = 0
        while wire.room() >= 200:
            wire.send(b"x" * 199 + b"\n")
            sent += 200
        assert sent < 256_000
        async with asyncio.timeout(3):
            await link.stop()

    kit.run(main)


def test_after_close_the_next_host_reads_nothing_stale():
    async def main() -> None:
        heard = kit.Heard()
        link = pty_link(heard)
        link.start()
        wire = await heard.until_opened()
        wire.send(b"stale\n" * 8000)  # fills the kernel, too
        wire.close("session expired")
        host = kit.Host.on_tty(link.device).listen()
        wire.send(b"fresh\n")
        await host.until(lambda: host.data.endswith(b"fresh\n"))
        assert bytes(host.data) == b"\nfresh\n"
        assert heard.count("closed") == 0
        host.close()
        await link.stop()

    kit.run(main)


def test_a_failing_handler_gets_a_new_wire_on_the_same_pty(caplog):
    async def main() -> None:
        heard = kit.Heard()
        faults = iter([ValueError("once")])

        def fail_once(*_: object) -> None:
            for fault in faults:
                raise fault

        heard.on_received = fail_once
        link = pty_link(heard)
        link.start()
        await heard.until_opened()
        host = kit.Host.on_tty(link.device)
        await host.write(b"poison\n")
        await heard.until_opened(2)
        await host.write(b"after\n")
        await heard.until_data(13)
        assert [kind for kind, _ in heard.log] == ["opened", "closed", "opened"]
        assert "ValueError" in heard.log[1][1]
        host.close()
        await link.stop()

    kit.run(main)


def test_stop_removes_the_symlink(tmp_path):
    async def main() -> None:
        path, heard = tmp_path / "unit", kit.Heard()
        link = pty_link(heard, path)
        link.start()
        await link.stop()
        assert list(tmp_path.iterdir()) == []

    kit.run(main)


def test_stop_leaves_a_symlink_that_leads_elsewhere_by_now(tmp_path):
    async def main() -> None:
        path, heard = tmp_path / "unit", kit.Heard()
        link = pty_link(heard, path)
        link.start()
        path.unlink()
        path.symlink_to("/dev/null")
        await link.stop()
        assert str(path.readlink()) == "/dev/null"

    kit.run(main)


def test_a_path_in_use_is_refused_and_left_alone(tmp_path):
    async def main() -> None:
        path, heard = tmp_path / "unit", kit.Heard()
        first, second = pty_link(heard, path), pty_link(heard, path)
        first.start()
        with pytest.raises(LinkError, match="port in use"):
            second.start()
        await second.stop()
        assert str(path.readlink()) == first.device
        await first.stop()
        second.start()  # free by now
        assert str(path.readlink()) == second.device
        await second.stop()

    kit.run(main)


def test_a_symlink_of_a_dead_process_is_replaced(tmp_path):
    async def main() -> None:
        path, heard = tmp_path / "unit", kit.Heard()
        path.symlink_to("/dev/pts/999999")
        link = pty_link(heard, path)
        link.start()
        assert str(path.readlink()) == link.device
        await link.stop()

    kit.run(main)


def test_a_stale_symlink_whose_number_somebody_else_got_is_replaced(tmp_path):
    async def main() -> None:
        path, heard = tmp_path / "unit", kit.Heard()
        cable = kit.Cable(path)
        host = cable.plug()
        os.utime(path, (1, 1), follow_symlinks=False)  # older than the PTY it leads to
        link = pty_link(heard, path)
        link.start()
        assert str(path.readlink()) == link.device
        host.close()
        await link.stop()

    kit.run(main)


def test_what_is_no_symlink_or_leads_to_no_pty_is_never_replaced(tmp_path):
    async def main() -> None:
        heard = kit.Heard()
        file, folder, lead = tmp_path / "file", tmp_path / "folder", tmp_path / "lead"
        file.write_text("precious")
        folder.mkdir()
        lead.symlink_to(file)
        for path, why in ((file, "no symlink"), (folder, "no symlink"), (lead, "no PTY")):
            with pytest.raises(LinkError, match=why):
                pty_link(heard, path).start()
        with pytest.raises(LinkError, match="choose another path"):
            pty_link(heard, tmp_path / "missing" / "unit").start()
        assert file.read_text() == "precious"
        assert lead.readlink() == file
        assert heard.log == []

    kit.run(main)
