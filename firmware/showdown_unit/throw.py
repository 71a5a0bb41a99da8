"""One throw of the launcher: power and park, aim, hold, park again, power off."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Literal, Protocol

from showdown_referee.model import Side
from showdown_unit.config import LauncherConfig
from showdown_unit.ports import Handle, Scheduler

PARK_FRAME_NS = 20_000_000
"""One servo frame: the park pulse is heard before the tray is told to move."""

_logger = logging.getLogger(__name__)


_POSITIONS: dict[Side, Literal["left", "right"]] = {Side.LEFT: "left", Side.RIGHT: "right"}


class _Launcher(Protocol):
    def power(self, on: bool) -> None: ...

    def aim(self, position: Literal["park", "left", "right"]) -> None: ...


class Thrower:
    """Throws once when told to, and says whether the tray came back level."""

    def __init__(self, scheduler: Scheduler, launcher: _Launcher, times: LauncherConfig) -> None:
        self._scheduler = scheduler
        self._launcher = launcher
        self._times = times
        self._timer: Handle | None = None
        self._then: Callable[[bool], None] | None = None

    @property
    def moving(self) -> bool:
        """Whether a throw is under way."""
        return self._then is not None

    def throw(self, side: Side, then: Callable[[bool], None]) -> None:
        """Launch toward `side`. `then` gets True when parked and unpowered, False on failure."""
        self._then = then
        start_ns = self._scheduler.now_ns()
        back_ns = start_ns + self._times.throw_ns + self._times.hold_ns
        self._try(
            lambda: self._launcher.power(True),
            start_ns + PARK_FRAME_NS,
            lambda: self._try(
                lambda: self._launcher.aim(_POSITIONS[side]),
                back_ns,
                lambda: self._try(
                    lambda: self._launcher.aim("park"),
                    back_ns + self._times.park_ns,
                    lambda: self._end(True),
                ),
            ),
        )

    def cut(self) -> None:
        """Stop at once, unpowered, wherever the tray is."""
        if self._then is not None:
            self._end(False)

    def _try(self, move: Callable[[], None], next_ns: int, then: Callable[[], None]) -> None:
        try:
            move()
        except Exception:
            _logger.exception("the launcher failed")
            self._end(False)
            return
        self._timer = self._scheduler.call_at(next_ns, then)

    def _end(self, completed: bool) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        try:
            self._launcher.power(False)
        except Exception:
            _logger.exception("the launcher's power could not be switched off")
            completed = False
        then, self._then = self._then, None
        if then is not None:
            then(completed)
