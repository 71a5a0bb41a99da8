"""The preflight: what is right and wrong on this computer, and the command that mends it.

Each function looks at one thing, and at nothing but the `Machine` and the configuration it gets.
"""

from __future__ import annotations

from showdown_unit.check_computer import groups, header, install, kernel, model
from showdown_unit.check_finding import Finding, Level, all_well
from showdown_unit.check_links import gadget, links
from showdown_unit.check_machine import Machine
from showdown_unit.check_pins import backends, board, pins, pwm
from showdown_unit.check_service import power, service
from showdown_unit.check_state import running, state
from showdown_unit.config import Config

__all__ = ["Finding", "Level", "all_well", "findings"]


def findings(config: Config, machine: Machine) -> list[Finding]:
    """All of them, in the order in which they are best mended."""
    return [
        model(config, machine),
        kernel(machine),
        *install(machine),
        header(config, machine),
        *groups(config, machine),
        board(config, machine),
        *pins(config, machine),
        *pwm(config, machine),
        *backends(config, machine),
        *power(machine),
        state(config, machine),
        running(machine),
        *service(machine),
        *gadget(config, machine),
        *links(config, machine),
    ]
