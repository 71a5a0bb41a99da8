"""What can be wrong with the journal, in words that say what to do."""

from __future__ import annotations

import errno
import os
import sqlite3
from pathlib import Path


class StorageError(Exception):
    """The journal cannot be read or written; the text names the place, the reason and the mend.

    A step whose write failed with this must be taken as not durable.
    """


class JournalFull(Exception):  # noqa: N818 - a state that callers wait out, not a failure
    """Every place is taken by keys of this start, and those are never forgotten."""


class StepError(Exception):
    """A write that would take a showdown back, or begin one in the middle. A programming error."""


class DamageError(Exception):
    """The file is not what was written to it. Only `Journal.open` sees this one."""


_MEND = {
    errno.EACCES: "give the folder to the user that runs the unit",
    errno.EPERM: "give the folder to the user that runs the unit",
    errno.EROFS: "mount it writable: the file system is read-only",
    errno.ENOSPC: "make room on that file system",
    errno.EDQUOT: "raise the quota or make room",
    errno.EIO: "the storage fails: replace the card or the disk",
    errno.ENOTDIR: "put the folder there, or name another one as state.dir",
    errno.ENOENT: "make the folder, or name another one as state.dir",
}


def from_os(doing: str, place: Path, error: OSError) -> StorageError:
    """An error of the operating system about `place`."""
    number = error.errno or 0
    reason = os.strerror(number) if number else str(error)
    mend = _MEND.get(number, "see the system's log")
    owner = _owner(place) if number in (errno.EACCES, errno.EPERM) else ""
    return StorageError(f"{doing} {place}: {reason}{owner}; {mend}")


def from_sqlite(doing: str, place: Path, error: sqlite3.Error) -> StorageError:
    """An error of SQLite about the journal at `place`."""
    name = getattr(error, "sqlite_errorname", None) or type(error).__name__
    return StorageError(f"{doing} {place}: {error} ({name}); {_sqlite_mend(name)}")


def is_damage(error: sqlite3.Error) -> bool:
    """Whether SQLite says that the file's content is wrong."""
    code = getattr(error, "sqlite_errorcode", 0) or 0
    return (
        "Could not decode to UTF-8" in str(error)  # Python's own, without a code
        or code & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
        or code == sqlite3.SQLITE_IOERR_SHORT_READ
    )


def is_out_of_room(error: sqlite3.Error) -> bool:
    """Whether giving room back may help: the disk is full, or would not take the bytes."""
    code = getattr(error, "sqlite_errorcode", 0) or 0
    return code & 0xFF in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)


def _sqlite_mend(name: str) -> str:
    for start, mend in (
        ("SQLITE_FULL", "make room on that file system"),
        ("SQLITE_READONLY", "mount it writable and give it to the user that runs the unit"),
        ("SQLITE_CANTOPEN", "give the folder to the user that runs the unit"),
        ("SQLITE_PERM", "give the folder to the user that runs the unit"),
        ("SQLITE_BUSY", "another program has the journal open: end that one"),
        ("SQLITE_CORRUPT", "restart the unit: it sets a damaged journal aside"),
        ("SQLITE_NOTADB", "restart the unit: it sets a damaged journal aside"),
        ("SQLITE_IOERR", "the storage fails or is full: look at the card or the disk"),
    ):
        if name.startswith(start):
            return mend
    return "see the system's log"


def _owner(place: Path) -> str:
    """Whose the place is, and who asks."""
    for found in (place, place.parent):
        try:
            owner = found.stat().st_uid
        except OSError:
            continue  # only detail for the message; the error itself is told
        return f" ({found} belongs to user {owner}, the unit runs as user {os.geteuid()})"
    return ""
