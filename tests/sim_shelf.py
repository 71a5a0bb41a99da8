"""Where the journal lies between two starts: in memory, or the real one in a real folder."""

from __future__ import annotations

import tempfile
from pathlib import Path

from showdown_unit.journal import Journal
from sim_journal import AnyJournal, MemoryDisk, MemoryJournal


class Shelf:
    """Opens the same journal again and again; `real` takes `showdown_unit.journal` itself."""

    def __init__(self, *, real: bool) -> None:
        self._disk = MemoryDisk()
        self._folder = None
        if real:
            memory = Path("/dev/shm")
            self._folder = tempfile.TemporaryDirectory(
                prefix="showdown-", dir=memory if memory.is_dir() else None
            )
            # To the journal this folder stands on a disk, wherever it is.
            self._mounts = Path(self._folder.name) / "mountinfo"
            self._mounts.write_text("1 0 0:1 / / rw - ext4 /dev/simulated rw\n")

    def open(self, boot: str) -> AnyJournal:
        if self._folder is not None:
            return Journal.open(
                Path(self._folder.name),
                boot,
                wall_s=lambda: 1_700_000_000,
                mountinfo=self._mounts,
            )
        return MemoryJournal(self._disk, boot, wall_s=lambda: 1_700_000_000)

    def close(self) -> None:
        if self._folder is not None:
            self._folder.cleanup()
