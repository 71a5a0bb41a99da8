import pytest

from protocol_kit import BOOT, RECORD, RESULT_EVENT, frame, typed
from showdown_protocol.answers import ErrorReply, Notice, Reply, Unreadable, parse_answer
from showdown_protocol.codec import (
    Ignored,
    error_line,
    event_line,
    heartbeat_line,
    reply_line,
    request_line,
)
from showdown_protocol.errors import WireError
from showdown_protocol.framer import Framer
from showdown_protocol.messages import Event, Heartbeat, Record
from showdown_protocol.people import help_lines


def hear(line, **options):
    (only,) = Framer(max_line=2048, typing=False).feed(line, 0)
    return parse_answer(only, **options)


def test_a_reply_and_its_record():
    reply = hear(reply_line("r1", RECORD, crc=True), crc_required=True)
    assert isinstance(reply, Reply)
    assert typed(Record, reply.result) == RECORD


def test_members_of_a_later_version_are_ignored():
    reply = hear(reply_line(1, RECORD.members() | {"weather": {"rain": [1]}}, crc=False))
    assert typed(Record, reply.result) == RECORD


def test_events_and_heartbeats():
    notice = hear(event_line(RESULT_EVENT, crc=False))
    assert (notice.method, Event.of(notice.params)) == ("ev", RESULT_EVENT)
    beat = Heartbeat(boot=BOOT, up_ms=1, seq=2, state="ready")
    assert hear(heartbeat_line(beat, crc=False)) == Notice("hb", beat.members())


def test_an_error_comes_through_whole():
    sent = WireError("BUSY", active="k" * 8)
    reply = hear(error_line(7, sent, crc=False))
    assert reply.id == 7
    got = reply.error
    assert (got.name, got.code, got.message, got.data) == (
        sent.name,
        sent.code,
        sent.message,
        sent.data,
    )


def test_an_error_of_a_later_version_keeps_its_name():
    reply = hear(b'{"id":1,"error":{"code":-32050,"message":"m","data":{"name":"MOON","x":1}}}\n')
    assert (reply.error.name, reply.error.code, reply.error.data) == ("MOON", -32050, {"x": 1})
    assert reply.error.retry_same_key == "after"


@pytest.mark.parametrize(
    ("body", "name"),
    [
        ("{}", "INTERNAL"),
        ('{"code":-32008}', "BUSY"),
        ('{"code":"x","data":[]}', "INTERNAL"),
        ('{"code":1}', "INTERNAL"),
    ],
)
def test_a_bare_error_is_named_by_its_code(body, name):
    reply = hear(f'{{"id":null,"error":{body}}}\n'.encode())
    assert isinstance(reply, ErrorReply)
    assert reply.error.name == name


def test_a_line_without_its_crc_is_not_believed():
    assert isinstance(hear(reply_line(1, RECORD, crc=False), crc_required=True), Unreadable)


@pytest.mark.parametrize(
    "line",
    [
        '{"id":1.5,"result":{}}',
        '{"result":{}}',
        '{"id":1,"result":[]}',
        '{"id":[],"error":{}}',
        '{"id":1,"error":5}',
        '{"id":1,',
        "{}}",
    ],
)
def test_what_no_unit_sends_is_unreadable(line):
    assert isinstance(parse_answer(frame(line)), Unreadable)


def test_remarks_boot_chatter_and_own_echo_are_ignored():
    assert isinstance(hear(help_lines(crc=False).split(b"\n")[0] + b"\n"), Ignored)
    assert isinstance(hear(b"[    0.000000] Booting Linux\n"), Ignored)
    assert isinstance(hear(request_line(1, "ping", {}, crc=False)), Ignored)
    assert isinstance(parse_answer(frame('{"method":5}')), Ignored)
