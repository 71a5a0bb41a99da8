"""A mock unit in virtual time, as the hardware tests want it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from showdown_hw.board import Board
from showdown_hw.mock import ZERO_2_W, UnitMockFactory
from showdown_hw.mock_bench import MockBench
from showdown_hw.unit import Hardware
from showdown_hw.virtual import VirtualClock

REVISIONS = {"zero2w": ZERO_2_W, "3b+": "a020d3", "4b": "c03114", "5b": "c04170"}

# Beyond 2**53 ns, where a float of seconds no longer tells nanoseconds apart.
LONG_UP_NS = 2**55 + 1


@dataclass
class Rig:
    """Everything of one mock unit; `trace` is (ns since the start, signal, value)."""

    clock: VirtualClock
    factory: UnitMockFactory
    hands: MockBench
    hardware: Hardware
    trace: list[tuple[int, str, int]] = field(default_factory=list)

    def changes(self) -> list[tuple[str, int]]:
        """Signal and value of each change since the last call."""
        changes = [(signal, value) for _, signal, value in self.trace]
        self.trace.clear()
        return changes


def open_rig(board: str = "full", start_ns: int = LONG_UP_NS, **options: Any) -> Rig:
    """A unit with every optional part, opened, with its trace on."""
    clock = VirtualClock(start_ns)
    factory = UnitMockFactory(Board.named(board), clock, **options)
    hands = MockBench(factory)
    hardware = Hardware.open(factory.board, factory, clock)
    rig = Rig(clock, factory, hands, hardware)
    hands.trace = lambda ns, signal, value: rig.trace.append((ns - start_ns, signal, value))
    return rig
