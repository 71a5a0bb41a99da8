"""Ports: what a failed open says, and the one place where failures become LinkLost."""

from __future__ import annotations

import errno
import os
import socket
import subprocess
import sys
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import serial
from serial.tools import list_ports

from showdown_host import find, port
from showdown_host import opener as openers
from showdown_host.errors import LinkLost, NoUnit, PermissionDenied, PortBusy
from showdown_host.opener import Opener
from showdown_host.port import SerialPort, open_error, open_port
from showdown_protocol import usb


def test_enoent_says_no_such_port() -> None:
    with pytest.raises(NoUnit) as caught:
        open_port("/dev/ttyNOPE7")
    assert str(caught.value) == (
        "/dev/ttyNOPE7: no such port. Is the unit plugged in? `showdown units` lists those found"
    )


def test_eacces_gives_the_exact_command() -> None:
    error = open_error("/dev/ttyNOPE7", serial.SerialException(errno.EACCES, "denied"))
    assert isinstance(error, PermissionDenied)
    assert str(error) == (
        "/dev/ttyNOPE7: this user may not open it. Run `sudo usermod -aG dialout $USER`, "
        "then log in again"
    )


def test_the_group_is_the_ports_own_where_it_is_uucp(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "group", lambda _path: "uucp")
    assert "usermod -aG uucp $USER" in str(open_error("/dev/x", PermissionError(13, "denied")))


