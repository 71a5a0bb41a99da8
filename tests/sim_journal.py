"""The journal in the simulation: a double in memory, and a disk that takes its virtual time."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

from showdown_hw.virtual import VirtualClock
from showdown_protocol.messages import Record
from showdown_unit import journal_file, journal_recovery
from showdown_unit.evidence import unpack
from showdown_unit.journal import KEYS_MAX, JournalFull, OpenReport, StepError, StorageError
from showdown_unit.ports import Kept, Packed, Scheduler, Step, Stored

MS = 1_000_000
ORDER = list(Step)

Hook = Callable[[str, Step, Stored], None]
"""Told `before` and `after` each commit of a record; may raise."""


@dataclass
class Row:
    """What the disk has of one key."""

    step: Step
    start: str | None
    body: bytes
    crc: int
    boot: str
    wall_s: int
    evidence: Packed

    def stored(self) -> Stored:
        return journal_file.decode(self.body, self.crc, self.step.value, self.start)


@dataclass
class MemoryDisk:
    """What survives a restart; keys in the order of their arrival."""

    rows: dict[str, Row] = field(default_factory=dict)
    since_s: int | None = None
    tray_unknown: bool = False


class AnyJournal(Protocol):
    """What the simulation asks of `Journal` and of its double."""

    report: OpenReport

    @property
    def journal_since(self) -> int: ...
    def write(self, step: Step, stored: Stored) -> None: ...
    def find(self, key: str) -> Stored | None: ...
    def page(self, limit: int, before: str | None) -> Sequence[Record]: ...
    def evidence(self, key: str) -> Kept: ...
    def set_tray_unknown(self, unknown: bool) -> None: ...
    def close(self) -> None: ...


class MemoryJournal:
    """`Journal` without the file: same answers, same errors, same recovery."""

    def __init__(
        self,
        disk: MemoryDisk,
        boot: str,
        *,
        wall_s: Callable[[], int],
        keys_max: int = KEYS_MAX,
    ) -> None:
        self._disk = disk
        self._boot = boot
        self._wall_s = wall_s
        self._keys_max = keys_max
        created = disk.since_s is None
        if disk.since_s is None:
            disk.since_s = wall_s()
        recovered = []
        for row in disk.rows.values():
            if row.step is not Step.DONE:
                moved = journal_recovery.recover(row.stored())
                disk.tray_unknown = disk.tray_unknown or moved.tray_unknown
                row.step = Step.DONE
                row.body, row.crc = journal_file.encode(moved.stored.record)
                recovered.append(moved.stored.record)
        self.report = OpenReport(
            recovered=tuple(recovered),
            tray_unknown=disk.tray_unknown,
            journal_since=disk.since_s,
            durable=True,
            fault=None,
            created=created,
        )

    @property
    def journal_since(self) -> int:
        assert self._disk.since_s is not None
        return self._disk.since_s

    @property
    def tray_unknown(self) -> bool:
        return self._disk.tray_unknown

    def write(self, step: Step, stored: Stored) -> None:
        rows, key = self._disk.rows, stored.record.key
        row = rows.get(key)
        body, crc = journal_file.encode(stored.written().record)
        if row is not None:
            if step is Step.ACCEPTED or ORDER.index(step) < ORDER.index(row.step):
                raise StepError(f"{key}: {step.value} after {row.step.value}")
            row.step, row.body, row.crc = step, body, crc
            if stored.evidence is not None:
                row.evidence = stored.evidence()
            return
        if step is not Step.ACCEPTED and (step is not Step.DONE or stored.start is not None):
            raise StepError(f"{key}: {step.value} for a key that was never accepted")
        if sum(row.boot == self._boot for row in rows.values()) >= self._keys_max:
            raise JournalFull("no more keys")
        newest_s = max((row.wall_s for row in rows.values()), default=0)
        while len(rows) >= self._keys_max:
            gone = rows.pop(next(iter(rows)))
            self._disk.since_s = max(self.journal_since, gone.wall_s + 1)
        now_s = max(self._wall_s(), newest_s)
        rows[key] = Row(step, stored.start, body, crc, self._boot, now_s, Packed())

    def find(self, key: str) -> Stored | None:
        row = self._disk.rows.get(key)
        return None if row is None else row.stored()

    def page(self, limit: int, before: str | None) -> list[Record]:
        keys = list(self._disk.rows)
        if before is not None:
            keys = keys[: keys.index(before)] if before in keys else []
        newest = keys[::-1][:limit]
        return [self._disk.rows[key].stored().record for key in newest]

    def evidence(self, key: str) -> Kept:
        row = self._disk.rows.get(key)
        return Kept() if row is None else unpack(row.evidence)

    def set_tray_unknown(self, unknown: bool) -> None:
        self._disk.tray_unknown = unknown

    def close(self) -> None:
        """The disk stays as it is."""


@dataclass(frozen=True)
class _Call:
    run: Callable[[], Callable[[], None]]
    writes: bool


class SlowJournal:
    """JournalPort on a journal: one call after the other, each in its own virtual time.

    The disk works in the world outside the loop, answers come to the loop. `durable` is told of
    each record on the disk in the moment in which it is there.
    """

    def __init__(
        self,
        journal: AnyJournal,
        clock: VirtualClock,
        scheduler: Scheduler,
        rng: random.Random,
        hook: Hook,
        durable: dict[str, Stored],
        *,
        slow: bool = False,
    ) -> None:
        self.journal = journal
        self._clock = clock
        self._scheduler = scheduler
        self._rng = rng
        self._hook = hook
        self._durable = durable
        self._slow = slow
        self._calls: deque[_Call] = deque()
        self._dead = False

    @property
    def pending(self) -> int:
        return len(self._calls)

    def write(self, step: Step, stored: Stored, then: Callable[[Exception | None], None]) -> None:
        def run() -> Callable[[], None]:
            try:
                self._hook("before", step, stored)
                self._commit(step, stored)
                self._hook("after", step, stored)
            except StorageError as error:
                return partial(then, error)
            return partial(then, None)

        self._add(run, writes=True)

    def find(self, key: str, then: Callable[[Stored | None], None]) -> None:
        self._add(lambda: partial(then, self.journal.find(key)))

    def page(
        self, limit: int, before: str | None, then: Callable[[Sequence[Record]], None]
    ) -> None:
        self._add(lambda: partial(then, self.journal.page(limit, before)))

    def evidence(self, key: str, then: Callable[[Kept | Exception], None]) -> None:
        self._add(lambda: partial(then, self.journal.evidence(key)))

    def do(self, work: Callable[[], None], then: Callable[[Exception | None], None]) -> None:
        def run() -> Callable[[], None]:
            work()
            return partial(then, None)

        self._add(run, writes=True)

    def set_tray_unknown(self, unknown: bool, then: Callable[[Exception | None], None]) -> None:
        def run() -> Callable[[], None]:
            self.journal.set_tray_unknown(unknown)
            return partial(then, None)

        self._add(run, writes=True)

    def crash(self) -> None:
        """The process is gone: of what waited, some first calls reach the disk, the others none."""
        self._dead = True
        self._hook = _no_hook
        for _ in range(self._rng.randint(0, len(self._calls))):
            self._calls.popleft().run()
        self.journal.close()

    def finish(self) -> None:
        """An orderly end: all that waits is carried out."""
        self._dead = True
        while self._calls:
            self._calls.popleft().run()
        self.journal.close()

    def _commit(self, step: Step, stored: Stored) -> None:
        self.journal.write(step, stored)
        self._durable[stored.record.key] = Stored(stored.written().record, step, stored.start)

    def _add(self, run: Callable[[], Callable[[], None]], *, writes: bool = False) -> None:
        if self._dead:
            return
        self._calls.append(_Call(run, writes))
        if len(self._calls) == 1:
            self._begin()

    def _begin(self) -> None:
        call = self._calls[0]
        if not call.writes:
            delay_ns = self._rng.randrange(MS)
        else:
            kind = self._rng.random()
            most = 20 * MS if kind < 0.85 else 400 * MS if kind < 0.985 else 6_000 * MS
            delay_ns = self._rng.randrange(most) + (100 * MS if self._slow else 0)
        self._clock.world_at(self._clock.now_ns() + delay_ns, self._carry_out)

    def _carry_out(self) -> None:
        if self._dead:
            return
        answer = self._calls.popleft().run()
        self._scheduler.post(answer)
        if self._calls:
            self._begin()


def _no_hook(_when: str, _step: Step, _stored: Stored) -> None:
    pass
