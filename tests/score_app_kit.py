"""The companion as an app under test."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from app_kit import FakeReferee, Sitting, sit_down
from showdown_table.score_app import ScoreApp
from showdown_table.score_screens_start import Wishes
from showdown_table.texts import Texts
from showdown_table.umpire_status import Status

BEGAN = "2025-01-31T19:30"


class Table(Sitting[ScoreApp]):
    """An app and its pilot."""

    @property
    def referee(self) -> FakeReferee:
        assert isinstance(self.app.referee, FakeReferee)
        return self.app.referee

    @property
    def game(self) -> Any:
        assert self.app.desk is not None
        return self.app.desk.book.game

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
    referee: type[FakeReferee] = FakeReferee,
    **wishes: Any,
) -> None:
    """Sit down at an 80 x 24 terminal and play."""

    def app() -> ScoreApp:
        return ScoreApp(
            Texts(lang, strict=True),
            folder,
            referee,
            lambda: BEGAN,
            wishes=Wishes(names=names, **wishes),
            resume=resume,
        )

    sit_down(app, Table, play, size)
