"""What an umpire needs of a match: its showdown that waits, and somebody who takes the end of it.

`table.Table` is one, with the rules' own state; `score_desk.ScoreDesk` is another, for a game with
real cards.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Protocol

from showdown_rules.actions import Action
from showdown_rules.events import Event
from showdown_rules.state import Showdown

logger = logging.getLogger(__name__)

Listener = Callable[[Action, list[Event]], None]


class Waiting(Protocol):
    """As much of a state as says what is to be played."""

    @property
    def phase(self) -> int:
        """`Phase.SHOWDOWN` while one waits."""

    @property
    def turn(self) -> int:
        """Actions about the showdown carry it."""

    @property
    def showdown(self) -> Showdown | None:
        """The one that waits for its verdict."""


class HasShowdowns(Protocol):
    """A match of which an umpire plays the showdowns. Any thread may call any method."""

    @property
    def match_id(self) -> str:
        """Its name in keys."""

    @property
    def course(self) -> str:
        """A short name of all that has happened in it, of letters and digits."""

    @property
    def names(self) -> tuple[str, ...]:
        """The players by seat."""

    @property
    def state(self) -> Waiting:
        """Now."""

    @property
    def notes(self) -> Sequence[Mapping[str, Any]]:
        """What `note` has kept, oldest first."""

    def note(self, **members: Any) -> None:
        """Keep something, durably."""

    def act(self, action: Action) -> list[Event]:
        """Take a `Settle`, `Lines` or `Rematch`, durably. Raises IllegalAction."""

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Have every change told by whoever made it; the result ends that."""


class Listeners:
    """Those who want to hear of every change. Any thread may call any method."""

    def __init__(self) -> None:
        self._all: list[Listener] = []

    def add(self, listener: Listener) -> Callable[[], None]:
        """Have it told from now on; the result ends that, also when called again."""
        self._all.append(listener)

        def end() -> None:
            with suppress(ValueError):
                self._all.remove(listener)

        return end

    def tell(self, action: Action, events: list[Event]) -> None:
        """Tell all of them; one that fails is logged."""
        for listener in list(self._all):
            try:
                listener(action, events)
            except Exception:  # what is done is done, and the others have to hear of it
                logger.exception("a listener failed at %s", action)
