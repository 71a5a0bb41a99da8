"""The companion as an app under test: a pilot, a referee without a unit, screens as text."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from typing import Any
from unittest import mock

from textual.pilot import Pilot
from textual.screen import Screen

from showdown_table.score_app import ScoreApp
from showdown_table.score_screens_start import Wishes
from showdown_table.texts import Texts
from showdown_table.umpire_status import Status
from showdown_table.widgets import Tap

BEGAN = "2025-01-31T19:30"


QUIET_TURNS = 12


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


class Table:
    """An app and its pilot."""

    def __init__(self, app: ScoreApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def referee(self) -> FakeReferee:
        assert isinstance(self.app.referee, FakeReferee)
        return self.app.referee

    @property
    def game(self) -> Any:
        assert self.app.desk is not None
        return self.app.desk.book.game

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
        """Until nobody has had a message for some turns of the loop."""
        quiet = 0
        while quiet < QUIET_TURNS:
            await asyncio.sleep(0)
            pumps = [self.app, *(one for each in self.app.screen_stack for one in _all(each))]
            quiet = 0 if any(pump.message_queue_size for pump in pumps) else quiet + 1

    async def say(self, status: Status) -> None:
        """The umpire says this."""
        self.referee.say(status)
        await self.settle()


def at_table(
    folder: Path,
    play: Callable[[Table], Awaitable[None]],
    *,
    size: tuple[int, int] = (80, 24),
    lang: str = "en",
    names: tuple[str, ...] = ("Ana", "Bo", "Cy"),
    resume: Path | None = None,
    **wishes: Any,
) -> None:
    """Sit down at an 80 x 24 terminal and play."""

    async def run() -> None:
        app = ScoreApp(
            Texts(lang, strict=True),
            folder,
            FakeReferee,
            lambda: BEGAN,
            wishes=Wishes(names=names, **wishes),
            resume=resume,
        )
        async with app.run_test(size=size) as pilot:
            table = Table(app, pilot)
            await table.settle()
            await play(table)

    # The pilot waits until the machine is idle, which it may never be.
    with (
        mock.patch.object(Tap, "REST_S", 0.0),
        mock.patch("textual.app.wait_for_idle", _no_wait),
        mock.patch("textual.pilot.wait_for_idle", _no_wait),
    ):
        asyncio.run(run())


async def _no_wait(*_: float) -> None:
    await asyncio.sleep(0)
