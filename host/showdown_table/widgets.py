"""The parts of the apps' screens: buttons for fingers, choices, the players' rows, pages."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import ClassVar, TypeVar

from rich.cells import cell_len, set_cell_size
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Button, Static

from showdown_table.texts import Texts

T = TypeVar("T")

_BULLET = "• "

STYLE = """
AppScreen { layout: vertical; padding: 0 1; overflow: hidden; }
.title { height: 1; width: 1fr; text-style: bold reverse; }
Link { width: auto; text-style: bold reverse; }
Link:hover { text-style: bold underline; }
.text { height: auto; width: 100%; }
.ask { height: auto; width: 100%; text-style: bold; margin: 1 0 0 0; }
.space { height: 1fr; min-height: 0; }
.row { height: 4; width: 100%; }
.low, .low Tap { height: 3; }
.line { height: 1; width: 100%; }
.label { width: 10; }
.gap { margin: 1 0 0 0; }
.tall { height: auto; width: 100%; }
.bullet { width: 2; height: 1; }
.point { width: 1fr; height: auto; }
#players { height: auto; width: 100%; }
VerticalScroll { height: 1fr; width: 100%; }
Tap.wide { width: 100%; }
Tap {
    width: 1fr; height: 4; min-width: 0; padding: 0; margin: 0;
    border: round $foreground 60%; background: $surface; color: $foreground;
    text-align: center; content-align: center middle; text-style: none;
}
Tap:hover { background: $boost; border: round $foreground; }
Tap:focus { border: heavy $accent; text-style: bold; background: $boost; background-tint: 0%; }
Tap.-active { border: heavy $foreground; }
Tap:disabled { border: dashed $foreground 40%; color: $text-muted; opacity: 100%; }
Tap.main { border: double $success; }
Tap.main:focus { border: heavy $accent; }
.message { height: 2; width: 100%; color: $text-success; }
.message.wrong { text-style: bold; color: $text-error; }
.prompt { height: 2; width: 100%; text-style: bold; }
PlayerRow { height: 1; width: 100%; }
PlayerRow:focus { text-style: reverse; }
PlayerRow:hover { background: $boost; }
PlayerRow.turn { text-style: bold; }
PlayerRow.turn:focus { text-style: bold reverse; }
PlayerRow.gone { color: $text-muted; }
Choice { height: auto; width: 1fr; }
Choice:focus { background: $boost; }
Input { height: 1; }
"""


class AppScreen(Screen[T]):
    """A screen with the catalogue at hand. Arrows walk over what can be tapped."""

    AUTO_FOCUS = "Tap"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,right", "app.focus_next", show=False),
        Binding("up,left", "app.focus_previous", show=False),
    ]

    def __init__(self, texts: Texts) -> None:
        super().__init__()
        self.texts = texts

    def say(self, key: str, **values: object) -> str:
        """A text of the catalogue."""
        return self.texts.say(key, **values)

    def dismiss(self, result: T | None = None) -> AwaitComplete:
        """Go, with an answer; only the screen in front can: a key that came twice asks twice."""
        if self.app.screen is not self:
            return AwaitComplete()
        return super().dismiss(result)


class Dialog(AppScreen[T | None]):
    """A question; Escape answers it with None."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "back", show=False)]

    def action_back(self) -> None:
        """Nothing was chosen."""
        self.dismiss(None)

    def back_button(self) -> Tap:
        """The way out, for fingers."""
        return Tap("screen.back", self.say("score-back"), key="Esc")


class Tap(Button):
    """A button of two lines, large enough for a finger; the key that does the same stands on it.

    A finger that bounces within `REST_S` taps once.
    """

    REST_S: ClassVar[float] = 0.2

    def __init__(
        self, action: str, label: str, why: str = "", *, key: str = "", classes: str = ""
    ) -> None:
        super().__init__(self._content(label, why), action=action, classes=classes)
        self.two_lines = bool(why)
        self.border_title = key
        self.active_effect_duration = self.REST_S
        self.styles.line_pad = 0  # the style sheet takes none below 1

    def show(self, label: str, why: str = "") -> None:
        """Other words, the same action."""
        words = self._content(label, why)
        if self.label != words:
            self.label = words

    @staticmethod
    def _content(label: str, why: str) -> Content:
        return Content(f"{label}\n{why}" if why else label)


class Key(Tap, can_focus=False):
    """One to tap quickly, again and again.

    The focus stays where it is, so that Enter does not tap the same once more.
    """

    REST_S = 0.0


