"""The bench's wiring: the daemon as it is, on mock pins, with the stage around it."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from pathlib import Path
from typing import Any, Protocol, TextIO

from showdown_bench.line import TerminalLine
from showdown_bench.listing import listed
from showdown_bench.options import Options
from showdown_bench.stage import Shown, Stage
from showdown_bench.trace import PinTrace, Widths
from showdown_bench.window import RESOLUTION_NS, STAMPS, Window
from showdown_hw.board import Board
from showdown_hw.clock import Clock, SystemClock
from showdown_hw.mock import UnitMockFactory
from showdown_hw.mock_bench import MockBench
from showdown_hw.unit import Hardware
from showdown_protocol.registry import Listing
from showdown_unit.config import Config, load
from showdown_unit.facts import bench_serial
from showdown_unit.logs import log_to
from showdown_unit.settings_file import settled

LINK_NAME = "unit"

NAME_LENGTH = len("bench-") + 4
"""A bench without a name is called by the beginning of its serial."""


class BenchError(Exception):
    """The bench cannot start as it was asked to; the text says why and what to do."""


class RunUnit(Protocol):
    """The daemon from its start to its end; gives the exit status."""

    def __call__(
        self,
        config: Config,
        *,
        hardware_factory: Callable[[Board, Clock], Hardware],
        extra: Callable[[Shown], AbstractContextManager[None]],
    ) -> int:
        """`extra` is entered when links and pins are up and left before the pins are closed."""


def run(
    options: Options,
    run_unit: RunUnit,
    *,
    out: TextIO | None = None,
    window: Window | None = None,
) -> int:
    """Run the bench until it is stopped; the exit status.

    `window`: the unit is drawn there, and people press its keys; else what is drawn is a line.
    ConfigError, BoardError and BenchError come out before it starts.
    """
    stream = out or sys.stdout
    with ExitStack() as stack:
        state = state_folder(options, stack)
        config = configure(options, state)
        board = board_of(config)
        trace = None
        if options.trace is not None:
            trace = trace_file(options.trace)
        stage = Stage(
            widths=widths_of(board),
            trace=trace,
            book=options.book if options.sides or window is not None else None,
            unasked=options.unasked,
            sides=options.sides,
            button=window is None,
            line=None if options.headless or window is not None else TerminalLine(stream),
        )
        stack.callback(stage.close)
        # Lines of the log would break the picture: there only what is wrong is told.
        log_to(config.log.level if options.headless else "warning")
        stamps: dict[str, Any] = {}
        if window is not None:
            stamps = {"stamp_source": STAMPS, "resolution_ns": RESOLUTION_NS}

        def open_hardware(board: Board, clock: Clock) -> Hardware:
            factory = UnitMockFactory(board, clock, **stamps)
            stage.watch(MockBench(factory))
            return Hardware.open(board, factory, clock)

        @contextmanager
        def staged(unit: Any) -> Iterator[None]:
            with listed(listing_of(config)):
                # Whoever reads this may connect, by the port or by the bench's name.
                stream.write(f"showdown unit on {config.links.pty}\n")
                stream.flush()
                stage.start(unit)
                try:
                    with (
                        nullcontext()
                        if window is None
                        else window.open(unit, stage, config.links.pty)
                    ):
                        yield
                finally:
                    stage.stop()

        return run_unit(config, hardware_factory=open_hardware, extra=staged)


def configure(options: Options, state: Path) -> Config:
    """The unit's configuration with what a bench needs laid over it. ConfigError."""
    link = options.link or state / LINK_NAME
    over: dict[str, object] = {
        "hardware.backend": "mock",
        "links.unix": "",
        "links.pty": str(link.absolute()),
        "state.dir": str(state),
    }
    if options.config is None:
        over["unit.allow_remote_start"] = True  # nobody's hands are in this tray
    if options.name is not None:
        over["unit.name"] = options.name
    called = bench_serial(state)[:NAME_LENGTH]
    return load(options.config, over | dict(options.overrides), {"unit.name": called})


def listing_of(config: Config) -> Listing:
    """How hosts of this user find the bench."""
    serial, name = bench_serial(config.state.dir), settled(config)[0].unit.name
    return Listing(port=config.links.pty, serial=serial, name=name, pid=os.getpid())


def state_folder(options: Options, stack: ExitStack) -> Path:
    """The asked-for folder, made if need be; else one of its own that goes with `stack`.

    BenchError where it cannot be made.
    """
    if options.state is None:
        return Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="showdown-bench-")))
    try:
        options.state.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        msg = f"--state {options.state}: {error.strerror}; name another folder"
        raise BenchError(msg) from error
    return options.state.absolute()


def trace_file(path: Path) -> PinTrace:
    """The trace, begun now. BenchError where it cannot be written."""
    try:
        return PinTrace(path, SystemClock().now_ns())
    except OSError as error:
        msg = f"--trace {path}: {error.strerror}; name another file"
        raise BenchError(msg) from error


def board_of(config: Config) -> Board:
    """The board that the configuration names, by name or by a path. BoardError."""
    named = config.hardware.board
    return Board.load(named) if "/" in named else Board.named(named)


def widths_of(board: Board) -> Widths:
    """The launcher's pulse widths as the trace has them, in µs."""
    launcher = board.launcher
    return Widths(launcher.park_us, launcher.left_us, launcher.right_us)
