"""The log of events: numbered without gaps within a boot, and kept for those who missed some."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from itertools import islice
from typing import Any, Final

from showdown_protocol.messages import Event, Message, ReplayResult
from showdown_protocol.strict_json import dumps
from showdown_unit.fitting import fitting
from showdown_unit.ports import Scheduler

RING: Final = 256
"""Events that can be replayed."""

EVENT_BYTES: Final = 1880
"""The longest parameters of an event: alone in a replay they fit one line, CRC and id included."""

_logger = logging.getLogger(__name__)
_Listener = Callable[[Event], None]


class EventLog:
    """Numbers events from 1, keeps the last 256 and tells the listeners.

    Its clock is the boot's: `up_ms` counts from its making.
    """

    def __init__(self, scheduler: Scheduler, boot: str) -> None:
        self._scheduler = scheduler
        self._boot = boot
        self._started_ns = scheduler.now_ns()
        self._ring: deque[Event] = deque(maxlen=RING)
        self._seq = 0
        self._listeners: list[_Listener] = []

    @property
    def boot(self) -> str:
        """The boot that the numbers belong to."""
        return self._boot

    @property
    def seq(self) -> int:
        """The last event's number, 0 before the first."""
        return self._seq

    def up_ms(self) -> int:
        """Milliseconds since this boot began."""
        return (self._scheduler.now_ns() - self._started_ns) // 1_000_000

    def subscribe(self, listener: _Listener) -> None:
        """Call `listener` with every event from now on."""
        self._listeners.append(listener)

    def emit(self, kind: str, /, **fields: Any) -> int:
        """Log an event of type `kind` and give its number.

        A field is a message or a value of JSON; one that is None is left out. An event too long
        for a line keeps its number, loses its fields and says `truncated`.
        """
        self._seq += 1
        data = {
            name: value.members() if isinstance(value, Message) else value
            for name, value in fields.items()
            if value is not None
        }
        event = self._event(kind, data)
        size = len(dumps(event.members()))
        if size > EVENT_BYTES:
            _logger.error("event %d (%s) goes without its %d bytes", self._seq, kind, size)
            event = self._event(kind, {"truncated": True})
        self._ring.append(event)
        for listener in self._listeners:
            listener(event)
        return self._seq

    def replay(self, from_seq: int, max_events: int, room: int) -> ReplayResult:
        """At most `max_events` events from `from_seq` on, as many as `room` bytes of JSON take.

        `gap`: events between `from_seq` and the first one given are gone. `next`: where to go on.
        """
        first = self._seq - len(self._ring) + 1
        start = min(max(from_seq, first), self._seq + 1)
        wanted = islice(self._ring, start - first, start - first + max_events)
        events = tuple(fitting(wanted, room))
        return ReplayResult(events=events, next=start + len(events), gap=max(from_seq, 1) < start)

    def _event(self, kind: str, data: dict[str, Any]) -> Event:
        return Event(boot=self._boot, seq=self._seq, t_ms=self.up_ms(), type=kind, data=data)