@pytest.mark.parametrize("number", [errno.EBUSY, errno.EAGAIN])
def test_ebusy_names_the_holder(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    monkeypatch.setattr(find, "holder", lambda _port: "ModemManager (pid 512)")
    error = open_error("/dev/ttyACM0", serial.SerialException(number, "busy"))
    assert isinstance(error, PortBusy)
    assert str(error) == "/dev/ttyACM0 is in use by ModemManager (pid 512). Close that first"


def test_ebusy_without_a_known_holder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(find, "holder", lambda _port: None)
    error = open_error("/dev/ttyACM0", OSError(errno.EBUSY, "busy"))
    assert str(error) == "/dev/ttyACM0 is in use by another program. Close that first"


def test_windows_says_busy_as_access_denied(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "could not open port 'COM5': PermissionError(13, 'Access is denied.', None, 5)"
    monkeypatch.setattr(port.sys, "platform", "win32")
    monkeypatch.setattr(find, "holder", lambda _port: None)
    assert isinstance(open_error("COM5", serial.SerialException(text)), PortBusy)


def test_a_refused_socket_is_no_unit() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        number = server.getsockname()[1]
    with pytest.raises(NoUnit, match=f"socket://127.0.0.1:{number} cannot be opened: .*refused"):
        open_port(f"socket://127.0.0.1:{number}")


def test_the_holder_is_found_by_its_descriptors(tmp_path: Path) -> None:
    device = tmp_path / "ttyX"
    device.touch()
    link = tmp_path / "by-id"
    link.symlink_to(device)
    proc = tmp_path / "proc"
    for pid, name, target in ((17, "cat", "/dev/null"), (4711, "miniterm", str(device))):
        (proc / str(pid) / "fd").mkdir(parents=True)
        (proc / str(pid) / "comm").write_text(f"{name}\n")
        (proc / str(pid) / "fd" / "3").symlink_to(target)
    assert find.holder(str(link), proc) == "miniterm (pid 4711)"
    assert find.holder("/dev/zero", proc) is None


def test_who_holds_the_lock_is_named_before_who_merely_has_it_open(tmp_path: Path) -> None:
    device = tmp_path / "ttyX"
    device.touch()
    proc = tmp_path / "proc"
    for pid, name in ((17, "showdown-unit"), (4711, "showdown")):
        (proc / str(pid) / "fd").mkdir(parents=True)
        (proc / str(pid) / "comm").write_text(f"{name}\n")
        (proc / str(pid) / "fd" / "3").symlink_to(device)
    at, inode = device.stat().st_dev, device.stat().st_ino
    place = f"{os.major(at):02x}:{os.minor(at):02x}"
    (proc / "locks").write_text(
        f"1: POSIX ADVISORY WRITE 17 {place}:{inode} 0 EOF\n"
        f"2: FLOCK ADVISORY WRITE 17 {place}:{inode + 1} 0 EOF\n"
        f"3: FLOCK ADVISORY WRITE 4711 {place}:{inode} 0 EOF\n"
    )
    assert find.holder(str(device), proc) == "showdown (pid 4711)"


@pytest.mark.skipif(sys.platform == "win32", reason="PTYs")
def test_a_pty_already_held_is_busy_with_its_holder() -> None:
    master, slave = os.openpty()
    name = os.ttyname(slave)
    code = (
        "import serial,sys; p=serial.Serial(sys.argv[1],exclusive=True);"
        "print('ready',flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, name], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"ready\n"
        with pytest.raises(PortBusy, match=rf"{name} is in use by \S+ \(pid {other.pid}\)"):
            open_port(name)
        other.communicate(b"")
    os.close(slave)
    os.close(master)


@pytest.mark.skipif(sys.platform == "win32", reason="PTYs")
def test_a_pty_is_read_written_and_lost() -> None:
    master, slave = os.openpty()
    opened = open_port(os.ttyname(slave))
    try:
        assert opened.read() == b""
        os.write(master, b"hello\n")
        assert opened.read() == b"hello\n"
        opened.write(b"\nabc\n")
        assert os.read(master, 99) == b"\nabc\n"  # raw: not echoed, not changed
        os.close(slave)
        os.close(master)
        with pytest.raises(LinkLost):
            opened.read()
    finally:
        opened.close()


@pytest.mark.skipif(sys.platform == "win32", reason="PTYs")
def test_a_reader_that_does_not_read_is_lost_within_the_deadline(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(port, "WRITE_TIMEOUT_S", 0.05)
    master, slave = os.openpty()
    opened = open_port(os.ttyname(slave))
    with pytest.raises(LinkLost):
        opened.write(b"x" * 1_000_000)
    opened.close()
    os.close(slave)
    os.close(master)


class Broken:
    def __init__(self, error: Exception) -> None:
        self.error = error

    def read(self, _size: int) -> bytes:
        raise self.error

    def write(self, _data: bytes) -> int:
        raise self.error

    def close(self) -> None:
        raise self.error

    def flush(self) -> None:
        raise AssertionError("tcdrain may hang for ever")


def _termios_error() -> Exception:
    termios = pytest.importorskip("termios")
    error: Exception = termios.error(5, "Input/output error")
    return error


@pytest.mark.parametrize(
    "error",
    [
        OSError(errno.EIO, "Input/output error"),
        OSError(errno.EBADF, "Bad file descriptor"),
        serial.SerialException("device reports readiness to read but returned no data"),
        serial.SerialTimeoutException("Write timeout"),
        TypeError("an integer is required (got type NoneType)"),
        AttributeError("'NoneType' object has no attribute 'send'"),
        _termios_error(),
    ],
    ids=lambda error: type(error).__name__,
)
def test_every_kind_of_failure_is_link_lost(error: Exception) -> None:
    broken = SerialPort(Broken(error), "/dev/ttyACM0")
    with pytest.raises(LinkLost, match="/dev/ttyACM0: "):
        broken.read()
    with pytest.raises(LinkLost, match="/dev/ttyACM0: "):
        broken.write(b"x")
    broken.close()


def test_every_setting_stands_before_the_port_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []

    class Device:
        def __setattr__(self, name: str, value: object) -> None:
            raise AssertionError(f"{name} set after it was made")

        def open(self) -> None:
            seen.append("open")

    def make(url: str, **settings: Any) -> Device:
        seen.append((url, settings))
        return Device()

    monkeypatch.setattr(serial, "serial_for_url", make)
    open_port("/dev/ttyACM0")
    assert seen == [
        (
            "/dev/ttyACM0",
            {
                "baudrate": 115_200,
                "timeout": 0,
                "write_timeout": 1.0,
                "exclusive": True,
                "do_not_open": True,
            },
        ),
        "open",
    ]


@pytest.mark.parametrize(
    ("name", "uart"),
    [
        ("/dev/ttyACM0", False),
        ("/dev/ttyS0", True),
        ("/dev/ttyAMA0", True),
        ("/dev/serial0", True),
        ("/dev/ttyUSB3", True),
        ("/dev/cu.usbserial-110", True),
        ("/dev/cu.usbmodem1101", False),
        ("/dev/pts/3", False),
        ("socket://localhost:7878", False),
    ],
)
def test_which_ports_are_slow(name: str, uart: bool) -> None:
    assert SerialPort(None, name).uart is uart


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="Unix sockets")
def test_a_unix_socket(tmp_path: Path) -> None:
    path = str(tmp_path / "s")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(path)
        server.listen()
        opened = open_port(f"unix:{path}")
        far, _ = server.accept()
        with far:
            assert opened.read() == b""
            far.sendall(b"hi\n")
            assert opened.read() == b"hi\n"
            opened.write(b"yes\n")
            assert far.recv(9) == b"yes\n"
        with pytest.raises(LinkLost, match="the unit has closed the connection"):
            opened.read()
        opened.close()
    with pytest.raises(NoUnit, match="no such port"):
        open_port(f"unix:{tmp_path}/other")


def usb_ports(monkeypatch: pytest.MonkeyPatch, *ports: tuple[str, Any, Any, Any, Any]) -> None:
    infos = [
        SimpleNamespace(device=d, vid=v, pid=p, product=n, serial_number=s)
        for d, v, p, n, s in ports
    ]
    monkeypatch.setattr(list_ports, "comports", lambda: infos)


OURS = (usb.VENDOR_ID, usb.PRODUCT_ID, usb.PRODUCT)


def test_units_are_known_by_vendor_product_and_product_string(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    usb_ports(
        monkeypatch,
        ("/dev/ttyS0", None, None, None, None),
        ("/dev/ttyACM1", *OURS, "b"),
        ("/dev/ttyACM0", usb.VENDOR_ID, usb.PRODUCT_ID, "Some Other Test Thing", "c"),
        ("COM7", usb.VENDOR_ID, usb.PRODUCT_ID, None, "d"),
    )
    assert [one.port for one in find.units()] == ["/dev/ttyACM1", "COM7"]


def test_no_unit_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SHOWDOWN_PORT", raising=False)
    usb_ports(monkeypatch)
    with pytest.raises(NoUnit) as caught:
        Opener().open()
    assert str(caught.value) == (
        "no unit found on the USB (1209:0001, 'Showdown Unit'), and no bench of this user. "
        "Plug it in, start a bench (`showdown-unit bench`), or name a port with --port or "
        "SHOWDOWN_PORT"
    )


def test_several_units_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SHOWDOWN_PORT", raising=False)
    usb_ports(monkeypatch, ("/dev/ttyACM0", *OURS, "a"), ("/dev/ttyACM1", *OURS, "b"))
    with pytest.raises(NoUnit) as caught:
        Opener().open()
    assert str(caught.value) == (
        "2 units found, name one with --unit or SHOWDOWN_UNIT (its name or its serial), "
        "or its port with --port:\n"
        "  /dev/ttyACM0 (Showdown Unit, serial a)\n"
        "  /dev/ttyACM1 (Showdown Unit, serial b)"
    )


def test_the_same_unit_is_found_again_under_another_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SHOWDOWN_PORT", raising=False)
    monkeypatch.setattr(openers, "open_port", lambda name, _baud: name)
    usb_ports(monkeypatch, ("/dev/ttyACM0", *OURS, "a"))
    opener = Opener()
    assert opener.open() == "/dev/ttyACM0"
    usb_ports(monkeypatch, ("/dev/ttyACM1", *OURS, "a"), ("/dev/ttyACM0", *OURS, "b"))
    assert opener.open() == "/dev/ttyACM1"
    assert opener.name == "/dev/ttyACM1"
    usb_ports(monkeypatch, ("/dev/ttyACM0", *OURS, "b"))
    with pytest.raises(NoUnit, match="the unit with serial a is not there"):
        opener.open()


def test_a_port_named_by_the_user_stays_the_port(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openers, "open_port", lambda name, _baud: name)
    monkeypatch.setenv("SHOWDOWN_PORT", "/dev/from-env")
    assert Opener().open() == "/dev/from-env"
    assert Opener("/dev/given").open() == "/dev/given"


def test_import_works_without_fcntl_and_termios() -> None:
    code = (
        "import sys\n"
        "for name in ('fcntl', 'termios', 'tty', 'pty', 'grp', 'pwd', 'readline'):\n"
        "    sys.modules[name] = None\n"
        "import pkgutil, importlib, showdown_host\n"
        "for module in pkgutil.iter_modules(showdown_host.__path__):\n"
        "    importlib.import_module('showdown_host.' + module.name)\n"
        "assert 'serial' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=15)


def test_no_thread_is_left_by_a_port(tmp_path: Path) -> None:
    before = threading.active_count()
    with pytest.raises(NoUnit):
        open_port(str(tmp_path / "none"))
    assert threading.active_count() == before
