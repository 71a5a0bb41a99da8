"""The journal as the rest of the unit sees it: its failures are a fault that comes and goes."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

from showdown_protocol.messages import Record
from showdown_unit.faults import Faults
from showdown_unit.journal_errors import JournalFull
from showdown_unit.ports import JournalPort, Kept, Scheduler, Step, Stored

STUCK_NS = 5_000_000_000
"""A write that takes longer than this is told as a fault, though it may still end well."""

_Told = Callable[[Exception | None], None]


class Storage:
    """A `JournalPort` over another; `STORAGE` stands from a failed write to the next good one."""

    def __init__(self, journal: JournalPort, scheduler: Scheduler, faults: Faults) -> None:
        self._journal = journal
        self._scheduler = scheduler
        self._faults = faults
        self._pending: deque[int] = deque()  # when each write began that is not over

    def write(self, step: Step, stored: Stored, then: _Told) -> None:
        """Make `stored.written()` durable at that step, then say None, or what went wrong."""
        self._journal.write(step, stored, self._watched(then))

    def find(self, key: str, then: Callable[[Stored | None], None]) -> None:
        """The record of a key, or None where the journal does not know it."""
        self._journal.find(key, then)

    def page(
        self, limit: int, before: str | None, then: Callable[[Sequence[Record]], None]
    ) -> None:
        """The newest records first, at most `limit`, older than the key `before`."""
        self._journal.page(limit, before, then)

    def evidence(self, key: str, then: Callable[[Kept | Exception], None]) -> None:
        """What is kept of a showdown's evidence, or why it cannot be read."""
        self._journal.evidence(key, then)

    def do(self, work: Callable[[], None], then: _Told) -> None:
        """Another durable write of the state folder, in its turn; says None, or what it raised."""
        self._journal.do(work, self._watched(then))

    def set_tray_unknown(self, unknown: bool, then: _Told) -> None:
        """Remember durably whether a person has to look at the tray first."""
        self._journal.set_tray_unknown(unknown, self._watched(then))

    def look(self) -> None:
        """Tell of a write that does not end. For the watchdog's tick."""
        if self._pending and self._scheduler.now_ns() - self._pending[0] >= STUCK_NS:
            self._faults.raised("STORAGE", "the disk does not answer: look at the card or disk")

    def _watched(self, then: _Told) -> _Told:
        self._pending.append(self._scheduler.now_ns())

        def told(error: Exception | None) -> None:
            self._pending.popleft()  # calls are carried out in order
            if error is None:
                self._faults.cleared("STORAGE")
            elif not isinstance(error, JournalFull):
                self._faults.raised("STORAGE", str(error))
            then(error)

        return told
