from __future__ import annotations

import pytest

from hw_kit import LONG_UP_NS, Rig, open_rig
from showdown_hw.board import Board
from showdown_hw.errors import HardwareError
from showdown_hw.mock import UnitMockFactory
from showdown_hw.outputs import Arrow
from showdown_hw.virtual import VirtualClock


def test_everything_is_off_when_opened_and_opening_changes_no_pin(any_pi: Rig):
    assert any_pi.hardware.lamps.state == (False, False, False)
    assert any_pi.hardware.arrow.state == (False, False)
    assert any_pi.hardware.buzzer.sounding is False
    assert any_pi.changes() == []


def test_lamps_are_written_in_order_with_green_last(any_pi: Rig):
    any_pi.hardware.lamps.write(True, True, True)
    any_pi.hardware.lamps.write(False, False, False)
    assert [change for change in any_pi.changes() if change[0] != "green_sense"] == [
        ("lamp_red", 1),
        ("lamp_amber", 1),
        ("lamp_green", 1),
        ("lamp_red", 0),
        ("lamp_amber", 0),
        ("lamp_green", 0),
    ]


def test_green_is_lit_alone_between_the_two_clock_reads():
    rig = open_rig("default", write_cost_ns=1_001)
    rig.hardware.lamps.write(True, True, False)
    rig.trace.clear()
    before_ns, after_ns = rig.hardware.lamps.light_green()
    assert after_ns - before_ns == 1_001
    inside = [signal for ns, signal, _ in rig.trace if before_ns <= ns + LONG_UP_NS <= after_ns]
    assert inside == ["lamp_green"]
    assert rig.changes() == [("lamp_red", 0), ("lamp_amber", 0), ("lamp_green", 1)]
    assert rig.hardware.lamps.state == (False, False, True)


def test_a_press_during_the_green_write_is_stamped_inside_the_bracket():
    rig = open_rig("default", write_cost_ns=1_000)
    start_ns = rig.clock.now_ns()
    rig.clock.world_at(start_ns + 2_700, lambda: rig.hands.press("left"))
    before_ns, after_ns = rig.hardware.lamps.light_green()
    (edge,) = rig.hardware.edges.drain()
    assert edge.stamp_ns == start_ns + 2_700
    assert before_ns < edge.stamp_ns < after_ns


@pytest.mark.parametrize("broken", ["lamp_red", "lamp_amber", "lamp_green"])
def test_a_failing_lamp_says_so_and_the_state_is_what_the_pins_took(rig: Rig, broken: str):
    error = OSError("gone")
    rig.hands.break_signal(broken, error)
    with pytest.raises(OSError, match="gone") as caught:
        rig.hardware.lamps.write(True, True, True)
    assert caught.value is error
    order = ["lamp_red", "lamp_amber", "lamp_green"]
    written = order.index(broken)
    assert list(rig.hardware.lamps.state) == [n < written for n in range(3)]
    assert [bool(rig.factory.signal_pin(signal).state) for signal in order] == list(
        rig.hardware.lamps.state
    )
    rig.hands.break_signal(broken, None)
    rig.hardware.lamps.write(True, True, True)
    assert rig.hardware.lamps.state == (True, True, True)


def test_green_that_fails_to_light_says_so_with_the_others_off(rig: Rig):
    rig.hardware.lamps.write(True, True, False)
    rig.hands.break_signal("lamp_green", OSError("gone"))
    with pytest.raises(OSError, match="gone"):
        rig.hardware.lamps.light_green()
    assert rig.hardware.lamps.state == (False, False, False)


def test_a_write_goes_to_the_pin_even_when_it_changes_nothing(rig: Rig):
    rig.hands.break_signal("arrow_left", OSError("gone"))
    with pytest.raises(OSError, match="gone"):
        rig.hardware.arrow.write(False, False)


def test_the_arrow_points_where_it_is_told(any_pi: Rig):
    any_pi.hardware.arrow.write(False, True)
    assert any_pi.hardware.arrow.state == (False, True)
    assert any_pi.changes() == [("arrow_right", 1)]


def test_the_buzzer_sounds_and_stops(rig: Rig):
    rig.hardware.buzzer.on()
    assert rig.hardware.buzzer.sounding
    rig.hardware.buzzer.off()
    assert rig.changes() == [("buzzer", 1), ("buzzer", 0)]


def test_a_closed_output_refuses_writes_by_name(rig: Rig):
    rig.hardware.close()
    with pytest.raises(HardwareError, match="lamp_red is closed: open the hardware again"):
        rig.hardware.lamps.write(True, False, False)


def test_a_part_opened_by_itself_gives_back_what_it_had_when_one_output_fails():
    board = Board.named("default")
    factory = UnitMockFactory(board, VirtualClock())
    factory.broken["arrow_right"] = OSError("line is busy")
    left = factory.signal_pin("arrow_left")
    with pytest.raises(OSError, match="line is busy"):
        Arrow(board.pins, factory)
    assert left.function == "input"
