"""The gpiod backend: a gpiozero pin factory on libgpiod 2, with the kernel's edge stamps.

Useful to any gpiozero program: `GPIOZERO_PIN_FACTORY=gpiod`, or `GpiodFactory()`. Two things are
different from gpiozero's lgpio pins: edges are numbered, so that a lost one is noticed, and they
are handed on at once by a thread that otherwise sleeps. It has neither PWM nor debouncing.
"""

from __future__ import annotations

import importlib
import os
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from gpiozero.pins.local import LocalPiFactory

from showdown_hw.board import Board
from showdown_hw.chips import chip_path, find_header_chip, why_not_opened
from showdown_hw.clock import Clock
from showdown_hw.errors import BackendError
from showdown_hw.factory import BackendInfo
from showdown_hw.gpiod_lines import GpioChip, InputLines, OutputLine
from showdown_hw.gpiod_pins import GpiodPin
from showdown_hw.gpiod_reader import EdgeReader
from showdown_hw.installs import broken_module, install_command
from showdown_hw.pwm import PwmDriver, PwmOutput
from showdown_hw.revision import board_revision
from showdown_hw.wiring import Wiring

# A stamp is taken in the interrupt, which comes 7 to 20 us after the edge on a Pi 5 (as others
# measured it; not yet on the other models): two edges 13 us apart may be stamped in either order.
RESOLUTION_NS = 20_000
# An assumption until it is measured on a Pi: waking one sleeping thread, and Python. With the
# kernel's simulated chip in an emulated machine it was 0.07 ms, at most 0.13.
DELIVERY_NS = 1_000_000


def open_gpiod(
    board: Board,
    clock: Clock,
    *,
    chip: int | str | None = None,
    root: str | Path = "/",
    revision: int | None = None,
    pwm_driver: PwmDriver | None = None,
    resolution_ns: int = RESOLUTION_NS,
    delivery_ns: int = DELIVERY_NS,
) -> GpiodFactory:
    """The backend for a whole unit: all its inputs in one request, numbered and in order."""
    return GpiodFactory(
        chip,
        root=root,
        revision=revision,
        wiring=Wiring.of(board),
        consumer="showdown-unit",
        pwm_driver=pwm_driver,
        now_ns=clock.now_ns,
        backend=BackendInfo("gpiod", "kernel", resolution_ns, delivery_ns),
    )


