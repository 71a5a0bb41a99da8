"""The thread that acts at its time, without waiting longer than a hand-over takes."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from showdown_bench.world import PinThread

PATIENCE_S = 10
HOUR_NS = 3_600_000_000_000


@pytest.fixture
def thread() -> Iterator[PinThread]:
    made = PinThread("test")
    yield made
    made.stop()


def run_to(thread: PinThread, when_ns: int) -> None:
    """Wait until the thread has done what was due by `when_ns`."""
    done = threading.Event()
    thread.world_at(when_ns, done.set)
    assert done.wait(PATIENCE_S)


def test_what_is_overdue_is_done_in_the_order_of_its_time_then_of_its_coming(
    thread: PinThread,
) -> None:
    done: list[str] = []
    for when, name in ((30, "third"), (10, "first"), (30, "fourth"), (20, "second")):
        thread.world_at(when, lambda name=name: done.append(name))  # type: ignore[misc]
    thread.start()
    run_to(thread, 40)
    assert done == ["first", "second", "third", "fourth"]


def test_nothing_is_done_before_its_time(thread: PinThread) -> None:
    began: list[int] = []
    thread.start()
    due = thread.now_ns() + 5_000_000
    thread.world_at(due, lambda: began.append(thread.now_ns()))
    run_to(thread, due)
    assert began[0] >= due


def test_an_earlier_action_wakes_a_thread_that_waits_for_a_later_one(thread: PinThread) -> None:
    thread.start()
    thread.world_at(thread.now_ns() + HOUR_NS, lambda: None)
    run_to(thread, thread.now_ns())


def test_an_action_may_schedule_the_next_at_an_exact_distance(thread: PinThread) -> None:
    done = threading.Event()
    times: list[int] = []

    def tick(when_ns: int) -> None:
        times.append(when_ns)
        if len(times) == 5:
            done.set()
        else:
            thread.world_at(when_ns + 1_000, lambda: tick(when_ns + 1_000))

    thread.start()
    start = thread.now_ns()
    thread.world_at(start, lambda: tick(start))
    assert done.wait(PATIENCE_S)
    assert times == [start + n * 1_000 for n in range(5)]


def test_stop_ends_the_thread_and_drops_what_is_left(thread: PinThread) -> None:
    thread.start()
    thread.world_at(thread.now_ns() + HOUR_NS, lambda: pytest.fail("must not run"))
    thread.stop()
    thread.world_at(0, lambda: pytest.fail("must not run"))
    assert "test" not in {t.name for t in threading.enumerate()}


def test_stop_may_come_before_start_and_twice(thread: PinThread) -> None:
    thread.stop()
    thread.stop()


def test_an_action_may_stop_its_own_thread(thread: PinThread) -> None:
    stopped = threading.Event()

    def act() -> None:
        thread.stop()
        stopped.set()

    thread.start()
    thread.world_at(0, act)
    assert stopped.wait(PATIENCE_S)


def test_an_action_that_raises_ends_the_thread_is_logged_and_comes_out_of_stop(
    thread: PinThread, caplog: pytest.LogCaptureFixture
) -> None:
    reached = threading.Event()

    def act() -> None:
        reached.set()
        raise OSError(28, "No space left on device")

    thread.world_at(0, act)
    thread.start()
    assert reached.wait(PATIENCE_S)
    with pytest.raises(OSError, match="No space left"):
        thread.stop()
    assert "test" in caplog.text
    thread.stop()  # raised once
