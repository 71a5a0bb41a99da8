"""A process that was killed leaves its outputs driven: what the next one makes of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

import fake_gpiod
import fake_lgpio
from fake_gpiochip import FakeChip
from showdown_hw.backends import open_factory
from showdown_hw.board import Board
from showdown_hw.clock import SystemClock
from showdown_hw.unit import Hardware

CLOCK = SystemClock()
BOARD = Board.named("default")
SWITCHED = ("lamp_red", "lamp_amber", "lamp_green", "arrow_left", "arrow_right", "launcher_power")


class NoServo:
    def set_us(self, width_us: int) -> None: ...

    def off(self) -> None: ...

    def close(self) -> None: ...


@contextmanager
def gpiod(chip: FakeChip) -> Iterator[Any]:
    with fake_gpiod.installed(fake_gpiod.make_gpiod(chip)):
        yield open_factory("gpiod", BOARD, CLOCK, chip=0, pwm_driver=lambda _: NoServo())


@contextmanager
def lgpio(chip: FakeChip) -> Iterator[Any]:
    fake = fake_lgpio.FakeLgpio(chip)
    with fake_lgpio.installed(fake_lgpio.make_lgpio(fake)):
        yield open_factory("lgpio", BOARD, CLOCK, chip=0, pwm_driver=lambda _: NoServo())
    fake.end()


@pytest.mark.parametrize("backend", [gpiod, lgpio], ids=["gpiod", "lgpio"])
@pytest.mark.parametrize("left_on", SWITCHED)
def test_what_a_killed_process_left_on_is_off_once_the_next_has_opened(
    backend: Callable[[FakeChip], Any], left_on: str
):
    chip = FakeChip()
    for signal in SWITCHED:
        spec = BOARD.pins[signal]
        chip.lines[spec.bcm].output = (signal == left_on) == spec.active_high
    with backend(chip) as factory:
        hardware = Hardware.open(BOARD, factory, CLOCK)
        for signal in SWITCHED:
            spec = BOARD.pins[signal]
            assert chip.lines[spec.bcm].output is not spec.active_high, signal
        hardware.close()
