"""Benches as a host finds them: those that live and have their port, and nothing of others."""

from __future__ import annotations

import fcntl
import logging
import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from showdown_bench.listing import listed
from showdown_host import benches
from showdown_host.find import Found, bench_units, own_unit
from showdown_protocol.registry import Listing, file_of


@pytest.fixture
def pty() -> Iterator[str]:
    master, slave = os.openpty()
    yield os.ttyname(slave)
    os.close(slave)
    os.close(master)


@pytest.fixture
def environ(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    return {"XDG_RUNTIME_DIR": str(tmp_path)}


def bench(port: str, serial: str = "bench-1", name: str = "Table 1") -> Listing:
    return Listing(port=port, serial=serial, name=name, pid=os.getpid())


def files(environ: dict[str, str]) -> list[str]:
    return [path.name for path in (Path(environ["XDG_RUNTIME_DIR"]) / "showdown-unit").iterdir()]


def test_a_bench_is_found_while_it_is_listed(environ: dict[str, str], pty: str) -> None:
    assert benches.running(environ) == []
    with listed(bench(pty), environ):
        assert benches.running(environ) == [bench(pty)]
        assert bench_units() == [
            Found(pty, "bench-1", kind="bench", name="Table 1", pid=os.getpid())
        ]
    assert benches.running(environ) == []


def test_several_come_by_name(environ: dict[str, str], pty: str) -> None:
    with ExitStack() as stack:
        for name in ("Table 2", "Table 1", "bench-ab"):
            stack.enter_context(listed(bench(pty, serial=name, name=name), environ))
        assert [one.name for one in bench_units()] == ["Table 1", "Table 2", "bench-ab"]


def test_what_a_dead_bench_left_behind_is_removed(environ: dict[str, str], pty: str) -> None:
    with listed(bench(pty), environ):
        folder = Path(environ["XDG_RUNTIME_DIR"]) / "showdown-unit"
        dead = folder / f"{os.getpid()}-dead.json"  # its pid lives: the lock tells, not the pid
        dead.write_bytes(file_of(bench(pty, name="dead")))
        assert [one.name for one in benches.running(environ)] == ["Table 1"]
        assert not dead.exists()
        assert len(files(environ)) == 1


def test_a_bench_without_its_port_is_not_offered_and_not_removed(
    environ: dict[str, str], tmp_path: Path
) -> None:
    with listed(bench(str(tmp_path / "gone")), environ):
        assert benches.running(environ) == []
        assert len(files(environ)) == 1
    (tmp_path / "file").touch()
    with listed(bench(str(tmp_path / "file")), environ):
        assert benches.running(environ) == []


def test_a_file_that_says_nothing_costs_nothing(environ: dict[str, str], pty: str) -> None:
    with listed(bench(pty), environ):
        folder = Path(environ["XDG_RUNTIME_DIR"]) / "showdown-unit"
        with (folder / "1-a.json").open("wb") as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            held.write(b"\xff" * 10_000)
            held.flush()
            assert benches.running(environ) == [bench(pty)]
        os.mkfifo(folder / "2-b.json")
        (folder / "3-c.json").symlink_to("/dev/zero")
        (folder / "4-d.json").mkdir()
        (folder / "5-e.new").touch()
        assert benches.running(environ) == [bench(pty)]


@pytest.mark.parametrize("text", ["/dev/tty\0", "/dev/tty\033[2J", "/dev/tty\n/dev/ttyX"])
def test_a_listing_that_is_no_text_for_people_is_none(environ: dict[str, str], text: str) -> None:
    with listed(bench(text), environ), listed(bench("/dev/null", name=text), environ):
        assert bench_units() == []


def test_two_readers_at_once_do_not_keep_the_dead_alive(environ: dict[str, str], pty: str) -> None:
    folder = Path(environ["XDG_RUNTIME_DIR"]) / "showdown-unit"
    folder.mkdir(mode=0o700)
    dead = folder / "1-dead.json"
    dead.write_bytes(file_of(bench(pty)))
    with dead.open("rb") as other:
        fcntl.flock(other, fcntl.LOCK_SH)
        assert benches.running(environ) == []
    assert not dead.exists()


def test_a_folder_that_others_can_write_is_not_read(
    environ: dict[str, str], pty: str, caplog: pytest.LogCaptureFixture
) -> None:
    with listed(bench(pty), environ):
        folder = Path(environ["XDG_RUNTIME_DIR"]) / "showdown-unit"
        folder.chmod(0o777)
        with caplog.at_level(logging.WARNING):
            assert benches.running(environ) == []
        assert "can be written by other users" in caplog.text
        folder.chmod(0o700)


def test_another_users_folder_is_not_read(
    environ: dict[str, str], pty: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with listed(bench(pty), environ):
        monkeypatch.setattr(benches.os, "getuid", lambda: os.geteuid() + 1)
        assert benches.running(environ) == []


def test_the_daemons_own_socket_is_a_unit_where_it_is_one(tmp_path: Path) -> None:
    import socket

    path = tmp_path / "showdown.sock"
    assert own_unit(str(path)) == []
    path.touch()
    assert own_unit(str(path)) == []
    path.unlink()
    with socket.socket(socket.AF_UNIX) as daemon:
        daemon.bind(str(path))
        assert own_unit(str(path)) == [Found(f"unix:{path}", None, kind="socket")]


def test_the_hosts_path_of_the_socket_is_the_daemons_default() -> None:
    from showdown_protocol.registry import DAEMON_SOCKET
    from showdown_unit.config import load

    assert load().links.unix == DAEMON_SOCKET
