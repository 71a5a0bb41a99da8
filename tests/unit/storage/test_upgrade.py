"""What earlier versions left is read with nothing lost; what a later one left stays as it is."""

from __future__ import annotations

import json
import shutil
import sqlite3
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from showdown_host.keystore import KeyStore
from showdown_hw.board import Board
from showdown_protocol.messages import Record
from showdown_unit.config import describe, load
from showdown_unit.journal import Journal
from showdown_unit.journal_errors import StorageError
from storage_kit import crash

FIXTURES = Path(__file__).parents[2] / "fixtures"
VERSIONS = sorted(FIXTURES.glob("v*"))
STATES = [state for version in VERSIONS for state in (version / "stopped", version / "killed")]
BOOT = "e" * 32

every_version = pytest.mark.parametrize("version", VERSIONS, ids=lambda path: path.name)
every_state = pytest.mark.parametrize(
    "state", STATES, ids=lambda path: f"{path.parent.name}-{path.name}"
)


def opened(folder: Path) -> Journal:
    return Journal.open(folder, BOOT, wall_s=lambda: 2_000_000_000)


def told(state: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(state.with_suffix(".json").read_text(encoding="utf-8"))
    return found


def test_there_is_the_disk_of_each_version():
    assert [version.name for version in VERSIONS] == ["v0.1.0"]


@every_state
def test_every_record_is_as_the_version_that_wrote_it_told_it(state: Path, tmp_path: Path):
    journal = opened(crash(state, tmp_path / "state"))
    records = [msgspec.to_builtins(record) for record in journal.page(1000, None)]
    wanted = [
        msgspec.to_builtins(msgspec.convert(record, Record)) for record in told(state)["records"]
    ]
    assert records == wanted
    assert journal.tray_unknown == (told(state)["tray"] == "unknown")
    assert journal.report.fault is None
    assert not journal.report.created
    journal.close()


@every_version
def test_an_open_showdown_of_before_is_settled_and_never_launched(version: Path, tmp_path: Path):
    journal = opened(crash(version / "killed", tmp_path / "state"))
    (recovered,) = journal.report.recovered
    assert (recovered.key, recovered.state) == ("killed-just-now", "indeterminate")
    assert journal.tray_unknown
    journal.close()


@every_state
def test_going_back_and_forth_in_place_changes_no_record(state: Path, tmp_path: Path):
    folder = crash(state, tmp_path / "state")
    first = opened(folder)
    before = first.page(1000, None)
    first.close()
    second = opened(folder)
    assert second.page(1000, None) == before
    second.close()


@every_version
def test_the_kinds_of_records_that_there_must_be(version: Path):
    records = told(version / "killed")["records"]
    assert {record["state"] for record in records} == {
        "done",
        "aborted",
        "cancelled",
        "indeterminate",
    }
    assert {record["outcome"] for record in records} == {
        *("win", "false_start", "no_press", "unclear", None)
    }
    assert {record["launch"] for record in records} == {"none", "completed", "unknown"}
    assert {record.get("origin") for record in records} == {"host", "button", None}
    assert any(record.get("timing_loser") for record in records)
    assert any(each["outcome"] == "dead_heat" for r in records for each in r["attempts"])


@every_version
def test_the_owner_s_configuration_keeps_every_value(version: Path):
    path = version / "unit.toml"
    written = tomllib.loads(path.read_text(encoding="utf-8"))
    config = load(path)
    kept = {each.path: tomllib.loads(f"x = {each.text}")["x"] for each in describe(config)}
    for table, keys in written.items():
        for name, value in keys.items():
            assert kept[f"{table}.{name}"] == value
    assert (config.unit.name, config.referee.hold_mean_ns) == ("Kitchen table", 2_250_000_000)


@every_version
def test_the_owner_s_board_keeps_its_widths(version: Path):
    launcher = Board.load(version / "board.toml").launcher
    assert (launcher.park_us, launcher.left_us, launcher.right_us) == (1480, 980, 2050)


@every_version
def test_the_host_still_knows_the_key_that_it_sent(version: Path, tmp_path: Path):
    shutil.copytree(version / "host", tmp_path / "host")
    (pending,) = KeyStore(tmp_path / "host" / "keys").pending()
    assert (pending.cards, pending.left, pending.right) == (2, "Åsa", "Bo")


# --- from a newer version back --------------------------------------------------------------


def newer(state: Path, folder: Path, *, in_the_log: bool) -> Path:
    """That state folder as version 3 would leave it, the change still in the log or not."""
    crash(state, folder)
    db = sqlite3.connect(folder / "journal.sqlite", isolation_level=None)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.execute("PRAGMA user_version = 3")
    db.execute("ALTER TABLE records ADD COLUMN mood TEXT")
    if not in_the_log:
        db.close()
        return folder
    left = crash(folder, folder.with_name("left"))
    db.close()
    return left


@every_state
@pytest.mark.parametrize("in_the_log", [False, True], ids=["in-the-file", "in-the-log"])
def test_a_newer_journal_is_refused_and_not_a_byte_of_it_changed(
    state: Path, tmp_path: Path, in_the_log: bool
):
    folder = newer(state, tmp_path / "state", in_the_log=in_the_log)
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    with pytest.raises(StorageError) as refused:
        opened(folder)
    assert str(refused.value) == (
        f"the journal {folder}/journal.sqlite has version 3, written by a newer showdown-unit;"
        " this one reads up to 2: install the newer one again, or name another folder as state.dir"
    )
    after = {file.name: file.read_bytes() for file in folder.iterdir()}
    after.pop("journal.lock")
    assert after == before


@every_state
def test_the_index_of_the_log_stays_in_memory(state: Path, tmp_path: Path):
    """Mapped from a file, on a disk that fills up, it would end the process in mid-write."""
    folder = crash(state, tmp_path / "state")
    (folder / "journal.sqlite-shm").unlink(missing_ok=True)
    journal = opened(folder)
    journal.set_tray_unknown(True)
    assert not (folder / "journal.sqlite-shm").exists()
    journal.close()
