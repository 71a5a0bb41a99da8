"""The parts of a support report, each from values or files that are passed in."""

from __future__ import annotations

import os
import platform
import stat
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import datetime
from functools import cached_property, partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgspec

from showdown_unit import check_system, report_filter, report_journal
from showdown_unit.boards import board_of
from showdown_unit.check import findings
from showdown_unit.check_machine import Machine
from showdown_unit.config import Config, describe
from showdown_unit.report import Wanted
from showdown_unit.service_state import GADGET, PIGPIOD, PROPERTIES, SERVICE, read_services
from showdown_unit.settings_file import settled
from showdown_unit.status_ask import Account
from showdown_unit.system_run import Runner

RECORDS = 100
HIDDEN = "<name>"

PACKAGES = ("showdown-unit", "pigpio", "raspberrypi-kernel", "linux-image-rpi-v8", "raspi-firmware")


class NoPartError(Exception):
    """There is nothing to tell; the text says why."""


@dataclass(frozen=True)
class Facts:
    """What the parts are made from. `read` and `ask` may raise: then their parts say so.

    `names`: whether players and the unit are called by their names.
    """

    root: Path
    run: Runner
    config: Config
    config_problem: str | None
    read: Callable[[], Machine]
    ask: Callable[[], Account]
    at: datetime
    names: bool

    @cached_property
    def account(self) -> Account:
        """The running unit's own, asked once. NoAccountError."""
        return self.ask()

    @cached_property
    def machine(self) -> Machine:
        """The computer, read once."""
        return self.read()

    def text(self, path: str) -> str:
        """A file below the root. OSError."""
        return (self.root / path).read_text(encoding="utf-8", errors="replace").strip("\0\n ")


def parts(facts: Facts) -> list[Wanted]:
    """All of them, in the order in which they are best read."""
    table: tuple[tuple[str, str, Callable[[Facts], Any]], ...] = (
        ("about.json", "versions of the unit, its package and Python", _about),
        ("computer.txt", "model, system, kernel, memory", _computer),
        ("check.json", "what showdown-unit check finds", _check),
        ("status.json", "what the running unit says of itself", _status),
        ("stats.json", "its counters", _stats),
        ("records.json", f"its newest {RECORDS} showdowns at most", _records),
        ("services.json", "what systemd says of its services", _services),
        ("journal.txt", "the log of this start of the computer", _journal(0)),
        ("journal-before.txt", "the log of the start before", _journal(-1)),
        ("kernel.txt", "the kernel's lines about pins, USB, power and disks", _kernel),
        ("config.txt", "the configuration in force, and whose each value is", _config),
        ("board.json", "the board in force", _board),
        ("boot.txt", "known lines of config.txt and words of cmdline.txt", _boot),
        ("devices.txt", "GPIO chips, serial ports, the USB device port, udev's rules", _devices),
        ("disk.txt", "the state folder, its files' sizes, mounts and room", _disk),
        ("power.txt", "voltage, throttling, temperature", _power),
    )
    return [Wanted(name, about, partial(make, facts)) for name, about, make in table]


# --- the unit -----------------------------------------------------------------------------------


def _about(facts: Facts) -> dict[str, Any]:
    query = facts.run(["dpkg-query", "-W", "-f=${Package} ${Version} ${Status}\n", *PACKAGES])
    return {
        "made_at": facts.at.isoformat(timespec="seconds"),
        "version": version("showdown-unit"),
        "python": sys.version,
        "packages": query.out.splitlines() or [query.problem],
        "installed": check_system.installs(facts.root),
        "libraries": {
            name: library.version or library.fault
            for name, library in facts.machine.libraries.items()
        },
        "names_shown": facts.names,
    }


def _computer(facts: Facts) -> str:
    machine = facts.machine
    told = [
        machine.model_text or "no Raspberry Pi",
        f"kernel {machine.kernel}, {platform.machine()}",
        *_picked(facts.text("etc/os-release"), ("PRETTY_NAME=", "VERSION_CODENAME=")),
        *_picked(facts.text("proc/meminfo"), ("MemTotal:", "MemAvailable:", "SwapTotal:")),
        f"load {facts.text('proc/loadavg')}",
        f"up {facts.text('proc/uptime').split()[0]} s",
    ]
    return "\n".join(told)


def _picked(text: str, starts: tuple[str, ...]) -> list[str]:
    return [line for line in text.splitlines() if line.startswith(starts)]


def _check(facts: Facts) -> list[dict[str, Any]]:
    first = [] if facts.config_problem is None else [{"about": "config", "level": "fail",
                                                      "what": facts.config_problem}]  # fmt: skip
    return first + [asdict(finding) for finding in findings(facts.config, facts.machine)]


def _status(facts: Facts) -> dict[str, Any]:
    hello = msgspec.to_builtins(facts.account.hello)
    if not facts.names:
        hello["name"] = HIDDEN
    return {"hello": hello, "status": msgspec.to_builtins(facts.account.status)}


def _stats(facts: Facts) -> dict[str, int]:
    return facts.account.stats


def _records(facts: Facts) -> Any:
    told = [msgspec.to_builtins(record) for record in facts.account.recent]
    return told if facts.names else report_filter.without_players(told)


def _config(facts: Facts) -> str:
    config, fault = settled(facts.config, facts.root)
    wrong = (facts.config_problem, fault)
    problem = [f"# WRONG: {words}" for words in wrong if words is not None]
    lines = [
        f"{key.path} = {_shown(facts, key.path, key.text)} {key.unit}".rstrip()
        + f"  # {key.source}"
        for key in describe(config)
    ]
    return "\n".join([*problem, *lines])


