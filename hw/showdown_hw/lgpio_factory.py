"""The lgpio backend: gpiozero's own lgpio factory, on the right chip and with its traps closed.

The kernel stamps edges here too, but nothing numbers them: a lost edge leaves no trace. Take
gpiod where it is to be had.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from showdown_hw.board import Board
from showdown_hw.chips import chip_number, chip_path, find_header_chip
from showdown_hw.clock import Clock
from showdown_hw.errors import BackendError
from showdown_hw.factory import BackendInfo
from showdown_hw.installs import broken_module, install_command
from showdown_hw.pwm import PwmDriver
from showdown_hw.revision import board_revision
from showdown_hw.wiring import Wiring

if TYPE_CHECKING:
    from showdown_hw.lgpio_pins import HeaderFactory

# The stamps are the kernel's, as with gpiod, late by 7 to 20 us on a Pi 5. More margin, because
# lgpio's own thread wakes 2000 times a second and delays the interrupts that stamp, and because
# of a kernel buffer of 16 edges a line, without numbers: a lost first edge cannot be told.
RESOLUTION_NS = 50_000
# lgpio holds each edge 0.5 ms to sort it and looks every 0.5 ms, then come a pipe and Python.
# With the kernel's simulated chip in an emulated machine it was 0.6 ms.
DELIVERY_NS = 1_500_000

WORK_DIR = "LG_WD"


def open_lgpio(
    board: Board,
    clock: Clock,  # noqa: ARG001 - lgpio stamps and waits by the system's clock
    *,
    chip: int | str | None = None,
    root: str | Path = "/",
    revision: int | None = None,
    pwm_driver: PwmDriver | None = None,
    work_dir: str | Path | None = None,
    resolution_ns: int = RESOLUTION_NS,
    delivery_ns: int = DELIVERY_NS,
) -> HeaderFactory:
    """The backend for a whole unit. `work_dir` is where lgpio makes its pipe while it is loaded.

    Without a `pwm_driver` lgpio makes the servo's pulses itself, in software.
    """
    lgpio = load_lgpio(work_dir)
    # Not before: gpiozero's module wants lgpio when it is imported.
    from showdown_hw.lgpio_pins import HeaderFactory  # noqa: PLC0415

    label = None
    if chip is None:
        found = find_header_chip(root)
        path, label = found.path, found.label
    else:
        path = chip_path(chip, root)
    return HeaderFactory(
        lgpio,
        chip_number(path),
        revision=revision if revision is not None else board_revision(root, label),
        wiring=Wiring.of(board),
        backend=BackendInfo("lgpio", "kernel", resolution_ns, delivery_ns),
        pwm_driver=pwm_driver,
    )


def load_lgpio(work_dir: str | Path | None = None) -> Any:
    """The lgpio module; BackendError where there is none, or the empty one of that name."""
    command = install_command("python3-lgpio", "lgpio>=0.2.2")
    try:
        loaded = "lgpio" in sys.modules
        lgpio = importlib.import_module("lgpio") if loaded else _import_in(work_dir)
    except ImportError as error:
        msg = f"the Python module lgpio is missing ({error}): {command}"
        raise BackendError(msg) from error
    except OSError as error:
        msg = (
            f"lgpio cannot make its pipe: {error}. Give it a folder to write to: RuntimeDirectory="
            f" in the service, or {WORK_DIR} in the environment"
        )
        raise BackendError(msg) from error
    except Exception as error:  # a broken installation fails in any way
        raise BackendError(broken_module("lgpio", error, command)) from error
    if not hasattr(lgpio, "gpiochip_open") or not hasattr(lgpio, "_notify_thread"):
        where = getattr(lgpio, "__file__", "?")
        msg = (
            f"the Python module lgpio ({where}) is not lgpio 0.2.2 or later (PyPI's 0.0.0.2 is an"
            f" empty file, which pip takes where no wheel fits): {command}"
        )
        raise BackendError(msg)
    return lgpio


def _import_in(work_dir: str | Path | None) -> ModuleType:
    """Import lgpio, which makes a pipe in LG_WD and changes this process's folder to it.

    A folder of our own, gone afterwards: the pipe is open by then, a stale one in a shared folder
    would block another user, and a file left there after a kill would be litter. The process's
    folder and environment are as before.
    """
    if WORK_DIR in os.environ and work_dir is None:
        with _same_folder():
            return importlib.import_module("lgpio")
    parent = work_dir or os.environ.get("RUNTIME_DIRECTORY", "").split(":")[0] or None
    with tempfile.TemporaryDirectory(prefix="lgpio-", dir=parent) as folder:
        before = os.environ.get(WORK_DIR)
        os.environ[WORK_DIR] = folder
        try:
            with _same_folder():
                return importlib.import_module("lgpio")
        finally:
            if before is None:
                del os.environ[WORK_DIR]
            else:
                os.environ[WORK_DIR] = before


@contextlib.contextmanager
def _same_folder() -> Iterator[None]:
    """Back to where we were; to `/` where this user may not enter that, as after `sudo -u`."""
    try:
        folder = os.open(".", os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
    except PermissionError:
        folder = None
    try:
        yield
    finally:
        if folder is None:
            os.chdir("/")
        else:
            os.fchdir(folder)
            os.close(folder)
