"""The preflight of the service, its watchdog and the power: what keeps an installed unit up."""

from __future__ import annotations

from showdown_unit.check_finding import Finding, Level
from showdown_unit.check_machine import Machine
from showdown_unit.power import MENDS
from showdown_unit.service_state import SERVICE, ServiceState, state_words

START = "sudo systemctl enable --now showdown-unit"


def service(machine: Machine) -> list[Finding]:
    """Whether systemd starts the unit, keeps it up and watches it; nothing where not looked for."""
    if machine.systemd_problem is not None:
        what = f"{machine.systemd_problem}: nothing starts the unit by itself"
        return [Finding("service", Level.OK, what)]
    found = machine.services.get(SERVICE)
    if found is None:
        return []
    if not found.installed:
        what = "showdown-unit.service is not installed: nothing starts the unit by itself"
        return [Finding("service", Level.WARN, what, "install the package: docs/install.md")]
    return [_service(found), *_watchdog(found)]


def _service(found: ServiceState) -> Finding:
    what = f"showdown-unit {state_words(found)}"
    if found.masked:
        return Finding(
            "service", Level.FAIL, what, f"sudo systemctl unmask showdown-unit && {START}"
        )
    if found.failing:
        ends = found.last_end()
        what = f"it keeps ending{f' ({ends})' if ends else ''}; restarts so far: {found.restarts}"
        return Finding("service", Level.FAIL, what, "showdown-unit logs -n 20")
    if found.get("ActiveState") in ("activating", "deactivating"):
        return Finding("service", Level.WARN, what, "wait some seconds, then once more")
    if not found.enabled or not found.active:
        return Finding("service", Level.WARN, what, START)
    return Finding("service", Level.OK, what)


def _watchdog(found: ServiceState) -> list[Finding]:
    if not found.active or found.watchdog:
        return []
    what = "systemd does not watch the unit: one that hangs stays so"
    mend = "sudo systemctl revert showdown-unit && sudo systemctl restart showdown-unit"
    return [Finding("watchdog", Level.WARN, what, mend)]


def power(machine: Machine) -> list[Finding]:
    """Whether the voltage is too low now, or the Pi slowed down; nothing where nobody can tell."""
    found = machine.power
    if found is None:
        return []
    bad = [name for name in ("low_voltage", "throttled") if getattr(found, name)]
    if not bad:
        return [Finding("power", Level.OK, "the voltage is not low now")]
    told = (MENDS[name].partition(". " if name == "low_voltage" else ": ") for name in bad)
    return [Finding("power", Level.WARN, what, mend) for what, _, mend in told]
