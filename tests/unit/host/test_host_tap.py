"""The tap on a link: every line there and back, cut as the wire had it, in bounded memory."""

from __future__ import annotations

import pytest

from host_kit import FakeOpener
from showdown_host.keystore import KeyStore
from showdown_host.tap import MOST, Lines, WireLine
from showdown_host.unit import Unit


def cutting() -> tuple[Lines, list[WireLine]]:
    seen: list[WireLine] = []
    return Lines(seen.append), seen


@pytest.mark.parametrize("size", [1, 3, 1000])
def test_lines_are_whole_however_the_bytes_are_cut(size):
    lines, seen = cutting()
    data = b'{"a":1}\r\n\n{"b":2}\n'
    for at in range(0, len(data), size):
        lines.moved("in", data[at : at + size], at)
    assert [line.data for line in seen] == [b'{"a":1}', b'{"b":2}']
    assert all(line.way == "in" and line.whole for line in seen)


def test_both_ways_are_cut_apart():
    lines, seen = cutting()
    lines.moved("in", b"from the u", 1)
    lines.moved("out", b"to it\n", 2)
    lines.moved("in", b"nit\n", 3)
    assert [(line.way, line.ns, line.data) for line in seen] == [
        ("out", 2, b"to it"),
        ("in", 3, b"from the unit"),
    ]


def test_the_crc_of_a_line_is_right_wrong_or_not_there():
    lines, seen = cutting()
    lines.moved("in", b"ping*25D53DFD\nping*25D53DFE\nping\n", 0)
    assert [line.crc for line in seen] == [True, False, None]


def test_a_line_without_an_end_takes_bounded_memory_and_says_so():
    lines, seen = cutting()
    for _ in range(10):
        lines.moved("in", b"x" * MOST, 0)
    lines.moved("in", b"\nnext\n", 0)
    assert [(len(line.data), line.whole) for line in seen] == [(MOST, False), (4, True)]
    assert lines.lost_bytes == 9 * MOST


def test_what_a_connection_left_unfinished_does_not_begin_the_next_ones_line():
    lines, seen = cutting()
    lines.moved("in", b"half a li", 0)
    lines.cut(5)
    lines.moved("in", b"whole\n", 6)
    assert [(line.data, line.whole) for line in seen] == [(b"half a li", False), (b"whole", True)]


def test_bytes_that_are_no_text_can_be_shown():
    assert WireLine("in", 0, b"\xffAT", None).text == "\\xffAT"


def test_a_tapped_unit_shows_the_lines_of_its_calls(tmp_path):
    lines, seen = cutting()
    with Unit(FakeOpener(), store=KeyStore(tmp_path), tap=lines) as unit:
        unit.stats()
    texts = [(line.way, line.text) for line in seen]
    asked = next(at for at, (way, text) in enumerate(texts) if '"method":"stats"' in text)
    answer = next(at for at, (way, text) in enumerate(texts) if '"rx_lines"' in text)
    assert texts[asked][0] == "out"
    assert texts[answer][0] == "in"
    assert asked < answer
    assert all(line.crc for line in seen)
    assert '"method":"bye"' in texts[-1][1]
