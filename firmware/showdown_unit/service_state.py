"""What systemd says of the unit's services, as values, and in words."""

from __future__ import annotations

import signal
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from showdown_unit.system_run import Ran, Runner

SERVICE = "showdown-unit.service"
GADGET = "showdown-gadget.service"
PIGPIOD = "pigpiod.service"

PROPERTIES = (
    "Id",
    "LoadState",
    "UnitFileState",
    "ActiveState",
    "SubState",
    "Result",
    "ExecMainCode",
    "ExecMainStatus",
    "ExecMainStartTimestamp",
    "NRestarts",
    "MainPID",
    "StatusText",
    "User",
    "SupplementaryGroups",
    "WatchdogUSec",
    "FragmentPath",
    "DropInPaths",
)
"""None of them holds a word of anybody's environment."""

_EXITED, _KILLED = ("1", "exited"), ("2", "3", "killed", "dumped")  # CLD_ codes


@dataclass(frozen=True, slots=True)
class ServiceState:
    """One service's properties, each as systemd prints it; empty where it says none."""

    properties: Mapping[str, str]

    def get(self, name: str) -> str:
        """A property."""
        return self.properties.get(name, "")

    @property
    def name(self) -> str:
        """As `showdown-unit`."""
        return self.get("Id").removesuffix(".service")

    @property
    def installed(self) -> bool:
        """Whether there is such a service."""
        return self.get("LoadState") not in ("", "not-found")

    @property
    def masked(self) -> bool:
        """Whether somebody forbade it."""
        return "masked" in (self.get("LoadState"), self.get("UnitFileState"))

    @property
    def enabled(self) -> bool:
        """Whether it starts with the computer."""
        return self.get("UnitFileState") in ("enabled", "enabled-runtime", "static", "generated")

    @property
    def active(self) -> bool:
        """Whether it runs, or for a oneshot: whether it has done its work."""
        return self.get("ActiveState") in ("active", "reloading")

    @property
    def failing(self) -> bool:
        """Whether it ended by a fault, for good or to be started again, or is just being so."""
        if self.get("SubState").startswith("auto-restart"):
            return True
        if self.get("ActiveState") in ("activating", "deactivating"):
            return self.restarts > 0 or self.get("Result") not in ("", "success")
        return self.get("ActiveState") == "failed"

    @property
    def restarts(self) -> int:
        """How often systemd started it again."""
        text = self.get("NRestarts")
        return int(text) if text.isdecimal() else 0

    @property
    def watchdog(self) -> bool:
        """Whether systemd watches it."""
        return self.get("WatchdogUSec") not in ("", "0", "infinity")

    def last_end(self) -> str:
        """How it last ended, in words; empty where it has not."""
        code, status, result = (
            self.get("ExecMainCode"),
            self.get("ExecMainStatus"),
            self.get("Result"),
        )
        if result == "watchdog":
            return "it hung, and the watchdog ended it"
        if result == "timeout":
            return "it took too long to start or to stop"
        if result == "start-limit-hit":
            return "it ended too often, systemd gave up"
        if code in _EXITED:
            return _EXITS.get(status, f"exit status {status}")
        if code in _KILLED:
            return f"killed by {_signal(status)}"
        return "" if result in ("", "success") else result


_EXITS = {
    "0": "exit status 0, as after a stop",
    "1": "exit status 1, a fault: its last lines say which",
    "2": "exit status 2, a wrong word or configuration: its last lines say which",
    "203": "exit status 203: the program itself could not be run",
    "217": "exit status 217: its user does not exist",
    "226": "exit status 226: its sandbox could not be made",
}


def _signal(number: str) -> str:
    try:
        return signal.Signals(int(number)).name
    except ValueError:
        return f"signal {number}"


def read_services(run: Runner, names: Iterable[str]) -> tuple[list[ServiceState], str | None]:
    """The services' states in the order of the names; or why systemd does not tell.

    A service that does not exist is told too, as not installed.
    """
    wanted = list(names)
    ran = run(["systemctl", "show", "--property", ",".join(PROPERTIES), "--", *wanted])
    if not ran.well:
        return [], _why(ran)
    blocks = [block for block in ran.out.split("\n\n") if block.strip()]
    return [ServiceState(_properties(block)) for block in blocks], None


def _properties(block: str) -> dict[str, str]:
    pairs = (line.partition("=") for line in block.strip().splitlines())
    return {name: value for name, equals, value in pairs if equals}


def _why(ran: Ran) -> str:
    if ran.status is None and "cannot be run" in ran.err:
        return "no systemd here"
    if "not been booted with systemd" in ran.err + ran.out:
        return "systemd does not run here"
    return ran.problem


def state_words(service: ServiceState) -> str:
    """One line of it for people."""
    if not service.installed:
        return "is not installed"
    if service.masked:
        return "is masked"
    words = f"is {service.get('ActiveState')}"
    sub = service.get("SubState")
    if sub and sub != service.get("ActiveState"):
        words += f" ({sub})"
    if not service.enabled:
        words += ", not enabled: it does not start with the computer"
    return words
