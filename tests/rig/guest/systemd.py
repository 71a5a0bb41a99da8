"""The guest's systemd, asked in words."""

from __future__ import annotations

import subprocess
import time

SERVICE = "showdown-unit.service"
GADGET = "showdown-gadget.service"


def run(*words: str, check: bool = True) -> str:
    """A command's whole output. RuntimeError with it where it failed and that matters."""
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if check and done.returncode != 0:
        msg = f"{' '.join(words)}: status {done.returncode}\n{done.stdout}"
        raise RuntimeError(msg)
    return done.stdout


def show(unit: str = SERVICE, *names: str) -> dict[str, str]:
    """Properties of a unit."""
    wanted = [f"--property={','.join(names)}"] if names else []
    lines = run("systemctl", "show", unit, *wanted).splitlines()
    return dict(line.split("=", 1) for line in lines if "=" in line)


def state(unit: str = SERVICE) -> str:
    """`active`, `activating`, `failed` and so on."""
    return show(unit, "ActiveState")["ActiveState"]


def main_pid(unit: str = SERVICE) -> int:
    """The daemon's process; 0: none."""
    return int(show(unit, "MainPID")["MainPID"])


def active_since_s(unit: str = SERVICE) -> float:
    """Seconds of CLOCK_MONOTONIC at which it last became active: ready, where it says so."""
    told = show(unit, "ActiveEnterTimestampMonotonic")["ActiveEnterTimestampMonotonic"]
    return int(told) / 1e6


def start_s(unit: str = SERVICE) -> float:
    """Seconds that its last start took, to its word that it is ready."""
    names = ("InactiveExitTimestampMonotonic", "ActiveEnterTimestampMonotonic")
    told = show(unit, *names)
    return (int(told[names[1]]) - int(told[names[0]])) / 1e6


def wait_active(unit: str = SERVICE, limit_s: float = 60, *, but: int = 0) -> int:
    """Until it is active, with a process other than `but`; that process. TimeoutError with the
    journal."""
    until = time.monotonic() + limit_s
    while True:
        told = show(unit, "ActiveState", "MainPID")
        if told["ActiveState"] == "active" and int(told["MainPID"]) != but:
            return int(told["MainPID"])
        if time.monotonic() > until:
            msg = f"{unit} is {told['ActiveState']} after {limit_s} s\n{journal(unit)}"
            raise TimeoutError(msg)
        time.sleep(0.4)  # asking is work for the guest's one core


def journal(*units: str) -> str:
    """What the journal has of this boot, of these units or of all."""
    of = [word for unit in units for word in ("-u", unit)]
    words = ("journalctl", "-b", "--no-pager", "-o", "short-monotonic", "-n", "200")
    return run(*words, *of, check=False)
