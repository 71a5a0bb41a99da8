"""Reaction times over the showdowns, a panel a player: drawn as SVG. Pure.

Told apart by shape, never by colour: dots are showdowns, rings practice, squares those with a
handicap, triangles at the top what is slower than the scale, crosses below it false starts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from showdown_host.history_figures import median, reach
from showdown_host.history_players import EARLY, Player, identity, played, title, who
from showdown_host.history_rows import Row
from showdown_host.history_words import milliseconds
from showdown_host.race_drawing import Drawing
from showdown_protocol.messages import Side

MOST_PANELS = 12
MOST_POINTS = 400
"""A panel shows the last so many; figures and distribution are of all."""

_WIDTH, _PANEL, _HEAD, _FOOT = 760, 168, 46, 30
_LEFT, _PLOT, _GAP, _BARS = 56, 500, 26, 130
_TOP, _HIGH = 26, 118  # of the plot in its panel
_BINS = 16
_STYLE = """
text{font-family:"DejaVu Sans",Verdana,Arial,sans-serif;font-size:13px;fill:#1a1a1a}
.title{font-size:16px;font-weight:bold}.bold{font-weight:bold}.small{font-size:11px}
.paper{fill:#ffffff}.grid{stroke:#dcdcdc}.frame{fill:none;stroke:#a0a0a0}.axis{stroke:#a0a0a0}
.bar{fill:#9a9a9a}.dot{fill:#1a1a1a}.ring{fill:#ffffff;stroke:#1a1a1a;stroke-width:1.2}
.ink{stroke:#1a1a1a;stroke-width:1.3}.median{stroke:#1a1a1a;stroke-width:1.5;stroke-dasharray:6 4}
@media (prefers-color-scheme:dark){text{fill:#f0f0f0}.paper{fill:#16181c}.grid{stroke:#34373d}
.frame,.axis{stroke:#7a7d84}.bar{fill:#7a7d84}.dot{fill:#f0f0f0}.ring{fill:#16181c;stroke:#f0f0f0}
.ink,.median{stroke:#f0f0f0}}
"""


@dataclass(slots=True)
class Point:
    """One showdown of one player: a time, or a false start."""

    time_us: int | None
    early: bool
    practice: bool
    handicapped: bool


@dataclass(slots=True)
class Panel:
    """One player's, in the order of play."""

    name: str
    points: list[Point] = field(default_factory=list)

    @property
    def times(self) -> list[int]:
        """Those that were measured."""
        return [point.time_us for point in self.points if point.time_us is not None]


def panels(
    rows: Iterable[Row], units: Mapping[str, str], wanted: Iterable[Player] | None = None
) -> list[Panel]:
    """Everyone with a time or a false start, the most first; `wanted`: of these players alone."""
    asked = None if wanted is None else {title(player.who, units) for player in wanted}
    found: dict[tuple[str, str, str], Panel] = {}
    for row in rows:
        for side in played(row):
            point = _point(row, side)
            if point is None:
                continue
            panel = found.setdefault(identity(row, side), Panel(""))
            panel.name = title(who(row, side), units)
            panel.points.append(point)
    chosen = [panel for panel in found.values() if asked is None or panel.name in asked]
    return sorted(chosen, key=lambda panel: (-len(panel.points), panel.name))


def drawing(shown: Sequence[Panel]) -> str:
    """All of them on one scale; beyond `MOST_PANELS` a line says how many are missing."""
    left_out = len(shown) - MOST_PANELS
    shown = shown[:MOST_PANELS]
    height = _HEAD + max(len(shown), 1) * _PANEL + _FOOT
    out = Drawing()
    out.rect("paper", 0, 0, _WIDTH, height)
    out.text("title", _LEFT, 24, "Reaction times, from green to the press")
    _legend(out)
    scale = _Scale.of([time for panel in shown for time in panel.times])
    for number, panel in enumerate(shown):
        _panel(out, panel, scale, _HEAD + number * _PANEL)
    if not shown:
        out.text("bold", _LEFT, _HEAD + 60, "Nothing was measured yet.")
    if left_out > 0:
        out.text("small", _LEFT, height - 10, f"and {left_out} more: name one with --player")
    told = "; ".join(
        f"{one.name}: {len(one.times)} times, median {milliseconds(median(one.times))} ms"
        for one in shown
    )
    return out.document(_WIDTH, height, f"Reaction times. {told}", _STYLE)


@dataclass(frozen=True, slots=True)
class _Scale:
    """Times to heights; `step_us` between two lines of the grid."""

    low_us: int
    high_us: int
    step_us: int

    @classmethod
    def of(cls, times: Sequence[int]) -> _Scale:
        """Wide enough for all but stragglers, whose distance would press the rest together."""
        low, high = min(times, default=200_000), reach(times, 20_000) or 300_000
        span = max(high - low, 20_000)
        step = next(one for one in _steps() if span <= one * 5)
        low = low // step * step
        return cls(low, max(-(-high // step), low // step + 1) * step, step)

    def y(self, time_us: int) -> float:
        """Pixels from the plot's top."""
        return _HIGH - (time_us - self.low_us) * _HIGH / (self.high_us - self.low_us)


def _steps() -> Iterable[int]:
    step = 5_000
    while True:
        yield from (step, step * 2, step * 4, step * 5)
        step *= 10


def _legend(out: Drawing) -> None:
    x, y = _LEFT, 42
    for mark, words, wide in (
        ("dot", "showdown", 88),
        ("square", "with a handicap", 126),
        ("ring", "practice", 80),
        ("cross", "false start", 92),
        ("beyond", "slower than the scale", 158),
        ("median", "median", 70),
    ):
        _mark(out, mark, x + 4, y - 4)
        out.text("small", x + 16, y, words)
        x += wide


def _panel(out: Drawing, panel: Panel, scale: _Scale, top: int) -> None:
    times, points = panel.times, panel.points[-MOST_POINTS:]
    far, base = _LEFT + _PLOT + _GAP, top + _TOP + _HIGH
    out.text("bold", _LEFT, top + 16, _short(panel.name, 30))
    out.text("small", far + _BARS, top + 16, _figures(panel), "end")
    _grid(out, scale, top)
    _bars(out, times, scale, top)
    for spot, point in enumerate(points):
        x = _LEFT + 8 + spot * (_PLOT - 16) / max(len(points) - 1, 1)
        if point.time_us is None:
            _mark(out, "cross", x, base + 8)
        elif point.time_us > scale.high_us:
            _mark(out, "beyond", x, top + _TOP - 4)
        else:
            kind = "ring" if point.practice else "square" if point.handicapped else "dot"
            _mark(out, kind, x, top + _TOP + scale.y(point.time_us))
    middle = median(times)
    if middle is not None and middle <= scale.high_us:
        y = top + _TOP + scale.y(middle)
        out.line("median", _LEFT, y, _LEFT + _PLOT, y)
        out.line("median", far, y, far + _BARS, y)


def _figures(panel: Panel) -> str:
    times, early = panel.times, sum(point.early for point in panel.points)
    middle, best = milliseconds(median(times)), milliseconds(min(times, default=None))
    words = f"median {middle} ms, best {best} ms, {len(times)} time{'s' if len(times) != 1 else ''}"
    return words + (f", {early} false start{'s' if early != 1 else ''}" if early else "")


def _grid(out: Drawing, scale: _Scale, top: int) -> None:
    out.rect("frame", _LEFT, top + _TOP, _PLOT, _HIGH)
    for time in range(scale.low_us, scale.high_us + 1, scale.step_us):
        y = top + _TOP + scale.y(time)
        if scale.low_us < time < scale.high_us:
            out.line("grid", _LEFT, y, _LEFT + _PLOT, y)
        unit = " ms" if time == scale.high_us else ""
        out.text("small", _LEFT - 6, y + 4, f"{time // 1000}{unit}", "end")


def _bars(out: Drawing, times: Sequence[int], scale: _Scale, top: int) -> None:
    """How many in each band of times; stragglers are in none."""
    left, span = _LEFT + _PLOT + _GAP, scale.high_us - scale.low_us
    counts = [0] * _BINS
    for time in times:
        if time <= scale.high_us:
            counts[min((time - scale.low_us) * _BINS // span, _BINS - 1)] += 1
    most, high = max([*counts, 1]), _HIGH / _BINS
    for spot, number in enumerate(counts):
        if number:
            y = top + _TOP + _HIGH - (spot + 1) * high
            out.rect("bar", left, y + 0.5, number * _BARS / most, high - 1)
    out.line("axis", left, top + _TOP, left, top + _TOP + _HIGH)


def _mark(out: Drawing, kind: str, x: float, y: float) -> None:
    match kind:
        case "dot":
            out.circle("dot", x, y, 2.6)
        case "ring":
            out.circle("ring", x, y, 3.2)
        case "square":
            out.rect("ring", x - 3, y - 3, 6, 6)
        case "cross":
            out.line("ink", x - 3, y - 3, x + 3, y + 3)
            out.line("ink", x - 3, y + 3, x + 3, y - 3)
        case "beyond":
            out.path("dot", f"M{x - 3.5:.1f} {y + 3:.1f}h7l-3.5 -6z")
        case _:
            out.line("median", x - 5, y, x + 9, y)


def _point(row: Row, side: Side) -> Point | None:
    if row.outcome not in EARLY:
        time = row.reaction_us(side)
        early = False
    else:
        time, early = None, row.practice is not None or row.loser is side
    if time is None and not early:
        return None
    return Point(time, early, row.practice is not None, row.handicapped)


def _short(name: str, most: int) -> str:
    return name if len(name) <= most else name[: most - 1] + "…"
