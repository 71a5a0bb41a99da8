from __future__ import annotations

import importlib.metadata
import logging
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from gpiozero import InputDevice, PinInvalidBounce, PinInvalidEdges

import fake_lgpio
import fake_rpi_gpio
from fake_gpiochip import FakeChip
from fake_lgpio import FakeLgpio
from fake_rpi_gpio import FakeRpiGpio
from showdown_hw.board import Board
from showdown_hw.clock import SystemClock
from showdown_hw.edges import Edge
from showdown_hw.errors import BackendError, HardwareError
from showdown_hw.rpigpio_factory import open_rpigpio
from showdown_hw.unit import Hardware

LEFT, RIGHT, PWM, GREEN = 5, 6, 12, 22
OLD_KERNEL, NEW_KERNEL = "6.1.21-v8+", "6.12.47+rpt-rpi-v8"
PI_4B, PI_5B = 0xC03114, 0xC04170


class Unit:
    """A whole unit on the fake RPi.GPIO, or on rpi-lgpio's."""

    def __init__(self, shim: bool = False, **options: Any) -> None:
        self.chip = FakeChip()
        self.fake = FakeRpiGpio(self.chip)
        self.clock = SystemClock()
        self.lgpio: Any = None
        with ExitStack() as stack:
            stack.callback(self.fake.end)
            if shim:
                fake = FakeLgpio(FakeChip())
                stack.callback(fake.end)
                self.lgpio = stack.enter_context(fake_lgpio.installed(fake_lgpio.make_lgpio(fake)))
            self.module: Any = fake_rpi_gpio.make_rpi_gpio(self.fake, self.lgpio)
            stack.enter_context(fake_rpi_gpio.installed(self.module))
            options = {"kernel": OLD_KERNEL, "revision": PI_4B, **options}
            board = Board.named("default")
            self.factory: Any = open_rpigpio(board, self.clock, **options)
            self.hardware = Hardware.open(board, self.factory, self.clock)
            self._end = stack.pop_all()

    def edges(self, count: int) -> list[Edge]:
        edges: list[Edge] = []
        until_ns = self.clock.now_ns() + 5_000_000_000
        while len(edges) < count and self.clock.now_ns() < until_ns:
            self.hardware.edges.wait(until_ns)
            edges += self.hardware.edges.drain()
        return edges

    def close(self) -> None:
        with self._end:
            self.hardware.close()


@pytest.fixture
def unit() -> Iterator[Unit]:
    unit = Unit()
    yield unit
    unit.close()


@pytest.fixture
def shim_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = importlib.metadata.version
    monkeypatch.setattr(
        importlib.metadata, "version", lambda name: "0.6" if name == "rpi-lgpio" else asked(name)
    )


# --- stamps -------------------------------------------------------------------------------------


def test_the_stamp_is_taken_before_the_level_is_read_and_says_so(unit: Unit):
    read_ns: list[int] = []
    own = unit.module.input

    def slow_input(gpio: int) -> int:
        read_ns.append(unit.clock.now_ns())
        return int(own(gpio))

    unit.module.input = slow_input
    before_ns = unit.clock.now_ns()
    unit.chip.drive(LEFT, False)
    (edge,) = unit.edges(1)
    assert before_ns <= edge.stamp_ns <= read_ns[0]
    assert (edge.active, edge.seq) == (True, None)
    info = unit.hardware.backend
    assert (info.name, info.stamp_source, info.resolution_ns) == ("rpigpio", "user", 5_000_000)


def test_a_late_callback_makes_a_late_stamp_and_keeps_the_order(unit: Unit):
    held = threading.Event()
    unit.fake.delay = lambda: held.wait(5) and None
    unit.chip.drive(RIGHT, False)
    unit.chip.drive(LEFT, False)
    released_ns = unit.clock.now_ns()
    held.set()
    first, second = unit.edges(2)
    assert (first.line, second.line) == ("paddle_right", "paddle_left")
    assert released_ns <= first.stamp_ns <= second.stamp_ns


def test_a_measured_resolution_is_the_one_stated():
    unit = Unit(resolution_ns=800_000)
    assert unit.hardware.backend.resolution_ns == 800_000
    unit.close()


def test_a_listener_that_fails_is_logged_and_the_edges_go_on(
    unit: Unit, caplog: pytest.LogCaptureFixture
):
    class Listener:
        def fail(self, _ticks: float, _state: bool) -> None:
            raise RuntimeError("planted")

    listener = Listener()
    pin = unit.factory.pin(LEFT)
    own, pin.when_changed = pin.when_changed, listener.fail
    with caplog.at_level(logging.ERROR):
        unit.chip.drive(LEFT, False)
        unit.chip.drive(RIGHT, False)
        assert [edge.line for edge in unit.edges(1)] == ["paddle_right"]
    assert "GPIO5 failed" in caplog.text
    assert unit.fake.printed == []
    pin.when_changed = own
    unit.chip.drive(LEFT, True)
    assert [edge.line for edge in unit.edges(1)] == ["paddle_left"]


# --- pins ---------------------------------------------------------------------------------------


