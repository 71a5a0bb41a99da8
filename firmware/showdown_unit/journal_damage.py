"""A damaged journal is told apart from a torn one, and set aside, never overwritten.

A power cut may tear the end of SQLite's write-ahead log; what was being written then was not yet
durable, and the log up to there is good. Everything else that does not read back is damage.
"""

from __future__ import annotations

import os
import struct
from pathlib import Path

from showdown_unit.journal_errors import from_os
from showdown_unit.journal_place import sync_folder

JOURNAL_NAME = "journal.sqlite"
NOTE_NAME = "journal.setting-aside"
SUFFIXES = ("", "-wal", "-shm")

APPLICATION_ID = 0x53684A6E  # "ShJn", stands in the file's head

_SQLITE_MAGIC = b"SQLite format 3\0"
_HEAD = 100
_LOG_MAGIC = (0x377F0682, 0x377F0683)  # checksums over little-endian and big-endian words
_LOG_HEAD = 32
_FRAME_HEAD = 24
_WORD = 0xFFFFFFFF


def is_absent(folder: Path) -> bool:
    """Whether there never was a journal here: neither the file nor its log."""
    return not (folder / JOURNAL_NAME).exists() and file_fault(folder) is None


def file_fault(folder: Path) -> str | None:
    """What the files alone show to be wrong, before SQLite touches them; None: nothing.

    SQLite would take an empty file for a new journal, throw away a log without its file, and end
    a log silently at its first bad byte. The journal's file appears with all its content at once,
    so none of this comes from a power cut. OSError where the files cannot be read.
    """
    main, log = folder / JOURNAL_NAME, folder / f"{JOURNAL_NAME}-wal"
    if not main.exists():
        return "its log is there without it" if log.exists() and log.stat().st_size else None
    with main.open("rb") as file:
        head = file.read(_HEAD)
    if not head:
        return "it is empty"
    if len(head) < _HEAD or not head.startswith(_SQLITE_MAGIC):
        return "it does not begin as a journal does"
    if int.from_bytes(head[68:72], "big") != APPLICATION_ID:
        return "it is not marked as a journal of this unit"
    return log_fault(log.read_bytes()) if log.exists() else None


def file_version(folder: Path) -> int:
    """The version that the files name, the highest where the log names another than the file.

    For files that have no fault. SQLite is not asked: it would fold the log into the file.
    OSError where they cannot be read.
    """
    main, log = folder / JOURNAL_NAME, folder / f"{JOURNAL_NAME}-wal"
    with main.open("rb") as file:
        found = _version(file.read(_HEAD))
    data = log.read_bytes() if log.exists() else b""
    if len(data) <= _LOG_HEAD:
        return found
    _, _, page_size, _, *salts = struct.unpack(">6I", data[:24])
    for at in range(_LOG_HEAD, len(data) - _HEAD, _FRAME_HEAD + page_size):
        page, _, *frame = struct.unpack(">4I", data[at : at + 16])
        if page == 1 and frame == salts:
            found = max(found, _version(data[at + _FRAME_HEAD :][:_HEAD]))
    return found


def _version(head: bytes) -> int:
    return int.from_bytes(head[60:64], "big")


def log_fault(log: bytes) -> str | None:
    """What is wrong with a write-ahead log.

    Each commit is on the disk before the next one is begun. So at most one commit of this log may
    lie behind its first bad frame; with two, one that was durable is lost.
    """
    if len(log) <= _LOG_HEAD or not any(log):
        return None
    magic, _, page_size, _, *rest = struct.unpack(">8I", log[:_LOG_HEAD])
    order = ">" if magic & 1 else "<"
    salts, sums = tuple(rest[:2]), (rest[2], rest[3])
    if magic not in _LOG_MAGIC or _checksum(log[:24], order, (0, 0)) != sums:
        return "the head of its log is not readable"
    step = _FRAME_HEAD + page_size
    good, commits_behind = True, 0
    for at in range(_LOG_HEAD, len(log) - step + 1, step):
        _, size_after, *frame = struct.unpack(">6I", log[at : at + _FRAME_HEAD])
        ours = tuple(frame[:2]) == salts  # else a frame of an earlier round of this log
        if good:
            sums = _checksum(log[at : at + 8], order, sums)
            sums = _checksum(log[at + _FRAME_HEAD : at + step], order, sums)
        good = good and ours and sums == (frame[2], frame[3])
        if not good and ours and size_after:
            commits_behind += 1
    return "its log is broken before its end" if commits_behind > 1 else None


def set_aside(folder: Path, why: str, stamp: str) -> None:
    """Note durably that the journal must move to `journal.damaged-<stamp>`, then move it.

    `finish` has to follow once a new journal is there. StorageError where the folder refuses.
    """
    name = f"journal.damaged-{stamp}"
    number = 1
    while any((folder / (name + suffix)).exists() for suffix in SUFFIXES):
        number += 1
        name = f"journal.damaged-{stamp}-{number}"
    note = folder / NOTE_NAME
    try:
        with note.open("w", encoding="utf-8") as file:
            file.write(f"{name}\n{why}\n")
            file.flush()
            os.fsync(file.fileno())
        sync_folder(folder)
        _move(folder, name)
    except OSError as error:
        raise from_os("cannot set a damaged journal aside in", folder, error) from error


def resume(folder: Path) -> tuple[str, str] | None:
    """The name and reason of a journal that is being set aside; its files are moved afterwards.

    None where none is. A note cut short was never acted on and is dropped.
    """
    note = folder / NOTE_NAME
    try:
        if not note.exists():
            return None
        lines = note.read_text(encoding="utf-8", errors="replace").split("\n")
        if (
            len(lines) != 3
            or not lines[0].startswith("journal.damaged-")
            or lines[2]
            or "/" in lines[0]
        ):
            note.unlink()
            return None
        _move(folder, lines[0])
    except OSError as error:
        raise from_os("cannot set a damaged journal aside in", folder, error) from error
    return lines[0], lines[1]


def finish(folder: Path) -> None:
    """The new journal is there: the note goes."""
    try:
        (folder / NOTE_NAME).unlink(missing_ok=True)
        sync_folder(folder)
    except OSError as error:
        raise from_os("cannot finish setting a journal aside in", folder, error) from error


def _move(folder: Path, name: str) -> None:
    """What has not moved yet. Where the first file is moved, one of its name is the new journal."""
    for suffix in SUFFIXES:
        source, target = folder / (JOURNAL_NAME + suffix), folder / (name + suffix)
        if source.exists() and not target.exists():
            source.rename(target)
    sync_folder(folder)


def _checksum(data: bytes, order: str, start: tuple[int, int]) -> tuple[int, int]:
    """SQLite's log checksum over pairs of words, carried on from `start`."""
    first, second = start
    for even, odd in struct.iter_unpack(f"{order}II", data):
        first = (first + even + second) & _WORD
        second = (second + odd + first) & _WORD
    return first, second
