"""The journal: what the unit knows about every key, durable before it is told to anybody.

One SQLite file in the state folder. Every write is one transaction, on the disk before the call
returns. A step only ever goes forward; what a restart makes of an open one: `journal_recovery`.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from showdown_protocol.messages import Record
from showdown_unit import journal_damage, journal_evidence, journal_file, journal_place
from showdown_unit.journal_damage import JOURNAL_NAME
from showdown_unit.journal_errors import (
    DamageError,
    JournalFull,
    StepError,
    StorageError,
    from_os,
    from_sqlite,
    is_out_of_room,
)
from showdown_unit.journal_place import MOUNTINFO, FolderLock
from showdown_unit.journal_recovery import recover
from showdown_unit.journal_room import Room
from showdown_unit.ports import Kept, Step, Stored

__all__ = ["Journal", "JournalFull", "OpenReport", "StepError", "StorageError"]

log = logging.getLogger(__name__)

KEYS_MAX = 50_000
_ORDER = list(Step)


@dataclass(frozen=True, slots=True)
class OpenReport:
    """What opening found.

    `recovered`: the showdowns that the last start left open, as they stand now, oldest first.
    `fault`: for people, where a damaged journal was set aside. `created`: the journal is new.
    """

    recovered: tuple[Record, ...]
    tray_unknown: bool
    journal_since: int
    durable: bool
    fault: str | None
    created: bool


class Journal:
    """The open journal. Not for two threads at a time.

    `journal_since` is in unix seconds: every key that came at or after it is known. It moves when
    the oldest keys of earlier starts make room for new ones.
    """

    @classmethod
    def open(
        cls,
        folder: Path,
        boot: str,
        *,
        wall_s: Callable[[], int],
        keys_max: int = KEYS_MAX,
        mountinfo: Path = MOUNTINFO,
    ) -> Journal:
        """Lock, examine, recover. `wall_s` gives unix seconds; `boot` names this start.

        StorageError where the folder or file cannot be used. A damaged journal is set aside and
        a new one begun; then nobody knows whether cards flew, so the tray counts as unknown.
        """
        journal_place.check_folder(folder)
        lock = FolderLock(folder)
        try:
            connection, fault, created = _connect_or_begin(folder, wall_s())
        except OSError as error:
            lock.release()
            raise from_os("cannot use the state folder", folder, error) from error
        except BaseException:
            lock.release()
            raise
        journal = cls(folder, boot, wall_s, keys_max=keys_max, lock=lock, connection=connection)
        try:
            journal._load()
            recovered = journal._recover()
            journal._room.reserve()
            journal.tidy()
            journal_place.give_to_owner(folder)
        except BaseException:
            journal.close()
            raise
        journal.report = OpenReport(
            recovered=recovered,
            tray_unknown=journal.tray_unknown,
            journal_since=journal.journal_since,
            durable=journal_place.is_durable(folder, mountinfo),
            fault=fault,
            created=created,
        )
        return journal

    report: OpenReport

    def __init__(
        self,
        folder: Path,
        boot: str,
        wall_s: Callable[[], int],
        *,
        keys_max: int,
        lock: FolderLock,
        connection: sqlite3.Connection,
    ) -> None:
        self._path = folder / JOURNAL_NAME
        self._boot = boot
        self._wall_s = wall_s
        self._keys_max = keys_max
        self._lock = lock
        self._db = connection
        self._room = Room(folder)
        self._since_s = 0
        self._tray_unknown = False
        self._total = 0  # keys
        self._own = 0  # those of this start

    @property
    def journal_since(self) -> int:
        """Unix seconds from which on every key is known."""
        return self._since_s

    @property
    def tray_unknown(self) -> bool:
        """Whether a person has to look at the tray first."""
        return self._tray_unknown

    def write(self, step: Step, stored: Stored) -> None:
        """Make `stored.written()` durable at that step. `stored.step` is not looked at.

        A new key begins as accepted, or is a tombstone (done, without `start`). A record that is
        done may be written as done again: lines, contested. Evidence is made ready here, and gets
        durable with its record. Before `may_launch` is durable, room for the result is reserved; a
        result that finds the disk full is written into that room.
        StepError, StorageError, JournalFull; after each of them the journal is as before.
        """
        key = stored.record.key
        row = self._one("SELECT step FROM records WHERE key = ?", key)
        before = Step(row[0]) if row else None
        _check_step(key, before, step, stored)
        evidence = None if stored.evidence is None else stored.evidence()
        body, crc = journal_file.encode(stored.written().record)
        if before is None:
            self._insert(key, step, stored.start, body, crc)
            return
        if step is Step.MAY_LAUNCH:
            self._room.reserve()

        def update() -> None:
            self._db.execute(
                "UPDATE records SET step = ?, record = ?, crc = ? WHERE key = ?",
                (step.value, body, crc, key),
            )
            if evidence is not None:
                journal_evidence.write(self._db, key, evidence)

        self._transact(update, reserved=before in (Step.MAY_LAUNCH, Step.RESULT))

    def find(self, key: str) -> Stored | None:
        """The record of a key, None where it is not known. StorageError where it cannot be read."""
        row = self._one("SELECT record, crc, step, start FROM records WHERE key = ?", key)
        return self._decode(row) if row else None

    def page(self, limit: int, before: str | None) -> list[Record]:
        """The newest first, at most `limit`, older than the key `before`.

        None where that key is not known any more: what was older went before it.
        """
        sql = "SELECT record, crc, step, start FROM records {} ORDER BY place DESC LIMIT ?"
        if before is None:
            rows = self._all(sql.format(""), limit)
        else:
            where = "WHERE place < (SELECT place FROM records WHERE key = ?)"
            rows = self._all(sql.format(where), before, limit)
        return [self._decode(row).record for row in rows]

    def evidence(self, key: str) -> Kept:
        """What is kept of a showdown's evidence. StorageError where it cannot be read."""
        try:
            return journal_evidence.read(self._db, key)
        except DamageError as error:
            raise self._damaged(error) from error
        except sqlite3.Error as error:
            raise from_sqlite("cannot read the journal", self._path, error) from error

    def set_tray_unknown(self, unknown: bool) -> None:
        """Remember durably whether a person has to look at the tray first. StorageError."""
        self._transact(lambda: self._set_fact("tray_unknown", int(unknown)), reserved=False)
        self._tray_unknown = unknown

    def tidy(self) -> None:
        """Move the log into the file, when nothing waits. A failure is logged: nothing is lost."""
        try:
            self._db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        except sqlite3.Error as error:
            log.warning("the journal's log stays as it is: %s", error)

    def close(self) -> None:
        """Close the file and let others into the folder; harmless when already done."""
        try:
            self._db.close()
        except sqlite3.Error as error:
            raise from_sqlite("cannot close the journal", self._path, error) from error
        finally:
            self._lock.release()

    # --- inside -----------------------------------------------------------------------------

    def _load(self) -> None:
        facts = dict(self._all("SELECT name, value FROM facts"))
        self._since_s = facts["since_s"]
        self._tray_unknown = bool(facts["tray_unknown"])
        counted = "SELECT count(*), coalesce(sum(boot = ?), 0) FROM records"
        ((self._total, self._own),) = self._all(counted, self._boot)

    def _recover(self) -> tuple[Record, ...]:
        rows = self._all(
            "SELECT record, crc, step, start FROM records WHERE step <> 'done' ORDER BY place"
        )
        moved = [recover(self._decode(row)) for row in rows]
        unknown = self._tray_unknown or any(each.tray_unknown for each in moved)

        def work() -> None:
            for each in moved:
                body, crc = journal_file.encode(each.stored.record)
                self._db.execute(
                    "UPDATE records SET step = ?, record = ?, crc = ? WHERE key = ?",
                    (Step.DONE.value, body, crc, each.stored.record.key),
                )
            # also where nothing is to recover: a folder that takes no write is told at the start
            self._set_fact("tray_unknown", int(unknown))

        self._transact(work, reserved=False)
        self._tray_unknown = unknown
        return tuple(each.stored.record for each in moved)

    def _insert(self, key: str, step: Step, start: str | None, body: bytes, crc: int) -> None:
        if self._own >= self._keys_max:
            raise JournalFull(f"{self._own} keys came since this start, which is all there may be")
        spare = self._total - self._keys_max + 1
        since_s = self._since_s

        def work() -> None:
            nonlocal since_s
            if spare > 0:
                rows = self._db.execute(
                    "SELECT place, wall_s FROM records ORDER BY place LIMIT ?", (spare,)
                ).fetchall()
                self._db.execute("DELETE FROM records WHERE place <= ?", (rows[-1][0],))
                self._db.execute("DELETE FROM evidence WHERE place <= ?", (rows[-1][0],))
                # others of the same second may be left, all later ones surely are; and a clock
                # that was set back must not take the promise back
                since_s = max(self._since_s, *(at_s + 1 for _, at_s in rows))
                self._set_fact("since_s", since_s)
            self._db.execute(
                "INSERT INTO records (key, boot, wall_s, step, start, record, crc)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                (key, self._boot, self._wall_s(), step.value, start, body, crc),
            )

        self._transact(work, reserved=False)
        self._total += 1 - max(spare, 0)
        self._own += 1
        self._since_s = since_s

    def _set_fact(self, name: str, value: int) -> None:
        self._db.execute("UPDATE facts SET value = ? WHERE name = ?", (value, name))

    def _transact(self, work: Callable[[], None], *, reserved: bool) -> None:
        """One durable transaction; `reserved`: on a full disk it may use the room kept for it."""
        while True:
            try:
                self._attempt(work)
            except sqlite3.Error as error:
                if not (reserved and is_out_of_room(error) and self._room.release()):
                    raise from_sqlite("cannot write the journal", self._path, error) from error
                log.warning("no room on the disk: writing into the reserve")
            else:
                return

    def _attempt(self, work: Callable[[], None]) -> None:
        try:
            self._db.execute("BEGIN IMMEDIATE")
            work()
            self._db.execute("COMMIT")
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    def _one(self, sql: str, *values: Any) -> tuple[Any, ...] | None:
        rows = self._all(sql, *values)
        return rows[0] if rows else None

    def _all(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        try:
            return self._db.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise from_sqlite("cannot read the journal", self._path, error) from error

    def _decode(self, row: tuple[Any, ...]) -> Stored:
        try:
            return journal_file.decode(*row)
        except DamageError as error:
            raise self._damaged(error) from error

    def _damaged(self, error: DamageError) -> StorageError:
        return StorageError(
            f"the journal {self._path} is damaged: {error}; restart the unit: it sets a damaged"
            f" journal aside"
        )


def _check_step(key: str, before: Step | None, step: Step, stored: Stored) -> None:
    if before is None:
        tombstone = step is Step.DONE and stored.start is None
        if step is not Step.ACCEPTED and not tombstone:
            raise StepError(f"{key}: {step.value} for a key that was never accepted")
        return
    if step is Step.ACCEPTED:
        raise StepError(f"{key}: accepted a second time, after {before.value}")
    if _ORDER.index(step) < _ORDER.index(before):
        raise StepError(f"{key}: {step.value} after {before.value}")


def _connect_or_begin(folder: Path, now_s: int) -> tuple[sqlite3.Connection, str | None, bool]:
    """The journal's connection, a fault where an old one was set aside, whether it is new."""
    aside = journal_damage.resume(folder)
    if aside is None:
        try:
            created = journal_damage.is_absent(folder)
            if created:
                journal_file.create(folder, now_s, tray_unknown=False)
            return journal_file.connect(folder), None, created
        except DamageError as error:
            why = " ".join(str(error).split())
            stamp = datetime.fromtimestamp(now_s, UTC).strftime("%Y%m%dT%H%M%SZ")
            journal_damage.set_aside(folder, why, stamp)
            aside = journal_damage.resume(folder)
            assert aside is not None
    name, why = aside
    if not (folder / JOURNAL_NAME).exists():
        journal_file.create(folder, now_s, tray_unknown=True)
    fault = (
        f"the journal in {folder} was damaged ({why}) and set aside as {name}; the records in it"
        f" are gone and keys of earlier starts are unknown; look at the tray before you go on"
    )
    log.error("%s", fault)
    journal_damage.finish(folder)
    try:
        return journal_file.connect(folder), fault, True
    except DamageError as error:
        raise StorageError(
            f"a new journal in {folder} does not read back ({error}): the storage fails, replace"
            f" the card or the disk"
        ) from error
