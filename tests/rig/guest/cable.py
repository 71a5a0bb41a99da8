"""The USB cable between the unit and its host, which are one machine here, pulled and put back."""

from __future__ import annotations

import time
from pathlib import Path

GADGETS = Path("/sys/kernel/config/usb_gadget")
DEVICES = Path("/sys/bus/usb/devices")
_LIMIT_S = 20


class Cable:
    """`way`: `port`, the host's port without power; or `controller`, the unit's end unbound.

    Not the controller's soft_connect: the simulated one stays deaf after it.
    """

    def __init__(self, way: str) -> None:
        if way == "port":
            (self._file,) = DEVICES.glob("usb*/*/usb*-port*/disable")
            self._out, self._in = "1", "0"
        else:
            (self._file,) = GADGETS.glob("*/UDC")
            self._out, self._in = "\n", self._file.read_text()

    def pull(self) -> None:
        self._file.write_text(self._out)
        _wait(lambda: not host_ends(), "the host's port to go")

    def plug(self) -> None:
        self._file.write_text(self._in)
        _wait(lambda: bool(host_ends()), "the host's port to come")


def host_ends() -> list[Path]:
    """The ports that the host has now."""
    return sorted(Path("/dev").glob("ttyACM*"))


def identity() -> dict[str, str]:
    """What the host's kernel was told by the device behind its port."""
    (port,) = host_ends()
    device = (Path("/sys/class/tty") / port.name / "device").resolve().parent
    names = ("manufacturer", "product", "serial", "idVendor", "idProduct", "bmAttributes")
    found = {name: (device / name).read_text().strip() for name in names}
    interface = device / f"{device.name}:1.0"
    return found | {"protocol": (interface / "bInterfaceProtocol").read_text().strip()}


def _wait(seen, what: str) -> None:
    until = time.monotonic() + _LIMIT_S
    while not seen():
        if time.monotonic() > until:
            msg = f"waited for {what}: {host_ends()}"
            raise TimeoutError(msg)
        time.sleep(0.02)
