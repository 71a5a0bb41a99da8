"""The pigpio backend: gpiozero's pigpio factory, stamps taken by DMA, through the daemon pigpiod.

For a Pi up to 4 that runs pigpiod anyway. gpiod has better stamps, numbers its edges and needs no
daemon. When pigpiod dies all outputs stay as they are, the launcher's power too, until the board's
one-shot cuts it: nobody is left to tell it.
"""

from __future__ import annotations

import importlib
import logging
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from showdown_hw.board import Board
from showdown_hw.clock import Clock
from showdown_hw.errors import BackendError
from showdown_hw.factory import BackendInfo
from showdown_hw.gpiozero_import import broken_pigpio
from showdown_hw.installs import broken_module, install_command
from showdown_hw.pigpio_link import CMD_TICK, CommandSocket
from showdown_hw.revision import board_revision, is_pi_5
from showdown_hw.wiring import Wiring

if TYPE_CHECKING:
    from showdown_hw.pigpio_pins import DaemonFactory

# pigpiod samples all lines at once every 5 us (unless started with another -s). An edge is stamped
# at the first sample after it, the ticks of samples are interpolated: two samples in all. What the
# map from ticks to the clock adds is the same for both paddles, and so is no part of it.
RESOLUTION_NS = 10_000
# An assumption until it is measured on a Pi: pigpiod looks at its samples about every 1 ms, then
# come a socket, waking one sleeping thread, and Python.
DELIVERY_NS = 2_000_000

ADDRESS, PORT = "PIGPIO_ADDR", "PIGPIO_PORT"
_LOCAL = {"localhost", "127.0.0.1", "::1"}

_logger = logging.getLogger(__name__)


def open_pigpio(
    board: Board,
    clock: Clock,
    *,
    host: str | None = None,
    port: int | None = None,
    root: str | Path = "/",
    revision: int | None = None,
    resolution_ns: int = RESOLUTION_NS,
    delivery_ns: int = DELIVERY_NS,
) -> DaemonFactory:
    """The backend for a whole unit, at the daemon of this Pi or of PIGPIO_ADDR and PIGPIO_PORT.

    It makes the servo's pulses itself, timed by DMA.
    """
    host, port = _address(host, port)
    if host in _LOCAL:
        _refuse_pi_5(revision if revision is not None else board_revision(root))
    load_pigpio()
    # Not before: gpiozero's module wants pigpio when it is imported.
    from showdown_hw.pigpio_pins import DaemonFactory  # noqa: PLC0415

    try:
        factory = DaemonFactory(
            host,
            port,
            clock=clock,
            wiring=Wiring.of(board),
            backend=BackendInfo("pigpio", "dma", resolution_ns, delivery_ns),
            revision=revision,
        )
    except OSError as error:
        raise BackendError(_silent(host, port, error)) from error
    try:
        _refuse_pi_5(factory.revision)
    except BaseException:
        factory.close()
        raise
    _logger.info(
        "pigpiod at %s:%d: stamps within %d us of the clock",
        host,
        port,
        factory.clock_error_ns // 1000,
    )
    return factory


def ask_pigpiod(host: str | None = None, port: int | None = None) -> None:
    """BackendError where no pigpiod answers there. Changes nothing."""
    host, port = _address(host, port)
    try:
        connection = CommandSocket(host, port)
    except OSError as error:
        raise BackendError(_silent(host, port, error)) from error
    try:
        connection.ask(CMD_TICK)
    finally:
        connection.close()


def load_pigpio() -> Any:
    """The pigpio module; BackendError where there is none, or another one of that name."""
    command = install_command("python3-pigpio", "pigpio>=1.78")
    if broken_pigpio is not None:
        raise BackendError(broken_module("pigpio", broken_pigpio, command)) from broken_pigpio
    try:
        pigpio = importlib.import_module("pigpio")
    except ImportError as error:
        msg = f"the Python module pigpio is missing ({error}): {command}"
        raise BackendError(msg) from error
    except Exception as error:  # a broken installation fails in any way
        raise BackendError(broken_module("pigpio", error, command)) from error
    if not hasattr(pigpio, "pi") or not hasattr(pigpio, "_socklock"):
        where = getattr(pigpio, "__file__", "?")
        msg = f"the Python module pigpio ({where}) is not pigpio's client: {command}"
        raise BackendError(msg)
    return pigpio


def _refuse_pi_5(revision: int) -> None:
    if is_pi_5(revision):
        msg = (
            "pigpio cannot work on a Raspberry Pi 5: its pins sit behind the RP1, out of reach of"
            " pigpio's DMA. Set hardware.backend to gpiod"
        )
        raise BackendError(msg)


def _silent(host: str, port: int, error: OSError) -> str:
    return (
        f"pigpiod does not answer at {host}:{port} ({error.strerror or error}): sudo systemctl"
        " enable --now pigpiod (before that, sudo apt install pigpiod; where there is no such"
        " package, as in Raspberry Pi OS Trixie, set hardware.backend to gpiod)"
    )


def _address(host: str | None, port: int | None) -> tuple[str, int]:
    return (
        host or os.environ.get(ADDRESS) or "localhost",
        port if port is not None else _port(),
    )


def _port() -> int:
    text = os.environ.get(PORT) or "8888"
    if not text.isdecimal() or not 0 < int(text) < 65_536:
        msg = f"{PORT} is {text!r}, not a port of 1 to 65535"
        raise BackendError(msg)
    return int(text)
