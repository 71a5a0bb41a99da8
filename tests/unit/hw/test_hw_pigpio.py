from __future__ import annotations

import logging
import sys
import threading
import time
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import pytest
from gpiozero import PinInvalidBounce

import pigpiod_standin
from fake_gpiochip import FakeChip
from pigpiod_standin import PI_4B, PI_5B, WRAP, ZERO_2_W, Pigpiod
from showdown_hw import pigpio_link
from showdown_hw.board import Board
from showdown_hw.clock import SystemClock
from showdown_hw.edges import Edge
from showdown_hw.errors import BackendError, OutputsError
from showdown_hw.pigpio_factory import load_pigpio, open_pigpio
from showdown_hw.unit import Hardware

LEFT, RIGHT = 5, 6
PWM, GREEN = 12, 22
WAIT_S = 5.0
THREADS = ("pigpio-edges", "pigpio-ticks")


class LeapingClock(SystemClock):
    """The real clock and a leap."""

    leap_ns = 0

    def now_ns(self) -> int:
        return time.monotonic_ns() + self.leap_ns

    def wait(self, flag: threading.Event, until_ns: int) -> bool:
        return super().wait(flag, until_ns - self.leap_ns)


class Unit:
    """A whole unit on a stand-in of the daemon."""

    def __init__(self, **options: Any) -> None:
        self.clock = LeapingClock()
        chip = FakeChip(now_ns=self.clock.now_ns)
        self.daemon = Pigpiod(chip, now_ns=self.clock.now_ns, **options)
        board = Board.named("default")
        try:
            self.factory: Any = open_at(self.daemon.port, self.clock)
        except BaseException:
            self.daemon.kill()
            raise
        self.hardware = Hardware.open(board, self.factory, self.clock)

    def edges(self, count: int) -> list[Edge]:
        edges: list[Edge] = []
        until_ns = self.clock.now_ns() + int(WAIT_S * 1e9)
        while len(edges) < count and self.clock.now_ns() < until_ns:
            self.hardware.edges.wait(until_ns)
            edges += self.hardware.edges.drain()
        return edges

    def close(self) -> None:
        try:
            self.hardware.close()
        finally:
            self.daemon.kill()


def open_at(port: int, clock: Any = None, **options: Any) -> Any:
    clock = clock or SystemClock()
    return open_pigpio(Board.named("default"), clock, host="127.0.0.1", port=port, **options)


def eventually(ask: Callable[[], Any]) -> Any:
    never, until = threading.Event(), time.monotonic() + WAIT_S
    while not (answer := ask()) and time.monotonic() < until:
        never.wait(0.005)
    return answer


def threads() -> list[str]:
    return [t.name for t in threading.enumerate() if t.name in THREADS or "_callback" in repr(t)]


@pytest.fixture(autouse=True)
def no_thread_is_left() -> Iterator[None]:
    yield
    assert threads() == []


@pytest.fixture
def unit() -> Iterator[Unit]:
    unit = Unit()
    yield unit
    unit.close()


# --- stamps -------------------------------------------------------------------------------------


@pytest.mark.parametrize("first", [LEFT, RIGHT], ids=["left-first", "right-first"])
def test_presses_on_both_sides_of_the_wrap_are_stamped_in_their_order(first: int):
    second = LEFT + RIGHT - first
    now_us = time.monotonic_ns() // 1000
    unit = Unit(tick_ahead=5 * WRAP - now_us - 1_000_000)  # it wraps in a second
    unit.daemon.sample({first: False}, tick=WRAP - 3)
    unit.daemon.sample({second: False}, tick=WRAP + 4)
    one, other = unit.edges(2)
    names = {LEFT: "paddle_left", RIGHT: "paddle_right"}
    assert (one.line, other.line) == (names[first], names[second])
    assert 6_900 <= other.stamp_ns - one.stamp_ns <= 7_100
    unit.close()


def test_presses_seen_in_one_sample_have_equal_stamps_whichever_pin_is_lower(unit: Unit):
    unit.daemon.sample({LEFT: False, RIGHT: False})
    left, right = unit.edges(2)
    assert left.stamp_ns == right.stamp_ns
    assert (left.active, right.active) == (True, True)
    assert (left.seq, right.seq) == (None, None)


def test_a_stamp_is_within_the_stated_error_of_when_it_happened(unit: Unit):
    for n in range(20):
        stamp_ns = unit.clock.now_ns()
        unit.daemon.chip.drive(LEFT, n % 2 == 1, stamp_ns)
        (edge,) = unit.edges(1)
        off_ns = edge.stamp_ns - stamp_ns
        assert abs(off_ns) <= unit.factory.clock_error_ns + unit.hardware.backend.resolution_ns


