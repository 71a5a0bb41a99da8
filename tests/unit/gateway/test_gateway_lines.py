from __future__ import annotations

import pytest

from gateway_kit import MS, Bench, FakeWire, Host, PausingWire, hello
from showdown_protocol.crc import seal
from showdown_unit.peers import BACKLOG, PENDING


@pytest.fixture
def bench() -> Bench:
    return Bench()


def names(messages: list[dict[str, dict[str, dict[str, str]]]]) -> list[str]:
    return [message["error"]["data"]["name"] for message in messages]


# --- turns of the loop ---------------------------------------------------------------------------


def test_one_line_a_turn_of_the_loop(bench: Bench) -> None:
    turns = 5
    host = bench.host()
    host.push(b'{"id":1,"method":"ping"}\n' * turns)
    seen: list[int] = []

    def other_work() -> None:
        seen.append(len(host.raw()))
        if sum(seen) < turns:
            bench.clock.post(other_work)

    bench.clock.post(other_work)
    bench.clock.run_for(0)
    assert max(seen) == 1
    assert sum(seen) == turns


def test_wires_take_turns(bench: Bench) -> None:
    busy, other = bench.host(), bench.host()
    busy.push(b'{"id":1,"method":"ping"}\n' * 100)
    other.push(b'{"id":1,"method":"ping"}\n')
    bench.clock.run_until_true(lambda: bool(other.wire.sent), bench.clock.now_ns() + MS)
    assert len(busy.raw()) <= 2


def test_no_line_is_handled_while_the_unit_has_no_time(bench: Bench) -> None:
    host = bench.host()
    bench.unit.has_time = False
    host.push(b'{"id":1,"method":"ping"}\n')
    assert host.hear(19) == []
    bench.unit.has_time = True
    assert len(host.hear(5)) == 1


def test_lines_that_had_to_wait_are_tried_again_every_5_ms(bench: Bench) -> None:
    host = bench.host()
    bench.unit.has_time = False
    host.push(b'{"id":1,"method":"ping"}\n')
    bench.clock.run_for(7 * MS)
    bench.unit.has_time = True
    assert host.hear(2) == []
    assert len(host.hear(1)) == 1


def test_nothing_goes_out_while_the_unit_has_no_time(bench: Bench) -> None:
    host = bench.host()
    host.hello(events=True)
    bench.unit.has_time = False
    bench.events.emit("button")
    assert host.hear(3000) == []
    bench.unit.has_time = True
    assert [m["method"] for m in host.hear(5)] == ["hb", "ev"]


# --- what is never answered ----------------------------------------------------------------------


def test_a_wire_hears_nothing_before_it_asks(bench: Bench) -> None:
    host = bench.host()
    bench.events.emit("state", state="ready")
    bench.gateway.shutdown()
    assert host.hear(60_000) == []


@pytest.mark.parametrize(
    "line",
    ["AT", "ATZ", "AT+GCAP", "at&f", "OK", "ERROR", "CONNECT 9600", "NO CARRIER", "+CSQ: 1", "#"],
)
def test_modem_noise_is_never_answered(bench: Bench, line: str) -> None:
    host = bench.host()
    assert [host.say(line) for _ in range(3)] == [[], [], []]
    assert bench.stat("rx_noise") == 3
    assert host.wire.closed_for == []
    assert "boot" in host.ask("ping")


@pytest.mark.parametrize(
    "line",
    [
        '{"jsonrpc":"2.0","id":1,"result":{}}',
        '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}}',
        '{"method":"ev","params":{}}',
        '{"id":1}',
        '{"id":1,"method":"ping","result":1}',
        "{}",
    ],
)
def test_what_is_no_request_is_counted_and_not_answered(bench: Bench, line: str) -> None:
    host = bench.host()
    assert host.say(line) == []
    assert bench.stat("rx_foreign") == 1


def test_a_long_line_of_our_own_coming_back_is_not_answered(bench: Bench) -> None:
    host = bench.host()
    assert host.say('{"jsonrpc":"2.0","id":7,"result":{"records":["' + "x" * 1500 + '"]}}') == []
    assert host.say('{"jsonrpc":"2.0","method":"ev","params":{"x":"' + "x" * 1500 + '"}}') == []
    assert host.say('{"jsonrpc":"2.0","id":"' + "\\u2603" * 30 + '","result":' + "[" * 1500) == []
    assert bench.stat("rx_foreign") == 3


def test_a_deep_line_of_our_own_coming_back_is_not_answered(bench: Bench) -> None:
    host = bench.host()
    assert host.say('{"jsonrpc":"2.0","id":7,"result":{"a":[{"b":[{"c":[{}]}]}]}}') == []


@pytest.mark.parametrize("line", ["GET / HTTP/1.1", "POST /x HTTP/1.1", "Host: 10.0.0.1:80"])
def test_a_web_request_closes_the_wire_and_what_follows_is_dropped(bench: Bench, line: str) -> None:
    host = bench.host()
    host.hello()
    body = '{"id":1,"method":"ping"}'
    host.push(f"{line}\r\nContent-Type: text/plain\r\n\r\n{body}\n".encode())
    assert host.say(body) == []
    assert len(host.wire.closed_for) == 1
    assert bench.unit.control == [True, False]
    assert bench.stat("rx_http") == 1


