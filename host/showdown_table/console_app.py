"""The console on a terminal: the traffic above, a line to type below."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import ClassVar

from rich.cells import cell_len, set_cell_size
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.events import Key
from textual.message import Message
from textual.widgets import Static

from showdown_host.console_help import FORMS, method_help, overview
from showdown_host.console_history import History
from showdown_host.console_line import COMMANDS, Known, danger, parse
from showdown_host.traffic_log import entry, local_now, open_private
from showdown_table.console_input import ConsoleInput, Options
from showdown_table.console_link import Link
from showdown_table.console_traffic import KEPT, Filter
from showdown_table.console_view import TrafficView

_STYLE = """
ConsoleApp, Screen { layout: vertical; overflow: hidden; }
#head { height: 1; width: 100%; text-style: bold reverse; }
#hint { height: 1; width: 100%; color: $text-muted; }
#hint.warns { text-style: bold; color: $text-warning; }
#line { height: 1; width: 100%; }
#prompt { width: 2; }
#keys { height: 1; width: 100%; color: $text-muted; }
ConsoleInput { width: 1fr; height: 1; border: none; padding: 0; background: $background; }
"""

_MARKS = "marks: > sent  < answered  ! error  * event  . heartbeat  - the console's  ? not read"
_KEYS = """\
keys: Tab completes, Up Down lines typed before, PgUp PgDn scroll, Ctrl-Home Ctrl-End
  F2 or Ctrl-R raw or readable, F3 or Ctrl-T what is shown, F4 or Ctrl-F find, Esc all again
  Ctrl-C, or Ctrl-D at an empty line, ends"""


class ConsoleApp(App[None]):
    """Runs until it is quit. `clock` gives the time of its own notes."""

    CSS = _STYLE
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "quit", show=False, priority=True),
        Binding("f1", "help", show=False, priority=True),
        Binding("f2,ctrl+r", "raw", show=False, priority=True),
        Binding("f3,ctrl+t", "filter", show=False, priority=True),
        Binding("f4,ctrl+f", "find", show=False, priority=True),
        Binding("escape", "calm", show=False, priority=True),
        Binding("pageup", "page(-1)", show=False, priority=True),
        Binding("pagedown", "page(1)", show=False, priority=True),
        Binding("ctrl+home", "top", show=False, priority=True),
        Binding("ctrl+end", "bottom", show=False, priority=True),
    ]

    class Changed(Message):
        """There is something new on the link."""

    def __init__(
        self,
        link: Link,
        history: History,
        *,
        clock: Callable[[], datetime] = local_now,
        raw: bool = False,
        unicode: bool = True,
    ) -> None:
        super().__init__()
        self._raw = raw
        self.link = link
        self.history = history
        self._clock = clock
        self._unicode = unicode
        self._told = False  # a `Changed` is on its way
        self._words: dict[str, str] = {}  # by the id of the line that shows them
        self.title = f"showdown console: {link.name}"

    def compose(self) -> ComposeResult:
        """From top to bottom."""
        yield Static(id="head")
        yield TrafficView(self.link.traffic, unicode=self._unicode)
        yield Options()
        yield Static(id="hint")
        with Horizontal(id="line"):
            yield Static("> ", id="prompt")
            yield ConsoleInput(self.history, self.known)
        yield Static(id="keys")

    def on_mount(self) -> None:
        """Begin to follow."""
        self.query_one(Options).display = False
        self.query_one(TrafficView).raw = self._raw
        self.query_one(ConsoleInput).focus()
        self.link.watch(self._changed)
        if self.history.problem:
            self._note(self.history.problem, problem=True)
        self._refreshed()

    def known(self) -> Known:
        """For completion."""
        return self.link.known(tuple(COMMANDS))

    # --- what comes ---------------------------------------------------------------------------

    def _changed(self) -> None:
        """From any thread: one message at a time, however much comes."""
        if not self._told:
            self._told = True
            self.post_message(self.Changed())

    def on_console_app_changed(self, event: Changed) -> None:
        """Take it in."""
        del event
        self._told = False
        self.query_one(TrafficView).catch_up()
        self._refreshed()

    def on_resize(self) -> None:
        """Other lines fit."""
        self.call_after_refresh(self._refreshed)

    def on_console_input_hinted(self) -> None:
        """Another hint, other ways to go on."""
        self._hint()

    def on_key(self, event: Key) -> None:
        """Whatever is typed is typed into the line."""
        field = self.query_one(ConsoleInput)
        if not field.has_focus:
            field.focus()
            if event.character and event.is_printable:
                field.insert_text_at_cursor(event.character)

    # --- what is typed ------------------------------------------------------------------------

    def on_console_input_typed(self, event: ConsoleInput.Typed) -> None:
        """A method, or a word of the console's own."""
        self.query_one(TrafficView).to_end()
        word, _, rest = event.line.partition(" ")
        own = getattr(self, f"_do_{word}", None) if word in COMMANDS else None
        if own is not None:
            own(rest.strip())
        else:
            self._send(event.line)
        self._refreshed()

    def on_console_input_ended(self) -> None:
        """Ctrl-D."""
        self.exit()

    def _send(self, line: str) -> None:
        try:
            method, params = parse(line)
        except ValueError as error:
            self._note(f"not understood: {error}. `help` says how", problem=True)
            return
        if warning := danger(line):
            self._note(warning, problem=True)
        self.link.ask(method, params)

    def _do_help(self, method: str) -> None:
        if method:
            self._note("\n".join(method_help(method)))
            return
        own = "\n".join(f"  {word:9}  {does}" for word, does in COMMANDS.items())
        methods = "\n".join(overview())
        self._note("\n".join((FORMS, "methods:", methods, "words of the console:", own,
                              _MARKS, _KEYS)))  # fmt: skip

    def _do_quit(self, _rest: str) -> None:
        self.exit()

    _do_exit = _do_quit

    def _do_raw(self, _rest: str) -> None:
        self.query_one(TrafficView).choose(raw=True)

    def _do_readable(self, _rest: str) -> None:
        self.query_one(TrafficView).choose(raw=False)

    def _do_filter(self, name: str) -> None:
        try:
            self.query_one(TrafficView).choose(chosen=Filter(name))
        except ValueError:
            self._note(f"filter takes {', '.join(Filter)}", problem=True)

    def _do_find(self, text: str) -> None:
        self.query_one(TrafficView).choose(needle=text)

    def _do_clear(self, _rest: str) -> None:
        self.link.traffic.clear()
        self.query_one(TrafficView).renew()

    def _do_save(self, name: str) -> None:
        if not name:
            self._note("save takes the name of a file", problem=True)
            return
        _, entries = self.link.traffic.since(0)
        lines = [(one.line, one.at) for one in entries if one.line is not None]
        path = Path(name).expanduser()
        try:
            with open_private(path) as file:
                file.writelines(entry(line, at) for line, at in lines)
        except OSError as error:
            self._note(f"{path}: not saved: {error.strerror or error}", problem=True)
        else:
            self._note(f"{len(lines)} lines added to {path}")

    def _note(self, text: str, *, problem: bool = False) -> None:
        self.link.traffic.tell(text, self._clock(), problem=problem)
        self.query_one(TrafficView).catch_up(follow=True)

    # --- keys ---------------------------------------------------------------------------------

    def action_help(self) -> None:
        """Of the method that is typed, else of everything."""
        word = self.query_one(ConsoleInput).value.strip().partition(" ")[0]
        self._do_help("" if word in COMMANDS else word)
        self._refreshed()

    def action_raw(self) -> None:
        """The other view."""
        view = self.query_one(TrafficView)
        view.choose(raw=not view.raw)
        self._refreshed()

    def action_filter(self) -> None:
        """The next filter."""
        view = self.query_one(TrafficView)
        order = list(Filter)
        view.choose(chosen=order[(order.index(view.chosen) + 1) % len(order)])
        self._refreshed()

    def action_find(self) -> None:
        """Type what to look for."""
        self.query_one(ConsoleInput).put("find ")

    def action_calm(self) -> None:
        """Close the list, else find nothing any more, else back to the newest line."""
        view = self.query_one(TrafficView)
        if self.query_one(ConsoleInput).shut():
            return
        if view.needle:
            view.choose(needle="")
        view.to_end()
        self._refreshed()

    def action_page(self, by: int) -> None:
        """Scroll."""
        self.query_one(TrafficView).move(by)
        self._refreshed()

    def action_top(self) -> None:
        """The oldest line."""
        self.query_one(TrafficView).to_start()
        self._refreshed()

    def action_bottom(self) -> None:
        """The newest line."""
        self.query_one(TrafficView).to_end()
        self._refreshed()

    # --- around -------------------------------------------------------------------------------

    def _refreshed(self) -> None:
        self._head()
        self._hint()
        self._keys()

    def _head(self) -> None:
        view, link = self.query_one(TrafficView), self.link
        role = link.role if link.up else "LINK LOST"
        waiting = f"  {link.waiting} waiting" if link.waiting else ""
        name = f" {link.name}  {role}{waiting}"
        how = "raw" if view.raw else "readable"
        words = [f"{how}, {view.chosen}"]
        if view.hidden:
            words.append(f"{view.hidden} hidden")
        if view.needle:
            words.append(f"find {view.needle!r}")
        right = f"{', '.join(words)} "
        room = max(self.size.width - cell_len(right), 0)
        self._say("#head", set_cell_size(name, room) + right)

    def _hint(self) -> None:
        field = self.query_one(ConsoleInput)
        text, warns = field.hint()
        self.query_one("#hint").set_class(warns, "warns")
        room = max(self.size.width - 2, 1)
        text = f"{'! ' if warns else '  '}{text}"
        self._say("#hint", text if cell_len(text) <= room else f"{text[: room - 1]}~")
        options = field.choices.options if field.open else ()
        self.query_one(Options).show(options, field.chosen)

    def _keys(self) -> None:
        view = self.query_one(TrafficView)
        scroll = "PgUp scroll  " if self.size.width >= 70 else ""
        words = f"F1 help  F2 raw  F3 filter  F4 find  {scroll}Ctrl-D end"
        if self.link.problem():
            words = self.link.problem()
        elif view.below:
            words = f"{view.below} newer lines below: Esc shows them"
        elif dropped := self.link.traffic.dropped:
            words = f"{dropped} oldest lines dropped, the last {KEPT} are kept; --log keeps all"
        room = max(self.size.width - 2, 1)
        self._say("#keys", f"  {words}"[:room])

    def _say(self, where: str, text: str) -> None:
        """Only what has changed is drawn."""
        if self._words.get(where) != text:
            self._words[where] = text
            self.query_one(where, Static).update(Content(text), layout=False)
