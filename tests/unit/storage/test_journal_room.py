from __future__ import annotations

import dataclasses
import errno
import os
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from io import FileIO
from pathlib import Path

import pytest

from showdown_unit.evidence import PACKED_MAX
from showdown_unit.journal import Journal, StorageError
from showdown_unit.journal_room import RESERVE_BYTES, RESERVE_NAME, Room
from showdown_unit.ports import Packed, Step, Stored
from storage_kit import BOOT_B, at_step, begin, crash, write_up_to


def full_while_reserved(
    journal: Journal, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[], int]:
    """Each write finds the disk full until some of the reserve is given back. How often it did."""
    refused = 0
    taken = RESERVE_BYTES
    reserve = folder / RESERVE_NAME
    real = journal._attempt

    def attempt(work: Callable[[], None]) -> None:
        nonlocal refused, taken
        if reserve.stat().st_size >= taken:
            refused += 1
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorcode = sqlite3.SQLITE_FULL
            error.sqlite_errorname = "SQLITE_FULL"
            raise error
        taken = reserve.stat().st_size
        real(work)

    monkeypatch.setattr(journal, "_attempt", attempt)
    return lambda: refused


def with_evidence(step: Step, size: int) -> Stored:
    """That step of a showdown, with evidence that no compression makes shorter."""
    long = Packed("a" * 64, os.urandom(size))
    return dataclasses.replace(at_step(step), evidence=lambda: long)


def until_refused(journal: Journal, last: Step) -> int:
    """New showdowns up to a step until the disk is full; the number of those that went in."""
    for number in range(5000):
        try:
            write_up_to(journal, last, f"fill-{number:04}")
        except StorageError as error:
            assert "make room on that file system" in str(error)  # noqa: PT017 - counts too
            return number
    raise AssertionError("the disk never got full")


