"""A whole unit in virtual time: mock pins, a journal with a slow or failing disk, seeds, a trace.

Times in tests count from the clock's start where a name says `at`; helpers take milliseconds.
"""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from showdown_hw.board import Board
from showdown_hw.mock import UnitMockFactory
from showdown_hw.mock_bench import MockBench
from showdown_hw.unit import Hardware
from showdown_hw.virtual import VirtualClock
from showdown_protocol.errors import WireError
from showdown_protocol.messages import (
    CancelParams,
    Event,
    LinesParams,
    Players,
    Record,
    RecordState,
    StartParams,
    WaitParams,
)
from showdown_referee.hold import draw_hold_ns
from showdown_referee.limits import Limits
from showdown_unit.config import Config, load
from showdown_unit.events import EventLog
from showdown_unit.evidence import unpack
from showdown_unit.facts import Identity
from showdown_unit.hold import Hold
from showdown_unit.journal_errors import StepError, StorageError
from showdown_unit.ports import Handle, Kept, Packed, Step, Stored
from showdown_unit.power import PowerWatch
from showdown_unit.settings import Settings
from showdown_unit.settings_text import Saved
from showdown_unit.unit import Unit
from showdown_unit.watchdog import Watchdog

US = 1_000
MS = 1_000_000
S = 1_000_000_000

BOOT = "b" * 32
KEY = "key-0001"
SEED = b"a seed of tests!"
NONCE = b"a nonce of tests"
DISK_NS = 3 * MS
"""What a durable write takes."""

RESOLUTION_NS = 20 * US
GUARD_NS, COUNT_NS = 300 * MS, 1 * S

ORDER = list(Step)


class MemoryJournal:
    """What `Journal` does, in memory: steps only go forward, keys begin as accepted."""

    def __init__(self, tray_unknown: bool = False) -> None:
        self.kept: dict[str, Stored] = {}
        self.packed: dict[str, Packed] = {}
        self.tray_unknown = tray_unknown

    def write(self, step: Step, stored: Stored) -> None:
        key = stored.record.key
        before = self.kept.get(key)
        if before is None:
            tombstone = step is Step.DONE and stored.start is None
            if step is not Step.ACCEPTED and not tombstone:
                raise StepError(f"{key}: {step} for a key that was never accepted")
        elif step is Step.ACCEPTED or ORDER.index(step) < ORDER.index(before.step):
            raise StepError(f"{key}: {step} after {before.step}")
        self.kept[key] = Stored(stored.written().record, step, stored.start)
        if stored.evidence is not None:
            self.packed[key] = stored.evidence()

    def find(self, key: str) -> Stored | None:
        return self.kept.get(key)

    def page(self, limit: int, before: str | None) -> list[Record]:
        keys = list(self.kept)
        if before is not None:
            keys = keys[: keys.index(before)] if before in keys else []
        return [self.kept[key].record for key in reversed(keys)][:limit]

    def evidence(self, key: str) -> Kept:
        return unpack(self.packed.get(key, Packed()))

    def set_tray_unknown(self, unknown: bool) -> None:
        self.tray_unknown = unknown


