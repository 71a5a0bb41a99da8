"""What every backend must keep. A backend joins by one more rig in `RIGS`.

A rig sees the pins from outside: it drives the inputs and reads the outputs not through the
hardware under test but at the other end of the wires.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable, Iterator
from typing import Any, Protocol

import pytest
from gpiozero import InputDevice

import fake_gpiod
import fake_lgpio
import fake_rpi_gpio
from fake_gpiochip import FakeChip
from fake_lgpio import FakeLgpio
from fake_rpi_gpio import FakeRpiGpio
from pigpiod_standin import Pigpiod
from showdown_hw.backends import open_factory
from showdown_hw.board import Board
from showdown_hw.clock import Clock, SystemClock
from showdown_hw.edges import Edge
from showdown_hw.errors import LauncherError
from showdown_hw.mock_bench import MockBench
from showdown_hw.unit import LEVEL_GRACE_NS, Hardware
from showdown_hw.virtual import VirtualClock

LINES = ("paddle_left", "paddle_right", "timer_button")
LAMPS = ("lamp_red", "lamp_amber", "lamp_green")
SWITCHED = (*LAMPS, "arrow_left", "arrow_right", "launcher_power")
ARRIVAL_NS = 2_000_000_000


class BackendRig(Protocol):
    hardware: Hardware
    clock: Clock

    @property
    def clock_error_ns(self) -> int:
        """How far all stamps alike may be off the clock, beyond the resolution."""
        return 0

    def drive(self, line: str, active: bool) -> None: ...

    def is_on(self, signal: str) -> bool: ...

    def pulse_us(self) -> int: ...

    def close(self) -> None: ...


class MockRig:
    """The mock in virtual time."""

    clock: Clock
    clock_error_ns = 0

    def __init__(self, clock: Clock | None = None) -> None:
        self.clock = clock or VirtualClock(2**55 + 1)
        board = Board.named("default")
        self.factory: Any = open_factory("mock", board, self.clock)
        self.hardware = Hardware.open(board, self.factory, self.clock)
        self.hands = MockBench(self.hardware)

    def drive(self, line: str, active: bool) -> None:
        if isinstance(self.clock, VirtualClock):
            self.clock.advance(1)
        if self.hands.is_active(line) != active:
            self.hands.edge(line, active)

    def is_on(self, signal: str) -> bool:
        return bool(self.factory.signal_pin(signal).state) == (
            self.hardware.board.pins[signal].active_high
        )

    def pulse_us(self) -> int:
        return round(self.factory.signal_pin("launcher_pwm").state * 20_000)

    def close(self) -> None:
        self.hardware.close()


class MockThreadRig(MockRig):
    """The mock in real time, its inputs driven from another thread."""

    def __init__(self) -> None:
        super().__init__(SystemClock())

    def drive(self, line: str, active: bool) -> None:
        thread = threading.Thread(target=super().drive, args=(line, active))
        thread.start()
        thread.join()


class FakeServo:
    """A servo signal that remembers its pulse width."""

    def __init__(self, bcm: int) -> None:
        self.width_us = 0

    def set_us(self, width_us: int) -> None:
        self.width_us = width_us

    def off(self) -> None:
        self.width_us = 0

    def close(self) -> None:
        self.off()


class ChipRig:
    """A backend of real pins on a GPIO chip in memory."""

    clock: Clock
    hardware: Hardware
    chip: FakeChip
    clock_error_ns = 0

    def drive(self, line: str, active: bool) -> None:
        spec = self.hardware.board.pins[line]
        self.chip.drive(spec.bcm, active == spec.active_high)

    def is_on(self, signal: str) -> bool:
        spec = self.hardware.board.pins[signal]
        return self.chip.lines[spec.bcm].level == spec.active_high

    def close(self) -> None:
        self.hardware.close()
        assert self.chip.free


class GpiodRig(ChipRig):
    """The gpiod backend."""

    def __init__(self) -> None:
        self.clock = SystemClock()
        self.chip = FakeChip()
        board = Board.named("default")
        with fake_gpiod.installed(fake_gpiod.make_gpiod(self.chip)):
            factory = open_factory("gpiod", board, self.clock, chip=0, pwm_driver=self._servo)
        self.hardware = Hardware.open(board, factory, self.clock)

    def _servo(self, bcm: int) -> FakeServo:
        self.servo = FakeServo(bcm)
        return self.servo

    def pulse_us(self) -> int:
        return self.servo.width_us


class LgpioRig(ChipRig):
    """The lgpio backend."""

    def __init__(self) -> None:
        self.clock = SystemClock()
        self.chip = FakeChip()
        self.fake = FakeLgpio(self.chip)
        board = Board.named("default")
        with fake_lgpio.installed(fake_lgpio.make_lgpio(self.fake)):
            factory = open_factory("lgpio", board, self.clock, chip=0)
        self.hardware = Hardware.open(board, factory, self.clock)

    def pulse_us(self) -> int:
        bcm = self.hardware.board.pins["launcher_pwm"].bcm
        if bcm not in self.fake.pwm:
            return 20_000 if self.chip.lines[bcm].level else 0
        frequency, duty = self.fake.pwm[bcm]
        return round(duty / 100 * 1_000_000 / frequency)

    def close(self) -> None:
        super().close()
        self.fake.end()


class PigpioRig(ChipRig):
    """The pigpio backend: the real client, and a stand-in of its daemon."""

    def __init__(self) -> None:
        self.clock = SystemClock()
        self.chip = FakeChip()
        self.daemon = Pigpiod(self.chip)
        board = Board.named("default")
        self.factory: Any = open_factory(
            "pigpio", board, self.clock, host="127.0.0.1", port=self.daemon.port
        )
        self.hardware = Hardware.open(board, self.factory, self.clock)

    @property
    def clock_error_ns(self) -> int:  # type: ignore[override]
        return int(self.factory.clock_error_ns)

    def pulse_us(self) -> int:
        return self.daemon.servo.get(self.hardware.board.pins["launcher_pwm"].bcm, 0)

    def close(self) -> None:
        super().close()
        self.daemon.kill()


class RpigpioRig(ChipRig):
    """The rpigpio backend."""

    def __init__(self) -> None:
        self.clock = SystemClock()
        self.chip = FakeChip()
        self.fake = FakeRpiGpio(self.chip)
        board = Board.named("default")
        with fake_rpi_gpio.installed(fake_rpi_gpio.make_rpi_gpio(self.fake)):
            factory = open_factory(
                "rpigpio",
                board,
                self.clock,
                kernel="6.1.21-v8+",
                resolution_ns=ARRIVAL_NS,  # its stamps are as late as the load of this machine
            )
        self.hardware = Hardware.open(board, factory, self.clock)

    def pulse_us(self) -> int:
        bcm = self.hardware.board.pins["launcher_pwm"].bcm
        level = self.chip.lines[bcm].level
        return round(self.fake.pulses.get(bcm, 20_000 if level else 0))

    def close(self) -> None:
        super().close()
        self.fake.end()


RIGS: dict[str, Callable[[], BackendRig]] = {
    "mock": MockRig,
    "mock-threads": MockThreadRig,
    "gpiod": GpiodRig,
    "lgpio": LgpioRig,
    "pigpio": PigpioRig,
    "rpigpio": RpigpioRig,
}


@pytest.fixture(params=RIGS.values(), ids=RIGS.keys())
def rig(request: pytest.FixtureRequest) -> Iterator[BackendRig]:
    rig = request.param()
    yield rig
    rig.close()


def arrived(rig: BackendRig, count: int) -> list[Edge]:
    """The next `count` edges; fewer only when they do not come."""
    edges: list[Edge] = []
    until_ns = rig.clock.now_ns() + ARRIVAL_NS
    while len(edges) < count and rig.clock.now_ns() < until_ns:
        rig.hardware.edges.wait(until_ns)
        edges += rig.hardware.edges.drain()
    return edges


def test_opening_leaves_every_output_off_and_every_line_quiet(rig: BackendRig):
    assert not any(rig.is_on(signal) for signal in SWITCHED)
    assert rig.pulse_us() == 0
    assert rig.hardware.edges.drain() == []
    assert rig.hardware.alive() is None


@pytest.mark.parametrize("line", LINES)
def test_an_edge_is_stamped_between_the_clock_reads_around_it(rig: BackendRig, line: str):
    for active in (True, False):
        before_ns = rig.clock.now_ns()
        rig.drive(line, active)
        after_ns = rig.clock.now_ns()
        (edge,) = arrived(rig, 1)
        slack_ns = rig.hardware.backend.resolution_ns + rig.clock_error_ns
        assert (edge.line, edge.active) == (line, active)
        assert before_ns - slack_ns <= edge.stamp_ns <= after_ns + slack_ns


def test_edges_of_a_line_are_numbered_from_one_without_gaps(rig: BackendRig):
    for n in range(10):
        rig.drive("paddle_left", n % 2 == 0)
        rig.drive("paddle_right", n % 2 == 0)
    edges = arrived(rig, 20)
    for line in ("paddle_left", "paddle_right"):
        mine = [edge for edge in edges if edge.line == line]
        assert [edge.seq for edge in mine] in (list(range(1, 11)), [None] * 10)
        stamps = [edge.stamp_ns for edge in mine]
        assert stamps == sorted(stamps)


def test_stamps_of_two_lines_are_in_the_order_of_the_presses(rig: BackendRig):
    for first, second in (("paddle_left", "paddle_right"), ("paddle_right", "paddle_left")):
        rig.drive(first, True)
        rig.drive(second, True)
        stamps = {edge.line: edge.stamp_ns for edge in arrived(rig, 2)}
        assert stamps[first] <= stamps[second]
        rig.drive(first, False)
        rig.drive(second, False)
        arrived(rig, 2)


def test_levels_are_read_as_they_are(rig: BackendRig):
    lines = {
        "paddle_left": rig.hardware.paddles["left"],
        "paddle_right": rig.hardware.paddles["right"],
        "timer_button": rig.hardware.button,
    }
    for line, part in lines.items():
        assert not part.pressed
        rig.drive(line, True)
        assert part.pressed
        rig.drive(line, False)
        assert not part.pressed


def test_a_level_that_the_last_edge_told_wrong_is_taken_from_the_pin(rig: BackendRig):
    paddle = rig.hardware.paddles["left"]
    rig.drive("paddle_left", True)
    arrived(rig, 1)
    spec, factory = rig.hardware.board.pins["paddle_left"], rig.hardware.factory
    factory.pin(spec.bcm).when_changed(rig.clock.now_ns() / 1e9, not spec.active_high)
    assert paddle.last_active is False
    arrived(rig, 1)
    never = threading.Event()
    for _ in range(2):
        assert rig.hardware.alive() is None
        grace_ns = LEVEL_GRACE_NS + rig.hardware.backend.delivery_ns
        rig.clock.wait(never, rig.clock.now_ns() + grace_ns)
    assert rig.hardware.alive() is None
    assert paddle.last_active is True
    assert rig.hardware.level_resyncs == 1
    rig.drive("paddle_left", False)
    arrived(rig, 1)
    assert paddle.last_active is False
    assert rig.hardware.level_disagreements() == []


def test_edges_go_through_gpiozeros_when_changed(rig: BackendRig):
    heard: list[tuple[float, bool]] = []
    done = threading.Event()

    def listener(ticks: float, state: bool) -> None:
        heard.append((ticks, bool(state)))
        done.set()

    factory: Any = rig.hardware.factory
    pin = factory.pin(rig.hardware.board.pins["paddle_left"].bcm)
    own, pin.when_changed = pin.when_changed, listener
    before_ns = rig.clock.now_ns()
    rig.drive("paddle_left", True)
    rig.clock.wait(done, rig.clock.now_ns() + ARRIVAL_NS)
    pin.when_changed = own
    rig.drive("paddle_left", False)
    arrived(rig, 1)
    ((ticks, state),) = heard
    assert state is False
    assert isinstance(ticks, float)
    slack_s = rig.clock_error_ns / 1e9
    assert before_ns / 1e9 - slack_s <= ticks <= rig.clock.now_ns() / 1e9 + slack_s


def test_the_collector_does_not_end_the_edges(rig: BackendRig):
    gc.collect()
    rig.drive("paddle_left", True)
    assert len(arrived(rig, 1)) == 1


def test_an_exception_in_the_listener_ends_neither_this_line_nor_another(rig: BackendRig):
    def fail() -> None:
        msg = "planted"
        raise RuntimeError(msg)

    rig.hardware.edges.on_ready = fail
    rig.drive("paddle_left", True)
    arrived(rig, 1)
    rig.hardware.edges.on_ready = None
    rig.drive("paddle_right", True)
    rig.drive("paddle_left", False)
    assert {edge.line for edge in arrived(rig, 2)} == {"paddle_left", "paddle_right"}
    assert "planted" in (rig.hardware.alive() or "")


@pytest.mark.parametrize("lit", range(8))
def test_lamps_are_lit_as_written(rig: BackendRig, lit: int):
    wanted = [bool(lit >> n & 1) for n in range(3)]
    rig.hardware.lamps.write(*wanted)
    assert [rig.is_on(lamp) for lamp in LAMPS] == wanted == list(rig.hardware.lamps.state)


def test_green_alone_is_lit_and_bracketed_by_clock_reads(rig: BackendRig):
    rig.hardware.lamps.write(True, True, False)
    begin_ns = rig.clock.now_ns()
    before_ns, after_ns = rig.hardware.lamps.light_green()
    assert begin_ns <= before_ns <= after_ns <= rig.clock.now_ns()
    assert [rig.is_on(lamp) for lamp in LAMPS] == [False, False, True]


def test_the_arrow_points_as_written(rig: BackendRig):
    rig.hardware.arrow.write(True, False)
    assert (rig.is_on("arrow_left"), rig.is_on("arrow_right")) == (True, False)


def test_the_servo_hears_the_boards_pulse_widths_to_the_microsecond(rig: BackendRig):
    launcher, spec = rig.hardware.launcher, rig.hardware.board.launcher
    with pytest.raises(LauncherError):
        launcher.aim("park")
    assert rig.pulse_us() == 0
    launcher.power(True)
    assert (rig.is_on("launcher_power"), rig.pulse_us()) == (True, spec.park_us)
    launcher.aim("left")
    assert rig.pulse_us() == spec.left_us
    launcher.aim("right")
    assert rig.pulse_us() == spec.right_us
    launcher.release()
    assert (rig.is_on("launcher_power"), rig.pulse_us()) == (True, 0)
    launcher.power(False)
    assert not rig.is_on("launcher_power")


def test_safe_and_close_leave_every_output_off(rig: BackendRig):
    for leave in (rig.hardware.safe, rig.hardware.close):
        rig.hardware.lamps.write(True, True, True)
        rig.hardware.arrow.write(True, True)
        rig.hardware.launcher.power(True)
        leave()
        assert not any(rig.is_on(signal) for signal in SWITCHED)
        assert rig.pulse_us() == 0
        leave()


def test_a_pin_in_use_is_refused(rig: BackendRig):
    with pytest.raises(Exception, match="already in use"):
        InputDevice(
            rig.hardware.board.pins["paddle_left"].bcm,
            pin_factory=rig.hardware.factory,
        )
