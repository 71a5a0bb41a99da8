"""The `showdown` command, for whoever sits at the table."""

from __future__ import annotations

import argparse
import logging
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points, version
from typing import Literal

from showdown_host import (
    cli_console,
    cli_history,
    cli_practice,
    cli_run,
    cli_settings,
    cli_show,
    cli_units,
    cli_verify,
)
from showdown_host.cli_common import (
    TABLE_EXTRA,
    Exit,
    OpenUnit,
    exit_of_error,
    problem_words,
    say,
)
from showdown_host.cli_options import add_link_options
from showdown_host.driver import Opens
from showdown_host.errors import ShowdownError
from showdown_host.opener import Opener
from showdown_host.tap import Tap
from showdown_host.unit import Unit

GROUP = "showdown.commands"
"""Entry points here add sub-commands, or replace those below.

Each loads as `command(subparsers)`: it adds a parser of the entry point's name with
`set_defaults(run=...)`, where `run(args)` gives the exit code. `args.port`, `args.unit` and the
other options of the link are there, and `args.open_unit`, an `OpenUnit`. Where a library of one is
not installed, the others go on, and one that is below too is that one.
"""

MakeOpener = Callable[[str | None, int, str | None], Opens]


@dataclass(frozen=True, slots=True)
class _Command:
    help: str
    add: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace, OpenUnit], int]


_COMMANDS = {
    "units": _Command("name the units of this computer", cli_show.add_json, cli_units.units),
    "identify": _Command("let a unit blink its code", cli_show.add_json, cli_units.identify),
    "settings": _Command(
        "what the table may change of a unit", cli_settings.add_settings, cli_settings.settings
    ),
    "run": _Command("play one showdown", cli_run.add_run, cli_run.run),
    "status": _Command("the unit's state", cli_show.add_json, cli_show.status),
    "stats": _Command("the unit's counters", cli_show.add_json, cli_show.stats),
    "watch": _Command("events as they come", cli_show.add_json, cli_show.watch),
    "get": _Command("one record", cli_show.add_get, cli_show.get),
    "list": _Command("the newest records", cli_show.add_list, cli_show.listing),
    "history": _Command("players' wins and times", cli_history.add_history, cli_history.history),
    "practice": _Command("play alone", cli_practice.add_practice, cli_practice.practice),
    "verify": _Command(
        "compute verdicts again from their evidence",
        cli_verify.add_verify,
        cli_verify.verify_file,
    ),
    "lines": _Command("the table's verdict by the lines", cli_run.add_lines, cli_run.lines),
    "cancel": _Command("call a showdown off", cli_run.add_key, cli_run.cancel),
    "console": _Command("speak the protocol by hand", cli_console.add_console, cli_console.console),
}

_EPILOG = """\
exit codes: 0 decided or done, 1 does not hold (verify), 2 usage, 3 no unit, 4 refused, 5 undecided
and nothing flew, 6 indeterminate: ask the table, 7 link lost: run again takes the same showdown up
"""


def main(argv: Sequence[str] | None = None, make_opener: MakeOpener = Opener) -> int:
    """Run the command line; the exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    added = {point.name: point for point in entry_points(group=GROUP)}
    try:
        parser = _parser(words, added)
    except _MissingError as error:
        say(str(error))
        return Exit.USAGE
    args = parser.parse_args(words)
    if args.port and args.unit:
        parser.error("--port and --unit: name one of them")
    if args.verbose:
        logging.basicConfig(level=logging.DEBUG, format="%(relativeCreated)d %(name)s %(message)s")

    opener = make_opener(args.port, args.baud, args.unit)  # one: it opens the same unit each time

    def open_unit(role: Literal["control", "observe"], tap: Tap | None = None) -> Unit:
        takeover = role == "control" and args.takeover
        return Unit(opener, role=role, takeover=takeover, wait_s=args.wait, tap=tap)

    args.open_unit = open_unit
    try:
        return int(args.run(args))
    except ShowdownError as error:
        say(problem_words(error))
        return exit_of_error(error)
    except KeyboardInterrupt:
        say("showdown: interrupted")
        return Exit.INTERRUPTED
    except BrokenPipeError:  # as `showdown watch | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Exit.OK


def _parser(words: Sequence[str], added: dict[str, EntryPoint]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="showdown",
        description="Play showdowns with a unit at the table.",
        epilog=_EPILOG,
    )
    parser.add_argument("--version", action="version", version=version("showdown-unit"))
    add_link_options(parser, top=True)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def plain(name: str) -> None:
        command = _COMMANDS[name]
        sub = commands.add_parser(name, help=command.help, description=command.help)
        command.add(sub)
        sub.set_defaults(run=lambda args: command.run(args, args.open_unit))

    for name in _COMMANDS:
        if name not in added:
            plain(name)
    for name, point in added.items():
        if name in words or "-h" in words or "--help" in words:  # others are not even imported
            try:
                point.load()(commands)
            except ModuleNotFoundError as error:
                if name in _COMMANDS:
                    plain(name)
                    continue
                missing = _MissingError(name, error.name)
                if name in words:
                    raise missing from error
                commands.add_parser(name, help=missing.help)
    for sub in commands.choices.values():
        add_link_options(sub, top=False)
    return parser


class _MissingError(Exception):
    """A sub-command of an optional part of the distribution, whose library is not installed."""

    def __init__(self, command: str, library: str | None) -> None:
        self.help = f"needs {TABLE_EXTRA}"
        super().__init__(f"showdown {command}: {library} is not installed: {TABLE_EXTRA}")


if __name__ == "__main__":
    sys.exit(main())
