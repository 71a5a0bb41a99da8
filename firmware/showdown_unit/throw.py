"""One throw of the launcher: power and park, aim, hold, park again, power off."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
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
        aim_ns = start_ns + PARK_FRAME_NS
        back_ns = start_ns + self._times.throw_ns + self._times.hold_ns
        level_ns = back_ns + self._times.park_ns

        def aim() -> None:
            if self._in_time(aim_ns, back_ns):
                self._try(partial(self._launcher.aim, _POSITIONS[side]), back_ns, park)

        def park() -> None:
            if self._in_time(back_ns, level_ns):
                self._try(partial(self._launcher.aim, "park"), level_ns, lambda: self._end(True))

        self._try(partial(self._launcher.power, True), aim_ns, aim)

    def cut(self) -> None:
        """Stop at once, unpowered, wherever the tray is."""
        if self._then is not None:
            self._end(False)

    def _in_time(self, due_ns: int, next_ns: int) -> bool:
        """Whether half of a move's time is left; else the tray would not get there: the end."""
        late_ns = self._scheduler.now_ns() - due_ns
        if 2 * late_ns <= next_ns - due_ns:
            return True
        _logger.error("a move of the launcher came %d ms late", late_ns // 1_000_000)
        self._end(False)
        return False

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
