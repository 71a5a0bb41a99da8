"""The unit's parts, each drawn so that its shape tells what it does, without any colour."""

from __future__ import annotations

from showdown_picture.drawing import Canvas, Rect, Style
from showdown_picture.view import Lamp, Side, View
from showdown_picture.words import cards

LIT = {"red": Style.RED_ON, "amber": Style.AMBER_ON, "green": Style.GREEN_ON}

_THIN, _HEAVY, _DASHED = "─│╭╮╰╯", "━┃┏┓┗┛", "╌╎┌┐└┘"
_ASCII_THIN, _ASCII_HEAVY, _ASCII_DASHED = "-|....", "=#####", "-:::::"


def frame(canvas: Canvas, at: Rect, kind: str, style: Style) -> None:
    """A rectangle's edge: `thin`, `heavy` or `dashed`."""
    x, y, wide, high = at
    drawn = {"thin": _THIN, "heavy": _HEAVY, "dashed": _DASHED}
    spare = {"thin": _ASCII_THIN, "heavy": _ASCII_HEAVY, "dashed": _ASCII_DASHED}
    edge, side, *corners = tuple((drawn if canvas.unicode else spare)[kind])
    inner = wide - 2
    canvas.shape(x, y, [corners[0] + edge * inner + corners[1]], style)
    for row in range(y + 1, y + high - 1):
        canvas.put(x, row, side, style)
        canvas.put(x + wide - 1, row, side, style)
    canvas.shape(x, y + high - 1, [corners[2] + edge * inner + corners[3]], style)


def lamp(canvas: Canvas, at: Rect, name: str, lit: Lamp) -> None:
    """Lit: heavy, filled, in capitals; off: thin and empty; blinking: half filled; unknown: `?`."""
    x, y, wide, high = at
    style, kind, words, fill = _lamp_look(canvas, name, lit)
    frame(canvas, at, kind, style)
    inner = wide - 2
    for row in range(y + 1, y + high - 1):
        canvas.put(x + 1, row, fill * inner, style)
    middle = y + high // 2 if high % 2 else y + high // 2 - 1
    canvas.put(x + 1, middle, words.center(inner, fill), style, room=inner)


def lamp_word(name: str, lit: Lamp, *, unicode: bool) -> tuple[str, Style]:
    """A lamp in 9 cells."""
    fill = "█" if unicode else "#"
    if lit is True:
        return f" {name.upper()} ".center(9, fill), LIT[name]
    if lit == "blinks":
        half = "▒" if unicode else "*"
        return f" {name.upper()} ".center(9, half), LIT[name]
    if lit is False:
        return f"({name})".center(9), Style.LAMP_OFF
    return f"({name}?)".center(9), Style.UNKNOWN


def _lamp_look(canvas: Canvas, name: str, lit: Lamp) -> tuple[Style, str, str, str]:
    if lit is True:
        return LIT[name], "heavy", f" {name.upper()} ", "█" if canvas.unicode else "#"
    if lit == "blinks":
        return LIT[name], "heavy", f" {name.upper()} ", "▒" if canvas.unicode else "*"
    if lit is False:
        return Style.LAMP_OFF, "thin", name, " "
    return Style.UNKNOWN, "dashed", f"{name}?", " "


def arrow(canvas: Canvas, at: Rect, side: Side, lit: Lamp) -> None:
    """Three rows high. Lit: a filled head and a heavy shaft; off: a thin one."""
    x, y, wide, _ = at
    if lit is None:
        canvas.put(x, y + 1, ("< ?" if side == "left" else "? >").center(wide), Style.UNKNOWN)
        return
    on = lit is not False
    style = Style.ARROW_ON if on else Style.LAMP_OFF
    if canvas.unicode:
        shaft = ("▒" if lit == "blinks" else "█") if on else "╌"
        heads = (["  ▗▟", "◀███", "  ▝▜"], ["▙▖  ", "███▶", "▛▘  "]) if on else (["◁"], ["▷"])
    else:
        shaft = ("*" if lit == "blinks" else "#") if on else "-"
        heads = (["  /#", "<###", "  \\#"], ["#\\  ", "###>", "#/  "]) if on else (["<"], [">"])
    head = heads[0] if side == "left" else heads[1]
    size = len(head[0])
    tip = x if side == "left" else x + wide - size
    canvas.shape(tip, y if on else y + 1, head, style)
    start = x + size if side == "left" else x
    canvas.shape(start, y + 1, [shaft * (wide - size)], style)