def test_the_shortest_round_trip_of_several_is_the_one_that_counts(unit: Unit):
    trips = iter([90, 30, 60, 40])
    tick = unit.factory.keeper._read_once()

    def read_once() -> pigpio_link.Reading:
        return pigpio_link.Reading(0, tick.tick, next(trips))

    unit.factory.keeper._read_once = read_once
    assert unit.factory.keeper.read().round_trip_ns == 30


def test_a_press_an_hour_after_the_line_was_armed_counts(unit: Unit):
    unit.clock.leap_ns = 3_600_000_000_000
    unit.factory.keeper.look()
    before_ns = unit.clock.now_ns()
    unit.daemon.chip.drive(LEFT, False)
    (edge,) = unit.edges(1)
    assert abs(edge.stamp_ns - before_ns) < 1_000_000_000
    assert unit.factory.source_fault() is None


def test_gpiozeros_ticks_are_seconds_of_the_clock_and_never_wrap(unit: Unit):
    before = unit.factory.ticks()
    unit.clock.leap_ns = 8_000_000_000_000
    assert unit.factory.ticks_diff(unit.factory.ticks(), before) == pytest.approx(8000, abs=5)


def test_an_edge_from_before_the_line_was_watched_is_not_told(unit: Unit):
    paddle = unit.hardware.paddles["left"]
    stale = unit.daemon.tick() - 60_000_000
    unit.daemon.sample({LEFT: False}, tick=stale)
    unit.daemon.sample({LEFT: True, RIGHT: False})
    assert [edge.line for edge in unit.edges(1)] == ["paddle_right"]
    assert paddle.edge_count == 0


# --- faults -------------------------------------------------------------------------------------


def test_a_dead_daemon_is_noticed_and_leaves_no_thread_that_spins(unit: Unit):
    unit.daemon.kill()
    assert "pigpiod" in eventually(unit.factory.source_fault)
    assert eventually(lambda: not unit.factory._connection._notify.alive)
    unit.factory.keeper.look()
    assert eventually(lambda: not threads())
    assert "restart pigpiod" in unit.hardware.alive()
    with pytest.raises(OutputsError, match="pigpiod at"):
        unit.hardware.close()


