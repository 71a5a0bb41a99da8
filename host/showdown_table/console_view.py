"""The console's traffic on the screen: as much as fits, scrolled, new lines below."""

from __future__ import annotations

from collections import deque

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from showdown_table.console_traffic import Filter, Traffic
from showdown_table.console_words import Row, Tone, rows

TONES: dict[Tone, Style] = {
    "plain": Style(),
    "out": Style(color="cyan"),
    "reply": Style(),
    "event": Style(color="green"),
    "error": Style(color="red", bold=True),
    "beat": Style(dim=True),
    "note": Style(italic=True),
    "problem": Style(color="yellow", bold=True),
    "dim": Style(dim=True),
}
"""Never by colour alone: each entry has its mark too."""

_HEAD = Style(dim=True)
_FOUND = Style(reverse=True)


class TrafficView(ScrollView, can_focus=False):
    """Shows a `Traffic`. Follows what comes while the last line is in sight."""

    DEFAULT_CSS = """
    TrafficView { height: 1fr; width: 100%; scrollbar-size-vertical: 1; overflow: hidden scroll; }
    """

    def __init__(self, traffic: Traffic, *, unicode: bool = True) -> None:
        super().__init__()
        self.traffic = traffic
        self.raw = False
        self.chosen = Filter.CALM
        self.needle = ""
        self.hidden = 0  # entries that are kept and not seen
        self.below = 0  # lines that have come while older ones are looked at
        self.following = True  # the last line is in sight, and stays so
        self._unicode = unicode
        if not unicode:
            self.styles.scrollbar_size_vertical = 0
        self._upto = 0
        self._lines: list[Row] = []
        self._blocks: deque[tuple[int, int]] = deque()  # entry, its lines
        self._wide = 0

    def choose(
        self, *, raw: bool | None = None, chosen: Filter | None = None, needle: str | None = None
    ) -> None:
        """Look at it another way, from its end."""
        self.raw = self.raw if raw is None else raw
        self.chosen = self.chosen if chosen is None else chosen
        self.needle = self.needle if needle is None else needle
        self.renew()

    def renew(self) -> None:
        """Draw everything anew."""
        self._upto, self.hidden, self.below = 0, 0, 0
        self._lines.clear()
        self._blocks.clear()
        self._wide = self.scrollable_content_region.width
        self.catch_up(follow=True)

    def catch_up(self, *, follow: bool = False) -> None:
        """Take in what is new, and let go what is not kept any more."""
        if self._wide <= 0:
            return
        follow = follow or self.following
        before = len(self._lines)
        first, entries = self.traffic.since(self._upto)
        gone = 0
        while self._blocks and self._blocks[0][0] < first:
            gone += self._blocks.popleft()[1]
        del self._lines[:gone]
        added = 0
        for entry in entries:
            if entry.passes(self.chosen) and (not self.needle or entry.holds(self.needle)):
                shown = rows(entry, self._wide, raw=self.raw, unicode=self._unicode)
                self._lines += shown
                self._blocks.append((entry.number, len(shown)))
                added += len(shown)
            else:
                self.hidden += 1
            self._upto = entry.number + 1
        self._upto = max(self._upto, first)
        self.below = 0 if follow else self.below + added
        if not added and not gone and len(self._lines) == before == self.virtual_size.height:
            return
        self.virtual_size = Size(self._wide, len(self._lines))
        if follow:
            self._to_end()
        elif gone:
            self.scroll_relative(y=-gone, animate=False, immediate=True)
        self.refresh()

    def move(self, pages: float) -> None:
        """Scroll by so many pages, down where positive."""
        by = int(pages * max(self.size.height - 1, 1))
        self.scroll_relative(y=by, animate=False, immediate=True)

    def to_end(self) -> None:
        """The newest line."""
        self.below = 0
        self._to_end()

    def to_start(self) -> None:
        """The oldest line."""
        self.scroll_home(animate=False, immediate=True)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Somebody scrolls: at the end it follows again."""
        super().watch_scroll_y(old_value, new_value)
        self.following = round(new_value) >= self.max_scroll_y
        if self.following:
            self.below = 0

    def on_resize(self) -> None:
        """Other lines fit."""
        if self.scrollable_content_region.width != self._wide:
            self.renew()
        elif self.following:
            self._to_end()

    def render_line(self, y: int) -> Strip:
        """One line of the screen."""
        at = y + self.scroll_offset.y
        if not 0 <= at < len(self._lines):
            return Strip.blank(self._wide, Style())
        row = self._lines[at]
        style = TONES[row.tone]
        if self.app.no_color:  # as grey, a dark colour could not be read
            style = style.without_color
        segments = [Segment(row.head, _HEAD), *self._found(row.text, style)]
        return Strip(segments).adjust_cell_length(self._wide, Style())

    def _to_end(self) -> None:
        self.scroll_to(y=self.max_scroll_y, animate=False, immediate=True, force=True)
        self.following = True

    def _found(self, text: str, style: Style) -> list[Segment]:
        """The text, and in it what is searched for."""
        if not self.needle:
            return [Segment(text, style)]
        segments, low, at = [], text.lower(), 0
        while (found := low.find(self.needle.lower(), at)) >= 0:
            end = found + len(self.needle)
            segments += [Segment(text[at:found], style), Segment(text[found:end], style + _FOUND)]
            at = end
        return [*segments, Segment(text[at:], style)]
