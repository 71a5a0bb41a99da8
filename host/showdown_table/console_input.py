"""Where the console's lines are typed: history above and below, completion, a hint."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from rich.cells import cell_len, set_cell_size
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, Static

from showdown_host.console_history import History
from showdown_host.console_line import Choice, Choices, Known, complete, hint
from showdown_host.console_params import params_of

LISTED = 6
"""Ways to go on that are seen at once."""


class Options(Static):
    """The ways to go on, one of them marked; empty: not there."""

    DEFAULT_CSS = "Options { height: auto; max-height: 6; width: 100%; background: $boost; }"

    def show(self, options: tuple[Choice, ...], chosen: int | None) -> None:
        """These, as many as there is room for, the chosen one in sight."""
        self.display = bool(options)
        if not options:
            return
        room = max(self.app.size.width - 4, 16)
        most = LISTED if self.app.size.height >= 20 else 3
        first = 0 if chosen is None else max(0, min(chosen - most // 2, len(options) - most))
        listed = options[first : first + most]
        wide = min(max(cell_len(option.text) for option in listed), room)
        lines = []
        for at, option in enumerate(listed, start=first):
            mark = ">" if at == chosen else " "
            text = f"{set_cell_size(option.text, wide)}  {option.note}"
            lines.append(f" {mark} {text if cell_len(text) <= room else text[:room]}".rstrip())
        more = len(options) - len(listed)
        if more > 0:
            words = f"  ({more} more)"
            lines[-1] = f"{set_cell_size(lines[-1], room + 3 - len(words)).rstrip()}{words}"
        self.update(Content("\n".join(lines)))


class ConsoleInput(Input):
    """One line; Tab completes, Up and Down go through what was typed before."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "complete(1)", show=False),
        Binding("shift+tab", "complete(-1)", show=False),
        Binding("up", "older", show=False),
        Binding("down", "newer", show=False),
        Binding("ctrl+d", "end_or_delete", show=False),
    ]

    class Typed(Message):
        """A line was entered."""

        def __init__(self, line: str) -> None:
            super().__init__()
            self.line = line

    class Hinted(Message):
        """What is to be said has changed, or the ways to go on."""

    class Ended(Message):
        """No more lines."""

    def __init__(self, history: History, known: Callable[[], Known]) -> None:
        super().__init__(placeholder="", select_on_focus=False, compact=True)
        self.cursor_blink = False  # over ssh each blink would be sent
        self.history = history
        self.known = known
        self.choices = Choices(0)
        self.chosen: int | None = None
        self.open = False
        self._draft = ""
        self._place: int | None = None  # in the history
        self._own = False  # the next change is ours, not the typist's

    def hint(self) -> tuple[str, bool]:
        """What is to be said of the line, and whether it is a warning."""
        return hint(self.value, self.cursor_position, self.known())

    def put(self, line: str) -> None:
        """Another line, the cursor behind it."""
        self._own = True
        self.value = line
        self.cursor_position = len(line)
        self.post_message(self.Hinted())

    def shut(self) -> bool:
        """Close the list of ways to go on; whether it was open."""
        was, self.open, self.chosen = self.open, False, None
        self.post_message(self.Hinted())
        return was

    def action_complete(self, by: int) -> None:
        """The rest of the word where there is one way to go on, else a list, then the next one."""
        if self.open and self.choices.options:
            count = len(self.choices.options)
            start = -1 if self.chosen is None and by > 0 else (self.chosen or 0)
            self.chosen = (start + by) % count
            self.post_message(self.Hinted())
            return
        self._look()
        options = self.choices.options
        if len(options) == 1:
            self._take(options[0])
        elif options:
            typed = self.value[self.choices.start : self.cursor_position]
            longer = self.choices.common(typed)
            if longer != typed:
                self._replace(longer)
                self._look()
            self.open, self.chosen = True, None
        self.post_message(self.Hinted())

    def action_older(self) -> None:
        """The line before; in an open list the option before."""
        if self.open:
            self.action_complete(-1)
            return
        lines = self.history.lines
        if self._place is None:
            self._draft, self._place = self.value, len(lines)
        if self._place > 0:
            self._place -= 1
            self.put(lines[self._place])

    def action_newer(self) -> None:
        """The line after, at last the one that was begun."""
        if self.open:
            self.action_complete(1)
            return
        if self._place is None:
            return
        self._place += 1
        lines = self.history.lines
        if self._place >= len(lines):
            self._place = None
            self.put(self._draft)
        else:
            self.put(lines[self._place])

    def action_end_or_delete(self) -> None:
        """At an empty line the end, else the character at the cursor goes."""
        if self.value:
            self.action_delete_right()
        else:
            self.post_message(self.Ended())

    async def action_submit(self) -> None:
        """Enter: an option that is marked, else the line."""
        if self.open and self.chosen is not None:
            self._take(self.choices.options[self.chosen])
            return
        line = self.value.strip()
        self.open, self.chosen, self._place = False, None, None
        if line:
            self.history.add(line)
            self.post_message(self.Typed(line))
        self.put("")

    def watch_cursor_position(self) -> None:
        """Another word may be meant."""
        self.post_message(self.Hinted())

    def on_input_changed(self) -> None:
        """Somebody types: an open list follows."""
        if self._own:
            self._own = False
        else:
            self._place, self.chosen = None, None
            if self.open:
                self._look()
                self.open = bool(self.choices.options) and not self.value.endswith(" ")
        self.post_message(self.Hinted())

    def _look(self) -> None:
        self.choices = complete(self.value, self.cursor_position, self.known())

    def _take(self, option: Choice) -> None:
        """Put it into the line; behind it a blank where another word may follow."""
        first = not self.choices.start
        blank = "" if option.text.endswith("=") else " "
        if first and option.text not in {"help", "filter", "find", "save"}:
            blank = " " if params_of(option.text) else ""
        self._replace(option.text + blank)
        self.open, self.chosen = False, None
        self.post_message(self.Hinted())

    def _replace(self, text: str) -> None:
        before = self.value[: self.choices.start]
        after = self.value[self.cursor_position :]
        self._own = True
        self.value = before + text + after
        self.cursor_position = len(before + text)
