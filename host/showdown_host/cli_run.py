"""`showdown run`, `cancel`, `lines`: what changes something at the table."""

from __future__ import annotations

import argparse
import threading
from typing import Any

from showdown_host.cli_common import (
    Exit,
    OpenUnit,
    Progress,
    exit_of_error,
    exit_of_result,
    last_record,
    print_json,
    problem_words,
    result_words,
    say,
    state_words,
)
from showdown_host.errors import Indeterminate, Refused, ShowdownError
from showdown_host.intention import Intention
from showdown_host.remember import Remember
from showdown_host.result import Result
from showdown_host.stream import EventStream
from showdown_host.unit import Unit, is_end


def add_run(parser: argparse.ArgumentParser) -> None:
    """The arguments of `run`."""
    parser.add_argument("--cards", type=int, metavar="N", help="cards to throw (2); 0: none")
    parser.add_argument("--left", metavar="NAME", help="who sits at the left paddle")
    parser.add_argument("--right", metavar="NAME", help="who sits at the right paddle")
    parser.add_argument("--start", choices=("button", "now"), help="what starts the count (button)")
    parser.add_argument(
        "--practice", choices=("left", "right"), help="this side plays alone, without cards"
    )
    parser.add_argument("--key", metavar="K", help="take up the showdown of this key, or name it")
    parser.add_argument("--json", action="store_true", help="the record alone, as a line of JSON")


def run(args: argparse.Namespace, open_unit: OpenUnit) -> int:
    """Play one showdown and print its record."""
    with open_unit("control") as unit:
        intention = _intention(args, unit)
        say(f"key {intention.key}")
        with Remember(unit.info, tell=_tell) as memory:
            code, result, problem = _play(unit, intention, memory)
            memory.result(result)
        # For people a refusal says it all: the record is only this key's own tombstone.
        if args.json or not isinstance(problem, Refused):
            _print(result, as_json=args.json)
        if problem is not None:
            say(problem_words(problem))
        if problem is None or is_end(problem):
            unit.settle(intention.key)
        return code


def _intention(args: argparse.Namespace, unit: Unit) -> Intention:
    known = {one.key: one for one in unit.pending()}
    stored = known.get(args.key) if args.key else None
    given = (args.cards, args.left, args.right, args.start, args.practice)
    if stored is not None and not any(one is not None for one in given):
        say(f"taking up {stored.key} again")
        return stored
    intention = unit.prepare(
        cards=args.cards,
        left=args.left,
        right=args.right,
        key=args.key,
        start=args.start or "button",
        practice=args.practice,
    )
    if intention.key in known:
        say(f"taking up {intention.key} again: its end is not known yet")
    return intention


def _tell(text: str) -> None:
    say(f"showdown: {text}")


def _play(
    unit: Unit, intention: Intention, memory: Remember
) -> tuple[Exit, Result, ShowdownError | None]:
    key = intention.key
    progress = Progress()
    events = unit.events()
    watcher = threading.Thread(target=_watch, args=(events, intention, progress), daemon=True)
    watcher.start()

    def note(result: Result) -> None:
        memory.result(result)
        if not result.over:
            progress.show(state_words(result.state, start=intention.start))

    try:
        try:
            result = unit.resume(key, on_progress=note, settle=False)
        except KeyboardInterrupt:
            progress.show("calling it off…")
            result = unit.cancel(key, settle=False)
    except ShowdownError as error:
        return exit_of_error(error), last_record(error, key), error
    finally:
        events.close()
        watcher.join(1.0)
        progress.end()
    return exit_of_result(result), result, None


def _watch(events: EventStream, intention: Intention, progress: Progress) -> None:
    for event in events:
        data = event.data
        if event.type == "link.down":
            progress.show(f"link lost: {data.get('reason')}; trying again…")
        elif event.type == "showdown.state" and data.get("key") == intention.key:
            progress.show(_event_words(data, intention))


def _event_words(data: dict[str, Any], intention: Intention) -> str:
    words = state_words(str(data.get("state")), tuple(data.get("held") or ()), intention.start)
    attempt = data.get("attempt")
    return f"attempt {attempt}: {words}" if isinstance(attempt, int) and attempt > 1 else words


def add_key(parser: argparse.ArgumentParser) -> None:
    """A command about one showdown."""
    parser.add_argument("key", metavar="KEY", help="of the showdown: see `showdown list`")
    parser.add_argument("--json", action="store_true", help="the record alone, as a line of JSON")


def cancel(args: argparse.Namespace, open_unit: OpenUnit) -> int:
    """Call a showdown off and print its record."""
    with open_unit("control") as unit:
        try:
            result = unit.cancel(args.key, settle=False)
        except Indeterminate as doubt:
            _print(last_record(doubt, args.key), as_json=args.json)
            unit.settle(args.key)
            raise
        _print(result, as_json=args.json)
        unit.settle(args.key)
    code = exit_of_result(result)
    return Exit.OK if code is Exit.UNDECIDED else code


def add_lines(parser: argparse.ArgumentParser) -> None:
    """The arguments of `lines`."""
    add_key(parser)
    parser.add_argument("left", type=int, metavar="LEFT", help="cards over the left player's line")
    parser.add_argument(
        "right", type=int, metavar="RIGHT", help="cards over the right player's line"
    )


def lines(args: argparse.Namespace, open_unit: OpenUnit) -> int:
    """Give the table's verdict and print the record."""
    with open_unit("control") as unit:
        result = unit.lines(args.key, args.left, args.right)
        with Remember(unit.info, tell=_tell) as memory:
            memory.result(result)
    _print(result, as_json=args.json)
    return exit_of_result(result)


def _print(result: Result, *, as_json: bool) -> None:
    if as_json:
        print_json(result.record)
    else:
        print(result_words(result), flush=True)