def tray(canvas: Canvas, at: Rect, view: View) -> None:
    """Three rows high: level on its post, or a stair down to the side that it tips to."""
    x, y, wide, _ = at
    edge, up, down = ("━", "┏", "┛") if canvas.unicode else ("=", "/", "/")
    if view.tray in {"left", "right"}:
        step = wide // 3
        last = wide - 2 * step
        rows = [
            " " * (2 * step) + up + edge * (last - 1),
            " " * step + up + edge * (step - 1) + down,
            edge * step + down,
        ]
        if view.tray == "right":
            turn = str.maketrans("┏┛/", "┓┗\\")
            rows = [row.ljust(wide)[::-1].translate(turn) for row in rows]
        canvas.shape(x, y, rows, Style.TRAY)
        free = x + step if view.tray == "left" else x
        word = f"tipped to the {view.tray}"
        canvas.put(free, y + 2, word, Style.BOLD, room=wide - step, align="^")
        return
    if view.tray == "level":
        load = cards(view.cards) if view.cards and view.key is not None else "tray level"
        canvas.put(x, y, load, Style.DIM, room=wide, align="^")
        canvas.shape(x, y + 1, [edge * wide], Style.TRAY)
        canvas.shape(x + wide // 2, y + 2, ["┃" if canvas.unicode else "|"], Style.TRAY)
        return
    unsure = "╌" if canvas.unicode else "- "
    canvas.shape(x, y + 1, [(unsure * wide)[:wide]], Style.UNKNOWN)
    style = Style.WARNING if view.tray == "unknown" else Style.UNKNOWN
    words = " tray: unknown " if view.tray == "unknown" else " tray? "
    canvas.put(x, y + 1, words, style, room=wide, align="^")


def paddle(canvas: Canvas, at: Rect, side: Side, down: bool | None) -> None:
    """Up: a tall empty box; down: a low filled one on the same ground; unknown: dashed, `?`."""
    x, y, wide, high = at
    ground = "▔" if canvas.unicode else "="
    canvas.shape(x, y + high - 1, [ground * wide], Style.DIM)
    canvas.box(side, at)
    own = Style.LEFT if side == "left" else Style.RIGHT
    if down:
        top = y + high - 1 - 3
        frame(canvas, Rect(x, top, wide, 3), "heavy", Style.PRESSED)
        fill = "█" if canvas.unicode else "#"
        canvas.put(x + 1, top + 1, " DOWN ".center(wide - 2, fill), Style.PRESSED)
        return
    known = down is not None
    style = own if known else Style.UNKNOWN
    frame(canvas, at._replace(high=high - 1), "thin" if known else "dashed", style)
    middle = y + (high - 2) // 2
    canvas.put(x + 1, middle, "up" if known else "up or down?", style, room=wide - 2, align="^")


def button(canvas: Canvas, at: Rect, down: bool | None) -> None:
    """The timer button, three rows high: up, filled where it is down, dashed where unknown."""
    x, y, wide, _ = at
    canvas.box("button", at)
    if down:
        frame(canvas, at, "heavy", Style.PRESSED)
        fill = "█" if canvas.unicode else "#"
        text = " TIMER DOWN " if wide >= 16 else " DOWN "
        canvas.put(x + 1, y + 1, text.center(wide - 2, fill), Style.PRESSED, room=wide - 2)
        return
    known = down is not None
    style = Style.PLAIN if known else Style.UNKNOWN
    frame(canvas, at, "thin" if known else "dashed", style)
    text = "timer button" if wide >= 14 else "timer"
    canvas.put(x + 1, y + 1, text, style, room=wide - 2, align="^")
