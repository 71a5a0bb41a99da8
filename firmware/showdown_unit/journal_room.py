"""Room for the result, reserved before the count: a file of real blocks that is given back.

The launcher moves whether or not the result can be written, so the disk must not be allowed to
fill up in between.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from showdown_unit.evidence import PACKED_MAX
from showdown_unit.journal_errors import from_os
from showdown_unit.journal_place import give_to_owner, sync_folder

RESERVE_NAME = "journal.reserve"
RESERVE_BYTES = 2 * (PACKED_MAX + 128 * 1024)
"""Half for the result, half for `done`. Each takes a log of its evidence, of 1 % for the frames
around that, and of under 100 kB for everything else."""


class Room:
    """The reserve of one state folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._path = folder / RESERVE_NAME
        self._checked = False  # whether its blocks were seen to be there since this start

    def reserve(self) -> None:
        """Have the room, durably; quick where it is there already. StorageError where not."""
        if self._checked and self._size() == RESERVE_BYTES:
            return
        try:
            self._fill()
        except OSError as error:
            with contextlib.suppress(OSError):  # why it cannot be had is what counts
                self._path.unlink()
            raise from_os("cannot reserve room for a result in", self._path, error) from error
        self._checked = True

    def release(self) -> bool:
        """Give half of the whole room back to the file system. False where none is left."""
        size = self._size()
        if not size:
            return False
        self._checked = False
        try:
            with self._path.open("r+b") as file:
                file.truncate(RESERVE_BYTES // 2 if size > RESERVE_BYTES // 2 else 0)
                os.fsync(file.fileno())
        except OSError as error:
            raise from_os("cannot give back the room of", self._path, error) from error
        return True

    def _size(self) -> int:
        try:
            return self._path.stat().st_size
        except FileNotFoundError:
            return 0
        except OSError as error:
            raise from_os("cannot look at", self._path, error) from error

    def _fill(self) -> None:
        fd = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o640)
        try:
            os.ftruncate(fd, RESERVE_BYTES)
            if hasattr(os, "posix_fallocate"):
                os.posix_fallocate(fd, 0, RESERVE_BYTES)
            else:
                os.pwrite(fd, b"\xff" * RESERVE_BYTES, 0)
            os.fsync(fd)
        finally:
            os.close(fd)
        give_to_owner(self._folder)
        sync_folder(self._folder)
