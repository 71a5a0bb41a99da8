"""With the CRC on, a line with one to three flipped bits is never read as something else."""

import random

import pytest

from protocol_kit import HELLO, KEY, RECORD, RESULT_EVENT, START
from scale import count
from showdown_protocol.answers import ErrorReply, Notice, Reply, parse_answer
from showdown_protocol.codec import (
    Request,
    Shorthand,
    event_line,
    parse_request,
    reply_line,
    request_line,
)
from showdown_protocol.crc import seal
from showdown_protocol.framer import Frame, Framer
from showdown_protocol.messages import GetParams, LinesParams

REQUESTS = [
    request_line(4, "showdown.start", START, crc=True),
    request_line(1, "hello", HELLO, crc=True),
    request_line("a", "showdown.get", GetParams(key=KEY), crc=True),
    request_line(5, "showdown.lines", LinesParams(key=KEY, left=2, right=1), crc=True),
    seal(b"ping") + b"\n",
]
ANSWERS = [reply_line(4, RECORD, crc=True), event_line(RESULT_EVENT, crc=True)]


def flipped(line, rnd):
    """`line` with 1 to 3 distinct bits flipped, its LF among them."""
    data = bytearray(line)
    for bit in rnd.sample(range(len(line) * 8), rnd.randint(1, 3)):
        data[bit // 8] ^= 1 << bit % 8
    return bytes(data)


def read(data, framer, parse, good):
    return [
        p
        for f in framer.feed(data + b"\n", 0)
        if isinstance(f, Frame) and isinstance(p := parse(f), good)
    ]


def unit_reads(frame):
    return parse_request(frame, crc_required=True, people=True)


def host_reads(frame):
    return parse_answer(frame, crc_required=True)


def cases():
    for line in REQUESTS:
        yield (
            line,
            1024,
            lambda f: parse_request(f, crc_required=True, people=True),
            (Request, Shorthand),
        )
    for line in ANSWERS:
        yield line, 2048, host_reads, (Reply, ErrorReply, Notice)


CASES = list(cases())


@pytest.mark.prove
@pytest.mark.timeout(600)
def test_flipped_bits_are_never_read_as_another_line():
    rnd = random.Random(20_000)
    total = count(2_000, 200_000)
    unchanged = 0
    for n in range(total):
        line, max_line, parse, good = CASES[n % len(CASES)]
        framer = Framer(max_line=max_line, typing=False)
        (meant,) = read(line, framer, parse, good)
        got = read(flipped(line, rnd), framer, parse, good)
        # The case of the CRC's own letters carries nothing, so such a flip is no damage.
        assert got in ([], [meant]), (line, got)
        unchanged += bool(got)
        assert read(line, framer, parse, good) == [meant]
    assert unchanged < total / 50


def test_without_the_crc_many_are():
    rnd = random.Random(1)
    line = request_line(4, "showdown.start", START, crc=False)
    misread = 0
    for _ in range(1_000):
        framer = Framer(typing=False)
        (meant,) = read(line, framer, parse_request, Request)
        misread += read(flipped(line, rnd), framer, parse_request, Request) not in ([], [meant])
    assert misread > 100  # so the test above can fail