def test_a_serial_line_works_again_2_s_after_a_web_request(bench: Bench) -> None:
    host = bench.host()
    host.say("GET / HTTP/1.1", ms=2000)
    host.push(b"\n")
    assert "boot" in host.ask("ping")


# --- errors without an id ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "name", "counter"),
    [
        (b"{broken", "PARSE", "rx_parse"),
        (b"\xff\xfe", "PARSE", "rx_not_utf8"),
        (b'[{"id":1,"method":"ping"}]', "INVALID_REQUEST", "rx_invalid"),
        (b'{"id":null,"method":"ping"}', "INVALID_REQUEST", "rx_invalid"),
        (b'{"id":1.5,"method":"ping"}', "INVALID_REQUEST", "rx_invalid"),
        (b'{"id":{},"method":"ping"}', "INVALID_REQUEST", "rx_invalid"),
        (b"x" * 1025, "LINE_TOO_LONG", "rx_too_long"),
        (b'{"id":1,"method":"ping"}*00000000', "BAD_CRC", "rx_bad_crc"),
    ],
)
def test_a_bad_line_is_answered_without_an_id_and_counted(
    bench: Bench, line: bytes, name: str, counter: str
) -> None:
    host = bench.host()
    host.push(line + b"\n")
    (answer,) = host.hear(20)
    assert answer["id"] is None
    assert names([answer]) == [name]
    assert answer["error"]["data"]["reason"]
    assert bench.stat(counter) == 1


def test_a_poisoned_line_is_counted_and_not_answered(bench: Bench) -> None:
    host = bench.host()
    host.push(b'{"id":1,\x00"method":"ping"}\n')
    assert host.hear(20) == []
    assert bench.stat("rx_poisoned") == 1


def test_errors_without_an_id_are_5_and_then_one_a_second(bench: Bench) -> None:
    host = bench.host()
    host.push(b"{\n" * 50)
    assert names(host.hear(500)) == ["PARSE"] * 5
    assert bench.stat("suppressed_errors") == 45
    assert len(host.say("{", ms=500)) == 0
    assert len(host.say("{", ms=500)) == 1
    assert len(host.say("{", ms=500)) == 0


def test_the_budget_is_one_for_all_kinds_and_no_other_answer_counts(bench: Bench) -> None:
    host = bench.host()
    for line in (
        "{",
        "[]",
        "x" * 1025,
        '{"id":1,"method":"ping"}*00000000',
        '{"id":[],"method":1}',
    ):
        assert len(host.say(line)) == 1
    assert host.say("{") == []
    assert names(host.say('{"id":1,"method":"nope"}')) == ["HELLO_REQUIRED"]
    assert "boot" in host.ask("ping")


def test_each_wire_has_its_own_budget(bench: Bench) -> None:
    first, second = bench.host(), bench.host()
    first.push(b"{\n" * 50)
    first.hear(20)
    assert names(second.say("{")) == ["PARSE"]


def test_a_malformed_request_with_a_good_id_is_answered_under_it(bench: Bench) -> None:
    (answer,) = bench.host().say('{"id":"a","method":7}')
    assert answer["id"] == "a"
    assert names([answer]) == ["INVALID_REQUEST"]


# --- CRC -----------------------------------------------------------------------------------------


def sealed(text: str) -> str:
    return seal(text.encode()).decode()


def carries_crc(host: Host) -> list[bool]:
    return [line[-9:-8] == b"*" for line in host.raw()]


def test_once_hello_carried_a_crc_all_lines_to_the_host_do(bench: Bench) -> None:
    host = bench.host()
    host.crc = True
    host.push(host.request("hello", **hello(events=True)).encode() + b"\n")
    bench.clock.run_for(MS)
    bench.events.emit("button")
    host.push(b"{broken\n" + sealed("{broken").encode() + b"\n")
    bench.clock.run_for(2000 * MS)
    assert carries_crc(host) == [True] * 5  # hello, event, two errors, heartbeat


def test_once_hello_carried_a_crc_a_line_without_is_refused(bench: Bench) -> None:
    host = bench.host()
    host.crc = True
    host.hello()
    (answer,) = host.say('{"id":2,"method":"status"}')
    assert answer["id"] is None
    assert names([answer]) == ["CRC_REQUIRED"]
    assert bench.stat("rx_no_crc") == 1
    assert host.ask("status")["state"] == "ready"


def test_a_broken_line_without_crc_is_told_about_the_crc_first(bench: Bench) -> None:
    host = bench.host()
    host.crc = True
    host.hello()
    assert names(host.say("{broken")) == ["CRC_REQUIRED"]
    assert names(host.say(sealed("{broken"))) == ["PARSE"]


