from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from datetime import timedelta
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from gpiozero import (
    InputDevice,
    OutputDevice,
    PinFixedPull,
    PinInvalidBounce,
    PinInvalidState,
    PinPWMUnsupported,
    PinSetInput,
)

import fake_gpiod
from fake_gpiochip import FakeChip
from fake_gpiod import Bias, Clock, Direction, Edge
from showdown_hw.backends import open_factory
from showdown_hw.board import Board
from showdown_hw.clock import SystemClock
from showdown_hw.errors import BackendError
from showdown_hw.gpiod_factory import GpiodFactory
from showdown_hw.unit import Hardware

CLOCK = SystemClock()
WAIT_S = 5.0


class Gpiod:
    """Chip, module and factory; with `open`, a whole unit too."""

    def __init__(self) -> None:
        self.chip = FakeChip()
        self.module: Any = fake_gpiod.make_gpiod(self.chip)
        self.factory: Any = None
        self.hardware: Any = None

    def open(self, board: str = "full", **options: Any) -> Hardware:
        options = {"chip": 0, "pwm_driver": lambda _: NoServo(), **options}
        with fake_gpiod.installed(self.module):
            self.factory = open_factory("gpiod", Board.named(board), CLOCK, **options)
        self.hardware = Hardware.open(Board.named(board), self.factory, CLOCK)
        return self.hardware

    def plain(self, **options: Any) -> GpiodFactory:
        """The factory as any gpiozero program has it."""
        with fake_gpiod.installed(self.module):
            self.factory = GpiodFactory(0, **options)
        return self.factory

    def close(self) -> None:
        if self.hardware is not None:
            self.hardware.close()
        elif self.factory is not None:
            self.factory.close()

    def press(self, line: str, active: bool = True) -> None:
        spec = self.hardware.board.pins[line]
        self.chip.drive(spec.bcm, active == spec.active_high)

    def edges(self, count: int) -> list[Any]:
        edges: list[Any] = []
        until_ns = CLOCK.now_ns() + int(WAIT_S * 1e9)
        while len(edges) < count and CLOCK.now_ns() < until_ns:
            self.hardware.edges.wait(until_ns)
            edges += self.hardware.edges.drain()
        return edges


class NoServo:
    def set_us(self, width_us: int) -> None: ...

    def off(self) -> None: ...

    def close(self) -> None: ...


class Ear:
    """A listener of a pin, with what it heard."""

    def __init__(self) -> None:
        self.heard: list[tuple[Any, bool]] = []
        self._more = threading.Condition()

    def __call__(self, ticks: Any, state: bool) -> None:
        with self._more:
            self.heard.append((ticks, state))
            self._more.notify_all()

    def wait(self, count: int) -> list[tuple[Any, bool]]:
        with self._more:
            assert self._more.wait_for(lambda: len(self.heard) >= count, WAIT_S)
        return self.heard


@pytest.fixture
def gpiod() -> Iterator[Gpiod]:
    before = set(threading.enumerate())
    gpiod = Gpiod()
    yield gpiod
    gpiod.close()
    assert not [thread for thread in threading.enumerate() if thread not in before]


# --- one request for all inputs ----------------------------------------------------------------


def test_all_inputs_of_a_board_are_one_request_that_is_never_made_anew(gpiod: Gpiod):
    gpiod.open()
    inputs = [r for r in gpiod.module.requests if Direction.INPUT in directions(r)]
    assert [sorted(request.settings) for request in inputs] == [[4, 5, 6, 26]]


def directions(request: Any) -> set[Direction]:
    return {settings.direction for settings in request.settings.values()}


def test_inputs_are_requested_with_both_edges_their_pulls_and_no_debouncing(gpiod: Gpiod):
    gpiod.open()
    (inputs,) = [r for r in gpiod.module.requests if 5 in r.settings]
    for settings in inputs.settings.values():
        assert settings.edge_detection is Edge.BOTH
        assert settings.event_clock is Clock.MONOTONIC
        assert settings.debounce_period == timedelta()
    assert inputs.settings[5].bias is Bias.PULL_UP
    assert inputs.settings[4].bias is Bias.PULL_DOWN


