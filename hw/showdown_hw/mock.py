"""The mock backend: gpiozero's mock pins with exact stamps, sequence numbers, a trace and faults.

It stands in for the pins alone; whoever plays the players drives the inputs by `MockBench`.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from typing import Any

from gpiozero import PinFixedPull, PinInvalidPull
from gpiozero.pins.mock import MockFactory, MockPWMPin, PinState
from gpiozero.pins.mock import MockPin as GpiozeroMockPin

from showdown_hw.board import Board, PinSpec
from showdown_hw.clock import Clock
from showdown_hw.errors import BackendError
from showdown_hw.factory import BackendInfo
from showdown_hw.pwm import FREQUENCY_HZ, PinPwm
from showdown_hw.signals import SIGNALS, Direction
from showdown_hw.stamps import Stamp

Trace = Callable[[int, str, int], None]

ZERO_2_W = "902120"
_KEPT_STATES = 256  # gpiozero's list of past states grows without end


class _Pin(GpiozeroMockPin):
    """A pin on the unit's own clock, and, for a signal of the board, wired to the unit's parts."""

    def __init__(self, factory: UnitMockFactory, info: Any) -> None:
        self.signal, self._spec = factory.wiring(int(info.name.removeprefix("GPIO")))
        self._is_line = self.signal is not None and SIGNALS[self.signal].direction is Direction.IN
        self._seq = 0
        super().__init__(factory, info)
        if self._is_line and self._spec is not None:
            self._state: float = (
                not self._spec.active_high
            )  # the board holds it idle, whatever the pull
            self.clear_states()

    def deliver(
        self,
        level: bool,
        stamp_ns: int | None = None,
        seq: int | None = None,
        *,
        moves_level: bool = True,
    ) -> None:
        """An edge as the kernel gives it: sampled `level`, stamp (default now), number (the next).

        Any thread. The listener is called in this thread, whether or not the level changes.
        """
        factory = self._factory
        with factory.lock:
            if stamp_ns is None:
                stamp_ns = factory.clock.now_ns()
            if moves_level:
                self.move(level)
            self._seq = self._seq + 1 if seq is None else seq
            if factory.source_fault() is not None or self._edges not in _SEEN[level]:
                return
            listener = self.when_changed
            if listener is not None:
                listener(Stamp(stamp_ns, self._seq), level)

    def move(self, level: bool) -> None:
        """The level changes and no edge is seen; its number is not used up."""
        with self._factory.lock:
            self._change_state(level)

    def lose(self) -> None:
        """One edge is lost: its number is used up, nothing arrives."""
        with self._factory.lock:
            self._seq += 1

    # gpiozero's names for the same, for its own kind of tests

    def drive_high(self) -> None:
        if not self._state:
            self.deliver(True)

    def drive_low(self) -> None:
        if self._state:
            self.deliver(False)

    def clear_states(self) -> None:
        self._last_change = Stamp(self._factory.clock.now_ns())
        self.states = deque([PinState(0.0, self._state)], maxlen=_KEPT_STATES)

    def _enable_event_detect(self) -> None:
        self._seq = 0  # as the kernel counts, from the line's request on

    def _get_state(self) -> float:
        error = self._factory.broken.get(self.signal)
        if self._is_line and error is not None:
            raise error
        return self._state

    def _set_pull(self, value: str) -> None:
        # gpiozero's mock drives the line to the pull and makes an edge of it. Here a signal's
        # level is the board's and the player's business.
        if self.info.pull and value != self.info.pull:
            msg = f"{self!r} has a fixed pull resistor"
            raise PinFixedPull(msg)
        if value not in ("floating", "up", "down"):
            msg = "pull must be floating, up, or down"
            raise PinInvalidPull(msg)
        self._pull = value
        if not self._is_line and value != "floating":
            self._state = value == "up"

    def _set_state(self, value: float) -> None:
        # The change falls in the middle of the time that the write takes.
        error = self._factory.broken.get(self.signal)
        if error is not None:
            raise error
        cost_ns = self._factory.write_cost_ns
        self._factory.spend(cost_ns // 2)
        super()._set_state(value)
        self._factory.spend(cost_ns - cost_ns // 2)

    def _change_state(self, value: float) -> bool:
        factory = self._factory
        with factory.lock:
            if self._state == value:
                return False
            stamp = Stamp(factory.clock.now_ns())
            if self.signal is not None and factory.trace is not None:
                factory.trace(stamp.ns, self.signal, self._meaning(value))
            self._state = value
            self.states.append(PinState(stamp - self._last_change, value))
            self._last_change = stamp
            if self.signal == "lamp_green":
                factory.green_changed(self._meaning(value) == 1, stamp.ns)
            return True

    def _meaning(self, value: float) -> int:
        return int(bool(value) == (self._spec is None or self._spec.active_high))


class _PwmPin(_Pin, MockPWMPin):
    """The servo's pin; its traced value is the pulse width in µs, 0 for none."""

    _closing = False

    def close(self) -> None:
        self._closing = True  # a broken pin can still be given back
        super().close()
        self._closing = False

    def _set_frequency(self, value: int | None) -> None:
        error = self._factory.broken.get(self.signal)
        if error is not None and not self._closing:
            raise error
        super()._set_frequency(value)

    def _meaning(self, value: float) -> int:
        return round(value * 1_000_000 / FREQUENCY_HZ)


