"""The part of RPi.GPIO that gpiozero and the rpigpio backend use, on a chip in memory.

Its traps, as read in RPi.GPIO 0.7.1: a callback is told the channel and nothing else; a second PWM
object on a channel is refused while the first one lives; `cleanup()` lets every output float.
"""

from __future__ import annotations

import queue
import sys
import threading
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

from fake_gpiochip import FakeChip

OUT, IN, BOARD, BCM = 0, 1, 10, 11
PUD_OFF, PUD_DOWN, PUD_UP = 20, 21, 22
RISING, FALLING, BOTH = 31, 32, 33
PULLS = {PUD_OFF: "floating", PUD_DOWN: "down", PUD_UP: "up"}
OWNER_MODULES = ("RPi", "RPi.GPIO", "gpiozero.pins.rpigpio", "showdown_hw.rpigpio_pins")


class FakeRpiGpio:
    """The state behind the module."""

    def __init__(self, chip: FakeChip) -> None:
        self.chip = chip
        self.mode: int | None = None
        self.directions: dict[int, int] = {}
        self.callbacks: dict[int, Callable[[int], None]] = {}
        self.pulses: dict[int, float] = {}  # µs of a period, by pin
        self.no_edges = False
        self.delay: Callable[[], None] = lambda: None
        self.printed: list[Exception] = []
        self.pwms: weakref.WeakValueDictionary[int, Any] = weakref.WeakValueDictionary()
        self._events: queue.Queue[int | None] = queue.Queue()
        self._thread = threading.Thread(target=self._run, name="fake-rpi-gpio", daemon=True)
        self._thread.start()
        chip.on_edge = lambda gpio, _rising, _ns: self._events.put(gpio)

    def end(self) -> None:
        self._events.put(None)
        self._thread.join(5)

    def _run(self) -> None:
        while (gpio := self._events.get()) is not None:
            callback = self.callbacks.get(gpio)
            if callback is not None:
                self.delay()
                try:
                    callback(gpio)
                except Exception as error:  # noqa: BLE001 - whatever it is
                    self.printed.append(error)  # and the thread lives on

    def setmode(self, mode: int) -> None:
        if self.mode not in (None, mode):
            raise ValueError("A different mode has already been set!")
        self.mode = mode

    def setup(self, gpio: int, direction: int, pull: int = PUD_OFF, initial: int = -1) -> None:
        assert self.mode == BCM
        self.directions[gpio] = direction
        if direction == OUT:
            line = self.chip.lines[gpio]
            self.chip.configure_output(gpio, line.level if initial == -1 else bool(initial))
        else:
            self.chip.configure_input(gpio, PULLS[pull], False)

    def output(self, gpio: int, level: int) -> None:
        if self.directions.get(gpio) != OUT:
            raise RuntimeError("The GPIO channel has not been set up as an OUTPUT")
        self.chip.write(gpio, bool(level))

    def add_event_detect(
        self, gpio: int, edge: int, callback: Callable[[int], None], bouncetime: int = -666
    ) -> None:
        assert self.directions[gpio] == IN
        assert (edge, bouncetime) == (BOTH, -666)
        if self.no_edges:
            raise RuntimeError("Failed to add edge detection")
        self.callbacks[gpio] = callback

    def cleanup(self, gpio: int | None = None) -> None:
        for each in list(self.directions) if gpio is None else [gpio]:
            self.callbacks.pop(each, None)
            if self.directions.pop(each, None) is not None:
                self.chip.configure_input(each, "floating", False)


def make_rpi_gpio(fake: FakeRpiGpio, lgpio: Any = None) -> ModuleType:
    """The module, and rpi-lgpio's if it stands on that `lgpio`."""
    module: Any = ModuleType("RPi.GPIO")

    class Pwm:
        def __init__(self, gpio: int, frequency: float) -> None:
            if gpio in fake.pwms:
                raise RuntimeError("A PWM object already exists for this GPIO channel")
            assert fake.directions[gpio] == OUT
            fake.pwms[gpio] = self
            self._gpio, self._frequency = gpio, frequency

        def start(self, duty: float) -> None:
            self.ChangeDutyCycle(duty)

        def ChangeDutyCycle(self, duty: float) -> None:  # noqa: N802 - RPi.GPIO's name
            if not 0 <= duty <= 100:
                raise ValueError("dutycycle must have a value from 0.0 to 100.0")
            fake.pulses[self._gpio] = duty / 100 * 1_000_000 / self._frequency

        def stop(self) -> None:
            fake.pulses.pop(self._gpio, None)
            fake.chip.lines[self._gpio].output = True  # a pulse that had begun, until it ends
            self._frequency = 1000.0  # what a second start would take

    module.OUT, module.IN, module.BCM, module.BOARD = OUT, IN, BCM, BOARD
    module.I2C, module.SPI, module.HARD_PWM, module.SERIAL, module.UNKNOWN = 42, 41, 43, 40, -1
    module.PUD_OFF, module.PUD_DOWN, module.PUD_UP = PUD_OFF, PUD_DOWN, PUD_UP
    module.RISING, module.FALLING, module.BOTH = RISING, FALLING, BOTH
    module.VERSION = "0.7.1"
    module.setmode = fake.setmode
    module.setwarnings = lambda _: None
    module.setup = fake.setup
    module.input = lambda gpio: int(fake.chip.lines[gpio].level)
    module.output = fake.output
    module.gpio_function = lambda gpio: fake.directions.get(gpio, IN)
    module.cleanup = fake.cleanup
    module.add_event_detect = fake.add_event_detect
    module.remove_event_detect = lambda gpio: fake.callbacks.pop(gpio, None)
    module.PWM = Pwm
    if lgpio is not None:
        module.lgpio = lgpio
    return module


@contextmanager
def installed(module: Any) -> Iterator[Any]:
    """`from RPi import GPIO` gives that module meanwhile; what was built on it goes with it."""
    before = {name: sys.modules.pop(name, None) for name in OWNER_MODULES}
    package: Any = ModuleType("RPi")
    package.__path__ = []
    package.GPIO = module
    sys.modules["RPi"], sys.modules["RPi.GPIO"] = package, module
    try:
        yield module
    finally:
        for name in OWNER_MODULES:
            sys.modules.pop(name, None)
            if before[name] is not None:
                sys.modules[name] = before[name]
