"""A database with the journal's mark that no unit wrote: set aside, whatever it holds."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from showdown_unit.journal import StorageError
from showdown_unit.ports import Step
from storage_kit import begin, write_up_to


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ("DROP TABLE facts", "its tables are not a journal's: no such table: facts"),
        ("DROP TABLE records", "its tables are not a journal's: no such table: records"),
        ("ALTER TABLE records DROP COLUMN wall_s", "its tables are not a journal's: no such"),
        ("ALTER TABLE records RENAME COLUMN record TO body", "its tables are not a journal's"),
        ("UPDATE facts SET value = 'soon' WHERE name = 'since_s'", "its facts are missing"),
        ("UPDATE records SET record = 7", "a record is not what was written"),
        ("UPDATE records SET record = 'text'", "a record is not what was written"),
        ("UPDATE records SET crc = 'x'", "a record is not what was written"),
    ],
)
def test_it_is_set_aside_and_a_new_one_begun(tmp_path: Path, change: str, why: str):
    journal = begin(tmp_path / "state")
    write_up_to(journal, Step.DONE)
    journal.close()
    db = sqlite3.connect(tmp_path / "state" / "journal.sqlite", isolation_level=None)
    db.execute(change)
    db.close()
    journal = begin(tmp_path / "state")
    assert journal.tray_unknown
    assert why in (journal.report.fault or "")
    assert journal.page(10, None) == []
    journal.close()
    assert list((tmp_path / "state").glob("journal.damaged-*"))


def test_a_folder_in_the_place_of_the_reserve_is_told(tmp_path: Path):
    (tmp_path / "state" / "journal.reserve").mkdir(parents=True)
    with pytest.raises(
        StorageError, match=r"cannot reserve room for a result in .*: Is a directory"
    ):
        begin(tmp_path / "state")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"not_done", b"not\xd8one"),
        (b"sqlite_autoindex_records_1", b"sqlite_autoind\xe5x_records_1"),
        (b"CREATE TABLE records", b"CREATE TA\xd8LE records"),
        (b"since_s", b"sinc\xe5_s"),
    ],
)
def test_names_that_are_no_text_any_more_are_damage(tmp_path: Path, before: bytes, after: bytes):
    journal = begin(tmp_path / "state")
    write_up_to(journal, Step.DONE)
    journal.close()
    main = tmp_path / "state" / "journal.sqlite"
    data = main.read_bytes()
    assert before in data
    main.write_bytes(data.replace(before, after))
    journal = begin(tmp_path / "state")
    assert journal.report.fault is not None
    assert journal.tray_unknown
    journal.close()


def test_a_note_that_names_another_folder_was_never_ours(tmp_path: Path):
    begin(tmp_path / "state").close()
    note = tmp_path / "state" / "journal.setting-aside"
    note.write_text("journal.damaged-/../../x\nwhy\n")
    journal = begin(tmp_path / "state")
    assert journal.report.fault is None
    assert not note.exists()
    journal.close()
