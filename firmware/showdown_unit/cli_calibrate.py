"""The command `showdown-unit calibrate launcher`: the conversation at a terminal, with the servo.

Power only while it moves, and never beyond the board's limit. Ctrl-C takes it away at once, and
so does every other signal that can be caught; Ctrl-Z takes it away before it pauses.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Protocol

from showdown_hw.board import Board, LauncherSpec
from showdown_hw.clock import Clock, SystemClock
from showdown_hw.errors import HardwareError, OutputsError
from showdown_hw.factory import UnitFactory
from showdown_hw.launcher_pwm import open_unit_factory
from showdown_hw.outputs import try_all
from showdown_hw.servo_trial import ServoTrial
from showdown_unit.board_edit import (
    OWN_BOARD,
    check_unchanged,
    check_writable,
    place_for,
    replace_file,
    with_widths,
)
from showdown_unit.calibrate import Action, Calibration, Move, Quit, Save, Say
from showdown_unit.config import Config
from showdown_unit.interrupts import Interrupted, Interrupts
from showdown_unit.journal_errors import StorageError
from showdown_unit.journal_place import LOCK_NAME, FolderInUseError, FolderLock, check_folder

FAILED = 1
MOVE_NS = 600_000_000
"""How long a try is driven, unless the board's limit is less: the widest turn and some settling."""

_CAREFUL = "The tray moves with every try: no cards on it, no fingers near it."


class Servo(Protocol):
    """What a try needs of the servo; `ServoTrial` is one."""

    def drive(self, width_us: int) -> None:
        """Power, and pulses of that width."""

    def rest(self) -> None:
        """No pulses, no power."""


class NoServo:
    """For `--dry-run`: says what would move."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell

    def drive(self, width_us: int) -> None:
        """Say so."""
        self._tell(f"(would drive the servo with {width_us} µs)")

    def rest(self) -> None:
        """Nothing."""


def _read(prompt: str) -> str:
    if sys.stdin is None:  # closed by whoever started this
        raise EOFError
    return input(prompt)


def calibrate_launcher(
    config: Config,
    *,
    dry_run: bool = False,
    read: Callable[[str], str] = _read,
    tell: Callable[[str], None] = print,
    clock: Clock | None = None,
    own: Path = OWN_BOARD,
) -> int:
    """Run the conversation; the exit status. `read` shows a prompt and gives a line."""
    clock = clock or SystemClock()
    try:
        with ExitStack() as stack:
            interrupts = stack.enter_context(Interrupts())
            path, text = place_for(config, own)
            board = Board.parse(text, str(path))
            with_widths(text, str(path), board.launcher)  # before anything moves
            servo: Servo = NoServo(tell)
            if not dry_run:
                check_writable(path)
                stack.callback(_lock(Path(config.state.dir)).release)
                trial = _open(config, board, clock, stack)
                servo = trial
            spec = converse(board, servo, clock, read, tell, interrupts=interrupts)
            if spec is None:
                tell("nothing was written")
                return 0
            changed = with_widths(text, str(path), spec)
            if dry_run:
                tell(f"(would write {path})\n\n{changed}")
            else:
                check_unchanged(path, text, spec)
                replace_file(path, changed)
                tell(f"written: {path}")
            if str(path) != config.hardware.board:
                tell(f'now name it in the configuration: [hardware] board = "{path}"')
            if not dry_run:
                tell("start the unit again, then: showdown-unit selftest launcher")
    except FolderInUseError as error:
        print(
            f"cannot calibrate: the unit runs (pid {error.pid}): stop it, calibrate, start it"
            " again",
            file=sys.stderr,
        )
        return FAILED
    except (HardwareError, StorageError) as error:
        for words in _words(error):
            print(f"cannot calibrate: {words}", file=sys.stderr)
        return FAILED
    return 0


def _words(error: BaseException | None) -> list[str]:
    """What went wrong, the first first: closing after a failure may fail too."""
    words: list[str] = []
    while error is not None:
        if isinstance(error, HardwareError | StorageError) and str(error) not in words:
            words.insert(0, str(error))
        error = error.__context__
    return words


def converse(
    board: Board,
    servo: Servo,
    clock: Clock,
    read: Callable[[str], str],
    tell: Callable[[str], None],
    *,
    interrupts: Interrupts,
) -> LauncherSpec | None:
    """Until the person saves (the widths) or leaves (None).

    The end of the input and the signals that end a program leave too. What is raised leaves the
    servo at rest.
    """
    calibration = Calibration(board.launcher)
    drive_ns = min(MOVE_NS, board.launcher.limit_ms * 1_000_000)
    tell(_CAREFUL)
    actions: list[Action] = calibration.begin()
    try:
        while True:
            for action in actions:
                match action:
                    case Say(text):
                        tell(text)
                    case Move(width_us):
                        _move(servo, width_us, clock, drive_ns, interrupts)
                    case Save(spec):
                        return spec
                    case Quit():
                        return None
            actions = calibration.command(_line(read, calibration.prompt, interrupts))
    except (EOFError, KeyboardInterrupt):
        with suppress(OSError):  # the terminal itself may be gone
            tell("")
        return None


def _line(read: Callable[[str], str], prompt: str, interrupts: Interrupts) -> str:
    while True:
        interrupts.obey()
        try:
            with interrupts.allowed():
                return read(prompt)
        except Interrupted:
            continue


def _move(servo: Servo, width_us: int, clock: Clock, drive_ns: int, interrupts: Interrupts) -> None:
    until_ns = clock.now_ns() + drive_ns
    try:
        servo.drive(width_us)
        with interrupts.allowed():
            clock.wait(threading.Event(), until_ns)
    except Interrupted:
        pass
    finally:
        servo.rest()
    interrupts.obey()


def _open(config: Config, board: Board, clock: Clock, stack: ExitStack) -> ServoTrial:
    wanted = config.hardware
    factory = open_unit_factory(
        wanted.backend, config.launcher.pwm, board, clock, header=wanted.chip
    )
    stack.callback(_close, factory)
    try:
        trial = ServoTrial(board, factory, clock)
    except HardwareError:
        raise
    except Exception as error:
        msg = f"the launcher cannot be opened: {type(error).__name__}: {error}"
        raise HardwareError(msg) from error
    stack.callback(trial.close)
    return trial


def _close(factory: UnitFactory) -> None:
    failures = try_all([(factory.backend.name, factory.close)])
    if failures:
        raise OutputsError("not closed", failures)


def _lock(folder: Path) -> FolderLock:
    """Nobody runs the unit meanwhile. A lock file made here belongs to the folder's owner.

    With sudo it would be root's else, and the unit could no longer take it.
    """
    check_folder(folder)
    fresh = not (folder / LOCK_NAME).exists()
    lock = FolderLock(folder)
    if fresh and os.geteuid() == 0:
        owner = folder.stat()
        os.chown(folder / LOCK_NAME, owner.st_uid, owner.st_gid)
    return lock
