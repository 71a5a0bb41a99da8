"""The command `showdown-unit selftest`: the walk at a terminal, with the unit that there is."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import select
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

from showdown_protocol.errors import WireError
from showdown_protocol.selftest_messages import PARTS
from showdown_unit.config import DEFAULT_PATH, Config
from showdown_unit.selftest_alone import AloneError, unit_alone
from showdown_unit.selftest_client import PING_NS, Client, ClientError, S, UnixPort
from showdown_unit.selftest_walk import PartReport, all_well, document, walk

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
    """Walk; 0 when nothing failed, 1 when something did, 2 when there is no unit to ask."""
    made_at = datetime.now(UTC)
    try:
        with ExitStack() as stack:
            port = stack.enter_context(_port(args, config))
            client = Client(port, f"selftest {os.getpid()}", takeover=args.takeover)
            parts = PARTS if args.part == "all" else (args.part,)
            terminal = Terminal(idle=client.ping)
            reports = walk(client, parts, terminal, ask=not args.yes)
            hello = client.hello
    except (AloneError, ClientError, OSError) as error:
        print(f"no self-test: {error}", file=sys.stderr)
        return USAGE
    except WireError as error:
        print(f"no self-test: {_refusal(error)}", file=sys.stderr)
        return USAGE
    except KeyboardInterrupt:
        print("\nstopped", file=sys.stderr)
        return FAILED
    path: Path = args.report or Path(f"showdown-selftest-{made_at:%Y%m%dT%H%M%SZ}.json")
    _summary(reports)
    try:
        text = json.dumps(document(hello, reports, made_at.isoformat(timespec="seconds")), indent=1)
        path.write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        print(f"the report could not be written: {error}", file=sys.stderr)
        return FAILED
    print(f"report: {path}")
    return 0 if all_well(reports) else FAILED


def _summary(reports: list[PartReport]) -> None:
    print()
    for report in reports:
        print(f"{report.part:9} {report.result}{f' ({report.reason})' if report.reason else ''}")


def _refusal(error: WireError) -> str:
    if error.name == "CONTROL_HELD":
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
        except OSError:
            if args.socket:
                raise
            print("no unit is running here: one is started for the test alone")
            own: Path | None = args.config or (DEFAULT_PATH if DEFAULT_PATH.exists() else None)
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

    def tell(self, text: str) -> None:
        """A line to read."""
        print(text, flush=True)

    def ask(self, question: str) -> str:
        """A line typed. EOFError at the end of the input."""
        print(question, end="", flush=True)
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
