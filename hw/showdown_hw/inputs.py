"""Paddles, timer button and green sense: a level to read, and edges into a queue.

Raw edges only, with no `bounce_time`: gpiozero's debouncing restamps the press to the end of the
bouncing and swallows short taps. Whoever judges the edges does that with their stamps.
"""

from __future__ import annotations

from typing import Any

from gpiozero import InputDevice

from showdown_hw.board import PinSpec
from showdown_hw.edges import GREEN_SENSE, PADDLE_LEFT, PADDLE_RIGHT, TIMER_BUTTON, Edge, EdgeQueue
from showdown_hw.errors import HardwareError
from showdown_hw.stamps import stamp_of

_PULL_UP = {"up": True, "down": False, "none": None}


class InputLine:
    """One input. Keep a reference: a pin holds its listener weakly, edges stop with the object."""

    def __init__(self, line: str, spec: PinSpec, factory: Any, edges: EdgeQueue) -> None:
        self.line = line
        self._active_high = spec.active_high
        self._edges = edges
        # Each a pair (edges so far, level), and each written by one thread alone, whole.
        self._told = (0, False)  # by the newest edge
        self._read = (0, False)  # off the pin, at the start or since
        self._fault: str | None = None
        # Not Button: it owns the pin's listener, and drops an edge whose sampled level repeats.
        self._device = InputDevice(
            spec.bcm,
            pull_up=_PULL_UP[spec.pull],
            active_state=spec.active_high if spec.pull == "none" else None,
            pin_factory=factory,
        )
        try:
            self._device.pin.edges = "both"
            self._read = (0, self.active)
            # A bound method, never a lambda: the pin keeps only a weak reference.
            self._device.pin.when_changed = self._on_edge
        except BaseException:
            self._device.close()
            raise

    @property
    def active(self) -> bool:
        """The level, read now."""
        if self._device.closed:
            msg = f"{self.line} is closed: open the hardware again"
            raise HardwareError(msg)
        return bool(self._device.pin.state) == self._active_high

    @property
    def last_active(self) -> bool:
        """The level that is known: as the newest edge told it, or as it was read since."""
        told, read = self._told, self._read
        return read[1] if read[0] == told[0] else told[1]

    @property
    def known_by_reading(self) -> bool:
        """Whether no edge has come since `last_active` was read off the pin."""
        return self._read[0] == self._told[0]

    @property
    def edge_count(self) -> int:
        """How many edges the pin thread has delivered."""
        return self._told[0]

    @property
    def fault(self) -> str | None:
        """What went wrong first while an edge was taken over; from then on edges may be missing."""
        return self._fault

    def resync(self, active: bool, edge_count: int) -> None:
        """That level was read when so many edges had come: known, unless an edge came since."""
        self._read = (edge_count, active)

    def close(self) -> None:
        """Give the pin back; harmless when closed."""
        self._device.close()

    def _on_edge(self, ticks: object, state: object) -> None:
        # Runs in the pin thread. An exception must not get into it: with lgpio it ends the only
        # thread that delivers edges, for all pins, without a word.
        try:
            stamp = stamp_of(ticks)
            active = bool(state) == self._active_high
            self._told = (self._told[0] + 1, active)
            self._edges.put(Edge(self.line, stamp.ns, active, stamp.seq))
        except Exception as error:  # noqa: BLE001 - the firewall; `fault` keeps what it was
            if self._fault is None:
                self._fault = f"edge of {self.line}: {type(error).__name__}: {error}"


class Paddle(InputLine):
    """The paddle of one side, `left` or `right`."""

    def __init__(self, side: str, spec: PinSpec, factory: Any, edges: EdgeQueue) -> None:
        super().__init__({"left": PADDLE_LEFT, "right": PADDLE_RIGHT}[side], spec, factory, edges)
        self.side = side

    @property
    def pressed(self) -> bool:
        """Whether it is down, read now."""
        return self.active


class TimerButton(InputLine):
    """The oval button that starts the count."""

    def __init__(self, spec: PinSpec, factory: Any, edges: EdgeQueue) -> None:
        super().__init__(TIMER_BUTTON, spec, factory, edges)

    @property
    def pressed(self) -> bool:
        """Whether it is down, read now."""
        return self.active


class GreenSense(InputLine):
    """The green lamp's line, looped back, so that green-on gets a stamp like a press."""

    def __init__(self, spec: PinSpec, factory: Any, edges: EdgeQueue) -> None:
        super().__init__(GREEN_SENSE, spec, factory, edges)

    @property
    def lit(self) -> bool:
        """Whether the green line is on, read now."""
        return self.active
