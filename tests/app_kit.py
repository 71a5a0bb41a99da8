"""An app of the table under test: a pilot, an umpire without a unit."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Generic, TypeVar
from unittest import mock

from textual.app import App
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.pilot import Pilot
from textual.screen import Screen

from showdown_table.umpire_status import Status
from showdown_table.widgets import Tap

A = TypeVar("A", bound=App[None])
S = TypeVar("S")

QUIET_TURNS = 3

_parsed: dict[tuple[Any, ...], list[RuleSet]] = {}
_parse = Stylesheet._parse_rules


def _parse_once(sheet: Stylesheet, css: str, *args: Any, **kwargs: Any) -> list[RuleSet]:
    """The rules of a style sheet; every app of a run has the same ones."""
    key = (css, args, *sorted(kwargs.items()), frozenset(sheet._variables.items()))
    if key not in _parsed:
        _parsed[key] = _parse(sheet, css, *args, **kwargs)
    return _parsed[key]


def _all(screen: Screen[Any]) -> Iterable[Any]:
    return screen.walk_children(with_self=True)


class FakeReferee:
    """An umpire that says what the test says, and keeps what it is told."""

    def __init__(self, desk: Any = None) -> None:
        self.desk = desk
        self.status = Status()
        self.told: list[Any] = []
        self.running = False
        self._watchers: list[Callable[[Status], None]] = []

    def say(self, status: Status) -> None:
        self.status = status
        for watcher in self._watchers:
            watcher(status)

    def start(self) -> None:
        self.running = True

    def close(self) -> None:
        self.running = False

    def watch(self, watcher: Callable[[Status], None]) -> Callable[[], None]:
        self._watchers.append(watcher)
        return lambda: self._watchers.remove(watcher)

    def lost(self, seat: int) -> None:
        self.told.append(("lost", seat))

    def lines(self, initiator: int, defender: int) -> None:
        self.told.append(("lines", initiator, defender))

    def again(self) -> None:
        self.told.append("again")

    def keep(self) -> None:
        self.told.append("keep")

    def cancel(self) -> None:
        self.told.append("cancel")

    def swap(self) -> None:
        self.told.append("swap")


class Sitting(Generic[A]):
    """Somebody at an app's keyboard and mouse."""

    def __init__(self, app: A, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    async def keys(self, keys: str) -> None:
        """Keys, with blanks between."""
        await self.type(*keys.split())

    async def type(self, *keys: str) -> None:
        """Keys, one by one."""
        for key in keys:
            await self.app._press_keys([key])
            await self.settle()

    async def click(self, *target: Any, **where: Any) -> None:
        """A click, as the pilot does it."""
        await self.pilot.click(*target, **where)
        await self.settle()

    async def settle(self) -> None:
        """Wait until every message, and what follows from it, is handled and drawn."""
        for _ in range(2):
            await self._quiet()
            self.app.screen._on_timer_update()
        await self._quiet()

    async def _quiet(self) -> None:
        """Until for some turns of the loop nothing could go on, and nobody has a message."""
        ready = asyncio.get_running_loop()._ready  # type: ignore[attr-defined]
        quiet = 0
        while quiet < QUIET_TURNS:
            await asyncio.sleep(0)
            quiet = 0 if ready else quiet + 1
            if quiet == QUIET_TURNS:
                pumps = [self.app, *(one for each in self.app.screen_stack for one in _all(each))]
                quiet = 0 if any(pump.message_queue_size for pump in pumps) else quiet


def sit_down(
    app: Callable[[], A],
    sitting: Callable[[A, Pilot[None]], S],
    play: Callable[[S], Awaitable[None]],
    size: tuple[int, int],
) -> None:
    """Run an app at a terminal of that size, and play at it."""

    async def run() -> None:
        running = app()
        async with running.run_test(size=size) as pilot:
            there = sitting(running, pilot)
            await there.settle()  # type: ignore[attr-defined]
            await play(there)

    hurried = itertools.count(0, 60).__next__  # a showdown's question stands long enough at once
    # The pilot waits until the machine is idle, which it may never be.
    with (
        mock.patch.object(Tap, "REST_S", 0.0),
        mock.patch("showdown_table.race_screen.monotonic", hurried),
        mock.patch("textual.app.wait_for_idle", _no_wait),
        mock.patch("textual.pilot.wait_for_idle", _no_wait),
        mock.patch.object(Stylesheet, "_parse_rules", _parse_once),
    ):
        asyncio.run(run())


async def _no_wait(*_: float) -> None:
    await asyncio.sleep(0)
