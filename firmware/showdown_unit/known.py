"""What is known of showdowns, on request: their records, one or many, and their evidence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from showdown_protocol.errors import WireError
from showdown_protocol.messages import Record
from showdown_unit.ports import Answer, JournalPort, Kept, Stored
from showdown_unit.runner import Runner


class Numbering(Protocol):
    """What is told with a record and does not stand in it."""

    def current(self, record: Record) -> Record:
        """The record with the number of its last event."""


class Known:
    """Reads what is public: what the runner knows of a key, else what the journal holds."""

    def __init__(self, journal: JournalPort, runner: Runner, numbering: Numbering) -> None:
        self._journal = journal
        self._runner = runner
        self._numbering = numbering

    def find(self, key: str, then: Callable[[Stored | None], None]) -> None:
        """The newest public version of a record, None where there is none."""
        known = self._runner.newest(key)
        if known is not None:
            then(known)
            return

        def found(stored: Stored | None) -> None:
            then(self._runner.newest(key) or stored)

        self._journal.find(key, found)

    def get(self, key: str, then: Answer) -> None:
        """The record as it stands, `unknown` where there is none."""

        def found(stored: Stored | None) -> None:
            then(Record.unknown(key) if stored is None else self._numbering.current(stored.record))

        self.find(key, found)

    def page(
        self, limit: int, before: str | None, then: Callable[[Sequence[Record]], None]
    ) -> None:
        """The newest records first."""

        def newest(record: Record) -> Record:
            stored = self._runner.newest(record.key)
            return self._numbering.current(record if stored is None else stored.record)

        def found(page: Sequence[Record]) -> None:
            then([newest(record) for record in page])

        self._journal.page(limit, before, found)

    def evidence(self, key: str, then: Callable[[Kept | WireError], None]) -> None:
        """What the verdict stands on. Nothing before the result is durable, or where it is not."""

        def found(kept: Kept | Exception) -> None:
            if isinstance(kept, Exception):
                then(WireError("STORAGE", str(kept)))
            else:
                then(Kept() if self._runner.is_undecided(key) else kept)

        if self._runner.is_undecided(key):
            then(Kept())
        else:
            self._journal.evidence(key, found)
