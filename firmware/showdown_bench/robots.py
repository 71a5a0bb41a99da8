"""Robots that watch the lamps and work the paddles and the timer button of a mock unit."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol

from showdown_bench.players import Book, PlayerPlan, Since
from showdown_bench.scenes import STEADY_NS, Phase, Progress, Scene, follow
from showdown_bench.world import World

MS = 1_000_000
S = 1_000_000_000

LOOK_EVERY_NS = 100 * MS
BUTTON_PRESS_NS = 100 * MS
BUTTON_HOLD_NS = 2_200 * MS  # the unit wants 2 s to believe that the tray was looked at
BUTTON_PAUSE_NS = 1 * S  # between two touches of the button
UNASKED_AFTER_NS = 10 * S  # without a host that long, they play among themselves, where wanted
PUNCTUAL_NS = MS // 4  # an edge delivered within this keeps its planned stamp

BOTH = frozenset({"left", "right"})
"""Robots on both sides."""

Strokes = tuple[tuple[int, bool], ...]
"""Edges still to come: ns after the lamp, and whether the paddle is down then."""

_SINCE = {Phase.COUNT: Since.COUNT, Phase.HOLD: Since.HOLD, Phase.RACE: Since.GREEN}


class UnitView(Protocol):
    """What robots know of the unit besides its lamps.

    Asked from the robots' thread ten times a second: answers are plain reads.
    """

    def waiting_for_button(self) -> bool:
        """Whether a showdown is armed and waits for the timer button."""

    def tray_unknown(self) -> bool:
        """Whether a person has to look at the tray and hold the timer button."""

    def control_idle_ns(self) -> int | None:
        """For how long no control session has been live; None while one is."""


class Fingers(Protocol):
    """The edges that robots make, on the pins below gpiozero."""

    def paddle(self, side: str, pressed: bool, stamp_ns: int) -> None:
        """The paddle of that side closed or opened at `stamp_ns`."""

    def button(self, down: bool, stamp_ns: int) -> None:
        """The timer button went down or up at `stamp_ns`."""


class Robots:
    """Two players and whoever presses the timer button.

    `saw` takes every pin change from any thread; all that robots do happens in `world`. An edge
    carries the stamp that its plan gives it, moved where `world` is far behind. `scene`: what is
    lit already when they come. `unasked`: whether they also begin showdowns that nobody armed.
    `sides`: where robots play, may be changed at any time by any thread; `button`: whether they
    work the timer button also where people play.
    """

    def __init__(
        self,
        *,
        book: Book,
        world: World,
        fingers: Fingers,
        view: UnitView,
        scene: Scene | None = None,
        unasked: bool = False,
        sides: frozenset[str] = BOTH,
        button: bool = True,
    ) -> None:
        self.sides = sides
        self._book = book
        self._button = button
        self._world = world
        self._fingers = fingers
        self._view = view
        self._scene = scene or Scene()
        self._progress = Progress(lit=self._scene.lit, arrow=self._scene.arrow)
        self._busy_until_ns = {"left": 0, "right": 0}
        self._late_ns = 0  # how far the hands are behind their plan in this attempt
        self._planned_ns = 0  # of the last stroke
        self._button_free_ns = 0
        self._unasked = unasked
        self._unasked_ns: int | None = None
        self._stopped = False

    @property
    def progress(self) -> Progress:
        """How far the lamps say that the showdowns have come."""
        return self._progress

    def start(self) -> None:
        """Begin to look at the timer button."""
        self._world.world_at(self._world.now_ns(), self._look)

    def stop(self) -> None:
        """Touch nothing any more."""
        self._stopped = True

    def saw(self, ns: int, signal: str, value: float) -> None:
        """A pin changes at `ns`. Quick; any thread, but one at a time for the outputs."""
        scene = self._scene.changed(ns, signal, bool(value))
        if scene is not self._scene:
            self._scene = scene
            self._world.world_at(ns + STEADY_NS, partial(self._stood, scene))

    def _stood(self, scene: Scene) -> None:
        if scene is not self._scene or self._stopped:
            return  # it was one of the steps in between
        before, self._progress = self._progress, follow(self._progress, scene)
        now = self._progress
        since = _SINCE.get(now.phase)
        if since is None or now is before:
            return
        if (now.showdown, now.attempt) != (before.showdown, before.attempt):
            self._late_ns = 0
        plan = self._book(now.showdown, now.attempt)
        for side, player in (("left", plan.left), ("right", plan.right)):
            if player.since is since and side in self.sides:
                self._play(side, player, scene.since_ns)

    def _play(self, side: str, player: PlayerPlan, lamp_ns: int) -> None:
        strokes = player.strokes()
        if not strokes or self._busy_until_ns[side] > lamp_ns:
            return
        self._busy_until_ns[side] = lamp_ns + strokes[-1][0]
        self._stroke_later(side, strokes, lamp_ns)

    def _stroke_later(self, side: str, strokes: Strokes, lamp_ns: int) -> None:
        if strokes:
            when_ns = lamp_ns + strokes[0][0] + self._late_ns
            self._do_at(when_ns, partial(self._stroke, side, strokes, lamp_ns))

    def _stroke(self, side: str, strokes: Strokes, lamp_ns: int) -> None:
        """One edge, then on to the next.

        Where `world` is late, so are the hands, from here on and of both players: a level that
        is read must be the one that the stamps tell, and a dead heat stays one.
        """
        (offset_ns, pressed), now_ns = strokes[0], self._world.now_ns()
        if pressed and side not in self.sides:
            return  # taken away meanwhile; a paddle that is down is still let go
        planned_ns = lamp_ns + offset_ns
        if planned_ns != self._planned_ns:  # else both hands at once
            self._planned_ns = planned_ns
            behind_ns = now_ns - (planned_ns + self._late_ns)
            if behind_ns > PUNCTUAL_NS:
                self._late_ns += behind_ns
        self._fingers.paddle(side, pressed, min(now_ns, planned_ns + self._late_ns))
        self._stroke_later(side, strokes[1:], lamp_ns)

    def _look(self) -> None:
        if self._stopped:
            return
        now_ns = self._world.now_ns()
        self._world.world_at(now_ns + LOOK_EVERY_NS, self._look)
        if now_ns < self._button_free_ns or not self._button_is_mine():
            return
        if self._view.tray_unknown():
            self._touch(now_ns, BUTTON_HOLD_NS)
        elif self._view.waiting_for_button():
            self._touch(now_ns, BUTTON_PRESS_NS)
        elif self._unasked and self._plays_alone(now_ns):
            self._unasked_ns = now_ns
            self._touch(now_ns, BUTTON_PRESS_NS)

    def _button_is_mine(self) -> bool:
        return self._button or self.sides == BOTH

    def _plays_alone(self, now_ns: int) -> bool:
        idle_ns = self._view.control_idle_ns()
        if idle_ns is None or idle_ns < UNASKED_AFTER_NS or self._progress.phase in _SINCE:
            return False
        return self._unasked_ns is None or now_ns - self._unasked_ns >= UNASKED_AFTER_NS

    def _touch(self, now_ns: int, held_ns: int) -> None:
        self._button_free_ns = now_ns + held_ns + BUTTON_PAUSE_NS
        self._fingers.button(True, now_ns)
        self._do_at(now_ns + held_ns, partial(self._fingers.button, False, now_ns + held_ns))

    def _do_at(self, when_ns: int, act: Callable[[], None]) -> None:
        self._world.world_at(when_ns, partial(self._unless_stopped, act))

    def _unless_stopped(self, act: Callable[[], None]) -> None:
        if not self._stopped:
            act()