def test_a_storm_of_a_thousand_edges_is_kept_whole(gpiod: Gpiod):
    gpiod.open()
    stamp_ns = CLOCK.now_ns()
    for n in range(1000):
        gpiod.chip.edge(5, n % 2 == 1, stamp_ns)
    edges = gpiod.edges(1000)
    assert [edge.seq for edge in edges] == list(range(1, 1001))


def test_the_buffer_is_the_largest_that_the_kernel_has(gpiod: Gpiod):
    gpiod.open()
    assert {request.capacity for request in gpiod.chip.requests} == {1024}


def test_edges_of_all_lines_come_in_the_order_of_their_interrupts(gpiod: Gpiod):
    gpiod.open()
    wanted = ["paddle_right", "timer_button", "paddle_left", "green_sense", "paddle_right"]
    for n, line in enumerate(wanted):
        gpiod.press(line, active=n != 4)
    assert [edge.line for edge in gpiod.edges(5)] == wanted


# --- stamps and numbers ------------------------------------------------------------------------


def test_the_kernels_stamp_arrives_to_the_nanosecond(gpiod: Gpiod):
    gpiod.open()
    stamp_ns = CLOCK.now_ns()
    gpiod.chip.edge(5, False, stamp_ns)
    (edge,) = gpiod.edges(1)
    assert (edge.line, edge.stamp_ns, edge.active, edge.seq) == ("paddle_left", stamp_ns, True, 1)


def test_a_lost_edge_leaves_its_gap_in_the_numbers(gpiod: Gpiod):
    gpiod.open()
    gpiod.press("paddle_left")
    gpiod.chip.lines[5].line_seqno += 1  # the kernel's buffer was full
    gpiod.press("paddle_left", active=False)
    assert [edge.seq for edge in gpiod.edges(2)] == [1, 3]


def test_edges_stamped_before_a_line_is_armed_are_not_heard_and_not_missed(gpiod: Gpiod):
    hardware = gpiod.open()
    late_ns = CLOCK.now_ns()
    hardware.paddles["right"]._device.pin.when_changed = None
    hardware.paddles["right"]._device.pin.when_changed = hardware.paddles["right"]._on_edge
    gpiod.chip.edge(6, False, late_ns)
    gpiod.chip.edge(6, False)
    (edge,) = gpiod.edges(1)
    assert (edge.line, edge.seq) == ("paddle_right", 1)


def test_edges_that_nobody_listens_for_leave_no_gap(gpiod: Gpiod):
    hardware = gpiod.open()
    pin = hardware.paddles["left"]._device.pin
    pin.when_changed = None
    gpiod.press("paddle_left")
    gpiod.press("paddle_right")
    gpiod.edges(1)
    pin.when_changed = hardware.paddles["left"]._on_edge
    gpiod.press("paddle_left", active=False)
    assert [(edge.line, edge.seq) for edge in gpiod.edges(1)] == [("paddle_left", 1)]


def test_whoever_listens_anew_counts_from_one(gpiod: Gpiod):
    hardware = gpiod.open()
    pin = hardware.paddles["left"]._device.pin
    gpiod.press("paddle_left")
    gpiod.press("paddle_left", active=False)
    assert [edge.seq for edge in gpiod.edges(2)] == [1, 2]
    pin.when_changed = None
    pin.when_changed = hardware.paddles["left"]._on_edge
    gpiod.press("paddle_left")
    assert [edge.seq for edge in gpiod.edges(1)] == [1]


def test_a_stamp_from_the_future_is_a_fault_of_the_source(gpiod: Gpiod):
    gpiod.open()
    gpiod.chip.edge(5, False, CLOCK.now_ns() + 10**18)
    wait_for_fault(gpiod)
    assert "its clock is not CLOCK_MONOTONIC" in gpiod.factory.source_fault()
    assert gpiod.hardware.edges.drain() == []


