"""The unit that the umpire has now, if any, and what is done to it in passing."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from showdown_host.errors import ShowdownError
from showdown_host.remember import Remember
from showdown_host.stream import EventStream
from showdown_host.unit import Unit
from showdown_protocol.messages import Event, HelloResult
from showdown_table.umpire_job import DroppedError, Job

logger = logging.getLogger(__name__)


class UnitLink:
    """One thread's, but for `seek`. `happened` is called on other threads, with the unit's events.

    A `Unit` is one unit for good; where any will do, it is let go and sought anew.
    """

    def __init__(
        self, open_unit: Callable[[], Unit], happened: Callable[[Unit, Event], None]
    ) -> None:
        self._open_unit = open_unit
        self._happened = happened
        self._lock = threading.Lock()
        self._closed = False
        self._sought: Unit | None = None  # found, and perhaps not taken yet
        self._info: HelloResult | None = None  # its own words about itself
        self.unit: Unit | None = None

    def seek(self, job: Job, rest_s: float) -> tuple[Unit, str]:
        """A unit and its name, after a rest. Raises as `open_unit`; DroppedError."""
        job.pause(rest_s)
        unit = self._open_unit()
        try:
            info = unit.info
            with self._lock:
                if self._closed:
                    raise DroppedError
                self._sought, self._info = unit, info
        except BaseException:
            unit.close()
            raise
        return unit, info.name or info.serial

    def take(self, unit: Unit) -> None:
        """Work with that one."""
        self.unit = unit
        args = (unit, unit.events())
        threading.Thread(target=self._heed, args=args, name="umpire-heed", daemon=True).start()

    def _heed(self, unit: Unit, events: EventStream) -> None:
        """Until the unit is closed."""
        memory = None if self._info is None else Remember(self._info, tell=logger.warning)
        for event in events:
            if memory is not None:
                memory.event(event)
            self._happened(unit, event)
        if memory is not None:
            memory.close()

    def let_go(self) -> None:
        """Have none; a showdown at it goes on."""
        if self.unit is not None:
            self.unit.close()
        self.unit = None

    def close(self) -> None:
        """Have none any more, also if one is being opened."""
        with self._lock:
            self._closed, sought = True, self._sought
        if sought is not None:
            sought.close()
        self.let_go()

    def settle(self, key: str) -> bool:
        """The key need not be stored any more. False: it still is."""
        if self.unit is None:
            return False
        try:
            self.unit.settle(key)
        except ShowdownError as error:
            logger.warning("the key %s stays stored: %s", key, error)
            return False
        return True

    def call_off(self, job: Job) -> None:
        """Beside the job, which then sees the end; nothing waits for this."""
        unit = self.unit
        if job.claim is None or unit is None or job.called_off:
            return
        job.called_off, key = True, job.claim.key

        def cancel() -> None:
            try:
                unit.cancel(key, settle=False)
            except ShowdownError as error:
                logger.info("%s is not called off: %s", key, error)

        threading.Thread(target=cancel, name="umpire-cancel", daemon=True).start()
