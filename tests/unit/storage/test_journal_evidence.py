"""The journal's table of evidence: durable with its record, evicted with it, examined with it."""

from __future__ import annotations

import dataclasses
import os
import sqlite3
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from showdown_hw.virtual import VirtualClock
from showdown_unit import journal_file
from showdown_unit.evidence import PACKED_MAX
from showdown_unit.journal import Journal, StorageError
from showdown_unit.journal_room import RESERVE_BYTES
from showdown_unit.journal_thread import JournalThread
from showdown_unit.ports import Kept, Packed, Step, Stored
from storage_kit import BOOT_A, BOOT_B, BOOT_C, at_step, begin, crash, packed, write_up_to

MAIN = "journal.sqlite"
LOG = "journal.sqlite-wal"
KEY = "key-0001"


def with_evidence(step: Step, what: Packed, key: str = KEY) -> Stored:
    return dataclasses.replace(at_step(step, key), evidence=lambda: what)


def kept(what: Packed) -> Kept:
    return Kept(tuple(zlib.decompress(what.body).splitlines(keepends=True)), what.sha256)


def decided(journal: Journal, what: Packed, key: str = KEY) -> None:
    """A showdown as far as its result, with that evidence."""
    write_up_to(journal, Step.MAY_LAUNCH, key)
    journal.write(Step.RESULT, with_evidence(Step.RESULT, what, key))


def test_record_and_evidence_get_durable_together(tmp_path: Path) -> None:
    journal = begin(tmp_path / "state")
    one, two = packed("one"), packed("one", "two")
    for step, what in ((Step.RESULT, one), (Step.DONE, two), (Step.DONE, one)):
        if step is Step.RESULT:
            write_up_to(journal, Step.MAY_LAUNCH)
        journal.write(step, with_evidence(step, what))
        left = crash(tmp_path / "state", tmp_path / f"{step}-{what.sha256[:8]}")  # type: ignore[index]
        again = begin(left, BOOT_B)
        found = again.find(KEY)
        assert found is not None
        assert found.record.evidence_sha256 == what.sha256
        assert again.evidence(KEY) == kept(what)
        again.close()
    journal.close()


def test_a_write_without_evidence_leaves_it_as_it_was(tmp_path: Path) -> None:
    """As the lines do: they change who pays, and nothing of what was seen."""
    journal = begin(tmp_path / "state")
    decided(journal, packed("one"))
    found = journal.find(KEY)
    assert found is not None
    journal.write(Step.DONE, found)
    assert journal.evidence(KEY) == kept(packed("one"))
    journal.close()
    begin(tmp_path / "state", BOOT_B).close()


def test_evidence_that_is_too_long_at_last_goes_with_its_digest(tmp_path: Path) -> None:
    journal = begin(tmp_path / "state")
    decided(journal, packed("one"))
    journal.write(Step.DONE, with_evidence(Step.DONE, Packed()))
    assert journal.evidence(KEY) == Kept()
    found = journal.find(KEY)
    assert found is not None
    assert found.record.evidence_sha256 is None
    journal.close()
    begin(tmp_path / "state", BOOT_B).close()


def test_a_write_that_fails_changes_neither(tmp_path: Path) -> None:
    journal = begin(tmp_path / "state")
    decided(journal, packed("one"))
    journal._db.execute("PRAGMA query_only = ON")
    with pytest.raises(StorageError):
        journal.write(Step.DONE, with_evidence(Step.DONE, packed("two")))
    assert journal.evidence(KEY) == kept(packed("one"))
    journal.close()


@pytest.mark.parametrize("keys_max", [1, 2, 5])
def test_it_is_evicted_with_its_record_and_no_other_takes_its_place(
    tmp_path: Path, keys_max: int
) -> None:
    for number in range(12):
        journal = begin(tmp_path / "state", f"{number:032x}", keys_max=keys_max)
        decided(journal, packed(f"of {number}"), f"key-{number:04}")
        for old in range(12):
            wanted = kept(packed(f"of {old}")) if number - keys_max < old <= number else Kept()
            assert journal.evidence(f"key-{old:04}") == wanted
        (rows,) = journal._db.execute("SELECT count(*) FROM evidence").fetchone()
        assert rows == min(number + 1, keys_max)
        journal.close()


# --- damage ---------------------------------------------------------------------------------


def sql(text: str) -> Callable[[Path], None]:
    def do(folder: Path) -> None:
        db = sqlite3.connect(folder / MAIN)
        db.executescript(text)
        db.close()

    return do


