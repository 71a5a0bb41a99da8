"""Anything at all on three wires at once, in virtual time."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest

import scale
from gateway_kit import BOOT, MS, SECOND, Bench, hello, start
from showdown_protocol.crc import seal
from showdown_unit.peers import BACKLOG
from showdown_unit.sessions import QUEUE

STEPS = scale.count(600, 8_000)
SEEDS = range(scale.count(4, 12))


def request(rng: random.Random, number: int) -> tuple[str, dict[str, Any]]:
    key = f"key-{rng.randrange(12):05}"
    kind = rng.randrange(12)
    table: list[tuple[str, Any]] = [
        ("hello", hello(nonce=f"n{rng.randrange(4)}", events=True, takeover=rng.random() < 0.5)),
        ("hello", hello(nonce=f"m{number}", role="observe", events=rng.random() < 0.5)),
        ("ping", {}),
        ("status", {}),
        ("stats", {}),
        ("showdown.start", start(key, cards=rng.choice([0, 2, -1, None, "2"]))),
        ("showdown.get", {"key": rng.choice([key, "x", None])}),
        ("showdown.wait", {"key": key, "until": "done", "timeout_ms": rng.choice([0, 800, 99999])}),
        ("showdown.cancel", {"key": key}),
        ("showdown.list", {"limit": rng.choice([1, 100, 0])}),
        ("events.replay", {"boot": BOOT, "from": rng.randrange(99), "max": 256}),
        (rng.choice(["bye", "nope", ""]), {}),
    ]
    return table[kind]


def noise(rng: random.Random) -> bytes:
    return rng.choice(
        [
            rng.randbytes(rng.randrange(1, 200)),
            b"ATZ\r\n",
            b"{" * rng.randrange(1, 30) + b"\n",
            b"x" * rng.randrange(900, 3000),
            b"\n",
            b"status\n",
            b'{"id":null,"method":"ping"}\n',
            b'{"jsonrpc":"2.0","id":1,"result":{}}\n',
        ]
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_anything_at_all_breaks_nothing_and_stays_bounded(
    seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    rng = random.Random(seed)
    bench = Bench()
    hosts = [bench.host() for _ in range(3)]
    answers: Counter[str] = Counter()
    for number in range(STEPS):
        place = rng.randrange(3)
        host = hosts[place]
        roll = rng.random()
        if roll < 0.5:
            method, params = request(rng, number)
            text = json.dumps({"id": number, "method": method, "params": params}).encode()
            data = (seal(text) if rng.random() < 0.5 else text) + b"\n"
            cut = rng.randrange(len(data))
            host.push(data[:cut])
            host.push(data[cut:])
        elif roll < 0.8:
            host.push(noise(rng))
        elif roll < 0.85:
            bench.events.emit("state", state="x" * rng.randrange(3000))
        elif roll < 0.88:
            bench.unit.has_time = not bench.unit.has_time
        elif roll < 0.9:
            host.wire.capacity = rng.choice([0, 500, 10_000, 10**6])
        elif roll < 0.91:
            bench.gateway.closed(host.wire, "gone")
            hosts[place] = bench.host()
        host.wire.drain()
        bench.clock.run_for(rng.choice([0, 1, 20, 300]) * MS)
        for message in host.hear():
            answers["result" if "result" in message else "other"] += 1
        assert all(peer.held <= BACKLOG for peer in bench.gateway._peers.values())
        assert all(len(s.events) <= QUEUE for s in bench.gateway._sessions.live)
        assert len(bench.gateway._sessions.live) <= len(bench.gateway._peers) == 3
    assert answers["result"] > STEPS / 20, "the run got somewhere"
    assert bench.stat("internal_errors") == 0
    assert not [r for r in caplog.records if r.exc_info]


@pytest.mark.parametrize("seed", SEEDS)
def test_each_request_with_an_id_is_answered_once(seed: int) -> None:
    rng = random.Random(seed)
    bench = Bench()
    hosts = [bench.host() for _ in range(3)]
    for number, host in enumerate(hosts):
        host.hello(nonce=f"n{number}", role="observe", events=True)
    asked: list[Counter[int]] = [Counter(), Counter(), Counter()]
    heard: list[Counter[int]] = [Counter(), Counter(), Counter()]

    def listen() -> None:
        for host, counter in zip(hosts, heard, strict=True):
            counter.update(m["id"] for m in host.hear() if m.get("id") is not None)
            host.wire.drain()

    for number in range(STEPS):
        place = rng.randrange(3)
        method, params = request(rng, number)
        if rng.random() < 0.4:
            hosts[place].push(rng.choice([noise(rng), b"ATI\n"]) + b"\x18\n")
        elif method not in ("hello", "bye"):
            line = json.dumps({"id": number, "method": method, "params": params})
            hosts[place].push(line.encode() + b"\n")
            asked[place][number] += 1
        if rng.random() < 0.1:
            bench.unit.has_time = not bench.unit.has_time
            bench.events.emit("button")
        bench.clock.run_for(rng.choice([0, 0, 5, 50]) * MS)
        listen()
    bench.unit.has_time = True
    bench.clock.run_for(12 * SECOND)
    listen()
    assert sum(asked[0].values()) > STEPS / 20
    assert heard == asked
    assert bench.stat("rx_dropped_bytes") == 0


@pytest.mark.parametrize("seed", SEEDS)
def test_own_output_fed_back_is_never_answered(seed: int) -> None:
    rng = random.Random(seed)
    bench = Bench()
    host, echo = bench.host(), bench.host()
    host.crc = rng.random() < 0.5
    host.say("help")
    host.hello(events=True)
    for number in range(100):
        method, params = request(rng, number)
        if method not in ("hello", "bye"):
            host.say(host.request(method, **params))
        host.push(noise(rng) + b"\x18\n")
        key = f"key-{number:05}"
        host.say(host.request("showdown.start", **start(key)))
        bench.events.emit("showdown.done", record=bench.unit.records[key])
    host.say(host.request("showdown.list", limit=100))
    host.say(host.request("events.replay", boot=BOOT, from_=1, max=256), ms=1000)
    everything = bytes(host.wire.sent)
    assert b'"id":null' in everything
    assert b"records" in everything
    assert b"events" in everything
    before = bench.stat("rx_requests")
    for at in range(0, len(everything), 4096):
        echo.push(everything[at : at + 4096])
        assert echo.hear(500) == []
    assert bench.stat("rx_requests") == before
    for at in range(0, len(everything), 4096):
        host.push(everything[at : at + 4096])
        bench.clock.run_for(500 * MS)
    new = [m for m in host.hear() if isinstance(m, str) or "id" in m]
    assert new == [], "nor on the wire that it went out on"


def test_at_bursts_are_never_answered() -> None:
    bench = Bench()
    fresh, busy = bench.host(), bench.host()
    busy.hello()
    for _ in range(200):
        for host in (fresh, busy):
            host.push(b"AT\rAT+GCAP\r\nATE0V1\rATI\r\n+++\nAT+CGMI\r")
    assert fresh.hear(1000) == busy.hear() == []
    assert busy.start()["state"] == "accepted"
    assert "boot" in fresh.ask("ping")


def test_a_host_s_echo_makes_no_loop() -> None:
    """A tty that still echoes sends everything back at once."""
    bench = Bench()
    host = bench.host()
    send = host.wire.send

    def echo(data: bytes) -> None:
        send(data)
        bench.gateway.received(host.wire, data)

    host.wire.send = echo  # type: ignore[method-assign]
    host.hello(events=True)
    host.say("{broken")
    host.say("x" * 1025)
    bench.events.emit("state", state="s" * 1500)
    quiet = [m for m in host.hear(10_000) if m.get("method") != "hb"]
    assert len(quiet) == 1
