"""A program at a terminal: a PTY whose other end types, reads the bytes and keeps the screen."""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import signal
import struct
import subprocess
import termios
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from e2e_kit import BIN, LIMIT_S, QUICK, until

_SEQUENCE = re.compile(
    r"\x1b\[([?>=<]?)([\d;]*)([@-~])|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[()][A-Z0-9]|\x1b[=>78]|(\r)|(\n)|([^\x00-\x1f\x1b])"
)


class Screen:
    """The characters that stand on a terminal: as much of one as Textual needs."""

    def __init__(self, width: int, height: int) -> None:
        self._size = (width, height)
        self._clear()

    def _clear(self) -> None:
        width, height = self._size
        self._cells = [[" "] * width for _ in range(height)]

    def draw(self, text: str) -> str:
        """What is left of `text`, which may end within a sequence."""
        width, height = self._size
        x = y = 0
        for found in _SEQUENCE.finditer(text):
            private, numbers, kind, back, down, char = found.groups()
            if kind == "H" and not private:
                row, _, column = numbers.partition(";")
                y, x = int(row or 1) - 1, int(column or 1) - 1
            elif kind == "J" and not private:
                self._clear()
            elif back:
                x = 0
            elif down:
                y += 1
            elif char:
                if x < width and y < height:
                    self._cells[y][x] = char
                x += 1
        return "\n".join("".join(row).rstrip() for row in self._cells)


class TerminalBench:
    """`showdown-unit bench` at a terminal of 80 x 24, killed at the end of the block."""

    def __init__(
        self,
        folder: Path,
        *options: str,
        environ: Mapping[str, str] | None = None,
        sets: Mapping[str, object] | None = None,
        size: tuple[int, int] = (80, 24),
        program: Sequence[str | Path] = (BIN / "showdown-unit", "bench"),
    ) -> None:
        folder.mkdir(exist_ok=True)
        self.folder = folder
        self.link = folder / "unit.tty"
        self.size = size
        self._ours, theirs = os.openpty()
        self.resize(*size, tell=False)
        self.before = termios.tcgetattr(theirs)
        self._terminal = theirs  # kept, so that its settings can be read in the end
        self.output = b""
        overrides = QUICK | dict(sets or {})
        self.process = subprocess.Popen(
            [
                *program,
                *("--link", self.link, "--state", folder / "state"),
                *(f"--set={key}={str(value).lower()}" for key, value in overrides.items()),
                *options,
            ],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
            env={**os.environ, "TERM": "xterm-256color", "LANG": "C.UTF-8", **(environ or {})},
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self._terminal)
        self._reader.join(LIMIT_S)
        os.close(self._ours)

    def _read(self) -> None:
        with contextlib.suppress(OSError):  # the other end is closed
            while data := os.read(self._ours, 65_536):
                self.output += data

    @property
    def text(self) -> str:
        """All that was written."""
        return self.output.decode(errors="replace")

    @property
    def screen(self) -> str:
        """What stands on the terminal."""
        return Screen(*self.size).draw(self.text)

    def shows(self, words: str, limit_s: float = LIMIT_S) -> str:
        """Wait until the screen shows these words; the screen."""

        def there() -> str:
            assert self.process.poll() is None, f"it ended:\n{self.text}"
            shown = self.screen
            return shown if words in shown else ""

        try:
            shown: str = until(there, f"{words!r} on the screen", limit_s)
        except TimeoutError as error:
            msg = f"{error}:\n{self.screen}"
            raise TimeoutError(msg) from None
        return shown

    def hides(self, words: str) -> None:
        """Wait until the screen shows these words no more."""
        try:
            until(lambda: words not in self.screen, f"{words!r} off the screen")
        except TimeoutError as error:
            msg = f"{error}:\n{self.screen}"
            raise TimeoutError(msg) from None

    def type(self, keys: str) -> None:
        """Keys, or what a mouse sends."""
        os.write(self._ours, keys.encode())

    def click(self, words: str, *, let_go: bool = True) -> None:
        """Press the mouse on the first of these words that is on the screen."""
        for y, line in enumerate(self.screen.splitlines()):
            if words in line:
                x = line.index(words) + 1
                self.type(f"\x1b[<0;{x + 1};{y + 1}M")
                if let_go:
                    self.type(f"\x1b[<0;{x + 1};{y + 1}m")
                return
        raise AssertionError(f"{words!r} is not on the screen:\n{self.screen}")

    def resize(self, width: int, height: int, *, tell: bool = True) -> None:
        """Another size."""
        self.size = (width, height)
        fcntl.ioctl(self._ours, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
        if tell:
            self.process.send_signal(signal.SIGWINCH)

    def end(self, limit_s: float = LIMIT_S) -> int:
        """Wait for the end, and for what is still on its way to be read; the exit status."""
        status = self.process.wait(limit_s)
        until(lambda: self.quiet_bytes(0.05) == 0, "the last of the output")
        return status

    def restored(self) -> bool:
        """Whether the terminal is as it was: its settings, its screen, its cursor, its mouse."""
        after: list[Any] = termios.tcgetattr(self._terminal)
        return after == self.before and all(
            self.text.rfind(off) > self.text.rfind(on) >= 0
            for on, off in (
                ("\x1b[?1049h", "\x1b[?1049l"),
                ("\x1b[?25l", "\x1b[?25h"),
                ("\x1b[?1003h", "\x1b[?1003l"),
            )
        )

    def unit_pid(self) -> int:
        """The unit's process: the child of the one that draws."""
        path = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return int(path.read_text().split()[0])

    def quiet_bytes(self, s: float) -> int:
        """How much is written in that time."""
        begun, before = time.monotonic(), len(self.output)
        until(lambda: time.monotonic() - begun >= s, "time passes")
        return len(self.output) - before


def gone(pid: int) -> Callable[[], bool]:
    """Whether that process is no more."""

    def look() -> bool:
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return True
        return state == "Z"

    return look
