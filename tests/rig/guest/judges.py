"""Who says which press came first: the unit's referee on real edges, and three simple programs.

A judge is made anew for each machine. `judge.duel(begin, decided)` calls `begin` when it is ready
for the presses and `decided` once it knows, and gives back what it made of them: `left`, `right`,
or a word for neither.
"""

from __future__ import annotations

import asyncio
import random
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Protocol

from guest.bench import NotedPwm
from guest.duels import MS

from showdown_hw.backends import open_factory
from showdown_hw.board import Board
from showdown_hw.clock import SystemClock
from showdown_hw.unit import Hardware
from showdown_referee import limits as limits_module
from showdown_referee.machine import Referee
from showdown_referee.model import (
    Action,
    CalledOff,
    Closed,
    Decided,
    Entered,
    MayLaunchWritten,
    Outcome,
    State,
    Verdict,
    WriteMayLaunch,
)
from showdown_unit.conductor import Conductor
from showdown_unit.config import limits_for, load, parse_override
from showdown_unit.scenes import Panel
from showdown_unit.scheduler import AsyncioScheduler

BACKENDS = {"gpiod": "gpiod", "lgpio": "lgpio", "shim": "rpigpio"}
"""What the unit is called here, on each of its backends; there is no RPi.GPIO but rpi-lgpio."""

WAIT_S = 3.0
QUICK = (
    *("referee.start_guard_ms=0", "referee.race_timeout_s=2"),
    *("referee.late_press_ms=50", "referee.max_attempts=1"),
)
HURRY = {
    "count_ns": 20 * MS,
    "hold_min_ns": 40 * MS,
    "hold_mean_ns": 10 * MS,
    "hold_max_ns": 90 * MS,
}
"""Shorter than any player would bear: nobody waits here, and lgpio's thread costs by the second."""


class Judge(Protocol):
    def duel(self, begin: Callable[[], None], decided: Callable[[], None]) -> str: ...

    def close(self) -> None: ...


class UnitJudge:
    """Conductor and referee as the daemon has them, on its scheduler, without journal and links."""

    def __init__(self, backend: str, board: Board) -> None:
        clock = SystemClock()
        factory = open_factory(backend, board, clock, pwm_driver=NotedPwm)
        self._hardware = Hardware.open(board, factory, clock)
        stamps = self._hardware.backend
        limits = limits_for(
            load(None, dict(parse_override(word) for word in QUICK)),
            stamps.resolution_ns,
            stamps.delivery_ns,
        )
        limits_module.RANGES.update(dict.fromkeys(HURRY, (0, 10**9)))
        self._limits = replace(limits, **HURRY)
        self.resolution_ns = self._limits.resolution_ns
        self._rng = random.Random(1)
        self._loop = asyncio.new_event_loop()
        self._scheduler = AsyncioScheduler(self._loop)
        panel = Panel(
            self._scheduler, self._hardware.lamps, self._hardware.arrow, None, self.hardware_failed
        )
        self._conductor = Conductor(
            self._scheduler, self._hardware, panel, Referee(self._limits, first_seq=1), self
        )

    def duel(self, begin: Callable[[], None], decided: Callable[[], None]) -> str:
        self._begin, self._decided = begin, decided
        self._word = ""
        self._over = asyncio.Event()
        self._conductor.arm(self._rng.randbytes(32), start_now=True)
        self._loop.run_until_complete(asyncio.wait_for(self._over.wait(), 60))
        return self._word

    def close(self) -> None:
        self._conductor.close()
        self._hardware.close()
        self._loop.close()

    # --- what the conductor tells its listener ----------------------------------------------

    def referee_says(self, action: Action) -> None:
        match action:
            case WriteMayLaunch():
                now = self._scheduler.now_ns
                self._scheduler.post(lambda: self._conductor.tell(MayLaunchWritten(now())))
            case Entered(State.RACE):
                self._scheduler.post(self._begin)
            case Decided(verdict):
                self._word = _word(verdict)
                self._decided()
            case CalledOff(reason):
                self._word = f"called off: {reason}"
                self._over.set()
            case Closed():
                self._over.set()

    def button_edge(self, stamp_ns: int) -> None:
        pass

    def hardware_failed(self, error: Exception) -> None:
        raise error


def _word(verdict: Verdict) -> str:
    if verdict.outcome is Outcome.WIN and verdict.loser is not None:
        return verdict.loser.other.value
    if verdict.outcome in (Outcome.DEAD_HEAT, Outcome.UNCLEAR):
        return "dead heat"
    return "void" if verdict.outcome is Outcome.VOID else verdict.outcome.value


class CallbackJudge:
    """gpiozero Buttons: whose `when_pressed` is called first."""

    resolution_ns = None

    def __init__(self, board: Board, bounce_time: float | None = None) -> None:
        from gpiozero import Button
        from gpiozero.pins.lgpio import LGPIOFactory

        self._factory = LGPIOFactory(chip=0)
        self._first: list[str] = []
        self._pressed = threading.Event()
        self._buttons = []
        for side in ("left", "right"):
            bcm = board.pins[f"paddle_{side}"].bcm
            button = Button(bcm, bounce_time=bounce_time, pin_factory=self._factory)
            button.when_pressed = self._called(side)
            self._buttons.append(button)

    def duel(self, begin: Callable[[], None], decided: Callable[[], None]) -> str:
        self._first.clear()
        self._pressed.clear()
        begin()
        pressed = self._pressed.wait(WAIT_S)
        decided()
        return self._first[0] if pressed else "nobody"

    def close(self) -> None:
        self._factory.close()

    def _called(self, side: str) -> Callable[[], None]:
        def called() -> None:
            self._first.append(side)
            self._pressed.set()

        return called


class PollingJudge(CallbackJudge):
    """gpiozero Buttons: who is seen pressed first by a loop, the left one asked first."""

    def duel(self, begin: Callable[[], None], decided: Callable[[], None]) -> str:
        begin()
        seen = self._poll()
        decided()
        return seen

    def _poll(self) -> str:
        left, right = self._buttons
        until = time.monotonic() + WAIT_S
        while time.monotonic() < until:
            if left.is_pressed:
                return "left"
            if right.is_pressed:
                return "right"
        return "nobody"


def judge(name: str, board: Board) -> Any:
    """The judge of that name."""
    if name == "when_pressed":
        return CallbackJudge(board)
    if name == "bounce_time":
        return CallbackJudge(board, bounce_time=0.02)
    if name == "polling":
        return PollingJudge(board)
    return UnitJudge(BACKENDS[name], board)
