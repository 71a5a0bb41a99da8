"""Ports: opened once with every setting, never changed, and one place for all their failures.

No name of POSIX is imported here before a port is opened.
"""

from __future__ import annotations

import errno
import importlib
import re
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol

from showdown_host import find
from showdown_host.errors import (
    LinkLost,
    NoUnit,
    PermissionDenied,
    PortBusy,
    PortMissing,
    ShowdownError,
)

BAUD = 115_200
WRITE_TIMEOUT_S = 1.0
CHUNK = 4096

_UART = re.compile(r"(tty(S|AMA|USB|THS|mxc)\d+|serial\d+|.*(usbserial|SLAB|wchusb).*)\Z")


class Port(Protocol):
    """An open port. Its owner's thread alone uses it. Failures are `LinkLost`."""

    @property
    def name(self) -> str:
        """As the user would name it."""

    @property
    def uart(self) -> bool:
        """Whether it is a slow line without a check of its own."""

    def fileno(self) -> int | None:
        """What `select` takes, None where there is no such thing."""

    def read(self) -> bytes:
        """What is there now, b"" for nothing yet."""

    def write(self, data: bytes) -> None:
        """All of it within a second. `LinkLost` then means *maybe sent*."""

    def close(self) -> None:
        """Never raises. A driver may take its time over it."""


class SerialPort:
    """A tty, or one of pyserial's URLs."""

    def __init__(self, device: Any, name: str) -> None:
        self._device = device
        self.name = name
        self.uart = _UART.match(Path(name).name) is not None and "://" not in name

    def fileno(self) -> int | None:
        """The descriptor; Windows selects on sockets alone, and loop:// has none."""
        if sys.platform == "win32":
            return None
        try:
            number: int = self._device.fileno()
        except (OSError, AttributeError, TypeError):
            return None
        return number

    def read(self) -> bytes:
        """See `Port`."""
        with _failures(self.name):
            return bytes(self._device.read(CHUNK))

    def write(self, data: bytes) -> None:
        """See `Port`. Never flushes: tcdrain may hang for ever."""
        with _failures(self.name):
            self._device.write(data)

    def close(self) -> None:
        """See `Port`."""
        with suppress(*_link_errors()):
            self._device.close()


class UnixPort:
    """A Unix socket: `unix:/run/showdown/ctl.sock`."""

    uart = False

    def __init__(self, path: str) -> None:
        self.name = f"unix:{path}"
        family = getattr(socket, "AF_UNIX", None)
        if family is None:
            msg = f"{self.name}: this system has no Unix sockets"
            raise NoUnit(msg)
        self._socket = socket.socket(family, socket.SOCK_STREAM)
        self._socket.settimeout(WRITE_TIMEOUT_S)
        try:
            self._socket.connect(path)
        except OSError:
            self._socket.close()
            raise

    def fileno(self) -> int | None:
        """The socket's."""
        return self._socket.fileno()

    def read(self) -> bytes:
        """See `Port`."""
        with _failures(self.name):
            try:
                self._socket.setblocking(False)
                data = self._socket.recv(CHUNK)
            except BlockingIOError:
                return b""
        if not data:
            msg = f"{self.name}: the unit has closed the connection"
            raise LinkLost(msg)
        return data

    def write(self, data: bytes) -> None:
        """See `Port`."""
        with _failures(self.name):
            self._socket.settimeout(WRITE_TIMEOUT_S)
            self._socket.sendall(data)

    def close(self) -> None:
        """See `Port`."""
        with suppress(OSError):
            self._socket.close()


def open_port(name: str, baud: int = BAUD) -> Port:
    """Open a port by its name. Raises `NoUnit`, `PortBusy`, `PermissionDenied`."""
    try:
        if name.startswith("unix:"):
            return UnixPort(name.removeprefix("unix:"))
        return SerialPort(_open_serial(name, baud), name)
    except _link_errors() as error:
        raise open_error(name, error) from error


def _open_serial(name: str, baud: int) -> Any:
    import serial  # noqa: PLC0415 - needs fcntl and termios on POSIX

    # The lock of `exclusive` holds off others who ask for it. TIOCEXCL would hold off everybody,
    # but on a PTY that its bench keeps open it would outlive us, should we be killed.
    device = serial.serial_for_url(
        name, baudrate=baud, timeout=0, write_timeout=WRITE_TIMEOUT_S, exclusive=True,
        do_not_open=True,
    )  # fmt: skip
    device.open()
    return device


def open_error(name: str, error: BaseException) -> ShowdownError:
    """What a failed open means and what to do about it."""
    number = getattr(error, "errno", None)
    text = str(error)
    if number in (errno.EBUSY, errno.EAGAIN, errno.EWOULDBLOCK) or _taken_on_windows(text):
        who = find.holder(name) or "another program"
        return PortBusy(f"{name} is in use by {who}. Close that first")
    if number in (errno.EACCES, errno.EPERM):
        group = _group(name)
        return PermissionDenied(
            f"{name}: this user may not open it. Run `sudo usermod -aG {group} $USER`, "
            "then log in again"
        )
    if number in (errno.ENOENT, errno.ENODEV, errno.ENXIO):
        return PortMissing(
            f"{name}: no such port. Is the unit plugged in? `showdown units` lists those found"
        )
    return NoUnit(f"{name} cannot be opened: {text}")


def _taken_on_windows(text: str) -> bool:
    return sys.platform == "win32" and "PermissionError(13" in text


def _group(name: str) -> str:
    """The group whose members may open serial ports: `dialout`, on some systems `uucp`."""
    try:
        return "uucp" if Path(name).group() == "uucp" else "dialout"
    except (OSError, KeyError, NotImplementedError):
        return "dialout"


@contextmanager
def _failures(name: str) -> Iterator[None]:
    """The one place where a port's failures, of whatever kind, become `LinkLost`."""
    try:
        yield
    except LinkLost:
        raise
    except _link_errors() as error:
        msg = f"{name}: {error or type(error).__name__}"
        raise LinkLost(msg) from error


def _link_errors() -> tuple[type[BaseException], ...]:
    """OSError holds those of pyserial; a descriptor gone None gives TypeError, AttributeError."""
    kinds: list[type[BaseException]] = [OSError, TypeError, AttributeError, ValueError]
    with suppress(ImportError):
        kinds.append(importlib.import_module("termios").error)
    return tuple(kinds)
