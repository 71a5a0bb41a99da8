"""The picture as a widget: only the cells that changed are drawn anew, and it can be pressed."""

from __future__ import annotations

from collections.abc import Mapping

from rich.segment import Segment
from rich.style import Style as Shown
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from showdown_picture.draw import draw
from showdown_picture.drawing import Drawing, Line, Part, Style
from showdown_picture.view import View


class Picture(Widget):
    """Draws a `View` over its whole size. A mouse button, or a finger, presses what it is over."""

    DEFAULT_CSS = "Picture { width: 1fr; height: 1fr; }"

    class Pressed(Message):
        """A part went down or came up under the mouse."""

        def __init__(self, part: Part, down: bool) -> None:
            super().__init__()
            self.part = part
            self.down = down

    def __init__(self, styles: Mapping[Style, Shown], *, unicode: bool) -> None:
        super().__init__()
        self._styles = styles
        self._unicode = unicode
        self._view = View()
        self._drawing: Drawing | None = None
        self._under: Part | None = None

    @property
    def drawing(self) -> Drawing:
        """What is on it now."""
        width, height = self.size
        if self._drawing is None or (self._drawing.width, self._drawing.height) != (width, height):
            self._drawing = draw(self._view, width, height, unicode=self._unicode)
        return self._drawing

    def show(self, view: View) -> None:
        """Draw this from now on."""
        before, self._view = self._drawing, view
        self._drawing = None
        now = self.drawing
        if before is None or (before.width, before.height) != (now.width, now.height):
            self.refresh()
            return
        changed = [
            region
            for y, (old, new) in enumerate(zip(before.lines, now.lines, strict=True))
            if old != new and (region := _changed(old, new, y)) is not None
        ]
        if changed:
            self.refresh(*changed)

    def render_line(self, y: int) -> Strip:
        """One line of it."""
        drawing = self.drawing
        if y >= drawing.height:
            return Strip.blank(self.size.width)
        line = drawing.lines[y]
        return Strip([Segment(s.text, self._styles[s.style]) for s in line], drawing.width)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Down goes what is under it."""
        part = self.drawing.at(event.x, event.y)
        if part is None or event.button != 1:
            return
        self._let_go()
        self._under = part
        self.capture_mouse()
        self.post_message(self.Pressed(part, down=True))

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Up comes what went down, wherever the mouse is now."""
        if event.button == 1:
            self._let_go()

    def on_mouse_release(self) -> None:
        """The mouse was taken away: nothing stays down."""
        self._let_go()

    def _let_go(self) -> None:
        part, self._under = self._under, None
        if part is not None:
            self.release_mouse()
            self.post_message(self.Pressed(part, down=False))


def _changed(old: Line, new: Line, y: int) -> Region | None:
    """From the first cell that differs to the last one; the whole line where cells are wide."""
    before, now = _cells(old), _cells(new)
    if len(before) != len(now) or not all(char.isascii() or _narrow(char) for char, _ in now):
        return Region(0, y, max(len(before), len(now)) * 2, 1)
    differ = [x for x, pair in enumerate(zip(before, now, strict=True)) if pair[0] != pair[1]]
    return Region(differ[0], y, differ[-1] - differ[0] + 1, 1) if differ else None


def _cells(line: Line) -> list[tuple[str, Style]]:
    return [(char, span.style) for span in line for char in span.text]


def _narrow(char: str) -> bool:
    return "\u2010" <= char <= "\u203f" or "\u2500" <= char <= "\u25ff" or char in "µ·"
