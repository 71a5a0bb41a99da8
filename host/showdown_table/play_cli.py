"""The command `showdown play`."""

from __future__ import annotations

import argparse
import getpass
import os
import shlex
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import fields
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from showdown_host.cli_common import TABLE_EXTRA, Exit, say
from showdown_host.errors import ShowdownError
from showdown_host.names import fold
from showdown_host.opener import Opener
from showdown_host.unit import Unit
from showdown_rules.cards import DeckError, parse_deck
from showdown_rules.ruleset import MAX_SEATS, MIN_SEATS, PRESETS, RuleSet, RuleSetError, ruleset
from showdown_rules.state import Phase
from showdown_table.bot_seats import BotSeats
from showdown_table.bots import BotError
from showdown_table.cli_words import listed, no_terminal
from showdown_table.match_replay import MAX_NAME, check_names
from showdown_table.names import NameProblem, clean
from showdown_table.store import MatchFileError, default_folder, made_folder, matches
from showdown_table.table import Table, deck_text, peek

BOT_NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gia", "Hugo", "Iris", "Jon")
_BOTS_WITHOUT_A_WORD = 2
_BOTS_ALONE = 4
_GREEDY = "greedy"

_EPILOG = """\
Without options the newest match that is not over goes on, or a new one begins: you and two bots;
with --headless four bots.
A showdown is played on the unit, as soon as there is one; without it the table says who lost.
"""


def command(subparsers: Any) -> None:
    """Add the parser of `play`."""
    parser = subparsers.add_parser(
        "play",
        help="play whole matches, people and bots",
        description="Play whole matches, people and bots, each showdown on the unit.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    who = parser.add_argument_group("a new match")
    who.add_argument("--players", nargs="+", default=[], metavar="NAME", help="the people")
    who.add_argument(
        "--bots",
        nargs="+",
        default=[],
        metavar="KIND",
        help="a bot each: greedy, random, or your own module:Class; a number: so many greedy ones",
    )
    who.add_argument("--seats", type=int, metavar="N", help="fill up with bots to so many")
    who.add_argument("--preset", choices=tuple(PRESETS), help="whose rules (showdown)")
    who.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="a rule that is to be another, as target=200; may be repeated; docs/rules.md",
    )
    who.add_argument("--deck", type=Path, metavar="FILE", help="the cards as you have them")
    who.add_argument("--seed", default="", metavar="S", help="of the shuffling; default: a secret")
    who.add_argument("--new", action="store_true", help="begin one, though another is not over")
    which = parser.add_argument_group("matches")
    which.add_argument("--resume", action="store_true", help="go on with --file, or the newest")
    which.add_argument("--list", action="store_true", help="the matches that are there")
    which.add_argument("--file", type=Path, metavar="FILE", help="the match file")
    how = parser.add_argument_group("how")
    how.add_argument("--lang", metavar="CODE", help="the language: en, cs, nb, be")
    how.add_argument("--headless", action="store_true", help="bots alone, told line by line")
    how.add_argument("--no-unit", action="store_true", help="use none: the table says who lost")
    how.add_argument("--swap", action="store_true", help="who begins a showdown sits at the right")
    how.add_argument(
        "--start", choices=("button", "now"), default="button", help="what starts the count"
    )
    parser.set_defaults(run=_run)


class _UsageError(Exception):
    """Words that make no sense; the text says which."""


class _OutputError(Exception):
    """What is told cannot be written."""


def _run(args: argparse.Namespace) -> int:
    try:
        return _listing() if args.list else _play(args)
    except MatchFileError as error:
        say(f"showdown play: {error}")
        return Exit.REFUSED
    except _OutputError as error:
        say(f"showdown play: {error}")
        with suppress(OSError, ValueError):  # or Python tries once more at its end
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Exit.REFUSED
    except (_UsageError, RuleSetError, DeckError, BotError) as error:
        say(f"showdown play: {error}")
        return Exit.USAGE