class SlowJournal:
    """A `JournalPort`: one call after the other, each after `delay_ns`; it can fail, or hang.

    `fail` is asked before each write with its step (None: the tray) and gives what to raise.
    `done` lists (ns, step, record) as it became durable.
    """

    def __init__(self, clock: VirtualClock, journal: Any) -> None:
        self.clock = clock
        self.journal = journal
        self.delay_ns = DISK_NS
        self.fail: Callable[[Step | None], Exception | None] = lambda _: None
        self.hangs: Callable[[Step | None], bool] = lambda _: False
        self.done: list[tuple[int, Step, Record]] = []
        self.writes = 0
        self._calls: deque[tuple[Step | None, Callable[[], Callable[[], None]]]] = deque()
        self._at_work = False

    def write(self, step: Step, stored: Stored, then: Callable[[Exception | None], None]) -> None:
        def work() -> Callable[[], None]:
            self.writes += 1
            error = self._try(step, lambda: self.journal.write(step, stored))
            if error is None:
                self.done.append((self.clock.now_ns(), step, stored.written().record))
            return lambda: then(error)

        self._add(step, work)

    def find(self, key: str, then: Callable[[Stored | None], None]) -> None:
        def work() -> Callable[[], None]:
            found = self.journal.find(key)
            return lambda: then(found)

        self._add(None, work)

    def page(
        self, limit: int, before: str | None, then: Callable[[Sequence[Record]], None]
    ) -> None:
        def work() -> Callable[[], None]:
            page = self.journal.page(limit, before)
            return lambda: then(page)

        self._add(None, work)

    def evidence(self, key: str, then: Callable[[Kept | Exception], None]) -> None:
        def work() -> Callable[[], None]:
            found = self.journal.evidence(key)
            return lambda: then(found)

        self._add(None, work)

    def do(self, work: Callable[[], None], then: Callable[[Exception | None], None]) -> None:
        def carry_out() -> Callable[[], None]:
            error = self._try(None, work)
            return lambda: then(error)

        self._add(None, carry_out)

    def set_tray_unknown(self, unknown: bool, then: Callable[[Exception | None], None]) -> None:
        def work() -> Callable[[], None]:
            error = self._try(None, lambda: self.journal.set_tray_unknown(unknown))
            return lambda: then(error)

        self._add(None, work)

    def go_on(self) -> None:
        """No call hangs any more."""
        self.hangs = lambda _: False
        self._next()

    def _try(self, step: Step | None, work: Callable[[], None]) -> Exception | None:
        error = self.fail(step)
        if error is None:
            try:
                work()
            except StorageError as failed:
                error = failed
        return error

    def _add(self, step: Step | None, work: Callable[[], Callable[[], None]]) -> None:
        self._calls.append((step, work))
        self._next()

    def _next(self) -> None:
        if self._at_work or not self._calls or self.hangs(self._calls[0][0]):
            return
        self._at_work = True

        def over() -> None:
            self._at_work = False
            answer = self._calls.popleft()[1]()
            self.clock.post(answer)
            self._next()

        # Of the world: the disk goes on while the loop is blocked.
        self.clock.world_at(self.clock.now_ns() + self.delay_ns, over)


@dataclass
class Answers:
    """What came back, in order."""

    got: list[Record | WireError] = field(default_factory=list)

    def __call__(self, answer: Record | WireError) -> None:
        self.got.append(answer)

    @property
    def one(self) -> Record | WireError:
        """The only answer."""
        assert len(self.got) == 1, self.got
        return self.got[0]

    @property
    def record(self) -> Record:
        """The only answer, a record."""
        answer = self.one
        assert isinstance(answer, Record), answer
        return answer

    @property
    def error(self) -> str:
        """The name of the only answer, an error."""
        answer = self.one
        assert isinstance(answer, WireError), answer
        return answer.name


