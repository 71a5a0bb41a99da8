"""The hands on a mock unit: whoever presses, releases, or breaks something."""

from __future__ import annotations

from typing import Any

from showdown_hw.edges import GREEN_SENSE, LINES, TIMER_BUTTON
from showdown_hw.errors import HardwareError
from showdown_hw.mock import Trace, UnitMockFactory
from showdown_hw.unit import Hardware


class MockBench:
    """Drives the inputs of a mock unit, below gpiozero. Every method may be called from any thread.

    `active` is always meant logically: a paddle that is down is active, whatever the polarity.
    Given a factory instead of the hardware on it, it can hold a paddle before that is opened.
    """

    def __init__(self, unit: Hardware | UnitMockFactory) -> None:
        factory = unit.factory if isinstance(unit, Hardware) else unit
        if not isinstance(factory, UnitMockFactory):
            msg = f"the {factory.backend.name} backend has real pins: press them by hand"
            raise HardwareError(msg)
        self.factory = factory
        self._specs = {
            line: factory.board.pins[line] for line in LINES if line in factory.board.pins
        }
        self._pins = {line: factory.signal_pin(line) for line in self._specs}

    @property
    def trace(self) -> Trace | None:
        """Called as `trace(ns, signal, value)` before each change of a pin is applied.

        1 active, 0 idle, for the launcher's PWM the pulse width in µs. In whatever thread makes
        the change.
        """
        return self.factory.trace

    @trace.setter
    def trace(self, trace: Trace | None) -> None:
        self.factory.trace = trace

    def press(self, side: str) -> None:
        """The paddle of that side goes down now; an edge if it was up."""
        self._set(f"paddle_{side}", True)

    def release(self, side: str) -> None:
        """The paddle of that side comes up now; an edge if it was down."""
        self._set(f"paddle_{side}", False)

    def button(self, down: bool) -> None:
        """The timer button goes down or comes up now; an edge if it changes."""
        self._set(TIMER_BUTTON, down)

    def sense(self, lit: bool) -> None:
        """The green sense line changes now, where `loop_green` does not see to it."""
        self._set(GREEN_SENSE, lit)

    def is_active(self, line: str) -> bool:
        """The level of that line."""
        return bool(self._pin(line).state) == self._specs[line].active_high

    def edge(
        self,
        line: str,
        active: bool,
        stamp_ns: int | None = None,
        seq: int | None = None,
        *,
        moves_level: bool = True,
    ) -> None:
        """Deliver one edge as it is told: stamp (default now) and number (default the next) too.

        With `moves_level=False` the edge alone arrives: one that was delayed, or sampled wrong.
        """
        self._pin(line).deliver(self._level(line, active), stamp_ns, seq, moves_level=moves_level)

    def level(self, line: str, active: bool) -> None:
        """The level changes now; its edge is not delivered (yet: `edge` can, later)."""
        self._pin(line).move(self._level(line, active))

    def lose(self, line: str) -> None:
        """One edge of that line gets lost: its sequence number is used up, nothing arrives."""
        self._pin(line).lose()

    def kill_source(self, why: str = "the mock edge source was killed") -> None:
        """No edge is delivered from now on, and the backend knows why."""
        self.factory.dead = why

    def break_signal(self, signal: str, error: Exception | None) -> None:
        """Writes of that output, reads of that input raise `error` from now on; None mends it."""
        if error is None:
            self.factory.broken.pop(signal, None)
        else:
            self.factory.broken[signal] = error

    def _set(self, line: str, active: bool) -> None:
        with self.factory.lock:
            if self.is_active(line) != active:
                self.edge(line, active)

    def _level(self, line: str, active: bool) -> bool:
        self._pin(line)
        return active == self._specs[line].active_high

    def _pin(self, line: str) -> Any:
        if line not in self._pins:
            msg = f"the board has no line {line!r}; it has {', '.join(self._pins)}"
            raise HardwareError(msg)
        return self._pins[line]