def wait_for_fault(gpiod: Gpiod) -> None:
    until_ns = CLOCK.now_ns() + int(WAIT_S * 1e9)
    never = threading.Event()
    while gpiod.factory.reader.fault is None and CLOCK.now_ns() < until_ns:
        never.wait(0.001)


# --- the thread --------------------------------------------------------------------------------


def test_without_edges_the_thread_wakes_never(gpiod: Gpiod, monkeypatch):
    waits: list[object] = []
    gpiod.open()
    gpiod.press("paddle_left")
    gpiod.edges(1)
    reader = gpiod.factory.reader
    monkeypatch.setattr(reader, "_wait_and_deliver", lambda: waits.append(None))
    threading.Event().wait(0.05)
    assert waits == []  # it is still in its one poll, which has no timeout


def test_an_exception_in_one_listener_ends_nobodys_edges_and_is_logged(gpiod: Gpiod, caplog):
    factory = gpiod.plain()
    broken, whole = InputDevice(5, pin_factory=factory), InputDevice(6, pin_factory=factory)
    ear = Ear()

    def fail(ticks: object, state: object) -> None:
        raise RuntimeError("planted")

    broken.pin.when_changed, whole.pin.when_changed = fail, ear
    for level in (True, False):
        gpiod.chip.drive(5, level)
        gpiod.chip.drive(6, level)
    ear.wait(2)
    assert "planted" in caplog.text
    assert "the listener of GPIO5 failed" in caplog.text
    assert factory.source_fault() is None
    broken.close()
    whole.close()


def test_an_edge_on_its_way_while_the_listener_is_taken_away_harms_nothing(gpiod: Gpiod):
    gpiod.open()
    pin = gpiod.hardware.paddles["left"]._device.pin
    pin._when_changed = None  # gpiozero's own pin would now call None
    pin._on_edge(CLOCK.now_ns(), 1, False)
    pin.when_changed = gpiod.hardware.paddles["left"]._on_edge
    gpiod.press("paddle_left")
    assert len(gpiod.edges(1)) == 1


def test_a_dead_thread_is_a_fault(gpiod: Gpiod, monkeypatch):
    gpiod.open()

    def fail() -> None:
        raise RuntimeError("planted")

    monkeypatch.setattr(gpiod.factory.reader, "_wait_and_deliver", fail)
    gpiod.press("paddle_left")
    wait_for_fault(gpiod)
    assert gpiod.hardware.alive() == ("the thread that reads edges ended: RuntimeError: planted")


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_thread_that_a_listener_ended_is_a_fault_too(gpiod: Gpiod):
    factory = gpiod.plain()
    device = InputDevice(5, pin_factory=factory)

    def leave(ticks: object, state: object) -> None:
        raise SystemExit

    device.pin.when_changed = leave
    gpiod.chip.drive(5, True)
    wait_for_fault(gpiod)
    assert factory.source_fault() == "the thread that reads edges ended"
    device.close()


def test_a_vanished_chip_is_a_fault_and_wakes_the_thread(gpiod: Gpiod):
    gpiod.open()
    gpiod.chip.vanish()
    wait_for_fault(gpiod)
    assert "the GPIO chip is gone" in gpiod.factory.source_fault()
    gpiod.chip.gone = False  # so that the outputs can be closed


def test_a_vanished_chip_is_a_fault_also_where_the_kernel_wakes_nobody(gpiod: Gpiod):
    gpiod.open()
    gpiod.chip.gone = True
    assert gpiod.factory.source_fault() == "the GPIO chip /dev/gpiochip0 is gone: No such device"
    gpiod.chip.gone = False


def test_a_closed_backend_says_so(gpiod: Gpiod):
    gpiod.open()
    gpiod.hardware.close()
    assert gpiod.factory.source_fault() == "the gpiod backend is closed"


def test_closing_from_within_a_listener_does_not_wait_for_itself(gpiod: Gpiod):
    factory = gpiod.plain()
    device = InputDevice(5, pin_factory=factory)
    done = threading.Event()

    def close(ticks: object, state: object) -> None:
        device.close()
        factory.close()
        done.set()

    device.pin.when_changed = close
    gpiod.chip.drive(5, True)
    assert done.wait(WAIT_S)
    factory.close()
    assert gpiod.chip.free


