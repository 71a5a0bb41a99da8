"""A lock on a file between processes: it ends with the file, and with the process."""

from __future__ import annotations

import sys
import threading
from typing import BinaryIO

_FAR = 1 << 62  # a byte to lock on Windows, beyond any end of file, so that all may read
_STEP_S = 0.02


def try_lock(file: BinaryIO) -> None:
    """For this process alone, for as long as the file is open. OSError: another one has it."""
    if sys.platform == "win32":
        import msvcrt  # noqa: PLC0415 - there alone

        place = file.tell()
        file.seek(_FAR)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        file.seek(place)
    else:
        import fcntl  # noqa: PLC0415 - on POSIX alone

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def lock(file: BinaryIO, patience_s: float) -> None:
    """As `try_lock`, waiting for a process that has it. OSError when it keeps it for so long."""
    pause, left = threading.Event(), round(patience_s / _STEP_S)
    while True:
        try:
            try_lock(file)
        except OSError:
            if left <= 0:
                raise
        else:
            return
        left -= 1
        pause.wait(_STEP_S)
