"""The command `showdown-unit`: its own sub-commands, and what others add by entry points."""

from __future__ import annotations

import argparse
import io
import os
import signal
import sys
from importlib.metadata import entry_points, version
from pathlib import Path

from showdown_unit import (
    cli_check,
    cli_logs,
    cli_report,
    cli_safe,
    cli_selftest,
    cli_setup,
    cli_status,
)
from showdown_unit.config import DEFAULT_PATH, Config, ConfigError, default_path, describe, load
from showdown_unit.settings_file import settled

FAILED = 1
USAGE = 2

INTERRUPTED = 128 + signal.SIGINT
UNREAD = 128 + signal.SIGPIPE
"""Whoever was to read the output hung up: what a shell says of any other program then."""


def main(argv: list[str] | None = None) -> int:
    """Run the command; the exit status: 0, 1 after a fault, 2 for wrong words or configuration.

    141 where nobody read the output to its end: nobody has seen then whether all was well. 130
    where Ctrl-C ended it.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # else a letter that it lacks ends everything
            stream.reconfigure(errors="backslashreplace")
    args = _parser().parse_args(argv)
    try:
        status: int = args.run(args)
        if sys.stdout is not None:  # it is where standard output was closed
            sys.stdout.flush()
    except ConfigError as error:
        print(error, file=sys.stderr)
        return USAGE
    except BrokenPipeError:  # as `showdown-unit config show | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return UNREAD
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="showdown-unit", description="The showdown unit's daemon and its tools."
    )
    parser.add_argument("--version", action="version", version=version("showdown-unit"))
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    serve = commands.add_parser(
        "serve", help="run the unit", description="Run the unit until a signal."
    )
    _add_config(serve)
    serve.set_defaults(run=_serve)

    config = commands.add_parser("config", help="show, print or check the configuration")
    parts = config.add_subparsers(metavar="WHAT", required=True)
    show = parts.add_parser(
        "show", help="every key with its value and where it comes from, settings of hosts too"
    )
    _add_config(show)
    show.set_defaults(run=_config_show)
    default = parts.add_parser("default", help="a file with every key at its default")
    default.set_defaults(run=_config_default)
    check = parts.add_parser("check", help="whether a file and its board are right")
    _add_config(check)
    check.set_defaults(run=_config_check)

    calibrate = commands.add_parser("calibrate", help="fit the unit to the parts it is built from")
    parts = calibrate.add_subparsers(metavar="WHAT", required=True)
    launcher = parts.add_parser("launcher", help="find the pulse widths of the launcher's servo")
    _add_config(launcher)
    launcher.add_argument(
        "--dry-run", action="store_true", help="move nothing, write nothing: say what would be"
    )
    launcher.set_defaults(run=_calibrate_launcher)

    preflight = commands.add_parser(
        "check", help="what is right and wrong on this computer, and what mends it"
    )
    _add_config(preflight)
    cli_check.add_options(preflight)
    preflight.set_defaults(run=_preflight)

    selftest = commands.add_parser(
        "selftest", help="a guided walk through all parts, for after soldering"
    )
    _add_config(selftest)
    cli_selftest.add_options(selftest)
    selftest.set_defaults(run=lambda args: cli_selftest.run(args, _load(args)))

    for module in (cli_status, cli_logs, cli_report, cli_setup, cli_safe):
        module.command(commands)
    for entry in entry_points(group="showdown_unit.commands"):
        entry.load()(commands)
    return parser


def _add_config(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--config",
        type=Path,
        metavar="FILE",
        help=f"the configuration (default: {DEFAULT_PATH}, where it exists)",
    )


def _load(args: argparse.Namespace) -> Config:
    return load(_path(args))


def _path(args: argparse.Namespace) -> Path | None:
    path: Path | None = args.config
    return default_path() if path is None else path


def _serve(args: argparse.Namespace) -> int:
    from showdown_unit.daemon import run  # noqa: PLC0415 - `config` loads no pins
    from showdown_unit.logs import log_to  # noqa: PLC0415

    config = _load(args)
    log_to(config.log.level)
    return run(config)


def _preflight(args: argparse.Namespace) -> int:
    try:
        config = _load(args)
    except ConfigError as error:
        return cli_check.run(args, None, str(error))
    return cli_check.run(args, config, None)


def _config_show(args: argparse.Namespace) -> int:
    config, fault = settled(_load(args))
    for key in describe(config):
        unit = f" {key.unit}" if key.unit else ""
        print(f"{key.path} = {key.text}{unit}  # {key.source}")
    if fault is not None:
        print(fault, file=sys.stderr)
        return FAILED
    return 0


def _config_default(_: argparse.Namespace) -> int:
    from showdown_unit.config_text import default_toml  # noqa: PLC0415

    print(default_toml(), end="")
    return 0


def _config_check(args: argparse.Namespace) -> int:
    from showdown_hw.errors import HardwareError  # noqa: PLC0415
    from showdown_unit.boards import board_of  # noqa: PLC0415

    config = _load(args)
    try:
        board_of(config)
    except HardwareError as error:
        print(error, file=sys.stderr)
        return USAGE
    path = _path(args)
    print(f"{path}: right" if path else f"there is no {DEFAULT_PATH}: the defaults are used")
    whole, fault = settled(config)
    won = [key.path for key in describe(whole) if config.sources[key.path] != key.source]
    if won:
        print(f"settings of hosts win over it: {', '.join(won)}")
    if fault is not None:
        print(fault, file=sys.stderr)
        return FAILED
    return 0


def _calibrate_launcher(args: argparse.Namespace) -> int:
    from showdown_unit.cli_calibrate import calibrate_launcher  # noqa: PLC0415
    from showdown_unit.logs import log_to  # noqa: PLC0415

    config = _load(args)
    log_to("warning")
    return calibrate_launcher(config, dry_run=args.dry_run)
