"""What hosts ask about showdowns, exactly once: start, cancel, lines, get, wait.

Requests about one key are carried out one after another, so that a repeat sees what the first one
left behind and never does it again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from msgspec.structs import replace

from showdown_protocol.errors import WireError
from showdown_protocol.messages import (
    CancelParams,
    LinesParams,
    Origin,
    Record,
    StartParams,
    WaitParams,
)
from showdown_unit import records
from showdown_unit.journal_errors import JournalFull
from showdown_unit.keyqueue import Finish, KeyQueue
from showdown_unit.ports import Answer, Handle, JournalPort, Scheduler, Step, Stored
from showdown_unit.runner import Runner
from showdown_unit.showdown import Showdown


class Host(Protocol):
    """What requests need of the rest of the unit."""

    @property
    def boot(self) -> str:
        """The id of this boot."""

    def refuse_start(self, params: StartParams) -> WireError | None:
        """Why no start is possible now: shutting down, boot, expiry, busy, not ready."""

    def new_record(self, params: StartParams, origin: Origin) -> Record:
        """The record that an accepted start begins with."""

    def new_tombstone(self, key: str) -> Record:
        """The record of a key that was called off before its start."""

    def stopping(self) -> bool:
        """Whether the unit is going down."""

    def storage_failed(self, error: Exception) -> None:
        """A durable write failed."""

    def storage_works(self) -> None:
        """A durable write worked."""

    def current(self, record: Record) -> Record:
        """The record with the number of its last event."""

    def new_seed(self) -> bytes:
        """A fresh secret."""

    def publish(self, kind: str, record: Record) -> Record:
        """Tell hosts of a new version of a record."""


@dataclass(eq=False, slots=True)
class _Wait:
    params: WaitParams
    then: Answer
    timer: Handle | None = None


class Requests:
    """The keyed methods. `cards_max`: the unit's limit; `lines_always`: also after clear wins."""

    def __init__(
        self,
        *,
        scheduler: Scheduler,
        journal: JournalPort,
        runner: Runner,
        host: Host,
        cards_max: int,
        lines_always: bool,
    ) -> None:
        self._scheduler = scheduler
        self._journal = journal
        self._runner = runner
        self._host = host
        self._cards_max = cards_max
        self._lines_always = lines_always
        self._queue = KeyQueue()
        self._waits: list[_Wait] = []
        self._starting: str | None = None  # accepted, on its way to the disk

    @property
    def active_key(self) -> str | None:
        """The key of the showdown that is not over, or about to begin."""
        active = self._runner.active
        return active.key if active is not None else self._starting

    # --- start ------------------------------------------------------------------------------

    def start(
        self,
        params: StartParams,
        refusal: WireError | None,
        then: Answer,
        *,
        origin: Origin = Origin.HOST,
        pressed_ns: int | None = None,
    ) -> None:
        """Start or replay. `pressed_ns`: the button that starts a showdown without a host."""
        if params.cards > self._cards_max:
            allowed = f"0 to {self._cards_max}"
            text = f"cards is {params.cards}, this unit takes {allowed}"
            then(WireError("INVALID_PARAMS", text, param="cards", allowed=allowed))
            return

        def look(finish: Finish) -> None:
            answer = _finishing(finish, then)

            def found(stored: Stored | None) -> None:
                if stored is not None:
                    answer(self._replayed(params, stored))
                    return
                error = refusal or self._host.refuse_start(params)
                if error is not None:
                    answer(error)
                    return
                self._accept(params, origin, pressed_ns, answer)

            self._find(params.key, found)

        self._queue.run(params.key, look)

    def _replayed(self, params: StartParams, stored: Stored) -> Record | WireError:
        record = stored.record
        same = stored.start is None or (
            stored.start == params.start
            and (record.cards is None or record.cards == params.cards)
            and record.players == params.players
        )
        if not same:
            return WireError(
                "KEY_CONFLICT",
                f"{params.key} was started with other parameters; a new showdown needs a new key",
                key=params.key,
            )
        return replace(self._host.current(record), replay=True)

    def _accept(
        self, params: StartParams, origin: Origin, pressed_ns: int | None, answer: Answer
    ) -> None:
        self._starting = params.key
        record = self._host.new_record(params, origin)
        showdown = Showdown(record=record, draft=record, start=params.start)

        def written(error: Exception | None) -> None:
            self._starting = None
            if error is not None:
                answer(self._storage_error(error))
                return
            self._host.storage_works()
            answer(replace(record, replay=False))
            now_ns = self._scheduler.now_ns() if pressed_ns is None else pressed_ns
            self._runner.begin(
                showdown,
                self._host.new_seed(),
                start_now=params.start == "now" or pressed_ns is not None,
                now_ns=now_ns,
            )
            if self._host.stopping():
                self._runner.conductor.cancel("shutdown")

        self._journal.write(Step.ACCEPTED, showdown.stored(), written)

    # --- cancel -----------------------------------------------------------------------------

    def cancel(self, params: CancelParams, refusal: WireError | None, then: Answer) -> None:
        """Call off what runs, or leave a tombstone; a showdown that is over answers as it is."""

        def look(finish: Finish) -> None:
            answer = _finishing(finish, then)

            def found(stored: Stored | None) -> None:
                active = self._runner.active
                if active is not None and active.key == params.key:
                    self._cancel_active(active, refusal, answer)
                elif stored is not None:
                    answer(self._host.current(stored.record))
                elif refusal is not None:
                    answer(refusal)
                elif self._host.stopping():
                    answer(WireError("SHUTTING_DOWN"))
                else:
                    self._bury(params.key, answer)

            self._find(params.key, found)

        self._queue.run(params.key, look)

    def _cancel_active(self, active: Showdown, refusal: WireError | None, answer: Answer) -> None:
        if active.result_written:
            answer(active.record)
        elif refusal is not None:
            answer(refusal)
        else:
            active.settled.append(lambda: answer(active.record))
            self._runner.conductor.cancel()

    def _bury(self, key: str, answer: Answer) -> None:
        record = self._host.new_tombstone(key)

        def written(error: Exception | None) -> None:
            if error is None:
                self._host.storage_works()
            answer(record if error is None else self._storage_error(error))

        self._journal.write(Step.DONE, Stored(record, Step.DONE, None), written)

    # --- lines ------------------------------------------------------------------------------

    def lines(self, params: LinesParams, refusal: WireError | None, then: Answer) -> None:
        """The table's verdict; the same numbers again replay it."""

        def look(finish: Finish) -> None:
            answer = _finishing(finish, then)

            def found(stored: Stored | None) -> None:
                decided = self._by_lines(params, refusal, stored)
                if not isinstance(decided, Stored):
                    answer(decided)
                    return

                def written(error: Exception | None) -> None:
                    if error is not None:
                        answer(self._storage_error(error))
                        return
                    self._host.storage_works()
                    self._runner.changed_by_lines(decided)
                    answer(self._host.publish("showdown.done", decided.record))

                self._journal.write(Step.DONE, decided, written)

            self._find(params.key, found)

        self._queue.run(params.key, look)

    def _by_lines(
        self, params: LinesParams, refusal: WireError | None, stored: Stored | None
    ) -> Stored | Record | WireError:
        if stored is not None and stored.record.lines is not None:
            lines = stored.record.lines
            if (lines.left, lines.right) == (params.left, params.right):
                return self._host.current(stored.record)
            text = f"the lines were counted as {lines.left} left and {lines.right} right already"
            return WireError("KEY_CONFLICT", text, key=params.key)
        if refusal is not None:
            return refusal
        if self._host.stopping():
            return WireError("SHUTTING_DOWN")
        if stored is None or not records.lines_allowed(stored.record, always=self._lines_always):
            state = "unknown" if stored is None else stored.record.state.value
            return WireError("LINES_NOT_ALLOWED", key=params.key, state=state)
        cards = self._cards_max if stored.record.cards is None else stored.record.cards
        if not 1 <= params.left + params.right <= cards:
            text = f"left + right is {params.left + params.right}, allowed are 1 to {cards}"
            return WireError("INVALID_PARAMS", text, param="left", allowed=f"1 to {cards} together")
        if params.left == params.right:
            return WireError("EVEN_SPLIT", key=params.key)
        start = stored.start if stored.start is not None else "button"
        return Stored(records.by_lines(stored.record, params), Step.DONE, start)

    # --- get, wait --------------------------------------------------------------------------

    def get(self, key: str, then: Answer) -> None:
        """The record as it stands, `unknown` where there is none."""

        def found(stored: Stored | None) -> None:
            then(Record.unknown(key) if stored is None else self._host.current(stored.record))

        self._find(key, found)

    def wait(self, params: WaitParams, then: Answer) -> Handle:
        """Answer at `until`, or with the record as it stands at the timeout."""
        wait = _Wait(params, then)
        self._waits.append(wait)
        deadline_ns = self._scheduler.now_ns() + params.timeout_ms * 1_000_000

        def found(stored: Stored | None) -> None:
            if wait not in self._waits:
                return
            record = Record.unknown(params.key) if stored is None else stored.record
            if stored is None or _reached(record, params.until):
                self._answer_wait(wait, record)
            else:
                wait.timer = self._scheduler.call_at(deadline_ns, expired)

        def expired() -> None:
            active = self._runner.active
            if active is not None and active.key == params.key:
                self._answer_wait(wait, active.record)
            else:
                self._forget(wait)
                self.get(params.key, then)

        self._find(params.key, found)
        return _Cancel(lambda: self._forget(wait))

    def record_changed(self, record: Record) -> None:
        """A new version is public: answer who waited for it."""
        for wait in [w for w in self._waits if w.params.key == record.key]:
            if _reached(record, wait.params.until):
                self._answer_wait(wait, record)

    def page(
        self, limit: int, before: str | None, then: Callable[[Sequence[Record]], None]
    ) -> None:
        """The newest records first."""

        def found(page: Sequence[Record]) -> None:
            active = self._runner.active
            then(
                [
                    active.record
                    if active is not None and record.key == active.key
                    else self._host.current(record)
                    for record in page
                ]
            )

        self._journal.page(limit, before, found)

    # --- helpers ----------------------------------------------------------------------------

    def _answer_wait(self, wait: _Wait, record: Record) -> None:
        if self._forget(wait):
            wait.then(self._host.current(record))

    def _forget(self, wait: _Wait) -> bool:
        if wait not in self._waits:
            return False
        self._waits.remove(wait)
        if wait.timer is not None:
            wait.timer.cancel()
        return True

    def _find(self, key: str, then: Callable[[Stored | None], None]) -> None:
        """What is public of a key: the running showdown's record, else what the journal holds."""
        active = self._runner.active
        if active is not None and active.key == key:
            then(Stored(active.record, active.step, active.start))
            return
        last = self._runner.last
        if last is not None and last.record.key == key:
            then(last)  # the newest version, also where the disk would not take it
            return

        def found(stored: Stored | None) -> None:
            running = self._runner.active
            if running is not None and running.key == key:
                stored = Stored(running.record, running.step, running.start)
            then(stored)

        self._journal.find(key, found)

    def _storage_error(self, error: Exception) -> WireError:
        if isinstance(error, JournalFull):
            return WireError("NOT_READY", str(error), reasons=["journal_full"])
        self._host.storage_failed(error)
        return WireError("STORAGE", str(error))


@dataclass(slots=True)
class _Cancel:
    forget: Callable[[], object]

    def cancel(self) -> None:
        """Forget the wait."""
        self.forget()


def _reached(record: Record, until: str) -> bool:
    return record.state.over or (until == "result" and record.outcome is not None)


def _finishing(finish: Finish, then: Answer) -> Answer:
    """`then`, after which the key's next request may go on."""

    def answer(result: Record | WireError) -> None:
        try:
            then(result)
        finally:
            finish()

    return answer
