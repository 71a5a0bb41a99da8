"""Robots in virtual time: lamps in, edges out."""

from __future__ import annotations

from functools import partial
from itertools import pairwise

import pytest

from showdown_bench.players import MS, US, Book, Kind, Plan, PlayerPlan, Since, scripted
from showdown_bench.robots import BOTH, Robots
from showdown_hw.virtual import START_NS, VirtualClock

S = 1_000 * MS
NEVER = PlayerPlan(Kind.NEVER)
QUICK = PlayerPlan(Kind.NORMAL, after_ns=200 * MS, held_ns=100 * MS)
SLOW = PlayerPlan(Kind.NORMAL, after_ns=256 * MS, held_ns=100 * MS)


class Unit:
    """A scripted unit: its lamps, what it says of itself, and the fingers that touch it."""

    def __init__(
        self,
        book: Book,
        *,
        unasked: bool = False,
        sides: frozenset[str] = BOTH,
        button: bool = True,
    ) -> None:
        self.clock = VirtualClock()
        self.asked: list[tuple[int, int]] = []
        self.edges: list[tuple[int, str, bool]] = []  # in ns since the start
        self.delivered: list[int] = []
        self.waits = False
        self.tray = False
        self.idle_ns: int | None = None
        self._book = book
        self.robots = Robots(
            book=self._look_up,
            world=_World(self.clock),
            fingers=self,
            view=self,
            unasked=unasked,
            sides=sides,
            button=button,
        )
        self.robots.start()

    def _look_up(self, showdown: int, attempt: int) -> Plan:
        self.asked.append((showdown, attempt))
        return self._book(showdown, attempt)

    # what the robots see
    def waiting_for_button(self) -> bool:
        return self.waits

    def tray_unknown(self) -> bool:
        return self.tray

    def control_idle_ns(self) -> int | None:
        return self.idle_ns

    # what they touch
    def paddle(self, side: str, pressed: bool, stamp_ns: int) -> None:
        self.edges.append((stamp_ns - START_NS, side, pressed))
        self.delivered.append(self.clock.now_ns() - START_NS)

    def button(self, down: bool, stamp_ns: int) -> None:
        self.edges.append((stamp_ns - START_NS, "button", down))
        if down:
            self.waits = False

    # what it does
    def light(self, letters: str, arrow: str = "") -> None:
        for name, letter in (("red", "R"), ("amber", "A"), ("green", "G")):
            self._write(f"lamp_{name}", letter in letters)
        self._write("arrow_left", arrow == "left")
        self._write("arrow_right", arrow == "right")

    def _write(self, signal: str, on: bool) -> None:
        self.robots.saw(self.clock.now_ns(), signal, float(on))

    def show(self, *scenes: tuple[int, str]) -> None:
        """Show lamps one scene after the other, each for so long (ms)."""
        for ms, letters in scenes:
            self.light(letters)
            self.clock.run_for(ms * MS)


class _World:
    """The virtual clock, seen as the world outside alone."""

    def __init__(self, clock: VirtualClock) -> None:
        self.now_ns = clock.now_ns
        self.world_at = clock.world_at


def always(left: PlayerPlan, right: PlayerPlan) -> Book:
    return lambda _showdown, _attempt: Plan(left, right)


ATTEMPT = ((400, "RA"), (1000, "R"), (2000, "A"), (1000, "G"))
GREEN = 3400 * MS


def test_both_press_at_their_time_after_green_and_let_go_again() -> None:
    unit = Unit(always(QUICK, SLOW))
    unit.show(*ATTEMPT)
    assert unit.edges == [
        (GREEN + 200 * MS, "left", True),
        (GREEN + 256 * MS, "right", True),
        (GREEN + 300 * MS, "left", False),
        (GREEN + 356 * MS, "right", False),
    ]


def test_an_edge_is_delivered_at_its_stamp() -> None:
    unit = Unit(always(QUICK, SLOW))
    unit.show(*ATTEMPT)
    assert unit.delivered == [ns for ns, _, _ in unit.edges]


