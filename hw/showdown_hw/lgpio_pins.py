"""gpiozero's lgpio pins with their traps closed. Import it only once lgpio is loaded.

All inputs are armed once and stay armed until the factory closes: lgpio 0.2.2 stalls the edges of
every other input when one is given back alone. What is not wanted is not handed on.
"""

from __future__ import annotations

import logging
import os
from collections import defaultdict
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from gpiozero import PinInvalidBounce, PinInvalidEdges, PinInvalidState, PinSetInput
from gpiozero.pins.lgpio import LGPIOFactory, LGPIOPin

from showdown_hw.chips import busy_text, why_not_opened
from showdown_hw.errors import BackendError
from showdown_hw.factory import BackendInfo
from showdown_hw.pwm import PinPwm, PwmDriver, PwmOutput
from showdown_hw.stamps import Stamp
from showdown_hw.timer_slack import exact_threads
from showdown_hw.wiring import Wiring

SEEN = {"both": (0, 1), "rising": (1,), "falling": (0,), "none": ()}

_logger = logging.getLogger(__name__)


class HeaderPin(LGPIOPin):
    """One pin of the header."""

    # gpiozero's
    _when_changed: Any
    _callback: Any
    _pwm: tuple[float, float] | None

    def __init__(self, factory: HeaderFactory, info: Any) -> None:
        self._lgpio = factory.lgpio
        self._is_output = False
        self._at_rest = False
        self._seen = "both"
        try:
            super().__init__(factory, info)
        except self._lgpio.error as error:
            raise BackendError(factory.why_not(int(info.name[4:]), error)) from error

    def close(self) -> None:
        """Hear nothing more; an output goes to its level of rest and stays driven."""
        self._when_changed = None
        self._seen = "both"
        handle = self.factory._handle
        if handle is None or not self.factory.ours:
            return
        if self._callback is not None or self._at_rest:
            return  # armed: given back with the chip, not alone
        if self._pwm:
            self._set_frequency(None)
        if self._is_output and self._number in self.factory.wiring.rest:
            level = int(self.factory.wiring.rest[self._number])
            self._lgpio.gpio_write(handle, self._number, level)
            self._at_rest = True
        else:
            super().close()
        self._is_output = False

    def output_with_state(self, state: Any) -> None:
        """An output with that level from its first moment on: gpiozero would claim it low."""
        self._not_armed()
        self._lgpio.gpio_claim_output(self.factory._handle, self._number, int(bool(state)))
        self._is_output, self._at_rest = True, False

    def _set_function(self, value: str) -> None:
        if value == "output":
            self._not_armed()
        elif value == "input" and self._callback is not None:
            return
        super()._set_function(value)
        self._is_output, self._at_rest = value == "output", False

    def _set_pull(self, value: str) -> None:
        if self._callback is not None:
            if value != self._get_pull():
                self._not_armed()
            return
        super()._set_pull(value)

    def _set_state(self, value: float) -> None:
        if self._pwm:
            frequency, _ = self._pwm
            self._pwm = (frequency, value * 100)
            try:
                # The exact duty: gpiozero's whole per cent are steps of 200 us for a servo.
                self._lgpio.tx_pwm(self.factory._handle, self._number, *self._pwm)
            except self._lgpio.error as error:
                msg = f'invalid state "{value}" for pin {self!r}'
                raise PinInvalidState(msg) from error
        elif self._is_output:
            self._lgpio.gpio_write(self.factory._handle, self._number, int(bool(value)))
        else:
            msg = f"cannot set state of input pin {self!r}"
            raise PinSetInput(msg)

    def _set_frequency(self, value: float | None) -> None:
        stopping = self._pwm is not None and not value
        super()._set_frequency(value)
        if stopping:
            # lgpio stops where it is, in 2 of 30 cases amid a pulse: the line would stay high.
            self._lgpio.gpio_write(self.factory._handle, self._number, 0)

    def _set_bounce(self, value: float | None) -> None:
        if value is not None:
            msg = (
                f"no debouncing on pin {self!r}: the stamp would be that of the end of the"
                " bouncing. Judge the edges by their stamps instead"
            )
            raise PinInvalidBounce(msg)

    def _get_edges(self) -> str:
        return self._seen

    def _set_edges(self, value: str) -> None:
        if value not in SEEN:
            msg = f'invalid edges "{value}" for pin {self!r}'
            raise PinInvalidEdges(msg)
        self._seen = value  # gpiozero would arm it anew

    def _enable_event_detect(self) -> None:
        if self._callback is None:
            super()._enable_event_detect()

    def _disable_event_detect(self) -> None:
        """Stay armed: `_call_when_changed` finds nobody to tell."""

    def _call_when_changed(self, _chip: int, gpio: int, level: int, ticks: int) -> None:
        """An edge, in lgpio's only thread: an exception would end it, for all pins, unsaid."""
        try:
            reference = self._when_changed
            listener = reference() if reference is not None else None
            # Level 2 is lgpio's watchdog and no edge.
            if listener is not None and level in SEEN[self._seen]:
                listener(Stamp(ticks), bool(level))
        except Exception:
            _logger.exception("the listener of GPIO%d failed", gpio)

    def _not_armed(self) -> None:
        if self._callback is not None:
            msg = (
                f"{self!r} is armed as an input, and lgpio cannot give one back alone without"
                " stalling the others: close the whole unit first"
            )
            raise BackendError(msg)