def _play(args: argparse.Namespace) -> int:
    try:
        from showdown_table.texts import TextError, Texts  # noqa: PLC0415 - needs an extra
    except ImportError as error:
        say(f"showdown play: {error.name} is not installed: {TABLE_EXTRA}")
        return Exit.USAGE
    from showdown_table.umpire import Umpire  # noqa: PLC0415

    try:
        texts = Texts(args.lang)
    except TextError as error:
        raise _UsageError(error) from error
    if not args.headless and (why := no_terminal()):
        say(f"showdown play: {why}; {_for_bots(args)}")
        return Exit.USAGE
    open_unit = None if args.no_unit else _opener(args)
    table = _table(args, open_unit)
    try:
        if args.headless and not all(table.bots):
            say(f"showdown play: --headless is for bots alone; {_for_bots(args)}")
            return Exit.USAGE
        umpire = Umpire(
            table, open_unit, swapped=args.swap, ask=not args.headless, begin=args.start
        )
        try:
            if args.headless:
                from showdown_table.headless import Headless  # noqa: PLC0415

                return Headless(table, umpire if open_unit else None, texts, _tell).run()
            from showdown_table.play_app import PlayApp  # noqa: PLC0415

            umpire.start()
            PlayApp(table, umpire, texts, again=_again(args, table)).run()
            return Exit.OK
        finally:
            umpire.close()
    finally:
        table.close()
        if table.acting():
            say(f"`{_again(args, table)}` goes on with this match")


def _for_bots(args: argparse.Namespace) -> str:
    """What plays where nobody sits at a terminal."""
    unit = " --no-unit" if args.no_unit else ""
    return (
        f"`showdown play --headless --seats {_BOTS_ALONE}{unit}` tells a match of bots line by line"
    )


def _again(args: argparse.Namespace, table: Table) -> str:
    """The command that goes on with the match as it was played."""
    words = ["showdown", "play", "--file", str(table.path)]
    if args.port is not None:
        words += ["--port", args.port]
    if args.unit is not None:
        words += ["--unit", args.unit]
    if args.start != "button":
        words += ["--start", args.start]
    if args.lang is not None:
        words += ["--lang", args.lang]
    flags = {"--no-unit": args.no_unit, "--swap": args.swap, "--headless": args.headless}
    return shlex.join(words + [flag for flag, given in flags.items() if given])


def _tell(line: str) -> None:
    try:
        print(line, flush=True)
    except BrokenPipeError:
        raise
    except (OSError, UnicodeEncodeError) as error:
        msg = f"the output cannot be written: {error}"
        raise _OutputError(msg) from error


def _opener(args: argparse.Namespace) -> Callable[[], Unit]:
    opener = Opener(args.port, args.baud, args.unit)
    return lambda: Unit(opener, takeover=args.takeover, wait_s=args.wait)


# --- which match -------------------------------------------------------------------------------


def _table(args: argparse.Namespace, open_unit: Callable[[], Unit] | None) -> Table:
    begins = args.new or args.players or args.bots or args.preset or args.option
    begins = bool(begins or args.seats is not None or args.deck or args.seed)
    if args.resume and begins:
        msg = "--resume goes on with a match as it is: without options of a new one"
        raise _UsageError(msg)
    if args.file is not None and (args.resume or not begins):
        return Table.resume(args.file)
    if not begins and args.file is None:
        path = newest(default_folder())
        if path is not None:
            return Table.resume(path)
        if args.resume:
            msg = f"no match waits in {default_folder()}"
            raise MatchFileError(msg)
    return _new(args, open_unit)


def _new(args: argparse.Namespace, open_unit: Callable[[], Unit] | None) -> Table:
    people, kinds = listed(args.players), _kinds(listed(args.bots))
    if args.headless and args.seats is None and not args.bots and not people:
        kinds = [_GREEDY] * _BOTS_ALONE
    if not people and not kinds and not args.headless:
        people = [_me()]
        kinds = [_GREEDY] * (0 if args.seats is not None else _BOTS_WITHOUT_A_WORD)
    if args.seats is not None:
        kinds += [_GREEDY] * _free(args.seats, len(people) + len(kinds))
    _check_seed(args.seed)
    options = options_of(args.option)
    preset = args.preset or "showdown"
    rules = ruleset(preset, **options)
    try:
        names = check_names([*people, *bot_names(len(kinds), people)])
    except ValueError as error:
        raise _UsageError(error) from error
    bots = ("",) * len(people) + tuple(kinds)
    BotSeats(bots)  # one that cannot be made leaves no match file
    capacity = _capacity(open_unit, must=args.headless) if open_unit else None
    if capacity is not None and rules.wild_showdown_max > capacity:
        if "wild_showdown_max" in options:
            msg = f"wild_showdown_max = {rules.wild_showdown_max}: this unit holds {capacity} cards"
            raise RuleSetError(msg)
        rules = ruleset(preset, **options, wild_showdown_max=capacity)
    deck = _deck(args.deck) if args.deck is not None else deck_text(rules.deck)
    place = args.file or made_folder(default_folder())
    return Table.new(place, rules, deck, names, bots=bots, seed=args.seed)


