"""`showdown console` without pictures: methods by name, replies and events as they are."""

from __future__ import annotations

import argparse
import importlib
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Literal

from showdown_host.cli_common import Exit, OpenUnit, print_json, say
from showdown_host.console_help import FORMS, error_lines, method_help, overview
from showdown_host.console_history import LINES, History
from showdown_host.console_line import COMMANDS, complete, danger, filled, parse
from showdown_host.console_seen import Seen, read
from showdown_host.errors import LinkLost, Refused, ShowdownError
from showdown_host.stream import EventStream
from showdown_host.tap import Lines, WireLine
from showdown_host.traffic_log import TrafficLog
from showdown_host.unit import Unit
from showdown_host.wishes import new_key
from showdown_protocol.messages import Message

__all__ = ["add_console", "console", "parse"]

_COMMANDS = ("help", "quit", "exit")


def add_console(parser: argparse.ArgumentParser) -> None:
    """The arguments of `console`."""
    parser.add_argument("--observe", action="store_true", help="look only, leave control alone")
    parser.add_argument("--quiet", action="store_true", help="show no events")
    parser.add_argument(
        "--log", type=Path, metavar="FILE", help="append every line, both ways, as JSON lines"
    )


def console(args: argparse.Namespace, open_unit: OpenUnit) -> int:
    """Read lines until `quit` or their end."""
    try:
        log = TrafficLog(args.log) if args.log is not None else None
    except OSError as error:
        say(f"showdown console: {args.log}: {error.strerror or error}")
        return Exit.USAGE
    seen = Seen()

    def heard(line: WireLine) -> None:
        seen.take(read(line))
        if log is not None:
            log.add(line)

    role: Literal["observe", "control"] = "observe" if args.observe else "control"
    try:
        with open_unit(role, Lines(heard)) as unit, unit.events() as events, _typing(seen) as typed:
            info = unit.info
            seen.boot = info.boot
            say(f"{info.model} {info.serial}, firmware {info.fw}, {info.role}. `help`, `quit`")
            if not args.quiet:
                threading.Thread(target=_show, args=(events,), daemon=True).start()
            return _talk(unit, seen, typed)
    finally:
        if log is not None:
            log.close()
            if log.problem:
                say(f"showdown console: {log.problem}")


def _talk(unit: Unit, seen: Seen, typed: History | None) -> int:
    while True:
        try:
            line = input("> " if sys.stdin.isatty() else "").strip()
        except (EOFError, KeyboardInterrupt):
            return Exit.OK
        if line and typed is not None:
            typed.add(line)
        word, _, rest = line.partition(" ")
        if line in ("quit", "exit"):
            return Exit.OK
        if word == "help":
            for text in help_lines(rest.strip()):
                say(text)
        elif line:
            _ask(unit, seen, line)


def help_lines(method: str = "") -> list[str]:
    """What may be typed; of one method what it takes."""
    if method:
        return method_help(method)
    own = [f"  {word:9} {COMMANDS[word]}" for word in ("help", "quit")]
    return [*FORMS.splitlines(), *own, "methods:", *overview()]


def _ask(unit: Unit, seen: Seen, line: str) -> None:
    try:
        method, params = parse(line)
    except ValueError as error:
        say(f"not understood: {error}. `help` says how")
        return
    if warning := danger(line):
        say(warning)
    params = filled(method, params, seen.known(), new_key())
    try:
        result = unit.call(method, params)
    except LinkLost as error:
        say(f"link lost: {error}")
    except Refused as error:
        say(f"error: {error}")
        for text in error_lines(error.name, error.message, error.data)[1:]:
            say(text)
    except ShowdownError as error:
        say(f"error: {error}")
    else:
        _print(result)


def _print(result: Any) -> None:
    print_json(result if isinstance(result, Message) else {"result": result})


def _show(events: EventStream) -> None:
    for event in events:
        print_json(event)


@contextmanager
def _typing(seen: Seen) -> Iterator[History | None]:
    """At a terminal: lines typed before, and Tab, where Python has readline."""
    if not sys.stdin.isatty():
        yield None
        return
    history = History()
    readline: Any = None
    with suppress(ImportError):
        readline = importlib.import_module("readline")
    if readline is not None:
        for line in history.lines[-LINES:]:
            readline.add_history(line)
        readline.set_completer_delims("")
        readline.set_completer(_completer(seen))
        readline.parse_and_bind("tab: complete")
    yield history


def _completer(seen: Seen) -> Any:
    """As readline asks: the nth line that this one may become."""

    def nth(line: str, number: int) -> str | None:
        choices = complete(line, len(line), seen.known(_COMMANDS))
        if number >= len(choices.options):
            return None
        return line[: choices.start] + choices.options[number].text

    return nth
