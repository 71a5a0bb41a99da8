"""What lamps, arrow and buzzer show in each state: one table, written whole on each entry."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from showdown_referee.model import Side
from showdown_unit.ports import Handle, Scheduler

MS = 1_000_000


class Scene(StrEnum):
    """What the unit shows."""

    DARK = "dark"
    READY = "ready"
    NOT_READY = "not_ready"
    ARMED = "armed"
    HELD = "held"
    COUNT = "count"
    HOLD = "hold"
    GREEN = "green"
    WIN = "win"
    FALSE_START = "false_start"
    AGAIN = "again"
    NO_LOSER = "no_loser"
    CODE = "code"
    FAULT = "fault"


Lit = tuple[bool, bool, bool]  # red, amber, green
DARK: Lit = (False, False, False)
RED: Lit = (True, False, False)
AMBER: Lit = (False, True, False)
GREEN: Lit = (False, False, True)
ARMED: Lit = (True, True, False)
ALL: Lit = (True, True, True)

Steps = Sequence[tuple[Lit, int]]
"""Lamps, and for how many ns they stand so."""


@dataclass(frozen=True, slots=True)
class Look:
    """One row: what is lit, and what in turn with it. `by_tick`: the watchdog tick takes turns."""

    lit: Lit
    other: Lit | None = None
    every_ns: int = 0
    by_tick: bool = False
    arrow: bool = False
    arrow_blinks: bool = False


LOOKS: dict[Scene, Look] = {
    Scene.DARK: Look(DARK),
    Scene.READY: Look(RED, DARK, by_tick=True),
    Scene.NOT_READY: Look(AMBER, DARK, by_tick=True),
    Scene.ARMED: Look(ARMED),
    Scene.HELD: Look(ARMED, ARMED, every_ns=250 * MS, arrow_blinks=True),
    Scene.COUNT: Look(RED),
    Scene.HOLD: Look(AMBER),
    Scene.GREEN: Look(GREEN),
    Scene.WIN: Look(GREEN),
    Scene.FALSE_START: Look(RED, arrow=True),
    Scene.AGAIN: Look(ALL, DARK, every_ns=250 * MS),
    Scene.NO_LOSER: Look(AMBER, DARK, every_ns=500 * MS),
    Scene.CODE: Look(DARK),  # its lamps are played
    Scene.FAULT: Look(RED, DARK, every_ns=250 * MS),
}

BEEP_NS = 80 * MS
"""A beep of the count: over 120 ms before green at the soonest, for no hold is under 200 ms."""

LATE_NS = 90 * MS
"""An end of a beep that comes later than that may be near green: it waits for the verdict."""

LOW_TONE_NS = 700 * MS
"""The tone of a false start. A buzzer that sounds by itself has one pitch: long stands for low."""


class _Lamps(Protocol):
    def write(self, red: bool, amber: bool, green: bool) -> None: ...


class _Arrow(Protocol):
    def write(self, left: bool, right: bool) -> None: ...


class _Buzzer(Protocol):
    def on(self) -> None: ...

    def off(self) -> None: ...


class Panel:
    """Shows scenes on the hardware; blinks by the scheduler, never while paddles race.

    What a pin raises is told to `failed`, and comes out where there is none. `audible`: whether
    the buzzer, where there is one, may sound now.
    """

    def __init__(
        self,
        scheduler: Scheduler,
        lamps: _Lamps,
        arrow: _Arrow,
        buzzer: _Buzzer | None,
        failed: Callable[[Exception], None] | None = None,
        *,
        audible: Callable[[], bool] = lambda: True,
    ) -> None:
        self._scheduler = scheduler
        self._lamps = lamps
        self._arrow = arrow
        self._buzzer = buzzer
        self._failed = failed
        self._audible = audible
        self.scene = Scene.DARK
        self._sides: tuple[Side, ...] = ()
        self._second = False
        self._played: Lit = DARK
        self._timer: Handle | None = None
        self._silence: Handle | None = None
        self._racing = False  # green stands and no verdict yet: the buzzer's pin is left alone
        self._owed = False  # a sound whose end was due meanwhile
        self._closed = False

    def show(self, scene: Scene, sides: tuple[Side, ...] = ()) -> None:
        """Enter a scene; `sides` are those that the arrow tells of. A fault stands to the end."""
        if self.scene is Scene.FAULT or self._closed:
            return
        self._stop()
        self.scene, self._sides, self._second = scene, sides, False
        self._write()
        self._racing = False
        if self._owed:
            self._hush()
        if self.scene is scene:
            self._again()

    def play(self, steps: Steps, over: Callable[[], None]) -> None:
        """Lamps one after the other, then `over`. Any other scene ends it, and calls nothing."""
        if self.scene is Scene.FAULT or self._closed:
            return
        self._stop()
        self.scene, self._sides, self._second = Scene.CODE, (), False
        self._play(tuple(steps), over)

    def note_green(self) -> None:
        """Green was written by the race itself: only remember it.

        A beep whose end is overdue, for the process was held up, ends with the next scene.
        """
        self._stop()
        self.scene, self._sides, self._second = Scene.GREEN, (), False
        self._racing = True

    def tick(self) -> None:
        """The watchdog's tick: ready and not ready change over."""
        if LOOKS[self.scene].by_tick and not self._closed:
            self._second = not self._second
            self._write()

    def beep(self) -> None:
        """One short beep of the count."""
        self._sound(BEEP_NS)

    def low_tone(self) -> None:
        """The tone of a false start."""
        self._sound(LOW_TONE_NS)

    def close(self) -> None:
        """Dark and silent; nothing is shown after this."""
        self._stop()
        self.scene, self._sides, self._racing = Scene.DARK, (), False
        self._hush()
        self._write()
        self._closed = True

    def _sound(self, length_ns: int) -> None:
        if self._buzzer is None or self._closed or not self._audible():
            return
        if self._silence is not None:
            self._silence.cancel()
        self._owed = False
        self._try(self._buzzer.on)
        due_ns = self._scheduler.now_ns() + length_ns
        self._silence = self._scheduler.call_at(due_ns, lambda: self._due(due_ns))

    def _due(self, due_ns: int) -> None:
        """A sound ends; while green is near or stands, the next scene ends it."""
        late = self._scheduler.now_ns() - due_ns > LATE_NS
        if self._racing or (late and self.scene is Scene.HOLD):
            self._owed = True
        else:
            self._hush()

    def _hush(self) -> None:
        self._owed = False
        if self._silence is not None and self._buzzer is not None:
            self._silence.cancel()
            self._silence = None
            self._try(self._buzzer.off)

    def _write(self) -> None:
        scene = self.scene
        look = LOOKS[scene]
        lit = look.other if self._second and look.other is not None else look.lit
        if scene is Scene.CODE:
            lit = self._played
        arrow = look.arrow or (look.arrow_blinks and not self._second)
        left, right = (arrow and side in self._sides for side in (Side.LEFT, Side.RIGHT))
        self._try(lambda: self._arrow.write(left, right))
        if self.scene is scene:  # else the failure of the arrow led to another scene
            self._try(lambda: self._lamps.write(*lit))

    def _try(self, write: Callable[[], None]) -> None:
        try:
            write()
        except Exception as error:
            if self._failed is None:
                raise
            self._failed(error)

    def _play(self, steps: Steps, over: Callable[[], None]) -> None:
        if not steps:
            self.scene, self._timer = Scene.DARK, None
            over()
            return
        (self._played, for_ns), *rest = steps
        self._write()
        if self.scene is Scene.CODE:  # else a pin that failed led to another scene
            self._timer = self._scheduler.call_at(
                self._scheduler.now_ns() + for_ns, lambda: self._play(rest, over)
            )

    def _again(self) -> None:
        every_ns = LOOKS[self.scene].every_ns
        if every_ns:
            self._timer = self._scheduler.call_at(self._scheduler.now_ns() + every_ns, self._turn)

    def _turn(self) -> None:
        scene, self._second = self.scene, not self._second
        self._write()
        if self.scene is scene:
            self._again()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
