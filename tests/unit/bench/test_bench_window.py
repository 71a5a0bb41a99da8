"""The unit's end of the picture: looks out, acts in, and the end of either."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from picture_kit import READY
from showdown_bench import window as window_module
from showdown_bench.bench import widths_of
from showdown_bench.messages import Act, Lines, Look, line, look_of
from showdown_bench.players import scripted
from showdown_bench.stage import BenchFingers, Stage
from showdown_bench.window import CHUNK, Window
from showdown_hw import Board, Hardware, SystemClock
from showdown_hw.mock import UnitMockFactory
from showdown_hw.mock_bench import MockBench
from showdown_picture.view import View

BOARD = Board.named("default")
LIMIT_S = 10


class StillLooks:
    """Looks that show the pins alone."""

    def __init__(self, _unit: object, pins: Any, link: str) -> None:
        self.pins = pins

    def look(self) -> View:
        return View(name=f"left down: {self.pins.paddles.left}", link=READY.link)


class Rig:
    """A window with a real stage behind it, and whoever draws in front of it."""

    def __init__(self, end: socket.socket) -> None:
        self.end = end
        self.lines = Lines()
        self.stage = Stage(widths=widths_of(BOARD), book=scripted("demo"), button=False)
        self.hands = MockBench(UnitMockFactory(BOARD, SystemClock()))
        self.stage.watch(self.hands)

    def until(self, wanted: Callable[[Look], bool]) -> Look:
        """Read looks until one is as wanted."""
        while data := self.end.recv(CHUNK):
            for text in self.lines.feed(data):
                if wanted(look_of(text)):
                    return look_of(text)
        raise AssertionError("the window was closed before")

    def act(self, *acts: Act) -> None:
        self.end.sendall(b"".join(map(line, acts)))


class Unit:
    """What robots ask of a unit."""

    def waiting_for_button(self) -> bool:
        return False

    def tray_unknown(self) -> bool:
        return False

    def control_idle_ns(self) -> int | None:
        return None

    def state_word(self) -> str:
        return "ready"

    def last_record(self) -> None:
        return None

    swapped_now = False

    def swapped(self) -> bool:
        return self.swapped_now


class Signals:
    """What the window sends its own process."""

    def __init__(self) -> None:
        self.sent: list[int] = []
        self._came = threading.Event()

    def kill(self, _pid: int, number: int) -> None:
        self.sent.append(number)
        self._came.set()

    def come(self) -> None:
        assert self._came.wait(LIMIT_S)


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Signals:
    signals = Signals()
    monkeypatch.setattr(window_module, "Looks", StillLooks)
    monkeypatch.setattr(os, "kill", signals.kill)
    return signals


@contextlib.contextmanager
def opened(unit: Unit | None = None) -> Iterator[Rig]:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.settimeout(LIMIT_S)
        rig = Rig(ours)
        rig.stage.start(Unit())
        try:
            with Window(theirs).open(unit or Unit(), rig.stage, "here"):  # type: ignore[arg-type]
                yield rig
        finally:
            rig.stage.close()


def test_what_people_do_reaches_the_pins_and_is_seen(told: Signals) -> None:
    with opened() as rig:
        rig.until(lambda look: look.view.name == "left down: False")
        rig.act(Act("toggle", "left"))
        rig.until(lambda look: look.view.name == "left down: True")
        assert rig.hands.is_active("paddle_left")
        rig.act(Act("toggle", "left"))
        rig.until(lambda look: look.view.name == "left down: False")
    assert told.sent == []


def test_robots_come_and_go_and_leave_to_whoever_presses(told: Signals) -> None:
    with opened() as rig:
        rig.until(lambda look: look.robots == ("left", "right"))
        rig.act(Act("robot", "left"))
        rig.until(lambda look: look.robots == ("right",))
        rig.act(Act("robot", "left"))
        rig.until(lambda look: look.robots == ("left", "right"))
        rig.act(Act("tap", "right", 5))
        rig.until(lambda look: look.robots == ("left",))
        rig.act(Act("tap", "button", 5))
        rig.act(Act("robot", "left"))
        rig.until(lambda look: look.robots == ())


def test_a_paddle_that_people_hold_stays_down_whatever_its_robot_does(told: Signals) -> None:
    with opened() as rig:
        factory = rig.hands.factory
        hardware = Hardware.open(BOARD, factory, SystemClock())
        fingers = BenchFingers(rig.stage.touch)
        rig.act(Act("toggle", "left"))
        rig.until(lambda look: look.view.name == "left down: True")
        for down in (True, False):
            fingers.paddle("left", down, SystemClock().now_ns())
        assert rig.hands.is_active("paddle_left")
        rig.act(Act("toggle", "left"))
        rig.until(lambda look: look.view.name == "left down: False")
        edges = [edge.active for edge in hardware.edges.drain() if edge.line == "paddle_left"]
        assert edges == [True, False], "nothing happens twice"
        hardware.close()


def test_where_the_sides_are_swapped_left_is_the_tables(told: Signals) -> None:
    unit = Unit()
    unit.swapped_now = True
    with opened(unit) as rig:
        rig.act(Act("toggle", "left"))
        rig.until(lambda look: look.robots == ("right",))
        assert rig.hands.is_active("paddle_right")
        rig.act(Act("toggle", "button"))
        rig.act(Act("robot", "right"))
        rig.until(lambda look: look.robots == ())
        assert rig.hands.is_active("timer_button")


def test_what_the_mouse_holds_comes_up_though_the_sides_were_swapped_meanwhile(
    told: Signals,
) -> None:
    unit = Unit()
    with opened(unit) as rig:
        rig.act(Act("down", "left"))
        rig.until(lambda look: look.view.name == "left down: True")
        unit.swapped_now = True
        rig.act(Act("up", "left"))
        rig.until(lambda look: look.view.name == "left down: False")


def test_what_is_held_is_let_go_at_the_end(told: Signals) -> None:
    with opened() as rig:
        rig.act(Act("down", "left", 80), Act("toggle", "button"))
        rig.until(lambda look: look.view.name == "left down: True")
    assert not rig.hands.is_active("paddle_left")
    assert not rig.hands.is_active("timer_button")
    assert told.sent == [], "an end from inside is no reason to end"


def test_the_unit_ends_once_whoever_draws_is_gone(told: Signals) -> None:
    with opened() as rig:
        rig.until(lambda _: True)
        rig.end.close()
        told.come()
    assert told.sent == [signal.SIGTERM]


def test_nonsense_from_whoever_draws_ends_the_unit(
    told: Signals, caplog: pytest.LogCaptureFixture
) -> None:
    with opened() as rig:
        rig.end.sendall(b'{"do":"fly","part":"left"}\n')
        told.come()
    assert told.sent == [signal.SIGTERM]
    assert "cannot be done" in caplog.text