def test_pulses_have_the_exact_width_also_the_second_time_and_leave_the_line_low(unit: Unit):
    launcher = unit.hardware.launcher
    for _ in range(2):
        launcher.power(True)
        assert unit.fake.pulses[PWM] == pytest.approx(1500, abs=1e-6)
        launcher.aim("right")
        assert unit.fake.pulses[PWM] == pytest.approx(2000, abs=1e-6)
        launcher.power(False)
        assert unit.fake.pulses == {}
        assert unit.chip.lines[PWM].level is False


def test_outputs_stay_driven_low_in_the_end_and_inputs_are_given_back(unit: Unit):
    unit.hardware.lamps.write(False, False, True)
    unit.hardware.close()
    assert unit.chip.lines[GREEN].output is False
    assert unit.chip.lines[PWM].output is False
    assert unit.fake.callbacks == {}
    assert LEFT not in unit.fake.directions
    assert unit.factory.source_fault() == "the rpigpio backend is closed"


def test_outputs_have_their_level_from_their_first_moment(unit: Unit):
    outputs = [e for e in unit.chip.lines[GREEN].history if not e[0].startswith("input")]
    assert outputs[0] == ("output", False)


def test_an_armed_input_is_not_given_back_alone_nor_driven(unit: Unit):
    unit.hardware.paddles["left"].close()
    assert set(unit.fake.callbacks) == {LEFT, RIGHT, 26}
    with pytest.raises(BackendError, match="armed as an input"):
        unit.factory.pin(LEFT).output_with_state(1)
    InputDevice(LEFT, pull_up=True, pin_factory=unit.factory).close()


def test_neither_debouncing_nor_single_edges_can_be_had(unit: Unit):
    pin = unit.factory.pin(LEFT)
    with pytest.raises(PinInvalidBounce, match="no debouncing"):
        pin.bounce = 0.01
    with pytest.raises(PinInvalidEdges, match="Take both"):
        pin.edges = "falling"


# --- opening ------------------------------------------------------------------------------------


@pytest.mark.parametrize("kernel", ["5.15.84-v7+", "6.1.21-v8+", "6.5.0"])
def test_a_kernel_before_6_6_is_good(kernel: str):
    Unit(kernel=kernel).close()


@pytest.mark.parametrize("kernel", ["6.6.20+rpt-rpi-v8", NEW_KERNEL, "7.0.1", "10.2"])
def test_a_kernel_from_6_6_on_is_refused_with_the_reason(kernel: str):
    with pytest.raises(BackendError, match=r"no edges with kernel .*6\.6.*backend to gpiod"):
        Unit(kernel=kernel)


def test_a_pi_5_is_refused_with_the_reason():
    with pytest.raises(BackendError, match="Raspberry Pi 5: it does not know RP1"):
        Unit(revision=PI_5B)


@pytest.mark.usefixtures("shim_installed")
@pytest.mark.parametrize("revision", [PI_4B, PI_5B], ids=["pi-4", "pi-5"])
def test_rpi_lgpio_is_accepted_on_any_pi_and_kernel(revision: int):
    unit = Unit(shim=True, kernel=NEW_KERNEL, revision=revision)
    unit.chip.drive(LEFT, False)
    assert len(unit.edges(1)) == 1
    assert unit.factory.source_fault() is None
    unit.close()


@pytest.mark.usefixtures("shim_installed")
def test_rpi_lgpio_under_the_real_rpi_gpio_is_not_accepted():
    chip = FakeLgpio(FakeChip())
    with (
        fake_lgpio.installed(fake_lgpio.make_lgpio(chip)),
        pytest.raises(BackendError, match=r"RPi\.GPIO lies over it"),
    ):
        Unit(kernel=NEW_KERNEL)
    chip.end()


@pytest.mark.usefixtures("shim_installed")
def test_the_death_of_rpi_lgpios_thread_is_a_fault():
    unit = Unit(shim=True, kernel=NEW_KERNEL)
    unit.lgpio._notify_thread.records.put(None)
    unit.lgpio._notify_thread.join(5)
    assert unit.hardware.alive() == "lgpio's thread that delivers edges has ended"
    unit.close()


def test_edges_that_rpi_gpio_refuses_are_told_with_a_way_out():
    unit = Unit()
    unit.fake.no_edges = True
    with pytest.raises(HardwareError, match=r"no edges of GPIO16: Failed to add edge detection\."):
        unit.factory.pin(16).when_changed = unit.close
    unit.close()


def test_without_the_module_the_command_that_installs_it_is_told(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "RPi.GPIO", None)
    with pytest.raises(BackendError, match=r"RPi\.GPIO is missing.*(pip install|apt install)"):
        open_rpigpio(Board.named("default"), SystemClock(), kernel=OLD_KERNEL)


def test_another_pin_numbering_in_the_same_process_is_refused():
    chip = FakeChip()
    fake = FakeRpiGpio(chip)
    fake.setmode(fake_rpi_gpio.BOARD)
    with (
        fake_rpi_gpio.installed(fake_rpi_gpio.make_rpi_gpio(fake)),
        pytest.raises(BackendError, match="A different mode has already been set"),
    ):
        open_rpigpio(Board.named("default"), SystemClock(), kernel=OLD_KERNEL)
    fake.end()