class Choice(Static, can_focus=True):
    """One of several, told by a mark: `(•) this  ( ) that`. Left and right, or a tap, choose."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,space,enter", "step(1)", show=False),
        Binding("left", "step(-1)", show=False),
    ]

    class Changed(Message):
        """Another one was chosen."""

        def __init__(self, choice: Choice) -> None:
            super().__init__()
            self.choice = choice

        @property
        def control(self) -> Choice:
            """Where."""
            return self.choice

    def __init__(self, options: Sequence[str], chosen: int = 0, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.options = tuple(options)
        self.chosen = chosen
        self._places: list[tuple[int, int, int]] = []  # line, from, to

    def offer(self, options: Sequence[str], chosen: int) -> None:
        """Other options."""
        self.options, self.chosen = tuple(options), chosen
        self.refresh(layout=True)

    def choose(self, place: int) -> None:
        """Take that one."""
        if 0 <= place < len(self.options) and place != self.chosen:
            self.chosen = place
            self.refresh()
            self.post_message(self.Changed(self))

    def action_step(self, by: int) -> None:
        """The next, or the one before."""
        self.choose((self.chosen + by) % max(len(self.options), 1))

    def render(self) -> Content:
        """As many on a line as fit."""
        width = max(self.container_size.width if not self.size.width else self.size.width, 20)
        lines: list[str] = [""]
        self._places = []
        for place, option in enumerate(self.options):
            text = f"({'•' if place == self.chosen else ' '}) {option}"
            gap = 3 if lines[-1] else 0
            if lines[-1] and cell_len(lines[-1]) + gap + cell_len(text) > width:
                lines.append("")
                gap = 0
            start = cell_len(lines[-1]) + gap
            lines[-1] += " " * gap + text
            self._places.append((len(lines) - 1, start, start + cell_len(text)))
        return Content("\n".join(lines))

    def on_click(self, event: Click) -> None:
        """A tap on an option takes it."""
        for place, (line, start, end) in enumerate(self._places):
            if event.y == line and start <= event.x < end:
                self.choose(place)


class PlayerRow(Static, can_focus=True):
    """A player at the table; a tap opens what can be done for that one."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "open", show=False)]

    class Opened(Message):
        """It was tapped."""

        def __init__(self, seat: int) -> None:
            super().__init__()
            self.seat = seat

    def __init__(self, seat: int) -> None:
        super().__init__()
        self.seat = seat
        self._words = ""

    def tell(self, left: str, right: str, width: int = 78) -> None:
        """What stands at either end of the row."""
        room = width - cell_len(right)
        words = f"{set_cell_size(left, room)}{right}"
        if words != self._words:
            self._words = words
            self.update(Content(words), layout=False)  # a row is a row

    def action_open(self) -> None:
        """Somebody wants to do something for this player."""
        self.post_message(self.Opened(self.seat))

    def on_click(self) -> None:
        """The same."""
        self.action_open()


def ends(left: str, middle: str, right: str, width: int = 78) -> str:
    """A line of that width; what stands in the middle is cut where the room does not hold it."""
    room = width - cell_len(right)
    if middle:
        left = f"{left}   {middle}".lstrip()
    if cell_len(left) >= room:
        left = set_cell_size(left, room - 2) + "…"
    return f"{set_cell_size(left, room)}{right}"


def button_rows(buttons: Sequence[Tap], a_row: int) -> ComposeResult:
    """Buttons in rows of at most so many."""
    low = "" if any(tap.two_lines for tap in buttons) else " low"
    for start in range(0, len(buttons), a_row):
        row = list(buttons[start : start + a_row])
        fill: list[Widget] = []
        if start:  # the last row's buttons are as wide as those above
            for _ in range(a_row - len(row)):
                empty = Static("")
                empty.styles.width = "1fr"
                fill.append(empty)
        yield Horizontal(*row, *fill, classes=f"row{low}")


class Link(Static):
    """A small one in the corner."""

    def __init__(self, action: str, text: str) -> None:
        super().__init__(text, markup=False)
        self._action = action

    async def on_click(self) -> None:
        """Follow it."""
        await self.run_action(self._action)


def _paragraphs(text: str) -> ComposeResult:
    """The lines of a text; one with a bullet goes on below its first word."""
    for bullet, lines in groupby(text.split("\n"), key=lambda line: line.startswith(_BULLET)):
        if not bullet:
            yield Static(Content("\n".join(lines)), classes="text")
            continue
        for line in lines:
            point = Static(Content(line.removeprefix(_BULLET)), classes="point")
            yield Horizontal(Static(_BULLET, classes="bullet"), point, classes="tall")


class Page(Dialog[None]):
    """A title, a text that can be scrolled, and the way back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "back", show=False),
        Binding("down,j", "scroll(1)", show=False),
        Binding("up,k", "scroll(-1)", show=False),
        Binding("pagedown,space", "scroll(10)", show=False),
        Binding("pageup", "scroll(-10)", show=False),
    ]

    def title_text(self) -> str:
        """Above."""
        raise NotImplementedError

    def page(self) -> str:
        """Between."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        """In that order."""
        yield Static(Content(self.title_text()), classes="title")
        with VerticalScroll():
            yield from _paragraphs(self.page())
        yield Horizontal(self.back_button(), classes="row low")

    def action_scroll(self, by: int) -> None:
        """Down by so many lines."""
        self.query_one(VerticalScroll).scroll_relative(y=by, animate=False)
