"""`showdown-unit report`: one file with what somebody needs who is to help."""

from __future__ import annotations

import argparse
import contextlib
import os
import pwd
import re
import socket
import sys
from datetime import UTC, datetime
from pathlib import Path

from showdown_unit.check_machine import read_machine
from showdown_unit.cli_status import add_where, configuration
from showdown_unit.report import archive, file_name, gather, listing
from showdown_unit.report_filter import Scrub
from showdown_unit.report_parts import HIDDEN, RECORDS, Facts, parts
from showdown_unit.settings_file import settled
from showdown_unit.status_ask import NoAccountError, ask
from showdown_unit.system_run import Runner, run_program

FAILED = 1
_NAME_IN_PROBLEM = re.compile(r"(unit\.name = ).*(?=: )")
DEVICE_TREE = "sys/firmware/devicetree/base/serial-number"


def command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add it to the commands of `showdown-unit`."""
    parser = commands.add_parser(
        "report",
        help="one file for somebody who is to help",
        description="Gather what somebody needs who is to help: versions, configuration, what the"
        " unit and systemd say, logs. No passwords, names, addresses or other secrets; the list of"
        " its parts is shown before it is written. With sudo there is more in it.",
    )
    parser.add_argument(
        "--names", action="store_true", help="with the names of players and of the unit"
    )
    parser.add_argument(
        "--output",
        type=Path,
        metavar="FILE",
        help="where it goes (default: showdown-report-SERIAL-TIME.tar.gz in this folder)",
    )
    parser.add_argument("--dry-run", action="store_true", help="show the list, write nothing")
    parser.add_argument("--yes", action="store_true", help="do not ask before writing")
    add_where(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, runner: Runner = run_program, root: Path = Path("/")) -> int:
    """Gather, show, ask, write; 0 also where parts are missing, 1 where nothing was written."""
    at = datetime.now(UTC)
    config, problem = configuration(args.config)
    if problem is not None and not args.names:
        problem = _NAME_IN_PROBLEM.sub(rf"\1{HIDDEN}", problem)
    facts = Facts(
        root=root,
        run=runner,
        config=config,
        config_problem=problem,
        read=lambda: read_machine(config, root=root, runner=runner),
        ask=lambda: ask(args.socket or config.links.unix, recent=RECORDS),
        at=at,
        names=args.names,
    )
    called = {config.unit.name, settled(config, root)[0].unit.name}
    others = [] if args.names else [(name, HIDDEN) for name in sorted(called)]
    scrub = Scrub(hosts=_hosts(root), users=_users(root), others=others)
    made = gather(parts(facts), scrub)
    folder = file_name(_serial(facts), at)
    path: Path = args.output or Path(f"{folder}.tar.gz")
    with contextlib.suppress(OSError):  # the folder that this runs in may be gone
        path = path.absolute()
    print(f"{path} will hold:\n{listing(made)}", end="")
    if not args.names:
        print("Names of players and of the unit are not in it (--names puts them in).")
    if args.dry_run:
        return 0
    if not args.yes and sys.stdin.isatty() and not _agreed():
        print("nothing was written")
        return FAILED
    try:
        _write(path, archive(made, folder, at))
    except OSError as error:
        print(f"{path}: {error.strerror or error}: name another place by --output", file=sys.stderr)
        return FAILED
    print(f"written: {path}")
    return 0


def _agreed() -> bool:
    try:
        return input("Write it? [Y/n] ").strip().lower() in ("", "y", "yes")
    except EOFError:
        return False


def _write(path: Path, data: bytes) -> None:
    """A new file, for its owner alone: whoever called sudo, where somebody did."""
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    try:
        with os.fdopen(fd, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(fd)  # some file systems find only now that there is no room
            _hand_over(fd)
    except BaseException:
        path.unlink(missing_ok=True)  # half of it would look like a whole one
        raise


def _hand_over(fd: int) -> None:
    caller = os.environ.get("SUDO_UID", ""), os.environ.get("SUDO_GID", "")
    if os.geteuid() == 0 and all(number.isdecimal() for number in caller):
        with contextlib.suppress(OSError, OverflowError):  # root's file does too
            os.fchown(fd, int(caller[0]), int(caller[1]))


def _serial(facts: Facts) -> str:
    try:
        return facts.account.hello.serial
    except NoAccountError:
        try:
            return facts.text(DEVICE_TREE)
        except OSError:
            return ""


def _hosts(root: Path) -> list[str]:
    """Every name of this computer."""
    names = [socket.gethostname()]
    with contextlib.suppress(OSError):
        names += (root / "etc/hostname").read_text(encoding="utf-8", errors="replace").split()
    return [part for name in names for part in (name, name.partition(".")[0])]


def _users(root: Path) -> list[str]:
    """The people of this computer, by login and by the names that they gave."""
    names = [os.environ.get(word, "") for word in ("SUDO_USER", "USER", "LOGNAME")]
    rows = [f"{entry.pw_name}:x:{entry.pw_uid}:0:{entry.pw_gecos}" for entry in pwd.getpwall()]
    with contextlib.suppress(OSError):
        rows += (root / "etc/passwd").read_text(encoding="utf-8", errors="replace").splitlines()
    for row in rows:
        columns = row.split(":")
        if len(columns) > 4 and columns[2].isdecimal() and 1000 <= int(columns[2]) < 65534:
            names += [columns[0], columns[4].partition(",")[0]]
    return names
