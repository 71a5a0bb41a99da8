"""A whole unit's pins on a simulated header chip, seen from outside."""

from __future__ import annotations

import statistics
import time
from typing import Any

from guest.sim import SimChip
from guest.trace import OutputTrace

from showdown_hw.backends import open_factory
from showdown_hw.board import Board
from showdown_hw.clock import SystemClock
from showdown_hw.unit import Hardware

REAL = ("gpiod", "lgpio", "rpigpio")
"""The backends that a gpio-sim chip can stand under."""

_PULSES_S = 0.42
_DISTURBED = 4
"""Pulses at first that switching the trace on may stretch, where software makes them."""

_PULSE_LATE_US = 60
"""How far a software pulse may be off: the kernel's timer slack is 50 us for each of its ends."""


class NotedPwm:
    """A servo signal that is not there: what was asked of it, for backends without pulses."""

    def __init__(self, bcm: int) -> None:
        self.bcm = bcm
        self.width_us = 0

    def set_us(self, width_us: int) -> None:
        self.width_us = width_us

    def off(self) -> None:
        self.width_us = 0

    def close(self) -> None:
        self.width_us = 0


class PinBench:
    """The other end of a board's wires."""

    def __init__(self, board: Board, chip: SimChip) -> None:
        self.board = board
        self.chip = chip

    def drive(self, line: str, active: bool) -> None:
        """Press or release."""
        spec = self.board.pins[line]
        self.chip.pull(spec.bcm, int(active == spec.active_high))

    def is_on(self, signal: str) -> bool:
        """Whether an output is on."""
        spec = self.board.pins[signal]
        return bool(self.chip.value(spec.bcm)) == spec.active_high

    def rest(self) -> None:
        """Nobody touches anything."""
        for line in ("paddle_left", "paddle_right", "timer_button"):
            self.drive(line, False)


class GuestRig:
    """One backend on the chip, as the contract suite wants a rig."""

    clock_error_ns = 0  # the driver reads the very clock that stamps

    def __init__(self, backend: str, chip: SimChip) -> None:
        self.clock = SystemClock()
        board = Board.named("default")
        self.bench = PinBench(board, chip)
        self.bench.rest()
        self.pwm: NotedPwm | None = None
        options: dict[str, Any] = {}
        if backend == "gpiod":
            options["pwm_driver"] = self._open_pwm
        self.hardware = Hardware.open(
            board, open_factory(backend, board, self.clock, **options), self.clock
        )
        self.drive, self.is_on = self.bench.drive, self.bench.is_on

    def pulse_us(self) -> int:
        """The servo's pulses as asked for, or as the line carries them.

        Those of software count as the board's width that they are near to.
        """
        if self.pwm is not None:
            return self.pwm.width_us
        with OutputTrace() as trace:
            time.sleep(_PULSES_S)
        widths = trace.pulses_us(self.bench.board.pins["launcher_pwm"].bcm)[_DISTURBED:]
        width = round(statistics.median(widths)) if widths else 0
        spec = self.bench.board.launcher
        meant = min((spec.park_us, spec.left_us, spec.right_us), key=lambda us: abs(us - width))
        return meant if abs(meant - width) <= _PULSE_LATE_US else width

    def close(self) -> None:
        self.hardware.close()

    def _open_pwm(self, bcm: int) -> NotedPwm:
        self.pwm = NotedPwm(bcm)
        return self.pwm
