"""Any bytes on the line: nothing is answered that was no request, nothing grows, nothing ends."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from e2e_kit import Bench, RawHost, until

SIDE_BY_SIDE = True

MEGABYTE = 1 << 20
GROWTH_KB = 8 * 1024
NOISE = [
    b"AT\r\n", b"ATZ\r", b"AT+CGMI\r\n", b"ATE0V1\r", b"+++", b"RING\r\n", b"OK\r\n", b"~x\xf0~",
]  # fmt: skip


def garbage(seed: int, size: int) -> bytes:
    """Bytes of every value, with line ends in them, none of which is a request."""
    draw = Random(seed)
    kinds: list[Callable[[], bytes]] = [
        lambda: draw.randbytes(draw.randrange(1, 400)),
        lambda: b"\x03" * draw.randrange(1, 9) + b"\x18\x00\xff",
        lambda: b'{"id":1,"method":"ping"' + b"x" * draw.randrange(1000, 20_000),
        lambda: b"[" * draw.randrange(1, 300),
        lambda: b'{"jsonrpc":"2.0","result":{"a":1},"id":7}',
        lambda: bytes(range(256)),
    ]
    data = bytearray()
    while len(data) < size:
        data += draw.choice(kinds)() + draw.choice((b"\n", b"\r\n", b"\r", b""))
    return bytes(data)


def test_megabytes_of_garbage_leave_a_unit_that_works_and_no_bigger(tmp_path: Path) -> None:
    with Bench(tmp_path, "--script", "demo") as bench, RawHost(bench.up().link) as host:
        host.hello()
        host.write(garbage(1, MEGABYTE // 4) + b"\n")  # what only the first of them costs
        host.hello()
        before_kb = bench.memory_kb()
        host.write(garbage(2, 2 * MEGABYTE) + b"\n")
        host.write(b"x" * MEGABYTE)  # one line that never ends
        host.write(b"\n")
        host.hello()
        assert bench.memory_kb() < before_kb + GROWTH_KB
        stats = host.ask("stats")
        assert stats["internal_errors"] == 0
        assert host.start("after-the-noise")["state"] == "accepted"
        assert host.until_over("after-the-noise")["loser"] == "right"
        assert bench.launches() == ["right"]
        assert bench.stop() == 0
        assert "Traceback" not in bench.log


def test_garbage_before_any_hello_and_the_next_good_line_works(tmp_path: Path) -> None:
    with Bench(tmp_path, players="none") as bench, RawHost(bench.up().link) as host:
        host.write(garbage(3, MEGABYTE // 8) + b"\n")
        assert host.hello()["state"] == "ready"
        for junk in (b"\x00\xff\xfe half a line \x03", b"\x18", b'{"id":\n', b"\x80\x80\n"):
            host.write(junk)
            assert host.ask("ping")["state"] == "ready"


def test_a_modem_s_talk_and_its_own_echo_are_answered_by_silence(tmp_path: Path) -> None:
    with Bench(tmp_path, players="none") as bench, RawHost(bench.up().link) as host:
        for line in NOISE * 20:
            host.write(line)
        host.write(b"\n")
        host.hello(events=True)
        host.start("echoed-back", start="button")
        host.ask("showdown.cancel", key="echoed-back")
        event = {"jsonrpc": "2.0", "method": "ev", "params": host.until_event("showdown.state")}
        own = [json.dumps(event).encode() + b"\n"]
        reply = b'{"jsonrpc":"2.0","id":5,"result":{"key":"echoed-back","state":"cancelled"}}\n'
        error = b'{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"","data":{}}}\n'
        before = host.ask("stats")
        host.heard.clear()
        for line in [*own, reply, error, *NOISE, b"\n"] * 10:
            host.write(line)
        after = host.ask("stats")
        assert [line for line in host.heard if "method" not in line] == []
        assert after["rx_foreign"] == before["rx_foreign"] + 30
        assert after["rx_noise"] > before["rx_noise"]


def test_bad_lines_are_answered_five_times_and_then_once_a_second(tmp_path: Path) -> None:
    with Bench(tmp_path, players="none") as bench, RawHost(bench.up().link) as host:
        host.hello()
        begun = time.monotonic()
        for _ in range(300):
            host.write(b"{broken}\n")
        stats = host.ask("stats")
        answers = [line for line in host.heard if line.get("id", 0) is None]
        assert {line["error"]["data"]["name"] for line in answers} == {"PARSE"}
        assert 5 <= len(answers) <= 5 + (time.monotonic() - begun) + 1
        assert stats["rx_parse"] == 300
        assert stats["suppressed_errors"] == 300 - len(answers)

        def again() -> bool:
            host.heard.clear()
            host.write(b"{broken}\n")
            host.ask("ping")
            return bool(host.heard)

        until(again, "the budget fills up again")


def test_a_line_cut_in_half_costs_one_line(tmp_path: Path) -> None:
    with Bench(tmp_path, players="none") as bench, RawHost(bench.up().link) as host:
        host.hello()
        host.write(b'{"id":77,"method":"showdown.start","params":{"key":"cut-in-ha\n')
        assert host.ask("ping")["state"] == "ready"
        assert host.get("cut-in-half")["state"] == "unknown"
