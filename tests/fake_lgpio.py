"""The part of lgpio that gpiozero and the lgpio backend use, traps and all, on a chip in memory.

Its traps, as found in lgpio 0.2.2: an exception in a callback ends the only thread; giving back
the input that was armed last stalls all others until another is armed; PWM stops amid a pulse.
"""

from __future__ import annotations

import queue
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

from fake_gpiochip import FakeChip

HANDLE = 7
PULLS = {0: "floating", 32: "up", 64: "down", 128: "floating"}
OWNER_MODULES = ("lgpio", "gpiozero.pins.lgpio", "showdown_hw.lgpio_pins")


class error(Exception):  # noqa: N801, N818 - lgpio's name
    def __init__(self, value: str) -> None:
        super().__init__(value)
        self.value = value


class NotifyThread(threading.Thread):
    """lgpio's only thread for callbacks, without try, as it is."""

    def __init__(self) -> None:
        super().__init__(name="fake-lgpio", daemon=True)
        self.records: queue.Queue[tuple[int, int, int, int] | None] = queue.Queue()
        self.callbacks: list[Callback] = []
        self.start()

    def run(self) -> None:
        while (record := self.records.get()) is not None:
            handle, gpio, level, tick = record
            for callback in list(self.callbacks):
                if callback.gpio == gpio:
                    try:
                        callback.func(handle, gpio, level, tick)
                    except BaseException:  # noqa: BLE001 - nothing is printed in a test
                        return  # the thread ends without a word


class Callback:
    def __init__(self, thread: NotifyThread, gpio: int, func: Callable[..., None]) -> None:
        self.gpio = gpio
        self.func = func
        self._thread = thread
        thread.callbacks.append(self)

    def cancel(self) -> None:
        self._thread.callbacks.remove(self)


class FakeLgpio:
    """The state behind the module."""

    def __init__(self, *chips: FakeChip) -> None:
        self.chips = chips
        self.chip: Any = None
        self.opened: list[int] = []
        self.thread = NotifyThread()
        self.alerts: list[int] = []  # newest last: lgpio's list head
        self.stalled = False
        self.pwm: dict[int, tuple[float, float]] = {}
        self.claims: list[tuple[str, int, int]] = []
        self.queries = 0

    def end(self) -> None:
        self.thread.records.put(None)
        self.thread.join(5)

    def open(self, number: int) -> int:
        for chip in self.chips:
            if chip.number == number and not chip.denied:
                self.chip = chip
                chip.on_edge = self._edge
                self.opened.append(number)
                return HANDLE
        raise error("can not open gpiochip")

    def close(self, _handle: int) -> None:
        for offset, line in enumerate(self.chip.lines):
            if line.holder is self:
                self._free(offset)
        self.alerts.clear()
        self.chip.on_edge = None

    def claim(self, kind: str, gpio: int, flags_or_level: int) -> int:
        line = self.chip.lines[gpio]
        if line.holder not in (None, self):
            raise error("GPIO busy")
        self._drop_alert(gpio)
        line.holder, line.consumer = self, "lg"
        self.claims.append((kind, gpio, flags_or_level))
        if kind == "output":
            self.chip.configure_output(gpio, bool(flags_or_level))
        else:
            self.chip.configure_input(gpio, PULLS[flags_or_level & 224], kind == "alert")
        if kind == "alert":
            self.alerts.append(gpio)
            self.stalled = False
        return 0

    def mode(self, gpio: int) -> int:
        self.queries += 1
        line = self.chip.lines[gpio]
        flags = {"up": 32, "down": 64, "floating": 128}[line.pull] if line.output is None else 2
        return flags | (line.holder is not None)

    def write(self, gpio: int, level: int) -> int:
        assert level in (0, 1), level
        self.chip.write(gpio, bool(level))
        return 0

    def tx_pwm(self, gpio: int, frequency: float, duty: float) -> int:
        if frequency:
            self.pwm[gpio] = (frequency, duty)
        else:
            self.pwm.pop(gpio, None)
            self.chip.lines[gpio].output = True  # stopped amid a pulse
        return 0

    def deliver(self, gpio: int, level: int, tick: int) -> None:
        self.thread.records.put((HANDLE, gpio, level, tick))

    def wait_idle(self) -> None:
        """Until all that was delivered was handed on, or the thread is dead."""
        done = threading.Event()
        marker = Callback(self.thread, -1, lambda *_: done.set())
        self.thread.records.put((HANDLE, -1, 0, 0))
        while not done.wait(0.01) and self.thread.is_alive():
            pass
        marker.cancel()

    def _edge(self, gpio: int, rising: bool, stamp_ns: int) -> None:
        if gpio in self.alerts and not self.stalled:
            self.deliver(gpio, int(rising), stamp_ns)

    def _drop_alert(self, gpio: int) -> None:
        if gpio in self.alerts:
            self.stalled = self.alerts[-1] == gpio
            self.alerts.remove(gpio)

    def _free(self, gpio: int) -> int:
        self._drop_alert(gpio)
        line = self.chip.lines[gpio]
        line.holder, line.consumer, line.edges = None, "", False
        return 0


def make_lgpio(fake: FakeLgpio) -> ModuleType:
    """The module; it is the interface of one that is real, so its names are."""
    module: Any = ModuleType("lgpio")

    def chip_info(_handle: int) -> list[Any]:
        if fake.chip.gone:
            raise error("unknown")
        return [0, len(fake.chip.lines), fake.chip.path.name, fake.chip.label]

    def line_info(_handle: int, gpio: int) -> list[Any]:
        return [0, gpio, 0, "", fake.chip.lines[gpio].consumer]

    module.error = error
    module.SET_PULL_NONE, module.SET_PULL_UP, module.SET_PULL_DOWN = 128, 32, 64
    module.RISING_EDGE, module.FALLING_EDGE, module.BOTH_EDGES = 1, 2, 3
    module._notify_thread = fake.thread
    module.gpiochip_open = fake.open
    module.gpiochip_close = fake.close
    module.gpio_get_chip_info = chip_info
    module.gpio_get_line_info = line_info
    module.gpio_get_mode = lambda _, gpio: fake.mode(gpio)
    module.gpio_claim_input = lambda _, gpio, flags=0: fake.claim("input", gpio, flags)
    module.gpio_claim_output = lambda _, gpio, level=0, __=0: fake.claim("output", gpio, level)
    module.gpio_claim_alert = lambda _, gpio, __, flags=0: fake.claim("alert", gpio, flags)
    module.gpio_free = lambda _, gpio: fake._free(gpio)
    module.gpio_read = lambda _, gpio: int(fake.chip.lines[gpio].level)
    module.gpio_write = lambda _, gpio, level: fake.write(gpio, level)
    module.gpio_set_debounce_micros = lambda *_: 1 / 0  # never to be asked for
    module.tx_pwm = lambda _, gpio, frequency, duty: fake.tx_pwm(gpio, frequency, duty)
    module.callback = lambda _, gpio, __, func: Callback(fake.thread, gpio, func)
    return module


@contextmanager
def installed(module: Any) -> Iterator[Any]:
    """`import lgpio` gives that module meanwhile, and what was built on it goes with it."""
    before = {name: sys.modules.pop(name, None) for name in OWNER_MODULES}
    sys.modules["lgpio"] = module
    try:
        yield module
    finally:
        for name in OWNER_MODULES:
            sys.modules.pop(name, None)
            if before[name] is not None:
                sys.modules[name] = before[name]
