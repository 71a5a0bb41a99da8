"""The command `showdown watch` on a terminal; elsewhere the plain one."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from showdown_host import cli_show
from showdown_host.cli_common import TABLE_EXTRA, Exit, say
from showdown_table.cli_words import draws_unicode, no_terminal

_EPILOG = """\
It only looks, and never takes control. Where the unit offers a socket, any number may watch; a
serial port is one program's at a time. Without a terminal, with --plain or --json, or where Textual
is not installed, events are printed as they come.
"""


def command(subparsers: Any) -> None:
    """Add the parser of `watch`."""
    parser = subparsers.add_parser(
        "watch",
        help="the unit as it is now, drawn",
        description="The unit from the front: lamps, verdicts, last showdowns, who holds control.",
        epilog=_EPILOG,
    )
    cli_show.add_json(parser)
    parser.add_argument("--plain", action="store_true", help="events as lines, nothing drawn")
    parser.add_argument("--ascii", action="store_true", help="draw with ASCII alone")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run it; the exit code."""
    if args.plain or args.json or args.verbose or no_terminal():
        return cli_show.watch(args, args.open_unit)
    try:
        from showdown_table.watch_app import WatchApp  # noqa: PLC0415 - only where it is drawn
        from showdown_table.watch_link import UnitWatch  # noqa: PLC0415
    except ModuleNotFoundError as error:
        say(f"nothing is drawn, for {error.name} is not installed: {TABLE_EXTRA}")
        return cli_show.watch(args, args.open_unit)
    watch = UnitWatch(args.open_unit)
    try:
        app = WatchApp(watch, unicode=draws_unicode(sys.stdout) and not args.ascii)
        app.run()
    finally:
        watch.close()
    if watch.failure is not None:
        raise watch.failure
    return app.return_code or Exit.OK
