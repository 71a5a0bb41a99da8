"""Lamps, arrow and buzzer. They are off when opened; every write goes to the pin, none is skipped.

`state` is what the pins took last. An exception of a pin write comes out unchanged and leaves the
outputs after it unwritten; `Hardware.safe` is the way out of that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from typing import Any, NamedTuple

from gpiozero import OutputDevice

from showdown_hw.board import PinSpec
from showdown_hw.clock import Clock
from showdown_hw.errors import HardwareError

OffStep = tuple[str, Callable[[], None]]
"""A signal's name, and what switches it off."""


def try_all(steps: Iterable[OffStep]) -> dict[str, Exception]:
    """Take every step, whatever the others do; the failures by name."""
    failures: dict[str, Exception] = {}
    for name, step in steps:
        try:
            step()
        except Exception as error:  # noqa: BLE001 - kept, and raised once all have been tried
            failures[name] = error
    return failures


class Output:
    """One switched output, off when opened."""

    def __init__(self, signal: str, spec: PinSpec, factory: Any) -> None:
        self.signal = signal
        self._on = False
        self._device = OutputDevice(
            spec.bcm, active_high=spec.active_high, initial_value=False, pin_factory=factory
        )

    @property
    def is_on(self) -> bool:
        """The value that the pin took last."""
        return self._on

    def write(self, on: bool) -> None:
        """Switch it; the pin's exception comes out unchanged."""
        if self._device.closed:
            msg = f"{self.signal} is closed: open the hardware again"
            raise HardwareError(msg)
        if on:
            self._device.on()
        else:
            self._device.off()
        self._on = on

    def off(self) -> None:
        """Switch it off."""
        self.write(False)

    def close(self) -> None:
        """Switch it off and give the pin back; harmless when closed."""
        if self._device.closed:
            return
        try:
            self.off()
        finally:
            self._device.close()


class OutputGroup:
    """Outputs that make one part."""

    def __init__(self, pins: Mapping[str, PinSpec], factory: Any, *signals: str) -> None:
        self._outputs: list[Output] = []
        try:
            for signal in signals:
                self._outputs.append(Output(signal, pins[signal], factory))
        except BaseException:
            self.close()
            raise

    def off_steps(self) -> list[OffStep]:
        """What switches it off, each to be tried whatever the others do."""
        return [(output.signal, output.off) for output in self._outputs]

    def close(self) -> None:
        """Off, pins given back; all are tried, the last failure comes out. Harmless when closed."""
        with ExitStack() as stack:
            for output in reversed(self._outputs):
                stack.callback(output.close)


class LampState(NamedTuple):
    """Which lamps are on."""

    red: bool
    amber: bool
    green: bool


class Lamps(OutputGroup):
    """The traffic light."""

    def __init__(self, pins: Mapping[str, PinSpec], factory: Any, clock: Clock) -> None:
        super().__init__(pins, factory, "lamp_red", "lamp_amber", "lamp_green")
        self._red, self._amber, self._green = self._outputs
        self._clock = clock

    @property
    def state(self) -> LampState:
        """Which lamps are on."""
        return LampState(self._red.is_on, self._amber.is_on, self._green.is_on)

    def write(self, red: bool, amber: bool, green: bool) -> None:
        """Write all three, in this order: green last."""
        self._red.write(red)
        self._amber.write(amber)
        self._green.write(green)

    def light_green(self) -> tuple[int, int]:
        """Red and amber off, then green on alone between two clock reads: (before_ns, after_ns).

        The lamp lit at some instant of that interval.
        """
        self._red.write(False)
        self._amber.write(False)
        before_ns = self._clock.now_ns()
        self._green.write(True)
        after_ns = self._clock.now_ns()
        return before_ns, after_ns


class ArrowState(NamedTuple):
    """Which sides the red arrow points at."""

    left: bool
    right: bool


class Arrow(OutputGroup):
    """The red arrow to each side."""

    def __init__(self, pins: Mapping[str, PinSpec], factory: Any) -> None:
        super().__init__(pins, factory, "arrow_left", "arrow_right")
        self._left, self._right = self._outputs

    @property
    def state(self) -> ArrowState:
        """Which sides it points at."""
        return ArrowState(self._left.is_on, self._right.is_on)

    def write(self, left: bool, right: bool) -> None:
        """Write both sides."""
        self._left.write(left)
        self._right.write(right)


class Buzzer(OutputGroup):
    """The buzzer of the count, a part that sounds by itself while it is on."""

    def __init__(self, pins: Mapping[str, PinSpec], factory: Any) -> None:
        super().__init__(pins, factory, "buzzer")
        (self._output,) = self._outputs

    @property
    def sounding(self) -> bool:
        """Whether it is on."""
        return self._output.is_on

    def on(self) -> None:
        """Sound."""
        self._output.write(True)

    def off(self) -> None:
        """Silence."""
        self._output.write(False)
