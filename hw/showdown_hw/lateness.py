"""How late stamps are, measured over a wire from an output to an input.

For backends whose stamps depend on the load: two presses are told apart honestly when they lie
further apart than the lateness scatters. Measure under the load of a game, launcher aside.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from showdown_hw.clock import Clock
from showdown_hw.edges import EdgeQueue
from showdown_hw.errors import HardwareError

WAIT_NS = 1_000_000_000
"""An edge that is not there by then does not come."""


@dataclass(frozen=True, slots=True)
class Lateness:
    """From the write to the stamp: the least and the most of so many edges, in ns."""

    edges: int
    least_ns: int
    most_ns: int

    @property
    def resolution_ns(self) -> int:
        """What to state as a backend's resolution: how far the lateness scatters."""
        return max(self.most_ns - self.least_ns, 1)


def measure(
    write: Callable[[bool], None],
    edges: EdgeQueue,
    line: str,
    clock: Clock,
    *,
    count: int = 200,
    gap_ns: int = 5_000_000,
) -> Lateness:
    """Switch the output at the other end of `line`'s wire `count` times and take the stamps.

    HardwareError when an edge does not come. The output must be off before; edges of other lines
    that come meanwhile are lost.
    """
    late: list[int] = []
    for n in range(count):
        edges.drain()
        before_ns = clock.now_ns()
        write(n % 2 == 0)
        after_ns = clock.now_ns()
        stamp_ns = _next_stamp(edges, line, clock)
        # The least lateness counts from the end of the write, the most from its begin: what the
        # write itself took is not to make the stamps look better.
        late += [stamp_ns - after_ns, stamp_ns - before_ns]
        _pause(edges, clock, stamp_ns + gap_ns)
    return Lateness(count, min(late), max(late))


def _next_stamp(edges: EdgeQueue, line: str, clock: Clock) -> int:
    until_ns = clock.now_ns() + WAIT_NS
    while clock.now_ns() < until_ns:
        edges.wait(until_ns)
        for edge in edges.drain():
            if edge.line == line:
                return edge.stamp_ns
    msg = f"no edge of {line} came: wire it to the output that is switched"
    raise HardwareError(msg)


def _pause(edges: EdgeQueue, clock: Clock, until_ns: int) -> None:
    while clock.now_ns() < until_ns:
        edges.wait(until_ns)
        edges.drain()
