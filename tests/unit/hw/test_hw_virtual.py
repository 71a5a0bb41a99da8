from __future__ import annotations

import random
import threading

import pytest

from showdown_hw.virtual import VirtualClock


def recorder(clock: VirtualClock) -> tuple[list[tuple[str, int]], object]:
    log: list[tuple[str, int]] = []
    return log, lambda word: lambda: log.append((word, clock.now_ns()))


def test_callbacks_run_by_time_then_by_insertion():
    clock = VirtualClock(0)
    log, say = recorder(clock)
    clock.call_at(20, say("b"))
    clock.world_at(10, say("a"))
    clock.call_at(20, say("c"))
    clock.world_at(20, say("d"))
    clock.run_until(30)
    assert log == [("a", 10), ("b", 20), ("c", 20), ("d", 20)]
    assert clock.now_ns() == 30


def test_random_schedules_run_in_order_of_time_then_insertion():
    seeded = random.Random(7)
    clock = VirtualClock(0)
    log: list[tuple[int, int]] = []
    for n in range(500):
        when = seeded.randrange(40)
        schedule = clock.call_at if seeded.random() < 0.5 else clock.world_at
        schedule(when, lambda when=when, n=n: log.append((when, n)))
    clock.run_until(100)
    assert log == sorted(log)
    assert len(log) == 500


def test_run_until_includes_its_end_and_leaves_what_is_later():
    clock = VirtualClock(0)
    log, say = recorder(clock)
    clock.call_at(10, say("at"))
    clock.call_at(11, say("after"))
    clock.run_until(10)
    assert log == [("at", 10)]
    assert clock.next_ns() == 11
    clock.run_for(1)
    assert log == [("at", 10), ("after", 11)]
    assert clock.next_ns() is None


def test_a_time_in_the_past_means_now_behind_what_is_due():
    clock = VirtualClock(100)
    log, say = recorder(clock)
    clock.post(say("posted"))
    clock.call_at(3, say("past"))
    clock.run_for(0)
    assert log == [("posted", 100), ("past", 100)]


def test_what_a_callback_posts_runs_in_the_same_run_at_the_same_time():
    clock = VirtualClock(0)
    log, say = recorder(clock)
    clock.call_at(5, lambda: (clock.post(say("second")), say("first")()))
    clock.run_until(5)
    assert log == [("first", 5), ("second", 5)]


def test_a_cancelled_callback_does_not_run_and_cancelling_twice_is_harmless():
    clock = VirtualClock(0)
    log, say = recorder(clock)
    handle = clock.call_at(5, say("no"))
    handle.cancel()
    handle.cancel()
    assert clock.next_ns() is None
    clock.run_until(10)
    assert log == []


def test_an_exception_comes_out_and_the_rest_stays_scheduled():
    clock = VirtualClock(0)
    log, say = recorder(clock)
    clock.call_at(1, lambda: 1 // 0)
    clock.call_at(2, say("later"))
    with pytest.raises(ZeroDivisionError):
        clock.run_until(10)
    assert clock.now_ns() == 1
    clock.run_until(10)
    assert log == [("later", 2)]


def test_while_the_loop_waits_only_the_world_goes_on():
    clock = VirtualClock(0)
    log, say = recorder(clock)
    flag = threading.Event()

    def block() -> None:
        say("blocked")()
        assert clock.wait(flag, 100)
        say("woken")()

    clock.call_at(10, block)
    clock.call_at(20, say("late timer"))
    clock.world_at(30, lambda: (say("press")(), clock.post(say("posted")), flag.set()))
    clock.run_until(40)
    assert log == [
        ("blocked", 10),
        ("press", 30),
        ("woken", 30),
        ("late timer", 30),
        ("posted", 30),
    ]


def test_a_wait_that_nothing_ends_lasts_exactly_to_its_limit():
    clock = VirtualClock(0)
    flag = threading.Event()
    clock.world_at(51, flag.set)
    assert clock.wait(flag, 50) is False
    assert clock.now_ns() == 50


def test_a_wait_for_what_holds_already_takes_no_time():
    clock = VirtualClock(7)
    assert clock.wait(lambda: True, 50) is True
    assert clock.now_ns() == 7


def test_a_wait_with_a_limit_in_the_past_does_not_turn_time_back():
    clock = VirtualClock(7)
    assert clock.wait(lambda: False, 3) is False
    assert clock.now_ns() == 7


def test_the_world_goes_on_while_the_loop_is_busy():
    clock = VirtualClock(0)
    log, say = recorder(clock)
    clock.world_at(3, say("press"))
    clock.call_at(2, say("late"))
    clock.spend(5)
    assert log == [("press", 3)]
    assert clock.now_ns() == 5
    clock.run_for(0)
    assert log == [("press", 3), ("late", 5)]


def test_time_just_passes_when_the_world_spends_it():
    clock = VirtualClock(0)
    log, say = recorder(clock)
    clock.world_at(1, lambda: clock.spend(5))
    clock.world_at(3, say("late"))
    clock.run_until(10)
    assert log == [("late", 6)]


def test_the_world_cannot_wait_and_a_callback_cannot_run_the_loop():
    clock = VirtualClock(0)
    clock.world_at(1, lambda: clock.wait(lambda: True, 5))
    with pytest.raises(RuntimeError, match="world outside cannot wait"):
        clock.run_until(2)
    clock.call_at(3, lambda: clock.run_for(1))
    with pytest.raises(RuntimeError, match="already running"):
        clock.run_until(4)


def test_run_until_true_stops_where_it_began_to_hold():
    clock = VirtualClock(0)
    log, say = recorder(clock)
    clock.call_at(5, say("x"))
    clock.call_at(6, say("y"))
    assert clock.run_until_true(lambda: bool(log), 100) is True
    assert clock.now_ns() == 5
    assert clock.run_until_true(lambda: len(log) > 5, 100) is False
    assert clock.now_ns() == 100


def test_other_threads_may_post():
    clock = VirtualClock(0)
    log: list[int] = []
    threads = [
        threading.Thread(target=lambda: [clock.post(lambda: log.append(1)) for _ in range(200)])
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    clock.run_for(0)
    assert len(log) == 800