def test_an_early_press_is_timed_from_the_count_lamp() -> None:
    unit = Unit(always(PlayerPlan(Kind.EARLY, since=Since.COUNT, after_ns=30 * MS), NEVER))
    unit.show(*ATTEMPT)
    assert [edge[0] for edge in unit.edges] == [430 * MS, 550 * MS]


def test_an_early_press_is_timed_from_the_hold_lamp() -> None:
    unit = Unit(always(NEVER, PlayerPlan(Kind.EARLY, since=Since.HOLD, after_ns=400 * MS)))
    unit.show(*ATTEMPT)
    assert [edge[0] for edge in unit.edges] == [1800 * MS, 1920 * MS]


def test_when_somebody_was_early_the_other_robot_waits_for_a_green_that_never_comes() -> None:
    unit = Unit(always(PlayerPlan(Kind.EARLY, since=Since.HOLD, after_ns=400 * MS), QUICK))
    unit.show((400, "RA"), (1000, "R"), (400, "A"))
    unit.light("R", arrow="left")
    unit.clock.run_for(5 * S)
    assert {side for _, side, _ in unit.edges} == {"left"}


def test_who_never_presses_leaves_no_edge() -> None:
    unit = Unit(always(NEVER, NEVER))
    unit.show(*ATTEMPT)
    assert unit.edges == []


def test_a_dead_heat_is_two_edges_with_one_stamp() -> None:
    unit = Unit(scripted("unclear"))
    unit.show(*ATTEMPT)
    assert unit.edges[:2] == [(GREEN + 240 * MS, "left", True), (GREEN + 240 * MS, "right", True)]


def test_a_bouncy_switch_delivers_its_whole_train() -> None:
    worn = PlayerPlan(
        Kind.BOUNCY,
        after_ns=200 * MS,
        held_ns=90 * MS,
        bounces_ns=(40 * US, 90 * US),
        release_bounces_ns=(30 * US, 70 * US),
    )
    unit = Unit(always(worn, NEVER))
    unit.show(*ATTEMPT)
    press, let_go = GREEN + 200 * MS, GREEN + 290 * MS
    assert [(ns, down) for ns, _, down in unit.edges] == [
        (press, True),
        (press + 40 * US, False),
        (press + 90 * US, True),
        (let_go, False),
        (let_go + 30 * US, True),
        (let_go + 70 * US, False),
    ]


def test_each_attempt_and_showdown_is_looked_up_by_its_number() -> None:
    unit = Unit(always(QUICK, SLOW))
    unit.show(*ATTEMPT, (250, "RAG"), (250, ""), (250, "RAG"), *ATTEMPT[1:], (500, ""), *ATTEMPT)
    assert list(dict.fromkeys(unit.asked)) == [(1, 1), (1, 2), (2, 1)]


def test_lamps_written_one_after_the_other_are_one_scene() -> None:
    unit = Unit(always(PlayerPlan(Kind.EARLY, since=Since.COUNT, after_ns=30 * MS), NEVER))
    unit.show((400, "RA"))
    unit._write("lamp_amber", False)  # for a moment as in a count
    unit.clock.run_for(1 * MS)
    unit.light("RAG")
    unit.clock.run_for(1 * S)
    assert unit.edges == []


def test_the_idle_blink_of_red_makes_nobody_press() -> None:
    unit = Unit(always(PlayerPlan(Kind.EARLY, since=Since.COUNT, after_ns=30 * MS), QUICK))
    unit.show(*((1000, "R"), (1000, "")) * 3)
    assert unit.edges == []


def test_a_hand_still_on_the_paddle_does_not_press_it_again() -> None:
    lingering = PlayerPlan(Kind.EARLY, since=Since.COUNT, after_ns=30 * MS, held_ns=5 * S)
    unit = Unit(always(lingering, NEVER))
    unit.show((400, "RA"), (1000, "R"), (500, "RA"), (1000, "R"))
    assert [down for _, _, down in unit.edges] == [True]


def test_the_button_is_pressed_for_100_ms_when_the_unit_waits_for_it() -> None:
    unit = Unit(always(NEVER, NEVER))
    unit.clock.run_for(1 * S)
    unit.waits = True
    unit.clock.run_for(5 * S)
    (down, up) = unit.edges
    assert (down[1:], up[1:]) == (("button", True), ("button", False))
    assert down[0] - 1 * S <= 100 * MS
    assert up[0] - down[0] == 100 * MS


