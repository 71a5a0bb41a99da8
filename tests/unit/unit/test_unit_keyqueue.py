"""One operation at a time per key, in their order, however many."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from showdown_unit.keyqueue import Finish, KeyQueue


def test_the_second_begins_when_the_first_has_finished() -> None:
    queue, begun, ends = KeyQueue(), [], []

    def operation(name: str) -> Callable[[Finish], None]:
        def run(finish: Finish) -> None:
            begun.append(name)
            ends.append(finish)

        return run

    for name in ("a", "b", "c"):
        queue.run("key", operation(name))
    queue.run("other", operation("x"))
    assert begun == ["a", "x"]
    ends[0]()
    ends[0]()  # twice is once
    assert begun == ["a", "x", "b"]
    ends[2]()
    assert begun == ["a", "x", "b", "c"]


def test_any_number_may_finish_within_their_own_call() -> None:
    queue, ends, ran = KeyQueue(), [], []
    queue.run("key", ends.append)
    for number in range(10_000):

        def quick(finish: Finish, number: int = number) -> None:
            ran.append(number)
            finish()

        queue.run("key", quick)
    ends[0]()
    assert ran == list(range(10_000))


def test_one_that_fails_does_not_lock_the_key() -> None:
    queue, ends = KeyQueue(), []

    def broken(_: Finish) -> None:
        raise RuntimeError("no")

    with pytest.raises(RuntimeError):
        queue.run("key", broken)
    queue.run("key", ends.append)
    assert len(ends) == 1
