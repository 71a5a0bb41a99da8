"""gpiozero pins on libgpiod 2."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from gpiozero import (
    PinFixedPull,
    PinInvalidBounce,
    PinInvalidEdges,
    PinInvalidFunction,
    PinInvalidPull,
    PinInvalidState,
    PinSetInput,
)
from gpiozero.pins.local import LocalPiPin

from showdown_hw.gpiod_lines import InputLines, OutputLine
from showdown_hw.stamps import Stamp

if TYPE_CHECKING:
    from showdown_hw.gpiod_factory import GpiodFactory

PULLS = ("up", "down", "floating")
SEEN = {"both": (False, True), "rising": (True,), "falling": (False,), "none": ()}
"""gpiozero's word for the edges that a listener wants, and the levels after them."""


class GpiodPin(LocalPiPin):
    """One pin; nothing of it is requested before it is used.

    Ticks are `Stamp`s with the kernel's number of the edge. The numbers count both edges, also
    where the listener wants one kind. No PWM, and no debouncing, which would move the stamps.
    """

    _when_changed: Any  # gpiozero's weak reference to the listener

    def __init__(self, factory: GpiodFactory, info: Any) -> None:
        super().__init__(factory, info)
        self._fixed_pull: str | None = factory.wiring.inputs.get(self._number)
        self._pull: str = self._fixed_pull or info.pull or "floating"
        self._edges = "both"
        self._input: InputLines | None = None
        self._output: OutputLine | None = None
        self._request_lock = threading.RLock()

    def close(self) -> None:
        """Give the line back: an input, or an output left as the factory's wiring says."""
        with self._request_lock:
            self._when_changed = None
            self._edges = "both"
            self._close_input()
            output, self._output = self._output, None
            if output is not None:
                self._factory.put_to_rest(self._number, output)

    def output_with_state(self, state: Any) -> None:
        """An output with that level from its first moment on."""
        with self._request_lock:
            self._close_input()
            if self._output is None:
                self._output = self._factory.open_output(self._number, bool(state))
            else:
                self._output.write(bool(state))

    def _get_function(self) -> str:
        return "input" if self._output is None else "output"

    def _set_function(self, value: str) -> None:
        if value not in ("input", "output"):
            msg = f'invalid function "{value}" for pin {self!r}'
            raise PinInvalidFunction(msg)
        if value == self._get_function():
            return
        with self._request_lock:
            if value == "output":
                self.output_with_state(self._get_state())  # as it is found, as gpiozero wants it
            elif self._output is not None:
                self._output.close()
                self._output = None
                self._opened_input()

    def _get_state(self) -> bool:
        output = self._output
        return output.level if output is not None else self._opened_input().level(self._number)

    def _set_state(self, value: Any) -> None:
        output = self._output
        if output is None:
            msg = f"cannot set state of input pin {self!r}"
            raise PinSetInput(msg)
        if value not in (0, 1):
            msg = f'invalid state "{value}" for pin {self!r}: it has no PWM'
            raise PinInvalidState(msg)
        output.write(bool(value))

    def _get_pull(self) -> str:
        return self._pull

    def _set_pull(self, value: str) -> None:
        if value not in PULLS:
            msg = f'invalid pull "{value}" for pin {self!r}'
            raise PinInvalidPull(msg)
        if self._output is not None:
            msg = f"cannot set pull on non-input pin {self!r}"
            raise PinFixedPull(msg)
        if self.info.pull not in (value, ""):
            msg = f"{self!r} has a physical pull-{self.info.pull} resistor"
            raise PinFixedPull(msg)
        if self._fixed_pull not in (value, None):
            msg = f"the board file gives {self!r} the pull {self._fixed_pull!r}"
            raise PinFixedPull(msg)
        with self._request_lock:
            if value != self._pull:
                self._pull = value
                self._reopen_input(listening=self._when_changed is not None)

    def _get_bounce(self) -> None:
        return None

    def _set_bounce(self, value: float | None) -> None:
        if value is not None:
            msg = (
                f"no debouncing on pin {self!r}: the stamp would be that of the end of the"
                " bouncing. Judge the edges by their stamps instead"
            )
            raise PinInvalidBounce(msg)

    def _get_edges(self) -> str:
        return self._edges

    def _set_edges(self, value: str) -> None:
        if value not in SEEN:
            msg = f'invalid edges "{value}" for pin {self!r}'
            raise PinInvalidEdges(msg)
        self._edges = value  # the kernel reports both: which one it samples late is advisory

    def _enable_event_detect(self) -> None:
        with self._request_lock:
            if not self._opened_input().edges:
                self._close_input()
            self._watch(self._opened_input(edges=True))

    def _disable_event_detect(self) -> None:
        if self._input is not None:
            self._input.listen(self._number, None)

    def _on_edge(self, stamp_ns: int, seq: int, level: bool) -> None:
        # Not gpiozero's own: that one calls None when the listener is taken away meanwhile.
        reference = self._when_changed
        listener = reference() if reference is not None else None
        if listener is not None and level in SEEN[self._edges]:
            listener(Stamp(stamp_ns, seq), level)

    def _opened_input(self, *, edges: bool = False) -> InputLines:
        with self._request_lock:
            if self._input is None:
                self._input = self._factory.open_input(self._number, self._pull, edges=edges)
            return self._input

    def _watch(self, lines: InputLines) -> None:
        lines.listen(self._number, self._on_edge)
        self._factory.reader.add(lines)

    def _reopen_input(self, *, listening: bool) -> None:
        if self._input is not None:
            self._close_input()
            lines = self._opened_input(edges=listening)
            if listening:
                self._watch(lines)

    def _close_input(self) -> None:
        lines, self._input = self._input, None
        if lines is not None:
            lines.listen(self._number, None)
            self._factory.close_input(self._number, lines)
