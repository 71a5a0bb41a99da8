from __future__ import annotations

import gc
import weakref

import pytest

from hw_kit import Rig, open_rig
from showdown_hw.board import Board
from showdown_hw.errors import HardwareError, OutputsError
from showdown_hw.mock import UnitMockFactory
from showdown_hw.unit import LEVEL_GRACE_NS, Hardware
from showdown_hw.virtual import VirtualClock

OUTPUTS = [
    "launcher_power",
    "launcher_pwm",
    "lamp_red",
    "lamp_amber",
    "lamp_green",
    "arrow_left",
    "arrow_right",
    "buzzer",
]


def all_on(rig: Rig) -> None:
    rig.hardware.lamps.write(True, True, True)
    rig.hardware.arrow.write(True, True)
    rig.hardware.buzzer.on()
    rig.hardware.launcher.power(True)
    rig.hardware.edges.drain()
    rig.changes()


def on(rig: Rig) -> list[str]:
    return [signal for signal in OUTPUTS if rig.factory.signal_pin(signal).state]


def test_safe_switches_everything_off_the_launchers_power_first(any_pi: Rig):
    all_on(any_pi)
    any_pi.hardware.safe()
    assert on(any_pi) == []
    assert any_pi.changes()[0] == ("launcher_power", 0)
    any_pi.hardware.safe()
    assert any_pi.changes() == []


@pytest.mark.parametrize("broken", OUTPUTS)
def test_safe_switches_all_others_off_when_one_fails_and_says_which(rig: Rig, broken: str):
    all_on(rig)
    rig.hands.break_signal(broken, OSError("no such line"))
    with pytest.raises(OutputsError) as caught:
        rig.hardware.safe()
    assert on(rig) == [broken]
    assert list(caught.value.failures) == [broken]
    assert f"not switched off: {broken}: no such line" in str(caught.value)
    rig.hands.break_signal(broken, None)
    rig.hardware.safe()
    assert on(rig) == []


def test_safe_names_all_that_failed(rig: Rig):
    all_on(rig)
    for signal in OUTPUTS:
        rig.hands.break_signal(signal, OSError(signal))
    with pytest.raises(OutputsError) as caught:
        rig.hardware.safe()
    assert list(caught.value.failures) == OUTPUTS


def test_close_leaves_everything_off_and_gives_the_pins_back(any_pi: Rig):
    all_on(any_pi)
    any_pi.hardware.close()
    assert on(any_pi) == []
    any_pi.hardware.close()
    any_pi.hardware.safe()
    Hardware.open(any_pi.factory.board, any_pi.factory, any_pi.clock).close()


def test_close_gives_the_pins_back_even_when_an_output_fails(rig: Rig):
    all_on(rig)
    rig.hands.break_signal("lamp_amber", OSError("gone"))
    with pytest.raises(OutputsError, match="lamp_amber: gone"):
        rig.hardware.close()
    rig.hands.break_signal("lamp_amber", None)
    Hardware.open(rig.factory.board, rig.factory, rig.clock).close()


def test_a_part_that_cannot_be_opened_is_named_and_the_others_are_given_back():
    clock = VirtualClock()
    factory = UnitMockFactory(Board.named("full"), clock)
    factory.broken["arrow_right"] = OSError("line is busy")
    opened = [factory.signal_pin(signal) for signal in ("launcher_power", "arrow_left")]
    with pytest.raises(HardwareError, match="arrow cannot be opened: OSError: line is busy"):
        Hardware.open(factory.board, factory, clock)
    assert [pin.function for pin in opened] == ["input", "input"]
    factory.broken.clear()
    gc.collect()
    Hardware.open(factory.board, factory, clock).close()


def test_optional_parts_are_none_where_the_board_has_none():
    rig = open_rig("default")
    assert rig.hardware.buzzer is None
    assert rig.hardware.green_sense is None
    rig.hardware.safe()
    rig.hardware.close()


def test_the_backend_says_how_good_its_stamps_are():
    rig = open_rig(resolution_ns=20_000, delivery_ns=1_500_000)
    backend = rig.hardware.backend
    assert (backend.name, backend.stamp_source) == ("mock", "mock")
    assert (backend.resolution_ns, backend.delivery_ns) == (20_000, 1_500_000)


def test_a_unit_that_nobody_holds_is_collected(rig: Rig):
    other = open_rig()
    ref = weakref.ref(other.hardware)
    other.hardware.close()
    del other
    gc.collect()
    assert ref() is None


def test_it_is_alive_while_edges_tell_every_level(rig: Rig):
    assert rig.hardware.alive() is None
    rig.hands.press("left")
    rig.hands.button(True)
    rig.hardware.lamps.light_green()
    assert rig.hardware.level_disagreements() == []
    assert rig.hardware.alive() is None


def test_a_killed_edge_source_is_reported_at_once(rig: Rig):
    rig.hands.kill_source("the notify thread ended")
    rig.hands.press("left")
    assert rig.hardware.edges.drain() == []
    assert rig.hardware.alive() == "the notify thread ended"


def test_a_level_without_its_edge_is_believed_dead_only_when_it_lasts(rig: Rig):
    rig.hands.level("paddle_left", True)
    assert rig.hardware.level_disagreements() == ["paddle_left"]
    assert rig.hardware.alive() is None
    rig.clock.advance(LEVEL_GRACE_NS - 1)
    assert rig.hardware.alive() is None
    rig.clock.advance(1)
    assert rig.hardware.alive() == (
        "paddle_left changed its level and no edge arrived: the edge source is dead"
    )


