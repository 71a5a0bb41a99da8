"""A hand of cards: drawn in frames, chosen by arrows, numbers or the mouse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.cells import cell_len
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Click
from textual.geometry import Size
from textual.message import Message
from textual.widgets import Static

_FRAMES = {True: "═║╔╗╚╝", False: "─│╭╮╰╯"}
"""A card that can be played has a double frame."""

_BOX_LINES = 3


@dataclass(frozen=True, slots=True)
class Held:
    """A card in the hand, as it is shown."""

    card: int
    label: str
    style: str
    playable: bool


class Hand(Static, can_focus=True):
    """The cards of whoever looks. Enter, a digit or a click asks for a card to be played."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right", "step(1)", show=False),
        Binding("left", "step(-1)", show=False),
        Binding("home", "step(-100)", show=False),
        Binding("end", "step(100)", show=False),
        Binding("enter", "choose", show=False),
    ]

    class Chosen(Message):
        """A card is to be played."""

        def __init__(self, card: int) -> None:
            super().__init__()
            self.card = card

    class Looked(Message):
        """Another card is looked at."""

    def __init__(self) -> None:
        super().__init__(id="hand")
        self.held: tuple[Held, ...] = ()
        self.cursor = 0
        self.room = 2 * _BOX_LINES
        self._places: list[tuple[int, int, int, int]] = []  # place, line, from, to

    @property
    def card(self) -> int | None:
        """The one that is looked at."""
        return self.held[self.cursor].card if self.held else None

    def hold(self, held: Sequence[Held], room: int) -> None:
        """These cards, in so many lines. What is looked at stays, or becomes one that goes."""
        before = self.held
        if before == tuple(held) and self.room == max(room, _BOX_LINES):
            return
        looked = self.card
        self.held, self.room = tuple(held), max(room, _BOX_LINES)
        cards = [one.card for one in held]
        grown = {one.card for one in before} != set(cards)
        goes = [place for place, one in enumerate(held) if one.playable]
        if looked in cards and not grown:
            self.cursor = cards.index(looked)
        else:
            self.cursor = goes[0] if goes else min(self.cursor, max(len(cards) - 1, 0))
        if goes and not held[self.cursor].playable and not any(one.playable for one in before):
            self.cursor = goes[0]
        self.refresh(layout=True)

    def action_step(self, by: int) -> None:
        """The next card, or the one before."""
        if self.held:
            self.cursor = min(max(self.cursor + by, 0), len(self.held) - 1)
            self.refresh()
            self.post_message(self.Looked())

    def action_choose(self) -> None:
        """Play the one that is looked at."""
        if self.card is not None:
            self.post_message(self.Chosen(self.card))

    def choose(self, place: int) -> None:
        """Play the one at that place."""
        if 0 <= place < len(self.held):
            self.cursor = place
            self.refresh()
            self.post_message(self.Looked())
            self.action_choose()

    def on_click(self, event: Click) -> None:
        """The one that was clicked."""
        for place, line, start, end in self._places:
            lines = 1 if self._flat else _BOX_LINES
            if line <= event.y < line + lines and start <= event.x < end:
                self.choose(place)

    # --- drawn --------------------------------------------------------------------------------

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many lines as the cards take."""
        del container, viewport
        return self._lines(width)[1]

    def _lines(self, width: int) -> tuple[list[list[int]], int]:
        """The places by row, and how many lines they take."""
        rows = self._rows(width, flat=False)
        if len(rows) * _BOX_LINES <= self.room:
            return rows, len(rows) * _BOX_LINES
        rows = self._rows(width, flat=True)
        return rows, len(rows)

    @property
    def _flat(self) -> bool:
        rows = self._rows(self.size.width or 78, flat=False)
        return len(rows) * _BOX_LINES > self.room

    def _rows(self, width: int, *, flat: bool) -> list[list[int]]:
        rows: list[list[int]] = [[]]
        used = 0
        for place, one in enumerate(self.held):
            wide = self._width(place, one, flat=flat)
            if rows[-1] and used + wide > width:
                rows.append([])
                used = 0
            rows[-1].append(place)
            used += wide
        return rows if self.held else []

    @staticmethod
    def _width(place: int, one: Held, *, flat: bool) -> int:
        if flat:
            return len(_key(place)) + cell_len(one.label) + 4
        return cell_len(one.label) + 4

    def render(self) -> Content:
        """Frames where there is room, else only brackets."""
        width = self.size.width or 78
        flat = self._flat
        self._places = []
        parts: list[Content] = []
        line = 0
        for row in self._rows(width, flat=flat):
            at = 0
            for place in row:
                wide = self._width(place, self.held[place], flat=flat)
                self._places.append((place, line, at, at + wide))
                at += wide
            parts += self._flat_row(row) if flat else self._framed_row(row)
            line += 1 if flat else _BOX_LINES
        return Content.assemble(*parts)

    def _mark(self, place: int) -> str:
        return "▸" if place == self.cursor else " "

    def _style(self, place: int) -> str:
        one = self.held[place]
        reverse = " reverse" if place == self.cursor and self.has_focus else ""
        dim = "" if one.playable else " dim"
        return f"{one.style}{dim}{reverse}"

    def _flat_row(self, row: Sequence[int]) -> list[Content]:
        parts = []
        for place in row:
            one = self.held[place]
            edges = "[]" if one.playable else "  "
            text = f"{edges[0]}{_key(place)}{self._mark(place)}{one.label}{edges[1]} "
            parts.append(Content.styled(text, self._style(place)))
        return [*parts, Content("\n")]

    def _framed_row(self, row: Sequence[int]) -> list[Content]:
        lines: list[list[Content]] = [[], [], []]
        for place in row:
            one = self.held[place]
            edge = _FRAMES[one.playable]
            inner = cell_len(one.label) + 2
            key = _key(place)
            style = one.style if one.playable else f"{one.style} dim"
            top = f"{edge[2]}{key}{edge[0] * (inner - len(key))}{edge[3]}"
            lines[0].append(Content.styled(top, style))
            middle = f"{self._mark(place)}{one.label} "
            lines[1] += [
                Content.styled(edge[1], style),
                Content.styled(middle, self._style(place)),
                Content.styled(edge[1], style),
            ]
            lines[2].append(Content.styled(f"{edge[4]}{edge[0] * inner}{edge[5]}", style))
        return [part for line in lines for part in (*line, Content("\n"))]


def _key(place: int) -> str:
    """The digit that plays the card at that place; ten have one."""
    return "1234567890"[place] if place < 10 else ""
