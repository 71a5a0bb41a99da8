"""Plays the referee on the hardware: edges and deadlines in, lamps and readings out.

Everything of a showdown that is about time happens here; records, journal and links are the
listener's. Edges and deadlines come before everything else: in the last stretch before a deadline
of the race the loop is held here and handles nothing but edges.
"""

from __future__ import annotations

import gc
from collections import deque
from collections.abc import Callable
from typing import Protocol

from showdown_hw import edges as lines
from showdown_hw.errors import HardwareError
from showdown_hw.unit import Hardware
from showdown_referee.evidence import AttemptEvidence
from showdown_referee.limits import Limits
from showdown_referee.machine import RACING, Referee
from showdown_referee.model import (
    Action,
    Arm,
    CalledOff,
    Cancel,
    CountLit,
    Decided,
    Edge,
    Entered,
    Event,
    Fault,
    GreenLit,
    GreenSensed,
    LightCount,
    LightGreen,
    PutBack,
    Reading,
    ReadLevels,
    Side,
    State,
    Tick,
)
from showdown_referee.model import Button as ButtonPress
from showdown_unit.orientation import Orientation
from showdown_unit.ports import Handle, Scheduler
from showdown_unit.scenes import Panel, Scene

STRETCH_NS = 20_000_000
"""Before a deadline of the race the loop handles only edges for this long."""

HELD_NS = 100_000_000
"""Longest that the loop is held on end: a line that never rests must not silence the unit."""

CATCH_UP_NS = 10_000_000
"""What the pins' thread gets to hand edges over, after the whole process was held up."""

SIDES = {lines.PADDLE_LEFT: Side.LEFT, lines.PADDLE_RIGHT: Side.RIGHT}


class Conducted(Protocol):
    """What the listener is told."""

    def referee_says(self, action: Action) -> None:
        """Every action that is not about reading or writing pins in the race."""

    def button_edge(self, stamp_ns: int) -> None:
        """An edge of the timer button."""

    def hardware_failed(self, error: Exception) -> None:
        """A pin could not be read or written, or edges are missing: the showdown was aborted."""