# --- outputs -----------------------------------------------------------------------------------


def test_an_output_is_off_from_its_first_moment_on_whatever_its_polarity(gpiod: Gpiod):
    factory = gpiod.plain()
    low, high = (
        OutputDevice(bcm, active_high=active_high, pin_factory=factory)
        for bcm, active_high in ((17, True), (27, False))
    )
    assert gpiod.chip.lines[17].history == [("output", False)]
    assert gpiod.chip.lines[27].history == [("output", True)]
    low.close()
    high.close()


def test_a_write_of_an_output_is_one_system_call(gpiod: Gpiod):
    hardware = gpiod.open()
    hardware.lamps.write(False, False, True)
    gpiod.chip.writes.clear()
    gpiod.chip.lines[22].history.clear()
    hardware.lamps._green.write(True)
    assert gpiod.chip.writes == [(22, True)]
    assert gpiod.chip.lines[22].history == [("write", True)]


def test_a_boards_outputs_stay_driven_off_after_the_end(gpiod: Gpiod):
    hardware = gpiod.open()
    hardware.lamps.write(True, True, True)
    hardware.close()
    for bcm in (17, 27, 22):
        assert gpiod.chip.lines[bcm].output is False
    assert gpiod.chip.free


def test_a_factory_that_is_closed_alone_leaves_a_boards_outputs_off(gpiod: Gpiod):
    hardware = gpiod.open()
    hardware.lamps.write(True, True, True)
    gpiod.factory.close()
    assert [gpiod.chip.lines[bcm].output for bcm in (17, 27, 22)] == [False] * 3
    gpiod.hardware = None


def test_any_other_output_floats_when_it_is_closed_as_gpiozeros_do(gpiod: Gpiod):
    device = OutputDevice(17, initial_value=True, pin_factory=gpiod.plain())
    device.close()
    assert gpiod.chip.lines[17].history[-1] == ("input floating", False)
    assert gpiod.chip.free


def test_a_forked_child_drops_its_copies_and_writes_nothing(gpiod: Gpiod, monkeypatch):
    hardware = gpiod.open()
    hardware.lamps.write(True, False, False)
    gpiod.chip.writes.clear()
    pid = os.getpid()
    monkeypatch.setattr(os, "getpid", lambda: pid + 1)
    gpiod.factory.close()
    assert gpiod.chip.writes == []
    gpiod.hardware = None


def test_no_request_is_inherited_by_a_child_program(gpiod: Gpiod):
    gpiod.open()
    assert not any(os.get_inheritable(request.fd) for request in gpiod.chip.requests)


# --- as a gpiozero factory for anybody ---------------------------------------------------------


def test_an_input_of_its_own_never_touches_anothers_request(gpiod: Gpiod):
    factory = gpiod.plain()
    first = InputDevice(5, pull_up=True, pin_factory=factory)
    ear = Ear()
    first.pin.when_changed = ear
    mine = gpiod.chip.requests[-1]
    second = InputDevice(6, pull_up=True, pin_factory=factory)
    second.pin.when_changed = Ear()
    second.close()
    assert mine in gpiod.chip.requests
    gpiod.chip.drive(5, False)
    ((ticks, state),) = ear.wait(1)
    assert (ticks.seq, state) == (1, False)
    first.close()
    assert gpiod.chip.free


@pytest.mark.parametrize(("edges", "wanted"), [("rising", [True]), ("falling", [False])])
def test_a_listener_hears_the_kind_of_edge_that_it_wants(gpiod: Gpiod, edges, wanted):
    factory = gpiod.plain()
    device, other = InputDevice(5, pin_factory=factory), InputDevice(6, pin_factory=factory)
    ear, last = Ear(), Ear()
    device.pin.edges = edges
    device.pin.when_changed, other.pin.when_changed = ear, last
    gpiod.chip.drive(5, True)
    gpiod.chip.drive(5, False)
    last_heard(gpiod, last)
    until = threading.Event()
    while not ear.heard:
        until.wait(0.001)
    assert [state for _, state in ear.heard] == wanted
    device.close()
    other.close()


