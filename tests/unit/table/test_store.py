"""Match files: whole lines, one writer, nothing believed that is not understood."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from showdown_table import store
from showdown_table.store import MatchFile, MatchFileBusy, MatchFileError, matches, read

HEADER = {"match": "m", "seed": "s"}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deeper" / "one.match"


def made(path: Path, *records: dict[str, Any]) -> Path:
    with MatchFile.create(path, HEADER) as file:
        for record in records:
            file.append(record)
    return path


def test_what_was_appended_is_read_back(path: Path) -> None:
    made(path, {"do": 1}, {"do": 2, "name": "Žofie"})
    file, stored = MatchFile.open(path)
    file.append({"do": 3})
    file.close()
    assert stored.header["match"] == "m"
    assert stored.records == [{"do": 1}, {"do": 2, "name": "Žofie"}]
    assert read(path).records[-1] == {"do": 3}


@pytest.mark.parametrize("keep", range(1, 9))
def test_a_line_that_was_cut_off_is_dropped_and_written_over(path: Path, keep: int) -> None:
    whole = made(path, {"do": 1}).read_bytes()
    path.write_bytes(whole + b'{"do":2}\n'[:keep])
    assert read(path).records == [{"do": 1}]
    file, stored = MatchFile.open(path)
    assert stored.records == [{"do": 1}]
    file.append({"do": 3})
    file.close()
    assert path.read_bytes() == whole + b'{"do":3}\n'


def test_a_last_block_of_zeros_is_dropped(path: Path) -> None:
    whole = made(path, {"do": 1}).read_bytes()
    path.write_bytes(whole + bytes(100) + b"\n")
    file, stored = MatchFile.open(path)
    file.close()
    assert stored.records == [{"do": 1}]
    assert path.read_bytes() == whole


def test_a_damaged_line_in_the_middle_is_named_and_the_file_kept(path: Path) -> None:
    made(path, {"do": 1}, {"do": 2})
    data = path.read_bytes().replace(b'{"do":1}', b'{"do";1}')
    path.write_bytes(data)
    with pytest.raises(MatchFileError, match=r"one\.match, line 2 is damaged"):
        MatchFile.open(path)
    assert path.read_bytes() == data


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no header"),
        ("hello\n", "no header"),
        ("[1]\n", "no header"),
        ('{"format":"showdown-score","version":1}\n', "its format is 'showdown-score'"),
        ('{"format":"showdown-match","version":2}\n', "version 2, this program reads 1"),
        ('{"format":"showdown-match"}\n', "version None"),
    ],
)
def test_what_is_no_match_of_ours_is_refused_and_kept(path: Path, text: str, says: str) -> None:
    path.parent.mkdir()
    path.write_text(text)
    with pytest.raises(MatchFileError, match=says):
        MatchFile.open(path)
    assert path.read_text() == text


def test_a_file_that_is_not_there_is_named(path: Path) -> None:
    with pytest.raises(MatchFileError, match=r"one\.match cannot be opened: No such file"):
        MatchFile.open(path)


def test_a_file_that_is_there_is_not_overwritten(path: Path) -> None:
    whole = made(path, {"do": 1}).read_bytes()
    with pytest.raises(MatchFileError, match="there already"):
        MatchFile.create(path, HEADER)
    assert path.read_bytes() == whole


def test_one_writer_at_a_time_and_readers_as_many_as_like(path: Path) -> None:
    with MatchFile.create(path, HEADER) as file:
        with pytest.raises(MatchFileBusy, match="another program"):
            MatchFile.open(path)
        assert read(path).records == []
        file.append({"do": 1})
    MatchFile.open(path)[0].close()


def test_a_killed_writer_holds_no_lock(path: Path) -> None:
    made(path)
    program = (
        "import os, sys, pathlib; from showdown_table.store import MatchFile\n"
        "file, _ = MatchFile.open(pathlib.Path(sys.argv[1]))\n"
        "file.append({'do': 1}); os.kill(os.getpid(), 9)"
    )
    ran = subprocess.run([sys.executable, "-c", program, path], check=False)
    assert ran.returncode == -9
    file, stored = MatchFile.open(path)
    file.close()
    assert stored.records == [{"do": 1}]


def test_every_line_is_on_the_disk_before_append_returns(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[bytes] = []
    sync = os.fsync

    def seen(descriptor: int) -> None:
        sync(descriptor)
        if path.exists():
            synced.append(path.read_bytes())

    monkeypatch.setattr(os, "fsync", seen)
    with MatchFile.create(path, HEADER) as file:
        assert path.read_bytes() in synced
        file.append({"do": 1})
        assert synced[-1].endswith(b'{"do":1}\n')


@pytest.mark.parametrize("fails", ["write", "sync"])
def test_a_full_disk_leaves_the_file_as_it_was(
    path: Path, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    full = OSError(errno.ENOSPC, "No space left on device")

    def half(file: Any, data: bytes) -> None:
        file.write(data[:5])
        raise full

    sync, failed = os.fsync, []

    def once(descriptor: int) -> None:
        if not failed:
            failed.append(descriptor)
            raise full
        sync(descriptor)

    with MatchFile.create(path, HEADER) as file:
        whole = path.read_bytes()
        with monkeypatch.context() as patch:
            if fails == "write":
                patch.setattr(store, "_write", half)
            else:
                patch.setattr(os, "fsync", once)
            with pytest.raises(MatchFileError, match=r"nothing was done: .*No space left"):
                file.append({"do": 1})
        assert path.read_bytes() == whole
        file.append({"do": 2})
    assert read(path).records == [{"do": 2}]


def test_matches_are_listed_the_last_written_first(tmp_path: Path) -> None:
    for number, name in enumerate(("old", "new", "middle")):
        made(tmp_path / f"{name}.match")
        stamp = {"old": 1, "middle": 2, "new": 3}[name]
        os.utime(tmp_path / f"{name}.match", (stamp, stamp))
        assert number < 3
    (tmp_path / "other.txt").write_text("")
    assert [path.stem for path in matches(tmp_path)] == ["new", "middle", "old"]
    assert list(matches(tmp_path / "nowhere")) == []


@pytest.mark.parametrize(
    ("environment", "folder"),
    [
        ({"SHOWDOWN_DATA_DIR": "/d", "SHOWDOWN_STATE_DIR": "/s"}, "/d/matches"),
        ({"SHOWDOWN_STATE_DIR": "/s"}, "/s/matches"),
        ({"XDG_DATA_HOME": "/x"}, "/x/showdown/matches"),
        ({"XDG_DATA_HOME": "not/absolute"}, "~/.local/share/showdown/matches"),
        ({}, "~/.local/share/showdown/matches"),
    ],
)
@pytest.mark.skipif(sys.platform != "linux", reason="the XDG rules")
def test_where_matches_stand(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], folder: str
) -> None:
    for name in ("SHOWDOWN_DATA_DIR", "SHOWDOWN_STATE_DIR", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert store.default_folder() == Path(folder).expanduser()


def test_a_header_is_one_line_of_json(path: Path) -> None:
    first = made(path).read_text().splitlines()[0]
    assert json.loads(first) == {"format": "showdown-match", "version": 1, **HEADER}
