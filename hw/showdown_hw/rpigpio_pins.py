"""gpiozero's RPi.GPIO pins, with the stamp as early as Python can. Import once RPi.GPIO can be.

An input that was armed stays armed until the factory closes: under rpi-lgpio, giving one back
alone stalls the others. What is not wanted is not handed on.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from contextlib import ExitStack
from typing import Any

from gpiozero import PinInvalidBounce, PinInvalidEdges
from gpiozero.pins.rpigpio import RPiGPIOFactory, RPiGPIOPin

from showdown_hw.clock import Clock
from showdown_hw.errors import BackendError
from showdown_hw.factory import BackendInfo
from showdown_hw.pwm import PinPwm, PwmDriver, PwmOutput
from showdown_hw.stamps import Stamp
from showdown_hw.wiring import Wiring

_logger = logging.getLogger(__name__)


class UserPin(RPiGPIOPin):
    """One pin of the header."""

    # gpiozero's
    _when_changed: Any

    def __init__(self, factory: UserFactory, info: Any) -> None:
        self._gpio = factory.gpio
        self._now_ns = factory.now_ns
        self._is_output = False
        self._at_rest = False
        self._armed = False
        super().__init__(factory, info)

    def close(self) -> None:
        """Hear nothing more; an output goes to its level of rest and stays driven."""
        self._when_changed = None
        if self._armed or self._at_rest or self.factory.closed:
            return  # armed: given back with the factory, not alone
        self.frequency = None
        if self._is_output and self._number in self.factory.wiring.rest:
            self._gpio.output(self._number, int(self.factory.wiring.rest[self._number]))
            self._at_rest = True
        else:
            self._gpio.cleanup(self._number)
        self._is_output = False

    def give_back(self) -> None:
        """Disarm it; harmless when it is not armed."""
        if self._armed:
            self._armed = False
            with ExitStack() as stack:
                stack.callback(self._gpio.cleanup, self._number)
                self._gpio.remove_event_detect(self._number)

    def output_with_state(self, state: Any) -> None:
        """An output with that level from its first moment on."""
        self._not_armed()
        super().output_with_state(int(bool(state)))
        self._is_output, self._at_rest = True, False

    def input_with_pull(self, pull: str) -> None:
        """An input with that pull."""
        if not self._armed:
            super().input_with_pull(pull)
            self._is_output = self._at_rest = False
        elif pull != self._pull:
            self._not_armed()

    def _set_function(self, value: str) -> None:
        if value == "input" and self._armed:
            return
        self._not_armed()
        super()._set_function(value)
        self._is_output, self._at_rest = value == "output", False

    def _set_pull(self, value: str) -> None:
        if not self._armed:
            super()._set_pull(value)
        elif value != self._pull:
            self._not_armed()

    def _set_bounce(self, value: float | None) -> None:
        if value is not None:
            msg = (
                f"no debouncing on pin {self!r}: it swallows presses. Judge the edges by their"
                " stamps instead"
            )
            raise PinInvalidBounce(msg)

    def _set_edges(self, value: str) -> None:
        if value != "both":
            msg = (
                f'edges "{value}" on pin {self!r}: RPi.GPIO does not tell which edge it was. Take'
                " both"
            )
            raise PinInvalidEdges(msg)

    def _enable_event_detect(self) -> None:
        if self._armed:
            return
        try:
            self._gpio.add_event_detect(
                self._number, self._gpio.BOTH, callback=self._call_when_changed
            )
        except RuntimeError as error:
            msg = (
                f"RPi.GPIO gives no edges of GPIO{self._number}: {error}. Another program may hold"
                " it in /sys/class/gpio; or set hardware.backend to gpiod"
            )
            raise BackendError(msg) from error
        self._armed = True

    def _disable_event_detect(self) -> None:
        """Stay armed: `_call_when_changed` finds nobody to tell."""

    def _call_when_changed(self, _channel: int) -> None:
        """An edge, in RPi.GPIO's thread. The stamp is this moment; the level is read after it."""
        stamp_ns = self._now_ns()
        try:
            level = bool(self._gpio.input(self._number))
            reference = self._when_changed
            listener = reference() if reference is not None else None
            if listener is not None:
                listener(Stamp(stamp_ns), level)
        except Exception:
            _logger.exception("the listener of GPIO%d failed", self._number)

    def _not_armed(self) -> None:
        if self._armed:
            msg = (
                f"{self!r} is armed as an input, and may not be given back alone: that may stall"
                " the others. Close the whole unit first"
            )
            raise BackendError(msg)


class UserFactory(RPiGPIOFactory):
    """gpiozero's RPi.GPIO factory with stamps of our own clock."""

    def __init__(
        self,
        gpio: Any,
        *,
        clock: Clock,
        revision: int,
        wiring: Wiring,
        backend: BackendInfo,
        pwm_driver: PwmDriver | None = None,
    ) -> None:
        try:
            super().__init__()
        except Exception as error:
            msg = f"RPi.GPIO does not work here: {error}. Set hardware.backend to gpiod"
            raise BackendError(msg) from error
        self.pins: dict[
            Any, UserPin
        ] = {}  # gpiozero's are shared by all factories: closing one would break the next
        self._reservations: dict[Any, list[Any]] = defaultdict(list)  # as its pins
        self.pin_class = UserPin
        self.gpio = gpio
        self.now_ns = clock.now_ns
        self.wiring = wiring
        self.backend = backend
        self.closed = False
        self._revision = revision
        self._pwm_driver = pwm_driver

    def open_pwm(self, bcm: int) -> PwmOutput:
        """The servo signal on that pin, off: the driver's, or else RPi.GPIO's own in software."""
        return self._pwm_driver(bcm) if self._pwm_driver is not None else PinPwm(bcm, self)

    def source_fault(self) -> str | None:
        """Why no edge will come any more, as far as can be told: RPi.GPIO hides its thread."""
        if self.closed:
            return "the rpigpio backend is closed"
        lgpio = getattr(self.gpio, "lgpio", None)  # of rpi-lgpio
        if lgpio is not None and not lgpio._notify_thread.is_alive():
            return "lgpio's thread that delivers edges has ended"
        return None

    def close(self) -> None:
        """Outputs to rest, inputs given back; the last failure comes out."""
        if self.closed:
            return
        # Not gpiozero's cleanup of everything, which would let the outputs float.
        with ExitStack() as stack:
            pins = list(self.pins.values())
            self.pins.clear()
            stack.callback(setattr, self, "closed", True)
            for pin in pins:
                stack.callback(pin.give_back)
            for pin in pins:
                stack.callback(pin.close)

    def _get_revision(self) -> int:
        return self._revision
