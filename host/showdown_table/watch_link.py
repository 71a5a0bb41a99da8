"""The thread of `showdown watch`: finds the unit, asks once, listens, and finds it again."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Protocol

from showdown_host.cli_common import OpenUnit
from showdown_host.console_seen import read
from showdown_host.errors import PermissionDenied, ShowdownError
from showdown_host.remember import Remember
from showdown_host.result import Result
from showdown_host.stream import EventStream
from showdown_host.tap import Lines, WireLine
from showdown_host.unit import Unit
from showdown_picture.follow import ROWS
from showdown_picture.view import View
from showdown_table.watch_model import Watched

AGAIN_S = 2.0
"""Between two looks for a unit."""

_LOOK_S = 0.5
_logger = logging.getLogger(__name__)


class Watch(Protocol):
    """What the app needs."""

    def view(self) -> View:
        """How the unit looks now."""

    @property
    def failure(self) -> ShowdownError | None:
        """Why there is no use in looking on; None while there is."""


class UnitWatch:
    """A `Watch` of a real unit. `close` ends it."""

    def __init__(
        self,
        open_unit: OpenUnit,
        *,
        now_ns: Callable[[], int] = time.monotonic_ns,
        again_s: float = AGAIN_S,
    ) -> None:
        self._open_unit = open_unit
        self._now_ns = now_ns
        self._again_s = again_s
        self._lock = threading.Lock()
        self._watched = Watched(now_ns())
        self._over = threading.Event()
        self._anew = threading.Event()  # everything is to be asked for
        self._failure: ShowdownError | None = None
        self._thread = threading.Thread(target=self._main, name="showdown-watch", daemon=True)
        self._thread.start()

    @property
    def failure(self) -> ShowdownError | None:
        """See `Watch`."""
        return self._failure

    def view(self) -> View:
        """See `Watch`."""
        with self._lock:
            return self._watched.view(self._now_ns())

    def close(self) -> None:
        """Let the unit go, within a few seconds."""
        self._over.set()
        self._thread.join(4.0)

    def _main(self) -> None:
        while not self._over.is_set():
            try:
                with self._open_unit("observe", Lines(self._heard)) as unit:
                    self._follow(unit)
            except PermissionDenied as error:  # does not mend itself while we look
                self._failure = error
                return
            except ShowdownError as error:
                with self._lock:
                    self._watched.lost(str(error))
            self._over.wait(self._again_s)

    def _follow(self, unit: Unit) -> None:
        """Until the watch is over. Raises `ShowdownError` where the session has ended for good."""
        events, memory = unit.events(), Remember(unit.info, tell=_logger.warning)
        listener = threading.Thread(target=self._listen, args=(events, memory), daemon=True)
        self._anew.set()
        listener.start()
        try:
            while not self._over.is_set():
                if self._anew.wait(_LOOK_S):
                    self._anew.clear()
                    self._catch_up(unit)
                elif self._gone_quiet():
                    unit.status()  # raises where nobody will ever answer
        finally:
            events.close()
            listener.join(1.0)
            memory.close()

    def _listen(self, events: EventStream, memory: Remember) -> None:
        """Events are shown also while an answer is waited for; results go into the history."""
        for event in events:
            memory.event(event)
            with self._lock:
                self._watched.event(event.type, event.members(), self._now_ns())
            if event.type in {"link.up", "events.missed"}:
                self._anew.set()

    def _catch_up(self, unit: Unit) -> None:
        """Ask for everything, once."""
        info = unit.info
        with self._lock:
            self._watched.opened(unit.port, info.members(), self._now_ns())
        status = unit.status()
        with self._lock:
            self._watched.status(status.members())
        listed: Sequence[Result] = unit.list(ROWS)
        with self._lock:
            self._watched.records([one.record.members() for one in listed])
            key = self._watched.running
        if key is not None:
            running = unit.get(key).record.members()
            with self._lock:
                self._watched.record(running)

    def _heard(self, line: WireLine) -> None:
        """From the link's thread."""
        if line.way == "out":
            return
        said = read(line)
        with self._lock, suppress(TypeError, ValueError):
            self._watched.heard(self._now_ns())
            if said.kind == "heartbeat":
                self._watched.heartbeat(said.members, self._now_ns())

    def _gone_quiet(self) -> bool:
        with self._lock:
            view = self._watched.view(self._now_ns())
        return view.linked and view.link.endswith(", silent")
