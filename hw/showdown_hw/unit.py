"""A whole unit: all parts of a board, opened together, made safe together, closed together."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TypeVar

from showdown_hw.board import Board
from showdown_hw.clock import Clock
from showdown_hw.edges import EdgeQueue
from showdown_hw.errors import HardwareError, OutputsError
from showdown_hw.factory import BackendInfo, UnitFactory
from showdown_hw.inputs import GreenSense, InputLine, Paddle, TimerButton
from showdown_hw.launcher import Launcher
from showdown_hw.outputs import Arrow, Buzzer, Lamps, OffStep, try_all

LEVEL_GRACE_NS = 20_000_000
"""How long, beyond the backend's delivery time, a level may differ while its edge is under way."""

_logger = logging.getLogger(__name__)

_Part = TypeVar("_Part", Launcher, Lamps, Arrow, Buzzer, Paddle, TimerButton, GreenSense)


class Hardware:
    """The opened parts.

    Keep a reference as long as edges are wanted. `paddles` has the keys `left` and `right`;
    `buzzer` and `green_sense` are None where the board has none.
    """

    def __init__(self, board: Board, factory: UnitFactory, clock: Clock) -> None:
        self.board = board
        self.factory = factory
        self.edges = EdgeQueue(clock)
        self._clock = clock
        self._closed = False
        self._suspects: dict[str, tuple[int, int]] = {}
        self._level_resyncs = 0
        self._parts: list[OffStep] = []
        try:
            self._open_parts()
        except BaseException:
            self._give_back()
            raise

    @classmethod
    def open(cls, board: Board, factory: UnitFactory, clock: Clock) -> Hardware:
        """Open all parts: nothing moves, every output is off, edges flow.

        Takes the factory over and closes it in the end, also when a part cannot be opened
        (HardwareError says which).
        """
        return cls(board, factory, clock)

    @property
    def backend(self) -> BackendInfo:
        """Which backend it is, and how good its stamps are."""
        return self.factory.backend

    def safe(self) -> None:
        """Switch every output off, the launcher's power first. Harmless when repeated or closed.

        Each output is tried whatever the others do; OutputsError then names those that failed.
        """
        if not self._closed:
            failures = try_all(self._off_steps())
            if failures:
                raise OutputsError("not switched off", failures)

    def close(self) -> None:
        """Make safe, then give all pins back. Harmless when closed.

        Everything is tried; OutputsError then names what failed.
        """
        if self._closed:
            return
        self._closed = True
        failures = try_all(self._off_steps())
        for name, error in self._give_back().items():
            failures.setdefault(name, error)
        if failures:
            raise OutputsError("not switched off and closed", failures)

    def level_disagreements(self) -> list[str]:
        """Lines whose level, read now, is not the one that is known of them.

        Once means nothing, for the edge may be on its way; `alive` believes it when it lasts.
        """
        return [line.line for line in self._lines if line.active != line.last_active]

    def alive(self) -> str | None:
        """Why edges no longer arrive or can no longer be trusted; None while all is well.

        For a watchdog's tick. A level that disagrees is believed when a later call, at least
        `LEVEL_GRACE_NS` and the backend's delivery time on, finds it so with no edge between;
        so after `level_disagreements` named a line, call again that much later.

        Where it disagrees with an edge, that edge's direction was sampled wrong: from then on the
        level that was read is the known one (`level_resyncs`). Only one that disagrees with a
        level read before, no edge between, has changed without an edge: the edge source is dead.
        """
        return self.fault() or self._silent_line()

    @property
    def level_resyncs(self) -> int:
        """How often an edge had told a level at which its line did not rest."""
        return self._level_resyncs

    @property
    def merged_firsts(self) -> int | None:
        """How many first edges so far may have been bounces; None where the backend cannot tell.

        The stamp of such a press is late by as long as the kernel's thread took to start.
        """
        merged: int | None = getattr(self.factory, "merged_firsts", None)
        return merged

    @property
    def clock_error_ns(self) -> int | None:
        """How far all stamps alike may be off the clock; None where they are read off it."""
        off_ns: int | None = getattr(self.factory, "clock_error_ns", None)
        return off_ns

    def fault(self) -> str | None:
        """As `alive`, from what is known already: no level is read, so also during a race."""
        if self._closed:
            return "the hardware is closed"
        source = self.factory.source_fault()
        faults = [source] if source else [line.fault for line in self._lines if line.fault]
        return faults[0] if faults else None

    def _silent_line(self) -> str | None:
        now_ns = self._clock.now_ns()
        grace_ns = LEVEL_GRACE_NS + self.backend.delivery_ns
        suspects = {}
        for line in self._lines:
            # The count first: an edge between the two reads must not look like silence.
            count = line.edge_count
            try:
                active = line.active
            except Exception as error:  # noqa: BLE001 - whatever it was, it is the answer
                return f"{line.line} cannot be read: {type(error).__name__}: {error}"
            if active == line.last_active:
                continue
            since_ns, old_count = self._suspects.get(line.line, (now_ns, count))
            if count != old_count:
                since_ns = now_ns
            if now_ns - since_ns < grace_ns:
                suspects[line.line] = (since_ns, count)
            elif line.known_by_reading:
                return f"{line.line} changed its level and no edge arrived: the edge source is dead"
            else:
                self._resync(line, active, count)
        self._suspects = suspects
        return None

    def _resync(self, line: InputLine, active: bool, count: int) -> None:
        line.resync(active, count)
        self._level_resyncs += 1
        _logger.warning(
            "%s rests %s, which its last edge did not tell: the level is taken as it was read",
            line.line,
            "active" if active else "idle",
        )

    def _open_parts(self) -> None:
        board, factory, clock, edges = self.board, self.factory, self._clock, self.edges
        pins = board.pins
        # The launcher first, the one part that must not stay as it was found; inputs last, and
        # all of them at once: lgpio stalls the others when one is armed or closed alone.
        self.launcher = self._add(
            "launcher", lambda: Launcher(pins, board.launcher, factory, clock)
        )
        self.lamps = self._add("lamps", lambda: Lamps(pins, factory, clock))
        self.arrow = self._add("arrow", lambda: Arrow(pins, factory))
        self.buzzer: Buzzer | None = None
        if "buzzer" in pins:
            self.buzzer = self._add("buzzer", lambda: Buzzer(pins, factory))
        left = self._add("paddle_left", lambda: Paddle("left", pins["paddle_left"], factory, edges))
        right = self._add(
            "paddle_right", lambda: Paddle("right", pins["paddle_right"], factory, edges)
        )
        self.paddles = {"left": left, "right": right}
        self.button = self._add(
            "timer_button", lambda: TimerButton(pins["timer_button"], factory, edges)
        )
        self._lines: list[InputLine] = [left, right, self.button]
        self.green_sense: GreenSense | None = None
        if "green_sense" in pins:
            self.green_sense = self._add(
                "green_sense", lambda: GreenSense(pins["green_sense"], factory, edges)
            )
            self._lines.append(self.green_sense)

    def _add(self, name: str, make: Callable[[], _Part]) -> _Part:
        try:
            part = make()
        except HardwareError:
            raise
        except Exception as error:
            msg = f"{name} cannot be opened: {type(error).__name__}: {error}"
            raise HardwareError(msg) from error
        self._parts.append((name, part.close))
        return part

    def _off_steps(self) -> list[OffStep]:
        steps = self.launcher.off_steps() + self.lamps.off_steps() + self.arrow.off_steps()
        return steps + (self.buzzer.off_steps() if self.buzzer else [])

    def _give_back(self) -> dict[str, Exception]:
        return try_all([*self._parts, (self.backend.name, self.factory.close)])
