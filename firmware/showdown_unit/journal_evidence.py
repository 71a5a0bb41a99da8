"""The journal's table of evidence: beside each record that has some, in the same transactions."""

from __future__ import annotations

import sqlite3
import zlib

from showdown_unit.evidence import unpack
from showdown_unit.journal_errors import DamageError
from showdown_unit.ports import Kept, Packed

SCHEMA = """
CREATE TABLE evidence (
  place  INTEGER PRIMARY KEY,  -- that of its record
  sha256 TEXT NOT NULL,        -- as in the record: over the items' canonical bytes
  items  BLOB NOT NULL,        -- those bytes, compressed
  crc    INTEGER NOT NULL      -- CRC-32 of the compressed ones
);
"""


def write(db: sqlite3.Connection, key: str, packed: Packed) -> None:
    """In the open transaction: this is the evidence of that record, which is there already."""
    if packed.sha256 is None:
        db.execute(
            "DELETE FROM evidence WHERE place = (SELECT place FROM records WHERE key = ?)", (key,)
        )
        return
    db.execute(
        "INSERT OR REPLACE INTO evidence SELECT place, ?, ?, ? FROM records WHERE key = ?",
        (packed.sha256, packed.body, zlib.crc32(packed.body), key),
    )


def read(db: sqlite3.Connection, key: str) -> Kept:
    """What is kept of that record's; DamageError where it is not what was written."""
    row = db.execute(
        "SELECT sha256, items, crc FROM evidence"
        " WHERE place = (SELECT place FROM records WHERE key = ?)",
        (key,),
    ).fetchone()
    if row is None:
        return Kept()
    sha256, body, crc = row
    _check(body, crc)
    try:
        return unpack(Packed(sha256, body))
    except zlib.error as error:
        raise DamageError(f"evidence cannot be read: {error}") from error


def examine(wanted: str | None, sha256: str | None, body: bytes | None, crc: int | None) -> None:
    """A record's digest and the row beside it; DamageError where they do not belong together."""
    if sha256 != wanted:
        raise DamageError("a record and its evidence do not belong together")
    if sha256 is not None:
        _check(body, crc)


def _check(body: bytes | None, crc: int | None) -> None:
    if not isinstance(body, bytes) or zlib.crc32(body) != crc:
        raise DamageError("evidence is not what was written")
