"""Threads that wake on time: the slack is for what is started within, and is given back."""

from __future__ import annotations

import errno
import threading
from typing import Any

import pytest

import fake_lgpio
from fake_gpiochip import FakeChip
from fake_lgpio import FakeLgpio
from showdown_hw.backends import open_factory
from showdown_hw.board import Board
from showdown_hw.clock import SystemClock
from showdown_hw.timer_slack import exact_threads, prctl

SET, GET = 29, 30


def in_thread() -> int:
    """The slack of a thread that is started now."""
    seen: list[int] = []
    thread = threading.Thread(target=lambda: seen.append(prctl(GET)))
    thread.start()
    thread.join()
    return seen[0]


def test_a_thread_that_is_started_within_has_none_and_the_starter_keeps_its_own():
    before = prctl(GET)
    with exact_threads():
        assert in_thread() == 1
    assert prctl(GET) == in_thread() == before


def test_it_is_given_back_after_a_failure_too():
    before = prctl(GET)
    with pytest.raises(KeyError), exact_threads():
        raise KeyError
    assert prctl(GET) == before


def test_where_the_system_refuses_a_warning_says_so_and_the_block_runs(
    caplog: pytest.LogCaptureFixture,
):
    def refuse(*_: int) -> int:
        raise OSError(errno.EPERM, "Operation not permitted")

    ran = False
    with exact_threads(refuse):
        ran = True
    assert ran
    assert "timer slack stays as it is" in caplog.text
    assert "not permitted" in caplog.text


def test_a_call_that_the_kernel_refuses_is_an_os_error():
    with pytest.raises(OSError, match="Invalid argument"):
        prctl(-1)


def test_lgpio_starts_its_threads_within(monkeypatch: pytest.MonkeyPatch):
    chip = FakeChip()
    fake = FakeLgpio(chip)
    module: Any = fake_lgpio.make_lgpio(fake)
    seen: list[int] = []
    opened = module.gpiochip_open

    def gpiochip_open(number: int) -> int:
        seen.append(in_thread())
        return int(opened(number))

    monkeypatch.setattr(module, "gpiochip_open", gpiochip_open)
    with fake_lgpio.installed(module):
        factory = open_factory("lgpio", Board.named("default"), SystemClock(), chip=0)
    factory.close()
    fake.end()
    assert seen == [1]