def test_a_daemon_that_hangs_is_noticed_at_the_next_look(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(pigpio_link, "PATIENCE_NS", 200_000_000)
    unit = Unit()
    unit.daemon.hung = True
    unit.factory.keeper.look()
    assert "no answer for 200 ms" in unit.factory.source_fault()
    with pytest.raises(BackendError, match="no answer"):
        unit.hardware.lamps.write(True, False, False)
    started = time.monotonic()
    with pytest.raises(OutputsError):
        unit.close()
    assert time.monotonic() - started < 1.0  # not the patience for each output


def test_lost_notifications_are_a_fault(unit: Unit):
    (handle,) = unit.daemon.handles.values()
    handle.lose = 2
    for level in (False, True, False):
        unit.daemon.chip.drive(LEFT, level)
    assert eventually(unit.factory.source_fault) == (
        "pigpiod lost 2 notifications: edges are missing"
    )


def test_a_sign_of_life_is_no_edge_and_counts_as_a_notification(unit: Unit):
    unit.daemon.alive()
    unit.daemon.chip.drive(LEFT, False)
    assert len(unit.edges(1)) == 1
    assert unit.factory.source_fault() is None


def test_the_notifications_number_wraps_without_a_fault(unit: Unit):
    (handle,) = unit.daemon.handles.values()
    notifier = unit.factory._connection._notify
    assert eventually(lambda: notifier._next == handle.number)  # the levels of the start are told
    handle.number = notifier._next = 2**16 - 1
    for level in (False, True):
        unit.daemon.chip.drive(LEFT, level)
    assert len(unit.edges(2)) == 2
    assert unit.factory.source_fault() is None


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
        unit.daemon.chip.drive(LEFT, False)
        unit.daemon.chip.drive(RIGHT, False)
        assert [edge.line for edge in unit.edges(1)] == ["paddle_right"]
    assert "GPIO5 failed" in caplog.text
    pin.when_changed = own
    unit.daemon.chip.drive(LEFT, True)
    assert [edge.line for edge in unit.edges(1)] == ["paddle_left"]


def test_ticks_that_run_away_from_the_clock_are_a_fault(unit: Unit):
    unit.daemon.chip.drive(LEFT, False)
    unit.edges(1)
    unit.daemon.tick_ahead += 60_000
    unit.factory.keeper.look()
    assert "ms apart" in unit.factory.source_fault()


# --- pins ---------------------------------------------------------------------------------------


def test_no_filter_is_ever_set(unit: Unit):
    assert unit.daemon.filters
    assert all(steady == 0 for _, _, steady in unit.daemon.filters)
    pin = unit.factory.pin(LEFT)
    with pytest.raises(PinInvalidBounce, match="no debouncing"):
        pin.bounce = 0.01
    assert pin.bounce is None


def test_outputs_are_low_from_their_first_moment_and_stay_driven_in_the_end(unit: Unit):
    unit.hardware.lamps.write(False, False, True)
    unit.hardware.close()
    line = unit.daemon.chip.lines[GREEN]
    outputs = [entry for entry in line.history if not entry[0].startswith("input")]
    assert outputs[0] == ("write", False)
    assert ("write", True) in outputs
    assert line.output is False


def test_a_lamp_is_switched_in_one_round_trip(unit: Unit):
    unit.daemon.log.clear()
    unit.hardware.lamps.light_green()
    asked = [(number, p1) for number, p1, _ in unit.daemon.log if number != pigpiod_standin.TICK]
    assert asked == [(pigpiod_standin.WRITE, pin) for pin in (17, 27, GREEN)]


def test_the_first_pulse_is_the_park_pulse(unit: Unit):
    unit.hardware.launcher.power(True)
    unit.hardware.launcher.aim("left")
    unit.hardware.launcher.power(False)
    pulses = [p2 for number, p1, p2 in unit.daemon.log if (number, p1) == (8, PWM)]
    assert pulses == [1500, 1000]
    assert unit.daemon.servo == {}
    assert unit.daemon.chip.lines[PWM].output is False


def test_a_pulse_that_pigpio_cannot_make_is_refused(unit: Unit):
    with pytest.raises(BackendError, match=r"no servo pulses of 2600 µs on GPIO12"):
        unit.hardware.launcher._pwm.set_us(2600)


def test_closing_frees_the_daemons_connections():
    unit = Unit()
    assert unit.daemon.clients == 3
    unit.hardware.close()
    assert eventually(lambda: unit.daemon.clients == 0)
    assert unit.daemon.handles == {}
    assert unit.factory.source_fault() == "the pigpio backend is closed"
    unit.daemon.kill()


# --- opening ------------------------------------------------------------------------------------


@pytest.mark.parametrize("revision", [ZERO_2_W, PI_4B])
def test_it_opens_on_a_pi_up_to_4(revision: int):
    unit = Unit(revision=revision)
    assert unit.factory.board_info.revision == f"{revision:x}"
    assert unit.hardware.backend.stamp_source == "dma"
    unit.close()


@pytest.mark.parametrize("told_by", ["the device tree", "pigpiod"])
def test_a_pi_5_is_refused_with_the_reason(told_by: str):
    with Pigpiod(revision=PI_5B) as daemon:
        options = {"revision": PI_5B} if told_by == "the device tree" else {}
        with pytest.raises(BackendError, match=r"Raspberry Pi 5: .*RP1.*to gpiod"):
            open_at(daemon.port, **options)
        assert bool(daemon.log) == (told_by == "pigpiod")


def test_where_no_pigpiod_answers_the_command_that_starts_it_is_told():
    with Pigpiod() as daemon:
        port = daemon.port
    with pytest.raises(BackendError, match=r"refused\): sudo systemctl enable --now pigpiod"):
        open_at(port)


def test_a_pigpiod_that_hangs_up_is_refused():
    with Pigpiod() as daemon:
        daemon.unlisted = True
        with pytest.raises(BackendError, match=r"pigpiod at 127.0.0.1:\d+ does not work"):
            open_at(daemon.port)


def test_a_pigpiod_with_too_many_clients_is_refused():
    with (
        Pigpiod(slots=0) as daemon,
        pytest.raises(BackendError, match="too many clients"),
    ):
        open_at(daemon.port)


def test_address_and_port_are_those_of_pigpios_clients(monkeypatch: pytest.MonkeyPatch):
    with Pigpiod() as daemon:
        monkeypatch.setenv("PIGPIO_ADDR", "127.0.0.1")
        monkeypatch.setenv("PIGPIO_PORT", str(daemon.port))
        factory = open_pigpio(Board.named("default"), SystemClock())
        assert (factory.host, factory.port) == ("127.0.0.1", daemon.port)
        factory.close()
    monkeypatch.setenv("PIGPIO_PORT", "http")
    with pytest.raises(BackendError, match="PIGPIO_PORT is 'http'"):
        open_pigpio(Board.named("default"), SystemClock())


@pytest.mark.parametrize("there", [None, ModuleType("pigpio")], ids=["missing", "another"])
def test_without_the_client_the_command_that_installs_it_is_told(
    there: ModuleType | None, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(sys.modules, "pigpio", there)
    with pytest.raises(BackendError, match=r"pigpio.*(pip install 'pigpio>=1.78'|apt install)"):
        load_pigpio()