class Conductor:
    """One referee on one set of hardware, driven by a scheduler."""

    def __init__(
        self,
        scheduler: Scheduler,
        hardware: Hardware,
        panel: Panel,
        referee: Referee,
        listener: Conducted,
        *,
        now_ns: Callable[[], int] | None = None,
        orientation: Orientation | None = None,
    ) -> None:
        self._scheduler = scheduler
        self._now_ns = now_ns or scheduler.now_ns
        self._hardware = hardware
        self._panel = panel
        self._referee = referee
        self._listener = listener
        self._orientation = orientation or Orientation()
        self._timer: Handle | None = None
        self._pumping = False
        self._posted = False  # a pump is on its way to the loop
        self._breathing = False  # the loop was held for long and has a turn of its own
        self._events: deque[Event] = deque()
        self._lost_edges = 0
        self.tap: Callable[[lines.Edge], None] | None = None
        """Told of every edge of every line; for whoever looks at edges while no showdown runs."""
        hardware.edges.on_ready = self._edges_are_ready

    @property
    def racing(self) -> bool:
        """Whether presses count: from the first count lamp to the verdict."""
        return self._referee.state in RACING

    @property
    def state(self) -> State:
        """The referee's."""
        return self._referee.state

    @property
    def limits(self) -> Limits:
        """What showdowns are judged by, from the next one on or until the present one is over."""
        return self._referee.limits

    def evidence(self) -> tuple[AttemptEvidence, ...]:
        """What each judged attempt of the present or last showdown stands on, as of now."""
        return self._referee.evidence()

    def may_handle_line(self) -> bool:
        """False in the last stretch before a deadline of the race."""
        deadline_ns = self._referee.next_deadline()
        if not self.racing or deadline_ns is None or self._breathing:
            return True
        return deadline_ns - self._now_ns() > STRETCH_NS

    def use(self, limits: Limits, *, swapped: bool) -> None:
        """Other limits from the next showdown on, and which way round the unit stands.

        RuntimeError while a showdown is not over.
        """
        self._referee.use(limits, turned=swapped is not self._orientation.swapped)
        self._orientation.swapped = swapped

    def arm(
        self,
        seed: bytes,
        *,
        start_now: bool,
        now_ns: int | None = None,
        practice: Side | None = None,
    ) -> None:
        """Begin a showdown. `now_ns`: when the button was pressed that starts it.

        `practice`: that side plays alone.
        """
        begin_ns = self._now_ns() if now_ns is None else now_ns
        self.tell(Arm(begin_ns, seed, start_now, practice))

    def press_button(self, stamp_ns: int) -> None:
        """The timer button starts what is armed."""
        self.tell(ButtonPress(stamp_ns))

    def cancel(self, reason: str | None = None) -> None:
        """Call the showdown off, unless a press is stamped before now."""
        self.tell(Cancel(self._now_ns(), reason))

    def abort(self, reason: str) -> None:
        """End the showdown at once."""
        self.tell(Fault(self._now_ns(), reason))

    def tell(self, event: Event) -> None:
        """Hand an event to the referee, then look at edges and deadlines."""
        self._feed(event)
        self.pump()

    def pump(self) -> None:
        """Hand over all edges, act on what is due, and come back when something will be."""
        if self._pumping or self._events:
            return  # whoever is at it goes on until nothing is due
        self._pumping, self._breathing = True, False
        until_ns = self._now_ns() + HELD_NS
        try:
            while self._turn() and not self._breathing:
                self._breathing = self._now_ns() >= until_ns
        finally:
            self._pumping = False
        self._schedule()

    def close(self) -> None:
        """Stop listening to the hardware."""
        self._hardware.edges.on_ready = None
        if self._timer is not None:
            self._timer.cancel()
        gc.enable()

    # --- one turn ---------------------------------------------------------------------------

    def _turn(self) -> bool:
        """Edges, then deadlines; True while the next one is so near that nothing else may run."""
        now_ns = self._now_ns()
        due_ns = self._referee.next_deadline()
        self._take_edges()
        if self.racing and due_ns is not None and now_ns - due_ns > STRETCH_NS:
            self._catch_up()
        if self.racing:
            self._ask_for_faults()
        self._feed(Tick(now_ns))
        deadline_ns = self._referee.next_deadline()
        if deadline_ns is None:
            return False
        now_ns = self._now_ns()
        if deadline_ns <= now_ns:
            return True
        if self.racing and deadline_ns - now_ns <= STRETCH_NS:
            self._hardware.edges.wait(deadline_ns)
            return True
        return False

    def _catch_up(self) -> None:
        """The process was held up, and so was the pins' thread: let it hand over what it missed."""
        until_ns = self._now_ns() + CATCH_UP_NS
        while self._now_ns() < until_ns:
            self._hardware.edges.wait(until_ns)
            self._take_edges()

    def _ask_for_faults(self) -> None:
        """Before each tick, for a verdict comes of nothing else: none is founded on missing edges.

        After the edges were taken: what the source hands over after a gap, it knows the gap of.
        """
        fault = self._hardware.fault()
        if fault is not None:
            self._feed(Fault(self._now_ns()))
            self._listener.hardware_failed(HardwareError(fault))

    def _take_edges(self) -> None:
        lost = self._hardware.edges.lost
        if lost != self._lost_edges:
            self._lost_edges = lost
            self._feed(Fault(self._now_ns(), "edges_lost"))
        for edge in self._hardware.edges.drain():
            if self.tap is not None:
                self.tap(edge)
            side = SIDES.get(edge.line)
            if side is not None:
                side = self._orientation.of(side)
                self._feed(Edge(side, edge.stamp_ns, edge.active, edge.seq))
            elif edge.line == lines.TIMER_BUTTON:
                self._listener.button_edge(edge.stamp_ns)
            elif edge.line == lines.GREEN_SENSE and edge.active:
                self._feed(GreenSensed(edge.stamp_ns))

    def _schedule(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        deadline_ns = self._referee.next_deadline()
        if deadline_ns is None:
            return
        if self.racing:
            deadline_ns -= STRETCH_NS
        self._timer = self._scheduler.call_at(deadline_ns, self.pump)

    def _edges_are_ready(self) -> None:
        if not self._posted:
            self._posted = True
            self._scheduler.post(self._pump_posted)

    def _pump_posted(self) -> None:
        self._posted = False  # first: an edge from here on posts anew
        self.pump()

    # --- actions ----------------------------------------------------------------------------

    def _feed(self, event: Event) -> None:
        self._events.append(event)
        if len(self._events) > 1:
            return  # the call that is under way takes it
        while self._events:
            for action in self._referee.handle(self._events[0]):
                try:
                    self._carry_out(action)
                except Exception as error:  # noqa: BLE001 - any pin may fail in any way
                    self._events.append(Fault(self._now_ns()))
                    self._listener.hardware_failed(error)
            self._events.popleft()

    def _carry_out(self, action: Action) -> None:
        match action:
            case ReadLevels(sides):
                for side in sides:
                    at_ns = self._now_ns()
                    paddle = self._hardware.paddles[self._orientation.of(side).value]
                    pressed = paddle.pressed
                    self._events.append(Reading(side, pressed, at_ns, self._now_ns()))
            case LightCount():
                gc.disable()
                before_ns = self._now_ns()
                self._panel.show(Scene.COUNT)
                self._events.append(CountLit(before_ns))
                self._listener.referee_says(action)
            case LightGreen():
                before_ns, after_ns = self._hardware.lamps.light_green()
                self._panel.note_green()
                self._events.append(GreenLit(before_ns, after_ns))
            case Entered(State.HOLD):
                self._panel.show(Scene.HOLD)
                self._listener.referee_says(action)
            case Decided() | CalledOff() | PutBack():
                gc.enable()
                self._listener.referee_says(action)
            case _:
                self._listener.referee_says(action)
