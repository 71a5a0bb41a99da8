"""People's hands in virtual time: taps, holds, and what lasts how long."""

from __future__ import annotations

from showdown_bench.hands import MS, Hands
from showdown_hw import VirtualClock
from showdown_picture.drawing import Part


class Rig:
    def __init__(self) -> None:
        self.clock = VirtualClock()
        self.start_ns = self.clock.now_ns()
        self.done: list[tuple[int, Part, bool]] = []
        self.hands = Hands(self._set, self.clock)

    def _set(self, part: Part, down: bool) -> None:
        self.done.append(((self.clock.now_ns() - self.start_ns) // MS, part, down))


def test_a_tap_is_a_press_of_that_long() -> None:
    rig = Rig()
    rig.hands.tap("left", 80)
    rig.clock.run_for(500 * MS)
    assert rig.done == [(0, "left", True), (80, "left", False)]


def test_a_tap_within_a_tap_makes_it_longer() -> None:
    rig = Rig()
    rig.hands.tap("left", 80)
    rig.clock.run_for(50 * MS)
    rig.hands.tap("left", 80)  # as a key that repeats
    rig.clock.run_for(500 * MS)
    assert rig.done == [(0, "left", True), (130, "left", False)]


def test_a_hold_lasts_until_it_is_let_go() -> None:
    rig = Rig()
    rig.hands.toggle("right")
    rig.clock.run_for(5_000 * MS)
    rig.hands.tap("left", 80)
    rig.hands.toggle("right")
    rig.clock.run_for(500 * MS)
    assert rig.done == [
        (0, "right", True),
        (5_000, "left", True),
        (5_000, "right", False),
        (5_080, "left", False),
    ]


def test_a_tap_lets_go_what_is_held() -> None:
    rig = Rig()
    rig.hands.toggle("left")
    rig.hands.tap("left", 80)
    rig.clock.run_for(500 * MS)
    assert [down for _, _, down in rig.done] == [True, False]


def test_a_mouse_button_that_comes_into_a_tap_holds_it() -> None:
    rig = Rig()
    rig.hands.tap("button", 100)
    rig.hands.down("button")
    rig.clock.run_for(2_500 * MS)
    rig.hands.up("button")
    rig.hands.up("button")
    assert rig.done == [(0, "button", True), (2_500, "button", False)]


def test_a_mouse_that_says_both_at_once_presses_all_the_same() -> None:
    rig = Rig()
    rig.hands.down("button", 80)
    rig.hands.up("button")
    rig.clock.run_for(500 * MS)
    rig.hands.down("button", 80)
    rig.clock.run_for(500 * MS)
    rig.hands.up("button")
    assert [(ms, down) for ms, _, down in rig.done] == [
        (0, True),
        (80, False),
        (500, True),
        (1_000, False),
    ]


def test_everything_is_let_go_at_the_end() -> None:
    rig = Rig()
    rig.hands.down("left")
    rig.hands.tap("button", 3_000)
    rig.hands.let_go()
    rig.clock.run_for(5_000 * MS)
    assert [(part, down) for _, part, down in rig.done] == [
        ("left", True),
        ("button", True),
        ("left", False),
        ("button", False),
    ]
