"""Where each wire of the breadboard picture runs, so that none lies on another's end. No drawing.

The Pi's header lies below the breadboard, drawn three times as wide so that it is as long as the
board; what hangs on cables stands above. Wires keep their order from left to right, and each has a
lane of its own wherever two would share one, so none crosses another in the lanes.
"""

from collections.abc import Iterable

from showdown_drawings.circuit import HEADER
from showdown_drawings.wiring_plan import Wire, spot

Point = tuple[float, float]

HEADER_EVEN_Y, HEADER_ODD_Y = 28.0, 32.0
BELOW_Y, ABOVE_Y, LANE = 20.6, -9.4, 0.85
TERMINAL_Y = -15.0
# Pins of the parts on cables: column where the wire leaves.
TERMINAL_X = {
    "SW2.2": 25.4, "SW2.1": 28.6,
    "SW3.1": 34.4, "SW3.2": 37.6,
    "J11.2": 42.4, "J11.1": 44.6, "SW1.1": 47.4, "SW1.2": 49.6,
    "M1.3": 55.0, "M1.2": 56.2, "M1.1": 57.4,
    "SW4.2": 63.4, "SW4.1": 66.6,
}  # fmt: skip


def header_pin(pin: int) -> Point:
    """Where a pin of the Pi's header is drawn."""
    x = 2.0 + 3.0 * ((pin - 1) // 2)
    return x, HEADER_EVEN_Y if pin % 2 == 0 else HEADER_ODD_Y


def end_at(end: str) -> Point:
    """Where a wire's end is: a hole or a part's pin."""
    if end.startswith(f"{HEADER}."):
        return header_pin(int(end.partition(".")[2]))
    return (TERMINAL_X[end], TERMINAL_Y) if "." in end else spot(end)


def routes(wires: Iterable[Wire]) -> dict[Wire, list[Point]]:
    """Each wire's corners, from its start to its end."""
    wires = tuple(wires)
    below = [wire for wire in wires if wire.start.startswith(f"{HEADER}.")]
    links = [wire for wire in wires if "." in wire.end]
    above = [wire for wire in wires if wire not in below and wire not in links]
    found = {wire: _link(wire) for wire in links}
    for group, first, step in ((below, BELOW_Y, LANE), (above, ABOVE_Y, -LANE)):
        for wire, lane in lanes(group).items():
            found[wire] = _route(wire, first + step * lane)
    return found


def leaves_at(wire: Wire) -> float:
    """The column where the wire enters the lanes: pins of the inner row pass between the outer."""
    x, y = end_at(wire.start)
    return x - 1.5 if y == HEADER_ODD_Y else x


def comes_at(wire: Wire) -> float:
    """The column where the wire leaves the lanes."""
    return wire.via if wire.via is not None else end_at(wire.end)[0]


def lanes(wires: Iterable[Wire]) -> dict[Wire, int]:
    """A lane for each wire, 0 nearest the breadboard; wires that overlap have different ones."""
    found: dict[Wire, int] = {}
    right = [wire for wire in wires if comes_at(wire) >= leaves_at(wire)]
    left = [wire for wire in wires if wire not in right]
    order = sorted(right, key=leaves_at) + sorted(left, key=leaves_at, reverse=True)
    for wire in order:
        span = sorted((leaves_at(wire), comes_at(wire)))
        over = [
            found[other]
            for other in found
            if span[0] - 1 < max(leaves_at(other), comes_at(other))
            and span[1] + 1 > min(leaves_at(other), comes_at(other))
        ]
        found[wire] = max(over, default=-1) + 1
    return found


def _route(wire: Wire, lane_y: float) -> list[Point]:
    start, end = end_at(wire.start), end_at(wire.end)
    leave, come = leaves_at(wire), comes_at(wire)
    corners = [start, (leave, start[1]), (leave, lane_y), (come, lane_y), (come, end[1]), end]
    return [p for n, p in enumerate(corners) if n == 0 or p != corners[n - 1]]


def _link(wire: Wire) -> list[Point]:
    (x1, y), (x2, _) = end_at(wire.start), end_at(wire.end)
    return [(x1, y), (x1, y + LANE), (x2, y + LANE), (x2, y)]
