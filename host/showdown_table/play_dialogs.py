"""Small questions of a match: one of several, a hand that is shown, whether to quit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.events import Key as KeyEvent
from textual.widgets import Static

from showdown_table.texts import Texts
from showdown_table.widgets import Dialog, Page, Tap, button_rows


class Option(NamedTuple):
    """One answer."""

    label: str
    why: str
    value: int


class PickScreen(Dialog[int]):
    """One of several; the keys are their numbers, or the letters of `keys`."""

    def __init__(
        self, texts: Texts, title: str, options: Sequence[Option], note: str = "", keys: str = ""
    ) -> None:
        super().__init__(texts)
        self.title_words = title
        self.options = options
        self.note = note
        self.keys = keys or "1234567890"

    def compose(self) -> ComposeResult:
        """The question, then a button each."""
        yield Static(Content(self.title_words), classes="title")
        yield Static(Content(self.note), classes="text gap")
        yield Static(classes="space")
        taps = [
            Tap(f"screen.pick({place})", one.label, one.why, key=self.keys[place])
            for place, one in enumerate(self.options)
        ]
        yield from button_rows(taps, 4 if len(taps) <= 4 else 3)
        yield Horizontal(self.back_button(), classes="row low")

    def on_key(self, event: KeyEvent) -> None:
        """The key of an answer."""
        place = self.keys.find(event.character or "\n")
        if 0 <= place < len(self.options):
            event.stop()
            self.action_pick(place)

    def action_pick(self, place: int) -> None:
        """That one."""
        self.dismiss(self.options[place].value)


class CarefulScreen(PickScreen):
    """One that nobody answers by an Enter too many."""

    AUTO_FOCUS = ""


class TextPage(Page):
    """A text with a title."""

    def __init__(self, texts: Texts, title: str, text: str, *, at_end: bool = False) -> None:
        super().__init__(texts)
        self._title_text = title
        self._text = text
        self._at_end = at_end

    def title_text(self) -> str:
        """Above."""
        return self._title_text

    def page(self) -> str:
        """Between."""
        return self._text

    def on_mount(self) -> None:
        """A log is read from its end."""
        if self._at_end:
            self.query_one(VerticalScroll).scroll_end(animate=False)


class QuitScreen(Dialog[bool]):
    """Says that nothing is lost, and what goes on with the match."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,q,y", "quit", show=False)]

    def __init__(self, texts: Texts, lines: Sequence[str]) -> None:
        super().__init__(texts)
        self.lines = lines

    def compose(self) -> ComposeResult:
        """The words, then yes and no."""
        yield Static(self.say("play-quit-title"), classes="title")
        yield Static(Content("\n".join(self.lines)), classes="text gap")
        yield Static(classes="space")
        yield Horizontal(
            Tap("screen.quit", self.say("score-quit"), key="Enter", classes="main"),
            self.back_button(),
            classes="row low",
        )

    def action_quit(self) -> None:
        """Yes."""
        self.dismiss(True)
