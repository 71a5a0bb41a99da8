"""The companion as people start it: a terminal, a unit, a kill in the middle of a showdown."""

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
from typing import Any, Self

from e2e_kit import BIN, Bench, until

SIDE_BY_SIDE = True


class Companion:
    """`showdown score` in a terminal of its own."""

    def __init__(self, bench: Bench, games: Path, *words: str) -> None:
        self.games = games
        self._main, terminal = pty.openpty()
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        options = ("--lang", "en", "--folder", games, "--port", bench.link)
        self.process = subprocess.Popen(
            [BIN / "showdown", "score", *options, *words],
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
            start_new_session=True,
            env=os.environ | {"SHOWDOWN_STATE_DIR": str(bench.folder), "TERM": "xterm-256color"},
        )
        os.close(terminal)
        self.seen = b""
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.kill()
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

    def kill(self) -> None:
        """As the power does."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def lines(self) -> list[dict[str, Any]]:
        """What is in the score file."""
        files = list(self.games.glob("*.score"))
        if not files:
            return []
        return [json.loads(line) for line in files[0].read_text().splitlines()[1:]]

    def until_kept(self, kind: str) -> dict[str, Any]:
        """Wait for a line in the score file; it."""

        def there() -> dict[str, Any] | None:
            for line in self.lines():
                if kind in (line["type"], line.get("entry", {}).get("type")):
                    return line
            return None

        found: dict[str, Any] = until(there, f"a line of {kind}")
        return found


def test_a_killed_companion_takes_its_showdown_up_again_and_nothing_flies_twice(
    tmp_path: Path,
) -> None:
    games = tmp_path / "games"
    with Bench(tmp_path / "unit").up() as bench:
        with Companion(bench, games, "--players", "Ana,Bo,Cy") as first:
            first.until_seen("Showdown")
            first.press("d")
            first.until_seen("At the unit")
            first.press("u")
            first.until_kept("note")  # its key is kept, and on its way to the unit
            first.kill()
        with Companion(bench, games, "--resume") as second:
            verdict = second.until_kept("showdown")["entry"]
            # The verdict may stand before its screen was ever shown: then the table tells it.
            until(lambda: b"Go on" in second.seen or b"wins. " in second.seen, "the verdict")
            if b"Go on" in second.seen:
                second.press("\r")
            second.until_seen("wins. ")
            second.press("q")
            until(lambda: second.process.poll() is not None, "the end")
            assert second.process.returncode == 0
        assert verdict["by"] == "unit"
        assert (verdict["initiator"], verdict["defender"]) == (1, 2)
        assert [line["type"] for line in second.lines()].count("launch") == 1
        sides = bench.launches()
    claim = next(line["data"]["claim"] for line in second.lines() if line["type"] == "note")
    loser = "left" if claim["left"] == verdict["loser"] else "right"
    assert sides == [loser]
