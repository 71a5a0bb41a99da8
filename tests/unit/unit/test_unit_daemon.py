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
from showdown_unit.notify import Notify


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
        self.said: list[str] = []
        notify = Notify(None)
        notify.send = self.hear  # type: ignore[method-assign]
        return run(self.config, hardware_factory=self.open, extra=self.up, notify=notify)

    def hear(self, text: str) -> bool:
        self.said += text.split("\n")
        return True


def test_a_signal_ends_it_with_0(tmp_path):
    assert Serve(tmp_path).run() == 0


def test_the_service_manager_hears_of_start_and_end_in_their_order(tmp_path):
    serve = Serve(tmp_path)
    serve.run()
    assert [line for line in serve.said if not line.startswith("STATUS=")] == [
        "EXTEND_TIMEOUT_USEC=120000000",
        "READY=1",
        "WATCHDOG=1",
        "STOPPING=1",
        "EXTEND_TIMEOUT_USEC=15000000",
        "WATCHDOG=1",
    ]


def test_a_unit_that_is_dead_from_the_start_was_never_ready(tmp_path):
    serve = Serve(tmp_path)

    def opening(board: Board, clock: Clock) -> Hardware:
        hardware = Serve.open(serve, board, clock)
        assert serve.factory is not None
        serve.factory.broken["lamp_red"] = OSError("gone")
        return hardware

    serve.open = opening  # type: ignore[method-assign]
    assert serve.run() == 1
    assert "READY=1" not in serve.said
    assert "STATUS=the unit cannot go on; FAULT: OSError: gone" in serve.said


@pytest.mark.parametrize(("uart", "times"), [(False, 1), (True, 0)])
def test_the_test_id_of_the_usb_is_told_once_where_there_is_a_usb_link(
    tmp_path, caplog, uart, times
):
    serve = Serve(tmp_path)
    tty = {"path": str(tmp_path / "ttyGS0"), "uart": uart}
    overrides = {"state.dir": str(tmp_path), "links.unix": "", "links.tty": [tty]}
    serve.config = load(None, overrides)
    serve.run()
    warned = [r.getMessage() for r in caplog.records if "1209:0001" in r.getMessage()]
    assert warned == times * [
        "the USB id 1209:0001 is a test id: fine for a unit that you built for yourself, never for"
        " one that you pass on"
    ]


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
