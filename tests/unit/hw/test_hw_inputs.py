from __future__ import annotations

import gc

import pytest
from gpiozero.pins.mock import MockPin

from hw_kit import LONG_UP_NS, Rig, open_rig
from showdown_hw.board import Board
from showdown_hw.edges import Edge
from showdown_hw.errors import HardwareError
from showdown_hw.mock import UnitMockFactory
from showdown_hw.mock_bench import MockBench
from showdown_hw.stamps import Stamp, stamp_of
from showdown_hw.unit import Hardware
from showdown_hw.virtual import VirtualClock


def test_a_press_and_a_release_are_two_edges_with_exact_stamps_and_numbers(any_pi: Rig):
    any_pi.clock.advance(1)
    any_pi.hands.press("left")
    any_pi.clock.advance(1)
    any_pi.hands.release("left")
    assert any_pi.hardware.edges.drain() == [
        Edge("paddle_left", LONG_UP_NS + 1, True, 1),
        Edge("paddle_left", LONG_UP_NS + 2, False, 2),
    ]


def test_each_line_counts_by_itself_and_order_is_that_of_arrival(rig: Rig):
    rig.hands.press("right")
    rig.hands.button(True)
    rig.hands.press("left")
    rig.hands.release("right")
    edges = rig.hardware.edges.drain()
    assert [(edge.line, edge.active, edge.seq) for edge in edges] == [
        ("paddle_right", True, 1),
        ("timer_button", True, 1),
        ("paddle_left", True, 1),
        ("paddle_right", False, 2),
    ]


def test_pressing_what_is_down_makes_no_edge(rig: Rig):
    rig.hands.press("left")
    rig.hands.press("left")
    assert len(rig.hardware.edges.drain()) == 1


def test_levels_are_read_from_the_pins(any_pi: Rig):
    hardware = any_pi.hardware
    assert not any(paddle.pressed for paddle in hardware.paddles.values())
    any_pi.hands.press("left")
    any_pi.hands.button(True)
    assert hardware.paddles["left"].pressed
    assert not hardware.paddles["right"].pressed
    assert hardware.button.pressed


def test_a_paddle_held_before_opening_is_read_as_pressed_and_makes_no_edge():
    rig = open_rig_with_held_left()
    assert rig.hardware.paddles["left"].pressed
    assert rig.hardware.edges.drain() == []
    rig.hands.release("left")
    assert [(edge.active, edge.seq) for edge in rig.hardware.edges.drain()] == [(False, 1)]


def open_rig_with_held_left() -> Rig:
    clock = VirtualClock()
    factory = UnitMockFactory(Board.named("default"), clock)
    hands = MockBench(factory)
    hands.press("left")
    return Rig(clock, factory, hands, Hardware.open(factory.board, factory, clock))


def test_an_edge_may_repeat_a_level_come_late_or_leave_a_gap(rig: Rig):
    hands = rig.hands
    hands.edge("paddle_left", True, LONG_UP_NS - 3)
    hands.edge("paddle_left", True, LONG_UP_NS - 2)
    hands.lose("paddle_left")
    hands.edge("paddle_left", False, LONG_UP_NS - 7, moves_level=False)
    hands.edge("paddle_left", False, LONG_UP_NS, seq=9)
    hands.release("left")
    hands.edge("paddle_left", True)
    edges = rig.hardware.edges.drain()
    assert [(edge.stamp_ns - LONG_UP_NS, edge.active, edge.seq) for edge in edges] == [
        (-3, True, 1),
        (-2, True, 2),
        (-7, False, 4),
        (0, False, 9),
        (0, True, 10),
    ]


def test_a_level_that_moves_alone_is_read_but_makes_no_edge(rig: Rig):
    rig.hands.level("paddle_left", True)
    assert rig.hardware.paddles["left"].pressed
    assert rig.hardware.edges.drain() == []


def test_inputs_are_traced_before_they_change(rig: Rig):
    seen: list[tuple[str, int, bool]] = []
    rig.hands.trace = lambda ns, signal, value: seen.append(
        (signal, value, rig.hardware.paddles["left"].pressed)
    )
    rig.hands.press("left")
    rig.hands.release("left")
    assert seen == [("paddle_left", 1, False), ("paddle_left", 0, True)]


