"""The drawn bench in virtual time: a whole unit, its looks, and the app that draws them."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import Any

from rich.style import Style as Shown
from textual.pilot import Pilot

from app_kit import Sitting, sit_down
from showdown_bench.app import BenchApp
from showdown_bench.app_styles import COLOURS
from showdown_bench.bench import widths_of
from showdown_bench.line import Pins
from showdown_bench.looks import Looks
from showdown_bench.messages import Act, Lines, Look, act_of
from showdown_bench.window import RESOLUTION_NS, STAMPS
from showdown_hw.factory import BackendInfo
from showdown_picture.drawing import Style
from showdown_picture.view import View
from showdown_referee.limits import Limits
from showdown_unit.config import Config, limits_for
from unit_kit import World

LINK = "/run/user/1000/showdown/bench"


class KeyboardWorld(World):
    """A unit whose paddles are keys, as the drawn bench makes it, and what is drawn of it."""

    def __init__(self, **options: Any) -> None:
        super().__init__(opened=False, **options)
        self.pins = Pins(widths_of(self.hardware.board))
        self.hands.trace = self._saw
        self.unit.open()
        self.looks = Looks(self.unit, self.pins, LINK)

    def _limits(self, config: Config) -> Limits:
        backend = BackendInfo("mock", STAMPS, RESOLUTION_NS, 0)
        self.factory.backend = backend
        sense = self.hardware.green_sense is not None
        return limits_for(config, backend.resolution_ns, 0, green_sense=sense)

    def _saw(self, ns: int, signal: str, value: int) -> None:
        self.trace.append((ns, signal, value))
        self.pins.saw(ns, signal, value)

    @property
    def view(self) -> View:
        return self.looks.look()


@contextlib.contextmanager
def keyboard_world(**options: Any) -> Iterator[KeyboardWorld]:
    """A unit with keys for paddles, closed at the end."""
    made = KeyboardWorld(**options)
    try:
        yield made
    finally:
        made.close()


class AtBench(Sitting[BenchApp]):
    """Somebody at the drawn bench; `unit_end` is the unit's end of the socket."""

    unit_end: socket.socket

    def __init__(self, app: BenchApp, pilot: Pilot[None]) -> None:
        super().__init__(app, pilot)  # type: ignore[arg-type]
        self._lines = Lines()

    def acts(self) -> list[Act]:
        """What the app asked for since."""
        try:
            return [act_of(text) for text in self._lines.feed(self.unit_end.recv(65_536))]
        except BlockingIOError:
            return []


def at_bench(
    look: Look,
    play: Callable[[AtBench], Awaitable[None]],
    size: tuple[int, int] = (80, 24),
    *,
    styles: Mapping[Style, Shown] = COLOURS,
    unicode: bool = True,
) -> None:
    """Run the app at a terminal of that size on one look, and play at it."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.setblocking(False)

        def app() -> BenchApp:
            return BenchApp(ours, look, Lines(), styles=styles, unicode=unicode)

        def sitting(app: BenchApp, pilot: Pilot[None]) -> AtBench:
            there = AtBench(app, pilot)
            there.unit_end = theirs
            return there

        sit_down(app, sitting, play, size)  # type: ignore[type-var]
