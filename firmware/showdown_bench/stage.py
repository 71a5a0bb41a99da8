"""Everything around the mock unit: who sees its pins, who works them, and who watches."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Protocol

from showdown_bench.line import Pins, TerminalLine, draw, tell
from showdown_bench.players import Book
from showdown_bench.robots import BOTH, Robots, UnitView
from showdown_bench.scenes import Scene
from showdown_bench.touch import Touch
from showdown_bench.trace import PinTrace, Widths
from showdown_bench.world import PinThread, World
from showdown_hw.mock_bench import MockBench
from showdown_protocol.records import Record

DRAW_EVERY_NS = 100_000_000


class Shown(UnitView, Protocol):
    """What the stage asks of the unit; from other threads than the loop's, so plain reads."""

    def state_word(self) -> str:
        """As `status` calls it: `ready`, `armed` and so on."""

    def last_record(self) -> Record | None:
        """The newest record that is over."""


class BenchFingers:
    """Robots' fingers on mock pins."""

    def __init__(self, touch: Touch) -> None:
        self._touch = touch

    def paddle(self, side: str, pressed: bool, stamp_ns: int) -> None:
        """The paddle of that side closed or opened."""
        self._touch.finger("robots", f"paddle_{side}", pressed, stamp_ns)

    def button(self, down: bool, stamp_ns: int) -> None:
        """The timer button went down or up."""
        self._touch.finger("robots", "timer_button", down, stamp_ns)


class Stage:
    """Trace, robots and terminal line around one `MockBench`, each where it is wanted.

    `watch` before the hardware is opened, so that no change escapes; `start` once the unit
    answers; `stop` before the hardware is closed; `close` after that. In real
    time (`world` None) robots and drawing have a thread each, so that a terminal that blocks
    holds up nobody; given a `world` the robots live there and nothing is drawn. `unasked`: the
    robots also begin showdowns by the timer button where no host has been for 10 s. `sides`,
    `button`: as robots take them.
    """

    def __init__(
        self,
        *,
        widths: Widths,
        trace: PinTrace | None = None,
        book: Book | None = None,
        line: TerminalLine | None = None,
        world: World | None = None,
        unasked: bool = False,
        sides: frozenset[str] = BOTH,
        button: bool = True,
    ) -> None:
        self._trace = trace
        self._book = book
        self._line = line
        self._world = world
        self._unasked = unasked
        self._sides = sides
        self._button = button
        self._pins = Pins(widths)
        self._robots: Robots | None = None
        self._bench: MockBench | None = None
        self._touch: Touch | None = None
        self._unit: Shown | None = None
        self._running = ExitStack()

    @property
    def pins(self) -> Pins:
        """The pins as they are shown; plain reads."""
        return self._pins

    @property
    def touch(self) -> Touch:
        """The fingers on the pins. RuntimeError before `watch`."""
        if self._touch is None:
            msg = "nothing to play on yet: call watch first"
            raise RuntimeError(msg)
        return self._touch

    @property
    def robots(self) -> Robots | None:
        """The robots, once started."""
        return self._robots

    def saw(self, ns: int, signal: str, value: float) -> None:
        """A pin is about to change: to the trace first, for what follows may be a kill."""
        if self._trace is not None:
            self._trace.saw(ns, signal, value)
        self._pins.saw(ns, signal, value)
        if self._robots is not None:
            self._robots.saw(ns, signal, value)

    def watch(self, bench: MockBench) -> None:
        """See every change of its pins from now on."""
        self._bench, self._touch = bench, Touch(bench)
        bench.trace = self.saw

    def start(self, unit: Shown) -> None:
        """Let the robots play, and draw the line. RuntimeError before `watch`."""
        touch, self._unit = self.touch, unit
        if self._book is not None:
            world = self._thread("robots") if self._world is None else self._world
            lamps, arrow = self._pins.lamps, self._pins.arrow
            self._robots = Robots(
                book=self._book,
                world=world,
                fingers=BenchFingers(touch),
                view=unit,
                scene=Scene(*lamps, arrow_left=arrow.left, arrow_right=arrow.right),
                unasked=self._unasked,
                sides=self._sides,
                button=self._button,
            )
            self._running.callback(self._robots.stop)
            self._robots.start()
        if self._line is not None and self._world is None:
            screen = self._thread("screen")
            screen.world_at(screen.now_ns(), lambda: self._draw(screen))

    def stop(self) -> None:
        """Robots let go first, then the threads end; raises what ended one early. Idempotent."""
        self._running.close()

    def close(self) -> None:
        """Stop, see nothing more, end line and trace. Idempotent."""
        with ExitStack() as last:
            if self._trace is not None:
                last.callback(self._trace.close)
            if self._bench is not None:
                last.callback(setattr, self._bench, "trace", None)
            if self._line is not None:
                last.callback(self._line.close)
            self.stop()

    def look(self) -> str:
        """The terminal line as it would be drawn now."""
        if self._unit is None:
            return draw(self._pins, "starting", None)
        last = self._unit.last_record()
        return draw(self._pins, self._unit.state_word(), tell(last) if last else None)

    def _thread(self, name: str) -> PinThread:
        thread = PinThread(name)
        self._running.callback(thread.stop)
        thread.start()
        return thread

    def _draw(self, screen: PinThread) -> None:
        if self._line is not None:
            self._line.show(self.look())
        screen.world_at(screen.now_ns() + DRAW_EVERY_NS, lambda: self._draw(screen))
