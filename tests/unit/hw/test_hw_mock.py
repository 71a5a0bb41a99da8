from __future__ import annotations

import threading

import pytest
from gpiozero import LED, Button, PinPWMUnsupported

from hw_kit import REVISIONS, Rig, open_rig
from showdown_hw.backends import open_factory
from showdown_hw.board import Board
from showdown_hw.clock import SystemClock
from showdown_hw.errors import BackendError, HardwareError
from showdown_hw.mock import UnitMockFactory
from showdown_hw.mock_bench import MockBench
from showdown_hw.unit import Hardware
from showdown_hw.virtual import VirtualClock


def test_the_mock_backend_opens_by_name_with_its_options():
    clock = VirtualClock()
    factory = open_factory("mock", Board.named("default"), clock, revision=REVISIONS["5b"])
    assert factory.board_info.model == "5B"
    assert factory.backend.resolution_ns == 1_000


@pytest.mark.parametrize("name", ["native", "", "Mock"])
def test_a_backend_that_does_not_exist_is_refused_with_those_that_do(name: str):
    with pytest.raises(
        BackendError, match=f"backend '{name}' does not exist; there are: auto, gpiod, "
    ):
        open_factory(name, Board.named("default"), VirtualClock())


def test_an_unknown_option_is_refused_with_the_known_ones():
    with pytest.raises(
        BackendError,
        match="backend mock: option 'chip' is unknown; its options: revision, write_cost_ns, "
        "resolution_ns, delivery_ns, stamp_source, loop_green",
    ):
        open_factory("mock", Board.named("default"), VirtualClock(), chip=4)


def test_writes_cannot_cost_time_on_a_clock_that_cannot_spend_it():
    with pytest.raises(BackendError, match="write_cost_ns needs a clock that can spend time"):
        open_factory("mock", Board.named("default"), SystemClock(), write_cost_ns=5)


def test_only_the_servos_pins_can_do_pwm(rig: Rig):
    with pytest.raises(PinPWMUnsupported):
        rig.factory.signal_pin("lamp_red").frequency = 50
    rig.factory.signal_pin("second_pwm").function = "output"
    rig.factory.signal_pin("second_pwm").frequency = 50


def test_gpiozeros_own_devices_work_on_the_spare_pins():
    rig = open_rig("default")
    led, button = LED(4, pin_factory=rig.factory), Button(16, pin_factory=rig.factory)
    pressed: list[int] = []
    button.when_pressed = lambda: pressed.append(1)
    led.on()
    button.pin.drive_low()
    assert led.is_lit
    assert pressed == [1]
    led.close()
    button.close()


def test_past_states_do_not_pile_up(rig: Rig):
    for n in range(5_000):
        rig.hardware.lamps.write(n % 2 == 0, False, False)
    assert len(rig.factory.signal_pin("lamp_red").states) <= 256


def test_a_trace_that_raises_stops_the_change_before_it_is_made(rig: Rig):
    def refuse(ns: int, signal: str, value: int) -> None:
        raise AssertionError(signal)

    rig.hands.trace = refuse
    with pytest.raises(AssertionError, match="lamp_red"):
        rig.hardware.lamps.write(True, False, False)
    rig.hands.trace = None
    assert not rig.factory.signal_pin("lamp_red").state
    assert rig.hardware.lamps.state == (False, False, False)


def test_hands_may_be_in_another_thread_in_real_time():
    clock = SystemClock()
    factory = UnitMockFactory(Board.named("default"), clock)
    hardware = Hardware.open(factory.board, factory, clock)
    hands = MockBench(hardware)

    def play(side: str) -> None:
        for _ in range(300):
            hands.press(side)
            hands.release(side)

    threads = [threading.Thread(target=play, args=(side,)) for side in ("left", "right")]
    before_ns = clock.now_ns()
    for thread in threads:
        thread.start()
    edges = []
    while len(edges) < 1200:
        hardware.edges.wait(clock.now_ns() + 5_000_000_000)
        edges += hardware.edges.drain()
    for thread in threads:
        thread.join()
    for side in ("left", "right"):
        mine = [edge for edge in edges if edge.line == f"paddle_{side}"]
        assert [edge.seq for edge in mine] == list(range(1, 601))
        assert [edge.active for edge in mine] == [True, False] * 300
    stamps = [edge.stamp_ns for edge in edges]
    assert stamps == sorted(stamps)
    assert before_ns <= stamps[0]
    assert stamps[-1] <= clock.now_ns()
    hardware.close()


def test_a_bench_has_no_hands_for_real_pins():
    class Real:
        backend = type("Info", (), {"name": "lgpio"})

    with pytest.raises(HardwareError, match="the lgpio backend has real pins"):
        MockBench(Real())  # type: ignore[arg-type]
