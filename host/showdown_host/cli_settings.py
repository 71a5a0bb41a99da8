"""`showdown settings`: what the table may change of a unit."""

from __future__ import annotations

import argparse
import json

from showdown_host.cli_common import Exit, OpenUnit, print_json, say
from showdown_host.cli_options import add_link_options
from showdown_host.errors import Refused, SettingsChanged
from showdown_host.settings import Change, Wanted
from showdown_host.settings_words import (
    name_of,
    read_wishes,
    settings_lines,
    short,
    value_words,
)

_WISHES = "names as `showdown settings` lists them; times take ms or s, switches on or off"


def add_settings(parser: argparse.ArgumentParser) -> None:
    """The arguments of `settings`: nothing, `set` or `reset`."""
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.set_defaults(action=None)
    actions = parser.add_subparsers(dest="action", metavar="set|reset")
    setting = actions.add_parser("set", help="change some, as hold_max=4s buzzer=off")
    setting.add_argument("words", nargs="+", metavar="NAME=VALUE", help=_WISHES)
    reset = actions.add_parser("reset", help="give some up: they are the configuration's again")
    reset.add_argument("words", nargs="+", metavar="NAME", help="as `showdown settings` lists them")
    for action in (setting, reset):
        action.add_argument(
            "--json", action="store_true", default=argparse.SUPPRESS, help="as JSON"
        )
        add_link_options(action, top=False)


def settings(args: argparse.Namespace, open_unit: OpenUnit) -> int:
    """Print the settings, or change some and print what was before and after."""
    if args.action is None:
        with open_unit("observe") as unit:
            now = unit.settings()
        if args.json:
            print_json(now)
        else:
            print("\n".join(settings_lines(now)))
        return Exit.OK
    try:
        wanted = _wanted(args)
    except ValueError as error:
        say(f"showdown: {error}")
        return Exit.USAGE
    try:
        with open_unit("control") as unit:
            change = unit.set_settings(wanted)
    except SettingsChanged as error:
        for name, (old, new) in error.changes.items():
            say(f"{short(name)}: somebody else set {_arrow(name, old, new)}")
        say("showdown: nothing of yours was set, for the settings changed meanwhile. Set it again?")
        return Exit.REFUSED
    except Refused as error:
        words = _refused_words(error)
        if words is None:
            raise
        say(f"showdown: {words}")
        return Exit.REFUSED
    _print_change(change, wanted, as_json=args.json)
    return Exit.OK


def _wanted(args: argparse.Namespace) -> Wanted:
    if args.action == "set":
        return read_wishes(args.words)
    return {name_of(word): None for word in args.words}


def _refused_words(error: Refused) -> str | None:
    """Which value was not taken, by the setting's name as it was typed; None for other errors."""
    param, reason = str(error.data.get("param", "")), error.data.get("reason")
    name = param.removeprefix("values.")
    if error.name != "INVALID_PARAMS" or name == param or not reason:
        return None
    unit = " ms" if name.endswith("_ms") and str(reason).startswith("takes ") else ""
    return f"{short(name)}: {reason}{unit}"


def _print_change(change: Change, wanted: Wanted, *, as_json: bool) -> None:
    before, after = change.before.values, change.after.values
    if as_json:
        members = change.after.members() | {"before": before.members()}
        print(json.dumps(members, separators=(",", ":"), ensure_ascii=False), flush=True)
        return
    for name in wanted:
        old, new = getattr(before, name), getattr(after, name)
        own = "" if name in change.after.changed else "  (configuration)"
        print(f"{short(name)}: {_arrow(name, old, new)}{own}")


def _arrow(name: str, old: str | int | bool | None, new: str | int | bool | None) -> str:
    if old == new:
        return f"{value_words(name, new)}, as before"
    return f"{value_words(name, old)} -> {value_words(name, new)}"
