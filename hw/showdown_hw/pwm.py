"""The servo signal: pulses of a given width, 50 a second, or none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from gpiozero import GPIODevice

FREQUENCY_HZ = 50
PERIOD_US = 1_000_000 // FREQUENCY_HZ


class PwmOutput(Protocol):
    """A 50 Hz pulse output."""

    def set_us(self, width_us: int) -> None:
        """Pulses of that width from now on."""

    def off(self) -> None:
        """No pulses, line low; harmless when there are none."""

    def close(self) -> None:
        """Off, and the pin given back."""


PwmDriver = Callable[[int], PwmOutput]
"""Opens the servo signal on a BCM pin, off."""


class PinPwm:
    """A `PwmOutput` on a gpiozero pin whose backend can do PWM.

    Not `gpiozero.Servo`: that one moves at construction unless told not to, and thinks in
    fractions of its range.
    """

    def __init__(self, bcm: int, factory: Any) -> None:
        self._device = GPIODevice(bcm, pin_factory=factory)
        try:
            self._device.pin.output_with_state(0)
        except BaseException:
            self._device.close()
            raise

    def set_us(self, width_us: int) -> None:
        """Pulses of that width from now on."""
        pin = self._device.pin
        if pin.frequency is None:
            pin.frequency = FREQUENCY_HZ
        pin.state = width_us / PERIOD_US

    def off(self) -> None:
        """No pulses, line low; harmless when there are none."""
        pin = self._device.pin
        if pin.frequency is not None:
            pin.frequency = None
        pin.state = 0

    def close(self) -> None:
        """Off, and the pin given back; harmless when closed."""
        if self._device.closed:
            return
        try:
            self.off()
        finally:
            self._device.close()
