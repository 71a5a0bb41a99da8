"""The history's files: damage, cut lines, full disks, several processes, private and joined."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

import scale
from history_kit import HOLD, SERIAL, armed, key, line, won
from showdown_host.errors import StoreError
from showdown_host.folders import data_folder
from showdown_host.history_rows import Fold
from showdown_host.history_store import HistoryStore, default_history
from showdown_host.locks import try_lock


@pytest.fixture
def store(tmp_path: Path) -> HistoryStore:
    return HistoryStore(tmp_path / "history", now_ms=lambda: 7)


def read(store: HistoryStore, serial: str | None = None) -> Fold:
    state = Fold()
    store.read(state, serial)
    return state


def file_of(store: HistoryStore) -> Path:
    (path,) = store.folder.iterdir()
    return path


def test_what_is_noted_is_there_once_and_with_its_time(store: HistoryStore) -> None:
    for _ in range(2):
        assert store.note(SERIAL, won()) == []
    assert len(file_of(store).read_bytes().splitlines()) == 1
    (row,) = read(store).in_order()
    assert (row.key, row.seen_ms) == (key(0), 7)


def test_a_replayed_answer_is_no_version_of_its_own(store: HistoryStore) -> None:
    store.note(SERIAL, replace(won(), replay=False))
    store.note(SERIAL, replace(won(), replay=True))
    store.note(SERIAL, won())
    assert len(file_of(store).read_bytes().splitlines()) == 1


def test_the_commitment_stands_beside_the_record(store: HistoryStore) -> None:
    store.note(SERIAL, armed())
    found = store.note(SERIAL, won(hold_sha256="f" * 64))
    assert len(found) == 1
    assert HOLD[:16] in found[0]
    assert [one.record.hold_sha256 for one in store.find(key(0)) if one.record] == [HOLD, "f" * 64]
    assert read(store).problems == found  # and again at every reading


def test_what_was_published_first_can_be_asked_for_by_key(store: HistoryStore) -> None:
    store.note(SERIAL, armed())
    store.note(SERIAL, won(hold_sha256="f" * 64))
    store.note("b", won(1, hold_sha256=HOLD))
    assert store.published(key(0)) == [(SERIAL, HOLD, 7, True)]
    assert store.published(key(1)) == [("b", HOLD, 7, False)]
    assert store.published(key(2)) == []


def test_nobody_else_may_read_it(store: HistoryStore) -> None:
    store.note(SERIAL, won())
    assert stat.S_IMODE(file_of(store).stat().st_mode) == 0o600
    assert stat.S_IMODE(store.folder.stat().st_mode) == 0o700


def test_units_stand_in_files_of_their_own_whatever_they_are_called(store: HistoryStore) -> None:
    serials = ["A", "a", "../../etc/passwd", "é" * 90, ""]
    for serial in serials:
        store.note(serial, won())
    assert len(list(store.folder.iterdir())) == len(serials)
    assert {row.serial for row in read(store).in_order()} == set(serials)
    assert [row.serial for row in read(store, "a").in_order()] == ["a"]


@pytest.mark.parametrize("damage", [b"\0" * 40, b"{", b"garbage*00000000", b"\xff\xfe"])
def test_a_damaged_line_loses_no_other_and_is_told(store: HistoryStore, damage: bytes) -> None:
    store.append(SERIAL, [line(won(number)) for number in range(3)])
    path = file_of(store)
    lines = path.read_bytes().splitlines()
    path.write_bytes(b"\n".join([lines[0], damage, lines[2], b""]))
    state = read(store)
    assert [row.key for row in state.in_order()] == [key(0), key(2)]
    (problem,) = state.problems
    assert f"{path}: 1 of its lines (line 2) cannot be understood" in problem
    assert "--full" in problem
    store.note(SERIAL, won(1))
    assert len(read(store).rows) == 3


def test_a_damaged_file_loses_no_other(store: HistoryStore) -> None:
    store.note("a", won())
    path = file_of(store)
    store.note("b", won())
    path.write_bytes(os.urandom(5000).replace(b"\n", b"x") + b"\n")
    assert [row.serial for row in read(store).in_order()] == ["b"]


def test_a_line_cut_anywhere_is_not_there_and_the_next_one_is(store: HistoryStore) -> None:
    store.append(SERIAL, [line(won(0)), line(won(1))])
    path = file_of(store)
    whole = path.read_bytes()
    first = whole.index(b"\n") + 1
    for size in range(first, len(whole), scale.count(11, 1)):
        path.write_bytes(whole[:size])
        state = read(store)
        assert ([row.key for row in state.in_order()], state.problems) == ([key(0)], []), size
        store.note(SERIAL, won(2))
        state = read(store)
        assert [row.key for row in state.in_order()] == [key(0), key(2)]
        assert state.problems == []


def test_a_full_disk_leaves_the_file_as_it_was(
    store: HistoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.note(SERIAL, won(0))
    before = file_of(store).read_bytes()

    def full(_fd: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(StoreError, match=r"cannot be written: .*No space.*SHOWDOWN_DATA_DIR"):
            store.note(SERIAL, won(1))
    assert file_of(store).read_bytes() == before


def test_a_long_file_is_searched_over_the_ends_of_its_pieces(
    store: HistoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("showdown_host.history_store._BLOCK", 333)
    store.append(SERIAL, [line(won(number)) for number in range(20)])
    assert len(read(store).rows) == 20
    for number in range(20):
        assert len(store.find(key(number))) == 1


WRITER = """
import sys
from pathlib import Path
from history_kit import SERIAL, won
from showdown_host.history_store import HistoryStore
store, first = HistoryStore(Path(sys.argv[1])), int(sys.argv[2])
for number in range(first, first + 25):
    store.note(SERIAL, won(number))
"""


def test_processes_at_once_lose_nothing(store: HistoryStore) -> None:
    words = [sys.executable, "-c", WRITER, str(store.folder)]
    paths = os.pathsep.join(sys.path)
    writers = [
        subprocess.Popen([*words, str(25 * n)], env=os.environ | {"PYTHONPATH": paths})
        for n in range(4)
    ]
    assert [writer.wait(15) for writer in writers] == [0, 0, 0, 0]
    state = read(store)
    assert sorted(row.key for row in state.in_order()) == [key(n) for n in range(100)]
    assert state.problems == []


def test_a_process_that_keeps_the_lock_is_waited_for_not_for_ever(store: HistoryStore) -> None:
    store.note(SERIAL, won(0))
    store.patience_s = 0.05
    with file_of(store).open("rb") as file:
        try_lock(file)
        with pytest.raises(StoreError, match="cannot be written"):
            store.note(SERIAL, won(1))
    store.note(SERIAL, won(1))
    assert len(read(store).rows) == 2


def test_where_nothing_was_read_yet_there_is_nothing(store: HistoryStore) -> None:
    assert read(store).in_order() == []
    assert read(store, SERIAL).in_order() == []
    assert store.find(key(0)) == []


def test_the_folder_of_each_platform(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("SHOWDOWN_DATA_DIR", "SHOWDOWN_STATE_DIR", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", "/home/ana")
    monkeypatch.setattr(sys, "platform", "linux")
    assert data_folder() == Path("/home/ana/.local/share/showdown")
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    assert data_folder() == Path("/home/ana/.local/share/showdown")
    monkeypatch.setenv("SHOWDOWN_STATE_DIR", str(tmp_path / "s"))
    assert default_history() == tmp_path / "s" / "history"
    monkeypatch.setenv("SHOWDOWN_DATA_DIR", str(tmp_path / "d"))
    assert default_history() == tmp_path / "d" / "history"