def _shown(facts: Facts, path: str, text: str) -> str:
    return text if facts.names or path != "unit.name" else HIDDEN


def _board(facts: Facts) -> Any:
    board = board_of(facts.config)
    pins = {signal: asdict(pin) for signal, pin in board.pins.items()}
    return {"name": board.name, "pins": pins, "launcher": asdict(board.launcher)}


# --- systemd ------------------------------------------------------------------------------------


def _services(facts: Facts) -> dict[str, Any]:
    found, problem = read_services(facts.run, [SERVICE, GADGET, PIGPIOD])
    if problem is not None:
        raise NoPartError(problem)
    return {
        service.name: {name: service.get(name) for name in PROPERTIES if service.get(name)}
        for service in found
    }


def _journal(boot: int) -> Callable[[Facts], str]:
    return lambda facts: report_journal.of_unit(facts.run, boot)


def _kernel(facts: Facts) -> str:
    return report_journal.of_kernel(facts.run)


# --- boot, devices, disk, power -----------------------------------------------------------------


def _boot(facts: Facts) -> str:
    told: list[str] = []
    for path, keep in (
        ("boot/firmware/config.txt", report_filter.config_txt),
        ("boot/firmware/cmdline.txt", report_filter.cmdline),
        ("proc/cmdline", report_filter.cmdline),
    ):
        try:
            text = keep(facts.text(path))
        except OSError as error:
            text = f"({error.strerror or error})\n"
        told.append(f"# /{path}\n{text}")
    return "\n".join(told)


_NODES = ("dev/gpiochip*", "dev/gpiomem*", "dev/ttyGS*", "dev/ttyAMA*", "dev/ttyS0", "dev/serial*")
_NAMED = (
    *("sys/bus/gpio/devices/gpiochip*/of_node/name", "sys/class/gpio/gpiochip*/label"),
    *("sys/class/pwm/pwmchip*/device/of_node/name", "sys/class/udc/*/state"),
    *("sys/class/udc/*/function", "sys/kernel/config/usb_gadget/*/UDC"),
    *("sys/kernel/config/usb_gadget/*/idVendor", "sys/kernel/config/usb_gadget/*/idProduct"),
    "sys/kernel/config/usb_gadget/*/strings/0x409/product",
)
_RULES = ("etc/udev/rules.d/*", "usr/lib/udev/rules.d/*showdown*", "run/udev/rules.d/*")


def _devices(facts: Facts) -> str:
    told = [_node(facts.root, path) for path in _found(facts.root, _NODES)]
    told += [_content(facts, path) for path in _found(facts.root, _NAMED) if path.is_file()]
    told += [_name(facts.root, path) for path in _found(facts.root, _RULES)]
    gadget = facts.run(["/usr/lib/showdown-unit/gadget", "status"])
    told.append(f"gadget: {gadget.out.strip() or gadget.problem}")
    header = facts.machine.header
    told.append(f"header: {header}" if header else f"header: {facts.machine.header_problem}")
    return "\n".join(told)


def _found(root: Path, patterns: tuple[str, ...]) -> list[Path]:
    return [path for pattern in patterns for path in sorted(root.glob(pattern))]


def _name(root: Path, path: Path) -> str:
    return f"/{path.relative_to(root)}"


def _content(facts: Facts, path: Path) -> str:
    name = _name(facts.root, path)
    try:
        return f"{name}: {facts.text(name[1:])}"
    except OSError as error:  # what /sys has may go at any moment
        return f"{name}: ({error.strerror or error})"


def _node(root: Path, path: Path) -> str:
    link = ""
    try:
        link = f" -> {path.readlink()}" if path.is_symlink() else ""
        place = path.stat()
    except OSError as error:
        return f"{_name(root, path)}{link}: ({error.strerror or error})"
    return f"{stat.filemode(place.st_mode)} {place.st_uid}:{place.st_gid} {_name(root, path)}{link}"


def _disk(facts: Facts) -> str:
    told = [f"state.dir: {facts.config.state.dir}", f"on {facts.machine.state_fs}"]
    folder = facts.root / facts.config.state.dir.lstrip("/")
    wanted = {"/", "/boot/firmware", "/var", "/var/lib", "/run", facts.config.state.dir}
    mounts = (report_filter.mount(line) for line in facts.text("proc/self/mountinfo").splitlines())
    told += [f"mount {line}" for line in mounts if line and line.split()[0] in wanted]
    for path in (facts.root, folder):
        try:
            room = os.statvfs(path)
        except OSError as error:
            told.append(f"{path}: {error.strerror}")
            continue
        size, free = room.f_blocks * room.f_frsize, room.f_bavail * room.f_frsize
        told.append(f"{path}: {free >> 20} MiB free of {size >> 20}, {room.f_favail} inodes free")
    try:
        told += [f"{file.lstat().st_size:>9} {file.name}" for file in sorted(folder.iterdir())]
    except OSError as error:
        told.append(f"{folder}: {error.strerror}")
    return "\n".join(told)


def _power(facts: Facts) -> str:
    told = [str(facts.machine.power or "nothing in /sys/class/hwmon")]
    for words in (["vcgencmd", "get_throttled"], ["vcgencmd", "measure_temp"]):
        ran = facts.run(words)
        told.append(ran.out.strip() if ran.well else ran.problem)
    return "\n".join(told)
