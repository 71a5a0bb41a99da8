"""New versions of records become events, and every answer carries its last event's number."""

from __future__ import annotations

from collections import OrderedDict

from msgspec.structs import replace

from showdown_protocol.messages import Record
from showdown_unit.events import RING, EventLog


class Publisher:
    """Tells hosts of records; remembers the newest event of the latest 256 of them."""

    def __init__(self, events: EventLog) -> None:
        self._events = events
        self._seqs: OrderedDict[str, int] = OrderedDict()

    def publish(self, kind: str, record: Record, **fields: object) -> Record:
        """Tell of a new version of a record; gives it back with its event's number."""
        seq = self._events.seq + 1
        record = replace(record, seq=seq)
        self._seqs[record.key] = seq
        self._seqs.move_to_end(record.key)
        if len(self._seqs) > RING:
            self._seqs.popitem(last=False)
        if kind == "showdown.state":
            self._events.emit(kind, key=record.key, state=record.state.value, **fields)
        else:
            self._events.emit(kind, record=record)
        return record

    def numbered(self, record: Record) -> Record:
        """The record with the number of its last event, where that is of this boot."""
        seq = self._seqs.get(record.key)
        return record if seq is None else replace(record, seq=seq)
