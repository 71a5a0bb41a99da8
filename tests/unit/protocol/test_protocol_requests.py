import json

import pytest

from protocol_kit import BOOT, EXAMPLES, HELLO, RECORD, RESULT_EVENT, START, STATUS, frame, frames
from showdown_protocol.codec import (
    Ignored,
    Refused,
    Request,
    Shorthand,
    error_line,
    event_line,
    parse_request,
    reply_line,
    request_line,
)
from showdown_protocol.crc import seal
from showdown_protocol.errors import ERRORS, WireError
from showdown_protocol.framer import FrameError
from showdown_protocol.messages import PingResult
from showdown_protocol.noise import is_http
from showdown_protocol.params import read_params
from showdown_protocol.people import help_lines, ping_lines, stats_lines, status_lines


def parse(line, **options):
    return parse_request(frame(line), **options)


def refusal(line, **options):
    refused = parse(line, **options)
    assert isinstance(refused, Refused), refused
    return refused.id, refused.error.name


def test_a_request_needs_neither_jsonrpc_nor_params():
    assert parse('{"id":1,"method":"ping"}') == Request(1, "ping", {})
    assert parse('{"jsonrpc":"2.0","id":1,"method":"ping","params":{"nonce":"n"}}') == Request(
        1, "ping", {"nonce": "n"}
    )


def test_unknown_members_are_ignored():
    request = parse('{"id":1,"method":"ping","trace":[1],"params":{"nonce":"n","more":{"a":1}}}')
    assert read_params(request.method, request.params).nonce == "n"


@pytest.mark.parametrize("id_", [0, -1, 2**53 - 1, -(2**53) + 1, "x", "é" * 40, "a" * 64, "1"])
def test_integers_and_strings_are_ids_and_come_back(id_):
    request = parse(json.dumps({"id": id_, "method": "ping"}))
    assert request == Request(id_, "ping", {})
    assert json.loads(reply_line(request.id, {}, crc=False))["id"] == id_


@pytest.mark.parametrize(
    "id_", ["null", "1.0", "1e2", "{}", "[]", "true", '""', f'"{"a" * 65}"', f'"{"é" * 43}"']
)
def test_anything_else_is_no_id_and_answered_with_null(id_):
    assert refusal(f'{{"id":{id_},"method":"ping"}}') == (None, "INVALID_REQUEST")


@pytest.mark.parametrize(
    "line",
    [
        '{"id":7,"method":"ping","jsonrpc":"1.0"}',
        '{"id":7,"method":"ping","jsonrpc":2}',
        '{"id":7,"method":5}',
        '{"id":7,"method":"ping","params":[1]}',
        '{"id":7,"method":"ping","params":null}',
    ],
)
def test_a_request_that_is_none_is_answered_under_its_id(line):
    assert refusal(line) == (7, "INVALID_REQUEST")


@pytest.mark.parametrize(
    "line", ["[]", '[{"id":1,"method":"ping"}]', "1", '"ping"', "null", "true"]
)
def test_batches_and_bare_values_are_refused(line):
    assert refusal(line) == (None, "INVALID_REQUEST")


@pytest.mark.parametrize(
    "line",
    [
        '{"method":"ping"}',
        '{"id":1}',
        '{"id":1,"method":"ping","result":{}}',
        '{"id":1,"method":"ping","error":null}',
        "{}",
        '{"jsonrpc":"2.0","method":"ev","params":{}}',
    ],
)
def test_what_is_no_request_is_foreign(line):
    assert parse(line) == Ignored(foreign=True)
    assert parse(line, crc_required=True) == Ignored(foreign=True)


@pytest.mark.parametrize(
    "line",
    [
        "AT",
        "ATZ",
        "at+cgmi",
        "AT+GCAP",
        "+++",
        "OK",
        "ERROR",
        "CONNECT 9600",
        "NO CARRIER",
        "RING",
        "~x",
        "# remark",
    ],
)
def test_modem_noise_and_remarks_are_ignored(line):
    assert parse(line, people=True) == Ignored(foreign=False)
    assert parse(line, crc_required=True) == Ignored(foreign=False)


