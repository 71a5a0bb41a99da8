"""The console's unit: what is typed goes out, what goes over the link is kept and logged."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from typing import Any, Literal, Protocol

from showdown_host.cli_common import OpenUnit
from showdown_host.console_line import Known, filled
from showdown_host.errors import LinkLost, Refused, ShowdownError
from showdown_host.stream import EventStream
from showdown_host.tap import Lines, WireLine
from showdown_host.traffic_log import TrafficLog, local_now
from showdown_host.unit import Unit
from showdown_host.wishes import new_key
from showdown_protocol.messages import Event
from showdown_table.console_traffic import Traffic

AT_ONCE = 16
"""Requests of people that may wait for their answers."""


class Link(Protocol):
    """What the app needs of a unit."""

    traffic: Traffic

    @property
    def name(self) -> str:
        """Of the unit, for the title."""

    @property
    def role(self) -> str:
        """`control` or `observe`."""

    @property
    def up(self) -> bool:
        """Whether there is a session now."""

    @property
    def waiting(self) -> int:
        """Requests without an answer."""

    def known(self, commands: tuple[str, ...]) -> Known:
        """For completion."""

    def ask(self, method: str, params: dict[str, Any]) -> None:
        """Send a request; what comes of it is in `traffic`. Never blocks, never raises."""

    def watch(self, changed: Callable[[], None]) -> None:
        """Call this, from any thread, when there is something new."""

    def problem(self) -> str:
        """What does not work beside the link, as the log; empty where all does."""


class UnitLink:
    """A `Link` to a real unit. Raises `ShowdownError` where it cannot be opened."""

    def __init__(
        self,
        open_unit: OpenUnit,
        role: Literal["control", "observe"],
        *,
        log: TrafficLog | None = None,
        clock: Callable[[], datetime] = local_now,
    ) -> None:
        self.traffic = Traffic()
        self._log = log
        self._clock = clock
        self._changed: Callable[[], None] = lambda: None
        self._lock = threading.Lock()
        self._waiting = 0
        self._up = True
        self._role: str = role
        self._unit: Unit = open_unit(role, Lines(self._heard))
        info = self._unit.info
        self._name = info.name or info.serial
        self._role = info.role
        self.traffic.seen.boot = info.boot
        what = f"{info.model} {info.serial}, firmware {info.fw}, backend {info.backend}"
        self._tell(f"{what}, {info.role}")
        self._events = self._unit.events()
        self._listener = threading.Thread(target=self._listen, args=(self._events,), daemon=True)
        self._listener.start()

    @property
    def name(self) -> str:
        """See `Link`."""
        return self._name

    @property
    def role(self) -> str:
        """See `Link`."""
        return self._role

    @property
    def up(self) -> bool:
        """See `Link`."""
        return self._up

    @property
    def waiting(self) -> int:
        """See `Link`."""
        return self._waiting

    def known(self, commands: tuple[str, ...]) -> Known:
        """See `Link`."""
        return self.traffic.seen.known(commands)

    def problem(self) -> str:
        """See `Link`."""
        return "" if self._log is None else self._log.problem

    def watch(self, changed: Callable[[], None]) -> None:
        """See `Link`."""
        self._changed = changed

    def ask(self, method: str, params: dict[str, Any]) -> None:
        """See `Link`."""
        with self._lock:
            full = self._waiting >= AT_ONCE
            self._waiting += not full
        if full:
            self._tell(f"not sent: {AT_ONCE} requests wait for their answers", problem=True)
            return
        whole = filled(method, params, self.known(()), new_key())
        self.traffic.typed(method)
        threading.Thread(target=self._call, args=(method, whole), daemon=True).start()

    def close(self) -> None:
        """Let the unit go."""
        self._changed = lambda: None
        self._unit.close()
        self._listener.join(1.0)

    def _call(self, method: str, params: dict[str, Any]) -> None:
        try:
            self._unit.call(method, params)
        except Refused as error:
            if error.name == "LINE_TOO_LONG" and not error.data:  # ours: it was never sent
                self._tell(f"not sent: {error.message}", problem=True)
        except LinkLost as error:
            self._tell(f"{method}: {error}. It may have arrived", problem=True)
        except ShowdownError as error:
            self._tell(f"{method}: {error}", problem=True)
        except Exception as error:  # noqa: BLE001 - a line of somebody's, whatever is in it
            self._tell(f"{method}: cannot be sent: {error}", problem=True)
        finally:
            with self._lock:
                self._waiting -= 1
            self._changed()

    def _heard(self, line: WireLine) -> None:
        self.traffic.heard(line, self._clock())
        if self._log is not None:
            self._log.add(line)
        self._changed()

    def _listen(self, events: EventStream) -> None:
        for event in events:
            self._happened(event)

    def _happened(self, event: Event) -> None:
        if event.type == "link.down":
            self._up = False
            self._tell(f"link lost: {event.data.get('reason')}. Looking for it", problem=True)
        elif event.type == "link.up":
            self._up = True
            self._role = str(event.data.get("role", self._role))
            self._tell(f"link: there again, {self._role}")
            with suppress(ShowdownError):
                self.traffic.seen.boot = self._unit.info.boot
        elif event.type == "events.missed":
            self._tell(f"{event.data.get('count')} events are gone for good", problem=True)
        elif event.type == "session.lost":
            self._role = "observe"
            self._tell(f"control taken by {event.data.get('by')}; this console observes now")

    def _tell(self, note: str, *, problem: bool = False) -> None:
        self.traffic.tell(note, self._clock(), problem=problem)
        self._changed()
