"""Any bytes at all: nothing raises, memory stays bounded, the next good line works."""

import random

from hypothesis import given
from hypothesis import strategies as st

from protocol_kit import PROPERTY
from scale import count
from showdown_protocol.answers import parse_answer
from showdown_protocol.codec import Refused, Request, error_line, parse_request
from showdown_protocol.crc import seal
from showdown_protocol.errors import WireError
from showdown_protocol.framer import Frame, FrameError, Framer
from showdown_protocol.params import read_params

GOOD = b'{"id":1,"method":"ping"}'
PIECES = [
    GOOD, seal(GOOD), b"\n", b"\r", b"\r\n", b"\x00", b"\x03", b"\x18", b"\x08", b"\x7f", b"\xff",
    b"\x80", b"\xc3", b"\xf0\x9f\x98", b"*", b"*00000000", b"AT+GCAP", b"{", b"}", b"[" * 40, b'"',
    b"\\", b'{"id":', b'"method":', b"x" * 700, b"y" * 1024, b"1e999", b"GET / HTTP/1.1", b"# x",
    b'{"id":1,"method":"showdown.start","params":{"key":"', b'\\ud800"', b"ping", b"\t ",
]  # fmt: skip
NOISE = st.one_of(st.binary(max_size=200), st.sampled_from(PIECES))
STREAMS = st.lists(NOISE, max_size=40)


def react(found, **options):
    """What a unit would answer to each frame, as lines."""
    answers = []
    for f in found:
        if isinstance(f, FrameError):
            answers.append(error_line(None, WireError(f.name, reason=f.reason), crc=True))
            continue
        parsed = parse_request(f, **options)
        if isinstance(parsed, Refused):
            answers.append(error_line(parsed.id, parsed.error, crc=True))
        elif isinstance(parsed, Request):
            try:
                read_params(parsed.method, parsed.params)
            except WireError as error:
                answers.append(error_line(parsed.id, error, crc=True))
    for line in answers:
        assert len(line) <= 2049
        assert all(0x20 <= byte <= 0x7E for byte in line[:-1])
    return answers


@PROPERTY
@given(STREAMS, st.booleans(), st.booleans(), st.integers(0, 3_000_000_000))
def test_any_stream(pieces, typing, crc_required, gap_ns):
    framer = Framer(typing=typing)
    ends = 0
    answers = 0
    now_ns = 0
    for piece in pieces:
        found = framer.feed(piece, now_ns)
        now_ns += gap_ns
        ends += piece.count(b"\n") + piece.count(b"\r")
        answers += len(react(found, crc_required=crc_required, people=typing))
        assert framer.buffered <= framer.max_line
    assert answers <= ends
    framer.feed(b"\n", now_ns)
    (good,) = framer.feed(seal(GOOD) + b"\n", now_ns)
    assert parse_request(good, crc_required=True) == Request(1, "ping", {})


@PROPERTY
@given(STREAMS, st.randoms(use_true_random=False))
def test_where_a_stream_is_cut_changes_nothing(pieces, rnd):
    data = b"".join(pieces) + b"\n"
    whole = Framer().feed(data, 0)
    framer, cut, at = Framer(), [], 0
    while at < len(data):
        step = rnd.randint(1, 30)
        cut += framer.feed(data[at : at + step], 0)
        at += step
    assert cut == whole


@PROPERTY
@given(STREAMS)
def test_a_host_takes_anything_too(pieces):
    framer = Framer(max_line=2048, typing=False)
    for piece in pieces:
        for f in framer.feed(piece, 0):
            if isinstance(f, Frame):
                parse_answer(f)
                parse_answer(f, crc_required=True)


def test_a_hundred_kilobytes_of_garbage_leave_the_next_line_whole():
    rnd = random.Random(7)
    for _ in range(count(3, 50)):
        framer = Framer(typing=False)
        for _ in range(100):
            react(framer.feed(rnd.randbytes(1024), 0))
            assert framer.buffered <= framer.max_line
        framer.feed(b"\n", 0)
        assert framer.feed(GOOD + b"\n", 0) == [Frame(GOOD.decode())]
