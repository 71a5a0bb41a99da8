"""The launcher's servo alone, at any pulse width: for finding the widths of a board file."""

from __future__ import annotations

from typing import Protocol

from showdown_hw.board import PULSE_US, Board
from showdown_hw.clock import Clock
from showdown_hw.errors import HardwareError, LauncherError, OutputsError
from showdown_hw.outputs import OffStep, Output, try_all
from showdown_hw.pwm import PwmOutput

POWER, PULSES = "launcher_power", "launcher_pwm"


class _Factory(Protocol):
    def open_pwm(self, bcm: int) -> PwmOutput: ...


class ServoTrial:
    """The servo's power switch and its pulses. Opened unpowered; nothing moves.

    As with `Launcher`, the caller cuts the power once `overdue` says so.
    """

    def __init__(self, board: Board, factory: _Factory, clock: Clock) -> None:
        self._clock = clock
        self._limit_ns = board.launcher.limit_ms * 1_000_000
        self._driven_since: int | None = None
        self._power = Output(POWER, board.pins[POWER], factory)
        try:
            self._pwm = factory.open_pwm(board.pins[PULSES].bcm)
        except BaseException:
            self._power.close()
            raise

    @property
    def powered(self) -> bool:
        """Whether the servo has power."""
        return self._driven_since is not None

    def overdue(self, now_ns: int) -> bool:
        """Whether it has been under power for its limit: cut it."""
        return self._driven_since is not None and now_ns - self._driven_since >= self._limit_ns

    def drive(self, width_us: int) -> None:
        """Power, and pulses of that width. LauncherError for a width that no board may have.

        HardwareError where a pin fails: power and pulses are off again then, or OutputsError says
        that they are not.
        """
        low, high = PULSE_US
        if not low <= width_us <= high:
            msg = f"a pulse of {width_us} µs is refused: allowed are {low} to {high} µs"
            raise LauncherError(msg)
        if self._driven_since is None:
            # Before the writes: should one fail half way, the limit must run.
            self._driven_since = self._clock.now_ns()
        try:
            self._power.write(True)
            self._pwm.set_us(width_us)
        except Exception as error:
            self.rest()
            msg = f"the servo cannot be driven, its power is off: {type(error).__name__}: {error}"
            raise HardwareError(msg) from error

    def rest(self) -> None:
        """No pulses and no power; harmless when it has none. OutputsError where a pin fails."""
        self._each("not switched off", (PULSES, self._pwm.off), (POWER, self._power.off))

    def close(self) -> None:
        """At rest, pins given back; harmless when closed. OutputsError where a pin fails."""
        self._each(
            "not switched off and closed", (POWER, self._power.close), (PULSES, self._pwm.close)
        )

    def _each(self, doing: str, *steps: OffStep) -> None:
        failures = try_all(steps)
        if POWER not in failures:
            self._driven_since = None
        if failures:
            raise OutputsError(doing, failures)