class GpiodFactory(LocalPiFactory):
    """gpiozero pins on libgpiod 2, on the chip of the 40-pin header.

    `chip` is a number or a device node; None finds the header by its label. The inputs of
    `wiring` share one request, made when the first of them is used and given back with the last:
    arming one of them never touches the others. Any other input has a request of its own.
    `root` is where `dev` and `sys` are; `revision` is a Pi's revision code, for gpiozero's pins.
    """

    def __init__(
        self,
        chip: int | str | None = None,
        *,
        root: str | Path = "/",
        revision: int | None = None,
        wiring: Wiring | None = None,
        consumer: str = "gpiozero",
        pwm_driver: PwmDriver | None = None,
        now_ns: Callable[[], int] = time.monotonic_ns,
        backend: BackendInfo | None = None,
    ) -> None:
        gpiod = load_gpiod()
        super().__init__()
        self.pins: dict[
            Any, GpiodPin
        ] = {}  # gpiozero's are shared by all factories: closing one would break the next
        self._reservations: dict[Any, list[Any]] = defaultdict(list)  # as its pins
        self.pin_class = GpiodPin
        self.backend = backend or BackendInfo("gpiod", "kernel", RESOLUTION_NS, DELIVERY_NS)
        self.wiring = wiring or Wiring()
        self._pwm_driver = pwm_driver
        self._now_ns = now_ns
        self._pid = os.getpid()
        self._lock = threading.Lock()
        self._shared: InputLines | None = None
        self._sharing: set[int] = set()
        label = None
        if chip is None:
            found = find_header_chip(root)
            path, label = found.path, found.label
        else:
            path = chip_path(chip, root)
        self._revision = revision if revision is not None else board_revision(root, label)
        try:
            self._chip: GpioChip | None = GpioChip(gpiod, path, consumer)
        except OSError as error:
            raise BackendError(why_not_opened(path, error)) from error
        self.reader = EdgeReader()

    def open_pwm(self, bcm: int) -> PwmOutput:
        """The servo signal on that pin, off. BackendError without a driver for it."""
        if self._pwm_driver is None:
            msg = (
                f"GPIO{bcm}: the gpiod backend has no pulses of its own for the servo. Switch the"
                " hardware PWM on (dtoverlay=pwm-2chan,pin=12,func=4,pin2=13,func2=4 in"
                " config.txt, then reboot), or set hardware.backend to lgpio"
            )
            raise BackendError(msg)
        return self._pwm_driver(bcm)

    def source_fault(self) -> str | None:
        """Why no edge will come any more; None while all is well. One system call."""
        chip = self._chip
        if chip is None:
            return "the gpiod backend is closed"
        return self.reader.fault or chip.fault()

    @property
    def merged_firsts(self) -> int | None:
        """First edges of the wiring's inputs that may be bounces: `InputLines.merged_firsts`."""
        shared = self._shared
        return shared.merged_firsts if shared is not None else None

    def close(self) -> None:
        """Outputs first, then edges, then the chip; all is tried, the last failure comes out."""
        with ExitStack() as stack:
            if self._chip is not None:
                stack.callback(self._chip.close)
                self._chip = None
            stack.callback(self.reader.close)
            pins = list(self.pins.values())
            self.pins.clear()
            for pin in sorted(pins, key=lambda pin: pin.function == "output"):
                stack.callback(pin.close)

    # --- what the pins need -----------------------------------------------------------------

    def open_input(self, bcm: int, pull: str, *, edges: bool) -> InputLines:
        """The request that this input is part of."""
        if bcm not in self.wiring.inputs:
            return InputLines(self._open_chip(), {bcm: pull}, self._now_ns, edges=edges)
        with self._lock:
            if self._shared is None:
                self._shared = InputLines(
                    self._open_chip(), self.wiring.inputs, self._now_ns, edges=True
                )
            self._sharing.add(bcm)
            return self._shared

    def close_input(self, bcm: int, lines: InputLines) -> None:
        """That input is no longer used."""
        with self._lock:
            if lines is self._shared:
                self._sharing.discard(bcm)
                if self._sharing:
                    return
                self._shared = None
        self.reader.remove(lines)
        lines.close()

    def open_output(self, bcm: int, high: bool) -> OutputLine:
        """That line as an output with that level."""
        return OutputLine(self._open_chip(), bcm, high)

    def put_to_rest(self, bcm: int, output: OutputLine) -> None:
        """Give an output back: driven at its level of rest, or else no output any more.

        After a fork the child's copy is dropped and the line is left alone: it is the parent's.
        """
        try:
            if os.getpid() == self._pid:
                if bcm in self.wiring.rest:
                    output.write(self.wiring.rest[bcm])
                else:
                    output.to_input()
        finally:
            output.close()

    def _open_chip(self) -> GpioChip:
        if self._chip is None:
            msg = "the gpiod backend is closed: open it again"
            raise BackendError(msg)
        return self._chip

    def _get_revision(self) -> int:
        return self._revision


def load_gpiod() -> Any:
    """The gpiod module; BackendError where there is none, or another of the same name."""
    # Debian calls the package python3-libgpiod and has version 2 from Trixie on.
    command = install_command("python3-libgpiod", "gpiod>=2.1")
    try:
        gpiod = importlib.import_module("gpiod")
    except ImportError as error:
        msg = f"the Python module gpiod is missing ({error}): {command}"
        raise BackendError(msg) from error
    except Exception as error:  # a broken installation fails in any way
        raise BackendError(broken_module("gpiod", error, command)) from error
    if not hasattr(gpiod, "request_lines") or not hasattr(gpiod, "LineSettings"):
        version = getattr(gpiod, "__version__", "unknown")
        where = getattr(gpiod, "__file__", "?")
        msg = (
            f"the Python module gpiod is version {version} ({where}), not libgpiod's 2.1 or later:"
            f" {command}"
        )
        raise BackendError(msg)
    return gpiod