DAMAGE = {
    "no table": sql("DROP TABLE evidence"),
    "another table": sql("ALTER TABLE evidence RENAME COLUMN items TO things"),
    "a row gone": sql("DELETE FROM evidence WHERE place = 3"),
    "a row of nobody": sql("INSERT INTO evidence VALUES (99, 'x', x'00', 0)"),
    "a row too many": sql("INSERT INTO evidence VALUES (11, 'x', x'00', 0)"),
    "one bit": sql("UPDATE evidence SET items = items || x'00' WHERE place = 3"),
    "no bytes": sql("UPDATE evidence SET items = 'text' WHERE place = 3"),
    "another digest": sql(f"UPDATE evidence SET sha256 = '{'0' * 64}' WHERE place = 3"),
    "exchanged": sql(
        "UPDATE evidence SET place = 99 WHERE place = 3; UPDATE evidence SET place = 3"
        " WHERE place = 4; UPDATE evidence SET place = 4 WHERE place = 99"
    ),
    "no version": sql("PRAGMA user_version = 0"),
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_damaged_evidence_is_a_damaged_journal(tmp_path: Path, kind: str) -> None:
    journal = begin(tmp_path / "state")
    for number in range(10):
        decided(journal, packed(f"of {number}"), f"key-{number:04}")
    write_up_to(journal, Step.ACCEPTED, "key-0010")
    journal.close()
    DAMAGE[kind](tmp_path / "state")
    journal = begin(tmp_path / "state", BOOT_B)
    assert journal.report.fault is not None
    assert journal.report.tray_unknown
    assert journal.evidence("key-0003") == Kept()
    journal.close()


def test_evidence_that_rots_while_the_unit_runs_is_told_and_not_given(tmp_path: Path) -> None:
    journal = begin(tmp_path / "state")
    decided(journal, packed("one"))
    journal._db.execute("UPDATE evidence SET items = x'00'")
    with pytest.raises(StorageError, match=r"is damaged: evidence is not what was written"):
        journal.evidence(KEY)
    journal.close()


# --- version 1 becomes version 2 ------------------------------------------------------------


def version_1(folder: Path) -> Path:
    """A used journal as version 1 left it, with an open showdown."""
    journal = begin(folder)
    for number in range(5):
        write_up_to(journal, Step.DONE, f"key-{number:04}")
    write_up_to(journal, Step.MAY_LAUNCH, "key-0005")
    journal.close()
    db = sqlite3.connect(folder / MAIN)
    db.execute("DROP TABLE evidence")
    db.execute("PRAGMA user_version = 1")
    db.commit()
    db.execute("VACUUM")
    db.close()
    return folder


def version_of(folder: Path) -> int:
    db = sqlite3.connect(folder / MAIN)
    (version,) = db.execute("PRAGMA user_version").fetchone()
    db.close()
    return int(version)


def records_of(journal: Journal) -> list[str]:
    return [f"{record.key} {record.state.value}" for record in journal.page(100, None)]


ALL = [f"key-{n:04} {'indeterminate' if n == 5 else 'done'}" for n in reversed(range(6))]


def test_a_journal_of_version_1_is_made_one_of_version_2_with_nothing_lost(tmp_path: Path) -> None:
    folder = version_1(tmp_path / "state")
    journal = begin(folder, BOOT_B)
    assert (journal.report.fault, journal.report.created) == (None, False)
    assert records_of(journal) == ALL
    assert journal.evidence("key-0001") == Kept()
    decided(journal, packed("one"), "key-0009")
    assert journal.evidence("key-0009") == kept(packed("one"))
    journal.close()
    assert version_of(folder) == journal_file.VERSION == 2


class CopyAt:
    """Copies the files when SQLite begins its n-th statement: a power cut just before it."""

    def __init__(self, folder: Path, to: Path, number: int) -> None:
        self.folder, self.to, self.left = folder, to, number

    def __call__(self, _statement: str) -> None:
        if self.left == 0:
            crash(self.folder, self.to)
        self.left -= 1


def test_a_power_cut_at_any_statement_of_the_change_leaves_the_one_or_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = version_1(tmp_path / "source")
    seen, number = set(), 0
    while True:
        folder = crash(source, tmp_path / f"{number}")
        left = tmp_path / f"{number}-left"
        renew = journal_file._renew

        def watched(
            connection: sqlite3.Connection,
            watch: CopyAt = CopyAt(folder, left, number),  # noqa: B008
            renew: Callable[[sqlite3.Connection], None] = renew,
        ) -> None:
            connection.set_trace_callback(watch)
            renew(connection)
            connection.set_trace_callback(None)

        with monkeypatch.context() as patched:
            patched.setattr(journal_file, "_renew", watched)
            begin(folder, BOOT_B).close()
        if not left.exists():
            break
        seen.add(version_of(crash(left, tmp_path / f"{number}-looked-at")))
        journal = begin(left, BOOT_C)
        assert journal.report.fault is None
        assert records_of(journal) == ALL
        journal.close()
        assert version_of(left) == 2
        number += 1
    assert number >= 4
    assert 1 in seen


def test_a_log_cut_anywhere_within_the_change_gives_the_one_or_the_other(tmp_path: Path) -> None:
    source = version_1(tmp_path / "source")
    folder = crash(source, tmp_path / "state")
    connection = journal_file.connect(folder)  # the change alone: nothing is recovered yet
    left = crash(folder, tmp_path / "left")
    connection.close()
    whole = (left / LOG).read_bytes()
    assert len(whole) > 4096
    versions = set()
    places = {*range(0, len(whole) + 1, 97), len(whole), len(whole) - 1}
    for at in sorted(places):
        (left / LOG).write_bytes(whole[:at])
        copy = crash(left, tmp_path / f"cut-{at}")
        looked = crash(left, tmp_path / f"look-{at}")
        versions.add(version_of(looked))
        journal = begin(copy, BOOT_C)
        assert journal.report.fault is None, at
        assert records_of(journal) == ALL
        journal.close()
    assert versions == {1, 2}


def test_a_damaged_journal_of_version_1_is_set_aside_and_not_changed(tmp_path: Path) -> None:
    folder = version_1(tmp_path / "state")
    data = (folder / MAIN).read_bytes()
    (folder / MAIN).write_bytes(data.replace(b'"loser":"left"', b'"loser":"keft"'))
    damaged = (folder / MAIN).read_bytes()
    journal = begin(folder, BOOT_B, wall_s=0)
    assert journal.report.fault is not None
    assert (folder / "journal.damaged-19700101T000000Z").read_bytes() == damaged
    journal.close()


def test_without_room_for_the_change_the_start_is_refused_and_nothing_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = version_1(tmp_path / "state")

    def full(connection: sqlite3.Connection) -> None:
        connection.execute("PRAGMA max_page_count = 1")
        renew(connection)

    renew = journal_file._renew
    with monkeypatch.context() as patched:
        patched.setattr(journal_file, "_renew", full)
        with pytest.raises(StorageError, match="make room on that file system"):
            begin(folder, BOOT_B)
    assert version_of(folder) == 1
    journal = begin(folder, BOOT_B)
    assert records_of(journal) == ALL
    journal.close()


# --- room -----------------------------------------------------------------------------------


@pytest.mark.parametrize("used", [0, 300])
def test_the_longest_result_and_done_each_fit_half_of_the_reserve(
    tmp_path: Path, used: int
) -> None:
    """What they take of the disk is their log: nothing of the file itself must grow for them."""
    journal = begin(tmp_path / "state")
    for number in range(used):
        write_up_to(journal, Step.DONE, f"old-{number:05}")
    journal.tidy()
    journal._db.execute("PRAGMA wal_autocheckpoint = 0")
    write_up_to(journal, Step.MAY_LAUNCH)
    for step in (Step.RESULT, Step.DONE):
        before = log_size(tmp_path / "state")
        longest = Packed("a" * 64, os.urandom(PACKED_MAX))
        journal.write(step, with_evidence(step, longest))
        assert log_size(tmp_path / "state") - before <= RESERVE_BYTES // 2
    journal.close()


def log_size(folder: Path) -> int:
    return (folder / LOG).stat().st_size


def test_evidence_is_read_by_the_thread_that_has_the_journal(tmp_path: Path) -> None:
    """As all of it: `JournalThread` hands the answer, or the error, to the loop."""
    journal = begin(tmp_path / "state", BOOT_A)
    decided(journal, packed("one"))
    clock = VirtualClock()
    posted: list[Callable[[], None]] = []
    clock.post = posted.append  # type: ignore[method-assign]
    answers: list[Kept | Exception] = []
    thread = JournalThread(journal, clock, lambda error: pytest.fail(str(error)))
    thread.evidence(KEY, answers.append)
    thread.evidence("nothing-1", answers.append)
    thread.close()
    thread.evidence(KEY, answers.append)
    for answer in posted:
        answer()
    assert answers[:2] == [kept(packed("one")), Kept()]
    assert isinstance(answers[2], StorageError)
