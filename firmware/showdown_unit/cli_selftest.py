"""The command `showdown-unit selftest`: the walk at a terminal, with the unit that there is."""

from __future__ import annotations

import argparse
import contextlib
import errno
import json
import os
import select
import shlex
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

from showdown_protocol.errors import WireError
from showdown_protocol.messages import HelloResult
from showdown_protocol.selftest_messages import PARTS
from showdown_unit.config import Config, default_path
from showdown_unit.selftest_alone import AloneError, unit_alone
from showdown_unit.selftest_client import PING_NS, Client, ClientError, S, UnixPort
from showdown_unit.selftest_walk import PartReport, Walk, all_well, document

FAILED, USAGE = 1, 2


def add_options(parser: argparse.ArgumentParser) -> None:
    """The words of the command."""
    parser.add_argument("part", nargs="?", choices=(*PARTS, "all"), default="all")
    parser.add_argument(
        "--socket", metavar="PATH", help="a running unit's Unix socket (default: links.unix)"
    )
    parser.add_argument(
        "--report",
        type=Path,
        metavar="FILE",
        help="where the report goes (default: showdown-selftest-TIME.json in this folder)",
    )
    parser.add_argument(
        "--yes", action="store_true", help="ask nothing: begin, and leave what is shown unjudged"
    )
    parser.add_argument(
        "--takeover", action="store_true", help="take control from the host that holds it"
    )


def run(args: argparse.Namespace, config: Config) -> int:
    """Walk; 0 when nothing failed, 1 when something did or it broke off, 2 without a unit to ask.

    Whatever was measured ends in the report, also where the walk breaks off.
    """
    made_at = datetime.now(UTC)
    path: Path = args.report or Path(f"showdown-selftest-{made_at:%Y%m%dT%H%M%SZ}.json")
    begun: Walk | None = None
    hello: HelloResult | None = None
    stopped = ""
    try:
        _try_place(path)
        with _ends_by_signals(), ExitStack() as stack:
            port = stack.enter_context(_port(args, config))
            client = Client(port, f"selftest {os.getpid()}", takeover=args.takeover)
            parts = PARTS if args.part == "all" else (args.part,)
            hello = client.hello
            begun = Walk(client, parts, Terminal(idle=client.ping), ask=not args.yes)
            begun.go()
    except KeyboardInterrupt:
        stopped = "stopped"
    except BrokenPipeError:
        stopped = "stopped: nobody reads what is said here"
    except (AloneError, ClientError, OSError, WireError) as error:
        stopped = _refusal(error)
    if begun is None or hello is None:
        print(f"no self-test: {stopped}", file=sys.stderr)
        return FAILED if stopped == "stopped" else USAGE
    told = document(hello, begun.reports, made_at.isoformat(timespec="seconds"))
    where = _write(path, json.dumps(told, indent=1) + "\n")
    with contextlib.suppress(OSError):  # whoever hung up does not read why either
        if stopped:
            print(f"\n{stopped}; report so far: {where}", file=sys.stderr)
        _summary(args, begun.reports)
        if not stopped:
            print(f"report: {where}")
        sys.stdout.flush()
    written = where == str(path)
    return 0 if written and not stopped and all_well(begun.reports) else FAILED


def _summary(args: argparse.Namespace, reports: list[PartReport]) -> None:
    print()
    for report in reports:
        print(f"{report.part:9} {report.result}{f' ({report.reason})' if report.reason else ''}")
    options = f" --config {shlex.quote(str(args.config))}" if args.config else ""
    options += f" --socket {shlex.quote(args.socket)}" if args.socket else ""
    for report in reports:
        if report.result == "failed":
            print(f"again: showdown-unit selftest {report.part}{options}")


def _try_place(path: Path) -> None:
    """ClientError where the report cannot be written: before anybody has done all the work."""
    try:
        fresh = not path.exists()
        if fresh or path.is_file() or path.is_char_device():
            with path.open("ab") as file:
                if fresh or path.is_char_device():
                    file.write(b"\n")
            if fresh:
                path.unlink()
        elif path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    except OSError as error:
        msg = (
            f"the report cannot be written to {path}: {error.strerror or error}. Name another place"
            " by --report FILE"
        )
        raise ClientError(msg) from error


def _write(path: Path, text: str) -> str:
    """Where the report went: the path, or where that fails the standard output."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        with contextlib.suppress(OSError):
            print(f"\nthe report could not be written to {path}: {error}", file=sys.stderr)
            print(text)
        return "printed above"
    return str(path)


@contextlib.contextmanager
def _ends_by_signals() -> Iterator[None]:
    """SIGTERM and SIGHUP end the walk as Ctrl-C does: its unit is ended, its report written."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    numbers = (signal.SIGTERM, signal.SIGHUP)
    before = {number: signal.signal(number, signal.default_int_handler) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _refusal(error: Exception) -> str:
    if isinstance(error, WireError) and error.name == "CONTROL_HELD":
        return f"{error.data.get('holder')} holds control: end it, or add --takeover"
    return str(error)


@contextlib.contextmanager
def _port(args: argparse.Namespace, config: Config) -> Iterator[UnixPort]:
    """The running unit's socket, or that of a unit made for the test."""
    path = args.socket or config.links.unix
    with ExitStack() as stack:
        try:
            port = UnixPort(path)
        except PermissionError as error:
            msg = (
                f"{path} may not be opened: sudo usermod -aG showdown {_user()}, then log in again"
            )
            raise ClientError(msg) from error
        except OSError as error:
            if args.socket:
                msg = (
                    f"{path}: no unit listens there ({error.strerror or error}). --socket wants a"
                    " Unix socket, links.unix; leave it out to start one for the test"
                )
                raise ClientError(msg) from error
            print(
                f"no unit listens at {path}: one is started for the test alone (another"
                " configuration: --config)"
            )
            own: Path | None = args.config or default_path()
            port = UnixPort(stack.enter_context(unit_alone(own)))
        stack.callback(port.close)
        yield port


def _user() -> str:
    return os.environ.get("USER", "YOU")


class Terminal:
    """Standard input and output; while a person thinks, `idle` is called every few seconds."""

    def __init__(self, idle: Callable[[], object]) -> None:
        self._idle = idle
        self._typed = b""
        self._counting = False

    def tell(self, text: str) -> None:
        """A line to read."""
        self._end_count()
        print(text, flush=True)

    def count(self, left_s: int) -> None:
        """At a terminal: the seconds that are left, in one place."""
        if sys.stdout.isatty():
            print(f"\r    {left_s:2} s left ", end="", flush=True)
            self._counting = True

    def _end_count(self) -> None:
        if self._counting:
            print(f"\r{' ' * 16}\r", end="")
            self._counting = False

    def ask(self, question: str) -> str:
        """A line typed. EOFError at the end of the input."""
        self._end_count()
        print(question, end="", flush=True)
        if sys.stdin is None:  # closed by whoever started this
            raise EOFError
        # Not `sys.stdin`: what its buffer holds already, select does not see.
        while b"\n" not in self._typed:
            while not select.select([sys.stdin.fileno()], [], [], PING_NS / S)[0]:
                self._idle()
            data = os.read(sys.stdin.fileno(), 4096)
            if not data:
                raise EOFError
            self._typed += data
        line, _, self._typed = self._typed.partition(b"\n")
        return line.decode(errors="replace").strip().lower()
