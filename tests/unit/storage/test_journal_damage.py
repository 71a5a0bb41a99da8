from __future__ import annotations

import contextlib
import random
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from showdown_unit import journal_damage, journal_file
from showdown_unit.journal import Journal, StorageError
from showdown_unit.journal_damage import NOTE_NAME
from showdown_unit.ports import Step
from storage_kit import BOOT_B, BOOT_C, at_step, begin, crash, write_up_to

MAIN = "journal.sqlite"
LOG = "journal.sqlite-wal"


def used(tmp_path: Path, *, closed: bool = True, keys: int = 40) -> Path:
    """A folder with a used journal; not closed: as a power cut leaves it, all of it in the log."""
    journal = begin(tmp_path / "state")
    for number in range(keys):
        write_up_to(journal, Step.DONE, f"key-{number:04}")
    if closed:
        journal.close()
        return tmp_path / "state"
    left = crash(tmp_path / "state", tmp_path / "left")
    journal.close()
    return left


def patch(file: Path, at: int, new: bytes) -> None:
    data = bytearray(file.read_bytes())
    data[at : at + len(new)] = new
    file.write_bytes(data)


def zero_record_page(folder: Path) -> None:
    data = (folder / MAIN).read_bytes()
    page = data.index(b'"key-0007"') // 4096
    patch(folder / MAIN, page * 4096, bytes(4096))


def zero_page_of_index(folder: Path) -> None:
    db = sqlite3.connect(folder / MAIN)
    sql = "SELECT rootpage FROM sqlite_master WHERE name LIKE 'sqlite_autoindex_records%'"
    ((page,),) = db.execute(sql).fetchall()
    db.close()
    patch(folder / MAIN, (page - 1) * 4096, bytes(4096))


def change_key_in_index(folder: Path) -> None:
    """A key that its record still has, but that would not be found any more."""
    data = (folder / MAIN).read_bytes()
    places = [m.start() for m in re.finditer(b"key-0007", data)]
    index = [at for at in places if data[at - 1 : at] != b'"' and data[at + 8 : at + 9] < b"0"]
    assert len(index) == 1
    patch(folder / MAIN, index[0], b"kfy")


def change_one_letter(folder: Path) -> None:
    data = (folder / MAIN).read_bytes()  # which may hold older versions too, that count for nothing
    (folder / MAIN).write_bytes(data.replace(b'"loser":"left"', b'"loser":"keft"'))


def cut(share: float) -> Callable[[Path], None]:
    def do(folder: Path) -> None:
        data = (folder / MAIN).read_bytes()
        (folder / MAIN).write_bytes(data[: int(len(data) * share)])

    return do


def drop_facts(folder: Path) -> None:
    db = sqlite3.connect(folder / MAIN)
    db.execute("DELETE FROM facts")
    db.commit()
    db.close()


def another_program(folder: Path) -> None:
    (folder / MAIN).unlink()
    db = sqlite3.connect(folder / MAIN)
    db.execute("CREATE TABLE records (a)")
    db.commit()
    db.close()