def last_heard(gpiod: Gpiod, ear: Ear) -> None:
    gpiod.chip.drive(6, True)
    ear.wait(1)


def test_a_pull_may_change_while_an_input_is_armed(gpiod: Gpiod):
    device = InputDevice(5, pin_factory=gpiod.plain())
    ear = Ear()
    device.pin.when_changed = ear
    device.pin.pull = "up"
    assert device.pin.state
    gpiod.chip.drive(5, False)
    assert [state for _, state in ear.wait(1)] == [False]
    device.close()


def test_a_pin_can_go_from_input_to_output_and_back(gpiod: Gpiod):
    factory = gpiod.plain()
    pin = factory.pin(5)
    gpiod.chip.drive(5, True)
    assert (pin.function, pin.state) == ("input", True)
    pin.function = "output"
    assert (pin.function, pin.state) == ("output", True)  # the level it had
    pin.state = 0
    assert gpiod.chip.lines[5].output is False
    pin.function = "input"
    assert gpiod.chip.lines[5].output is None


def test_what_it_cannot_do_is_refused_with_the_reason(gpiod: Gpiod):
    gpiod.open("default")
    paddle, lamp = (gpiod.factory.pin(bcm) for bcm in (5, 17))
    with pytest.raises(PinInvalidBounce, match="the stamp would be that of the end"):
        paddle.bounce = 0.01
    with pytest.raises(PinFixedPull, match="the board file gives GPIO5 the pull 'up'"):
        paddle.pull = "down"
    with pytest.raises(PinSetInput):
        paddle.state = 1
    with pytest.raises(PinInvalidState, match="it has no PWM"):
        lamp.state = 0.5
    with pytest.raises(PinPWMUnsupported):
        lamp.frequency = 50


def test_without_a_driver_for_the_servo_it_says_what_to_do(gpiod: Gpiod):
    with pytest.raises(
        BackendError, match=r"GPIO12: .*dtoverlay=pwm-2chan.* hardware\.backend to lgpio"
    ):
        gpiod.open(pwm_driver=None)
    assert gpiod.chip.free


# --- what can be wrong before it runs ----------------------------------------------------------


def test_a_busy_line_is_named_with_its_holder(gpiod: Gpiod):
    gpiod.chip.take(6, "some-hat")
    with pytest.raises(BackendError, match="GPIO6 is busy: some-hat holds it"):
        gpiod.open()
    gpiod.chip.lines[6].holder = None
    assert gpiod.chip.free


def test_a_chip_with_too_few_lines_is_not_the_header(gpiod: Gpiod):
    gpiod.chip.lines = gpiod.chip.lines[:8]
    with pytest.raises(BackendError, match=r"has not all of GPIO\d+: is it the 40-pin header"):
        gpiod.open()


def test_a_chip_that_may_not_be_opened_names_the_command(gpiod: Gpiod):
    gpiod.chip.denied = True
    with pytest.raises(BackendError, match="sudo usermod -aG gpio"):
        gpiod.open()


def test_a_missing_module_names_the_command_that_installs_it():
    with fake_gpiod.installed(None), pytest.raises(BackendError, match=r"is missing.*install"):
        open_factory("gpiod", Board.named("default"), CLOCK, chip=0)


def test_another_module_of_the_same_name_is_refused():
    foreign: Any = ModuleType("gpiod")
    foreign.__version__, foreign.__file__, foreign.chip = "1.5.4", "/x/gpiod.py", SimpleNamespace()
    with (
        fake_gpiod.installed(foreign),
        pytest.raises(BackendError, match=r"version 1\.5\.4 \(/x/gpiod\.py\), not libgpiod's 2\.1"),
    ):
        open_factory("gpiod", Board.named("default"), CLOCK, chip=0)
