"""What a part of the self-test may use. A part is a generator: it yields when to go on.

    def part(kit):
        kit.tell("red", "the red lamp alone is lit")
        kit.hardware.lamps.write(True, False, False)
        yield from kit.pause(2 * S)
        return Outcome(SHOWN)

Closing the generator ends the part; whoever runs it switches all outputs off then.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar

from showdown_hw.edges import Edge
from showdown_hw.unit import Hardware
from showdown_protocol.messages import SelftestOutcome
from showdown_unit.ports import Scheduler
from showdown_unit.throw import Thrower
from showdown_unit.tray import Tray

MS, S = 1_000_000, 1_000_000_000

POLL_NS = 10 * MS
"""How often a part looks whether what it waits for has come."""

QUIET_NS = 100 * MS
"""A paddle whose last edge is this old is at rest; bounces and spikes are over by then."""

T = TypeVar("T")
Waits: TypeAlias = Generator[int, None, T]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a part ended. `measured`: whole numbers, names end in their unit."""

    result: SelftestOutcome
    reason: str | None = None
    measured: Mapping[str, int] = field(default_factory=dict)


Part: TypeAlias = Waits[Outcome]


@dataclass(frozen=True, slots=True)
class Arrival:
    """An edge, and when the loop got it."""

    edge: Edge
    at_ns: int


@dataclass(slots=True)
class Kit:
    """The unit as a part sees it. `tell(step, text)` speaks to people by an event."""

    scheduler: Scheduler
    hardware: Hardware
    thrower: Thrower
    tray: Tray
    tell: Callable[[str, str], None]
    arrivals: list[Arrival] = field(default_factory=list)

    def now_ns(self) -> int:
        """The clock."""
        return self.scheduler.now_ns()

    def pause(self, duration_ns: int) -> Waits[None]:
        """Nothing for a while."""
        yield self.now_ns() + duration_ns

    def until(self, holds: Callable[[], bool], limit_ns: int) -> Waits[bool]:
        """Wait until it holds; False when it did not in that time."""
        end_ns = self.now_ns() + limit_ns
        while not holds():
            if self.now_ns() >= end_ns:
                return False
            yield min(end_ns, self.now_ns() + POLL_NS)
        return True

    def take(self) -> list[Arrival]:
        """The edges since the last call."""
        taken, self.arrivals = self.arrivals, []
        return taken

    def quiet(self) -> bool:
        """Whether both paddles are up and no edge came for `QUIET_NS`."""
        if any(paddle.pressed for paddle in self.hardware.paddles.values()):
            return False
        newest_ns = max((arrival.edge.stamp_ns for arrival in self.arrivals), default=None)
        return newest_ns is None or self.now_ns() - newest_ns >= QUIET_NS


def passed(measured: Mapping[str, int] | None = None) -> Outcome:
    """All is well, by measurement."""
    return Outcome(SelftestOutcome.PASSED, measured=measured or {})


def failed(reason: str, measured: Mapping[str, int] | None = None) -> Outcome:
    """Something is not as it should be."""
    return Outcome(SelftestOutcome.FAILED, reason, measured or {})


def shown(measured: Mapping[str, int] | None = None) -> Outcome:
    """It was shown; a person says whether it was right."""
    return Outcome(SelftestOutcome.SHOWN, measured=measured or {})
