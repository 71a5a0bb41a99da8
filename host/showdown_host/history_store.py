"""The history's files: one a unit, lines only ever added; read by anyone, written under a lock."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO, NamedTuple

import msgspec

from showdown_host.errors import StoreError
from showdown_host.folders import data_folder, sync_folder
from showdown_host.history_lines import Line, decoded
from showdown_host.history_rows import Fold, fold
from showdown_host.locks import lock
from showdown_protocol.messages import Record

SUFFIX = ".history"
LOCK_S = 5.0
_BLOCK = 1 << 20
MAX_LINE = 1 << 16
"""Bytes. No line that is written here is longer."""


class Published(NamedTuple):
    """A commitment as first heard; `before_race`: then nothing of the hold could be seen yet."""

    serial: str
    hold_sha256: str
    seen_ms: int
    before_race: bool


def default_history() -> Path:
    """Where this user's history stands."""
    return data_folder() / "history"


def wall_ms() -> int:
    """Unix milliseconds by this host's clock."""
    return int(datetime.now(UTC).timestamp() * 1000)


@dataclass
class HistoryStore:
    """Any number of processes may use a folder at once. Methods raise `StoreError`."""

    folder: Path = field(default_factory=default_history)
    now_ms: Callable[[], int] = wall_ms
    patience_s: float = LOCK_S

    def note(self, serial: str, record: Record, name: str | None = None) -> list[str]:
        """Keep this version of a unit's record, durable on return, if it says anything new.

        The result: what the unit contradicts itself in, in words for people; empty as a rule.
        Costs one search of the unit's file for the key.
        """
        record = msgspec.structs.replace(record, replay=None)
        before = Fold()
        for line in self._versions(self._path(serial), record.key):
            if line.serial == serial:
                before.add(line)
        if not before.lacks(serial, record):
            return before.doubts(serial, record)
        line = Line(serial=serial, seen_ms=self.now_ms(), record=record, name=name)
        self.append(serial, [line])
        return before.add(line)

    def append(self, serial: str, lines: Sequence[Line]) -> None:
        """Durable on return; when it raises, the file says what it said before."""
        if not lines:
            return
        path = self._path(serial)
        data = b"".join(line.encoded() for line in lines)
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with _private(path) as file:
                lock(file, self.patience_s)
                start = _whole(file)
                try:
                    _write(file, data)
                    os.fsync(file.fileno())
                except BaseException:
                    with suppress(OSError):
                        file.truncate(start)
                    raise
            if start == 0:
                sync_folder(self.folder)
        except OSError as error:
            msg = (
                f"{path} cannot be written: {error}. Nothing is lost while the unit has it: free "
                "the disk, or name another folder in SHOWDOWN_DATA_DIR; `showdown history` reads "
                "it again"
            )
            raise StoreError(msg) from error

    def read(self, state: Fold, serial: str | None = None) -> None:
        """Take in what is kept of one unit, or of all; damaged lines are told in its `problems`."""
        for path in self._paths(serial):
            damaged: list[int] = []
            for number, line in self._lines(path):
                if line is None:
                    damaged.append(number)
                elif serial is None or line.serial == serial:
                    state.add(line)
            if damaged:
                which = ", ".join(map(str, damaged[:5])) + (", …" if len(damaged) > 5 else "")
                state.problems.append(
                    f"{path}: {len(damaged)} of its lines (line {which}) cannot be understood and "
                    "were passed over: damaged, or a later version's. `showdown history --full` "
                    "reads anew what the unit still has"
                )

    def find(self, key: str) -> list[Line]:
        """Every version kept of a key, the oldest reading first, of whichever unit."""
        return [line for path in self._paths(None) for line in self._versions(path, key)]

    def published(self, key: str) -> list[Published]:
        """What units told of the hold of that showdown when this host first heard of it.

        Mostly one or none; a verdict whose `hold_sha256` is another did not stay with it.
        """
        rows = fold(self.find(key)).in_order()
        return [
            Published(row.serial, row.hold_sha256, row.seen_ms, row.hold_before_race)
            for row in rows
            if row.hold_sha256 is not None
        ]

    def _paths(self, serial: str | None) -> list[Path]:
        if serial is not None:
            path = self._path(serial)
            return [path] if path.exists() else []
        try:
            return sorted(self.folder.glob(f"*{SUFFIX}"))
        except OSError as error:
            msg = f"{self.folder} cannot be read: {error}"
            raise StoreError(msg) from error

    def _path(self, serial: str) -> Path:
        """Also on file systems that know no case; serials are whatever a unit says."""
        plain = re.sub(r"[^a-z0-9]", "-", serial.lower())[:40]
        tag = hashlib.sha256(serial.encode("utf-8", "surrogatepass")).hexdigest()[:8]
        return self.folder / f"{plain}-{tag}{SUFFIX}"

    def _lines(self, path: Path) -> Iterator[tuple[int, Line | None]]:
        """Whole lines with their numbers from 1, None where it cannot be understood."""
        number = 0
        for block in _blocks(path):
            for data in block.split(b"\n")[:-1]:
                number += 1
                yield number, decoded(data)

    def _versions(self, path: Path, key: str) -> Iterator[Line]:
        wanted = b'"key":' + msgspec.json.encode(key)
        for block in _blocks(path):
            spot = block.find(wanted)
            while spot >= 0:
                start, end = block.rfind(b"\n", 0, spot) + 1, block.find(b"\n", spot)
                line = decoded(block[start:end])
                if line is not None and line.record is not None and line.record.key == key:
                    yield line
                spot = block.find(wanted, end)


def _blocks(path: Path) -> Iterator[bytes]:
    """The file in pieces of whole lines; one that is being written now is not there yet."""
    rest = b""
    try:
        with path.open("rb") as file:
            while more := file.read(_BLOCK):
                end = more.rfind(b"\n") + 1
                if end:
                    yield rest + more[:end]
                    rest = more[end:]
                else:
                    rest += more
    except FileNotFoundError:
        return
    except OSError as error:
        msg = f"{path} cannot be read: {error}"
        raise StoreError(msg) from error


def _private(path: Path) -> BinaryIO:
    flags = os.O_RDWR | os.O_CREAT | os.O_APPEND
    for name in ("O_CLOEXEC", "O_BINARY"):
        flags |= getattr(os, name, 0)
    return os.fdopen(os.open(path, flags, 0o600), "ab+", buffering=0)


def _whole(file: BinaryIO) -> int:
    """Where to go on writing: what a power cut left of a line, which nobody was promised, goes."""
    size = file.seek(0, os.SEEK_END)
    end = size
    while end > 0:
        start = max(0, end - MAX_LINE)
        file.seek(start)
        found = _read(file, end - start).rfind(b"\n")
        if found >= 0:
            end = start + found + 1
            break
        end = start
    if end != size:
        file.truncate(end)
        file.seek(end)
    return end


def _read(file: BinaryIO, size: int) -> bytes:
    data = b""
    while len(data) < size and (more := file.read(size - len(data))):
        data += more
    return data


def _write(file: BinaryIO, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[file.write(view) :]
