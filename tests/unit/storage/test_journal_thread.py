from __future__ import annotations

import dataclasses
import functools
import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from showdown_protocol.messages import Record
from showdown_unit.journal import JournalFull, StorageError
from showdown_unit.journal_thread import JournalThread
from showdown_unit.ports import Handle, Packed, Step, Stored
from storage_kit import at_step, begin, packed, tombstone


class Loop:
    """A scheduler whose loop is the test."""

    def __init__(self) -> None:
        self.posted: queue.Queue[Callable[[], None]] = queue.Queue()
        self.now = 100

    def now_ns(self) -> int:
        return self.now

    def call_at(self, when_ns: int, callback: Callable[[], None]) -> Handle:
        raise NotImplementedError

    def post(self, callback: Callable[[], None]) -> None:
        self.posted.put(callback)

    def run(self, count: int) -> None:
        for _ in range(count):
            self.posted.get(timeout=10)()


class Disk:
    """A journal that stands still until it is let on, and notes what it is asked."""

    journal_since = 5

    def __init__(self) -> None:
        self.asked: list[Any] = []
        self.on = threading.Event()
        self.error: Exception | None = None
        self.closed_by = ""
        self.threads: set[str] = set()

    def _ask(self, *what: Any) -> None:
        assert self.on.wait(10)
        self.threads.add(threading.current_thread().name)
        self.asked.append(what)
        if self.error:
            raise self.error

    def write(self, step: Step, stored: Stored) -> None:
        self._ask("write", step, stored.record.key)

    def find(self, key: str) -> Stored | None:
        self._ask("find", key)
        return tombstone(key) if key == "key-0001" else None

    def page(self, limit: int, before: str | None) -> Sequence[Record]:
        self._ask("page", limit, before)
        return [tombstone().record]

    def set_tray_unknown(self, unknown: bool) -> None:
        self._ask("tray", unknown)

    def tidy(self) -> None:
        self.asked.append(("tidy",))

    def close(self) -> None:
        self.closed_by = threading.current_thread().name


@pytest.fixture
def loop() -> Loop:
    return Loop()


@pytest.fixture
def disk() -> Disk:
    return Disk()


@pytest.fixture
def read_errors() -> list[Exception]:
    return []


@pytest.fixture
def thread(loop: Loop, disk: Disk, read_errors: list[Exception]) -> Iterator[JournalThread]:
    made = JournalThread(disk, loop, read_errors.append)
    yield made
    disk.on.set()
    assert made.close(10)


def test_calls_are_carried_out_in_order_on_its_thread_and_answered_on_the_loop(
    thread: JournalThread, loop: Loop, disk: Disk
) -> None:
    answers: list[Any] = []
    thread.write(Step.ACCEPTED, at_step(Step.ACCEPTED), answers.append)
    thread.find("key-0001", answers.append)
    thread.find("key-0002", answers.append)
    thread.page(3, "key-0009", answers.append)
    thread.set_tray_unknown(True, answers.append)
    thread.do(lambda: disk._ask("settings"), answers.append)
    assert answers == []
    disk.on.set()
    loop.run(6)
    assert answers == [None, tombstone(), None, [tombstone().record], None, None]
    assert disk.asked == [
        ("write", Step.ACCEPTED, "key-0001"),
        ("find", "key-0001"),
        ("find", "key-0002"),
        ("page", 3, "key-0009"),
        ("tray", True),
        ("settings",),
    ]
    assert disk.threads == {"journal"}


def test_a_stuck_disk_is_seen_by_its_oldest_call(
    thread: JournalThread, loop: Loop, disk: Disk
) -> None:
    assert thread.oldest_pending_ns is None
    thread.find("key-0001", lambda _: None)
    loop.now = 900
    thread.find("key-0002", lambda _: None)
    assert thread.oldest_pending_ns == 100
    disk.on.set()
    loop.run(2)
    assert thread.oldest_pending_ns is None


@pytest.mark.parametrize("error", [StorageError("full"), JournalFull("x"), ZeroDivisionError()])
def test_what_goes_wrong_in_a_write_reaches_its_caller_and_the_next_call_works(
    thread: JournalThread, loop: Loop, disk: Disk, error: Exception
) -> None:
    answers: list[Any] = []
    disk.error = error
    disk.on.set()
    thread.write(Step.ACCEPTED, at_step(Step.ACCEPTED), answers.append)
    loop.run(1)
    assert answers == [error]
    disk.error = None
    thread.set_tray_unknown(False, answers.append)
    loop.run(1)
    assert answers == [error, None]


