"""Where a moment of an attempt stands in its picture: windows, scales, ticks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from showdown_host.expected import Judged
from showdown_host.why import presses_of
from showdown_referee.limits import MS, US, S
from showdown_referee.model import Edge, Side

STEPS = (1, 2, 5)
FEW = 11  # ticks at most


@dataclass(frozen=True, slots=True)
class Window:
    """A span of an attempt, in its own ns, drawn from `left_px` to `right_px`.

    `zero_ns`: the moment that its axis calls 0.
    """

    from_ns: int
    until_ns: int
    zero_ns: int
    left_px: int
    right_px: int

    def x(self, t_ns: int) -> float:
        """Where that moment stands, in tenths of a pixel; outside it the window's edge."""
        t_ns = min(max(t_ns, self.from_ns), self.until_ns)
        span_ns = self.until_ns - self.from_ns
        tenths = (t_ns - self.from_ns) * (self.right_px - self.left_px) * 10 // span_ns
        return self.left_px + tenths / 10

    def holds(self, t_ns: int) -> bool:
        """Whether that moment is in it."""
        return self.from_ns <= t_ns <= self.until_ns

    @property
    def step_ns(self) -> int:
        """From tick to tick: 1, 2 or 5 times a power of ten."""
        span_ns, power = self.until_ns - self.from_ns, 1
        while True:
            for step in STEPS:
                if span_ns <= step * power * FEW:
                    return step * power
            power *= 10

    @property
    def unit(self) -> tuple[int, str]:
        """What the axis counts in: what makes its numbers short."""
        if self.step_ns >= S // 2:
            return S, "s"
        return (MS, "ms") if self.step_ns >= MS // 10 else (US, "µs")

    def ticks(self) -> list[tuple[int, str]]:
        """Each tick's moment and its number."""
        unit_ns, _ = self.unit
        step_ns = self.step_ns
        first = -((self.zero_ns - self.from_ns) // step_ns)
        last = (self.until_ns - self.zero_ns) // step_ns
        return [
            (
                self.zero_ns + n * step_ns,
                f"{n * step_ns / unit_ns:g}".replace("-", "\N{MINUS SIGN}"),
            )
            for n in range(first, last + 1)
        ]


def zero_of(one: Judged) -> tuple[int, str]:
    """The moment that times are counted from, and its name."""
    green = one.green
    if green is not None:
        return green.end_ns, "green"
    if one.given.hold_began_ns is not None:
        return one.given.hold_began_ns + one.given.hold_ns, "green due"
    return 0, "count lamp"


def counted_presses(one: Judged) -> dict[Side, int]:
    """What each side's press counts as."""
    return one.compared.all(presses_of(one))


def main_window(one: Judged, left_px: int, right_px: int) -> Window:
    """Everything that decided, with a little air; whole where nothing did."""
    zero_ns, _ = zero_of(one)
    seen = [zero_ns]
    presses = presses_of(one)
    seen += [*presses.values(), *counted_presses(one).values()]
    if not presses:
        known = one.given.log[: one.given.known]
        seen += [e.stamp_ns for e in known if isinstance(e, Edge) and e.stamp_ns >= 0]
        seen.append(one.given.verdict.at_ns)
    first_ns, last_ns = min(seen), max(seen)
    air_ns = max((last_ns - first_ns) // 8, 5 * MS)
    lead_ns = max(air_ns, 20 * MS)
    return Window(first_ns - lead_ns, last_ns + air_ns + 30 * MS, zero_ns, left_px, right_px)


def zero_name(one: Judged, window: Window) -> str:
    """What that window's axis counts from."""
    zero_ns, name = zero_of(one)
    if window.zero_ns == zero_ns:
        return name
    return "first press" if window.zero_ns == min(counted_presses(one).values()) else "later press"


def zoom_window(one: Judged, whole: Window, left_px: int, right_px: int) -> Window | None:
    """What is too small to see in the whole: bounces, a narrow margin, a press close to green.

    Counted from the first press, or from certain green where that press was at green; where only
    the later press bounced, from that one. None where everything can be seen.
    """
    presses, counted = presses_of(one), counted_presses(one)
    if not presses:
        return None
    first = min(counted, key=lambda side: counted[side])
    first_ns = counted[first]
    pixel_ns = (whole.until_ns - whole.from_ns) // (whole.right_px - whole.left_px)
    close_ns = 30 * pixel_ns
    green = one.green
    at_green = green is not None and abs(first_ns - green.end_ns) < close_ns
    near = [side for side in counted if counted[side] - first_ns < close_ns]
    bounces = _bounces(one)
    bouncy = [side for side in near if side in bounces]
    if len(near) == 1 and not at_green and not bouncy:
        later = next(iter(bounces.values()), None)
        return None if later is None else _around(later, later[0], left_px, right_px)
    seen, zero_ns = [counted[side] for side in near], first_ns
    if green is not None and at_green:
        seen += [green.before_ns, green.end_ns]
        zero_ns = green.end_ns
    seen += [t for side in bouncy for t in bounces[side] if t - first_ns < close_ns]
    seen.append(max(*seen, first_ns + one.limits.resolution_ns))
    return _around(seen, zero_ns, left_px, right_px)


def _bounces(one: Judged) -> dict[Side, list[int]]:
    """The edges of each press that bounced, itself first; none of a press that a handicap moves."""
    presses, counted = presses_of(one), counted_presses(one)
    found: dict[Side, list[int]] = {}
    for side, press_ns in presses.items():
        until_ns = press_ns + 4 * one.limits.bounce_gap_ns
        edges = sorted(
            edge.stamp_ns
            for edge in one.given.log
            if isinstance(edge, Edge)
            and edge.side is side
            and press_ns <= edge.stamp_ns <= until_ns
        )
        if counted[side] == press_ns and len(edges) > 1:
            found[side] = edges
    return found


def _around(seen: Sequence[int], zero_ns: int, left_px: int, right_px: int) -> Window:
    """All of these moments, with a little air."""
    from_ns, until_ns = min(seen), max(seen)
    air_ns = max((until_ns - from_ns) // 6, 2 * US)
    return Window(from_ns - air_ns, until_ns + air_ns, zero_ns, left_px, right_px)
