"""The launcher: a servo behind a power switch. It never moves by itself, nor when opened."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple, Protocol

from showdown_hw.board import LauncherSpec, PinSpec
from showdown_hw.clock import Clock
from showdown_hw.errors import LauncherError
from showdown_hw.outputs import OffStep, Output
from showdown_hw.pwm import PwmOutput

Position = Literal["park", "left", "right"]


class _Factory(Protocol):
    def open_pwm(self, bcm: int) -> PwmOutput: ...


class LauncherState(NamedTuple):
    """Whether the servo has power, and the position that its pulses say (None: no pulses)."""

    powered: bool
    position: Position | None


class Launcher:
    """The tray's servo.

    Power comes with the park pulse, so that the first thing a servo hears is to stay level. The
    caller parks it before `power(False)`, and cuts it when `overdue` says so.
    """

    def __init__(
        self, pins: Mapping[str, PinSpec], spec: LauncherSpec, factory: _Factory, clock: Clock
    ) -> None:
        self._clock = clock
        self._limit_ns = spec.limit_ms * 1_000_000
        self._width_us: dict[str, int] = {
            "park": spec.park_us,
            "left": spec.left_us,
            "right": spec.right_us,
        }
        self._position: Position | None = None
        self._driven_since: int | None = None
        self._power = Output("launcher_power", pins["launcher_power"], factory)
        try:
            self._pwm = factory.open_pwm(pins["launcher_pwm"].bcm)
        except BaseException:
            self._power.close()
            raise

    @property
    def state(self) -> LauncherState:
        """Power and position as last written."""
        return LauncherState(self._driven_since is not None, self._position)

    @property
    def driven_since(self) -> int | None:
        """When power was last switched on, in ns; None while it is off."""
        return self._driven_since

    @property
    def limit_ns(self) -> int:
        """The longest time under power."""
        return self._limit_ns

    def overdue(self, now_ns: int) -> bool:
        """Whether it has been under power for its limit: cut it."""
        return self._driven_since is not None and now_ns - self._driven_since >= self._limit_ns

    def power(self, on: bool) -> None:
        """Switch the servo's supply: on with the park pulse, off with no pulses.

        On while on changes nothing, the limit runs on. When a pin fails, power is off or, if
        that pin is the one that fails, counts as on still.
        """
        if not on:
            self._cut()
        elif self._driven_since is None:
            # Before the write: should it fail half way, the limit must run.
            self._driven_since = self._clock.now_ns()
            try:
                self._power.write(True)
                self._aim("park")
            except BaseException:
                self._cut()
                raise

    def aim(self, position: Position) -> None:
        """Turn the tray to `position`. LauncherError while unpowered."""
        if position not in self._width_us:
            allowed = ", ".join(self._width_us)
            msg = f"launcher position {position!r} is unknown; allowed are {allowed}"
            raise LauncherError(msg)
        if self._driven_since is None:
            msg = f"launcher has no power, cannot aim {position}: call power(True) first"
            raise LauncherError(msg)
        self._aim(position)

    def release(self) -> None:
        """No pulses any more: the servo goes limp."""
        self._pwm.off()
        self._position = None

    def off_steps(self) -> list[OffStep]:
        """What makes it safe, each to be tried whatever the others do; the power first."""
        return [("launcher_power", self._power_off), ("launcher_pwm", self.release)]

    def close(self) -> None:
        """Unpowered, pins given back; harmless when closed."""
        try:
            self._power.close()
            self._driven_since = None
        finally:
            self._pwm.close()
            self._position = None

    def _aim(self, position: Position) -> None:
        self._pwm.set_us(self._width_us[position])
        self._position = position

    def _cut(self) -> None:
        try:
            self.release()
        finally:
            self._power_off()

    def _power_off(self) -> None:
        self._power.off()
        self._driven_since = None
