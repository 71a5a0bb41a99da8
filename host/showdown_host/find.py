"""Finding the units of this computer: on the USB, benches of this user, the daemon's own socket."""

from __future__ import annotations

import os
import stat
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from showdown_host import benches
from showdown_protocol import usb
from showdown_protocol.registry import DAEMON_SOCKET


@dataclass(frozen=True, slots=True)
class Found:
    """A unit's port. `serial` is the one of its USB descriptor, or the one its bench wrote down.

    None: the system hides it, or only the unit itself can tell. `name` and `pid` are those of a
    bench when it started.
    """

    port: str
    serial: str | None
    product: str = usb.PRODUCT
    kind: Literal["usb", "bench", "socket"] = "usb"
    name: str | None = None
    pid: int | None = None

    def __str__(self) -> str:
        what = {"usb": self.product, "bench": "bench", "socket": "this computer's own unit"}
        named = f" {self.name}," if self.name else ","
        serial = f" serial {self.serial or 'unknown'}" if self.kind != "socket" else ""
        return f"{self.port} ({what[self.kind]}{named}{serial}".rstrip(",") + ")"


def units() -> list[Found]:
    """Every unit of this computer: on its USB, then benches of this user, then its own daemon."""
    return [*usb_units(), *bench_units(), *own_unit()]


def usb_units() -> list[Found]:
    """The units on this computer's USB, by vendor, product and product string."""
    from serial.tools.list_ports import comports  # noqa: PLC0415 - needs fcntl on POSIX

    found = [
        Found(info.device, info.serial_number, info.product or usb.PRODUCT)
        for info in comports()
        if (info.vid, info.pid) == (usb.VENDOR_ID, usb.PRODUCT_ID)
        and info.product in (usb.PRODUCT, None)  # Windows does not tell the product string
    ]
    return sorted(found, key=lambda one: one.port)


def bench_units() -> list[Found]:
    """The benches of this user that run now, by name."""
    found = [
        Found(one.port, one.serial, kind="bench", name=one.name, pid=one.pid)
        for one in benches.running()
    ]
    return sorted(found, key=lambda one: (one.name or "", one.port))


def own_unit(path: str = DAEMON_SOCKET) -> list[Found]:
    """The unit that this computer is, by its daemon's socket."""
    try:
        there = stat.S_ISSOCK(Path(path).stat().st_mode)
    except OSError:
        return []
    return [Found(f"unix:{path}", None, kind="socket")] if there else []


def holder(port: str, proc: Path = Path("/proc"), *, besides: Collection[int] = ()) -> str | None:
    """The program that has the port, as `name (pid 123)`; None where it cannot be told.

    Rather the one that holds the port's lock than one that merely has it open, as a bench has;
    of those that have it open, none of `besides`.
    """
    device = os.path.realpath(port)
    locked_by = _lock_holder(device, proc)
    if locked_by is not None:
        return f"{_name(proc / locked_by)} (pid {locked_by})"
    for process in sorted(proc.glob("[0-9]*"), key=lambda path: int(path.name)):
        if int(process.name) in (os.getpid(), *besides):
            continue
        with suppress(OSError):  # other users' processes show nothing; others end meanwhile
            for descriptor in (process / "fd").iterdir():
                if str(descriptor.readlink()) == device:
                    return f"{_name(process)} (pid {process.name})"
    return None


def _lock_holder(device: str, proc: Path) -> str | None:
    """The process that holds a lock on the file, by the kernel's list, which all may read."""
    try:
        inode = str(Path(device).stat().st_ino)
        locks = (proc / "locks").read_text(encoding="ascii")
        major_minor = _major_minor(device)
    except OSError:
        return None
    for line in locks.splitlines():
        words = line.split()  # 1: FLOCK ADVISORY WRITE 708 00:18:5 0 EOF
        if len(words) < 6 or words[1] != "FLOCK":
            continue
        pid, place = words[4], words[5].rpartition(":")
        if place[2] == inode and place[0] == major_minor and pid.isdecimal():
            return pid
    return None


def _major_minor(device: str) -> str:
    number = Path(device).stat().st_dev
    return f"{os.major(number):02x}:{os.minor(number):02x}"


def _name(process: Path) -> str:
    try:
        return (process / "comm").read_text(encoding="utf-8").strip()
    except OSError:
        return "a program"
