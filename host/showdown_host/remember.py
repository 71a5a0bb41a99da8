"""Keeps in the history what an app hears of a unit, beside the app's own work."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from typing import Any, Self

import msgspec

from showdown_host.errors import StoreError
from showdown_host.history_store import HistoryStore
from showdown_host.result import Result
from showdown_protocol.messages import Event, HelloResult, Record

_END_S = 10.0


class Remember:
    """Any thread may tell it anything, and is never kept waiting for the disk; ends with `close`.

        with Remember(unit.info, tell=print) as history:
            for event in unit.events():
                history.event(event)

    `tell`: gets, from another thread, what is wrong: the disk, or a unit that contradicts itself.
    Where it fails the unit still has the record, and `showdown history` reads it later.
    """

    def __init__(
        self,
        unit: HelloResult,
        *,
        tell: Callable[[str], None],
        store: HistoryStore | None = None,
    ) -> None:
        self._serial, self._name = unit.serial, unit.name
        self._store = store or HistoryStore()
        self._tell = tell
        self._told: set[str] = set()
        self._last: Record | None = None
        self._records: queue.SimpleQueue[Record | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._main, name="showdown-history", daemon=True)
        self._thread.start()

    def result(self, result: Result) -> None:
        """How a showdown stands, or what it came to; as `on_progress` gets it."""
        self._records.put(result.record)

    def event(self, event: Event) -> None:
        """An event of the unit; those without a record tell nothing."""
        members: Any = event.data.get("record")
        if isinstance(members, Record):
            self._records.put(members)
        elif isinstance(members, dict):
            try:
                self._records.put(msgspec.convert(members, Record))
            except (msgspec.ValidationError, ValueError) as error:
                self._say(f"a record that the unit told is not understood, so not kept: {error}")

    def close(self) -> None:
        """What was told before is kept on return."""
        self._records.put(None)
        self._thread.join(_END_S)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _main(self) -> None:
        while (record := self._records.get()) is not None:
            if record == self._last:
                continue
            try:
                found = self._store.note(self._serial, record, self._name)
            except StoreError as error:
                self._say(f"not kept in the history: {error}")
            else:
                self._last = record
                for one in found:
                    self._say(f"DO NOT TRUST THIS: {one}")

    def _say(self, text: str) -> None:
        if text not in self._told:
            self._told.add(text)
            self._tell(text)
