"""What the preflight knows of this computer: one value, and the thin reader that gathers it.

Nothing is opened for use here, moved or changed: chips and lines are only asked about.
"""

from __future__ import annotations

import getpass
import grp
import os
import pwd
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from showdown_hw.backends import AUTO
from showdown_hw.board import Board
from showdown_hw.chips import ChipInfo, find_header_chip, line_user
from showdown_hw.errors import BackendError, BoardError
from showdown_hw.models import Model, Release, model_name, model_of, release_of
from showdown_unit import check_system
from showdown_unit.boards import board_of
from showdown_unit.check_system import Controller
from showdown_unit.config import Config
from showdown_unit.journal_place import LOCK_NAME, file_system
from showdown_unit.power import Reading, sysfs
from showdown_unit.service_state import SERVICE, ServiceState
from showdown_unit.setup_files import config_text
from showdown_unit.system_run import Runner, run_nothing, run_program

Loader = Callable[[], Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Library:
    """A Python library: its version, None where it is not there; `fault`: why it cannot serve."""

    version: str | None = None
    fault: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A file, folder or device as this user finds it."""

    exists: bool = True
    folder: bool = False
    readable: bool = True
    writable: bool = True
    owner: str = ""
    group: str = ""
    target: str = ""  # the real path, links resolved


GONE = Place(exists=False, readable=False, writable=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """Everything that the findings are made from.

    `line_users`: who holds the board's pins, by BCM number. `places`: what the configuration
    names, by path. `running`: the process that holds the state folder's lock; `running_unknown`:
    this user may not look. `state_strangers`: the journal's files that do not belong to the
    folder's owner, each with its own. A problem is the words of whoever found it, None where all
    is well.
    `services`: empty where nobody asked systemd, or `systemd_problem` says why it does not tell.
    `service_listed_in`: the groups of the service's user. `gettys`: those that run on our lines.
    `power`: None where nothing can be told of it. `installs`: the commands
    of this name, the one that is run first. `program`: how a person calls this one with sudo.
    """

    user: str
    member_of: frozenset[str]
    listed_in: frozenset[str]
    model_text: str | None = None
    model: Model | None = None
    release: Release | None = None
    kernel: str = ""
    config_txt: str = ""
    header: ChipInfo | None = None
    header_problem: str | None = None
    line_users: Mapping[int, str] = field(default_factory=dict)
    pwm_problem: str | None = None
    libraries: Mapping[str, Library] = field(default_factory=dict)
    board: Board | None = None
    board_problem: str | None = None
    consoles: str = ""
    places: Mapping[str, Place] = field(default_factory=dict)
    state_fs: str | None = None
    state_strangers: Mapping[str, str] = field(default_factory=dict)
    running: int | None = None
    running_unknown: bool = False
    services: Mapping[str, ServiceState] = field(default_factory=dict)
    systemd_problem: str | None = None
    service_listed_in: frozenset[str] = frozenset()
    gettys: tuple[str, ...] = ()
    controllers: tuple[Controller, ...] = ()
    power: Reading | None = None
    installs: tuple[str, ...] = ()
    program: str = "showdown-unit"

    def place(self, path: str) -> Place:
        """What is at that path."""
        return self.places.get(path, GONE)


def read_machine(
    config: Config,
    *,
    root: str | Path = "/",
    find_chip: Callable[..., ChipInfo] = find_header_chip,
    who_holds: Callable[[Path, int], str | None] = line_user,
    loaders: Mapping[str, Loader] | None = None,
    runner: Runner | None = None,
) -> Machine:
    """Look at this computer, or at the tree under `root`. Never raises for what is wrong there."""
    root = Path(root)
    if runner is None:
        runner = run_program if root == Path("/") else run_nothing
    board, board_problem = _board(config)
    header, header_problem = _problem(lambda: find_chip(root, named=config.hardware.chip))
    used = board.pins.values() if board is not None else ()
    paths = _paths(config)
    kernel = _text(root / "proc/sys/kernel/osrelease").strip() or os.uname().release
    if loaders is None:
        loaders = _loaders(root, kernel)
    running, running_unknown = _lock_holder(root, config.state.dir)
    services, systemd_problem = check_system.services(runner)
    service = services.get(SERVICE)
    service_user = service.get("User") if service is not None else ""
    return Machine(
        user=_user(),
        member_of=_groups_of_process(),
        listed_in=_groups_listed(root / "etc/group", _user()),
        model_text=model_name(root),
        model=model_of(root),
        release=release_of(root),
        kernel=kernel,
        config_txt=config_text(root),
        header=header,
        header_problem=header_problem,
        line_users=_line_users(header, [pin.bcm for pin in used], who_holds),
        pwm_problem=_pwm_problem(board, root),
        libraries=_libraries(_wanted(config, loaders)),
        board=board,
        board_problem=board_problem,
        consoles=_text(root / "proc/consoles"),
        places={path: _place(root, path) for path in paths},
        state_fs=_state_fs(root, config.state.dir),
        state_strangers=_strangers(root / config.state.dir.lstrip("/")),
        running=running,
        running_unknown=running_unknown,
        services=services,
        systemd_problem=systemd_problem,
        service_listed_in=_groups_listed(root / "etc/group", service_user),
        gettys=check_system.gettys(
            runner, [_real_name(root, tty.path) for tty in config.links.tty]
        ),
        controllers=check_system.controllers(root),
        power=sysfs(root)(),
        installs=check_system.installs(root),
        program=check_system.program(),
    )


# --- the parts of it ----------------------------------------------------------------------------


def _problem(look: Callable[[], Any]) -> tuple[Any, str | None]:
    try:
        return look(), None
    except BackendError as error:
        return None, str(error)


def _board(config: Config) -> tuple[Board | None, str | None]:
    try:
        return board_of(config), None
    except BoardError as error:
        return None, str(error)


def _line_users(
    header: ChipInfo | None, pins: list[int], who_holds: Callable[[Path, int], str | None]
) -> dict[int, str]:
    if header is None:
        return {}
    users: dict[int, str] = {}
    for bcm in pins:
        try:
            user = who_holds(header.path, bcm)
        except OSError as error:
            user = f"nobody can tell who ({error.strerror or error})"
        if user is not None:
            users[bcm] = user
    return users


def _pwm_problem(board: Board | None, root: Path) -> str | None:
    from showdown_hw.sysfs_pwm import find_pwm_chip  # noqa: PLC0415

    if board is None:
        return None
    return _problem(lambda: find_pwm_chip(board.pins["launcher_pwm"].bcm, root))[1]


def _loaders(root: Path, kernel: str) -> dict[str, Loader]:
    from showdown_hw.gpiod_factory import load_gpiod  # noqa: PLC0415 - they look for libraries
    from showdown_hw.lgpio_factory import load_lgpio  # noqa: PLC0415
    from showdown_hw.pigpio_factory import ask_pigpiod, load_pigpio  # noqa: PLC0415
    from showdown_hw.revision import board_revision  # noqa: PLC0415
    from showdown_hw.rpigpio_factory import load_rpi_gpio, why_no_edges  # noqa: PLC0415

    def pigpio() -> None:
        load_pigpio()
        ask_pigpiod()

    return {
        "gpiod": load_gpiod,
        "lgpio": load_lgpio,
        "pigpio": pigpio,
        "rpigpio": lambda: load_rpi_gpio(why_no_edges(board_revision(root), kernel)),
    }


def _wanted(config: Config, loaders: Mapping[str, Loader]) -> dict[str, Loader]:
    """Those that the configuration may use: looking imports them, and some start threads then."""
    backend = config.hardware.backend
    names = AUTO if backend == "auto" else (backend,)
    return {name: loaders[name] for name in names if name in loaders}


_DISTRIBUTION = {"rpigpio": "RPi.GPIO"}


def _libraries(loaders: Mapping[str, Loader]) -> dict[str, Library]:
    found = {"gpiozero": Library(version=_version("gpiozero"))}
    for name, load in loaders.items():
        _, fault = _problem(load)
        found[name] = Library(version=_version(_DISTRIBUTION.get(name, name)), fault=fault)
    return found


def _version(distribution: str) -> str | None:
    try:
        return version(distribution)
    except PackageNotFoundError:
        return None


# --- users and files ----------------------------------------------------------------------------


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # a user id without a name
        return str(os.getuid())


def _groups_of_process() -> frozenset[str]:
    return frozenset(_group_name(gid) for gid in {*os.getgroups(), os.getegid()})


def _groups_listed(file: Path, user: str) -> frozenset[str]:
    """The groups that the user will have after logging in again."""
    rows = [line.split(":") for line in _text(file).splitlines()]
    return frozenset(row[0] for row in rows if len(row) == 4 and user in row[3].split(","))


def _group_name(gid: int) -> str:
    try:
        return grp.getgrgid(gid).gr_name
    except KeyError:
        return str(gid)


def _user_name(uid: int) -> str:
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return str(uid)


def _paths(config: Config) -> set[str]:
    wanted = {config.state.dir, *(tty.path for tty in config.links.tty)}
    for link in (config.links.unix, config.links.pty):
        if link:
            wanted |= {link, str(Path(link).parent)}
    return wanted


def _place(root: Path, path: str) -> Place:
    real = root / path.lstrip("/")
    try:
        status = real.stat()
        target = real.resolve()
    except OSError:
        return GONE
    return Place(
        folder=real.is_dir(),
        readable=os.access(real, os.R_OK),
        writable=os.access(real, os.W_OK),
        owner=_user_name(status.st_uid),
        group=_group_name(status.st_gid),
        target="/" + str(target.relative_to(root.resolve())),
    )


def _real_name(root: Path, path: str) -> str:
    return (root / path.lstrip("/")).resolve().name


def _state_fs(root: Path, folder: str) -> str | None:
    return file_system(Path(folder), _text(root / "proc/self/mountinfo"))


def _strangers(folder: Path) -> dict[str, str]:
    try:
        owner = folder.stat().st_uid
        found = {path.name: path.lstat().st_uid for path in sorted(folder.glob("journal.*"))}
    except OSError:
        return {}
    return {name: _user_name(uid) for name, uid in found.items() if uid != owner}


def _lock_holder(root: Path, folder: str) -> tuple[int | None, bool]:
    """The process that holds the journal's lock, and whether this user may not look.

    By looking, for trying would hold it itself. The kernel's list has device and inode; some file
    systems show another device there, so the holder's number in the file itself counts too.
    """
    lock = root / folder.lstrip("/") / LOCK_NAME
    try:
        status = lock.stat()
    except PermissionError:
        return None, True
    except OSError:
        return None, False
    device, told = status.st_dev, _text(lock).strip()
    place = f"{os.major(device):02x}:{os.minor(device):02x}"
    for line in _text(root / "proc/locks").splitlines():
        words = line.split()
        if len(words) < 6 or words[1] != "FLOCK" or not words[4].isdecimal():
            continue
        where, _, inode = words[5].rpartition(":")
        if inode == str(status.st_ino) and (where == place or words[4] == told):
            return int(words[4]), False
    return None, False


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
