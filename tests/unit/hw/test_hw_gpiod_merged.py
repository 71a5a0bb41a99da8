"""First edges that the kernel merged with a bounce: told by the numbers of the whole request."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

import fake_gpiod
from fake_gpiochip import FakeChip
from showdown_hw.board import Board
from showdown_hw.gpiod_lines import QUIET_NS, GpioChip, InputLines
from showdown_hw.mock import UnitMockFactory
from showdown_hw.unit import Hardware
from showdown_hw.virtual import VirtualClock

LEFT, RIGHT = 5, 6
T0 = 10**12


@pytest.fixture
def chip() -> Iterator[SimpleNamespace]:
    """Two lines in one request, read by hand."""
    now = [T0]
    fake = FakeChip(now_ns=lambda: now[0])
    module: Any = fake_gpiod.make_gpiod(fake)
    opened = GpioChip(module, fake.path, "test")
    pulls = {LEFT: "up", RIGHT: "up"}
    lines = InputLines(opened, pulls, lambda: now[0] + 10**9, edges=True)
    yield SimpleNamespace(fake=fake, lines=lines, now=now, opened=opened)
    lines.close()
    opened.close()


def edge(chip: SimpleNamespace, offset: int, at_ns: int) -> None:
    chip.now[0] = T0 + at_ns
    chip.fake.drive(offset, not chip.fake.lines[offset].level)


def merge(chip: SimpleNamespace) -> None:
    (request,) = chip.fake.requests
    request.merge()


def test_a_first_edge_that_a_bounce_overtook_is_counted(chip: SimpleNamespace):
    merge(chip)
    edge(chip, LEFT, 0)
    assert chip.lines.deliver() is None
    assert chip.lines.merged_firsts == 1


def test_presses_without_a_merge_count_nothing(chip: SimpleNamespace):
    for n in range(6):
        edge(chip, LEFT if n % 2 else RIGHT, n * QUIET_NS)
        chip.lines.deliver()
    assert chip.lines.merged_firsts == 0


def test_a_merge_among_bounces_is_none_of_a_first_edge(chip: SimpleNamespace):
    edge(chip, LEFT, 0)
    merge(chip)
    edge(chip, LEFT, QUIET_NS - 1)
    chip.lines.deliver()
    assert chip.lines.merged_firsts == 0


def test_after_a_silence_it_is_a_first_edge_again(chip: SimpleNamespace):
    edge(chip, LEFT, 0)
    chip.lines.deliver()
    merge(chip)
    edge(chip, LEFT, QUIET_NS)
    chip.lines.deliver()
    assert chip.lines.merged_firsts == 1


def test_edges_of_two_lines_in_the_other_order_are_no_merge(chip: SimpleNamespace):
    edge(chip, LEFT, 0)
    edge(chip, RIGHT, 1)
    (request,) = chip.fake.requests
    request.fifo.rotate(1)
    chip.lines.deliver()
    assert chip.lines.merged_firsts == 0


def test_one_line_alone_cannot_tell(chip: SimpleNamespace):
    lines = InputLines(chip.opened, {26: "up"}, lambda: T0, edges=True)
    assert lines.merged_firsts is None
    lines.close()


def test_a_backend_without_such_numbers_says_none():
    clock = VirtualClock(T0)
    factory = UnitMockFactory(Board.named("default"), clock)
    hardware = Hardware.open(factory.board, factory, clock)
    assert hardware.merged_firsts is None
    hardware.close()