class HeaderFactory(LGPIOFactory):
    """gpiozero's lgpio factory on the chip of that number, whatever gpiozero thinks of it."""

    def __init__(
        self,
        lgpio: Any,
        chip: int,
        *,
        revision: int,
        wiring: Wiring,
        backend: BackendInfo,
        pwm_driver: PwmDriver | None = None,
    ) -> None:
        # Past LGPIOFactory's: that of gpiozero 2.0.1 opens chip 0 or 4, whatever it is told.
        super(LGPIOFactory, self).__init__()
        self.pins: dict[
            Any, HeaderPin
        ] = {}  # gpiozero's are shared by all factories: closing one would break the next
        self._reservations: dict[Any, list[Any]] = defaultdict(list)  # as its pins
        self.pin_class = HeaderPin
        self.lgpio = lgpio
        self.wiring = wiring
        self.backend = backend
        self._revision = revision
        self._pwm_driver = pwm_driver
        self._path = Path(f"/dev/gpiochip{chip}")
        self._handle: int | None = None
        self._pid = os.getpid()
        try:
            # The first chip starts lgpio's threads, that of the pulses too: with the usual slack
            # of its timers each pulse on a quiet system is 50 us too long.
            with exact_threads():
                self._handle = lgpio.gpiochip_open(chip)
        except lgpio.error as error:
            raise BackendError(self._why_no_chip(error)) from error
        self._chip = chip

    @property
    def ours(self) -> bool:
        """Whether this process opened it, and is not a fork of that one."""
        return os.getpid() == self._pid

    def open_pwm(self, bcm: int) -> PwmOutput:
        """The servo signal on that pin, off: the driver's, or else lgpio's own in software."""
        return self._pwm_driver(bcm) if self._pwm_driver is not None else PinPwm(bcm, self)

    def source_fault(self) -> str | None:
        """Why no edge will come any more; None while all is well. One system call."""
        if self._handle is None:
            return "the lgpio backend is closed"
        if not self.ours or not self.lgpio._notify_thread.is_alive():
            return "lgpio's thread that delivers edges has ended"
        try:
            self.lgpio.gpio_get_chip_info(self._handle)
        except self.lgpio.error as error:
            return f"the GPIO chip {self._path} is gone: {error.value}"
        return None

    def close(self) -> None:
        """Outputs first, then the chip and with it all inputs; the last failure comes out.

        After a fork the child's copy is dropped and the lines are left alone: the parent's.
        """
        handle = self._handle
        if handle is None:
            return
        if not self.ours:
            self._handle = None
            self.pins.clear()
            return
        with ExitStack() as stack:
            stack.callback(self._close_chip, handle)
            pins = list(self.pins.values())
            self.pins.clear()
            for pin in pins:
                stack.callback(pin.close)

    def why_not(self, bcm: int, error: Exception) -> str:
        """Why that line cannot be had."""
        if "busy" in str(error).lower():
            *_, user = self.lgpio.gpio_get_line_info(self._handle, bcm)
            return busy_text(bcm, user or "the kernel")
        return f"GPIO{bcm} of {self._path} cannot be had: {error}"

    def _close_chip(self, handle: int) -> None:
        self._handle = None
        self.lgpio.gpiochip_close(handle)

    def _why_no_chip(self, error: Exception) -> str:
        try:
            os.close(os.open(self._path, os.O_RDWR | os.O_CLOEXEC))
        except OSError as cause:
            return why_not_opened(self._path, cause)
        return f"{self._path} cannot be opened: {error}"

    def _get_revision(self) -> int:
        return self._revision
