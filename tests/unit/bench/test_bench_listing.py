"""The bench in its user's list: there while it runs, never half, never in a folder of others."""

from __future__ import annotations

import fcntl
import logging
import os
import stat
from pathlib import Path

import pytest

from showdown_bench import listing as listings
from showdown_bench.bench import configure, listing_of
from showdown_bench.listing import listed
from showdown_bench.options import Options
from showdown_protocol import registry
from showdown_protocol.registry import Listing

BENCH = Listing(port="/tmp/a/unit", serial="bench-1", name="Table 1", pid=os.getpid())


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / "showdown-unit").iterdir())


def test_a_bench_is_listed_while_it_runs(tmp_path: Path) -> None:
    with listed(BENCH, {"XDG_RUNTIME_DIR": str(tmp_path)}):
        (name,) = names(tmp_path)
        assert name.startswith(f"{os.getpid()}-")
        data = (tmp_path / "showdown-unit" / name).read_bytes()
        assert registry.listing_of(data) == BENCH
    assert names(tmp_path) == []


def test_two_of_one_process_have_a_file_each(tmp_path: Path) -> None:
    environ = {"XDG_RUNTIME_DIR": str(tmp_path)}
    with listed(BENCH, environ), listed(BENCH, environ):
        assert len(names(tmp_path)) == 2


def test_its_file_is_locked_before_it_can_be_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[bool] = []
    rename = Path.rename

    def look(path: Path, to: Path) -> Path:
        with path.open("rb") as other, pytest.raises(BlockingIOError):
            fcntl.flock(other, fcntl.LOCK_SH | fcntl.LOCK_NB)
        seen.append(to.exists())
        assert registry.listing_of(path.read_bytes()) == BENCH
        return rename(path, to)

    monkeypatch.setattr(Path, "rename", look)
    with listed(BENCH, {"XDG_RUNTIME_DIR": str(tmp_path)}):
        assert seen == [False]


def test_the_folder_is_the_users_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        with listed(BENCH, {"XDG_RUNTIME_DIR": str(tmp_path)}):
            mode = (tmp_path / "showdown-unit").stat().st_mode
    finally:
        os.umask(before)
    assert stat.S_IMODE(mode) == 0o700


def test_a_folder_that_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    folder = tmp_path / "showdown-unit"
    folder.mkdir()
    folder.chmod(0o755)
    with listed(BENCH, {"XDG_RUNTIME_DIR": str(tmp_path)}):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_folder_of_others_is_refused_and_the_bench_runs_all_the_same(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listings.os, "getuid", lambda: os.geteuid() + 1)
    (tmp_path / "showdown-unit").mkdir(mode=0o700)
    with caplog.at_level(logging.WARNING), listed(BENCH, {"XDG_RUNTIME_DIR": str(tmp_path)}):
        assert names(tmp_path) == []
    assert "belongs to another user" in caplog.text
    assert "--port /tmp/a/unit" in caplog.text


def test_a_symbolic_link_is_no_folder(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    (tmp_path / "showdown-unit").symlink_to(tmp_path / "elsewhere")
    with caplog.at_level(logging.WARNING), listed(BENCH, {"XDG_RUNTIME_DIR": str(tmp_path)}):
        assert list((tmp_path / "elsewhere").iterdir()) == []
    assert "is no folder" in caplog.text


def test_a_session_folder_that_is_not_there_is_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING), listed(BENCH, {"XDG_RUNTIME_DIR": str(tmp_path / "no")}):
        pass
    assert "set XDG_RUNTIME_DIR" in caplog.text


def test_two_benches_without_options_have_names_and_serials_of_their_own(tmp_path: Path) -> None:
    one, two = (listing_of(configure(Options(), tmp_path / name)) for name in "ab")
    assert one.serial != two.serial
    assert one.name != two.name
    assert one.serial.startswith(one.name)
    assert one == listing_of(configure(Options(), tmp_path / "a"))  # again the same


def test_a_name_that_was_asked_for_wins_over_the_configuration(tmp_path: Path) -> None:
    file = tmp_path / "unit.toml"
    file.write_text('[unit]\nname = "from the file"\n')
    assert configure(Options(config=file), tmp_path).unit.name == "from the file"
    named = Options(config=file, name="Table 2")
    assert configure(named, tmp_path).unit.name == "Table 2"
    assert listing_of(configure(named, tmp_path)).name == "Table 2"
