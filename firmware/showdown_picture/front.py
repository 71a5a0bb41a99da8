"""The roomy and the standard layout: lamps one above the other, a paddle on each side."""

from __future__ import annotations

from dataclasses import dataclass

from showdown_picture import rows
from showdown_picture.drawing import Canvas, Rect, Style
from showdown_picture.parts import arrow, button, lamp, paddle, tray
from showdown_picture.view import SIDES, Side, View
from showdown_picture.words import ms, name_of, told

LAMPS = ("red", "amber", "green")
_TRAY = 3
_BUTTON = 3


@dataclass(frozen=True, slots=True)
class Measures:
    """From `width` x `height` cells on; `lamp`, `paddle`, `button`: cells wide, then high.

    `side`: the column of a player; `top`: the lines above the tray.
    """

    width: int
    height: int
    lamp: tuple[int, int]
    paddle: tuple[int, int]
    button: int
    side: int
    top: int


STANDARD = Measures(80, 24, (17, 3), (20, 6), 17, 22, 3)
ROOMY = Measures(100, 30, (19, 4), (24, 7), 21, 28, 4)
TALL = Measures(100, 36, (23, 5), (26, 9), 25, 28, 4)


def front(canvas: Canvas, view: View, size: Measures) -> None:
    """Draw it; `canvas` is at least as large as `size` says."""
    rows.head(canvas, view)
    said = told(view)
    canvas.put(1, size.top - 2, said.head, said.style, room=canvas.width - 2, align="^")
    canvas.put(1, size.top - 1, said.more, Style.PLAIN, room=canvas.width - 2, align="^")
    left = (canvas.width - size.width) // 2
    middle = canvas.width // 2
    wide, high = size.lamp
    lamps_at = size.top + _TRAY
    span = size.width - 2 * size.side - 2
    tray(canvas, Rect(middle - span // 2, size.top, span, _TRAY), view)
    for number, name in enumerate(LAMPS):
        lit = getattr(view, name)
        lamp(canvas, Rect(middle - wide // 2, lamps_at + number * high, wide, high), name, lit)
    button_at = lamps_at + 3 * high
    pressed = Rect(middle - size.button // 2, button_at, size.button, _BUTTON)
    button(canvas, pressed, view.button_down)
    arrow_at = lamps_at + high + (high - 3) // 2
    reach = (span - wide) // 2 - 1
    shaft = min(reach, 9)
    for side in SIDES:
        out = -1 - shaft if side == "left" else wide + 1
        at = Rect(middle - wide // 2 + out, arrow_at, shaft, 3)
        arrow(canvas, at, side, getattr(view, f"arrow_{side}"))
    ground = button_at + _BUTTON
    for side in SIDES:
        x = left if side == "left" else left + size.width - size.side
        _player(canvas, view, side, Rect(x, lamps_at, size.side, ground - lamps_at), size.paddle)
    below = canvas.height - ground - 2  # what is between the unit and the keys
    told_below = min(rows.noticed(view), max(below - 2, 1), 4)
    rows.records(canvas, view, ground + (1 if below > 6 else 0), below - told_below - (below > 6))
    rows.notices(canvas, view, canvas.height - 1 - told_below, told_below)
    rows.hint(canvas, view)


def _player(canvas: Canvas, view: View, side: Side, at: Rect, size: tuple[int, int]) -> None:
    """Name, time and what it came to above the paddle, which is of that size."""
    x, top, room, _ = at
    ground = top + at.high
    own = Style.LEFT if side == "left" else Style.RIGHT
    lines = [(side.upper(), own), (name_of(view, side), Style.BOLD), *_fate(view, side)]
    if view.practice not in {None, side}:
        lines.append(("not in this one", Style.DIM))
    for down, (text, style) in enumerate(lines):
        canvas.put(x, top + down, text, style, room=room, align="^")
    wide, high = size
    if side in view.held:
        canvas.put(x, ground - high - 1, "held: let go", Style.WARNING, room=room, align="^")
    there = Rect(x + (room - wide) // 2, ground - high, wide, high)
    paddle(canvas, there, side, getattr(view, f"{side}_down"))


def _fate(view: View, side: Side) -> list[tuple[str, Style]]:
    row = view.verdict
    if row is None:
        return []
    us = row.left_us if side == "left" else row.right_us
    lines = []
    early = row.outcome in {"false_start", "anticipated"}
    if us is not None:
        lines.append((ms(us), Style.BOLD))
    elif row.loser == side and early:
        lines.append(("too early", Style.WARNING))
    if row.loser == side:
        lines.append(("loses", Style.WARNING))
    elif row.loser is not None and not early:
        lines.append(("wins", Style.GOOD))
    return lines
