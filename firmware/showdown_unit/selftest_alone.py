"""The self-test where no daemon runs: one of its own, on a private socket, for as long as needed.

It is the daemon itself with the owner's configuration, so that pins, journal and what is known of
the tray are the same; only its links are replaced, and the timer button starts nothing.

`python -m showdown_unit.selftest_alone SOCKET [CONFIG]` is the child's side.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from showdown_unit.config import Config, load

STOP_S = 10.0
"""An orderly end takes at most 5 s."""

READY = "ready"


class AloneError(Exception):
    """No daemon runs, and none can be started here."""


def overrides(socket: str) -> dict[str, object]:
    """What differs from the owner's configuration."""
    return {
        "links.unix": socket,
        "links.pty": "",
        "links.tty": [],
        "unit.standalone": "off",
        "log.level": "warning",
    }


@contextmanager
def unit_alone(config_path: Path | None) -> Iterator[str]:
    """A unit for the length of this context: the path of its socket. AloneError with its words."""
    with tempfile.TemporaryDirectory(prefix="showdown-") as folder:
        socket = str(Path(folder) / "unit.sock")
        words = [sys.executable, "-m", __name__, socket]
        if config_path is not None:
            words.append(str(config_path))
        # A session of its own: Ctrl-C ends the walk, and the walk ends the unit. Its standard input
        # is open as long as this process lives, so that a kill ends it too.
        child = subprocess.Popen(  # noqa: S603 - this very program
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        try:
            if child.stdout is None or child.stdout.readline().strip() != READY:
                msg = "the unit could not be started for the test; its own words stand above"
                raise AloneError(msg)
            yield socket
        finally:
            _end(child)


def _end(child: subprocess.Popen[str]) -> None:
    child.terminate()
    try:
        child.wait(STOP_S)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
    for pipe in (child.stdin, child.stdout):
        if pipe is not None:
            pipe.close()


def _end_with_parent() -> None:
    """Wait for the end of the input, which is the parent's end however that came, then go too."""
    while os.read(0, 1):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


@contextmanager
def _ready(_: Any) -> Iterator[None]:
    sys.stdout.write(f"{READY}\n")
    sys.stdout.flush()
    yield


def main(argv: list[str]) -> int:
    """Be that unit."""
    from showdown_unit.daemon import run  # noqa: PLC0415 - the parent loads no pins
    from showdown_unit.logs import log_to  # noqa: PLC0415

    threading.Thread(target=_end_with_parent, name="parent", daemon=True).start()
    socket, *rest = argv
    config: Config = load(Path(rest[0]) if rest else None, overrides(socket))
    log_to(config.log.level)
    return run(config, extra=_ready)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
