"""The command `showdown simulate`: rounds between bots in bulk, and their statistics."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TextIO

from showdown_host.cli_common import Exit
from showdown_rules.cards import DeckError
from showdown_rules.dealing import begin_match
from showdown_rules.ruleset import MAX_SEATS, MIN_SEATS, RuleSetError
from showdown_table.bots import BOTS, BotError, Seated
from showdown_table.cli_words import listed
from showdown_table.simulate import Progress, simulate
from showdown_table.simulate_options import PRESET_NAMES, deck_of, rules_of
from showdown_table.simulate_round import EndlessRound, Plan

_COLUMNS = ("mean", "min", "q1", "median", "q3", "p95", "max")
_BAR = 30


def command(subparsers: Any) -> None:
    """Add the parser of `simulate`."""
    parser = subparsers.add_parser(
        "simulate",
        help="play rounds between bots, and count",
        description="Play rounds between bots and print their statistics. Each round is the first"
        " of a match of its own. The same seed prints the same, however many jobs there are.",
    )
    parser.add_argument("--rounds", type=_positive, default=10_000, metavar="N")
    parser.add_argument(
        "--seats",
        type=int,
        metavar="N",
        help=f"{MIN_SEATS} to {MAX_SEATS}; else 4, or a seat a bot",
    )
    parser.add_argument("--preset", choices=PRESET_NAMES, default="showdown", help="the rules")
    parser.add_argument("--deck", type=Path, metavar="FILE", help="a deck file, for your own deck")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="a rule that is to be another, as jump_in=true; may be repeated; docs/rules.md",
    )
    parser.add_argument(
        "--bots",
        nargs="+",
        default=["random"],
        metavar="KIND",
        help=f"by seat, and then from the first again: {', '.join(BOTS)}, or your own module:Class",
    )
    parser.add_argument("--seed", default="1", metavar="TEXT", help="of all chance; default: 1")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--jobs",
        type=_positive,
        default=os.cpu_count() or 1,
        metavar="N",
        help="default: all cores",
    )
    parser.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    try:
        plan = _plan(args)
    except (RuleSetError, DeckError, BotError, OSError, ValueError) as error:
        return _refused(error, Exit.USAGE)
    bar = _bar(args.rounds, sys.stderr) if sys.stderr.isatty() else None
    try:
        tally = simulate(plan, args.rounds, jobs=args.jobs, progress=bar)
    except BotError as error:
        return _refused(error, Exit.USAGE)
    except EndlessRound as error:
        return _refused(error, Exit.REFUSED)
    figures = {
        "preset": args.preset,
        "options": sorted(args.option),
        "deck": plan.deck.name,
        "bots": list(plan.bots),
        "seed": plan.seed,
        **tally.figures(),
    }
    text = json.dumps(figures, indent=2) if args.json else "\n".join(_lines(figures))
    try:
        print(text, flush=True)
    except BrokenPipeError:
        raise
    except (OSError, UnicodeEncodeError) as error:
        with suppress(OSError, ValueError):  # or Python tries once more at its end
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _refused(f"the output cannot be written: {error}", Exit.REFUSED)
    return Exit.OK


def _refused(why: object, code: Exit) -> Exit:
    print(f"showdown simulate: {why}", file=sys.stderr)
    return code


def _plan(args: argparse.Namespace) -> Plan:
    rules = rules_of(args.preset, args.option)
    names = listed(args.bots)
    seats = args.seats if args.seats is not None else max(len(names), 4)
    if not MIN_SEATS <= seats <= MAX_SEATS:
        msg = f"--seats {seats}: {MIN_SEATS} to {MAX_SEATS} can play"
        raise ValueError(msg)
    if len(names) > seats:
        msg = f"--bots names {len(names)} for {seats} seats"
        raise ValueError(msg)
    bots = tuple(names[seat % len(names)] for seat in range(seats))
    for seat, name in enumerate(bots):
        Seated(name, seat)  # one that cannot be made is told before anything is played
    plan = Plan(rules, deck_of(rules, args.deck), bots, args.seed)
    begin_match(rules, plan.deck, seats, plan.seed)  # and a deck that is too small
    return plan


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        msg = f"{text!r}: a number from 1"
        raise argparse.ArgumentTypeError(msg)
    return int(text)


def _lines(figures: dict[str, Any]) -> list[str]:
    rounds, bots = figures["rounds"], figures["bots"]
    lines = [
        f"{rounds} rounds by the rules {' '.join([figures['preset'], *figures['options']])},"
        f" deck {figures['deck']}, seed {figures['seed']}",
        "",
        _row("", _COLUMNS),
    ]
    for name in ("turns", "showdowns", "points"):
        spread = figures[name]
        if spread:
            cells = [f"{spread['mean']:.2f}", *(str(spread[word]) for word in _COLUMNS[1:])]
            lines.append(_row(f"{name} a round", cells))
    lines += ["", "wins by seat"]
    lines += [
        f"  {seat}  {bot:<20} {_share(figures['wins'][seat], rounds)}"
        for seat, bot in enumerate(bots)
    ]
    lines += ["wins by place, from who begins"]
    lines += [
        f"  {place}  {'':<20} {_share(wins, rounds)}"
        for place, wins in enumerate(figures["wins_by_place"], 1)
    ]
    lines += ["rounds end by"]
    lines += [f"  {why:<23} {_share(count, rounds)}" for why, count in figures["ends"].items()]
    lines += ["", "A showdown's loser is drawn by a fair coin: both players are equally fast."]
    return lines


def _row(name: str, cells: Sequence[str]) -> str:
    return f"{name:<18}" + "".join(f"{cell:>8}" for cell in cells)


def _share(count: int, of: int) -> str:
    return f"{count:>9}  {100 * count / of:6.2f} %"


def _bar(rounds: int, terminal: TextIO) -> Progress:
    def show(done: int) -> None:
        filled = _BAR * done // rounds
        end = "\n" if done == rounds else ""
        terminal.write(f"\r[{'#' * filled}{'.' * (_BAR - filled)}] {done} of {rounds} rounds{end}")
        terminal.flush()

    return show
