"""Where the journal lies between two starts: in memory, or the real one in a real folder."""

from __future__ import annotations

import tempfile
from pathlib import Path

from showdown_unit.journal import Journal
from showdown_unit.journal_damage import JOURNAL_NAME
from sim_journal import AnyJournal, MemoryDisk, MemoryJournal


class Shelf:
    """Opens the same journal again and again; `real` takes `showdown_unit.journal` itself."""

    def __init__(self, *, real: bool) -> None:
        self._wall_s = 1_700_000_000
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
        """The journal as the last start left it."""
        self._wall_s += 1
        if self._folder is not None:
            return Journal.open(
                Path(self._folder.name),
                boot,
                wall_s=lambda: self._wall_s,
                mountinfo=self._mounts,
            )
        return MemoryJournal(self._disk, boot, wall_s=lambda: self._wall_s)

    def damage(self) -> None:
        """The file is garbage: the next start sets it aside, and knows nothing but that."""
        self._disk = MemoryDisk(tray_unknown=True)
        if self._folder is not None:
            (Path(self._folder.name) / JOURNAL_NAME).write_bytes(b"no database" * 1000)

    def close(self) -> None:
        if self._folder is not None:
            self._folder.cleanup()
