"""The drawn bench: the unit in a process of its own, the app in this one, and how both end.

The unit's process has the event loop, the journal's thread and the pins, and nothing of the
terminal; so drawing never holds up the race. Either end notices when the other is gone.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import tempfile
import threading
import traceback
from collections.abc import Callable, Mapping
from contextlib import suppress
from importlib.util import find_spec
from typing import IO, TextIO

from showdown_bench.messages import Lines, Look, look_of
from showdown_bench.options import Options
from showdown_bench.window import CHUNK, Window

FAILED = 1
PATIENCE_S = 10.0
"""The unit finishes what somebody has pressed for, at most 5 s; then it is killed."""

BY_ITSELF_S = 2.0
"""So long a unit that nobody draws any more is not told to end a second time: a signal that finds
it at its very end would look like a failure."""

TOLD_LINES = 40
"""So much of what the unit's process said is told when it failed."""

NO_TEXTUAL = "the picture needs Textual (the extra `bench`), which is not installed: one line"

_POOR = ("vt", "linux", "ansi", "cons", "sun")
"""Terminals without block characters, by the beginning of TERM."""

_COLOURLESS = ("vt",)

RunWindow = Callable[[Window], int]
"""The bench inside the unit's process, until it is stopped; gives its exit status."""


def wanted(options: Options, environ: Mapping[str, str], *streams: TextIO) -> bool:
    """Whether to draw the picture: on a terminal that can, where nobody asked for less."""
    if options.headless or options.plain or not all(stream.isatty() for stream in streams):
        return False
    return environ.get("TERM", "dumb") not in {"", "dumb", "unknown"}


def textual_is_there() -> bool:
    """Whether the extra `bench` is installed."""
    return find_spec("textual") is not None


def takes_unicode(environ: Mapping[str, str], encoding: str) -> bool:
    """Whether the terminal shows more than ASCII."""
    if environ.get("TERM", "").startswith(_POOR) or "utf" not in encoding.lower():
        return False
    named = (environ.get(name) for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    return "utf" in next((name for name in named if name), "utf").lower()


def takes_colour(environ: Mapping[str, str]) -> bool:
    """Whether colours are wanted, and there are some."""
    return not environ.get("NO_COLOR") and not environ.get("TERM", "").startswith(_COLOURLESS)


def run(options: Options, inside: RunWindow) -> int:
    """Draw the bench until it ends; the exit status: the unit's, or 1 where the app failed."""
    ours, theirs = socket.socketpair()
    with ours, theirs, tempfile.TemporaryFile() as said:
        pid = _fork(ours, theirs, said, inside)
        theirs.close()
        drawn = FAILED
        try:
            drawn = _draw(options, ours)
        except KeyboardInterrupt:
            drawn = 0
        finally:
            ours.close()
            status = _end(pid)
            _tell(said, failed=status != 0)
        if status != 0:
            print(f"the unit ended with status {status}", file=sys.stderr)  # noqa: T201
        return status or drawn


def _fork(ours: socket.socket, theirs: socket.socket, said: IO[bytes], inside: RunWindow) -> int:
    """The unit's process: no thread runs yet. What it says goes to `said`."""
    sys.stdout.flush()
    sys.stderr.flush()
    pid = os.fork()
    if pid:
        return pid
    status = FAILED
    try:
        ours.close()
        os.setpgid(0, 0)  # Ctrl-C and hang-ups of the terminal are the app's
        _redirect(said)
        status = inside(Window(theirs))
    except BaseException:  # noqa: BLE001 - nothing above this may run twice
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def _redirect(said: IO[bytes]) -> None:
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(said.fileno(), 1)
    os.dup2(said.fileno(), 2)
    os.close(nothing)


def _draw(options: Options, end: socket.socket) -> int:
    lines = Lines()
    first = _first(end, lines)
    if first is None:
        return FAILED  # it says itself why it does not run
    # Only now, and only here: the unit's process needs nothing of it.
    from showdown_bench.app import UNIT_GONE, BenchApp  # noqa: PLC0415
    from showdown_bench.app_styles import COLOURS, NO_COLOURS  # noqa: PLC0415

    unicode = not options.ascii and takes_unicode(os.environ, sys.stdout.encoding or "")
    styles = COLOURS if takes_colour(os.environ) else NO_COLOURS
    app = BenchApp(end, first, lines, styles=styles, unicode=unicode)
    ended = app.run()
    if ended is None:
        return FAILED  # a bug in the app: Textual has told it
    return FAILED if ended == UNIT_GONE else 0


def _first(end: socket.socket, lines: Lines) -> Look | None:
    """The first look; None where the unit's process ends before."""
    while data := end.recv(CHUNK):
        told = lines.feed(data)
        if told:
            return look_of(told[-1])
    return None


def _end(pid: int) -> int:
    """Wait for the unit's process, which knows that it is over, or stop it.

    Its exit status, or as a shell has it that of a signal.
    """
    ended = threading.Event()
    waited: list[int] = []

    def wait() -> None:
        waited.append(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
        ended.set()

    threading.Thread(target=wait, daemon=True).start()
    if not ended.wait(BY_ITSELF_S):
        for number, patience_s in ((signal.SIGTERM, PATIENCE_S), (signal.SIGKILL, PATIENCE_S)):
            with suppress(ProcessLookupError):
                os.kill(pid, number)
            if ended.wait(patience_s):
                break
    code = waited[0] if waited else FAILED
    return 128 - code if code < 0 else code


def _tell(said: IO[bytes], *, failed: bool) -> None:
    """What the unit's process said: all that went wrong, the end of it where it failed."""
    said.seek(0)
    lines = said.read().decode(errors="replace").splitlines()
    shown = [text for text in lines if not text.startswith("showdown unit on ")]
    for text in shown[-TOLD_LINES:] if failed else shown[-3:]:
        print(text, file=sys.stderr)  # noqa: T201
