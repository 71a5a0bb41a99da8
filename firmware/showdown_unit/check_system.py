"""What the preflight reads of an installed unit: systemd, the USB device port, power, programs."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from showdown_protocol.usb import PRODUCT
from showdown_unit.service_state import GADGET, SERVICE, ServiceState, read_services
from showdown_unit.system_run import Runner

COMMANDS = ("usr/local/bin/showdown-unit", "usr/bin/showdown-unit")
"""Where people have it, in the order in which a shell looks."""


@dataclass(frozen=True, slots=True)
class Controller:
    """A USB device controller: its state, and the gadget or driver that has it, empty if none."""

    name: str
    state: str
    holder: str = ""
    ours: bool = False


def services(runner: Runner) -> tuple[dict[str, ServiceState], str | None]:
    """The unit's services by name, and why systemd tells of none."""
    found, problem = read_services(runner, [SERVICE, GADGET])
    return {state.get("Id"): state for state in found}, problem


def gettys(runner: Runner, ttys: Iterable[str]) -> tuple[str, ...]:
    """The login services that run on these terminals."""
    names = [f"{kind}@{tty}.service" for tty in ttys for kind in ("serial-getty", "getty")]
    if not names:
        return ()
    found, _ = read_services(runner, names)
    return tuple(state.name for state in found if state.active or state.failing)


def controllers(root: Path) -> tuple[Controller, ...]:
    """Every USB device controller."""
    gadgets = {
        _text(file): file.parent for file in _glob(root, "sys/kernel/config/usb_gadget/*/UDC")
    }
    return tuple(_controller(entry, gadgets) for entry in _glob(root, "sys/class/udc/*"))


def _controller(entry: Path, gadgets: dict[str, Path]) -> Controller:
    state, driver = _text(entry / "state"), _text(entry / "function")
    gadget = gadgets.get(entry.name)
    if gadget is None:
        return Controller(entry.name, state, driver)
    product = _text(gadget / "strings/0x409/product")
    ours = product == PRODUCT or gadget.name == "showdown"
    return Controller(entry.name, state, f"the gadget {gadget.name}", ours)


def installs(root: Path) -> tuple[str, ...]:
    """The commands of the unit's name that are installed for everybody; links count once."""
    found: dict[Path, str] = {}
    for name in COMMANDS:
        path = root / name
        if path.exists():
            found.setdefault(path.resolve(), f"/{name}")
    return tuple(found.values())


def program(argv0: str | None = None) -> str:
    """How a person calls this program with sudo: by its name where sudo finds that."""
    path = Path(sys.argv[0] if argv0 is None else argv0).absolute()
    known = path.name != "showdown-unit" or str(path).lstrip("/") in COMMANDS
    return "showdown-unit" if known else str(path)


def _glob(root: Path, pattern: str) -> list[Path]:
    try:
        return sorted(root.glob(pattern))
    except OSError:
        return []


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip("\0\n ")
    except OSError:
        return ""
