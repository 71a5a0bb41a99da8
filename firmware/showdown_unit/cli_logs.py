"""`showdown-unit logs`: the unit's lines in the system's journal."""

from __future__ import annotations

import argparse
import getpass
import os
import sys
from collections.abc import Callable, Sequence
from grp import getgrgid
from shutil import which

from showdown_unit.service_state import GADGET, PIGPIOD, SERVICE

READERS = frozenset({"systemd-journal", "adm", "wheel"})
"""The groups whose members may read the whole journal."""

LINES = 50
FAILED = 1


def command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add it to the commands of `showdown-unit`."""
    parser = commands.add_parser(
        "logs",
        help="the unit's lines in the system's journal",
        description="The lines of the unit and of its USB gadget, as journalctl shows them.",
    )
    parser.add_argument("-f", "--follow", action="store_true", help="go on as new ones come")
    parser.add_argument(
        "-n",
        "--lines",
        metavar="N",
        help=f"the last N (default: {LINES}, or all with --since or --boot)",
    )
    parser.add_argument(
        "--since",
        metavar="WHEN",
        help="from then on, as `today`, `1 hour ago` or `2026-01-31 20:15`",
    )
    parser.add_argument(
        "--boot",
        nargs="?",
        const="0",
        metavar="N",
        help="of this start of the computer; of the one before: --boot=-1",
    )
    parser.add_argument(
        "-p",
        "--priority",
        metavar="LEVEL",
        help="only what is at least as grave, as `warning` or `err`",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Become journalctl; or say why that would show nothing."""
    return show(args, groups=_groups(), root=os.geteuid() == 0, user=_user(), become=_become)


def show(
    args: argparse.Namespace,
    *,
    groups: frozenset[str],
    root: bool,
    user: str,
    become: Callable[[Sequence[str]], int],
) -> int:
    """`become` runs the words in place of this program."""
    if which("journalctl") is None:
        print(
            "journalctl is not here, so no systemd keeps the unit's log: started by hand the unit"
            " logs to its standard error",
            file=sys.stderr,
        )
        return FAILED
    if not (root or groups & READERS):
        print(
            f"{user} may not read the journal. Either: sudo showdown-unit logs\n"
            f"or once: sudo usermod -aG systemd-journal {user}, then log in again",
            file=sys.stderr,
        )
        return FAILED
    return become(words(args))


def words(args: argparse.Namespace) -> list[str]:
    """The command to run: journalctl and its options."""
    told = ["journalctl", "--no-hostname"]
    for unit in (SERVICE, GADGET, PIGPIOD):
        told += ["--unit", unit]
    lines = args.lines
    if lines is None and args.since is None and args.boot is None:
        lines = str(LINES)
    for option, value in (("--lines", lines), ("--since", args.since), ("--boot", args.boot)):
        told += [f"{option}={value}"] if value is not None else []
    told += [f"--priority={args.priority}"] if args.priority else []
    return told + (["--follow"] if args.follow else [])


def _become(told: Sequence[str]) -> int:
    sys.stdout.flush()
    os.execvp(told[0], list(told))  # noqa: S606 - no shell is what is wanted


def _groups() -> frozenset[str]:
    names = set()
    for gid in {*os.getgroups(), os.getegid()}:
        try:
            names.add(getgrgid(gid).gr_name)
        except KeyError:
            continue
    return frozenset(names)


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # a user id without a name
        return str(os.getuid())
