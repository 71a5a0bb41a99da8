"""A database with the journal's mark that no unit wrote: set aside, whatever it holds."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

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
