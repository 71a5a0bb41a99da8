"""The process around the unit: how `serve` ends, and what the command says by its exit status."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from showdown_hw.board import Board
from showdown_hw.clock import Clock
from showdown_hw.mock import UnitMockFactory
from showdown_hw.unit import Hardware
from showdown_unit.config import Config, load
from showdown_unit.daemon import run


class Serve:
    """One run on mock pins that a signal ends as soon as it is up."""

    def __init__(self, tmp_path: Path) -> None:
        self.config: Config = load(
            None, {"state.dir": str(tmp_path), "links.unix": str(tmp_path / "unit.sock")}
        )
        self.factory: UnitMockFactory | None = None
        self.breaks: str | None = None

    def open(self, board: Board, clock: Clock) -> Hardware:
        self.factory = UnitMockFactory(board, clock)
        return Hardware.open(board, self.factory, clock)

    @contextmanager
    def up(self, _: Any) -> Iterator[None]:
        if self.breaks is not None and self.factory is not None:
            self.factory.broken[self.breaks] = OSError("gone")
        asyncio.get_running_loop().call_soon(signal.raise_signal, signal.SIGTERM)
        yield

    def run(self) -> int:
        return run(self.config, hardware_factory=self.open, extra=self.up)


def test_a_signal_ends_it_with_0(tmp_path):
    assert Serve(tmp_path).run() == 0


@pytest.mark.parametrize("signal_name", ["launcher_power", "launcher_pwm", "lamp_red"])
def test_outputs_that_could_not_be_switched_off_end_it_with_1(tmp_path, caplog, signal_name):
    serve = Serve(tmp_path)
    serve.breaks = signal_name
    assert serve.run() == 1
    assert (
        f"outputs may still be on, pull the plug: not switched off and closed: {signal_name}"
        in (caplog.text)
    )


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_while_it_starts_ends_it_in_order(tmp_path, number):
    serve = Serve(tmp_path)
    opened: list[Hardware] = []

    def opening(board: Board, clock: Clock) -> Hardware:
        opened.append(serve.open(board, clock))
        signal.raise_signal(number)
        return opened[0]

    before = signal.getsignal(signal.SIGTERM)
    assert run(serve.config, hardware_factory=opening) == 0
    assert signal.getsignal(signal.SIGTERM) is before


def test_a_second_signal_does_not_break_the_switching_off(tmp_path, monkeypatch):
    serve = Serve(tmp_path)
    close = Hardware.close
    closed: list[Hardware] = []

    def impatient(hardware: Hardware) -> None:
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGTERM)
        close(hardware)
        closed.append(hardware)

    monkeypatch.setattr(Hardware, "close", impatient)
    assert serve.run() == 0
    assert len(closed) == 1


def test_a_check_whose_words_nobody_reads_is_no_success(tmp_path):
    code = "import sys; from showdown_unit.cli import main; sys.exit(main())"
    reading, writing = os.pipe()
    os.close(reading)
    try:
        ran = subprocess.run(
            [sys.executable, "-c", code, "config", "show"],
            stdout=writing,
            stderr=subprocess.PIPE,
            check=False,
        )
    finally:
        os.close(writing)
    assert (ran.returncode, ran.stderr) == (141, b"")