def test_an_edge_that_arrives_late_clears_the_suspicion(rig: Rig):
    stamp_ns = rig.clock.now_ns()
    rig.hands.level("paddle_left", True)
    assert rig.hardware.alive() is None
    rig.clock.advance(LEVEL_GRACE_NS // 2)
    rig.hands.edge("paddle_left", True, stamp_ns)
    rig.clock.advance(LEVEL_GRACE_NS)
    assert rig.hardware.level_disagreements() == []
    assert rig.hardware.alive() is None


def test_an_edge_between_two_looks_starts_the_grace_again(rig: Rig):
    rig.hands.level("paddle_left", True)
    assert rig.hardware.alive() is None
    rig.clock.advance(LEVEL_GRACE_NS)
    rig.hands.edge("paddle_left", False, moves_level=False)
    assert rig.hardware.alive() is None
    rig.clock.advance(LEVEL_GRACE_NS - 1)
    assert rig.hardware.alive() is None
    assert rig.hardware.level_resyncs == 0
    rig.clock.advance(1)
    assert rig.hardware.alive() is None
    assert rig.hardware.level_resyncs == 1


def settle_wrong_edge(rig: Rig, line: str, rests: bool) -> None:
    """A press (or release) that bounces; the last edge's direction is sampled wrong."""
    rig.hands.edge(line, rests)
    rig.hands.edge(line, not rests, moves_level=False)
    assert rig.hardware.alive() is None
    rig.clock.advance(LEVEL_GRACE_NS)
    assert rig.hardware.alive() is None


@pytest.mark.parametrize("rests", [True, False], ids=["pressed", "released"])
def test_a_last_edge_of_the_wrong_direction_is_no_dead_source(
    rig: Rig, rests: bool, caplog: pytest.LogCaptureFixture
):
    if not rests:
        rig.hands.press("left")
    paddle = rig.hardware.paddles["left"]
    settle_wrong_edge(rig, "paddle_left", rests)
    assert paddle.last_active is paddle.pressed is rests
    assert rig.hardware.level_disagreements() == []
    assert rig.hardware.level_resyncs == 1
    assert f"paddle_left rests {'active' if rests else 'idle'}" in caplog.text
    rig.clock.advance(10 * LEVEL_GRACE_NS)
    assert rig.hardware.alive() is None
    assert rig.hardware.level_resyncs == 1


def test_after_a_wrong_direction_edges_tell_the_level_again(rig: Rig):
    settle_wrong_edge(rig, "paddle_left", True)
    paddle = rig.hardware.paddles["left"]
    rig.hands.release("left")
    assert paddle.last_active is False
    rig.hands.press("left")
    assert paddle.last_active is True
    assert rig.hardware.level_disagreements() == []


def test_a_change_without_an_edge_after_a_wrong_direction_is_a_dead_source(rig: Rig):
    settle_wrong_edge(rig, "paddle_left", True)
    rig.hands.level("paddle_left", False)
    assert rig.hardware.alive() is None
    rig.clock.advance(LEVEL_GRACE_NS)
    assert rig.hardware.alive() == (
        "paddle_left changed its level and no edge arrived: the edge source is dead"
    )


def test_a_source_that_dies_after_its_edges_is_found_by_a_press_and_its_release(rig: Rig):
    rig.hands.press("left")
    rig.hands.release("left")
    seen = []
    for active in (True, False):
        rig.hands.level("paddle_left", active)
        seen.append(rig.hardware.alive())
        rig.clock.advance(LEVEL_GRACE_NS)
        seen.append(rig.hardware.alive())
    assert [fault is None for fault in seen] == [True, True, True, False]


def test_wrong_directions_again_and_again_are_taken_again_and_again(rig: Rig):
    for n in range(1, 6):
        settle_wrong_edge(rig, "timer_button", n % 2 == 1)
        assert rig.hardware.level_resyncs == n
    assert rig.hardware.level_disagreements() == []


def test_an_edge_that_comes_while_a_level_is_taken_tells_the_level(rig: Rig):
    paddle = rig.hardware.paddles["left"]
    rig.hands.press("left")
    count, level = paddle.edge_count, paddle.active
    rig.hands.release("left")
    paddle.resync(level, count)
    assert paddle.last_active is False
    assert not paddle.known_by_reading


def test_the_grace_grows_with_the_backends_delivery_time():
    rig = open_rig(delivery_ns=7_000_000)
    rig.hands.level("paddle_left", True)
    assert rig.hardware.alive() is None
    rig.clock.advance(LEVEL_GRACE_NS + 6_999_999)
    assert rig.hardware.alive() is None
    rig.clock.advance(1)
    assert rig.hardware.alive() is not None


def test_a_closed_unit_is_not_alive(rig: Rig):
    rig.hardware.close()
    assert rig.hardware.alive() == "the hardware is closed"


def test_a_line_that_cannot_be_read_is_not_alive(rig: Rig):
    rig.hands.break_signal("paddle_right", OSError("chip is gone"))
    assert rig.hardware.alive() == "paddle_right cannot be read: OSError: chip is gone"
    rig.hands.break_signal("paddle_right", None)
    assert rig.hardware.alive() is None
