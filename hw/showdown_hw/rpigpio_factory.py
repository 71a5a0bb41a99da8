"""The rpigpio backend: gpiozero's RPi.GPIO factory, stamps taken in this process when it is told.

The worst of the real ones: how late the stamps are hangs on what else the Pi does. For a kernel
before 6.6 on a Pi up to 4; or with rpi-lgpio, which stands in for RPi.GPIO on any, and whose
library lgpio has better stamps than it hands on.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from showdown_hw.board import Board
from showdown_hw.clock import Clock
from showdown_hw.errors import BackendError
from showdown_hw.factory import BackendInfo
from showdown_hw.installs import install_command
from showdown_hw.lgpio_factory import load_lgpio
from showdown_hw.pwm import PwmDriver
from showdown_hw.revision import board_revision, is_pi_5
from showdown_hw.wiring import Wiring

if TYPE_CHECKING:
    from showdown_hw.rpigpio_pins import UserFactory

# A guess to the safe side: nothing but the load bounds how late the callback is. `lateness.measure`
# says what it is on this unit.
RESOLUTION_NS = 5_000_000
# From the stamp on only the queue is left; an assumption until it is measured on a Pi.
DELIVERY_NS = 1_000_000

NO_SYSFS_EDGES = (6, 6)
"""From this kernel on RPi.GPIO's edges are dead: the pins' numbers in sysfs moved."""

SHIM = "rpi-lgpio"


def open_rpigpio(
    board: Board,
    clock: Clock,
    *,
    root: str | Path = "/",
    revision: int | None = None,
    kernel: str | None = None,
    pwm_driver: PwmDriver | None = None,
    work_dir: str | Path | None = None,
    resolution_ns: int = RESOLUTION_NS,
    delivery_ns: int = DELIVERY_NS,
) -> UserFactory:
    """The backend for a whole unit.

    `kernel` is its release, as `6.1.21-v8+`. `work_dir` is where rpi-lgpio's library makes its
    pipe. Without a `pwm_driver` RPi.GPIO makes the servo's pulses, in software.
    """
    revision = revision if revision is not None else board_revision(root)
    why_not = why_no_edges(revision, kernel or os.uname().release)
    gpio = load_rpi_gpio(why_not, work_dir)
    # Not before: gpiozero's module wants RPi.GPIO when it is imported.
    from showdown_hw.rpigpio_pins import UserFactory  # noqa: PLC0415

    return UserFactory(
        gpio,
        clock=clock,
        revision=revision,
        wiring=Wiring.of(board),
        backend=BackendInfo("rpigpio", "user", resolution_ns, delivery_ns),
        pwm_driver=pwm_driver,
    )


def load_rpi_gpio(why_not: str | None = None, work_dir: str | Path | None = None) -> Any:
    """The module RPi.GPIO. BackendError where there is none; `why_not` unless it is rpi-lgpio's."""
    shim = _shim_version() is not None
    if shim:
        load_lgpio(work_dir)  # before it does so itself: its pipe would lie where we stand
    elif why_not is not None:
        raise BackendError(why_not)
    try:
        gpio = importlib.import_module("RPi.GPIO")
    except ImportError as error:
        command = install_command("python3-rpi.gpio", "RPi.GPIO>=0.7.1")
        msg = f"the Python module RPi.GPIO is missing ({error}): {command}"
        raise BackendError(msg) from error
    except Exception as error:
        msg = f"RPi.GPIO does not work here: {error}. Set hardware.backend to gpiod"
        raise BackendError(msg) from error
    # Both may be installed, one over the other's files: what counts is which one it is.
    if why_not is not None and not is_shim(gpio):
        msg = f"{why_not}. {SHIM} is installed, but RPi.GPIO lies over it"
        raise BackendError(msg)
    return gpio


def is_shim(gpio: Any) -> bool:
    """Whether that module RPi.GPIO is rpi-lgpio's: it stands on the library lgpio."""
    return hasattr(gpio, "lgpio")


def why_no_edges(revision: int, kernel: str) -> str | None:
    """Why the real RPi.GPIO sees no edges on that Pi and kernel release; None where it does."""
    way_out = f"Set hardware.backend to gpiod (or install {SHIM} in place of RPi.GPIO)"
    if is_pi_5(revision):
        return f"RPi.GPIO cannot work on a Raspberry Pi 5: it does not know RP1. {way_out}"
    match = re.match(r"(\d+)\.(\d+)", kernel)
    if match and (int(match[1]), int(match[2])) >= NO_SYSFS_EDGES:
        return (
            f"RPi.GPIO sees no edges with kernel {kernel}: it needs sysfs as it was before"
            f" {'.'.join(map(str, NO_SYSFS_EDGES))}. {way_out}"
        )
    return None


def _shim_version() -> str | None:
    try:
        return importlib.metadata.version(SHIM)
    except importlib.metadata.PackageNotFoundError:
        return None