class World:
    """One unit and everything around it."""

    def __init__(
        self,
        *,
        board: str = "full",
        journal: Any = None,
        tray_unknown: bool = False,
        write_cost_ns: int = 10 * US,
        seeds: Sequence[bytes] = (),
        opened: bool = True,
        power: PowerWatch | None = None,
        watchdog: Watchdog | None = None,
        saved: Saved | None = None,
        **overrides: object,
    ) -> None:
        self.clock = VirtualClock()
        self.start_ns = self.clock.now_ns()
        self.factory = UnitMockFactory(Board.named(board), self.clock, write_cost_ns=write_cost_ns)
        self.hands = MockBench(self.factory)
        self.trace: list[tuple[int, str, int]] = []
        self.hands.trace = lambda ns, signal, value: self.trace.append((ns, signal, value))
        self.hardware = Hardware.open(self.factory.board, self.factory, self.clock)
        self.memory = journal if journal is not None else MemoryJournal(tray_unknown)
        self.disk = SlowJournal(self.clock, self.memory)
        self.events: list[Event] = []
        self.log = EventLog(self.clock, BOOT)
        self.log.subscribe(self.events.append)
        self.log.subscribe(self._check_public)
        self.config = load(overrides={k.replace("__", "."): v for k, v in overrides.items()})
        self.saved: list[bytes] = []
        self.settings = Settings(self.config, self._limits, saved=saved, save=self.saved.append)
        self.fatal: list[str] = []
        self._seeds = deque(seeds)
        self.unit = Unit(
            scheduler=self.clock,
            hardware=self.hardware,
            journal=self.disk,
            events=self.log,
            settings=self.settings,
            identity=Identity(
                model="test", serial="0", fw="0", durable=True, journal_since=lambda: 0, keys=100
            ),
            tray_unknown=tray_unknown,
            fatal=self.fatal.append,
            power=power,
            watchdog=watchdog,
            new_hold=lambda: Hold(self._seeds.popleft() if self._seeds else SEED, NONCE),
        )
        if opened:
            self.unit.open()

    @property
    def limits(self) -> Limits:
        """Those of the showdown that runs, or of the next one."""
        return self.settings.in_force.limits

    def _limits(self, config: Config) -> Limits:
        referee = config.referee
        taken = {
            name: getattr(referee, name)
            for name in referee.__dataclass_fields__
            if name != "dead_heat_ns"
        }
        sense = self.hardware.green_sense is not None
        return Limits(**taken, resolution_ns=RESOLUTION_NS, green_sense=sense)

    def _check_public(self, event: Event) -> None:
        """No event shows a verdict as durable that the disk does not hold."""
        record = event.data.get("record")
        if record and record["outcome"] is not None and record["durable"]:
            stored = self.memory.find(record["key"])
            assert stored is not None
            assert stored.step in (Step.RESULT, Step.DONE), event
            assert stored.record.outcome == record["outcome"], event
            if "evidence_sha256" in record:
                kept = self.memory.evidence(record["key"])
                assert kept.sha256 == record["evidence_sha256"], event

    # --- time -------------------------------------------------------------------------------

    @property
    def now_ns(self) -> int:
        return self.clock.now_ns()

    def run_for(self, ms: float) -> None:
        self.clock.run_for(round(ms * MS))

    def run_to(self, ns: int) -> None:
        self.clock.run_until(ns)

    def run_until(self, predicate: Callable[[], bool], s: float = 60) -> None:
        """Run until it holds; a test fails where it does not within `s` seconds."""
        assert self.clock.run_until_true(predicate, self.now_ns + round(s * S))

    def at(self, ns: int, action: Callable[[], None]) -> None:
        """Let the world do something at that time."""
        self.clock.world_at(ns, action)

    # --- hands ------------------------------------------------------------------------------

    def press(self, side: str, at_ns: int | None = None, *, hold_ms: float = 80) -> None:
        """The paddle goes down at that time (default: now) and comes up `hold_ms` later."""
        at_ns = self.now_ns if at_ns is None else at_ns
        self.at(at_ns, lambda: self.hands.press(side))
        self.at(at_ns + round(hold_ms * MS), lambda: self.hands.release(side))

    def button(self, hold_ms: float = 100) -> int:
        """Press the timer button now, let it go after `hold_ms`, run so far; when it was."""
        at_ns = self.now_ns
        self.hands.button(True)
        self.at(at_ns + round(hold_ms * MS), lambda: self.hands.button(False))
        self.run_for(min(hold_ms, 20))
        return at_ns

    # --- hosts ------------------------------------------------------------------------------

    def params(self, key: str = KEY, **more: Any) -> StartParams:
        fields: dict[str, Any] = {"boot": BOOT, "cards": 2, "start": "button"} | more
        return StartParams(key=key, **fields)

    def start(self, key: str = KEY, refusal: WireError | None = None, **more: Any) -> Answers:
        answers = Answers()
        self.unit.start(self.params(key, **more), refusal, answers)
        return answers

    def started(self, key: str = KEY, **more: Any) -> Record:
        """Start, and run until the answer is there."""
        answers = self.start(key, **more)
        self.run_for(50)
        return answers.record

    def cancel(self, key: str = KEY, refusal: WireError | None = None) -> Answers:
        answers = Answers()
        self.unit.cancel(CancelParams(key=key), refusal, answers)
        return answers

    def lines(self, left: int, right: int, key: str = KEY, **more: Any) -> Answers:
        answers = Answers()
        params = LinesParams(key=key, left=left, right=right)
        self.unit.lines(params, more.get("refusal"), answers)
        self.run_for(50)
        return answers

    def get(self, key: str = KEY) -> Record:
        answers = Answers()
        self.unit.get(key, answers)
        self.run_for(20)
        return answers.record

    def wait(
        self, key: str = KEY, until: str = "done", timeout_ms: int = 10_000
    ) -> tuple[Answers, Handle]:
        answers = Answers()
        params = WaitParams(key=key, until=until, timeout_ms=timeout_ms)  # type: ignore[arg-type]
        return answers, self.unit.wait(params, answers)

    def page(self) -> list[Record]:
        pages: list[Sequence[Record]] = []
        self.unit.page(50, None, pages.append)
        self.run_for(20)
        return list(pages[0])

    # --- showdowns --------------------------------------------------------------------------

    def armed(self, key: str = KEY, **more: Any) -> None:
        self.started(key, **more)
        assert self.get(key).state is RecordState.ARMED

    def counting(self, key: str = KEY, **more: Any) -> int:
        """Arm, press the button, run to just after the count; when amber went, red alone stood."""
        self.armed(key, **more)
        self.button()
        return self.to_count()

    def to_count(self) -> int:
        self.run_until(lambda: self.word == "counting")
        self.run_for(1)
        return self.last("lamp_amber", 0)

    def to_hold(self) -> int:
        """Run to just after amber; when that was lit."""
        self.run_until(lambda: self.lit == "A")
        return self.now_ns

    def racing(self, key: str = KEY, **more: Any) -> int:
        """Run to just after green; the end of its interval (the stamp of its sense line)."""
        self.counting(key, **more)
        return self.to_green()

    def to_green(self) -> int:
        self.run_until(lambda: self.word == "racing")
        return self.last("lamp_green", 1)

    def win(self, loser: str = "right", key: str = KEY, **more: Any) -> Record:
        """A whole showdown that this side loses."""
        green_ns = self.racing(key, **more)
        winner = "left" if loser == "right" else "right"
        self.press(winner, green_ns + 200 * MS)
        self.press(loser, green_ns + 250 * MS)
        return self.over(key)

    def dead_heat(self, green_ns: int) -> None:
        self.press("left", green_ns + 200 * MS)
        self.press("right", green_ns + 200 * MS)

    def over(self, key: str = KEY, s: float = 60) -> Record:
        """Run until the showdown is over."""
        self.run_until(lambda: self.unit.active_key() is None, s)
        self.run_for(10)
        return self.get(key)

    def hold_ns(self, attempt: int = 1) -> int:
        return draw_hold_ns(SEED, attempt, self.limits)

    # --- what can be seen -------------------------------------------------------------------

    @property
    def word(self) -> str:
        return self.unit.state_word()

    @property
    def lit(self) -> str:
        """The lamps that are on: R, A, G in this order."""
        state = self.hardware.lamps.state
        return "".join(name for name, on in zip("RAG", state, strict=True) if on)

    @property
    def arrow(self) -> str:
        left, right = self.hardware.arrow.state
        return ("<" if left else "") + (">" if right else "")

    @property
    def powered(self) -> bool:
        return self.hardware.launcher.state.powered

    def changes(self, signal: str, since_ns: int = 0) -> list[tuple[int, int]]:
        return [(ns, value) for ns, name, value in self.trace if name == signal and ns >= since_ns]

    def last(self, signal: str, value: int) -> int:
        """When the signal last became that."""
        return [ns for ns, got in self.changes(signal) if got == value][-1]

    def launches(self) -> list[str]:
        """The sides that were thrown at."""
        spec = self.hardware.board.launcher
        sides = {spec.left_us: "left", spec.right_us: "right"}
        return [sides[v] for _, v in self.changes("launcher_pwm") if v in sides]

    def kinds(self, key: str | None = None) -> list[str]:
        """The types of the events, states with their word; of one key where asked."""
        kinds = []
        for event in self.events:
            data = event.data
            if key is None or key in (data.get("key"), data.get("record", {}).get("key")):
                state = data.get("state")
                kinds.append(f"{event.type} {state}" if state is not None else event.type)
        return kinds

    def event(self, kind: str) -> Event:
        """The last event of that type."""
        return [event for event in self.events if event.type == kind][-1]

    def durable_at(self, step: Step) -> int:
        """When that step first became durable."""
        return next(ns for ns, done, _ in self.disk.done if done is step)

    def close(self) -> None:
        self.unit.close()
        self.hands.trace = None
        for signal in list(self.factory.broken):
            self.hands.break_signal(signal, None)
        self.hardware.close()


@contextlib.contextmanager
def world(**options: Any) -> Iterator[World]:
    """A unit, closed at the end."""
    made = World(**options)
    try:
        yield made
    finally:
        made.close()


MakeWorld = Callable[..., World]


@pytest.fixture
def make_world() -> Iterator[MakeWorld]:
    """Makes units that are closed at the end of the test."""
    with contextlib.ExitStack() as stack:
        yield lambda **options: stack.enter_context(world(**options))


PLAYERS = Players(left="Ana", right="Bo")
