"""What the checks look at: one tier's drawing as KiCad reads it, its circuit and its board file."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import TypeAlias

from showdown_drawings.circuit import HEADER, HEADER_PIN, Circuit
from showdown_drawings.netlist import Component, Netlist, Pin
from showdown_hw import Board

GROUND = "GND"
LOGIC = "+3V3"
PI_RAILS = frozenset({"+5V_PI", "+5V_LED", LOGIC})
SERVO_RAILS = frozenset({"+5V_SUPPLY", "+5V_IN", "+5V_FUSED", "+5V_SERVO"})
RAILS = PI_RAILS | SERVO_RAILS

# Two pins, and nothing flows from one to the other: plugs, sockets, pads.
_ENDS = ("Conn_", "Screw_Terminal", "Barrel_Jack", "TestPoint")
_JUMPER = "JP"


@dataclass(frozen=True)
class Design:
    """One tier: the drawing's netlist, and the circuit and board file that it must agree with."""

    drawn: Netlist
    circuit: Circuit
    board: Board

    @property
    def tier(self) -> str:
        """The tier's name, as in the circuit file's."""
        return self.circuit.tier

    @cached_property
    def net_by_pin(self) -> MappingProxyType[Pin, str]:
        """The net of each connected pin."""
        return MappingProxyType({p: net for net, pins in self.drawn.nets.items() for p in pins})

    @cached_property
    def signals(self) -> MappingProxyType[str, int]:
        """The board file's BCM number of each signal that this tier wires, by its net."""
        wired = self.circuit.signals
        return MappingProxyType(
            {name.upper(): spec.bcm for name, spec in self.board.pins.items()
             if name.upper() in wired}
        )  # fmt: skip

    def net(self, ref: str, pin: str) -> str:
        """The net of a pin, or "" where it is open or does not exist."""
        return self.net_by_pin.get((ref, pin), "")

    def pins(self, ref: str) -> dict[str, str]:
        """Pin -> net of a part, connected pins alone."""
        return {pin: net for (r, pin), net in self.net_by_pin.items() if r == ref}

    def kind(self, ref: str) -> str:
        """The symbol's name without its library."""
        return self.drawn.components[ref].symbol.rpartition(":")[2]

    def of_kind(self, *kinds: str) -> list[str]:
        """The refs of all parts with one of these symbols, sorted."""
        return sorted(ref for ref in self.drawn.components if self.kind(ref) in kinds)

    @cached_property
    def bridges(self) -> dict[str, tuple[str, str]]:
        """The parts through which something may flow between exactly two nets, and those nets.

        Resistors, diodes, fuses, capacitors, switches, a jumper that may be closed; not plugs.
        """
        found = {}
        for ref, component in self.drawn.components.items():
            pins = [pin for r, pin in self.drawn.pin_names if r == ref]
            nets = {self.net(ref, pin) for pin in pins}
            if len(pins) == 2 and len(nets) == 2 and "" not in nets and not _ends(component):
                one, other = sorted(nets)
                found[ref] = (one, other)
        return found

    def reach(
        self, start: str, stop: Callable[[str], bool], without: frozenset[str] = frozenset()
    ) -> dict[str, tuple[str, ...]]:
        """Each net that bridges lead to from `start`, with the refs on the way there.

        A net for which `stop` holds is reached, not left; parts in `without` do not lead on.
        """
        found: dict[str, tuple[str, ...]] = {start: ()}
        waiting = [start]
        while waiting:
            here = waiting.pop(0)
            if here != start and stop(here):
                continue
            for ref, nets in sorted(self.bridges.items()):
                if here not in nets or ref in without:
                    continue
                there = nets[1] if nets[0] == here else nets[0]
                if there not in found:
                    found[there] = (*found[here], ref)
                    waiting.append(there)
        return found


Check: TypeAlias = Callable[[Design], list[str]]
"""Looks at a design; a sentence for each thing that is wrong, none if all is well."""


def header_net(design: Design, bcm: int) -> str:
    """The net of the header's pin for a BCM number, "" where it is open."""
    return design.net(HEADER, str(HEADER_PIN[bcm]))


def _ends(component: Component) -> bool:
    name = component.symbol.rpartition(":")[2]
    return name.startswith(_ENDS) and not component.ref.startswith(_JUMPER)
