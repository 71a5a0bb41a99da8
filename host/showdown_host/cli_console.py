"""`showdown console`: methods by name, replies and events as they are."""

from __future__ import annotations

import argparse
import importlib
import json
import shlex
import sys
import threading
from contextlib import suppress
from typing import Any

from showdown_host.cli_common import Exit, OpenUnit, print_json, say
from showdown_host.errors import LinkLost, ShowdownError
from showdown_host.stream import EventStream
from showdown_host.unit import Unit
from showdown_host.wishes import new_key
from showdown_protocol.messages import METHODS, Message

HELP = """\
METHOD [name=value ...]   or   METHOD {"name": value}
  showdown.start fills in key, boot, cards=2 and start=button where they are missing.
  help, quit. Methods: """


def add_console(parser: argparse.ArgumentParser) -> None:
    """The arguments of `console`."""
    parser.add_argument("--observe", action="store_true", help="look only, leave control alone")
    parser.add_argument("--quiet", action="store_true", help="show no events")


def console(args: argparse.Namespace, open_unit: OpenUnit) -> int:
    """Read lines until `quit` or their end."""
    with suppress(ImportError):
        importlib.import_module("readline")  # gives `input` its history
    with open_unit("observe" if args.observe else "control") as unit, unit.events() as events:
        info = unit.info
        say(f"{info.model} {info.serial}, firmware {info.fw}, {info.role}. `help`, `quit`")
        if not args.quiet:
            threading.Thread(target=_show, args=(events,), daemon=True).start()
        while True:
            try:
                line = input("> " if sys.stdin.isatty() else "").strip()
            except (EOFError, KeyboardInterrupt):
                return Exit.OK
            if line in ("quit", "exit"):
                return Exit.OK
            if line == "help":
                say(HELP + " ".join(METHODS))
            elif line:
                _ask(unit, line)


def parse(line: str) -> tuple[str, dict[str, Any]]:
    """A method and its parameters. ValueError says what is wrong with the line."""
    method, _, rest = line.partition(" ")
    rest = rest.strip()
    if rest.startswith("{"):
        params = json.loads(rest)
        return method, dict(params)
    given: dict[str, Any] = {}
    for word in shlex.split(rest):
        name, equals, value = word.partition("=")
        if not equals or not name:
            msg = f"{word!r} is not name=value"
            raise ValueError(msg)
        _put(given, name.split("."), _value(value))
    return method, given


def _put(members: dict[str, Any], path: list[str], value: Any) -> None:
    """Set `players.left` inside `players`."""
    *outer, name = path
    for step in outer:
        inner: object = members.setdefault(step, {})
        if not isinstance(inner, dict):
            msg = f"{step} holds a value already, so {'.'.join(path)} cannot be set"
            raise ValueError(msg)
        members = inner
    members[name] = value


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _ask(unit: Unit, line: str) -> None:
    try:
        method, params = parse(line)
    except ValueError as error:
        say(f"not understood: {error}. `help` says how")
        return
    if method == "showdown.start":
        filled = {"key": new_key(), "boot": unit.info.boot, "cards": 2, "start": "button"}
        params = filled | params
    try:
        result = unit.call(method, params)
    except LinkLost as error:
        say(f"link lost: {error}")
    except ShowdownError as error:
        say(f"error: {error}")
    else:
        print_json(result if isinstance(result, Message) else {"result": result})


def _show(events: EventStream) -> None:
    for event in events:
        print_json(event)
