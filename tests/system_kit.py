"""systemd and the journal as data: what `systemctl` and `journalctl` print."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from showdown_unit.system_run import Ran

RUNNING = {
    "Id": "showdown-unit.service",
    "LoadState": "loaded",
    "UnitFileState": "enabled",
    "ActiveState": "active",
    "SubState": "running",
    "Result": "success",
    "ExecMainCode": "0",
    "ExecMainStatus": "0",
    "NRestarts": "0",
    "MainPID": "812",
    "User": "showdown",
    "SupplementaryGroups": "gpio dialout",
    "WatchdogUSec": "3s",
}
GADGET_UP = {
    "Id": "showdown-gadget.service",
    "LoadState": "loaded",
    "UnitFileState": "enabled",
    "ActiveState": "active",
    "SubState": "exited",
    "Result": "success",
    "ExecMainCode": "1",
    "ExecMainStatus": "0",
}
RESTARTING = RUNNING | {
    "ActiveState": "activating",
    "SubState": "auto-restart",
    "Result": "exit-code",
    "ExecMainCode": "1",
    "ExecMainStatus": "1",
    "NRestarts": "7",
}
STARTING = RUNNING | {"ActiveState": "activating", "SubState": "start"}
STOPPED = RUNNING | {"ActiveState": "inactive", "SubState": "dead", "UnitFileState": "disabled"}
NOT_FOUND = {"LoadState": "not-found", "ActiveState": "inactive", "SubState": "dead"}

NOT_BOOTED = Ran(
    1,
    err="System has not been booted with systemd as init system (PID 1). Can't operate.\n"
    "Failed to connect to bus: Host is down\n",
)
NO_PROGRAM = Ran(None, err="systemctl cannot be run: No such file or directory")


@dataclass
class Systemd:
    """A `Runner`. `services` by name; a service that is not in it is not installed.

    `journal`, `kernel`: what journalctl prints of services, and of the kernel. `others`: the
    answers to other programs, by their first word. `asked`: every command, as it was run.
    """

    services: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    journal: Ran = field(default_factory=lambda: Ran(0))
    kernel: Ran = field(default_factory=lambda: Ran(0))
    others: Mapping[str, Ran] = field(default_factory=dict)
    broken: Ran | None = None
    asked: list[list[str]] = field(default_factory=list)

    def __call__(self, words: Sequence[str]) -> Ran:
        self.asked.append(list(words))
        if words[0] == "systemctl" and words[1] == "show":
            return self.broken or Ran(0, "\n".join(map(self._show, _units(words))))
        if words[0] == "journalctl":
            return self.broken or (self.kernel if "--dmesg" in words else self.journal)
        return self.others.get(words[0], Ran(None, err=f"{words[0]} cannot be run"))

    def _show(self, name: str) -> str:
        known = self.services.get(name, NOT_FOUND | {"Id": name})
        return "".join(f"{key}={value}\n" for key, value in known.items())


def _units(words: Sequence[str]) -> list[str]:
    return list(words[words.index("--") + 1 :])
