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
from showdown_referee.limits import Limits
from showdown_unit.ports import Scheduler
from showdown_unit.throw import Thrower
from showdown_unit.tray import Tray

MS, S = 1_000_000, 1_000_000_000

POLL_NS = 10 * MS
"""How often a part looks whether what it waits for has come."""

QUIET_NS = 100 * MS
"""After so long without edges bounces are over, and the slowest backend has delivered them."""

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
    limits: Limits
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

    def levels(self) -> dict[str, bool]:
        """Paddles and timer button by their lines: which are down now."""
        down = {paddle.line: paddle.pressed for paddle in self.hardware.paddles.values()}
        return down | {self.hardware.button.line: self.hardware.button.pressed}

    def rest(self, limit_ns: int) -> Waits[bool]:
        """Wait until paddles and button are up, and no edge came, for `QUIET_NS` on end.

        By levels and by edges: the last edge may arrive later than its level can be read.
        """
        end_ns = self.now_ns() + limit_ns
        since_ns, seen = self.now_ns(), len(self.arrivals)
        while True:
            now_ns = self.now_ns()
            if any(self.levels().values()) or len(self.arrivals) != seen:
                since_ns, seen = now_ns, len(self.arrivals)
            if now_ns - since_ns >= QUIET_NS:
                return True
            if now_ns >= end_ns:
                return False
            yield now_ns + POLL_NS


def passed(measured: Mapping[str, int] | None = None) -> Outcome:
    """All is well, by measurement."""
    return Outcome(SelftestOutcome.PASSED, measured=measured or {})


def failed(reason: str, measured: Mapping[str, int] | None = None) -> Outcome:
    """Something is not as it should be."""
    return Outcome(SelftestOutcome.FAILED, reason, measured or {})


def shown(measured: Mapping[str, int] | None = None) -> Outcome:
    """It was shown; a person says whether it was right."""
    return Outcome(SelftestOutcome.SHOWN, measured=measured or {})
