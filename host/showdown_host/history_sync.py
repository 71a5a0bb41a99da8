"""Reads from a unit what the history has not got yet."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from showdown_host.history_lines import Line
from showdown_host.history_rows import Fold, merged
from showdown_host.history_store import HistoryStore
from showdown_host.unit import Unit
from showdown_protocol.messages import ListResult, Record, RecordState

OVERLAP = 20
"""So many showdowns are read again beyond what is known: the table may have decided since."""

_CHUNK = 200  # records for one write to the disk


def sync(
    unit: Unit,
    store: HistoryStore,
    state: Fold,
    *,
    full: bool = False,
    progress: Callable[[int], None] = lambda _count: None,
) -> int:
    """Page the unit's list back to what is known, or to its end; how many versions were new.

    `state` has what is kept of this unit, and has the rest too on return. What was read is durable
    also where it breaks off; the next time then begins anew. Raises as `Unit`, and `StoreError`.
    """
    serial, name = unit.info.serial, unit.info.name
    upto = None if full else state.upto.get(serial)
    fresh: list[Line] = []
    boots: list[str] = []  # the last one first
    settled: str | None = None  # the newest key from which on all are over
    beyond, new = 0, 0
    for read, record in enumerate(_records(unit), 1):
        progress(read)
        if record.boot is not None and (not boots or boots[-1] != record.boot):
            boots.append(record.boot)
        if not _over(record):
            settled = None
        elif settled is None:
            settled = record.key
        if state.lacks(serial, record):
            line = Line(serial=serial, seen_ms=store.now_ms(), record=record)
            state.add(line)
            fresh.append(line)
            new += 1
            if len(fresh) >= _CHUNK:
                store.append(serial, fresh)
                fresh = []
        beyond += upto is not None and (beyond > 0 or record.key == upto)
        if beyond > OVERLAP:
            break
    mark = _mark(state, serial, name, settled, tuple(dict.fromkeys(reversed(boots))))
    if mark is not None:
        mark = msgspec.structs.replace(mark, seen_ms=store.now_ms())
        state.add(mark)
        fresh.append(mark)
    store.append(serial, fresh)
    return new


def _records(unit: Unit) -> Iterator[Record]:
    """The unit's list, the newest first."""
    before: str | None = None
    while True:
        params: dict[str, object] = {"limit": 100}
        if before is not None:
            params["before"] = before
        page: ListResult = unit.call("showdown.list", params)
        yield from page.records
        if page.next is None or not page.records:
            return
        before = page.next


def _over(record: Record) -> bool:
    """Nothing more is expected of it; of an indeterminate one the table's verdict is."""
    return record.state.over and record.state is not RecordState.INDETERMINATE


def _mark(
    state: Fold, serial: str, name: str, settled: str | None, listed: tuple[str, ...]
) -> Line | None:
    """What is worth a line besides the records; None: nothing."""
    known = state.boots(serial)
    boots = listed if merged(known, listed) != known else None
    upto = settled if settled != state.upto.get(serial) else None
    named = name if name and name != state.names.get(serial) else None
    if boots is None and upto is None and named is None:
        return None
    return Line(serial=serial, seen_ms=0, upto=upto, boots=boots, name=named)
