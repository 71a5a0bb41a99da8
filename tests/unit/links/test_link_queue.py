from __future__ import annotations

import random

import pytest

from showdown_unit.links.queue import OutputQueue


def drain(queue: OutputQueue, most: int = 7) -> bytes:
    out = b""
    while queue:
        head = queue.head(most)
        out += head
        queue.taken(len(head))
    return out


def test_lines_come_out_as_they_went_in():
    queue = OutputQueue()
    assert queue.put(b"one\n")
    assert queue.put(b"two\nthree\n")
    assert drain(queue) == b"one\ntwo\nthree\n"


def test_a_line_that_does_not_fit_is_refused_whole_and_a_shorter_one_still_fits():
    queue = OutputQueue(10)
    assert queue.put(b"12345\n")
    assert queue.room() == 4
    assert not queue.put(b"1234\n")
    assert queue.put(b"123\n")
    assert queue.room() == 0
    assert drain(queue) == b"12345\n123\n"
    assert queue.room() == 10


def test_a_line_without_its_end_is_refused_loudly():
    with pytest.raises(ValueError, match="whole lines"):
        OutputQueue().put(b"half")


def test_after_clear_in_mid_line_the_next_line_stands_alone():
    queue = OutputQueue()
    queue.put(b"first\n")
    queue.taken(3)
    queue.clear()
    queue.put(b"second\n")
    assert drain(queue) == b"\nsecond\n"


def test_after_clear_between_lines_nothing_is_put_in_front():
    queue = OutputQueue()
    queue.put(b"first\nlost\n")
    queue.taken(6)
    queue.clear()
    queue.put(b"second\n")
    assert drain(queue) == b"second\n"


def test_a_second_clear_does_not_forget_the_torn_line():
    queue = OutputQueue()
    queue.put(b"first\n")
    queue.taken(3)
    queue.clear()
    queue.clear()
    queue.put(b"second\n")
    assert drain(queue) == b"\nsecond\n"


def test_room_is_what_put_takes_also_after_a_torn_line():
    queue = OutputQueue(10)
    queue.put(b"123456789\n")
    queue.taken(3)
    queue.clear()
    assert not queue.put(b"123456789\n")
    assert queue.put(b"12345678\n")
    assert queue.room() == 0


def test_any_schedule_keeps_the_bound_and_the_order():
    rng = random.Random(7)
    for _ in range(50):
        queue, wanted, got = OutputQueue(64), b"", b""
        for _ in range(200):
            line = bytes(rng.choices(b"abc", k=rng.randrange(20))) + b"\n"
            fits = len(line) <= queue.room()
            assert queue.put(line) is fits
            wanted += line if fits else b""
            assert len(queue) <= 64
            head = queue.head(rng.randrange(30))
            got += head
            queue.taken(len(head))
        assert got + drain(queue) == wanted
