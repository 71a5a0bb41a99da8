"""`showdown-unit status`: what the running unit says of itself, for people."""

from __future__ import annotations

import argparse
import getpass
import grp
import json
import os
from pathlib import Path
from typing import Any

from showdown_unit.config import DEFAULT_PATH, Config, ConfigError, default_path, load
from showdown_unit.service_state import GADGET, SERVICE, ServiceState, read_services
from showdown_unit.status_ask import NoAccountError, Why, ask
from showdown_unit.status_text import (
    NOT_RUNNING,
    UNKNOWN,
    absence_text,
    account_json,
    account_text,
    next_command,
    status_of,
)
from showdown_unit.system_run import Runner, run_program

GROUP = "showdown"
LOG_LINES = 8
IDENTIFIER = "showdown-unit"
"""Whose lines are shown: the unit's own, not what systemd says about each of its ends."""


def command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add it to the commands of `showdown-unit`."""
    parser = commands.add_parser(
        "status",
        help="what the running unit says of itself",
        description="Ask the running unit, without disturbing it. The exit status: 0 ready, 1 not"
        " ready or a fault, 3 not running, 4 nobody can tell.",
    )
    parser.add_argument("--json", action="store_true", help="everything as one JSON object")
    add_where(parser)
    parser.set_defaults(run=run)


def add_where(parser: argparse.ArgumentParser) -> None:
    """The words that say which unit is asked."""
    parser.add_argument(
        "--config",
        type=Path,
        metavar="FILE",
        help=f"the unit's configuration (default: {DEFAULT_PATH}, where it exists)",
    )
    parser.add_argument(
        "--socket", metavar="PATH", help="the unit's Unix socket (default: links.unix)"
    )


def configuration(path: Path | None) -> tuple[Config, str | None]:
    """The configuration; the defaults, and what is wrong, where it cannot be read."""
    if path is None:
        path = default_path()
    try:
        return load(path), None
    except ConfigError as error:
        return load(None), str(error)


def run(args: argparse.Namespace, runner: Runner = run_program) -> int:
    """Ask and tell."""
    config, wrong = configuration(args.config)
    try:
        account = ask(args.socket or config.links.unix)
    except NoAccountError as error:
        return _absent(args, error, wrong, runner)
    if args.json:
        print(json.dumps(account_json(account)))
    else:
        print(account_text(account, None if args.socket else config.links), end="")
        if wrong is not None:  # it started with an older one: it will not start again
            print(f"{'config':<10} it will not start again: {wrong}")
    return status_of(account)


def _absent(
    args: argparse.Namespace, error: NoAccountError, wrong: str | None, runner: Runner
) -> int:
    services, problem = read_services(runner, [SERVICE, GADGET])
    unit: ServiceState | None = services[0] if services else None
    log = last_lines(runner) if unit is not None and unit.installed else []
    denied, silent = error.why is Why.DENIED, error.why is Why.SILENT
    mend = next_command(unit, denied=denied, silent=silent, **_who())
    if wrong is not None:
        mend = f"showdown-unit config check ({wrong})"
    running = error.why is not Why.NOBODY or (unit is not None and unit.active)
    code = UNKNOWN if running else NOT_RUNNING
    if args.json:
        told: dict[str, Any] = {
            "running": None if running else False,
            "exit": code,
            "why": str(error),
            "services": {service.name: dict(service.properties) for service in services},
            "problem": problem,
            "log": log,
            "next": mend,
        }
        print(json.dumps(told))
    else:
        print(absence_text(str(error), services, problem, log, mend), end="")
    return code


def last_lines(runner: Runner) -> list[str]:
    """The last few lines of the service's log, or why there are none."""
    ran = runner(
        [
            *("journalctl", "--no-pager", "--quiet", "--output", "short-iso", "--no-hostname"),
            *("--lines", str(LOG_LINES), "--unit", SERVICE, "--identifier", IDENTIFIER),
        ]
    )
    if not ran.well:
        return [f"cannot be read: {ran.problem}"]
    return ran.out.splitlines() or [
        "nothing, or this user may not read it: sudo showdown-unit logs"
    ]


def _who() -> dict[str, Any]:
    """The user, and whether the group of the unit's socket is this process's, or will be."""
    try:
        user = getpass.getuser()
    except (OSError, KeyError):
        user = str(os.getuid())
    try:
        group = grp.getgrnam(GROUP)
    except KeyError:
        return {"user": user, "in_group": False, "listed": False}
    mine = group.gr_gid in {*os.getgroups(), os.getegid()}
    return {"user": user, "in_group": mine, "listed": user in group.gr_mem}
