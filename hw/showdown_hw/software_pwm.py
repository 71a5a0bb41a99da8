"""The servo signal made by a thread of ours: where the hardware PWM cannot be had.

It jitters: each edge comes when the system lets the thread run, on a busy Pi some milliseconds
late, and the servo twitches with it. Never taken unless it is asked for.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from gpiozero import GPIODevice

from showdown_hw.clock import Clock
from showdown_hw.errors import LauncherError
from showdown_hw.pwm import PERIOD_US

PERIOD_NS = PERIOD_US * 1000

# A sleeping thread wakes 50 to 150 us late; a servo turns 10 us into a degree. So the end of the
# pulse is awaited awake, at the cost of 1 % of one core while the tray moves.
AWAKE_NS = 200_000

JOIN_S = 1.0


def pulses(
    write: Callable[[int], None],
    width_us: Callable[[], int],
    clock: Clock,
    stop: threading.Event,
    stay_awake: Callable[[int], None],
) -> None:
    """Pulses until `stop`, each begun one whole, and the line low in the end.

    The grid of 20 ms is absolute; periods that were slept through are left out. A pulse that
    begins late is as wide as any other. `stay_awake` waits exactly until a time close by.
    """
    never = threading.Event()
    start_ns = clock.now_ns()
    while not stop.is_set():
        end_ns = clock.now_ns() + width_us() * 1000
        try:
            write(1)
            clock.wait(never, end_ns - AWAKE_NS)
            stay_awake(end_ns)
        finally:
            write(0)
        start_ns += PERIOD_NS * max(1, -(-(clock.now_ns() - start_ns) // PERIOD_NS))
        clock.wait(stop, start_ns)


class SoftwarePwm:
    """A `PwmOutput` on any output pin of a gpiozero factory; its thread lives while pulses go."""

    def __init__(self, bcm: int, factory: Any, clock: Clock) -> None:
        self._bcm = bcm
        self._clock = clock
        self._width_us = 0
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._error: Exception | None = None
        self._device = GPIODevice(bcm, pin_factory=factory)
        try:
            self._device.pin.output_with_state(0)
        except BaseException:
            self._device.close()
            raise

    def set_us(self, width_us: int) -> None:
        """Pulses of that width from now on. LauncherError where the thread has failed."""
        self._raise_failure()
        self._width_us = width_us
        if self._thread is None:
            self._stop = threading.Event()
            self._thread = threading.Thread(
                target=self._run, args=(self._stop,), name=f"servo GPIO{self._bcm}", daemon=True
            )
            self._thread.start()

    def off(self) -> None:
        """No pulses, line low; harmless when there are none. Waits for the pulse to end."""
        thread, self._thread = self._thread, None
        self._stop.set()
        if self._device.closed:
            return
        try:
            if thread is not None:
                thread.join(JOIN_S)
                if thread.is_alive():
                    msg = f"GPIO{self._bcm}: the thread of the servo's pulses hangs in a pin write"
                    raise LauncherError(msg)
        finally:
            self._device.pin.state = 0
        self._raise_failure()

    def close(self) -> None:
        """Off, and the pin given back; harmless when closed."""
        if self._device.closed:
            return
        try:
            self.off()
        finally:
            self._device.close()

    def _run(self, stop: threading.Event) -> None:
        try:
            pulses(self._write, lambda: self._width_us, self._clock, stop, self._stay_awake)
        except Exception as error:  # noqa: BLE001 - kept, and raised by the next call
            self._error = error

    def _write(self, level: int) -> None:
        self._device.pin.state = level

    def _stay_awake(self, until_ns: int) -> None:
        while self._clock.now_ns() < until_ns:
            pass

    def _raise_failure(self) -> None:
        error, self._error = self._error, None
        if error is not None:
            self._thread = None
            msg = f"GPIO{self._bcm}: the servo's pulses have stopped: {error}"
            raise LauncherError(msg) from error
