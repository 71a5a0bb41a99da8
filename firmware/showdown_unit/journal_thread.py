"""The journal on a thread of its own, so that a slow disk never delays an edge."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from showdown_protocol.messages import Record
from showdown_unit.journal_errors import StorageError
from showdown_unit.ports import Kept, Scheduler, Step, Stored

log = logging.getLogger(__name__)


class SyncJournal(Protocol):
    """What the thread drives: `Journal`."""

    @property
    def journal_since(self) -> int:
        """Unix seconds from which on every key is known."""

    def write(self, step: Step, stored: Stored) -> None:
        """See `Journal`."""

    def find(self, key: str) -> Stored | None:
        """See `Journal`."""

    def page(self, limit: int, before: str | None) -> Sequence[Record]:
        """See `Journal`."""

    def evidence(self, key: str) -> Kept:
        """See `Journal`."""

    def set_tray_unknown(self, unknown: bool) -> None:
        """See `Journal`."""

    def tidy(self) -> None:
        """See `Journal`."""

    def close(self) -> None:
        """See `Journal`."""


@dataclass(frozen=True, slots=True)
class _Call:
    """`run` works on the journal's thread and gives back what is to run on the loop."""

    queued_ns: int
    run: Callable[[], Callable[[], None]]
    failed: Callable[[Exception], None]  # runs on the loop


class JournalThread:
    """JournalPort over a journal. Calls are carried out one after the other, in their order.

    A read of records that fails has no honest answer (None would say "unknown key"): its `then` is
    never called, `on_read_error` gets the error on the loop and has to end the start.
    """

    def __init__(
        self,
        journal: SyncJournal,
        scheduler: Scheduler,
        on_read_error: Callable[[Exception], None],
    ) -> None:
        self._journal = journal
        self._scheduler = scheduler
        self._on_read_error = on_read_error
        self._changed = threading.Condition()
        self._calls: deque[_Call] = deque()
        self._closing = False
        self._untidy = False  # the journal's thread alone
        self._tidying_ns: int | None = None  # since when
        self._thread = threading.Thread(target=self._work, name="journal", daemon=True)
        self._thread.start()

    @property
    def journal_since(self) -> int:
        """Unix seconds from which on every key is known. Any thread."""
        return self._journal.journal_since

    @property
    def oldest_pending_ns(self) -> int | None:
        """Since when the oldest unfinished call has waited, or the journal is being tidied.

        None where neither is. Any thread.
        """
        with self._changed:
            if self._tidying_ns is not None:
                return self._tidying_ns
            return self._calls[0].queued_ns if self._calls else None

    def write(self, step: Step, stored: Stored, then: Callable[[Exception | None], None]) -> None:
        """Make `stored.written()` durable at that step, then say None, or what went wrong."""

        def run() -> Callable[[], None]:
            self._journal.write(step, stored)
            # never between "may launch" and the result: tidying would hold that one up
            self._untidy = self._untidy or step is Step.DONE
            return partial(then, None)

        self._add(run, then)

    def find(self, key: str, then: Callable[[Stored | None], None]) -> None:
        """The record of a key, or None where the journal does not know it."""

        def run() -> Callable[[], None]:
            return partial(then, self._journal.find(key))

        self._add(run, self._on_read_error)

    def page(
        self, limit: int, before: str | None, then: Callable[[Sequence[Record]], None]
    ) -> None:
        """The newest records first, at most `limit`, older than the key `before`."""

        def run() -> Callable[[], None]:
            return partial(then, self._journal.page(limit, before))

        self._add(run, self._on_read_error)

    def evidence(self, key: str, then: Callable[[Kept | Exception], None]) -> None:
        """What is kept of a showdown's evidence, or why it cannot be read."""

        def run() -> Callable[[], None]:
            return partial(then, self._journal.evidence(key))

        self._add(run, then)

    def do(self, work: Callable[[], None], then: Callable[[Exception | None], None]) -> None:
        """Another durable write of the state folder, in its turn; says None, or what it raised."""

        def run() -> Callable[[], None]:
            work()
            return partial(then, None)

        self._add(run, then)

    def set_tray_unknown(self, unknown: bool, then: Callable[[Exception | None], None]) -> None:
        """Remember durably whether a person has to look at the tray first."""

        def run() -> Callable[[], None]:
            self._journal.set_tray_unknown(unknown)
            return partial(then, None)

        self._add(run, then)

    def close(self, timeout_s: float | None = None) -> bool:
        """Carry out what waits, close the journal, end the thread. False where the disk is stuck.

        Later calls fail with StorageError.
        """
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        self._thread.join(timeout_s)
        return not self._thread.is_alive()

    # --- inside -----------------------------------------------------------------------------

    def _add(
        self, run: Callable[[], Callable[[], None]], failed: Callable[[Exception], None]
    ) -> None:
        call = _Call(self._scheduler.now_ns(), run, failed)
        with self._changed:
            if not self._closing:
                self._calls.append(call)
                self._changed.notify_all()
                return
        error = StorageError("the journal is closed: the unit is shutting down")
        self._scheduler.post(partial(failed, error))

    def _work(self) -> None:
        while (call := self._next()) is not None or self._untidy:
            if call is not None:
                self._carry_out(call)
            else:
                self._tidy()
        try:
            self._journal.close()
        except StorageError as error:
            log.error("%s", error)

    def _tidy(self) -> None:
        self._untidy = False
        with self._changed:
            self._tidying_ns = self._scheduler.now_ns()
        self._journal.tidy()
        with self._changed:
            self._tidying_ns = None

    def _next(self) -> _Call | None:
        """The oldest call, which stays in the queue until it is done.

        None where nothing waits and there is something to tidy, or the journal is to be closed.
        """
        with self._changed:
            while not self._untidy and not self._calls and not self._closing:
                self._changed.wait()
            return self._calls[0] if self._calls else None

    def _carry_out(self, call: _Call) -> None:
        try:
            answer = call.run()
        except Exception as error:  # noqa: BLE001 - handed to the caller, whatever it is
            answer = partial(call.failed, error)
        with self._changed:
            self._calls.popleft()
        self._scheduler.post(answer)
