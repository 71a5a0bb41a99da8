"""What a person does at the unit without a host: the timer button, and the look at the tray."""

from __future__ import annotations

import logging
import secrets
from typing import Protocol

from showdown_protocol.errors import WireError
from showdown_protocol.messages import Origin, Record, StartParams
from showdown_referee.model import State
from showdown_unit.conductor import Conductor
from showdown_unit.events import EventLog
from showdown_unit.ports import Scheduler
from showdown_unit.requests import Requests
from showdown_unit.settings import InForce
from showdown_unit.tray import Tray

_logger = logging.getLogger(__name__)

TRAY_S, CANCEL_S = 2, 3
"""How long the button is held to say that the tray was looked at, or to call a showdown off."""


class DeskHost(Protocol):
    """What the desk needs of the rest of the unit."""

    def stopping(self) -> bool:
        """Whether the unit is going down."""

    def testing(self) -> bool:
        """Whether a self-test runs: the button is its own then."""

    def not_ready(self) -> list[str]:
        """Why a start would be refused, whatever it asks for."""


class Desk:
    """The timer button's policy, with `unit.standalone` as it is in force."""

    def __init__(
        self,
        *,
        scheduler: Scheduler,
        conductor: Conductor,
        requests: Requests,
        events: EventLog,
        tray: Tray,
        host: DeskHost,
        in_force: InForce,
    ) -> None:
        self._scheduler = scheduler
        self._conductor = conductor
        self._requests = requests
        self._events = events
        self._tray = tray
        self._host = host
        self._in_force = in_force
        self._control_held = False
        self._control_ended_ns = scheduler.now_ns()
        self._not_mine = False  # the button went down while a self-test ran

    def control_changed(self, held: bool) -> None:
        """A control session is live, or is no more."""
        if self._control_held and not held:
            self._control_ended_ns = self._scheduler.now_ns()
        self._control_held = held

    def control_idle_ns(self) -> int | None:
        """For how long no control session has been live; None while one is."""
        if self._control_held:
            return None
        return self._scheduler.now_ns() - self._control_ended_ns

    def button_pressed(self, stamp_ns: int) -> None:
        """Start what is armed; with nothing armed, a showdown without a host, or an event."""
        self._not_mine = self._host.testing()
        if self._not_mine:
            return
        if self._conductor.state is State.ARMED:
            self._conductor.press_button(stamp_ns)
        elif self._requests.active_key is not None or self._host.stopping():
            return
        elif self._plays_alone() and not self._host.not_ready():
            self._play_alone(stamp_ns)
        elif self._control_held:
            self._events.emit("button")

    def button_held(self, seconds: int) -> None:
        """Two seconds: the tray was looked at. Three: the running showdown is called off."""
        if self._not_mine:
            return
        if self._requests.active_key is not None:
            if seconds == CANCEL_S:
                self._requests.cancel_active()
        elif seconds == TRAY_S and self._tray.unknown:
            self._tray.looked_at()

    def _plays_alone(self) -> bool:
        rule = self._in_force.config.unit.standalone
        return rule == "always" or (rule == "auto" and not self._control_held)

    def _play_alone(self, stamp_ns: int) -> None:
        params = StartParams(
            key=f"local-{secrets.token_hex(8)}", boot=self._events.boot, cards=0, start="button"
        )
        self._requests.start(params, None, _log_refusal, origin=Origin.BUTTON, pressed_ns=stamp_ns)


def _log_refusal(answer: Record | WireError) -> None:
    if isinstance(answer, WireError):
        _logger.warning("the timer button started nothing: %s", answer)