def _free(seats: int, taken: int) -> int:
    """How many more it takes. _UsageError."""
    if not MIN_SEATS <= seats <= MAX_SEATS:
        msg = f"--seats {seats}: a match has {MIN_SEATS} to {MAX_SEATS}"
        raise _UsageError(msg)
    if taken > seats:
        msg = f"--seats {seats}: {taken} players and bots are named"
        raise _UsageError(msg)
    return seats - taken


def _check_seed(seed: str) -> None:
    try:
        seed.encode()
    except UnicodeEncodeError:
        msg = f"--seed {seed!r} is no text"
        raise _UsageError(msg) from None


def _deck(path: Path) -> str:
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        msg = f"{path} cannot be read: {error}"
        raise _UsageError(msg) from error
    parse_deck(text, str(path))
    return text


def _capacity(open_unit: Callable[[], Unit], *, must: bool) -> int | None:
    """How many cards the unit holds; None: there is none now. With `must` that is an error."""
    try:
        with open_unit() as unit:
            return unit.info.limits.cards
    except ShowdownError as error:
        if must:
            raise
        say(f"showdown play: {error}. The match begins without")
        return None


def _kinds(words: Sequence[str]) -> list[str]:
    kinds: list[str] = []
    for word in words:
        if not word.isdecimal():
            kinds.append(word)
            continue
        digits = word.lstrip("0") or "0"
        if len(digits) > len(str(MAX_SEATS)) or int(digits) > MAX_SEATS:
            msg = f"--bots {word}: a match has at most {MAX_SEATS} players"
            raise _UsageError(msg)
        kinds += [_GREEDY] * int(digits)
    return kinds


def _me() -> str:
    with suppress(OSError, KeyError, ImportError, NameProblem):
        user = getpass.getuser()
        return clean(user[:1].upper() + user[1:MAX_NAME], MAX_NAME)
    return "You"


def bot_names(count: int, people: Sequence[str]) -> list[str]:
    """Names for so many bots, none of which is a person's, with or without the word bot."""
    taken = {fold(name) for name in people}
    every = (*BOT_NAMES, *(f"Bot {number}" for number in range(1, 2 * MAX_SEATS + 1)))
    free = [(name, f"{name} (bot)") for name in every]
    names = [bot for name, bot in free if taken.isdisjoint({fold(name), fold(bot)})]
    return names[: max(count, 0)]


def options_of(words: Sequence[str]) -> dict[str, Any]:
    """`KEY=VALUE` words as options of a rule set. RuleSetError."""
    defaults = RuleSet()
    known = {field.name for field in fields(RuleSet)}
    options: dict[str, Any] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or key not in known:
            no = f"no option is called {key!r}" if equals else "an option is KEY=VALUE"
            msg = f"--option {word}: {no}; there are {', '.join(sorted(known))}"
            raise RuleSetError(msg)
        kind = type(getattr(defaults, key))
        options[key] = _value(key, value, kind)
    return options


def _value(key: str, value: str, kind: type) -> Any:
    if kind is bool:
        if value not in ("true", "false"):
            msg = f"{key} = {value}: true or false"
            raise RuleSetError(msg)
        return value == "true"
    if kind is int:
        try:
            return int(value)
        except ValueError:
            msg = f"{key} = {value}: a whole number"
            raise RuleSetError(msg) from None
    return value


# --- the list ----------------------------------------------------------------------------------


def newest(folder: Path) -> Path | None:
    """The match file written last whose match is not over. Damaged ones are told and left out."""
    for path in matches(folder):
        try:
            if peek(path)[1].phase != Phase.MATCH_OVER:
                return path
        except MatchFileError as error:
            say(f"showdown play: {error}")
    return None


def _listing() -> int:
    folder = default_folder()
    for path in matches(folder):
        try:
            header, state = peek(path)
        except MatchFileError as error:
            say(str(error))
            continue
        when = datetime.fromtimestamp(path.stat().st_mtime, UTC).astimezone()
        over = "over" if state.phase == Phase.MATCH_OVER else f"round {state.round}"
        points = ", ".join(
            f"{name} {score}" for name, score in zip(header["names"], state.scores, strict=True)
        )
        _tell(f"{when:%Y-%m-%d %H:%M}  {over:9}  {points}\n    {path}")
    return Exit.OK
