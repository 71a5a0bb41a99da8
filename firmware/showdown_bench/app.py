"""The bench as an app: the picture, keys and mouse. It draws; the unit is another process."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from rich.style import Style as Shown
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from showdown_bench.app_picture import Picture
from showdown_bench.app_styles import COLOURS
from showdown_bench.app_words import HELP, TERMINAL, keys
from showdown_bench.messages import Act, Lines, Look, line, look_of
from showdown_picture.drawing import Part, Style
from showdown_picture.view import SIDES, Side, View

TAP_MS = 80
BUTTON_TAP_MS = 100
TRAY_HOLD_MS = 2_300  # the unit wants 2 s to believe that the tray was looked at
CANCEL_HOLD_MS = 3_300  # and 3 s to call a showdown off

UNIT_GONE = 3
"""What `run` gives where the unit ended by itself."""

CHUNK = 65_536


class Help(ModalScreen[None]):
    """The keys, and what a keyboard is worth."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark,q,enter", "dismiss", show=False)
    ]
    CSS = "Help { align: center middle; } #help { width: 64; max-width: 100%; max-height: 100%; }"

    def compose(self) -> ComposeResult:
        """The text, scrolled where the terminal is small."""
        with VerticalScroll(id="help"):
            yield Static(HELP, markup=False)


class BenchApp(App[int]):
    """Until somebody quits (0) or the unit is gone (UNIT_GONE).

    `end`: a connected socket on which looks come and acts go; `first`: the look to begin with;
    `lines`: what else of it was read already.
    """

    CSS = (
        "Screen { background: ansi_default; overflow: hidden; } Help { background: ansi_default; }"
    )
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "tap('left')", show=False),
        Binding("l", "tap('right')", show=False),
        Binding("A,shift+a", "hold('left')", show=False),
        Binding("L,shift+l", "hold('right')", show=False),
        Binding("space", "timer", show=False),
        Binding("h,H,shift+h", "hold_timer", show=False),
        Binding("1", "robot('left')", show=False),
        Binding("2", "robot('right')", show=False),
        Binding("question_mark,f1", "help", show=False),
        Binding("q", "leave", show=False),
        Binding("ctrl+c,ctrl+q", "leave", show=False, priority=True),
    ]

    def __init__(
        self,
        end: socket.socket,
        first: Look,
        lines: Lines,
        *,
        styles: Mapping[Style, Shown] = COLOURS,
        unicode: bool = True,
    ) -> None:
        super().__init__(ansi_color=True)
        self._end = end
        self._look = first
        self._lines = lines
        self.picture = Picture(styles, unicode=unicode)

    def compose(self) -> ComposeResult:
        """The picture alone: it draws its own footer."""
        yield self.picture

    def on_mount(self) -> None:
        """From here on looks are drawn as they come."""
        loop = asyncio.get_running_loop()
        self._end.setblocking(False)
        loop.add_reader(self._end, self._heard)
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            loop.add_signal_handler(number, self.action_leave)
        self._draw()

    def on_unmount(self) -> None:
        """Nothing is heard any more."""
        asyncio.get_running_loop().remove_reader(self._end)

    @property
    def view(self) -> View:
        """What is drawn."""
        look = self._look
        left, right = (_called(look, side) for side in SIDES)
        return replace(
            look.view,
            left_name=left,
            right_name=right,
            aside=TERMINAL,
            hint=keys(look.robots),
        )

    # --- what the unit tells ------------------------------------------------------------------

    def _heard(self) -> None:
        try:
            data = self._end.recv(CHUNK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            asyncio.get_running_loop().remove_reader(self._end)
            self.exit(UNIT_GONE)
            return
        self.call_later(self._take, data)  # where a bug ends the app

    def _take(self, data: bytes) -> None:
        told = self._lines.feed(data)
        if told:
            self._look = look_of(told[-1])  # older ones are not worth drawing any more
            self._draw()

    def _draw(self) -> None:
        self.picture.show(self.view)

    # --- what people do -----------------------------------------------------------------------

    def _act(self, act: Act) -> None:
        try:
            self._end.send(line(act))
        except OSError:
            self.exit(UNIT_GONE)

    def action_tap(self, side: Part) -> None:
        """A paddle, for a moment."""
        self._act(Act("tap", side, TAP_MS))

    def action_hold(self, side: Part) -> None:
        """Hold a paddle, or let it go."""
        self._act(Act("toggle", side))

    def action_timer(self) -> None:
        """The timer button, for a moment."""
        self._act(Act("tap", "button", BUTTON_TAP_MS))

    def action_hold_timer(self) -> None:
        """The timer button, as long as what it is held for takes."""
        idle = self._look.view.state == "not_ready"
        self._act(Act("tap", "button", TRAY_HOLD_MS if idle else CANCEL_HOLD_MS))

    def action_robot(self, side: Part) -> None:
        """A robot comes, or goes."""
        self._act(Act("robot", side))

    def action_help(self) -> None:
        """The keys."""
        self.push_screen(Help())

    def action_leave(self) -> None:
        """End the bench."""
        self.exit(0)

    def on_picture_pressed(self, event: Picture.Pressed) -> None:
        """The mouse, or a finger."""
        self._act(Act("down", event.part, TAP_MS) if event.down else Act("up", event.part))


def _called(look: Look, side: Side) -> str | None:
    """The player there, and whether that is a robot."""
    name = look.view.left_name if side == "left" else look.view.right_name
    return f"{name or ''} (robot)".lstrip() if side in look.robots else name
