"""The console and the watch as people start them: terminals of their own, a unit of the bench."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import signal
import struct
import subprocess
import termios
import threading
from pathlib import Path
from typing import Self

from e2e_kit import BIN, Bench, until

SIDE_BY_SIDE = True


class Terminal:
    """A `showdown` command in a terminal of its own."""

    def __init__(self, bench: Bench, *words: str | Path, size: tuple[int, int] = (80, 24)) -> None:
        self._main, terminal = pty.openpty()
        wide, high = size
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", high, wide, 0, 0))
        home = {"SHOWDOWN_STATE_DIR": str(bench.folder / "host"), "TERM": "xterm-256color"}
        self.process = subprocess.Popen(
            [BIN / "showdown", *words],
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
            start_new_session=True,
            env=os.environ | home | {"PYTHONIOENCODING": "utf-8"},
        )
        os.close(terminal)
        self.seen = b""
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self._reader.join(5)
        os.close(self._main)

    def _read(self) -> None:
        while True:
            try:
                data = os.read(self._main, 65536)
            except OSError:
                return
            if not data:
                return
            self.seen += data

    def until_seen(self, words: str) -> None:
        """Wait until the words were drawn in one go."""
        until(lambda: words.encode() in self.seen, f"{words!r} on the screen")

    def press(self, keys: str) -> None:
        """Type."""
        os.write(self._main, keys.encode())

    def end(self) -> int:
        """Its exit code."""
        return self.process.wait(20)


def test_the_console_asks_and_shows_and_logs_and_remembers(tmp_path: Path) -> None:
    log = tmp_path / "traffic"
    with Bench(tmp_path / "unit").up() as bench:
        with Terminal(bench, "console", "--port", bench.link, "--log", log) as console:
            console.until_seen("Tab completes")
            console.press("stat\tus\r")
            console.until_seen("status, answered in")
            console.until_seen("launcher")
            console.press("showdown.get key=short\r")
            console.until_seen("INVALID_PARAMS")
            console.until_seen("same key again")
            console.press("\x04")
            assert console.end() == 0
        with Terminal(bench, "console", "--plain", "--port", bench.link) as plain:
            plain.until_seen("> ")
            plain.press("ping\r")
            plain.until_seen('"up_ms"')
            plain.press("quit\r")
            assert plain.end() == 0
    entries = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    assert {entry["crc"] for entry in entries} == {"right"}
    asked = [json.loads(e["line"][:-9])["method"] for e in entries if e["way"] == "out"]
    assert [method for method in asked if method != "ping"] == [
        "hello", "status", "showdown.get", "bye",
    ]  # fmt: skip
    history = (bench.folder / "host" / "console-history").read_text(encoding="utf-8")
    assert history.splitlines() == ["status", "showdown.get key=short", "ping", "quit"]


def test_two_watch_one_unit_while_a_third_plays_and_a_taken_port_is_said(tmp_path: Path) -> None:
    path = tmp_path / "s"
    with Bench(tmp_path / "unit", "--seed", "7", sets={"links.unix": str(path)}).up() as bench:
        port = f"unix:{path}"
        with (
            Terminal(bench, "watch", "--port", port) as one,
            Terminal(bench, "watch", "--port", port, "--ascii", size=(60, 20)) as other,
            Terminal(bench, "watch", "--port", bench.link) as tty,
        ):
            for watch in (one, other, tty):
                watch.until_seen("none yet")
            with Terminal(bench, "watch", "--port", bench.link) as late:
                late.until_seen("is in use by")
                late.press("q")
                assert late.end() == 0
            run = [BIN / "showdown", "run", "--port", port, "--left", "Ana", "--right", "Bo"]
            home = os.environ | {"SHOWDOWN_STATE_DIR": str(bench.folder / "player")}
            subprocess.run([*run, "--cards", "2"], env=home, check=True, capture_output=True)
            for watch in (one, other, tty):
                watch.until_seen("loses")
                watch.press("q")
                assert watch.end() == 0


def test_the_watch_finds_a_unit_that_was_killed_and_came_back(tmp_path: Path) -> None:
    folder = tmp_path / "unit"
    with (
        Bench(folder, "--name", "Table 9").up() as bench,
        Terminal(bench, "watch", "--unit", "Table 9", size=(120, 40)) as watch,
    ):
        watch.until_seen("Press the timer button")
        bench.stop(signal.SIGKILL)
        watch.until_seen("looking for it again")
        watch.seen = b""
        with Bench(folder, "--name", "Table 9").up():
            watch.until_seen("Press the timer button")
            watch.press("\x03")
            assert watch.end() == 0
