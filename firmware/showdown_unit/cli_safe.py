"""`showdown-unit safe`: every output switched off, for when the daemon has ended."""

from __future__ import annotations

import argparse
import fcntl
import os
import sys
import threading
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from showdown_unit.config import DEFAULT_PATH, Config, ConfigError, default_path, load
from showdown_unit.journal_place import LOCK_NAME

FAILED = 1

LIMIT_S = 3.5
"""How long it may take, so that with the start of Python it is over within 5 s."""

DYING_S = 1.0
"""How long a process that is being killed may still hold the state folder."""

LOOK_S = 0.05

TAKEN = (
    "hardware.board",
    "hardware.backend",
    "hardware.chip",
    "launcher.pwm",
    "state.dir",
)
"""Of a configuration with errors these keys count still, each where it is right by itself."""

PLUG = "Pull the servo's plug"

Switch = Callable[[Config], "Told"]
_pause = threading.Event()  # never set: `wait` on it is a pause


@dataclass(frozen=True, slots=True)
class Told:
    """What is said, in one line, and whether the outputs are known to be off."""

    line: str
    safe: bool


def command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add it to the commands of `showdown-unit`."""
    parser = commands.add_parser(
        "safe",
        help="switch every output off after the unit has ended",
        description="Switch every output of the board off, the launcher's power first; nothing"
        " moves. For after the unit's process has ended, however it did; refuses where one runs."
        " The exit status: 0 all is off, 1 something may still be on.",
    )
    parser.add_argument(
        "--config",
        type=Path,
        metavar="FILE",
        help=f"the unit's configuration (default: {DEFAULT_PATH}, where it exists)",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Switch off and tell; the exit status."""
    path: Path | None = args.config
    if path is None:
        path = default_path()
    config, note = configuration(path)
    told = in_time(lambda: make_safe(config, switch), LIMIT_S)
    print(told.line + note, file=sys.stdout if told.safe else sys.stderr)
    return 0 if told.safe else FAILED


def configuration(path: Path | None) -> tuple[Config, str]:
    """The configuration, and what to say of it: of a broken one what can be used, else defaults."""
    try:
        return load(path), ""
    except ConfigError as error:
        config, taken = _what_is_right(path)
        used = f"of it {', '.join(taken)} counted" if taken else "the defaults counted"
        return config, f" (the configuration has errors, {used}: {' '.join(str(error).split())})"


def make_safe(config: Config, switch: Switch) -> Told:
    """Switch off, unless a unit runs with this state folder; its lock is held meanwhile."""
    folder = Path(config.state.dir)
    try:
        lock = _held(folder)
    except PermissionError:
        return Told(
            f"{folder} may not be looked into, so a unit may be running: nothing was switched."
            " Run this with sudo",
            safe=False,
        )
    except BlockingIOError as running:
        if not _lives(str(running)):  # it holds the lock too, and leaves the number as it was
            return Told(
                f"another showdown-unit safe is at work with {folder}: nothing was switched by"
                " this one. Once more in some seconds",
                safe=False,
            )
        return Told(
            f"a showdown-unit (pid {running}) runs with {folder}: nothing was switched. To stop"
            " it, which switches everything off: sudo systemctl stop showdown-unit",
            safe=False,
        )
    try:
        return switch(config)
    finally:
        if lock is not None:
            os.close(lock)