def test_a_read_that_fails_is_never_answered_as_unknown(
    thread: JournalThread, loop: Loop, disk: Disk, read_errors: list[Exception]
) -> None:
    answers: list[Any] = []
    disk.error = StorageError("rotten")
    disk.on.set()
    thread.find("key-0001", answers.append)
    thread.page(1, None, answers.append)
    loop.run(2)
    assert answers == []
    assert read_errors == [disk.error, disk.error]


def test_it_tidies_after_done_when_nothing_waits_and_never_before(
    thread: JournalThread, loop: Loop, disk: Disk
) -> None:
    for step in (Step.ACCEPTED, Step.MAY_LAUNCH, Step.RESULT, Step.DONE):
        thread.write(step, at_step(step), lambda _: None)
    thread.find("key-0001", lambda _: None)
    disk.on.set()
    loop.run(5)
    assert thread.close(10)
    assert [what[0] for what in disk.asked] == ["write"] * 4 + ["find", "tidy"]


def test_tidying_that_hangs_is_seen_though_nothing_waits(
    thread: JournalThread, loop: Loop, disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, over = threading.Event(), threading.Event()

    def hang() -> None:
        begun.set()
        assert over.wait(10)

    monkeypatch.setattr(disk, "tidy", hang)
    disk.on.set()
    thread.write(Step.DONE, at_step(Step.DONE), lambda _: None)
    loop.run(1)
    assert begun.wait(10)
    assert thread.oldest_pending_ns == 100
    over.set()
    thread.find("key-0001", lambda _: None)
    loop.run(1)
    assert thread.oldest_pending_ns is None


def test_closing_carries_out_what_waits_then_refuses(
    thread: JournalThread, loop: Loop, disk: Disk
) -> None:
    answers: list[Any] = []
    for number in range(20):
        thread.write(Step.ACCEPTED, at_step(Step.ACCEPTED, f"key-{number:04}"), answers.append)
    assert not thread.close(0)
    thread.write(Step.ACCEPTED, at_step(Step.ACCEPTED, "key-late"), answers.append)
    disk.on.set()
    assert thread.close(10)
    assert disk.closed_by == "journal"
    assert len(disk.asked) == 20
    loop.run(21)
    assert answers.count(None) == 20
    assert [str(error) for error in answers if error] == [
        "the journal is closed: the unit is shutting down"
    ]


def test_evidence_is_made_ready_on_its_thread_and_once(
    tmp_path: Path, loop: Loop, read_errors: list[Exception]
) -> None:
    """It takes time, and the loop has none; the loop asks for its digest afterwards."""
    made_by: list[str] = []

    @functools.cache
    def evidence() -> Packed:
        made_by.append(threading.current_thread().name)
        return packed("one")

    thread = JournalThread(begin(tmp_path), loop, read_errors.append)
    answers: list[Any] = []
    stored = at_step(Step.RESULT)
    for step in (Step.ACCEPTED, Step.MAY_LAUNCH):
        thread.write(step, at_step(step), answers.append)
    stored = dataclasses.replace(stored, evidence=evidence)
    thread.write(Step.RESULT, stored, lambda _: answers.append(stored.written()))
    thread.find("key-0001", answers.append)
    assert thread.close(10)
    loop.run(4)
    assert answers[2] == answers[3]
    assert answers[2].record.evidence_sha256 == packed("one").sha256
    assert made_by == ["journal"]


def test_with_the_real_journal_what_was_written_is_there_after_close(
    tmp_path: Path, loop: Loop, read_errors: list[Exception]
) -> None:
    thread = JournalThread(begin(tmp_path, wall_s=77), loop, read_errors.append)
    answers: list[Any] = []
    for step in Step:
        thread.write(step, at_step(step), answers.append)
    thread.find("key-0001", answers.append)
    assert thread.close(10)
    loop.run(5)
    assert answers == [None, None, None, None, at_step(Step.DONE)]
    assert thread.journal_since == 77
    again = begin(tmp_path)
    assert again.find("key-0001") == at_step(Step.DONE)
    again.close()
