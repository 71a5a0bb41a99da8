"""Who waits for a record to get somewhere."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from showdown_protocol.messages import Record, WaitParams
from showdown_unit.ports import Answer, Handle, Scheduler, Stored

Find = Callable[[str, Callable[[Stored | None], None]], None]


@dataclass(eq=False, slots=True)
class _Wait:
    params: WaitParams
    then: Answer
    timer: Handle | None = None


@dataclass(slots=True)
class _Cancel:
    forget: Callable[[], object]

    def cancel(self) -> None:
        """Forget the wait."""
        self.forget()


class Waits:
    """`showdown.wait`. `find` looks a key up; `current` gives a record its last event's number."""

    def __init__(
        self, scheduler: Scheduler, find: Find, current: Callable[[Record], Record]
    ) -> None:
        self._scheduler = scheduler
        self._find = find
        self._current = current
        self._waits: list[_Wait] = []

    def add(self, params: WaitParams, then: Answer) -> Handle:
        """Answer at `until`, or with the record as it stands at the timeout.

        An unknown key is answered at once.
        """
        wait = _Wait(params, then)
        self._waits.append(wait)
        deadline_ns = self._scheduler.now_ns() + params.timeout_ms * 1_000_000

        def found(stored: Stored | None) -> None:
            if stored is None:
                self._answer(wait, Record.unknown(params.key))
            elif reached(stored.record, params.until):
                self._answer(wait, stored.record)
            elif wait in self._waits:
                wait.timer = self._scheduler.call_at(deadline_ns, expired)

        def expired() -> None:
            self._find(params.key, as_it_stands)

        def as_it_stands(stored: Stored | None) -> None:
            self._answer(wait, Record.unknown(params.key) if stored is None else stored.record)

        self._find(params.key, found)
        return _Cancel(lambda: self._forget(wait))

    def record_changed(self, record: Record) -> None:
        """A new version is public: answer who waited for it."""
        for wait in [w for w in self._waits if w.params.key == record.key]:
            if reached(record, wait.params.until):
                self._answer(wait, record)

    def _answer(self, wait: _Wait, record: Record) -> None:
        if self._forget(wait):
            wait.then(self._current(record))

    def _forget(self, wait: _Wait) -> bool:
        if wait not in self._waits:
            return False
        self._waits.remove(wait)
        if wait.timer is not None:
            wait.timer.cancel()
        return True


def reached(record: Record, until: str) -> bool:
    """Whether the record has come to `until`: `result` or `done`."""
    return record.state.over or (until == "result" and record.outcome is not None)
