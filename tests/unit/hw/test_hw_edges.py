from __future__ import annotations

import threading

from showdown_hw.clock import SystemClock
from showdown_hw.edges import CAPACITY, Edge, EdgeQueue
from showdown_hw.virtual import VirtualClock


def edge(n: int, line: str = "paddle_left") -> Edge:
    return Edge(line, n, n % 2 == 1, n)


def test_edges_come_out_in_the_order_of_arrival_not_of_their_stamps():
    queue = EdgeQueue(VirtualClock(0))
    arrived = [edge(5), edge(2, "paddle_right"), edge(9)]
    for one in arrived:
        queue.put(one)
    assert queue.drain() == arrived
    assert queue.drain() == []


def test_on_ready_is_called_once_for_each_time_the_queue_stops_being_empty():
    queue = EdgeQueue(VirtualClock(0))
    calls: list[str] = []
    queue.on_ready = lambda: calls.append("ready")
    queue.put(edge(1))
    queue.put(edge(2))
    assert calls == ["ready"]
    queue.drain()
    queue.put(edge(3))
    assert calls == ["ready", "ready"]


def test_on_ready_may_drain():
    queue = EdgeQueue(VirtualClock(0))
    got: list[Edge] = []
    queue.on_ready = lambda: got.extend(queue.drain())
    queue.put(edge(1))
    queue.put(edge(2))
    assert got == [edge(1), edge(2)]


def test_a_full_queue_keeps_the_oldest_and_counts_what_it_refused():
    queue = EdgeQueue(VirtualClock(0), capacity=3)
    for n in range(5):
        queue.put(edge(n))
    assert queue.lost == 2
    assert queue.drain() == [edge(0), edge(1), edge(2)]
    queue.put(edge(6))
    assert queue.drain() == [edge(6)]
    assert queue.lost == 2


def test_a_storm_below_the_capacity_loses_nothing():
    queue = EdgeQueue(VirtualClock(0))
    storm = [edge(n) for n in range(CAPACITY)]
    for one in storm:
        queue.put(one)
    assert queue.lost == 0
    assert queue.drain() == storm


def test_wait_in_virtual_time_ends_with_the_first_edge_of_the_world():
    clock = VirtualClock(0)
    queue = EdgeQueue(clock)
    clock.world_at(30, lambda: queue.put(edge(30)))
    clock.world_at(40, lambda: queue.put(edge(40)))
    queue.wait(100)
    assert clock.now_ns() == 30
    assert queue.drain() == [edge(30)]
    queue.wait(35)
    assert clock.now_ns() == 35
    assert queue.drain() == []


def test_wait_does_not_block_while_edges_are_queued():
    clock = VirtualClock(0)
    queue = EdgeQueue(clock)
    queue.put(edge(1))
    queue.wait(100)
    assert clock.now_ns() == 0


def test_wait_in_real_time_is_ended_by_another_thread():
    clock = SystemClock()
    queue = EdgeQueue(clock)
    thread = threading.Thread(target=lambda: queue.put(edge(1)))
    thread.start()
    queue.wait(clock.now_ns() + 10_000_000_000)
    assert queue.drain() == [edge(1)]
    thread.join()


def test_wait_in_real_time_never_ends_early():
    clock = SystemClock()
    queue = EdgeQueue(clock)
    until_ns = clock.now_ns() + 2_000_000
    queue.wait(until_ns)
    assert clock.now_ns() >= until_ns


def test_edges_of_many_threads_all_arrive_each_thread_in_its_order():
    queue = EdgeQueue(SystemClock())
    lines = ["paddle_left", "paddle_right", "timer_button"]
    got: list[Edge] = []
    threads = [
        threading.Thread(target=lambda line=line: [queue.put(edge(n, line)) for n in range(3000)])
        for line in lines
    ]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        got += queue.drain()
    for thread in threads:
        thread.join()
    got += queue.drain()
    for line in lines:
        assert [one.stamp_ns for one in got if one.line == line] == list(range(3000))
