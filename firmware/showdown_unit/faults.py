"""What is wrong with the unit right now, told once when it comes and once when it goes."""

from __future__ import annotations

import logging

from showdown_protocol.messages import FaultNote
from showdown_unit.events import EventLog

_logger = logging.getLogger(__name__)


class Faults:
    """The faults that stand, by code."""

    def __init__(self, events: EventLog) -> None:
        self._events = events
        self._standing: dict[str, str] = {}

    def notes(self) -> tuple[FaultNote, ...]:
        """All that stand, in the order of their coming."""
        return tuple(FaultNote(code=c, message=m) for c, m in self._standing.items())

    def raised(self, code: str, message: str) -> None:
        """A fault is there; the same one again with the same words is no news."""
        if self._standing.get(code) == message:
            return
        self._standing[code] = message
        _logger.error("%s: %s", code, message)
        self._events.emit("fault", code=code, message=message)

    def cleared(self, code: str) -> None:
        """A fault is gone; harmless where there was none."""
        if self._standing.pop(code, None) is not None:
            _logger.info("%s is over", code)
            self._events.emit("fault.cleared", code=code)

    def __contains__(self, code: str) -> bool:
        return code in self._standing
