"""`showdown status`, `stats`, `get`, `list`, `watch`: what only looks."""

from __future__ import annotations

import argparse
import json
from typing import Any

from showdown_host.cli_common import Exit, OpenUnit, print_json, result_words, say
from showdown_host.columns import plain
from showdown_host.race_table import table
from showdown_host.remember import Remember
from showdown_host.verify import verify
from showdown_protocol.messages import RecordState
from showdown_protocol.people import power_words


def add_json(parser: argparse.ArgumentParser) -> None:
    """A command that can also speak to programs."""
    parser.add_argument("--json", action="store_true", help="as JSON")


def add_get(parser: argparse.ArgumentParser) -> None:
    """The arguments of `get`."""
    parser.add_argument("key", metavar="KEY", help="of the showdown: see `showdown list`")
    parser.add_argument(
        "--evidence", action="store_true", help="with what its verdict stands on, for `verify`"
    )
    add_json(parser)


def add_list(parser: argparse.ArgumentParser) -> None:
    """The arguments of `list`."""
    parser.add_argument("--limit", type=int, default=20, metavar="N", help="how many (20)")
    add_json(parser)


def status(args: argparse.Namespace, open_unit: OpenUnit) -> int:
    """Print the unit's state."""
    with open_unit("observe") as unit:
        now = unit.status()
    members = now.members()
    if not args.json:
        members["power"] = power_words(now.power)
    _print_members(members, as_json=args.json)
    return Exit.OK


def stats(args: argparse.Namespace, open_unit: OpenUnit) -> int:
    """Print the unit's counters."""
    with open_unit("observe") as unit:
        _print_members(unit.stats(), as_json=args.json)
    return Exit.OK


def get(args: argparse.Namespace, open_unit: OpenUnit) -> int:
    """Print one record, with its evidence where that is asked for."""
    if args.evidence:
        return _evidence(args, open_unit)
    with open_unit("observe") as unit:
        result = unit.get(args.key)
    if args.json:
        print_json(result.record)
    elif result.state is RecordState.UNKNOWN:
        print(f"the unit knows no showdown {args.key}")
    else:
        print("\n".join(plain(line) for line in result_words(result).split("\n")))
    return Exit.OK


def _evidence(args: argparse.Namespace, open_unit: OpenUnit) -> int:
    with open_unit("observe") as unit:
        shown = unit.evidence(args.key)
    if args.json:
        print_json(shown.members())
    elif shown.record.state is RecordState.UNKNOWN:
        print(f"the unit knows no showdown {args.key}")
    else:
        print(table(verify(shown)))
    return Exit.OK


def listing(args: argparse.Namespace, open_unit: OpenUnit) -> int:
    """Print the newest records, one a line."""
    with open_unit("observe") as unit:
        results = unit.list(max(args.limit, 0))
    for result in results:
        if args.json:
            print_json(result.record)
        else:
            print(plain(str(result)))
    return Exit.OK


def watch(args: argparse.Namespace, open_unit: OpenUnit) -> int:
    """Print events as they come, until Ctrl-C."""
    with (
        open_unit("observe") as unit,
        unit.events() as events,
        Remember(unit.info, tell=lambda text: say(f"showdown: {text}")) as memory,
    ):
        say(f"watching {plain(unit.info.name or unit.info.serial)}, Ctrl-C ends")
        try:
            for event in events:
                memory.event(event)
                if args.json:
                    print_json(event)
                else:
                    data = " ".join(
                        f"{name}={_event_value(value)}" for name, value in event.data.items()
                    )
                    line = plain(f"{event.t_ms / 1000:12.3f}  {event.type:16} {data}")
                    print(line, flush=True)
        except KeyboardInterrupt:
            pass
    return Exit.OK


def _print_members(members: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        print_json(members)
        return
    width = max((len(name) for name in members), default=0)
    for name, value in members.items():
        print(plain(f"{name:{width}}  {_words(value)}"))


def _event_value(value: object) -> object:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list) else value


def _words(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {_words(part)}" for name, part in value.items())
    if isinstance(value, list | tuple):
        return "; ".join(_words(part) for part in value) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)