def switch(config: Config, **options: Any) -> Told:
    """Switch the outputs of that configuration off. Options are those of `open_unit_factory`."""
    if config.hardware.backend == "mock":
        return Told("the mock backend has no pins: nothing to switch off", safe=True)
    # Not at the top: loading what works pins takes time, and the lock comes first.
    from showdown_hw.board import Board  # noqa: PLC0415
    from showdown_hw.clock import SystemClock  # noqa: PLC0415
    from showdown_hw.errors import BoardError  # noqa: PLC0415
    from showdown_hw.launcher_pwm import open_unit_factory  # noqa: PLC0415
    from showdown_unit.boards import board_of  # noqa: PLC0415
    from showdown_unit.logs import log_to  # noqa: PLC0415
    from showdown_unit.safe_outputs import switch_off  # noqa: PLC0415

    log_to("error")
    note = ""
    try:
        board = board_of(config)
    except BoardError as error:
        board, note = Board.named("default"), f" (the default board counted: {error})"
    hardware, pwm, clock = config.hardware, config.launcher.pwm, SystemClock()
    outcome = switch_off(
        board,
        lambda: open_unit_factory(
            hardware.backend, pwm, board, clock, header=hardware.chip, **options
        ),
    )
    return words_of(outcome.off, outcome.left_on, note)


def words_of(off: tuple[str, ...], left_on: Any, note: str = "") -> Told:
    """The one line about what was switched."""
    if not left_on:
        return Told(f"all outputs are off: {', '.join(off)}{note}", safe=True)
    by_reason: dict[str, list[str]] = {}
    for name, reason in left_on.items():
        by_reason.setdefault(" ".join(reason.split()), []).append(name)
    listed = "; ".join(f"{', '.join(names)}: {why}" for why, names in by_reason.items())
    rest = f" Off: {', '.join(off)}." if off else ""
    return Told(f"may still be on: {listed}.{rest} {PLUG}{note}", safe=False)


def in_time(work: Callable[[], Told], limit_s: float) -> Told:
    """What `work` tells; after `limit_s` it is left behind on its thread, which dies with us."""
    told: list[Told] = []

    def guarded() -> None:
        try:
            told.append(work())
        except Exception as error:  # noqa: BLE001 - the last line of defence says what it was
            what = f"{type(error).__name__}: {' '.join(str(error).split())}"
            told.append(Told(f"the outputs could not be switched: {what}. {PLUG}", safe=False))

    thread = threading.Thread(target=guarded, name="safe", daemon=True)
    thread.start()
    thread.join(limit_s)
    if told:
        return told[0]
    return Told(f"the pins do not answer within {limit_s:g} s. {PLUG}", safe=False)


# --- the state folder ---------------------------------------------------------------------------


def _held(folder: Path) -> int | None:
    """The lock of a state folder that no unit uses; None where none ever did.

    Never made or written here: whoever runs this is not always the unit's user.
    BlockingIOError with the process that holds it; PermissionError.
    """
    try:
        fd = os.open(folder / LOCK_NAME, os.O_RDONLY | os.O_CLOEXEC)
    except PermissionError:
        raise
    except OSError:
        return None
    for _ in range(round(DYING_S / LOOK_S)):
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            _pause.wait(LOOK_S)
        except OSError:  # a file system without locks, or one that fails: nobody can hold it
            break
        else:
            return fd
    else:
        pid = os.pread(fd, 32, 0).decode("ascii", "replace").strip() or "unknown"
        os.close(fd)
        raise BlockingIOError(pid)
    return fd


def _lives(pid: str) -> bool:
    """Whether there is such a process; where that cannot be told, there is."""
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return False
    except (ValueError, OverflowError, OSError):
        return True
    return True


# --- a configuration with errors ----------------------------------------------------------------


def _what_is_right(path: Path | None) -> tuple[Config, list[str]]:
    """The defaults with those of `TAKEN` that are right, and the names of these."""
    taken: dict[str, object] = {}
    for key in TAKEN:
        value = _value(path, key)
        if value is None:
            continue
        try:
            load(None, {**taken, key: value})
        except ConfigError:
            continue
        taken[key] = value
    return load(None, taken), list(taken)


def _value(path: Path | None, key: str) -> object:
    table, _, name = key.partition(".")
    try:
        raw: Any = tomllib.loads(path.read_text(encoding="utf-8")) if path else {}
    except (OSError, ValueError):
        return None
    found = raw.get(table)
    return found.get(name) if isinstance(found, dict) else None
