"""The traffic of a link in a file: one JSON object a line, appended and flushed at once."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TextIO

from showdown_host.tap import WireLine


def now() -> datetime:
    """The present moment, for people; durations are measured by another clock."""
    return datetime.now(UTC)


def local_now() -> datetime:
    """The same by the clock on the wall here."""
    return now().astimezone()


def entry(line: WireLine, at: datetime) -> str:
    """One line of the file: `t` (UTC), `way` (`out`, `in`), `line`, `crc`; `whole` where false."""
    members: dict[str, object] = {
        "t": at.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z"),
        "ns": line.ns,
        "way": line.way,
        "crc": {True: "right", False: "wrong", None: "none"}[line.crc],
        "line": line.text,
    }
    if not line.whole:
        members["whole"] = False
    return json.dumps(members, ensure_ascii=False) + "\n"


def open_private(path: Path) -> TextIO:
    """A file to append to, which its owner alone may read where it is made here. OSError."""
    number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    return os.fdopen(number, "a", encoding="utf-8")


class TrafficLog:
    """Appends lines; from any thread. A disk that fails ends the log, not the link.

    `problem` then says why, empty until it does. Raises `OSError` where the file cannot be opened.
    """

    def __init__(self, path: Path, clock: Callable[[], datetime] = now) -> None:
        self.path = path
        self.problem = ""
        self._clock = clock
        self._lock = threading.Lock()
        self._file: TextIO | None = open_private(path)

    def add(self, line: WireLine) -> None:
        """One more line."""
        with self._lock:
            if self._file is None:
                return
            try:
                self._file.write(entry(line, self._clock()))
                self._file.flush()
            except OSError as error:
                self.problem = f"{self.path}: the log ends here: {error.strerror or error}"
                self._close()

    def close(self) -> None:
        """No more lines."""
        with self._lock:
            self._close()

    def _close(self) -> None:
        if self._file is not None:
            with suppress(OSError):
                self._file.close()
            self._file = None
