"""The journal's SQLite file: made whole, opened, examined."""

from __future__ import annotations

import os
import sqlite3
import zlib
from pathlib import Path

import msgspec

from showdown_protocol.messages import Record
from showdown_unit import journal_evidence
from showdown_unit.journal_damage import APPLICATION_ID, JOURNAL_NAME, file_fault, file_version
from showdown_unit.journal_errors import (
    DamageError,
    StorageError,
    from_os,
    from_sqlite,
    is_damage,
)
from showdown_unit.journal_place import sync_folder
from showdown_unit.ports import Step, Stored

VERSION = 2  # 1: without evidence
NEW_NAME = "journal.new"

# Facts: `since_s`, unix seconds from which on every key is known; `tray_unknown`, 0 or 1.
_SCHEMA = f"""
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = {VERSION};
CREATE TABLE records (
  place  INTEGER PRIMARY KEY,  -- order of arrival
  key    TEXT NOT NULL UNIQUE,
  boot   TEXT NOT NULL,        -- the start in which the key came
  wall_s INTEGER NOT NULL,     -- unix seconds of its arrival
  step   TEXT NOT NULL,
  start  TEXT,                 -- NULL: a tombstone
  record BLOB NOT NULL,        -- JSON as on the wire
  crc    INTEGER NOT NULL      -- CRC-32 of it
);
CREATE INDEX not_done ON records (place) WHERE step <> 'done';
CREATE TABLE facts (name TEXT PRIMARY KEY, value INTEGER NOT NULL);
{journal_evidence.SCHEMA}
"""

_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(Record)


def encode(record: Record) -> tuple[bytes, int]:
    """A record as stored, with its CRC."""
    body = _ENCODER.encode(record)
    return body, zlib.crc32(body)


def decode(body: bytes, crc: int, step: str, start: str | None) -> Stored:
    """A stored row; DamageError where it is not what was written."""
    if not isinstance(body, bytes) or zlib.crc32(body) != crc:
        raise DamageError("a record is not what was written")
    try:
        return Stored(_DECODER.decode(body), Step(step), start)
    except (msgspec.DecodeError, ValueError) as error:
        raise DamageError(f"a record cannot be read: {error}") from error


def create(folder: Path, since_s: int, *, tray_unknown: bool) -> None:
    """A new journal, which appears under its name only when it is complete and durable."""
    fresh = folder / NEW_NAME
    try:
        for suffix in ("", "-journal"):
            (folder / (NEW_NAME + suffix)).unlink(missing_ok=True)
        connection = sqlite3.connect(fresh, isolation_level=None)
        try:
            connection.execute("PRAGMA synchronous = FULL")
            connection.executescript(f"BEGIN; {_SCHEMA} COMMIT;")
            facts = [("since_s", since_s), ("tray_unknown", int(tray_unknown))]
            for fact in facts:
                connection.execute("INSERT INTO facts VALUES (?, ?)", fact)
        finally:
            connection.close()
        fd = os.open(fresh, os.O_RDONLY | os.O_CLOEXEC)
        try:
            os.fsync(fd)
        finally:
            os.close(fd)
        fresh.rename(folder / JOURNAL_NAME)
        sync_folder(folder)
    except OSError as error:
        raise from_os("cannot make a journal in", folder, error) from error
    except sqlite3.Error as error:
        raise from_sqlite("cannot make a journal in", folder, error) from error


def connect(folder: Path) -> sqlite3.Connection:
    """The examined journal, locked for this process.

    DamageError where its content is wrong, StorageError where it cannot be used.
    """
    path = folder / JOURNAL_NAME
    try:
        fault = file_fault(folder)
        if fault is None:
            _refuse_newer(file_version(folder), path)
    except OSError as error:
        raise from_os("cannot read the journal", path, error) from error
    if fault is not None:
        raise DamageError(fault)
    try:
        connection = sqlite3.connect(
            path.absolute().as_uri() + "?mode=rw",
            uri=True,
            isolation_level=None,
            timeout=1.0,
            check_same_thread=False,  # opened by one thread, then used by the journal's alone
        )
    except sqlite3.Error as error:
        raise from_sqlite("cannot open the journal", path, error) from error
    try:
        _configure(connection, path)
        version = _version(connection)
        _examine(connection, version)
        if version < VERSION:
            _renew(connection)
    except sqlite3.Error as error:
        connection.close()
        if is_damage(error):
            raise DamageError(str(error)) from error
        raise from_sqlite("cannot open the journal", path, error) from error
    except UnicodeDecodeError as error:  # SQLite's words about it quote what stands there
        connection.close()
        raise DamageError("its tables cannot be read") from error
    except BaseException:
        connection.close()
        raise
    return connection


def _refuse_newer(version: int, path: Path) -> None:
    """StorageError, before anything of the newer journal is touched."""
    if version > VERSION:
        raise StorageError(
            f"the journal {path} has version {version}, written by a newer showdown-unit; this"
            f" one reads up to {VERSION}: install the newer one again, or name another folder as"
            f" state.dir"
        )


def _version(connection: sqlite3.Connection) -> int:
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    if version < 1:
        raise DamageError(f"it has the version {version}, which never was")
    return version


def _renew(connection: sqlite3.Connection) -> None:
    """Make version 2 of an examined version 1, in one transaction: a power cut leaves either."""
    script = f"BEGIN IMMEDIATE; {journal_evidence.SCHEMA} PRAGMA user_version = {VERSION}; COMMIT;"
    connection.executescript(script)


def _configure(connection: sqlite3.Connection, path: Path) -> None:
    # exclusive before WAL: the index of the log then lives in memory, not in a mapped file that
    # a full disk could tear away under the process
    connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        raise StorageError(f"cannot open the journal {path}: no write-ahead log there ({mode})")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA trusted_schema = OFF")
    # what is replaced is not written over with zeros first: that would double a result's log
    connection.execute("PRAGMA secure_delete = OFF")
    connection.execute("PRAGMA busy_timeout = 1000")


def _examine(connection: sqlite3.Connection, version: int) -> None:
    (verdict,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if verdict != "ok":
        raise DamageError(str(verdict).split("\n")[-1])
    facts = dict(_rows(connection, "SELECT name, value FROM facts"))
    _rows(connection, "SELECT place, key, boot, wall_s FROM records LIMIT 1").fetchall()
    if not all(isinstance(facts.get(name), int) for name in ("since_s", "tray_unknown")):
        raise DamageError("its facts are missing")
    if version == 1:
        for row in _rows(connection, "SELECT record, crc, step, start FROM records"):
            decode(*row)
        return
    rows = _rows(
        connection,
        "SELECT record, records.crc, step, start, sha256, items, evidence.crc"
        " FROM records LEFT JOIN evidence USING (place)",
    )
    for *row, sha256, items, crc in rows:
        journal_evidence.examine(decode(*row).record.evidence_sha256, sha256, items, crc)
    strays = "SELECT place FROM evidence WHERE place NOT IN (SELECT place FROM records) LIMIT 1"
    if _rows(connection, strays).fetchone() is not None:
        raise DamageError("there is evidence without a record")


def _rows(connection: sqlite3.Connection, sql: str) -> sqlite3.Cursor:
    """What a journal must be able to answer."""
    try:
        return connection.execute(sql)
    except sqlite3.OperationalError as error:
        if getattr(error, "sqlite_errorcode", 0) != sqlite3.SQLITE_ERROR:
            raise
        raise DamageError(f"its tables are not a journal's: {error}") from error
