"""GPIO chips: which of them is the 40-pin header, and who holds a line of it.

By label, never by number. The header of a Pi 5 was chip 4, then 0, and is one of 11 to 15 with
some kernels; a `/dev/gpiochip4` may be a mere link to another chip.
"""

from __future__ import annotations

import errno
import getpass
import os
import re
import struct
from collections.abc import Callable
from dataclasses import dataclass
from fcntl import ioctl
from pathlib import Path

from showdown_hw.errors import BackendError
from showdown_hw.models import HEADER_LABELS

# linux/gpio.h: struct gpiochip_info, and struct gpio_v2_line_info up to its flags.
_GET_CHIP_INFO = 0x8044B401
_CHIP_INFO = struct.Struct("=32s32sI")
_GET_LINE_INFO = 0xC100B405
_LINE_INFO = struct.Struct("=32s32sIIQ")
_LINE_INFO_BYTES = 256
_LINE_USED = 1

BY_LABEL = "auto"
"""The header chip is the one with the label of a Raspberry Pi's."""

_NODE = re.compile(r"gpiochip(\d+)")


@dataclass(frozen=True, slots=True)
class ChipInfo:
    """One GPIO chip: the number of its device node, the node, its label, how many lines it has."""

    number: int
    path: Path
    label: str
    lines: int


ReadChip = Callable[[Path], ChipInfo]


def read_chip(path: Path) -> ChipInfo:
    """Ask the kernel about the chip of that device node; OSError where it does not answer."""
    fd = os.open(path, os.O_RDWR | os.O_CLOEXEC)
    try:
        answer = ioctl(fd, _GET_CHIP_INFO, bytes(_CHIP_INFO.size))
    finally:
        os.close(fd)
    _, label, lines = _CHIP_INFO.unpack(answer)
    return ChipInfo(chip_number(path), path, _text(label), lines)


def line_user(path: Path, line: int) -> str | None:
    """Who holds that line of the chip, as the kernel names it; None where nobody does."""
    request = bytearray(_LINE_INFO_BYTES)
    _LINE_INFO.pack_into(request, 0, b"", b"", line, 0, 0)
    fd = os.open(path, os.O_RDWR | os.O_CLOEXEC)
    try:
        ioctl(fd, _GET_LINE_INFO, request)
    finally:
        os.close(fd)
    _, consumer, _, _, flags = _LINE_INFO.unpack_from(request)
    return (_text(consumer) or "the kernel") if flags & _LINE_USED else None


def busy_text(line: int, user: str) -> str:
    """Why a line cannot be had: who holds it, and what to do."""
    return (
        f"GPIO{line} is busy: {user or 'somebody'} holds it. Stop that program, or take the overlay"
        " that uses the pin out of config.txt (`gpioinfo` lists all), or choose another pin in the"
        " board file"
    )


def chip_number(chip: int | str | Path) -> int:
    """The whole number in a chip's number, name or node. BackendError where there is none."""
    if isinstance(chip, int):
        return chip
    name = Path(chip).name
    match = _NODE.fullmatch(name) or re.fullmatch(r"(\d+)", name)
    if match is None:
        msg = f"chip {str(chip)!r} is no GPIO chip: name one as /dev/gpiochip0"
        raise BackendError(msg)
    return int(match[1])


def chip_path(chip: int | str | Path, root: str | Path = "/") -> Path:
    """The device node of the chip with that number, name or path."""
    if isinstance(chip, Path) or (isinstance(chip, str) and "/" in chip):
        return Path(chip)
    return Path(root) / "dev" / f"gpiochip{chip_number(chip)}"


def chip_nodes(root: str | Path = "/") -> list[Path]:
    """The device nodes of all chips by number; links to another chip are left out."""
    folder = Path(root) / "dev"
    try:
        names = [path for path in folder.iterdir() if _NODE.fullmatch(path.name)]
    except OSError:
        return []
    return sorted((path for path in names if not path.is_symlink()), key=chip_number)


def find_header_chip(
    root: str | Path = "/", read: ReadChip | None = None, *, named: str = BY_LABEL
) -> ChipInfo:
    """The chip of the 40-pin header; BackendError says what was found instead, and what to do.

    `named` is another label to look for, or with a `/` the device node that it is.
    """
    read = read or read_chip
    if "/" in named:
        return _chip_at(Path(named), read)
    labels = tuple(HEADER_LABELS) if named == BY_LABEL else (named,)
    seen: list[ChipInfo] = []
    locked: list[Path] = []
    silent: list[str] = []
    for path in chip_nodes(root):
        try:
            seen.append(read(path))
        except PermissionError:
            locked.append(path)
        except OSError as error:
            silent.append(f"{path.name} ({error.strerror or error})")
    headers = [chip for chip in seen if chip.label in labels]
    if len(headers) == 1:
        return headers[0]
    if headers:
        found = ", ".join(f"{chip.path.name} ({chip.label})" for chip in headers)
        msg = (
            f"more than one GPIO chip looks like the 40-pin header: {found}. Name its device as"
            " hardware.chip"
        )
        raise BackendError(msg)
    if locked:
        msg = (
            f"{locked[0]} may not be opened: sudo usermod -aG gpio {_user()}, then log in again"
            " (a service: SupplementaryGroups=gpio)"
        )
        raise BackendError(msg)
    if not seen and not silent:
        msg = (
            f"there is no GPIO chip in {Path(root) / 'dev'}: this is no Raspberry Pi, or a sandbox"
            " hides the devices (a service: PrivateDevices=no)"
        )
        raise BackendError(msg)
    found = ", ".join([f"{chip.path.name} ({chip.label})" for chip in seen] + silent)
    if named != BY_LABEL:
        msg = (
            f"no GPIO chip has the label {named!r} of hardware.chip; found are {found}. Name one of"
            " these labels, a device as /dev/gpiochip0, or auto"
        )
        raise BackendError(msg)
    wanted = ", ".join(HEADER_LABELS)
    msg = (
        f"no GPIO chip is a Raspberry Pi's 40-pin header (labels {wanted}); found are {found}."
        " Update the kernel (sudo apt full-upgrade), or name the chip's label as hardware.chip"
    )
    raise BackendError(msg)


def _chip_at(path: Path, read: ReadChip) -> ChipInfo:
    try:
        # A link has no number, and what it leads to may change while the unit runs.
        return read(path.resolve(strict=True))
    except OSError as error:
        raise BackendError(why_not_opened(path, error)) from error


def why_not_opened(path: Path, error: OSError) -> str:
    """What to do about a chip that cannot be opened."""
    if error.errno in (errno.EACCES, errno.EPERM):
        return f"{path} may not be opened: sudo usermod -aG gpio {_user()}, then log in again"
    return f"{path} cannot be opened: {error.strerror or error}"


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # a user id without a name
        return str(os.getuid())


def _text(raw: bytes) -> str:
    return raw.split(b"\0", 1)[0].decode(errors="replace")
