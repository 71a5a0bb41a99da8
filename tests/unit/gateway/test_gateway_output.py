from __future__ import annotations

import pytest

from gateway_kit import MS, Bench, Host
from showdown_unit.peers import RESERVE
from showdown_unit.sessions import QUEUE


@pytest.fixture
def bench() -> Bench:
    return Bench()


@pytest.fixture
def host(bench: Bench) -> Host:
    host = bench.host()
    host.hello(events=True)
    host.wire.drain()
    return host


def seqs(messages: list[dict[str, dict[str, int]]]) -> list[int]:
    return [m["params"]["seq"] for m in messages if m.get("method") == "ev"]


def test_a_full_wire_keeps_events_waiting_and_answers_first(bench: Bench, host: Host) -> None:
    host.wire.capacity = RESERVE
    for _ in range(3):
        bench.events.emit("button")
    assert "boot" in host.ask("ping")
    host.wire.drain()
    host.wire.capacity = 10**6
    assert seqs(host.hear(25)) == [1, 2, 3]


def test_beyond_its_queue_a_full_wire_loses_the_oldest_events(bench: Bench, host: Host) -> None:
    host.wire.capacity = RESERVE
    for _ in range(QUEUE + 10):
        bench.events.emit("button")
    assert host.hear(1000) == []
    assert bench.stat("dropped_events") == 10
    host.wire.capacity = 10**6
    assert seqs(host.hear(1000)) == list(range(11, QUEUE + 11))


def test_a_full_wire_misses_heartbeats_and_keeps_its_session(bench: Bench, host: Host) -> None:
    host.wire.capacity = RESERVE
    assert host.hear(6000) == []
    assert "boot" in host.ask("ping")


def test_one_full_wire_holds_up_no_other(bench: Bench, host: Host) -> None:
    other = bench.host()
    other.hello(nonce="n2", role="observe", events=True)
    host.wire.capacity = RESERVE
    for _ in range(30):
        bench.events.emit("button")
    assert seqs(other.hear(1)) == list(range(1, 31))


def test_an_answer_that_does_not_fit_closes_the_session(bench: Bench, host: Host) -> None:
    host.wire.capacity = 100
    host.push(host.request("status").encode() + b"\n" + host.request("ping").encode() + b"\n")
    assert host.hear(100) == []
    assert len(host.wire.closed_for) == 1
    assert bench.unit.control == [True, False]
    assert bench.stat("output_stuck") == 1


def test_after_that_the_transport_may_say_hello_again(bench: Bench, host: Host) -> None:
    host.wire.capacity = 100
    host.say(host.request("status"))
    host.wire.capacity = 10**6
    assert host.hello(nonce="n2")["role"] == "control"


def test_a_late_answer_that_does_not_fit_closes_the_session(bench: Bench, host: Host) -> None:
    host.say(host.request("showdown.get", key="key-00001"), ms=1)
    host.wire.capacity = 10
    bench.clock.run_for(10 * MS)
    assert len(host.wire.closed_for) == 1
    assert bench.stat("sessions") == 0


def test_a_wire_that_goes_while_it_is_written_to_takes_nothing_along(bench: Bench) -> None:
    hosts = [bench.host() for _ in range(3)]
    for number, host in enumerate(hosts):
        host.hello(nonce=f"n{number}", role="observe", events=True)
    gone = hosts[1].wire
    gone.send = lambda data: bench.gateway.closed(gone, "write failed")  # type: ignore[method-assign]
    bench.events.emit("button")
    bench.clock.run_for(MS)
    assert seqs(hosts[0].hear()) == seqs(hosts[2].hear()) == [1]
    assert bench.stat("sessions") == 2