def test_room_is_reserved_in_real_blocks_before_may_launch_is_durable(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    journal = begin(folder)
    write_up_to(journal, Step.ACCEPTED)
    (folder / RESERVE_NAME).unlink()
    journal.write(Step.MAY_LAUNCH, at_step(Step.MAY_LAUNCH))
    status = (folder / RESERVE_NAME).stat()
    assert status.st_size == RESERVE_BYTES
    assert status.st_blocks * 512 >= RESERVE_BYTES
    journal.close()


@pytest.mark.parametrize("begun_at", [Step.MAY_LAUNCH, Step.RESULT])
def test_a_result_that_finds_the_disk_full_is_written_into_the_reserve(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, begun_at: Step
) -> None:
    folder = tmp_path / "state"
    journal = begin(folder)
    write_up_to(journal, begun_at)
    refused = full_while_reserved(journal, folder, monkeypatch)
    if begun_at is Step.MAY_LAUNCH:
        journal.write(Step.RESULT, at_step(Step.RESULT))
        assert refused() == 1
        assert (folder / RESERVE_NAME).stat().st_size == RESERVE_BYTES // 2
    journal.write(Step.DONE, at_step(Step.DONE))
    assert refused() == (2 if begun_at is Step.MAY_LAUNCH else 1)
    found = journal.find("key-0001")
    assert found is not None
    assert found.step is Step.DONE
    journal.close()


def test_only_a_showdown_past_may_launch_may_use_the_reserve(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "state"
    journal = begin(folder)
    write_up_to(journal, Step.ACCEPTED)
    full_while_reserved(journal, folder, monkeypatch)
    for step, key in [
        (Step.ACCEPTED, "key-0002"),
        (Step.MAY_LAUNCH, "key-0001"),
        (Step.DONE, "key-0001"),
    ]:
        with pytest.raises(StorageError, match=r"SQLITE_FULL\); make room on that file system"):
            journal.write(step, at_step(step, key))
    assert (folder / RESERVE_NAME).stat().st_size == RESERVE_BYTES
    assert journal.find("key-0002") is None
    found = journal.find("key-0001")
    assert found is not None
    assert found.step is Step.ACCEPTED
    journal.close()


def test_the_reserve_is_made_again_for_the_next_showdown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "state"
    journal = begin(folder)
    write_up_to(journal, Step.MAY_LAUNCH)
    with monkeypatch.context() as patched:
        full_while_reserved(journal, folder, patched)
        journal.write(Step.RESULT, at_step(Step.RESULT))
    assert (folder / RESERVE_NAME).stat().st_size < RESERVE_BYTES
    write_up_to(journal, Step.MAY_LAUNCH, "key-0002")
    assert (folder / RESERVE_NAME).stat().st_size == RESERVE_BYTES
    journal.close()


def test_without_room_for_a_result_may_launch_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "state"
    journal = begin(folder)
    write_up_to(journal, Step.ACCEPTED)
    (folder / RESERVE_NAME).unlink()

    def refuse(*_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "posix_fallocate", refuse)
    with pytest.raises(StorageError, match=r"cannot reserve room .* No space left .*; make room"):
        journal.write(Step.MAY_LAUNCH, at_step(Step.MAY_LAUNCH))
    found = journal.find("key-0001")
    assert found is not None
    assert found.step is Step.ACCEPTED
    assert not (folder / RESERVE_NAME).exists()
    journal.close()


def test_a_reserve_without_blocks_is_filled_at_the_start(tmp_path: Path) -> None:
    reserve = tmp_path / RESERVE_NAME
    with reserve.open("wb") as file:
        file.truncate(RESERVE_BYTES)
    assert reserve.stat().st_blocks == 0
    Room(tmp_path).reserve()
    assert reserve.stat().st_blocks * 512 >= RESERVE_BYTES


def test_a_read_only_journal_is_told_and_changes_nothing(tmp_path: Path) -> None:
    journal = begin(tmp_path / "state")
    write_up_to(journal, Step.ACCEPTED)
    journal._db.execute("PRAGMA query_only = ON")
    with pytest.raises(StorageError, match=r"readonly database \(SQLITE_READONLY\); mount it"):
        journal.write(Step.MAY_LAUNCH, at_step(Step.MAY_LAUNCH))
    with pytest.raises(StorageError, match="SQLITE_READONLY"):
        journal.set_tray_unknown(True)
    assert not journal.tray_unknown
    found = journal.find("key-0001")
    assert found is not None
    assert found.step is Step.ACCEPTED
    journal.close()


def test_a_journal_that_may_not_grow_refuses_new_keys_and_keeps_the_old(tmp_path: Path) -> None:
    journal = begin(tmp_path / "state")
    write_up_to(journal, Step.DONE, "key-0000")
    (pages,) = journal._db.execute("PRAGMA page_count").fetchone()
    journal._db.execute(f"PRAGMA max_page_count = {pages}")
    written = until_refused(journal, Step.ACCEPTED)
    assert journal.find(f"fill-{written:04}") is None
    assert journal.find("key-0000") is not None
    left = crash(tmp_path / "state", tmp_path / "left")
    journal.close()
    again = begin(left, BOOT_B)
    assert len(again.page(5000, None)) == written + 1
    again.close()


# --- a real file system that is really full; needs the right to mount -------------------------


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 8 MiB in the folder given."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=8m", "showdown-test", str(disk)]
    made = subprocess.run(mount, capture_output=True, text=True, check=False)
    if made.returncode:
        pytest.skip(f"no right to mount here ({made.stderr.strip()}): the simulated ones ran")
    try:
        yield disk
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def has_room(file: FileIO, size: int) -> bool:
    try:
        return file.write(bytes(size)) > 0
    except OSError as error:
        if error.errno == errno.ENOSPC:
            return False
        raise


def fill(disk: Path) -> Path:
    """Take every byte that the disk still gives."""
    ballast = disk / "ballast"
    with ballast.open("ab", buffering=0) as file:
        for size in (65536, 4096, 1):
            while has_room(file, size):
                pass
    return ballast


def test_a_full_disk_refuses_to_start(small_disk: Path) -> None:
    fill(small_disk)
    with pytest.raises(StorageError, match=r"make room on that file system"):
        begin(small_disk)


def test_a_disk_that_fills_up_after_the_start_refuses_the_next_showdown(small_disk: Path) -> None:
    journal = begin(small_disk)
    fill(small_disk)
    # what the log and the file hold already is taken first
    assert until_refused(journal, Step.ACCEPTED) < 500
    journal.close()


@pytest.mark.parametrize("size", [800, PACKED_MAX])
def test_a_disk_that_fills_up_during_the_count_takes_the_result_and_done(
    small_disk: Path, size: int
) -> None:
    """With the evidence of a game, and with the longest that is kept."""
    journal = begin(small_disk)
    write_up_to(journal, Step.MAY_LAUNCH)
    fill(small_disk)
    journal.write(Step.RESULT, with_evidence(Step.RESULT, size))
    assert (small_disk / RESERVE_NAME).stat().st_size == RESERVE_BYTES // 2
    fill(small_disk)  # whatever takes the room that was given back
    journal.write(Step.DONE, with_evidence(Step.DONE, size))
    assert (small_disk / RESERVE_NAME).stat().st_size == 0
    fill(small_disk)
    assert until_refused(journal, Step.MAY_LAUNCH) < 500
    (small_disk / "ballast").unlink()
    journal.close()
    again = begin(small_disk, BOOT_B)
    found = again.find("key-0001")
    assert found is not None
    assert found.step is Step.DONE
    assert again.report.fault is None
    again.close()


def test_a_read_only_file_system_refuses_to_start(small_disk: Path) -> None:
    begin(small_disk).close()
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    with pytest.raises(StorageError, match=r"Read-only file system; mount it writable"):
        begin(small_disk, BOOT_B)
