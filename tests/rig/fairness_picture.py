"""The share of wrong verdicts over the gap, drawn as SVG. Pure."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

from rig.fairness_rows import DESIGNS, Row

WIDTH, HEIGHT = 890, 400
LEFT, RIGHT, TOP, BOTTOM = 70, 560, 50, 340
"""The plot's edges; the names stand to its right."""

# Told apart by people who see few colours (Okabe and Ito). The unit's lines lie on each other at
# zero, so that each is thinner than the one beneath.
LINES = {
    "gpiod": ("#56b4e9", 11),
    "lgpio": ("#0072b2", 6),
    "shim": ("#000000", 1.5),
    "when_pressed": ("#d55e00", 2),
    "bounce_time": ("#e69f00", 2),
    "polling": ("#cc79a7", 2),
}
_STEPS = tuple(digit * 10**power for power in range(3, 9) for digit in (1, 2, 5))


def drawn(rows: Sequence[Row]) -> str:
    """One line for each design; the gap's axis is logarithmic."""
    least = min(row.apart_ns for row in rows)
    most = max(row.apart_ns for row in rows)
    low = max((step for step in _STEPS if step <= least), default=least)
    high = max(most, 10 * low)
    top = max(0.1, math.ceil(10 * max(row.wrong / len(row.duels) for row in rows)) / 10)

    def x(ns: int) -> float:
        return LEFT + (RIGHT - LEFT) * math.log(ns / low) / math.log(high / low)

    def y(share: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * share / top

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"'
        ' font-family="sans-serif" font-size="13" fill="#333333" role="img">',
        "<title>Share of wrong verdicts over the gap between two presses</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        _text(LEFT, 28, "Verdicts for the player who pressed second", size=16),
    ]
    for tenth in range(round(top * 10) + 1):
        at = y(tenth / 10)
        out += [_line(LEFT, at, RIGHT, at), _text(LEFT - 8, at + 4, f"{10 * tenth} %", "end")]
    for ns in _STEPS:
        if low <= ns <= 1.01 * high:
            out += [_line(x(ns), TOP, x(ns), BOTTOM)]
            out += [_text(x(ns), BOTTOM + 22, _scale(ns), "middle")]
    out += [
        _text((LEFT + RIGHT) / 2, BOTTOM + 48, "gap between the two presses (µs, ms)", "middle"),
        f'<text transform="translate(20 {(TOP + BOTTOM) / 2:.0f}) rotate(-90)"'
        ' text-anchor="middle">wrong, of all duels</text>',
    ]
    names = [name for name in DESIGNS if any(row.design == name for row in rows)]
    for n, name in enumerate(names):
        mine = sorted((row.apart_ns, row.wrong / len(row.duels)) for row in rows_of(rows, name))
        colour, width = LINES[name]
        points = " ".join(f"{x(ns):.1f},{y(share):.1f}" for ns, share in mine)
        style = f'stroke="{colour}" stroke-width="{width}"'
        out.append(
            f'<polyline points="{points}" fill="none" {style} stroke-linejoin="round"'
            ' stroke-linecap="round"/>'
        )
        if width == 2:
            out += [
                f'<circle cx="{x(ns):.1f}" cy="{y(share):.1f}" r="3.5" fill="{colour}"/>'
                for ns, share in mine
            ]
        at = TOP + 12 + 24 * n
        out += [
            f'<line x1="{RIGHT + 20}" y1="{at}" x2="{RIGHT + 48}" y2="{at}" {style}/>',
            _text(RIGHT + 58, at + 4, DESIGNS[name]),
        ]
    return "\n".join([*out, "</svg>"]) + "\n"


def rows_of(rows: Sequence[Row], design: str) -> list[Row]:
    """That design's."""
    return [row for row in rows if row.design == design]


def _scale(ns: int) -> str:
    return f"{ns // 1000} µs" if ns < 1_000_000 else f"{ns // 1_000_000} ms"


def _line(x1: float, y1: float, x2: float, y2: float) -> str:
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
        ' stroke="#dddddd" stroke-width="1"/>'
    )


def _text(x: float, y: float, words: str, anchor: str = "start", size: int = 13) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}">'
        f"{escape(words)}</text>"
    )
