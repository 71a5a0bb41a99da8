"""The launcher's servo alone, at any pulse width: for finding the widths of a board file."""

from __future__ import annotations

from typing import Protocol

from showdown_hw.board import PULSE_US, Board
from showdown_hw.clock import Clock
from showdown_hw.errors import LauncherError
from showdown_hw.outputs import Output
from showdown_hw.pwm import PwmOutput


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
        self._power = Output("launcher_power", board.pins["launcher_power"], factory)
        try:
            self._pwm = factory.open_pwm(board.pins["launcher_pwm"].bcm)
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
        """Power, and pulses of that width. LauncherError for a width that no board may have."""
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
        except BaseException:
            self.rest()
            raise

    def rest(self) -> None:
        """No pulses and no power; harmless when it has none."""
        try:
            self._pwm.off()
        finally:
            self._power.off()
            self._driven_since = None

    def close(self) -> None:
        """At rest, pins given back; harmless when closed."""
        try:
            self._power.close()
            self._driven_since = None
        finally:
            self._pwm.close()