DAMAGE: dict[str, Callable[[Path], None]] = {
    "empty file": cut(0),
    "a few bytes": lambda folder: (folder / MAIN).write_bytes(b"SQLi"),
    "only the magic": lambda folder: (folder / MAIN).write_bytes(b"SQLite format 3\0"),
    "cut in half": cut(0.5),
    "cut within a page": lambda folder: cut(0.77)(folder),
    "garbage header": lambda folder: patch(folder / MAIN, 0, random.Random(1).randbytes(100)),
    "garbage after the magic": lambda folder: patch(
        folder / MAIN, 16, random.Random(2).randbytes(84)
    ),
    "zeroed first page": lambda folder: patch(folder / MAIN, 0, bytes(4096)),
    "zeroed page of records": zero_record_page,
    "zeroed page of the index": zero_page_of_index,
    "one letter in the index": change_key_in_index,
    "one letter of a record": change_one_letter,
    "no facts": drop_facts,
    "another program's file": another_program,
    "a text": lambda folder: (folder / MAIN).write_text("hello\n" * 1000),
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_a_damaged_journal_is_set_aside_with_a_fault_never_replaced(
    tmp_path: Path, kind: str
) -> None:
    folder = used(tmp_path)
    DAMAGE[kind](folder)
    damaged = (folder / MAIN).read_bytes()
    journal = begin(folder, BOOT_B, wall_s=1_800_000_000)
    report = journal.report
    name = "journal.damaged-20270115T080000Z"
    assert report.fault is not None
    assert str(folder) in report.fault
    assert f"set aside as {name}; the records in it are gone" in report.fault
    assert "keys of earlier starts are unknown" in report.fault
    assert (folder / name).read_bytes() == damaged
    assert report.journal_since == 1_800_000_000
    assert report.tray_unknown
    assert report.created
    assert journal.find("key-0001") is None
    write_up_to(journal, Step.DONE)
    journal.close()
    again = begin(folder, BOOT_C)
    assert again.report.fault is None
    assert again.report.tray_unknown
    assert again.find("key-0001") is not None
    again.close()


def test_a_second_damaged_journal_does_not_overwrite_the_first(tmp_path: Path) -> None:
    folder = used(tmp_path)
    for text in ("first", "second"):
        (folder / MAIN).write_text(text)
        begin(folder, BOOT_B, wall_s=0).close()
    assert (folder / "journal.damaged-19700101T000000Z").read_text() == "first"
    assert (folder / "journal.damaged-19700101T000000Z-2").read_text() == "second"


def known_keys(journal: Journal) -> set[str]:
    return {record.key for record in journal.page(1000, None)}


def test_a_log_cut_anywhere_gives_what_was_durable_before_without_a_fault(tmp_path: Path) -> None:
    folder = used(tmp_path, closed=False, keys=8)
    whole = (folder / LOG).read_bytes()
    rng = random.Random(5)
    seen = set()
    for number, size in enumerate([0, 31, 32, 33, *rng.sample(range(len(whole)), 20)]):
        left = crash(folder, tmp_path / f"cut-{number}")
        (left / LOG).write_bytes(whole[:size])
        journal = begin(left, BOOT_B)
        assert journal.report.fault is None
        count = len(known_keys(journal))
        assert known_keys(journal) == {f"key-{n:04}" for n in range(count)}
        seen.add(count)
        journal.close()
    assert len(seen) > 4


def test_garbage_in_the_last_commit_of_the_log_is_a_torn_write(tmp_path: Path) -> None:
    folder = used(tmp_path, closed=False, keys=3)
    size = (folder / LOG).stat().st_size
    patch(folder / LOG, size - 100, random.Random(6).randbytes(60))
    journal = begin(folder, BOOT_B)
    assert journal.report.fault is None
    assert known_keys(journal) == {"key-0000", "key-0001", "key-0002"}
    assert len(journal.report.recovered) == 1
    journal.close()


@pytest.mark.parametrize("at", [0, 8, 20, 33, 50, 3000])
def test_garbage_before_durable_commits_of_the_log_is_damage(tmp_path: Path, at: int) -> None:
    folder = used(tmp_path, closed=False, keys=8)
    patch(folder / LOG, at, random.Random(7).randbytes(16))
    log = (folder / LOG).read_bytes()
    journal = begin(folder, BOOT_B, wall_s=0)
    assert journal.report.fault is not None
    assert " log " in journal.report.fault
    assert (folder / "journal.damaged-19700101T000000Z-wal").read_bytes() == log
    journal.close()


def commit_ends(log: bytes) -> list[int]:
    """Where each commit of a log ends."""
    ends = range(32 + 4120, len(log) + 1, 4120)
    return [at for at in ends if log[at - 4116 : at - 4112] != bytes(4)]


@pytest.mark.parametrize(("from_end", "damage"), [(1, False), (2, True), (3, True)])
def test_two_commits_from_the_first_bad_frame_on_mean_that_one_was_durable(
    tmp_path: Path, from_end: int, damage: bool
) -> None:
    folder = used(tmp_path, closed=False, keys=3)
    at = commit_ends((folder / LOG).read_bytes())[-from_end]
    patch(folder / LOG, at - 2000, random.Random(10).randbytes(16))
    journal = begin(folder, BOOT_B)
    assert (journal.report.fault is not None) is damage
    journal.close()


def test_a_log_of_zeros_or_with_a_torn_head_is_empty(tmp_path: Path) -> None:
    folder = used(tmp_path)
    for number, log in enumerate([bytes(9000), b"\x37\x7f", random.Random(8).randbytes(32)]):
        left = crash(folder, tmp_path / f"log-{number}")
        (left / LOG).write_bytes(log)
        journal = begin(left, BOOT_B)
        assert journal.report.fault is None
        assert len(known_keys(journal)) == 40
        journal.close()


def test_old_frames_behind_a_log_begun_anew_are_no_damage(tmp_path: Path) -> None:
    journal = begin(tmp_path / "state")
    for number in range(30):
        write_up_to(journal, Step.DONE, f"key-{number:04}")
    journal.tidy()
    write_up_to(journal, Step.DONE, "key-0100")
    left = crash(tmp_path / "state", tmp_path / "left")
    journal.close()
    again = begin(left, BOOT_B)
    assert again.report.fault is None
    assert len(known_keys(again)) == 31
    again.close()


def test_a_log_without_its_journal_is_damage(tmp_path: Path) -> None:
    folder = used(tmp_path, closed=False)
    (folder / MAIN).unlink()
    journal = begin(folder, BOOT_B, wall_s=0)
    assert journal.report.fault is not None
    assert "its log is there without it" in journal.report.fault
    assert (folder / "journal.damaged-19700101T000000Z-wal").exists()
    journal.close()


class CutError(Exception):
    """The power goes."""


@pytest.mark.parametrize("cut_at", range(8))
def test_setting_aside_survives_a_power_cut_anywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cut_at: int
) -> None:
    folder = used(tmp_path, closed=False)
    patch(folder / MAIN, 0, random.Random(9).randbytes(84))
    before = {name: (folder / name).read_bytes() for name in (MAIN, LOG)}
    done = 0

    def cutting(real: Callable[..., object]) -> Callable[..., object]:
        def call(*args: object, **options: object) -> object:
            nonlocal done
            if done == cut_at:
                raise CutError
            done += 1
            return real(*args, **options)

        return call

    with monkeypatch.context() as patched:
        patched.setattr(Path, "rename", cutting(Path.rename))
        patched.setattr(journal_damage, "sync_folder", cutting(journal_damage.sync_folder))
        patched.setattr(journal_file, "create", cutting(journal_file.create))
        patched.setattr(journal_damage, "finish", cutting(journal_damage.finish))
        with contextlib.suppress(CutError):
            begin(folder, BOOT_B, wall_s=0).close()
    assert done == cut_at
    journal = begin(folder, BOOT_C, wall_s=0)
    assert journal.report.fault is not None
    assert journal.report.tray_unknown
    assert not (folder / NOTE_NAME).exists()
    aside = folder / "journal.damaged-19700101T000000Z"
    assert aside.read_bytes() == before[MAIN]
    assert aside.with_name(aside.name + "-wal").read_bytes() == before[LOG]
    assert known_keys(journal) == set()
    journal.close()


