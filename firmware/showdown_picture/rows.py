"""The list of the last verdicts, and the lines around the unit."""

from __future__ import annotations

from showdown_picture.cells import fit
from showdown_picture.drawing import Canvas, Style
from showdown_picture.view import SIDES, Row, Side, View
from showdown_picture.words import ms, sentence

_TIME = 9


def head(canvas: Canvas, view: View) -> None:
    """The top line: whose unit, how it is reached, who holds control."""
    mark = ("●" if view.linked else "○") if canvas.unicode else ("*" if view.linked else "o")
    state = view.link if view.linked else f"{view.link} (lost)" if view.link else "no link"
    words = [f"{mark} {canvas.clean(state)}"]
    if view.linked and view.control is not None:
        words.append(f"control: {canvas.clean(view.control) or 'nobody'}")
    text = "  ".join(words)
    name = canvas.clean(view.name)
    room = max(canvas.width - 2, 0)
    most = max(room - min(len(text), room * 2 // 3) - 2, 0)
    taken = canvas.put(1, 0, name, Style.TITLE, room=most)
    style = Style.DIM if view.linked else Style.WARNING
    canvas.put(taken + 3, 0, text, style, room=max(room - taken - 2, 0), align=">")


def records(canvas: Canvas, view: View, y: int, count: int) -> None:
    """The heading at `y` and up to `count` records below it."""
    line = "─" if canvas.unicode else "-"
    canvas.put(0, y, line * canvas.width, Style.DIM)
    canvas.put(2, y, " last showdowns ", Style.DIM)
    if not view.rows:
        canvas.put(2, y + 1, "none yet" if count > 0 else "", Style.DIM)
    for down, row in enumerate(view.rows[:count], start=1):
        record(canvas, y + down, row)


def record(canvas: Canvas, y: int, row: Row) -> None:
    """One record on one line: both sides with their times, and what it came to."""
    words = "; ".join((sentence(row), *row.notes))
    if canvas.width < 70:
        times = " ".join(f"{side[0].upper()} {_time(row, side)}" for side in SIDES)
        canvas.put(1, y, times, Style.PLAIN)
        canvas.put(len(times) + 3, y, _short(row), _tone(row), room=canvas.width - len(times) - 4)
        return
    name = max(min((canvas.width - 42) // 4, 18), 8)
    x = 1
    for side in SIDES:
        who = (row.left_name if side == "left" else row.right_name) or side
        mark = "-" if row.loser == side else " "
        style = Style.LEFT if side == "left" else Style.RIGHT
        canvas.put(x, y, mark + canvas.clean(who), style, room=name)
        canvas.put(x + name + 1, y, _time(row, side), Style.PLAIN)
        x += name + 1 + _TIME + 2
    canvas.put(x, y, words, _tone(row), room=canvas.width - x - 1)


def notices(canvas: Canvas, view: View, y: int, count: int) -> None:
    """Faults and what else people should know, the worst first, on up to `count` lines."""
    shown = [(text, Style.FAULT) for text in view.faults]
    shown += [(text, Style.WARNING) for text in view.notes]
    shown += [(view.aside, Style.DIM)] if view.aside else []
    for down, (text, style) in enumerate(shown[:count]):
        mark = {Style.FAULT: "! ", Style.WARNING: "* "}.get(style, "")
        more = len(shown) - count
        tail = f"  (and {more} more)" if more > 0 and down == count - 1 else ""
        room = canvas.width - 2 - len(tail)
        taken = canvas.put(1, y + down, mark + text, style, room=room)
        canvas.put(1 + taken, y + down, tail, Style.DIM)


def noticed(view: View) -> int:
    """How many lines `notices` could fill."""
    return len(view.faults) + len(view.notes) + bool(view.aside)


def hint(canvas: Canvas, view: View) -> None:
    """The last line: the keys, set apart by two blanks; where all do not fit, the last two stay."""
    items, room = view.hint.split("  "), canvas.width - 2
    while len(items) > 2 and sum(map(len, items)) + 2 * (len(items) - 1) > room:
        del items[-3]
    canvas.put(1, canvas.height - 1, "  ".join(items), Style.KEY, room=room)


def _time(row: Row, side: Side) -> str:
    us = row.left_us if side == "left" else row.right_us
    if us is None:
        early = row.loser == side and row.outcome in {"false_start", "anticipated"}
        return fit("early" if early else "-", _TIME, align=">")
    return fit(ms(us), _TIME, align=">")


def _short(row: Row) -> str:
    words = sentence(
        Row(
            key=row.key,
            outcome=row.outcome,
            loser=row.loser,
            practice=row.practice,
            margin_us=row.margin_us,
            reason=row.reason,
        )
    )
    return "; ".join((words, *row.notes))


def _tone(row: Row) -> Style:
    if row.loser is not None:
        return Style.PLAIN
    return Style.DIM
