"""What hosts ask of showdowns, exactly once: start, cancel, lines; and to wait for them.

Requests about one key are carried out one after another, so that a repeat sees what the first one
left behind and never does it again.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import partial
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
from showdown_unit.hold import Hold
from showdown_unit.journal_errors import JournalFull
from showdown_unit.keyqueue import Finish, KeyQueue
from showdown_unit.known import Known
from showdown_unit.ports import Answer, Handle, JournalPort, Scheduler, Step, Stored
from showdown_unit.runner import Runner
from showdown_unit.showdown import Showdown
from showdown_unit.waits import Waits


class Host(Protocol):
    """What requests need of the rest of the unit."""

    @property
    def boot(self) -> str:
        """The id of this boot."""

    def refuse_start(self, params: StartParams) -> WireError | None:
        """Why no start is possible now: shutting down, boot, expiry, busy, not ready."""

    def new_hold(self) -> Hold:
        """A fresh secret."""

    def new_record(self, params: StartParams, origin: Origin, hold: Hold) -> Record:
        """The record that an accepted start begins with."""

    def new_tombstone(self, key: str) -> Record:
        """The record of a key that was called off before its start."""

    def stopping(self) -> bool:
        """Whether the unit is going down."""

    def end_reason(self) -> str | None:
        """Why nothing that was accepted may begin any more: `fault`, `shutdown`."""

    def start_failed(self) -> None:
        """An accepted start could not be made durable: there is no showdown."""

    def current(self, record: Record) -> Record:
        """The record with the number of its last event."""

    def publish(self, kind: str, record: Record) -> Record:
        """Tell hosts of a new version of a record."""


_NO_LINES = {
    "unknown": "the unit knows no such showdown",
    "not_over": "it is not over yet",
    "nothing_flew": "no cards can have flown",
    "beyond_doubt": "its loser is beyond doubt",
}


class Requests:
    """The keyed methods. `cards_max`: the unit's limit; `lines_always`: also after wins, now."""

    def __init__(
        self,
        *,
        scheduler: Scheduler,
        journal: JournalPort,
        runner: Runner,
        known: Known,
        host: Host,
        cards_max: int,
        lines_always: Callable[[], bool],
    ) -> None:
        self._scheduler = scheduler
        self._journal = journal
        self._runner = runner
        self._host = host
        self._cards_max = cards_max
        self._lines_always = lines_always
        self._queue = KeyQueue()
        self._known = known
        self._waits = Waits(scheduler, self._find, host.current)
        self._starting: str | None = None  # accepted, on its way to the disk
        self._saving: set[str] = set()  # being written once more

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

        def look(finish: Finish) -> None:
            answer = _finishing(finish, then)

            def found(stored: Stored | None) -> None:
                if stored is not None:
                    answer(self._replayed(params, stored))
                    return
                error = self._too_many(params) or refusal or self._host.refuse_start(params)
                if error is not None:
                    answer(error)
                    return
                self._accept(params, origin, pressed_ns, answer)

            self._find(params.key, found)

        self._queue.run(params.key, look)

    def _too_many(self, params: StartParams) -> WireError | None:
        """The unit's own limit, for new keys: a known one is answered whatever it is now."""
        if params.cards <= self._cards_max:
            return None
        allowed = f"0 to {self._cards_max}"
        text = f"cards is {params.cards}, this unit takes {allowed}"
        return WireError("INVALID_PARAMS", text, param="cards", allowed=allowed)

    def _replayed(self, params: StartParams, stored: Stored) -> Record | WireError:
        if not records.same_start(stored, params):
            return WireError(
                "KEY_CONFLICT",
                f"{params.key} was started with other parameters; a new showdown needs a new key",
                key=params.key,
            )
        return replace(self._host.current(stored.record), replay=True)

    def _accept(
        self, params: StartParams, origin: Origin, pressed_ns: int | None, answer: Answer
    ) -> None:
        self._starting = params.key
        hold = self._host.new_hold()
        record = self._host.new_record(params, origin, hold)
        showdown = Showdown(record=record, draft=record, start=params.start, hold=hold)

        def written(error: Exception | None) -> None:
            self._starting = None
            if error is not None:
                answer(_storage_error(error))
                self._host.start_failed()
                return
            answer(replace(record, replay=False))
            reason = self._host.end_reason()
            self._runner.begin(
                showdown,
                start_now=(params.start == "now" or pressed_ns is not None) and reason is None,
                now_ns=self._scheduler.now_ns() if pressed_ns is None else pressed_ns,
            )
            if reason is not None:
                self._runner.conductor.cancel(reason)

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

    def cancel_active(self) -> None:
        """Call off what runs, or what is about to: the timer button is held."""
        key = self.active_key
        if key is not None:
            self.cancel(CancelParams(key=key), None, lambda _: None)

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
            answer(record if error is None else _storage_error(error))

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
                        answer(_storage_error(error))
                        return
                    kept = decided.written()
                    self._runner.keep(kept, saved=True)
                    answer(self._host.publish("showdown.done", kept.record))

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
        if stored is None or not records.lines_allowed(stored.record, always=self._lines_always()):
            reason = "unknown" if stored is None else records.why_no_lines(stored.record)
            text = f"the lines do not decide {params.key}: {_NO_LINES[reason]}"
            return WireError("LINES_NOT_ALLOWED", text, key=params.key, reason=reason)
        cards = self._cards_max if stored.record.cards is None else stored.record.cards
        if not 1 <= params.left + params.right <= cards:
            text = f"left + right is {params.left + params.right}, allowed are 1 to {cards}"
            return WireError("INVALID_PARAMS", text, param="left", allowed=f"1 to {cards} together")
        if params.left == params.right:
            return WireError("EVEN_SPLIT", key=params.key)
        start = stored.start if stored.start is not None else "button"
        decided = records.by_lines(stored.record, params)
        return dataclasses.replace(stored, record=decided, step=Step.DONE, start=start)

    # --- late edges -------------------------------------------------------------------------

    def amend(self, key: str, change: Callable[[Stored], Stored]) -> None:
        """Change a record that is over, in turn with the requests about it, and tell hosts."""

        def look(finish: Finish) -> None:
            def found(stored: Stored | None) -> None:
                if stored is None:
                    finish()
                    return
                changed = dataclasses.replace(change(stored), step=Step.DONE)

                def written(error: Exception | None) -> None:
                    kept = changed if error is not None else changed.written()
                    self._runner.keep(kept, saved=error is None)
                    durable = kept.record.durable and error is None
                    self._host.publish("showdown.done", replace(kept.record, durable=durable))
                    finish()

                self._journal.write(Step.DONE, changed, written)

            self._find(key, found)

        self._queue.run(key, look)

    # --- what the disk would not take -------------------------------------------------------

    def save_again(self) -> None:
        """Try once more to write it, in turn with the requests about it. For the tick."""
        for key in self._runner.unsaved():
            if key not in self._saving:
                self._saving.add(key)
                self._queue.run(key, partial(self._save, key))

    def _save(self, key: str, finish: Finish) -> None:
        stored = self._runner.newest(key)

        def over() -> None:
            self._saving.discard(key)
            finish()

        if stored is None or not self._runner.is_unsaved(key):
            over()
            return

        def written(error: Exception | None) -> None:
            if error is None:
                self._runner.keep(stored.written(), saved=True)
            over()

        self._journal.write(Step.DONE, stored, written)

    # --- wait -------------------------------------------------------------------------------

    def wait(self, params: WaitParams, then: Answer) -> Handle:
        """Answer at `until`, or with the record as it stands at the timeout."""
        return self._waits.add(params, then)

    def record_changed(self, record: Record) -> None:
        """A new version is public: answer who waited for it."""
        self._waits.record_changed(record)

    def _find(self, key: str, then: Callable[[Stored | None], None]) -> None:
        self._known.find(key, then)


def _storage_error(error: Exception) -> WireError:
    if isinstance(error, JournalFull):
        return WireError("NOT_READY", str(error), reasons=["journal_full"])
    return WireError("STORAGE", str(error))


def _finishing(finish: Finish, then: Answer) -> Answer:
    """`then`, after which the key's next request may go on."""

    def answer(result: Record | WireError) -> None:
        try:
            then(result)
        finally:
            finish()

    return answer
