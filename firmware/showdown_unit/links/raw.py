"""Raw terminal settings: bytes pass as they are, and nothing is echoed."""

from __future__ import annotations

import termios

from showdown_unit.links.status import LinkError


def make_raw(fd: int, path: str, baud: int | None = None) -> None:
    """Set the terminal raw, at `baud` where given, and check that it took.

    LinkError where it did not, or where the speed is none that the kernel knows.
    """
    speed = None if baud is None else _speed(path, baud)
    old = termios.tcgetattr(fd)
    cc = list(old[6])
    cc[termios.VMIN] = 1  # so that an empty read means hung up, and nothing else
    cc[termios.VTIME] = 0
    ispeed, ospeed = (old[4], old[5]) if speed is None else (speed, speed)
    cflag = termios.CS8 | termios.CREAD | termios.CLOCAL
    termios.tcsetattr(fd, termios.TCSANOW, [0, 0, cflag, 0, ispeed, ospeed, cc])
    _check(fd, path, speed)


def _speed(path: str, baud: int) -> int:
    speed = getattr(termios, f"B{baud}", None)
    if not isinstance(speed, int) or baud <= 0:
        msg = f"{path}: {baud} baud is no speed of a serial port; 115200 is the usual one"
        raise LinkError(msg)
    return speed


def _check(fd: int, path: str, speed: int | None) -> None:
    """The kernel calls it success when any one of the settings took."""
    iflag, oflag, cflag, lflag, ispeed, ospeed, cc = termios.tcgetattr(fd)
    size = cflag & (termios.CSIZE | termios.PARENB)
    raw = (iflag, oflag, lflag, size) == (0, 0, 0, termios.CS8)
    # tcgetattr gives VMIN as a number or as a byte, by whether ICANON is set
    if not raw or cc[termios.VMIN] not in (1, b"\x01"):
        msg = f"{path}: does not take raw settings; is it a serial port?"
        raise LinkError(msg)
    if speed is not None and (ispeed, ospeed) != (speed, speed):
        msg = f"{path}: does not take that speed; 115200 baud is the usual one"
        raise LinkError(msg)
