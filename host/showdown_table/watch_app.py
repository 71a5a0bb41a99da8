"""The picture of the unit on a terminal of the host."""

from __future__ import annotations

from typing import ClassVar

from rich.segment import Segment
from rich.style import Style as Shown
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from showdown_picture.draw import draw
from showdown_picture.drawing import Drawing, Style
from showdown_picture.looks import LOOKS
from showdown_picture.view import View
from showdown_table.watch_link import Watch

LOOK_S = 0.1
"""Between two looks at what is known."""

COLOURS: dict[Style, Shown] = {style: Shown.parse(look) for style, look in LOOKS.items()}
"""The terminal's own 16 colours."""


class Picture(Widget):
    """Draws a `View` over its whole size; only lines that changed are drawn anew."""

    DEFAULT_CSS = "Picture { width: 1fr; height: 1fr; }"

    def __init__(self, *, unicode: bool) -> None:
        super().__init__()
        self._unicode = unicode
        self._view = View()
        self._drawing: Drawing | None = None

    def show(self, view: View) -> None:
        """Draw it from now on."""
        if view == self._view:
            return
        before, self._view, self._drawing = self._drawing, view, None
        after = self.drawing
        if before is None or (before.width, before.height) != (after.width, after.height):
            self.refresh()
            return
        for y, (old, new) in enumerate(zip(before.lines, after.lines, strict=True)):
            if old != new:
                self.refresh(Region(0, y, after.width, 1))

    @property
    def drawing(self) -> Drawing:
        """What is on it now."""
        width, height = self.size
        if self._drawing is None or (self._drawing.width, self._drawing.height) != (width, height):
            self._drawing = draw(self._view, width, height, unicode=self._unicode)
        return self._drawing

    def render_line(self, y: int) -> Strip:
        """One line of it."""
        drawing = self.drawing
        if y >= drawing.height:
            return Strip.blank(self.size.width, Shown())
        line = [Segment(span.text, self._style(span.style)) for span in drawing.lines[y]]
        return Strip(line, drawing.width)

    def _style(self, style: Style) -> Shown:
        shown = COLOURS[style]
        return shown.without_color if self.app.no_color else shown


class WatchApp(App[None]):
    """Runs until it is quit, or there is no use in looking on: `watch.failure` says why."""

    CSS = "Screen { overflow: hidden; }"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,escape", "quit", show=False),
        Binding("ctrl+c,ctrl+d,ctrl+q", "quit", show=False, priority=True),
    ]

    def __init__(self, watch: Watch, *, unicode: bool = True) -> None:
        super().__init__()
        self._watch = watch
        self._unicode = unicode
        self.title = "showdown watch"

    def compose(self) -> ComposeResult:
        """The picture alone."""
        yield Picture(unicode=self._unicode)

    def on_mount(self) -> None:
        """Look again and again."""
        self.look()
        self.set_interval(LOOK_S, self.look)

    def look(self) -> None:
        """Draw what is known now."""
        if self._watch.failure is not None:
            self.exit()
            return
        self.query_one(Picture).show(self._watch.view())
