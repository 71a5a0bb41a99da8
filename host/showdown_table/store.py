"""Match files: one JSON line for the header, then one for each thing that happened, never changed.

A line is durable before anything is made of it. A last line that was cut off (the power went) is
dropped: nobody was told of it. One process at a time has a file open for writing.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, NamedTuple, Self

from showdown_host.folders import data_folder, sync_folder
from showdown_host.locks import try_lock

FORMAT = "showdown-match"
VERSION = 1
SUFFIX = ".match"


class MatchFileError(Exception):
    """A match file does not serve; the text says which, why and what to do. The file is kept."""


class MatchFileBusy(MatchFileError):  # noqa: N818 - read as what happened
    """Another process plays this match."""


class Stored(NamedTuple):
    """What a match file says."""

    header: dict[str, Any]
    records: list[dict[str, Any]]


def default_folder() -> Path:
    """Where this user's matches stand."""
    return data_folder() / "matches"


def made_folder(folder: Path) -> Path:
    """The folder, which is there now. MatchFileError."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        msg = f"{folder} cannot be made: {error}. Name another place in SHOWDOWN_DATA_DIR"
        raise MatchFileError(msg) from error
    return folder


class Closed:
    """What a `with` closes at its end."""

    def close(self) -> None:
        """Let it go."""
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class MatchFile(Closed):
    """An open match file, locked for this process. Every method raises MatchFileError."""

    def __init__(self, path: Path, file: BinaryIO, size: int) -> None:
        self.path = path
        self._file = file
        self._size = size
        self._broken = False

    @classmethod
    def create(cls, path: Path, header: Mapping[str, Any], *, kind: str = FORMAT) -> Self:
        """A new file; the header is durable. FileExistsError is a MatchFileError too."""
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            file = path.open("xb+", buffering=0)
        except FileExistsError:
            msg = f"{path} is there already: `showdown play --resume --file {path}` goes on with it"
            raise MatchFileError(msg) from None
        except OSError as error:
            msg = f"{path} cannot be made: {error}. Name another place with --file"
            raise MatchFileError(msg) from error
        new = cls(path, file, 0)
        try:
            _lock(file, path)
            new.append({"format": kind, "version": VERSION, **header})
            sync_folder(path.parent)
        except BaseException:
            file.close()
            with suppress(OSError):
                path.unlink()
            raise
        return new

    @classmethod
    def open(cls, path: Path, *, kind: str = FORMAT) -> tuple[Self, Stored]:
        """An existing file, to go on with. A line that was cut off at its end is removed."""
        try:
            file = path.open("rb+", buffering=0)
        except OSError as error:
            raise _unreadable(path, error) from error
        try:
            _lock(file, path)
            stored, size = _parse(_content(file, path), path, kind)
            _cut(file, path, size)
        except BaseException:
            file.close()
            raise
        return cls(path, file, size), stored

    def append(self, *records: Mapping[str, Any]) -> None:
        """Durable when this returns; when it raises, the file is as it was before."""
        if self._broken:
            msg = f"{self.path} could not be written before: start again to go on with the match"
            raise MatchFileError(msg)
        lines = [json.dumps(one, separators=(",", ":"), ensure_ascii=False) for one in records]
        data = "".join(f"{line}\n" for line in lines).encode()
        try:
            _write(self._file, data)
            os.fsync(self._file.fileno())
        except OSError as error:
            self._broken = True
            with suppress(OSError):
                _cut(self._file, self.path, self._size)
                self._broken = False
            msg = f"{self.path} cannot be written, so nothing was done: {error}. Free the disk"
            raise MatchFileError(msg) from error
        except BaseException:
            self._broken = True  # Ctrl-C in a write: whether the line is there, the next start sees
            raise
        self._size += len(data)

    def close(self) -> None:
        """Let the file go."""
        self._file.close()


def read(path: Path, *, kind: str = FORMAT) -> Stored:
    """What a file says now, also while another process writes it."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise _unreadable(path, error) from error
    return _parse(data, path, kind)[0]


def matches(folder: Path) -> Sequence[Path]:
    """The match files of a folder, the last written first."""
    found = []
    for path in folder.glob(f"*{SUFFIX}"):
        with suppress(FileNotFoundError):
            found.append((path.stat().st_mtime_ns, path))
    return [path for _, path in sorted(found, reverse=True)]


def _parse(data: bytes, path: Path, kind: str) -> tuple[Stored, int]:
    """The lines, and the length up to the end of the last whole one."""
    whole = data[: data.rfind(b"\n") + 1]
    lines = whole.split(b"\n")[:-1]
    parsed: list[dict[str, Any]] = []
    for number, line in enumerate(lines, 1):
        try:
            record = json.loads(line)
            if type(record) is not dict:
                raise ValueError("no object")
        except (ValueError, RecursionError) as error:
            if number == 1:
                break
            if number == len(lines) and b"\0" in line:  # a block that never reached the disk
                whole = whole[: -len(line) - 1]
                break
            msg = (
                f"{path}, line {number} is damaged: {error}. What follows cannot be played; "
                f"the first {number - 1} lines are good: a copy of them is a match to go on with"
            )
            raise MatchFileError(msg) from None
        parsed.append(record)
    if not parsed or parsed[0].get("format") != kind:
        found = f"its format is {parsed[0].get('format')!r}" if parsed else "it has no header"
        msg = f"{path} is no {kind} file: {found}"
        raise MatchFileError(msg)
    version = parsed[0].get("version")
    if version != VERSION:
        msg = (
            f"{path} has version {version!r}, this program reads {VERSION}: "
            "go on with the program that wrote it"
        )
        raise MatchFileError(msg)
    return Stored(parsed[0], parsed[1:]), len(whole)


def _unreadable(path: Path, error: OSError) -> MatchFileError:
    return MatchFileError(f"{path} cannot be opened: {error.strerror or error}")


def _content(file: BinaryIO, path: Path) -> bytes:
    try:
        file.seek(0)
        return file.read()
    except OSError as error:
        raise _unreadable(path, error) from error


def _cut(file: BinaryIO, path: Path, size: int) -> None:
    """Keep so many bytes, and go on writing there."""
    try:
        if file.seek(0, os.SEEK_END) != size:
            file.truncate(size)
            os.fsync(file.fileno())
        file.seek(size)
    except OSError as error:
        msg = f"{path} cannot be written: {error}"
        raise MatchFileError(msg) from error


def _write(file: BinaryIO, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[file.write(view) :]


def _lock(file: BinaryIO, path: Path) -> None:
    """For as long as the file is open; it ends with the process, however that ends."""
    try:
        try_lock(file)
    except OSError as error:
        msg = f"{path} is being played by another program: end that one, or start a new match"
        raise MatchFileBusy(msg) from error
