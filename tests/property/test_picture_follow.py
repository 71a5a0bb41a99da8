"""What a host follows from events alone agrees with `status`, after every event of any showdown."""

from __future__ import annotations

import random
from typing import Any

import pytest

from picture_kit import READY
from scale import count
from showdown_hw.errors import HardwareError
from showdown_picture import follow
from showdown_picture.draw import draw
from showdown_picture.view import SIDES, View
from unit_kit import MS, PLAYERS, World, world

EVENINGS = count(12, 400)
SHOWDOWNS = 4

Members = dict[str, Any]


def disagreements(view: View, status: Members) -> list[str]:
    """Where the two tell different things; what the view does not know is no disagreement."""
    wrong = []

    def same(name: str, seen: object, said: object) -> None:
        if isinstance(seen, bool | str | tuple) and seen != "blinks" and seen != said:
            wrong.append(f"{name}: followed {seen!r}, status {said!r}")

    same("state", view.state, status["state"])
    for lamp, lit in status["lamps"].items():
        same(lamp, getattr(view, lamp), lit)
    for side in SIDES:
        same(f"arrow {side}", getattr(view, f"arrow_{side}"), status["arrow"] == side)
        same(f"paddle {side}", getattr(view, f"{side}_down"), side in status["paddles"])
    same("faults", view.faults, tuple(f"{f['code']}: {f['message']}" for f in status["faults"]))
    if view.state != "fault":  # of a dead unit nobody is told that its tray was looked at
        same("not ready", view.not_ready, tuple(status["not_ready"]))
        same("tray", "unknown" if view.tray == "unknown" else "ok", status["tray"])
    if view.state not in {"ready", "not_ready", "fault"}:
        same("key", view.key, status["active"])
    return wrong


class Follower:
    """A host that hears events, and asks now and then."""

    def __init__(self, unit: World, draw_of: random.Random) -> None:
        self.unit = unit
        self.random = draw_of
        self.seen = 0
        self.checked = 0
        self.view = follow.status(follow.link_up(View(), "here"), self.status())
        self.check("at first")

    def status(self) -> Members:
        return self.unit.unit.status().members()

    def run(self, ms: float) -> None:
        """Let time pass, and look after every event."""
        until_ns = self.unit.now_ns + round(ms * MS)
        while self.unit.clock.run_until_true(lambda: len(self.unit.events) > self.seen, until_ns):
            self.hear()

    def hear(self) -> None:
        self.unit.run_for(0.2)  # the next one may be on its way already
        told = [event.members() for event in self.unit.events[self.seen :]]
        self.seen = len(self.unit.events)
        for members in told:
            self.view = follow.event(self.view, members["type"], members)
        kinds = ", ".join(f"{m['type']} {m.get('state', '')}" for m in told)
        self.check(kinds)
        if self.random.random() < 0.2:
            self.view = follow.status(self.view, self.status())
            self.check(f"{kinds}, status")
        if self.random.random() < 0.2:
            beat = {"state": self.unit.word, "up_ms": self.unit.unit.up_ms()}
            self.view = follow.heartbeat(self.view, beat)
            self.check(f"{kinds}, heartbeat")

    def check(self, when: str) -> None:
        self.checked += 1
        assert disagreements(self.view, self.status()) == [], when
        if self.view.state == "counting":
            assert (self.view.red, self.view.amber) == (None, None), when
            shown = draw(self.view, 80, 24).text()
            assert "red?" in shown
            assert "amber?" in shown


def showdown(host: Follower, number: int) -> None:
    """One showdown of any kind."""
    unit, draw_of = host.unit, host.random
    if draw_of.random() < 0.2:  # a paddle is held
        unit.press(draw_of.choice(SIDES), hold_ms=draw_of.choice([200, 3_000]))
    if draw_of.random() < 0.7:
        answers = unit.start(f"key-{number:04}", cards=draw_of.choice([0, 2]), players=PLAYERS)
        host.run(draw_of.choice([1, 50, 400]))
        if answers.got and draw_of.random() < 0.5 and hasattr(answers.one, "members"):
            host.view = follow.record(host.view, answers.record.members())
    unit.hands.button(True)
    host.run(100)
    unit.hands.button(False)
    for side in SIDES:
        for _ in range(draw_of.choice([0, 1, 1, 2])):
            at_ms = draw_of.choice([draw_of.randrange(50, 9_000), 4_000])
            unit.press(side, unit.now_ns + at_ms * MS)
    ends = draw_of.random()
    if ends < 0.1:
        host.run(draw_of.randrange(100, 3_000))
        key = unit.unit.active_key()
        if key is not None:
            unit.cancel(key)
    elif ends < 0.15:
        host.run(draw_of.randrange(100, 3_000))
        unit.hands.break_signal("lamp_amber", HardwareError("the amber lamp's pin broke"))
    host.run(draw_of.choice([14_000, 40_000]))


@pytest.mark.parametrize("seed", range(EVENINGS))
def test_the_followed_view_agrees_with_status_after_every_event(seed: int) -> None:
    draw_of = random.Random(seed)
    with world(tray_unknown=draw_of.random() < 0.2, referee__arm_timeout_s=10) as unit:
        host = Follower(unit, draw_of)
        if draw_of.random() < 0.3:
            unit.unit.control_changed(True)
        for number in range(SHOWDOWNS):
            showdown(host, number)
            if unit.unit.tray_unknown() and draw_of.random() < 0.7:
                unit.hands.button(True)
                host.run(2_500)
                unit.hands.button(False)
                host.run(100)
        assert host.checked >= 2


def test_a_result_stands_for_five_seconds_of_the_units_own_clock() -> None:
    with world() as unit:
        host = Follower(unit, random.Random(0))
        unit.started(players=PLAYERS)
        host.run(20)
        unit.hands.button(True)
        host.run(100)
        unit.hands.button(False)
        while unit.word != "racing":
            host.run(50)
        unit.press("left", unit.now_ns + 200 * MS)
        host.run(4_000)
        assert host.view.state == "ready"
        assert host.view.verdict is not None
        assert host.view.green is True
        until = host.view.verdict_until_ms
        assert until is not None
        assert follow.at(host.view, until - 1) == host.view
        later = follow.at(host.view, until)
        assert (later.verdict, later.red, later.green) == (None, "blinks", False)
        unit.run_for(6_000)
        assert disagreements(later, host.status()) == []
        assert [row.outcome for row in later.rows] == ["win"]


def test_without_a_link_nothing_is_known() -> None:
    gone = follow.link_down(READY)
    assert not gone.linked
    unknown = (gone.red, gone.amber, gone.green, gone.arrow_left, gone.left_down, gone.tray)
    assert set(unknown) == {None}
    assert gone.rows == READY.rows
