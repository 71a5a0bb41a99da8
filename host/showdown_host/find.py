"""Finding units by what they say on the USB, and who holds a port."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from showdown_host.errors import NoUnit
from showdown_protocol import usb


@dataclass(frozen=True, slots=True)
class Found:
    """A unit's port; `serial` is the one of its USB descriptor, None where the system hides it."""

    port: str
    serial: str | None
    product: str

    def __str__(self) -> str:
        return f"{self.port} ({self.product}, serial {self.serial or 'unknown'})"


def units() -> list[Found]:
    """The units on this computer's USB, by vendor, product and product string."""
    from serial.tools.list_ports import comports  # noqa: PLC0415 - needs fcntl on POSIX

    found = [
        Found(info.device, info.serial_number, info.product or usb.PRODUCT)
        for info in comports()
        if (info.vid, info.pid) == (usb.VENDOR_ID, usb.PRODUCT_ID)
        and info.product in (usb.PRODUCT, None)  # Windows does not tell the product string
    ]
    return sorted(found, key=lambda one: one.port)


def the_one(found: list[Found], serial: str | None = None) -> Found:
    """The only one, or the one of that USB serial. Raises `NoUnit` saying what there is."""
    if serial is not None:
        same = [one for one in found if one.serial == serial]
        if len(same) == 1:
            return same[0]
        msg = f"the unit with serial {serial} is not there. Is its cable plugged in?"
        raise NoUnit(msg)
    if len(found) == 1:
        return found[0]
    if not found:
        msg = (
            f"no unit found on the USB ({usb.VENDOR_ID:04x}:{usb.PRODUCT_ID:04x}, "
            f"{usb.PRODUCT!r}). Plug it in, or name its port with --port or SHOWDOWN_PORT"
        )
        raise NoUnit(msg)
    listed = "".join(f"\n  {one}" for one in found)
    msg = f"{len(found)} units found, name one with --port or SHOWDOWN_PORT:{listed}"
    raise NoUnit(msg)


def holder(port: str, proc: Path = Path("/proc")) -> str | None:
    """The program that has the port, as `name (pid 123)`; None where it cannot be told.

    Rather the one that holds the port's lock than one that merely has it open, as a bench has.
    """
    device = os.path.realpath(port)
    locked_by = _lock_holder(device, proc)
    if locked_by is not None:
        return f"{_name(proc / locked_by)} (pid {locked_by})"
    for process in sorted(proc.glob("[0-9]*"), key=lambda path: int(path.name)):
        if process.name == str(os.getpid()):
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
