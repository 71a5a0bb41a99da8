"""lgpio's stall: of two inputs the one that was armed last is closed. `stall.py plain|ours`.

`plain` is gpiozero's own LGPIOFactory with two Buttons, `ours` the unit's lgpio backend with two
inputs of its own, closed in the same way. Reports of five presses of the other input how many
were heard: before the close, after it, and in the end, when a third input was armed.
"""

import sys
import time
from collections.abc import Callable
from typing import Any

from gpiozero import InputDevice
from guest.pi import PI_4B, pretend
from guest.sim import SimChip
from guest.words import report

PRESSES = 5
FIRST, SECOND, THIRD = 5, 6, 26

pretend(*PI_4B)
chip = SimChip()
for bcm in (FIRST, SECOND, THIRD):
    chip.pull(bcm, 1)
heard: list[int] = []


def plain() -> Callable[[int], Any]:
    from gpiozero import Button
    from gpiozero.pins.lgpio import LGPIOFactory

    factory = LGPIOFactory(chip=0)

    def open_input(bcm: int) -> Any:
        button = Button(bcm, pin_factory=factory)
        button.when_pressed = lambda: heard.append(bcm)
        return button

    return open_input


class Heard:
    """Keeps the listener alive, which a pin holds weakly."""

    def __init__(self, bcm: int, factory: Any) -> None:
        self._bcm = bcm
        self._device = InputDevice(bcm, pull_up=True, pin_factory=factory)
        self._device.pin.edges = "falling"
        self._device.pin.when_changed = self._changed
        self.close = self._device.close

    def _changed(self, ticks: Any, state: Any) -> None:
        heard.append(self._bcm)


def ours() -> Callable[[int], Any]:
    from showdown_hw.backends import open_factory
    from showdown_hw.board import Board
    from showdown_hw.clock import SystemClock

    factory = open_factory("lgpio", Board.named("default"), SystemClock())
    return lambda bcm: Heard(bcm, factory)


def press() -> int:
    """Press the first input; how often that was heard meanwhile."""
    heard.clear()
    for _ in range(PRESSES):
        chip.pull(FIRST, 0)
        time.sleep(0.02)
        chip.pull(FIRST, 1)
        time.sleep(0.02)
    time.sleep(0.1)
    return heard.count(FIRST)


open_input = {"plain": plain, "ours": ours}[sys.argv[1]]()
first, second = open_input(FIRST), open_input(SECOND)
before = press()
second.close()
after = press()
heard.clear()
third = open_input(THIRD)
time.sleep(0.1)
report(presses=PRESSES, before=before, after=after, late=heard.count(FIRST))