_SEEN = {True: ("both", "rising"), False: ("both", "falling")}


class UnitMockFactory(MockFactory):
    """Mock pins of a whole board.

    `trace(ns, signal, value)` is called before each change of a signal is applied: 1 active and
    0 idle, whatever the polarity; for PWM the pulse width in µs. `broken` maps a signal to what
    its writes, or an input's reads, raise. `write_cost_ns` is what a write takes, in virtual time.
    """

    def __init__(
        self,
        board: Board,
        clock: Clock,
        *,
        revision: str = ZERO_2_W,
        write_cost_ns: int = 0,
        resolution_ns: int = 1_000,
        delivery_ns: int = 0,
        stamp_source: str = "mock",
        loop_green: bool = True,
    ) -> None:
        super().__init__(revision=revision, pin_class=_Pin)
        self.board = board
        self.clock = clock
        self.backend = BackendInfo("mock", stamp_source, resolution_ns, delivery_ns)
        self.lock = threading.RLock()
        self.trace: Trace | None = None
        self.broken: dict[str, Exception] = {}
        self.loop_green = loop_green
        self.dead: str | None = None
        self._spend: Callable[[int], None] | None = getattr(clock, "spend", None)
        self._signals = {spec.bcm: (signal, spec) for signal, spec in board.pins.items()}
        self.write_cost_ns = write_cost_ns

    @property
    def write_cost_ns(self) -> int:
        """How long a write takes, in virtual time."""
        return self._write_cost_ns

    @write_cost_ns.setter
    def write_cost_ns(self, cost_ns: int) -> None:
        if cost_ns and self._spend is None:
            msg = "backend mock: write_cost_ns needs a clock that can spend time: VirtualClock"
            raise BackendError(msg)
        self._write_cost_ns = cost_ns

    def spend(self, duration_ns: int) -> None:
        """Let virtual time pass."""
        if duration_ns and self._spend is not None:
            self._spend(duration_ns)

    def pin(self, name: Any, pin_class: Any = None, **kwargs: Any) -> Any:
        """The pin of that name; the servo's can do PWM, the others cannot, as on the board."""
        if pin_class is None:
            for _, info in self.board_info.find_pin(name):
                signal, _ = self.wiring(int(info.name.removeprefix("GPIO")))
                pwm = signal is not None and SIGNALS[signal].direction is Direction.PWM
                pin_class = _PwmPin if pwm else _Pin
                break
        return super().pin(name, pin_class=pin_class, **kwargs)

    def signal_pin(self, signal: str) -> Any:
        """The pin of one of the board's signals."""
        return self.pin(self.board.pins[signal].bcm)

    def wiring(self, bcm: int) -> tuple[str | None, PinSpec | None]:
        """What the board has on that pin."""
        return self._signals.get(bcm, (None, None))

    def open_pwm(self, bcm: int) -> PinPwm:
        """The servo signal on that pin, off."""
        return PinPwm(bcm, self)

    def source_fault(self) -> str | None:
        """Why no edge will come any more; None while all is well."""
        return self.dead

    def green_changed(self, lit: bool, stamp_ns: int) -> None:
        """The green line changed; where it is looped back, its sense line follows at once."""
        if self.loop_green and "green_sense" in self.board.pins:
            pin = self.signal_pin("green_sense")
            pin.deliver(lit == self.board.pins["green_sense"].active_high, stamp_ns)

    def ticks(self) -> Stamp:
        """Now, as gpiozero's devices take it."""
        return Stamp(self.clock.now_ns())
