"""The sub-command `showdown-unit bench`, found by its entry point."""

from __future__ import annotations

import argparse
import os
import sys

from showdown_bench.options import add_options, read

USAGE = 2


def command(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the sub-command; its `run` takes the parsed arguments and gives the exit status."""
    parser = subparsers.add_parser(
        "bench",
        help="run the unit on mock pins, with robots or nobody at its paddles",
        description="The whole unit without hardware: the same daemon on mock pins. A host finds "
        "it on a PTY; robots press the paddles and the timer button.",
    )
    add_options(parser)
    parser.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    # Only now: `showdown-unit --help` lists this command without loading daemon and pins.
    from showdown_bench import drawn  # noqa: PLC0415
    from showdown_bench.bench import BenchError, run  # noqa: PLC0415
    from showdown_bench.window import Window  # noqa: PLC0415
    from showdown_hw.errors import HardwareError  # noqa: PLC0415
    from showdown_unit.config import ConfigError  # noqa: PLC0415
    from showdown_unit.daemon import run as run_unit  # noqa: PLC0415

    options = read(args)

    def bench(window: Window | None = None) -> int:
        try:
            return run(options, run_unit, window=window)
        except (BenchError, HardwareError) as error:
            print(error, file=sys.stderr)
            return USAGE

    def inside(window: Window) -> int:
        try:
            return bench(window)
        except ConfigError as error:
            print(error, file=sys.stderr)
            return USAGE

    if not drawn.wanted(options, os.environ, sys.stdin, sys.stdout):
        return bench()
    if not drawn.textual_is_there():
        print(drawn.NO_TEXTUAL, file=sys.stderr)
        return bench()
    return drawn.run(options, inside)