def test_without_a_crc_in_hello_it_is_optional_both_ways(bench: Bench) -> None:
    host = bench.host()
    host.hello()
    host.say(sealed('{"id":5,"method":"ping"}'))
    host.say('{"id":6,"method":"ping"}')
    host.wire.sent.clear()
    host = Host(bench, host.wire)
    host.push(b'{"id":6,"method":"ping"}\n')
    bench.clock.run_for(MS)
    assert carries_crc(host) == [False]


def test_a_new_hello_without_crc_opens_a_session_without(bench: Bench) -> None:
    host = bench.host()
    host.crc = True
    host.hello()
    host.crc = False
    assert host.hello(nonce="n2")["nonce"] == "n2"
    assert host.ask("status")["state"] == "ready"


def test_on_a_uart_hello_itself_needs_the_crc(bench: Bench) -> None:
    host = bench.host(crc_required=True)
    host.say('{"id":1,"method":"ping"}')
    answers = host.say(host.request("hello", **hello()))
    assert names(answers) == ["CRC_REQUIRED"]
    host.crc = True
    assert host.hello()["nonce"] == "n1"
    host.crc = False
    assert names(host.say(host.request("hello", **hello(nonce="n2")))) == ["CRC_REQUIRED"]


def test_on_a_uart_ping_works_without_crc_before_hello(bench: Bench) -> None:
    assert "boot" in bench.host(crc_required=True).ask("ping")


# --- people --------------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["help", "ping", "status", "stats", "  PING "])
def test_people_are_answered_in_remarks_until_hello(bench: Bench, word: str) -> None:
    host = bench.host()
    lines = host.say(word)
    assert lines
    assert all(line.startswith("#") for line in lines)
    host.hello()
    assert names(host.say(word)) == ["PARSE"]
    host.ask("bye")
    assert host.say(word)[0].startswith("#")


def test_people_may_rub_out_until_hello(bench: Bench) -> None:
    host = bench.host()
    host.push(b"pinf\x7fg\n")
    assert host.hear(20)[0].startswith("# pong")
    host.hello()
    host.push(b"pinf\x7fg\n")
    assert host.hear(20) == []
    host.ask("bye")
    host.push(b"pinf\x7fg\n")
    assert host.hear(20)[0].startswith("# pong")


def test_a_word_with_a_crc_is_answered_with_one(bench: Bench) -> None:
    host = bench.host()
    host.push(b"ping*25D53DFD\n")
    bench.clock.run_for(MS)
    assert all(carries_crc(host))


# --- bounded input -------------------------------------------------------------------------------


def test_a_flood_leaves_the_backlog_bounded_and_is_counted(bench: Bench) -> None:
    host = bench.host()
    bench.unit.has_time = False
    for _ in range(100):
        host.push(b"x" * 4095 + b"\n")
    assert bench.stat("rx_dropped_bytes") == 100 * 4096 - BACKLOG
    bench.unit.has_time = True
    host.hear(1000)
    host.push(b"\n")
    assert "boot" in host.ask("ping")


def test_halves_around_dropped_bytes_never_make_a_line(bench: Bench) -> None:
    host = bench.host()
    bench.unit.has_time = False
    host.push(b"\n" * (BACKLOG - 10))
    host.push(b'{"id":1,')  # the first half fits
    host.push(b"dropped" * 10)
    bench.unit.has_time = True
    host.hear(1000)
    assert host.say('"method":"ping"}') == []
    assert host.say('{"id":2,"method":"ping"}')[0]["id"] == 2


def test_a_wire_that_can_is_paused_instead(bench: Bench) -> None:
    wire = PausingWire("p")
    host = bench.host(wire)
    bench.unit.has_time = False
    line = b'{"id":1,"method":"ping"}\n'
    pushed = 0
    while not wire.paused:
        host.push(line * 40)
        pushed += 40
    assert pushed * len(line) < BACKLOG / 2
    bench.unit.has_time = True
    assert len(host.hear(1000)) == pushed
    assert not wire.paused
    assert bench.stat("rx_dropped_bytes") == 0


def test_lines_cut_anywhere_are_whole_again(bench: Bench) -> None:
    host = bench.host()
    for byte in b'{"id":1,"method":"ping"}\r\n':
        host.push(bytes([byte]))
        bench.clock.run_for(10 * MS)
    assert len(host.hear()) == 1


def test_pending_requests_are_bounded_and_none_goes_unanswered(bench: Bench) -> None:
    host = bench.host()
    host.hello()
    bench.unit.delay_ms = 50
    for number in range(2 * PENDING):
        host.push(host.request("showdown.get", key=f"key-{number:05}").encode() + b"\n")
    bench.clock.run_for(49 * MS)
    assert len(bench.unit.records) == 0
    assert len(host.hear(20)) == PENDING
    assert len(host.hear(100)) == PENDING


def test_bytes_for_an_unknown_wire_are_nothing(bench: Bench) -> None:
    bench.gateway.received(FakeWire("stray"), b"ping\n")
    bench.gateway.closed(FakeWire("stray"), "gone")
    assert bench.stat("wires") == 0