def test_the_button_is_held_for_more_than_2_s_when_the_tray_is_unknown() -> None:
    unit = Unit(always(NEVER, NEVER))
    unit.tray = True
    unit.clock.run_for(2500 * MS)
    assert unit.edges == [(0, "button", True), (2200 * MS, "button", False)]


def test_a_unit_that_still_waits_gets_the_button_again_after_a_pause() -> None:
    unit = Unit(always(NEVER, NEVER))
    unit.tray = True
    unit.clock.run_for(10 * S)
    downs = [ns for ns, _, down in unit.edges if down]
    assert downs == [0, 3200 * MS, 6400 * MS, 9600 * MS]


def test_robots_leave_the_button_alone_where_nothing_is_armed() -> None:
    unit = Unit(always(NEVER, NEVER))
    unit.idle_ns = 60 * S
    unit.clock.run_for(60 * S)
    assert unit.edges == []


def test_unasked_without_a_host_for_10_s_the_button_is_pressed_every_10_s() -> None:
    unit = Unit(always(NEVER, NEVER), unasked=True)
    unit.idle_ns = 9 * S
    unit.clock.run_for(5 * S)
    assert unit.edges == []
    unit.idle_ns = 10 * S
    unit.clock.run_for(25 * S)
    downs = [ns for ns, _, down in unit.edges if down]
    assert [b - a for a, b in pairwise(downs)] == [10 * S, 10 * S]


def test_while_a_host_holds_control_nobody_presses_unasked() -> None:
    unit = Unit(always(NEVER, NEVER), unasked=True)
    unit.idle_ns = None
    unit.clock.run_for(60 * S)
    assert unit.edges == []


def test_nobody_presses_unasked_while_a_showdown_runs() -> None:
    unit = Unit(always(NEVER, NEVER), unasked=True)
    unit.show((400, "RA"), (1000, "R"))
    unit.light("A")
    unit.clock.run_for(50 * MS)
    unit.idle_ns = 60 * S
    unit.clock.run_for(5 * S)
    assert unit.edges == []


@pytest.mark.parametrize("side", ["left", "right"])
def test_a_robot_of_one_side_leaves_the_other_alone(side: str) -> None:
    unit = Unit(always(QUICK, SLOW), sides=frozenset({side}))
    unit.show(*ATTEMPT)
    assert [who for _, who, _ in unit.edges] == [side, side]


def test_a_robot_that_is_taken_away_still_lets_go() -> None:
    unit = Unit(always(QUICK, SLOW))
    unit.show(*ATTEMPT[:3])
    unit.show((210, "G"))
    unit.robots.sides = frozenset()
    unit.clock.run_for(1_000 * MS)
    assert [down for _, who, down in unit.edges if who == "left"] == [True, False]
    unit.show((400, "RA"), *ATTEMPT)
    assert [who for _, who, down in unit.edges if down] == ["left"], "the other one never began"


@pytest.mark.parametrize(("sides", "presses"), [(BOTH, True), (frozenset({"left"}), False)])
def test_where_people_play_the_button_is_theirs(sides: frozenset[str], presses: bool) -> None:
    unit = Unit(always(QUICK, SLOW), sides=sides, button=False)
    unit.waits = True
    unit.clock.run_for(500 * MS)
    assert bool(unit.edges) is presses


def test_stopped_robots_touch_nothing_any_more() -> None:
    unit = Unit(always(QUICK, SLOW))
    unit.show(*ATTEMPT[:-1])
    unit.light("G")
    unit.clock.run_for(220 * MS)
    unit.robots.stop()
    unit.waits = True
    unit.clock.run_for(10 * S)
    assert [edge[1] for edge in unit.edges] == ["left"]


def test_robots_act_also_while_the_loop_is_blocked() -> None:
    unit = Unit(always(QUICK, SLOW))
    unit.show(*ATTEMPT[:-1])
    unit.light("G")
    unit.clock.call_at(unit.clock.now_ns(), partial(unit.clock.spend, 300 * MS))
    unit.clock.run_for(0)
    assert len(unit.edges) == 3