def test_outputs_are_traced_before_they_change(rig: Rig):
    seen: list[tuple[str, int, bool]] = []
    pin = rig.factory.signal_pin("lamp_red")
    rig.hands.trace = lambda ns, signal, value: seen.append((signal, value, bool(pin.state)))
    rig.hardware.lamps.write(True, False, False)
    assert seen == [("lamp_red", 1, False)]


def test_the_collector_does_not_end_the_edges(rig: Rig):
    gc.collect()
    rig.hands.press("left")
    rig.hands.release("left")
    assert len(rig.hardware.edges.drain()) == 2


def test_an_exception_never_gets_into_the_pin_thread_and_is_reported(rig: Rig):
    def fail() -> None:
        msg = "loop closed"
        raise RuntimeError(msg)

    rig.hardware.edges.on_ready = fail
    rig.hands.press("left")
    rig.hardware.edges.on_ready = None
    rig.hands.press("right")
    assert [edge.line for edge in rig.hardware.edges.drain()] == ["paddle_left", "paddle_right"]
    assert rig.hardware.paddles["left"].fault == "edge of paddle_left: RuntimeError: loop closed"
    assert rig.hardware.alive() == "edge of paddle_left: RuntimeError: loop closed"


def test_the_first_fault_is_kept(rig: Rig):
    pin = rig.factory.signal_pin("paddle_left")
    for ticks in ("first", "second"):
        pin.when_changed(ticks, False)
    assert "'first'" in rig.hardware.paddles["left"].fault


def test_ticks_of_a_plain_gpiozero_pin_are_taken_too(rig: Rig):
    rig.factory.signal_pin("paddle_left").when_changed(12.5, False)
    assert rig.hardware.edges.drain() == [Edge("paddle_left", 12_500_000_000, True, None)]


def test_ticks_in_another_unit_are_refused_by_the_firewall(rig: Rig):
    rig.factory.signal_pin("paddle_left").when_changed(12_500_000, False)
    assert rig.hardware.edges.drain() == []
    assert "must give seconds as a float, or a Stamp" in rig.hardware.alive()


def test_a_stamp_is_a_float_of_seconds_and_exact_nanoseconds():
    stamp = Stamp(LONG_UP_NS, 4)
    assert isinstance(stamp, float)
    assert stamp == LONG_UP_NS / 1e9
    assert (stamp_of(stamp).ns, stamp_of(stamp).seq) == (LONG_UP_NS, 4)
    assert round(float(stamp) * 1e9) != LONG_UP_NS  # why the float alone will not do


def test_the_mocks_own_drive_methods_make_edges_like_gpiozeros(rig: Rig):
    pin = rig.factory.signal_pin("paddle_left")
    assert isinstance(pin, MockPin)
    pin.drive_low()
    pin.drive_low()
    pin.drive_high()
    edges = rig.hardware.edges.drain()
    assert [(edge.active, edge.seq) for edge in edges] == [(True, 1), (False, 2)]


def test_the_looped_green_line_is_stamped_inside_the_bracket():
    rig = open_rig(write_cost_ns=500)
    before_ns, after_ns = rig.hardware.lamps.light_green()
    (edge,) = rig.hardware.edges.drain()
    assert (edge.line, edge.active, edge.seq) == ("green_sense", True, 1)
    assert before_ns < edge.stamp_ns < after_ns
    assert rig.hardware.green_sense.lit
    rig.hardware.lamps.write(False, False, False)
    assert not rig.hardware.green_sense.lit


def test_without_the_loop_the_sense_line_is_driven_by_hand():
    rig = open_rig(loop_green=False)
    rig.hardware.lamps.light_green()
    assert rig.hardware.edges.drain() == []
    rig.hands.sense(True)
    assert [edge.line for edge in rig.hardware.edges.drain()] == ["green_sense"]


def test_a_line_that_the_board_lacks_is_named_with_those_it_has():
    rig = open_rig("default")
    with pytest.raises(
        HardwareError,
        match="no line 'green_sense'; it has paddle_left, paddle_right, timer_button",
    ):
        rig.hands.sense(True)


def test_a_closed_line_refuses_to_be_read_and_hears_nothing(rig: Rig):
    rig.hardware.close()
    rig.hands.press("left")
    assert rig.hardware.edges.drain() == []
    with pytest.raises(HardwareError, match="paddle_left is closed: open the hardware again"):
        _ = rig.hardware.paddles["left"].pressed
