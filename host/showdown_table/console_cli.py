"""The command `showdown console` on a terminal; elsewhere the plain one."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from showdown_host import cli_console
from showdown_host.cli_common import TABLE_EXTRA, Exit, say
from showdown_host.traffic_log import TrafficLog
from showdown_table.cli_words import draws_unicode, no_terminal

_EPILOG = """\
Without a terminal, with --plain, or where Textual is not installed, lines are read and answers
printed as JSON. In the console: `help`.
"""


def command(subparsers: Any) -> None:
    """Add the parser of `console`."""
    parser = subparsers.add_parser(
        "console",
        help="speak the protocol by hand",
        description="Speak the protocol by hand: methods with completion, what goes over the link "
        "readable or raw, filters, search, a log.",
        epilog=_EPILOG,
    )
    cli_console.add_console(parser)
    parser.add_argument("--plain", action="store_true", help="lines only, nothing drawn")
    parser.add_argument("--raw", action="store_true", help="begin with the raw view")
    parser.add_argument("--ascii", action="store_true", help="draw with ASCII alone")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run it; the exit code."""
    if args.plain or args.quiet or args.verbose or no_terminal():
        return cli_console.console(args, args.open_unit)
    try:
        from showdown_table.console_app import ConsoleApp  # noqa: PLC0415 - only where it is drawn
        from showdown_table.console_link import UnitLink  # noqa: PLC0415
    except ModuleNotFoundError as error:
        say(f"nothing is drawn, for {error.name} is not installed: {TABLE_EXTRA}")
        return cli_console.console(args, args.open_unit)
    from showdown_host.console_history import History  # noqa: PLC0415

    try:
        log = TrafficLog(args.log) if args.log is not None else None
    except OSError as error:
        say(f"showdown console: {args.log}: {error.strerror or error}")
        return Exit.USAGE
    try:
        link = UnitLink(args.open_unit, "observe" if args.observe else "control", log=log)
        try:
            unicode = draws_unicode(sys.stdout) and not args.ascii
            app = ConsoleApp(link, History(), raw=args.raw, unicode=unicode)
            app.run()
        finally:
            link.close()
    finally:
        if log is not None:
            log.close()
            if log.problem:
                say(f"showdown console: {log.problem}")
    return app.return_code or Exit.OK
