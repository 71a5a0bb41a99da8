from __future__ import annotations

from showdown_unit.links.stuck import StuckWatch


def test_input_over_more_than_the_limit_without_output_is_stuck():
    watch = StuckWatch(10)
    assert [watch.received(t) for t in (0, 5, 10, 11)] == [False, False, False, True]


def test_output_that_moves_starts_the_count_again():
    watch = StuckWatch(10)
    watch.received(0)
    watch.received(9)
    watch.progress()
    assert not watch.received(15)
    assert not watch.received(25)
    assert watch.received(26)


def test_a_host_that_comes_back_after_a_long_silence_is_not_stuck():
    watch = StuckWatch(10)
    watch.received(0)
    assert not watch.received(1_000)
    assert not watch.received(1_010)
    assert watch.received(1_011)
