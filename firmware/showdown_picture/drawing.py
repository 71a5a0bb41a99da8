"""What is drawn: lines of styled cells, and which rectangle is which button."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal, NamedTuple

from showdown_picture.cells import char_width, cut, plain, width

Part = Literal["left", "right", "button"]
"""What can be pressed: the two paddles and the timer button."""


class Style(StrEnum):
    """How a span is meant; whoever shows it has colours for that, or none."""

    PLAIN = "plain"
    BOLD = "bold"
    DIM = "dim"
    TITLE = "title"
    GOOD = "good"
    WARNING = "warning"
    FAULT = "fault"
    RED_ON = "red_on"
    AMBER_ON = "amber_on"
    GREEN_ON = "green_on"
    LAMP_OFF = "lamp_off"
    UNKNOWN = "unknown"
    ARROW_ON = "arrow_on"
    LEFT = "left"
    RIGHT = "right"
    PRESSED = "pressed"
    TRAY = "tray"
    KEY = "key"


@dataclass(frozen=True, slots=True)
class Span:
    """Some cells of a line in one style."""

    text: str
    style: Style


Line = tuple[Span, ...]


class Rect(NamedTuple):
    """Some cells: `x`, `y` is the upper left one."""

    x: int
    y: int
    wide: int
    high: int


@dataclass(frozen=True, slots=True)
class Box:
    """Where something can be pressed: cells from `x`, `y` (0 is the upper left one)."""

    part: Part
    x: int
    y: int
    width: int
    height: int

    def holds(self, x: int, y: int) -> bool:
        """Whether that cell is in it."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


@dataclass(frozen=True, slots=True)
class Drawing:
    """`height` lines of exactly `width` cells each; boxes lie within."""

    width: int
    height: int
    lines: tuple[Line, ...]
    boxes: tuple[Box, ...] = ()

    def at(self, x: int, y: int) -> Part | None:
        """What is pressed at that cell."""
        return next((box.part for box in self.boxes if box.holds(x, y)), None)

    def text(self) -> str:
        """The lines without their styles, and without blanks at the ends."""
        return "\n".join("".join(s.text for s in line).rstrip() for line in self.lines) + "\n"


@dataclass(slots=True)
class Canvas:
    """Cells to draw on; what lies outside is not drawn, so nothing ever overflows.

    `unicode` False: texts of others become ASCII; whoever draws shapes asks it too.
    """

    width: int
    height: int
    unicode: bool = True
    boxes: list[Box] = field(default_factory=list)
    _cells: list[list[tuple[str, Style]]] = field(init=False)

    def __post_init__(self) -> None:
        self._cells = [[(" ", Style.PLAIN)] * self.width for _ in range(self.height)]

    @property
    def ellipsis(self) -> str:
        """One cell for what is left out."""
        return "…" if self.unicode else "~"

    def clean(self, text: str) -> str:
        """A text of others as it is drawn here."""
        return plain(text, unicode=self.unicode)

    def put(
        self,
        x: int,
        y: int,
        text: str,
        style: Style = Style.PLAIN,
        *,
        room: int | None = None,
        align: Literal["<", "^", ">"] = "<",
    ) -> int:
        """Write `text` from `x` on, cut to `room` cells and set in them; the cells written."""
        if not 0 <= y < self.height:
            return 0
        text = self.clean(text)
        left = self.width - x
        room = left if room is None else min(room, left)
        text = cut(text, room, ellipsis=self.ellipsis)
        taken = width(text)
        if align != "<":
            x += (room - taken) // (2 if align == "^" else 1)
        for char in text:
            self._set(x, y, char, style)
            x += char_width(char)
        return taken

    def shape(self, x: int, y: int, rows: list[str], style: Style) -> None:
        """Write rows of one-cell characters below each other; blanks in them cover nothing."""
        for down, row in enumerate(rows):
            if 0 <= y + down < self.height:
                for along, char in enumerate(row):
                    if char != " " and 0 <= x + along < self.width:
                        self._set(x + along, y + down, char, style)

    def box(self, part: Part, at: Rect) -> None:
        """That rectangle, as far as it can be seen, presses `part`."""
        x, y, wide, high = at
        left, top = max(x, 0), max(y, 0)
        right, bottom = min(x + wide, self.width), min(y + high, self.height)
        if left < right and top < bottom:
            self.boxes.append(Box(part, left, top, right - left, bottom - top))

    def drawing(self) -> Drawing:
        """What has been drawn."""
        lines = tuple(_line(cells) for cells in self._cells)
        return Drawing(self.width, self.height, lines, tuple(self.boxes))

    def _set(self, x: int, y: int, char: str, style: Style) -> None:
        cells = char_width(char)
        if cells == 0:
            at = x - 1
            while at > 0 and not self._cells[y][at][0]:
                at -= 1  # the right half of a wide one
            base, its = self._cells[y][at]
            self._cells[y][at] = (base + char, its)
            return
        if x < 0 or x + cells > self.width:
            return
        self._clear(x, y)
        if cells == 2:
            self._clear(x + 1, y)
            self._cells[y][x + 1] = ("", style)
        self._cells[y][x] = (char, style)

    def _clear(self, x: int, y: int) -> None:
        """No half of a wide character stays."""
        row = self._cells[y]
        if not row[x][0]:
            row[x - 1] = (" ", row[x - 1][1])
        elif x + 1 < self.width and not row[x + 1][0]:
            row[x + 1] = (" ", row[x + 1][1])


def _line(cells: list[tuple[str, Style]]) -> Line:
    spans: list[Span] = []
    for text, style in cells:
        if spans and spans[-1].style is style:
            spans[-1] = Span(spans[-1].text + text, style)
        else:
            spans.append(Span(text, style))
    return tuple(spans)