def test_bursts_of_a_modem_manager_give_nothing_and_the_next_line_works():
    burst = b"AT\r" * 3 + b"ATE0\r\nAT+CGMI\r\n" + b"\x7e\x00\x78\xf0\x7e" + b"\x03" + b"AT+GCAP\r"
    found = frames(burst + b'{"id":1,"method":"ping"}\n')
    parsed = [parse_request(f) for f in found]
    assert parsed[-1] == Request(1, "ping", {})
    assert set(parsed[:-1]) == {Ignored(foreign=False)}


def test_crc_required_refuses_a_bare_request():
    line = b'{"id":1,"method":"ping"}'
    assert refusal(line, crc_required=True) == (None, "CRC_REQUIRED")
    assert refusal(b"{", crc_required=True) == (None, "CRC_REQUIRED")
    assert parse(seal(line), crc_required=True) == Request(1, "ping", {})


@pytest.mark.parametrize("word", ["help", "ping", "status", "stats"])
def test_shorthands_are_for_people_before_hello(word):
    assert parse(f"  {word.upper()}\t", people=True) == Shorthand(word)
    assert parse(seal(word.encode()), people=True, crc_required=True) == Shorthand(word)
    assert refusal(word) == (None, "PARSE")
    assert refusal(word, people=True, crc_required=True) == (None, "CRC_REQUIRED")


def own_output(crc):
    ping = PingResult(boot=BOOT, up_ms=1, seq=2, state="ready")
    yield reply_line(1, RECORD, crc=crc)
    yield reply_line("x", STATUS, crc=crc)
    yield event_line(RESULT_EVENT, crc=crc)
    for name in ERRORS:
        yield error_line(None, WireError(name, reason="x"), crc=crc)
    yield help_lines(crc=crc)
    yield ping_lines(ping, crc=crc)
    yield status_lines(STATUS, crc=crc)
    yield stats_lines({"rx_lines": 3, "rx_bad_crc": 0}, crc=crc)


@pytest.mark.parametrize("crc", [False, True])
@pytest.mark.parametrize("crc_required", [False, True])
def test_own_output_fed_back_gives_nothing(crc, crc_required):
    echo = b"".join(line for line in own_output(crc) if len(line) <= 1025 or line.startswith(b"#"))
    found = frames(echo)
    assert len(found) > len(ERRORS)
    assert all(not isinstance(f, FrameError) for f in found)
    for f in found:
        assert isinstance(parse_request(f, crc_required=crc_required, people=True), Ignored), f


@pytest.mark.parametrize("crc", [False, True])
def test_no_line_begins_like_a_modem(crc):
    for line in own_output(crc):
        assert line.endswith(b"\n")
        assert not line.startswith((b"OK", b"ERROR", b"CONNECT"))
        assert all(0x20 <= byte <= 0x7E or byte == 0x0A for byte in line)


@pytest.mark.parametrize(
    "line",
    [
        "GET / HTTP/1.1",
        "POST /x HTTP/1.1",
        "OPTIONS * HTTP/1.1",
        "PRI * HTTP/2.0",
        "Host: unit:4321",
        "content-type: text/plain",
    ],
)
def test_web_requests_are_told(line):
    assert is_http(line)


@pytest.mark.parametrize("line", ["help", "ping", '{"id":1,"method":"GET / "}', "GETAWAY", "AT"])
def test_other_lines_are_no_web_requests(line):
    assert not is_http(line)


def test_a_hosts_request_is_read_as_it_was_meant():
    line = request_line(9, "showdown.start", START, crc=True)
    request = parse(line[:-1], crc_required=True)
    assert read_params(request.method, request.params) == START
    hello = parse(request_line(9, "hello", HELLO, crc=False)[:-1])
    assert read_params(hello.method, hello.params) == HELLO


def test_an_error_that_does_not_fit_loses_its_data_but_not_its_name():
    line = error_line("i" * 64, WireError("FAULT", "m" * 3000, faults=["f" * 3000]), crc=True)
    assert len(line) <= 2049
    assert b'"data":{"name":"FAULT"}' in line


def test_examples_are_ascii_lines():
    for message in EXAMPLES:
        line = reply_line(1, message, crc=True)
        assert all(0x20 <= byte <= 0x7E for byte in line[:-1])
        assert len(line) <= 2049


def test_delete_is_escaped():
    assert reply_line("\x7f", {"a": "\x7f\x00"}, crc=False) == (
        b'{"jsonrpc":"2.0","id":"\\u007f","result":{"a":"\\u007f\\u0000"}}\n'
    )
