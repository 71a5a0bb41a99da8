"""gpiozero's pigpio pins with their traps closed. Import it only once pigpio can be imported."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

import pigpio
from gpiozero import GPIODevice, PinInvalidBounce, PinSetInput
from gpiozero.pins.pigpio import PiGPIOFactory, PiGPIOPin

from showdown_hw.clock import Clock
from showdown_hw.errors import BackendError
from showdown_hw.factory import BackendInfo
from showdown_hw.pigpio_link import CommandSocket, Notifier, TickKeeper
from showdown_hw.pwm import PwmOutput
from showdown_hw.stamps import Stamp
from showdown_hw.wiring import Wiring


class Connection(pigpio.pi):
    """pigpio's client on sockets of our own; its own constructor would start a thread of its."""

    def __init__(self, host: str, port: int, keeper: TickKeeper) -> None:
        self._host, self._port = host, port
        self.sl = pigpio._socklock()
        self.sl.s = CommandSocket(host, port)
        try:
            self._notify = Notifier(host, port, self.sl, keeper.ticks.to_ns)
        except BaseException:
            self.sl.s.close()
            raise
        self.connected = True


class DaemonPin(PiGPIOPin):
    """One pin of the header."""

    # gpiozero's
    _when_changed: Any
    _pwm: bool

    def __init__(self, factory: DaemonFactory, info: Any) -> None:
        self._is_output = False
        self._at_rest = False
        super().__init__(factory, info)
        # gpiozero takes the glitch filter away; others of before may have left these.
        factory.connection.set_noise_filter(self._number, 0, 0)
        factory.connection.set_watchdog(self._number, 0)

    def close(self) -> None:
        """Hear nothing more; an output goes to its level of rest and stays driven."""
        connection = self.factory.connection
        if connection is None or self._at_rest:
            return
        if self._is_output and self._number in self.factory.wiring.rest:
            connection.write(self._number, int(self.factory.wiring.rest[self._number]))
            self._pwm = self._is_output = False
            self._at_rest = True
        else:
            super().close()

    def output_with_state(self, state: Any) -> None:
        """An output with that level from its first moment on, and without any pulses."""
        self.factory.connection.write(self._number, int(bool(state)))
        self._pull = "floating"
        self._is_output, self._at_rest = True, False

    def _set_function(self, value: str) -> None:
        super()._set_function(value)
        self._is_output, self._at_rest = value == "output", False

    def _set_state(self, value: float) -> None:
        if self._pwm:
            super()._set_state(value)
        elif self._is_output:
            # One round trip; gpiozero asks for the pin's function first.
            self.factory.connection.write(self._number, int(bool(value)))
        else:
            msg = f"cannot set state of input pin {self!r}"
            raise PinSetInput(msg)

    def _set_bounce(self, value: float | None) -> None:
        if value is not None:
            msg = (
                f"no debouncing on pin {self!r}: pigpio's filters move the stamp to the end of the"
                " bouncing. Judge the edges by their stamps instead"
            )
            raise PinInvalidBounce(msg)

    def _call_when_changed(self, _gpio: int, level: int, ticks: int) -> None:
        """An edge, in the thread of the notifications, which keeps exceptions off itself."""
        reference = self._when_changed
        listener = reference() if reference is not None else None
        if listener is not None:
            listener(Stamp(self.factory.keeper.ticks.to_ns(ticks)), bool(level))


class DaemonPwm:
    """A `PwmOutput` by pigpio's servo pulses: timed by DMA, in steps of its sampling (5 µs)."""

    def __init__(self, bcm: int, factory: DaemonFactory) -> None:
        self._bcm = bcm
        self._factory = factory
        self._device = GPIODevice(bcm, pin_factory=factory)
        try:
            self._device.pin.output_with_state(0)
        except BaseException:
            self._device.close()
            raise

    def set_us(self, width_us: int) -> None:
        """Pulses of that width from now on. BackendError outside of 500 to 2500 µs."""
        try:
            self._factory.connection.set_servo_pulsewidth(self._bcm, width_us)
        except pigpio.error as error:
            msg = f"pigpio makes no servo pulses of {width_us} µs on GPIO{self._bcm}: {error}"
            raise BackendError(msg) from error

    def off(self) -> None:
        """No pulses, line low; harmless when there are none."""
        self._device.pin.output_with_state(0)

    def close(self) -> None:
        """Off, and the pin given back; harmless when closed."""
        if self._device.closed:
            return
        try:
            self.off()
        finally:
            self._device.close()


class DaemonFactory(PiGPIOFactory):
    """gpiozero's pigpio factory on `Connection`. Its ticks are seconds of CLOCK_MONOTONIC."""

    def __init__(
        self,
        host: str,
        port: int,
        *,
        clock: Clock,
        wiring: Wiring,
        backend: BackendInfo,
        revision: int | None = None,
    ) -> None:
        # Past PiGPIOFactory's, which makes a connection of its own.
        super(PiGPIOFactory, self).__init__()
        self.pin_class = DaemonPin
        self.wiring = wiring
        self.backend = backend
        self._host, self._port = host, port
        self._spis: list[Any] = []
        self._clock = clock
        self._closed = False
        self._connection: Connection | None = None
        self.keeper = TickKeeper(host, port, clock)
        try:
            self._connection = Connection(host, port, self.keeper)
            # Bits above the code tell of overvoltage and warranty.
            told = self._connection.get_hardware_revision() & 0xFFFFFF
            self.revision = revision if revision is not None else told
            self.keeper.start()
        except BaseException:
            self.close()
            raise

    @property
    def clock_error_ns(self) -> int:
        """How far a stamp taken now may be off CLOCK_MONOTONIC; all lines' alike, in ns."""
        return self.keeper.ticks.error_ns(self._clock.now_ns())

    def ticks(self) -> Stamp:
        """The clock now."""
        return Stamp(self._clock.now_ns())

    @staticmethod
    def ticks_diff(later: float, earlier: float) -> float:
        """Seconds between two ticks."""
        return later - earlier

    def open_pwm(self, bcm: int) -> PwmOutput:
        """The servo signal on that pin, off."""
        return DaemonPwm(bcm, self)

    def source_fault(self) -> str | None:
        """Why no edge will come any more; None while all is well. Asks nobody."""
        if self._connection is None or self._closed:
            return "the pigpio backend is closed"
        notifier = self._connection._notify
        fault = notifier.fault or self.keeper.fault
        if fault is None and not (notifier.alive and self.keeper.alive):
            return "the threads that listen to pigpiod have ended"
        return fault

    def close(self) -> None:
        """Outputs to rest, inputs given back, connections closed; the last failure comes out."""
        if self._closed:
            return
        self._closed = True
        with ExitStack() as stack:
            stack.callback(self.keeper.close)
            stack.callback(self._disconnect)
            pins = list(self.pins.values())
            self.pins.clear()
            for pin in pins:
                stack.callback(pin.close)

    def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.stop()

    def _get_revision(self) -> int:
        return self.revision
