"""The compact layout: lamps side by side, down to 40 x 12; below, as much as there is room."""

from __future__ import annotations

from showdown_picture import rows
from showdown_picture.drawing import Canvas, Rect, Style
from showdown_picture.front import LAMPS
from showdown_picture.parts import button, frame, lamp, lamp_word
from showdown_picture.view import SIDES, Lamp, Side, View
from showdown_picture.words import name_of, told

_TALL = 18  # from this many lines on lamps have frames
_WIDEST = 70


def compact(canvas: Canvas, view: View) -> None:
    """Draw it in whatever room there is."""
    wide = min(canvas.width, _WIDEST)
    x = (canvas.width - wide) // 2
    rows.head(canvas, view)
    said = told(view)
    canvas.put(0, 1, said.head, said.style, align="^")
    canvas.put(0, 2, said.fitting(canvas.width), Style.PLAIN, align="^")
    _tray(canvas, view, x, 3, wide)
    tall = canvas.height >= _TALL
    y = 5 if tall else 4
    y = _lamps(canvas, view, x, y, wide, tall=tall) + (1 if tall else 0)
    y = _players(canvas, view, x, y, wide)
    last = canvas.height - 1
    room = last - y
    told_below = min(rows.noticed(view), max(room - 1, 0) if room > 2 else room, 3)
    if room - told_below >= 3:
        rows.records(canvas, view, y, room - told_below - 1)
    elif view.rows and room - told_below > 0:
        for down, row in enumerate(view.rows[: room - told_below]):
            rows.record(canvas, y + down, row)
    rows.notices(canvas, view, last - told_below, told_below)
    if last > 2:
        rows.hint(canvas, view)


def _tray(canvas: Canvas, view: View, x: int, y: int, wide: int) -> None:
    edge = "━" if canvas.unicode else "="
    if view.tray in {"left", "right"}:
        head = {"left": "◀", "right": "▶"} if canvas.unicode else {"left": "<", "right": ">"}
        words = f" tray tipped to the {view.tray} "
        run = edge * max((wide - len(words)) // 2, 0)
        mark = head[view.tray] * 3
        text = f"{mark}{words}{run}" if view.tray == "left" else f"{run}{words}{mark}"
        align = "<" if view.tray == "left" else ">"
        canvas.put(x, y, text, Style.BOLD, room=wide, align=align)  # type: ignore[arg-type]
        return
    known = view.tray == "level"
    words = " tray level " if known else " tray? " if view.tray is None else " tray unknown "
    line = words.center(min(wide, 30), edge if known else "?")
    style = Style.TRAY if known else Style.UNKNOWN if view.tray is None else Style.WARNING
    canvas.put(x, y, line, style, room=wide, align="^")


def _lamps(canvas: Canvas, view: View, x: int, y: int, wide: int, *, tall: bool) -> int:
    """Arrows at the ends, lamps between; the line below them."""
    each = 13 if tall and wide >= 56 else 9
    gap = 1
    start = x + (wide - 3 * each - 2 * gap) // 2
    for number, name in enumerate(LAMPS):
        at, lit = start + number * (each + gap), getattr(view, name)
        if tall and each > 9:
            lamp(canvas, Rect(at, y, each, 3), name, lit)
        else:
            text, style = lamp_word(name, lit, unicode=canvas.unicode)
            canvas.put(at, y, text, style)
    row = y + 1 if tall and each > 9 else y
    reach = max(min((wide - 3 * each - 2 * gap) // 2 - 1, 6), 0)
    _arrow(canvas, Rect(start - 1 - reach, row, reach, 1), "left", view.arrow_left)
    after = start + 3 * each + 2 * gap + 1
    _arrow(canvas, Rect(after, row, reach, 1), "right", view.arrow_right)
    return y + (3 if tall and each > 9 else 1)


def _arrow(canvas: Canvas, at: Rect, side: Side, lit: Lamp) -> None:
    x, y, reach, _ = at
    on = lit not in {False, None}
    if canvas.unicode:
        heads = {True: "◀▶", False: "◁▷"}[on]
        shaft = {True: "█", "blinks": "▒", False: "╌"}.get(lit, "?") if lit is not None else "?"
    else:
        heads = "<>"
        shaft = {True: "#", "blinks": "*", False: "-"}.get(lit, "?") if lit is not None else "?"
    run = shaft * (reach - 1)
    text = heads[0] + run if side == "left" else run + heads[1]
    style = Style.ARROW_ON if on else Style.UNKNOWN if lit is None else Style.LAMP_OFF
    canvas.put(x, y, text, style, room=reach)


def _players(canvas: Canvas, view: View, x: int, y: int, wide: int) -> int:
    """Names, paddles and the timer button between them; the line below."""
    third = wide // 3
    for side in SIDES:
        own = Style.LEFT if side == "left" else Style.RIGHT
        at = x if side == "left" else x + wide - third
        down = getattr(view, f"{side}_down")
        name = name_of(view, side) or side.upper()
        canvas.put(at, y, name, own, room=third, align="^")
        box = third - 2
        there = Rect(at + 1, y + 1, box, 3)
        canvas.box(side, there)
        kind = "heavy" if down else "dashed" if down is None else "thin"
        style = Style.PRESSED if down else Style.UNKNOWN if down is None else own
        frame(canvas, there, kind, style)
        fill = ("█" if canvas.unicode else "#") if down else " "
        word = " DOWN " if down else "up?" if down is None else "up"
        if side in view.held:
            word = " HELD "
        canvas.put(at + 2, y + 2, word.center(box - 2, fill), style, room=box - 2)
    button(canvas, Rect(x + third + 1, y + 1, wide - 2 * third - 2, 3), view.button_down)
    return y + 4