def test_a_note_cut_short_changes_nothing(tmp_path: Path) -> None:
    folder = used(tmp_path)
    for text in ("", "journal.dam", "journal.damaged-1\nwh"):
        (folder / NOTE_NAME).write_text(text)
        journal = begin(folder, BOOT_B)
        assert journal.report.fault is None
        assert len(known_keys(journal)) == 40
        journal.close()


def test_a_creation_cut_short_is_made_anew(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    folder.mkdir()
    (folder / "journal.new").write_bytes(b"SQLite for")
    (folder / "journal.new-journal").write_bytes(b"x")
    journal = begin(folder)
    assert journal.report.fault is None
    journal.close()


def test_a_journal_of_a_newer_version_is_refused_and_left_alone(tmp_path: Path) -> None:
    folder = used(tmp_path)
    db = sqlite3.connect(folder / MAIN)
    db.execute("PRAGMA user_version = 3")
    db.close()
    before = (folder / MAIN).read_bytes()
    for _ in range(2):
        with pytest.raises(StorageError, match=r"has version 3, written by a newer showdown-unit"):
            begin(folder, BOOT_B)
    assert (folder / MAIN).read_bytes() == before
    assert not list(folder.glob("journal.damaged*"))


def test_a_record_that_goes_bad_while_running_is_told_and_never_answered(tmp_path: Path) -> None:
    journal = begin(tmp_path / "state")
    journal.write(Step.ACCEPTED, at_step(Step.ACCEPTED))
    journal._db.execute("UPDATE records SET crc = crc + 1")
    with pytest.raises(StorageError, match="is damaged: a record is not what was written; restart"):
        journal.find("key-0001")
    journal.close()
