"""`showdown history`: what units told this host, by player."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path

from showdown_host import history_export as export
from showdown_host.cli_common import Exit, OpenUnit, Progress, print_json, say
from showdown_host.errors import LinkLost, NoUnit, PermissionDenied, PortBusy, Refused
from showdown_host.history_players import Player, Wanted, only, players
from showdown_host.history_plot import drawing, panels
from showdown_host.history_rows import Fold, Row
from showdown_host.history_store import HistoryStore
from showdown_host.history_sync import sync
from showdown_host.history_words import each, table

_FEW = 50


def add_history(parser: argparse.ArgumentParser) -> None:
    """The arguments of `history`."""
    parser.epilog = (
        "Records have no date: --since and --until go by when this host first read them."
    )
    parser.add_argument("--player", metavar="NAME", help="this one's, in any spelling of case")
    parser.add_argument(
        "--since", type=_since, metavar="WHEN", help="read here at or after 2026-12-31[T18:00]"
    )
    parser.add_argument(
        "--until", type=_until, metavar="WHEN", help="read here by then; a day whole"
    )
    parser.add_argument("--limit", type=_count, metavar="N", help="the last N showdowns of these")
    parser.add_argument(
        "--showdowns", action="store_true", help="a line a showdown, not a table by player"
    )
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--json", action="store_true", help="as JSON")
    how.add_argument("--csv", action="store_true", help="as CSV (RFC 4180)")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="write reaction times as an SVG")
    parser.add_argument("--offline", action="store_true", help="ask no unit, only what is kept")
    parser.add_argument("--full", action="store_true", help="read the unit's whole list again")


def history(args: argparse.Namespace, open_unit: OpenUnit) -> int:
    """Read what is new from the unit, if one is there, and tell the history."""
    store, state = HistoryStore(), Fold()
    store.read(state)
    if not args.offline:
        _read_unit(store, state, open_unit, full=args.full)
    for problem in state.problems:
        say(f"showdown: ATTENTION: {problem}")
    serials = _serials(state, args.unit)
    if serials is not None and not serials:
        say(f"showdown: nothing was read yet from a unit {args.unit}")
    wanted = Wanted(args.player, serials, args.since, args.until, args.limit)
    rows = wanted.of(state.in_order())
    found = only(players(rows), args.player)
    if args.plot is not None and not _plot(args.plot, rows, found, state.names):
        return Exit.USAGE
    _print(args, rows, found, state)
    return Exit.OK


def _read_unit(store: HistoryStore, state: Fold, open_unit: OpenUnit, *, full: bool) -> None:
    """Without a unit, or with one that breaks off, what is kept is told all the same."""
    progress = Progress()

    def show(count: int) -> None:
        if count % _FEW == 0:
            progress.show(f"reading the unit's list: {count} showdowns…")

    try:
        with open_unit("observe") as unit:
            sync(unit, store, state, full=full, progress=show)
    except (NoUnit, PortBusy, PermissionDenied, LinkLost, Refused) as error:
        progress.end()
        say(f"showdown: this is what was kept before, for no unit was read: {error}")
    finally:
        progress.end()


def _serials(state: Fold, unit: str | None) -> frozenset[str] | None:
    """The units meant by a name or a serial, in any case."""
    if unit is None:
        return None
    names = {row.serial: state.names.get(row.serial, "") for row in state.rows.values()}
    meant = unit.casefold()
    return frozenset(s for s, name in names.items() if meant in (s.casefold(), name.casefold()))


def _plot(path: Path, rows: Iterable[Row], found: list[Player], units: Mapping[str, str]) -> bool:
    picture = drawing(panels(rows, units, found))
    try:
        path.write_text(picture, encoding="utf-8", newline="\n")
    except OSError as error:
        say(f"showdown: {path} cannot be written: {error.strerror or error}")
        return False
    say(f"showdown: {path} is written")
    return True


def _print(args: argparse.Namespace, rows: list[Row], found: list[Player], state: Fold) -> None:
    columns: Sequence[str] = export.PLAYER_COLUMNS
    members = map(export.player_members, found)
    if args.showdowns:
        columns, members = export.SHOWDOWN_COLUMNS, map(export.showdown_members, rows)
    if args.csv:
        _write(export.as_csv(columns, members))
    elif args.json:
        kind = "showdowns" if args.showdowns else "players"
        print_json({kind: list(members), "units": state.names, "problems": state.problems})
    elif args.showdowns:
        for row in rows:
            _print_line(each(row, state.names, None))
    else:
        for line in table(found, state.names, plain=not _can_draw()):
            _print_line(line)
        if not found:
            say("showdown: no showdown is kept that fits")


def _print_line(text: str) -> None:
    """A name in letters that this terminal has not got loses them, and no more."""
    letters = sys.stdout.encoding or "ascii"
    print(text.encode(letters, "replace").decode(letters))


def _write(text: str) -> None:
    """As it is: its line ends are not the platform's."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(newline="")
    sys.stdout.write(text)
    sys.stdout.flush()


def _can_draw() -> bool:
    try:
        "▁█".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def _count(text: str) -> int:
    number = int(text)
    if number < 0:
        msg = f"{number}: 0 or more"
        raise argparse.ArgumentTypeError(msg)
    return number


def _since(text: str) -> int:
    return _when(text, 0)


def _until(text: str) -> int:
    return _when(text, 1)


def _when(text: str, days: int) -> int:
    """Unix milliseconds; a date alone is its begin or, with `days` 1, its end; here's time zone."""
    try:
        when = datetime.fromisoformat(text)
    except ValueError:
        msg = f"{text!r}: a date as 2026-12-31, or with a time as 2026-12-31T18:00"
        raise argparse.ArgumentTypeError(msg) from None
    whole_day = len(text) <= len("2026-12-31")
    when = when.astimezone() if not whole_day else (when + timedelta(days=days)).astimezone()
    return int(when.timestamp() * 1000) - (1 if whole_day and days else 0)
