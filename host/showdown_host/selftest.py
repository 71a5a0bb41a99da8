"""One part of a unit's self-test, from its start to its last event."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from typing import Any, Protocol

from showdown_host.errors import LinkLost, ShowdownError
from showdown_host.stream import EventStream
from showdown_protocol.messages import SelftestEvent, SelftestResult

Step = Callable[[SelftestEvent], None]

GRACE_S = 2.0
"""How much longer than the unit's own limit the end is waited for."""

_LOST = ("link.down", "session.lost", "events.missed")


class _Unit(Protocol):
    def events(self) -> EventStream: ...

    def call(self, method: str, params: dict[str, Any] | None = None) -> Any: ...


def run_part(
    unit: _Unit, part: str, on_step: Step, now_s: Callable[[], float] = time.monotonic
) -> SelftestEvent:
    """The part's last event. Whatever ends this early stops the part, as far as it can be told.

    Raises `Refused` where the unit does, `LinkLost` where its end did not come or events were
    missed on the way.
    """
    ended = False
    with unit.events() as stream:
        accepted: SelftestResult = unit.call("selftest", {"part": part})
        end_s = now_s() + accepted.limit_ms / 1000 + GRACE_S
        try:
            while True:
                event = _next(stream, part, end_s - now_s())
                if event.result is not None:
                    ended = True
                    return event
                on_step(event)
        finally:
            if not ended:
                with contextlib.suppress(ShowdownError):
                    unit.call("selftest", {"part": "stop"})


def _next(stream: EventStream, part: str, patience_s: float) -> SelftestEvent:
    event = stream.get(max(0.0, patience_s))
    while event is not None:
        if event.type in _LOST:
            msg = f"the self-test of {part} was cut short: {event.type}"
            raise LinkLost(msg)
        payload = event.payload() if event.type == "selftest" else None
        if isinstance(payload, SelftestEvent) and payload.part == part:
            return payload
        event = stream.get(max(0.0, patience_s))
    msg = f"the self-test of {part} has not ended within its limit"
    raise LinkLost(msg)
