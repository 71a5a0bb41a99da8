"""The servo's pulses by a thread: their timing in virtual time, the thread's life in real time."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from showdown_hw.board import Board
from showdown_hw.clock import SystemClock
from showdown_hw.errors import LauncherError
from showdown_hw.mock import UnitMockFactory
from showdown_hw.software_pwm import SoftwarePwm, pulses
from showdown_hw.virtual import VirtualClock

MS = 1_000_000
BUZZER = 16
ARRIVAL_S = 2.0


class Line:
    """Pulses on a line in virtual time: (start, width) of each in µs."""

    def __init__(self, oversleep_ns: int = 0) -> None:
        self.clock = VirtualClock()
        self.began_ns = self.clock.now_ns()
        self.stop = threading.Event()
        self.width_us = 1500
        self.oversleep_ns = oversleep_ns
        self.level = 0
        self.rose_ns = 0
        self.seen: list[tuple[int, int]] = []

    def write(self, level: int) -> None:
        now_ns = self.clock.now_ns()
        if level and not self.level:
            self.rose_ns = now_ns
        if self.level and not level:
            start_us = (self.rose_ns - self.began_ns) // 1000
            self.seen.append((start_us, (now_ns - self.rose_ns) // 1000))
        self.level = level

    # the clock that `pulses` is given

    def now_ns(self) -> int:
        return self.clock.now_ns()

    def wait(self, flag: threading.Event, until_ns: int) -> bool:
        late_ns = self.oversleep_ns if flag is self.stop else 0
        return self.clock.wait(flag, until_ns + late_ns)

    def run(self, until_ms: int, at: dict[int, Callable[[], None]] | None = None) -> None:
        for when_ms, what in (at or {}).items():
            self.clock.world_at(self.began_ns + when_ms * MS, what)
        self.clock.world_at(self.began_ns + until_ms * MS, self.stop.set)
        pulses(self.write, lambda: self.width_us, self, self.stop, self._stay_awake)

    def _stay_awake(self, until_ns: int) -> None:
        self.clock.wait(lambda: False, until_ns)


def test_pulses_are_as_wide_as_asked_and_come_every_20_ms():
    line = Line()
    line.run(until_ms=70)
    assert line.seen == [(0, 1500), (20_000, 1500), (40_000, 1500), (60_000, 1500)]


def test_a_new_width_holds_from_the_next_pulse_on():
    line = Line()

    def wider() -> None:
        line.width_us = 2000

    line.run(until_ms=50, at={21: wider})
    assert line.seen == [(0, 1500), (20_000, 1500), (40_000, 2000)]


def test_a_pulse_that_begins_late_is_no_narrower_and_the_grid_stays():
    line = Line(oversleep_ns=7 * MS)
    line.run(until_ms=70)
    assert line.seen == [(0, 1500), (27_000, 1500), (47_000, 1500), (67_000, 1500)]


def test_periods_that_were_slept_through_are_left_out():
    line = Line(oversleep_ns=45 * MS)
    line.run(until_ms=140)
    assert line.seen == [(0, 1500), (65_000, 1500), (125_000, 1500)]


def test_a_stop_lets_the_pulse_that_has_begun_end_whole():
    line = Line()
    line.run(until_ms=41)
    assert line.seen[-1] == (40_000, 1500)
    assert line.level == 0
    assert line.clock.now_ns() == line.began_ns + 41 * MS + 500_000


def test_a_write_that_fails_leaves_the_line_low():
    levels: list[int] = []

    def write(level: int) -> None:
        levels.append(level)
        if level:
            raise OSError("gone")

    clock = VirtualClock()
    with pytest.raises(OSError, match="gone"):
        pulses(write, lambda: 1500, clock, threading.Event(), lambda _: None)
    assert levels == [1, 0]


# --- the thread ----------------------------------------------------------------------------------


class Servo:
    """The driver on a mock pin that is no PWM pin, in real time."""

    def __init__(self) -> None:
        self.factory = UnitMockFactory(Board.named("full"), SystemClock())
        self.pulsed = threading.Event()
        self.factory.trace = self._trace
        self.pwm = SoftwarePwm(BUZZER, self.factory, SystemClock())

    def _trace(self, _ns: int, signal: str, value: int) -> None:
        if signal == "buzzer" and value:
            self.pulsed.set()

    @property
    def level(self) -> float:
        return float(self.factory.signal_pin("buzzer").state)

    @property
    def threads(self) -> list[str]:
        return [thread.name for thread in threading.enumerate() if "servo" in thread.name]


def test_opening_starts_no_thread_and_gives_no_pulse():
    servo = Servo()
    assert servo.threads == []
    assert servo.level == 0
    servo.pwm.close()


def test_the_thread_lives_while_there_are_pulses():
    servo = Servo()
    servo.pwm.set_us(1000)
    assert servo.pulsed.wait(ARRIVAL_S)
    assert servo.threads == ["servo GPIO16"]
    servo.pwm.set_us(1100)
    assert servo.threads == ["servo GPIO16"]
    servo.pwm.off()
    assert servo.threads == []
    assert servo.level == 0
    servo.pulsed.clear()
    servo.pwm.set_us(1200)
    assert servo.pulsed.wait(ARRIVAL_S)
    servo.pwm.close()
    servo.pwm.close()
    servo.pwm.off()
    assert servo.threads == []


@pytest.mark.parametrize("call", ["set_us", "off"])
def test_a_thread_that_failed_is_told_by_the_next_call(call):
    servo = Servo()
    servo.factory.broken["buzzer"] = OSError("line gone")
    servo.pwm.set_us(1000)
    for thread in [t for t in threading.enumerate() if t.name == "servo GPIO16"]:
        thread.join(ARRIVAL_S)
    servo.factory.broken.clear()
    with pytest.raises(LauncherError, match="GPIO16: the servo's pulses have stopped: line gone"):
        servo.pwm.set_us(1000) if call == "set_us" else servo.pwm.off()
    servo.pwm.close()
    assert servo.threads == []
