"""The preflight of the computer itself: its model, kernel, GPIO chip and groups."""

from __future__ import annotations

from showdown_unit.check_finding import Finding, Level, dotted, numbers, real, split
from showdown_unit.check_machine import Machine
from showdown_unit.config import Config
from showdown_unit.service_state import SERVICE

KERNEL_MIN = (5, 10)
"""The first with the interface that both good backends need."""

GROUP = "showdown"
"""Whose members may use the unit's socket."""


def model(config: Config, machine: Machine) -> Finding:
    """Which Raspberry Pi this is."""
    if machine.model is not None:
        return Finding("model", Level.OK, machine.model_text or machine.model.name)
    if not real(config):
        return Finding("model", Level.OK, "no Raspberry Pi: mock pins need none")
    if machine.model_text is None:
        return Finding(
            "model",
            Level.FAIL,
            "this is no Raspberry Pi, or the device tree is hidden",
            'set hardware.backend = "mock" to run without pins; or: showdown-unit bench',
        )
    what = f"{machine.model_text} is in no table of ours: it may work, nobody has tried"
    return Finding("model", Level.WARN, what)


def kernel(machine: Machine) -> Finding:
    """Whether the kernel has the second GPIO interface."""
    found = numbers(machine.kernel)
    system = f" ({machine.release.codename})" if machine.release is not None else ""
    if found < KERNEL_MIN:
        return Finding(
            "kernel",
            Level.FAIL,
            f"{machine.kernel}{system} is too old: {dotted(KERNEL_MIN)} or later is needed",
            "sudo apt full-upgrade && sudo reboot",
        )
    return Finding("kernel", Level.OK, f"{machine.kernel}{system}")


def header(config: Config, machine: Machine) -> Finding:
    """The GPIO chip of the 40-pin header, found by its label or named in the configuration."""
    chip = machine.header
    if chip is not None:
        return Finding("header", Level.OK, f"{chip.path}: {chip.label}, {chip.lines} lines")
    if not real(config):
        return Finding("header", Level.OK, "not needed: mock pins")
    return split("header", Level.FAIL, machine.header_problem or "no GPIO chip was found")


def install(machine: Machine) -> list[Finding]:
    """Whether there is more than one installation; nothing where only the sources run."""
    if len(machine.installs) > 1:
        first, *others = machine.installs
        what = f"there are several: {first} is the one that is run, besides {', '.join(others)}"
        mend = f"remove all but one: what belongs to the package, dpkg -S {first} tells"
        return [Finding("install", Level.WARN, what, mend)]
    return [Finding("install", Level.OK, path) for path in machine.installs]


def groups(config: Config, machine: Machine) -> list[Finding]:
    """Whether the unit's user may open pins and serial ports, and this one its socket."""
    wanted = ["gpio"] if real(config) else []
    wanted += ["dialout"] if config.links.tty else []
    service = machine.services.get(SERVICE)
    if service is None or not service.installed or not service.get("User"):
        return [_group(name, machine) for name in wanted]
    has = {*service.get("SupplementaryGroups").split(), *machine.service_listed_in}
    return [
        *(_group_of_service(name, service.get("User"), has) for name in wanted),
        *_socket_group(service.get("User"), config, machine),
    ]


def _group_of_service(name: str, user: str, has: set[str]) -> Finding:
    about = f"group {name}"
    if user == "root" or name in has:
        return Finding(about, Level.OK, f"the service's user {user} is in it")
    mend = f"sudo usermod -aG {name} {user} && sudo systemctl restart showdown-unit"
    return Finding(about, Level.FAIL, f"the service's user {user} is not in it", mend)


def _socket_group(user: str, config: Config, machine: Machine) -> list[Finding]:
    """Whether this user may ask the unit."""
    if machine.user in ("root", user) or not config.links.unix or GROUP in machine.member_of:
        return []
    about, who = f"group {GROUP}", machine.user
    if GROUP in machine.listed_in:
        what = f"{who} is in it, but only from the next login on"
        return [Finding(about, Level.WARN, what, "log out and in again, or reboot")]
    what = f"{who} is not in it, so showdown-unit status needs sudo"
    return [Finding(about, Level.WARN, what, f"sudo usermod -aG {GROUP} {who}, then log in again")]


def _group(name: str, machine: Machine) -> Finding:
    about = f"group {name}"
    if machine.user == "root":
        return Finding(about, Level.OK, "root needs none")
    if name in machine.member_of:
        return Finding(about, Level.OK, f"{machine.user} is in it")
    if name in machine.listed_in:
        what = f"{machine.user} is in it, but only from the next login on"
        return Finding(about, Level.FAIL, what, "log out and in again, or reboot")
    return Finding(
        about,
        Level.FAIL,
        f"{machine.user} is not in it (is this the unit's user?)",
        f"sudo usermod -aG {name} {machine.user}, then log in again",
    )
