"""The normative text, run: its examples, its error table, its methods."""

import re
from pathlib import Path

import pytest

from protocol_kit import frame, typed
from showdown_protocol import usb
from showdown_protocol.answers import ErrorReply, Notice, Reply, parse_answer
from showdown_protocol.codec import Refused, Request, error_line, line, parse_request
from showdown_protocol.crc import unseal
from showdown_protocol.errors import ERRORS, WireError
from showdown_protocol.framer import Framer
from showdown_protocol.messages import EVENTS, METHODS, Event, EvidencePage, Heartbeat, Record
from showdown_protocol.params import read_params

ROOT = Path(__file__).parents[3]
TEXT = (ROOT / "docs/protocol.md").read_text()
BLOCKS = re.findall(r"^```wire\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)


def test_there_are_examples():
    assert len(BLOCKS) >= 5


@pytest.mark.parametrize("block", BLOCKS, ids=range(len(BLOCKS)))
def test_an_example_is_what_both_ends_say(block):
    asked = {}
    for row in block.splitlines():
        arrow, text = row[:2], row[2:].encode()
        if arrow == "> ":
            assert len(text) <= 1024
            parsed = parse_request(frame(text))
            asked[parsed.id] = parsed
        else:
            assert arrow == "< "
            check_sent(text, asked)


def check_sent(text, asked):
    (only,) = Framer(max_line=2048, typing=False).feed(text + b"\n", 0)
    said = parse_answer(only)
    match said:
        case Reply():
            request = asked[said.id]
            assert isinstance(request, Request)
            read_params(request.method, request.params)
            kind = METHODS[request.method].result_type
            if request.params.get("evidence"):
                kind = EvidencePage
            result = typed(kind, said.result)
            same(text, {"jsonrpc": "2.0", "id": said.id, "result": result.members()})
        case ErrorReply():
            error = expected_error(asked[said.id], said)
            assert error_line(said.id, error, crc=False) == text + b"\n"
        case Notice("ev"):
            event = Event.of(said.params)
            assert event.payload().members() == event.data
            same(text, {"jsonrpc": "2.0", "method": "ev", "params": event.members()})
        case Notice("hb"):
            beat = typed(Heartbeat, said.params)
            same(text, {"jsonrpc": "2.0", "method": "hb", "params": beat.members()})
        case _:
            pytest.fail(f"{said}: {text!r}")


def same(text, value):
    """Byte for byte, so that order, absent members and CRC are those of the code."""
    assert line(value, crc=unseal(text)[1] is True) == text + b"\n"


def expected_error(request, said):
    """What the line or its parameters lead to; else the unit's own, whose form alone is checked."""
    if isinstance(request, Refused):
        return request.error
    try:
        read_params(request.method, request.params)
    except WireError as refused:
        return refused
    return said.error


def test_the_error_table_is_the_codes():
    section = TEXT.split("\n## Errors\n")[1].split("\n## ")[0]
    rows = re.findall(
        r"^\| `([A-Z_]+)` \| (-\d+) \| (.*?) \| (\w+) \| .+ \|$", section, re.MULTILINE
    )
    assert [(n, int(c), m, r) for n, c, m, r in rows] == [
        (name, spec.code, spec.meaning, spec.retry_same_key) for name, spec in ERRORS.items()
    ]


def test_every_method_and_parameter_is_described():
    sections = dict(re.findall(r"^### `([a-z.]+)`\n(.*?)(?=^##)", TEXT, re.MULTILINE | re.DOTALL))
    assert set(sections) == set(METHODS)
    for method, spec in METHODS.items():
        for name in spec.params_type.__struct_encode_fields__:
            assert f"`{name}`" in sections[method], (method, name)
        control = "Control." in sections[method]
        assert control == spec.needs_control, method


def test_every_member_of_the_record_is_described():
    section = TEXT.split("\n## The record\n")[1].split("\n## ")[0]
    for name in Record.__struct_encode_fields__:
        assert name == "replay" or f"`{name}`" in section, name


def test_every_event_is_described():
    section = TEXT.split("\n## Events\n")[1].split("\n## ")[0]
    rows = dict(re.findall(r"^\| `([a-z.]+)` \| (.*) \|$", section, re.MULTILINE))
    assert set(rows) == set(EVENTS)
    for name, kind in EVENTS.items():
        for field in kind.__struct_encode_fields__:
            assert f"`{field}`" in rows[name] or name == "fault.cleared", (name, field)


def test_the_usb_identity_is_the_codes():
    assert f"{usb.VENDOR_ID:04x}:{usb.PRODUCT_ID:04x}" in TEXT
    assert usb.MANUFACTURER in TEXT
    assert usb.PRODUCT in TEXT
