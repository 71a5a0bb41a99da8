"""The lines typed at the console, kept over starts in a file of the user's own."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from showdown_host.keystore import default_folder

LINES = 500
"""So many are kept, the newest."""

MOST = 2048
"""A longer line is not kept."""


def default_file() -> Path:
    """Beside the user's keys."""
    return default_folder().parent / "console-history"


class History:
    """Lines, the oldest first: bounded, no repeats in a row. A file that fails is done without.

    `problem` says what failed, empty until something did.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or default_file()
        self.problem = ""
        self.lines: list[str] = []
        try:
            text = self.path.read_bytes()[-LINES * MOST :].decode("utf-8", "replace")
        except FileNotFoundError:
            text = ""
        except OSError as error:
            self.problem = f"no history: {error}"
            text = ""
        self.lines = [line for line in text.split("\n") if line.strip() and len(line) <= MOST]
        self.lines = self.lines[-LINES:]

    def add(self, line: str) -> None:
        """Keep a line; durable against the end of this program."""
        line = " ".join(line.split("\n")).strip()
        if not line or len(line) > MOST or (self.lines and self.lines[-1] == line):
            return
        self.lines.append(line)
        del self.lines[:-LINES]
        try:
            self._append(line)
        except OSError as error:
            self.problem = f"the history is not kept: {error}"

    def _append(self, line: str) -> None:
        """Two consoles at once add to the same file; one that has grown long is written anew."""
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        number = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        with os.fdopen(number, "ab") as file:
            file.write(f"{line}\n".encode())
            long = file.tell() > LINES * MOST // 4
        if long:
            scratch = self.path.with_name(f".{self.path.name}.{os.getpid()}")
            try:
                number = os.open(scratch, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
                with os.fdopen(number, "wb") as file:
                    file.write("".join(f"{one}\n" for one in self.lines).encode())
                scratch.replace(self.path)
            finally:
                with suppress(OSError):
                    scratch.unlink(missing_ok=True)
