"""The command `showdown score`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

from showdown_host.opener import Opener
from showdown_host.unit import Unit
from showdown_rules.ruleset import PRESETS, RuleSetError
from showdown_table import score_words as words
from showdown_table.cli_words import listed, no_terminal
from showdown_table.race_match import Referee
from showdown_table.score_desk import ScoreDesk
from showdown_table.score_export import to_csv, to_json
from showdown_table.score_game import ScoreError
from showdown_table.score_model import begin
from showdown_table.score_store import (
    SUFFIX,
    Saved,
    default_folder,
    games,
    look,
    setup_of,
)
from showdown_table.store import MatchFileError
from showdown_table.texts import TextError, Texts

OK, USAGE = 0, 2

_LAST = "last"
_EPILOG = """\
Every game is kept as it is played; close the window whenever you like. GAME is a name from
--list or a file; without one the last game is meant.
"""


def command(subparsers: Any) -> None:
    """Add the parser of `score`."""
    parser = subparsers.add_parser(
        "score",
        help="keep turns, showdowns and scores of a game with real cards",
        description="The companion for people who play with real cards: whose turn it is, "
        "showdowns at the unit or by hand, penalties, the points of every round.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--players", nargs="+", metavar="NAME", help="begin at once with these, clockwise"
    )
    parser.add_argument("--preset", choices=tuple(PRESETS), default="showdown", help="which game")
    parser.add_argument("--low", action="store_true", help="low scoring: the fewest points win")
    parser.add_argument("--target", type=int, metavar="N", help="points that end the game (500)")
    parser.add_argument(
        "--resume", nargs="?", const=_LAST, metavar="GAME", help="go on with a game"
    )
    parser.add_argument("--list", action="store_true", help="the games that were")
    parser.add_argument(
        "--export", choices=("csv", "json"), help="print a game: its rounds, or everything"
    )
    parser.add_argument("--lang", metavar="CODE", help=f"one of {', '.join(Texts.languages())}")
    parser.add_argument("--folder", type=Path, metavar="PATH", help="where the games are kept")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run it; the exit code."""
    try:
        texts = Texts(args.lang)
        folder = args.folder or default_folder()
        if args.list:
            return _list(texts, folder)
        if args.export:
            saved = _find(folder, args.resume or _LAST, unfinished=False)
            print((to_csv if args.export == "csv" else to_json)(saved.book.game), end="")
            return OK
        return _play(args, texts, folder)
    except (TextError, RuleSetError, MatchFileError) as error:
        print(f"showdown score: {error}", file=sys.stderr)
        return USAGE


def _list(texts: Texts, folder: Path) -> int:
    for saved in games(folder, _damaged):
        print(f"{saved.book.setup.game}  {words.game_line(texts, saved.book.game)}")
    return OK


def _damaged(error: MatchFileError) -> None:
    print(f"showdown score: {error}", file=sys.stderr)


def _find(folder: Path, game: str, *, unfinished: bool) -> Saved:
    """The game that is named, or the last one. MatchFileError."""
    if game != _LAST:
        path = folder / f"{game}{SUFFIX}"
        return look(path if path.is_file() else Path(game))
    for saved in games(folder, _damaged):
        if saved.open or not unfinished:
            return saved
    msg = f"there is no {'unfinished ' * unfinished}game in {folder}"
    raise MatchFileError(msg)


def _play(args: argparse.Namespace, texts: Texts, folder: Path) -> int:
    # Only now: a list or an export needs no terminal app.
    from showdown_table.score_app import ScoreApp  # noqa: PLC0415
    from showdown_table.score_screens_start import Wishes  # noqa: PLC0415

    resume = _find(folder, args.resume, unfinished=True).path if args.resume else None
    names = tuple(listed(args.players))
    wishes = Wishes(
        names=names,
        preset=args.preset,
        scoring="low" if args.low else _scoring(args),
        target=500 if args.target is None else args.target,
    )
    try:
        rules = wishes.rules()
        if names:
            begin(setup_of(names, rules, began=_now()))
    except ScoreError as error:
        print(f"showdown score: {words.refusal(texts, error)}", file=sys.stderr)
        return USAGE
    if why := no_terminal():
        print(f"showdown score: {why}; --list and --export print", file=sys.stderr)
        return USAGE
    app = ScoreApp(texts, folder, _referees(args), _now, wishes=wishes, resume=resume)
    app.run()
    return app.return_code or OK


def _scoring(args: argparse.Namespace) -> str:
    """A target asks for points, also where the preset is one round."""
    return "standard" if args.target is not None else ""


def _now() -> str:
    return datetime.now().astimezone().strftime("%Y-%m-%dT%H:%M")


def _referees(args: argparse.Namespace) -> Callable[[ScoreDesk], Referee]:
    from showdown_table.umpire import Umpire  # noqa: PLC0415

    opener = Opener(args.port, args.baud, args.unit)  # one: it opens the same unit each time

    def open_unit() -> Unit:
        return Unit(opener, takeover=args.takeover)

    def make(desk: ScoreDesk) -> Referee:
        no_showdowns = desk.book.setup.rules.deck == "encanto"
        return Umpire(desk, None if no_showdowns else open_unit)

    return make
