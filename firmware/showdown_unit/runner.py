"""Runs one showdown: what the referee says becomes lamps, a throw, durable steps and events."""

from __future__ import annotations

import dataclasses
import logging
from collections import Counter
from collections.abc import Callable
from typing import Protocol

from msgspec.structs import replace

from showdown_protocol.messages import Launch, Record, RecordState, Side
from showdown_referee import model as referee
from showdown_referee.model import (
    Action,
    CalledOff,
    Closed,
    Contested,
    Decided,
    Entered,
    LateEdge,
    LightCount,
    MayLaunchWritten,
    Outcome,
    PaddlesHeld,
    PutBack,
    State,
    Verdict,
    WriteMayLaunch,
)
from showdown_unit import records
from showdown_unit.conductor import Conductor
from showdown_unit.evidence import Case
from showdown_unit.orientation import Throws
from showdown_unit.ports import Handle, JournalPort, Packed, Scheduler, Step, Stored
from showdown_unit.scenes import Panel, Scene
from showdown_unit.settings import InForce
from showdown_unit.showdown import Showdown

STANDS_NS = 5_000_000_000
"""A result stands this long after `done`, or until the next showdown arms."""

COUNTERS = (
    "showdowns",
    "launches",
    "launches_failed",
    "voids",
    "spikes",
    "late_edges",
    "late_by_us_max",
    "put_backs",
    "contested",
)
"""What is counted of showdowns, for `stats`."""

_STATES = {
    State.ARMED: RecordState.ARMED,
    State.CLEARING: RecordState.ARMED,
    State.COUNT: RecordState.COUNTING,
    State.RACE: RecordState.RACING,
}

_logger = logging.getLogger(__name__)


class RunnerListener(Protocol):
    """What is told of a running showdown."""

    def publish(self, kind: str, record: Record, **fields: object) -> Record:
        """Tell hosts of a new version of the record; gives it back with its event's number."""

    def amend(self, key: str, change: Callable[[Stored], Stored]) -> None:
        """Change a record that is over, durably, and tell hosts."""

    def launcher_failed(self) -> None:
        """A throw did not end with a parked tray."""

    def showdown_over(self, record: Record) -> None:
        """The showdown is over, `done` written or not."""

    def idle_scene(self) -> Scene:
        """What the panel shows when there is no showdown."""


class Runner:
    """At most one showdown at a time."""

    def __init__(
        self,
        *,
        scheduler: Scheduler,
        panel: Panel,
        thrower: Throws,
        journal: JournalPort,
        listener: RunnerListener,
        counters: Counter[str],
        in_force: InForce,
    ) -> None:
        self._scheduler = scheduler
        self._panel = panel
        self._thrower = thrower
        self._journal = journal
        self._listener = listener
        self._counters = counters
        self._in_force = in_force
        self._stands: Handle | None = None
        self._case: Case | None = None  # of the present showdown, or of the last one
        self._unsaved: dict[str, Stored] = {}  # over, but the disk would not take them
        self.last: Stored | None = None  # over, may still become contested
        self.conductor: Conductor  # set by whoever builds both
        self.active: Showdown | None = None

    def begin(self, showdown: Showdown, *, start_now: bool, now_ns: int) -> None:
        """Arm the referee for an accepted showdown. `now_ns`: now, or the button's stamp."""
        self._end_standing()
        self.active = showdown
        side = showdown.record.practice
        practice = None if side is None else referee.Side(side.value)
        self._case = Case(showdown.key, self.conductor.limits, practice)
        self._counters["showdowns"] += 1
        seed = showdown.hold.seed
        self.conductor.arm(seed, start_now=start_now, now_ns=now_ns, practice=practice)

    def newest(self, key: str) -> Stored | None:
        """What is public of a key that runs, was the last, or is not on the disk as it should be.

        None: the journal knows best.
        """
        active = self.active
        if active is not None and active.key == key:
            return Stored(active.record, active.step, active.start)
        if key in self._unsaved:
            return self._unsaved[key]
        return self.last if self.last is not None and self.last.record.key == key else None

    def is_unsaved(self, key: str) -> bool:
        """Whether the disk would not take the end of this showdown."""
        return key in self._unsaved

    def is_undecided(self, key: str) -> bool:
        """Whether its result is not on the disk, or not as it stands now: no evidence of it yet."""
        active = self.active
        running = active is not None and active.key == key and not active.result_written
        return running or key in self._unsaved

    def unsaved(self) -> tuple[str, ...]:
        """The keys of the showdowns whose end the disk would not take."""
        return tuple(self._unsaved)

    def keep(self, stored: Stored, *, saved: bool) -> None:
        """Go on from this version of a record that is over."""
        key = stored.record.key
        if saved:
            self._unsaved.pop(key, None)
        else:
            self._unsaved[key] = stored
        if self.last is not None and self.last.record.key == key:
            self.last = stored

    def close(self) -> None:
        """Let no result stand any longer."""
        self._end_standing()

    def make_way(self) -> None:
        """Dark, for whoever shows something else while no showdown runs; `idle` ends it."""
        self._end_standing()
        self._panel.show(Scene.DARK)

    def clear(self) -> None:
        """Let no result stand any longer, and show how the unit is where one did."""
        if self._stands is not None:
            self._stop_standing()

    # --- what the referee says --------------------------------------------------------------

    def referee_says(self, action: Action) -> None:
        """Carry an action out that is not about reading or lighting in the race."""
        if isinstance(action, LateEdge):
            self._counters["late_edges"] += 1
            late_us = records.us_up(action.late_by_ns)
            self._counters["late_by_us_max"] = max(self._counters["late_by_us_max"], late_us)
            return
        if isinstance(action, Contested):
            self._contested(action)
            return
        showdown = self.active
        if showdown is None:
            return
        match action:
            case Entered(state):
                self._entered(showdown, state)
            case WriteMayLaunch():
                self._write_may_launch(showdown)
            case LightCount(attempt):
                showdown.attempt = attempt
            case PaddlesHeld(sides):
                self._panel.show(Scene.HELD if sides else Scene.ARMED, sides)
                held = tuple(Side(side.value) for side in sides)
                self._tell_state(showdown, held=held)
            case PutBack():
                self._counters["put_backs"] += 1
            case Decided(verdict) if verdict.final:
                self._decided(showdown, verdict)
            case Decided(verdict):
                self._another_attempt(showdown, verdict)
            case Closed():
                self._counters["spikes"] += action.spikes
                showdown.closed = action
                self._finish(showdown)
            case CalledOff(reason):
                self._called_off(showdown, reason)
            case _:
                pass

    def _entered(self, showdown: Showdown, state: State) -> None:
        if state in (State.ARMED, State.CLEARING):
            self._panel.show(Scene.ARMED)
        elif state in (State.COUNT, State.HOLD) and self.conductor.may_handle_line():
            self._panel.beep()  # not where the process was held up until green is near
        word = _STATES.get(state)
        if word is None or showdown.record.state is word:
            return
        showdown.record = replace(showdown.record, state=word)
        showdown.draft = replace(showdown.draft, state=word)
        # Not in the race's own path: edges and deadlines first.
        self._scheduler.post(lambda: self._tell_state_if(showdown, word))

    def _tell_state_if(self, showdown: Showdown, word: RecordState) -> None:
        if showdown.record.state is word:
            self._tell_state(showdown)

    def _tell_state(self, showdown: Showdown, **fields: object) -> None:
        showdown.record = self._listener.publish(
            "showdown.state", showdown.record, attempt=showdown.attempt or None, **fields
        )

    def _write_may_launch(self, showdown: Showdown) -> None:
        showdown.step = Step.MAY_LAUNCH

        def written(error: Exception | None) -> None:
            if error is not None:
                self.conductor.abort("storage")
            else:
                self.conductor.tell(MayLaunchWritten(self._scheduler.now_ns()))

        self._journal.write(Step.MAY_LAUNCH, showdown.stored(), written)

    def _another_attempt(self, showdown: Showdown, verdict: Verdict) -> None:
        if verdict.outcome is Outcome.VOID:
            self._counters["voids"] += 1
        self._panel.show(Scene.AGAIN)
        showdown.record = showdown.draft = records.attempt_over(showdown.draft, verdict)
        self._tell_state(showdown, outcome=verdict.outcome.value)

    # --- the verdict ------------------------------------------------------------------------

    def _decided(self, showdown: Showdown, verdict: Verdict) -> None:
        showdown.verdict = verdict
        early = verdict.outcome in (Outcome.FALSE_START, Outcome.ANTICIPATED)
        launching = (
            verdict.loser is not None
            and showdown.draft.cards != 0
            and (self._in_force.config.unit.launch_on_false_start or not early)
        )
        if launching and verdict.loser is not None:
            showdown.throwing, showdown.launch = True, Launch.STARTED
            self._counters["launches"] += 1
            self._thrower.throw(verdict.loser, lambda parked: self._thrown(showdown, parked))
        if early and verdict.loser is not None:
            self._panel.show(Scene.FALSE_START, (verdict.loser,))
            self._panel.low_tone()
        elif verdict.outcome is Outcome.WIN:
            self._panel.show(Scene.WIN)
        else:
            self._panel.show(Scene.NO_LOSER)
        if verdict.outcome is Outcome.VOID:
            self._counters["voids"] += 1
        draft = records.decided(showdown.draft, verdict, launching=launching)
        showdown.draft = records.revealed(draft, showdown.hold)
        self._write(showdown, Step.RESULT, self._result_written)

    def _write(
        self, showdown: Showdown, step: Step, then: Callable[[Showdown, Stored, bool], None]
    ) -> None:
        """Write the draft, and the evidence as of now; `then` gets both, and whether they are."""
        showdown.step = step
        stored = dataclasses.replace(showdown.stored(), evidence=self._evidence())

        def written(error: Exception | None) -> None:
            then(showdown, stored if error is not None else stored.written(), error is None)

        self._journal.write(step, stored, written)

    def _evidence(self) -> Callable[[], Packed] | None:
        """What the present or last showdown's verdicts stand on; None where there is none."""
        attempts = self.conductor.evidence()
        return self._case.packed(attempts) if self._case is not None and attempts else None

    def _publish(self, kind: str, stored: Stored, saved: bool) -> Record:
        durable = stored.record.durable and saved
        return self._listener.publish(kind, replace(stored.record, durable=durable))

    def _result_written(self, showdown: Showdown, stored: Stored, saved: bool) -> None:
        showdown.result_written = True
        showdown.record = self._publish("showdown.result", stored, saved)
        self._settle(showdown)
        self._finish(showdown)

    def _thrown(self, showdown: Showdown, parked: bool) -> None:
        showdown.throwing = False
        showdown.launch = Launch.COMPLETED if parked else Launch.FAILED
        if not parked:
            self._counters["launches_failed"] += 1
            self._listener.launcher_failed()
        self._finish(showdown)

    def _finish(self, showdown: Showdown) -> None:
        if not showdown.may_finish or showdown.closed is None or showdown.verdict is None:
            return
        draft = records.with_presses(showdown.draft, showdown.verdict, showdown.closed)
        showdown.draft = records.done(draft, showdown.launch)
        self._write_done(showdown)

    def _called_off(self, showdown: Showdown, reason: str | None) -> None:
        self._panel.show(Scene.NO_LOSER)
        draft = records.called_off(showdown.draft, reason)
        showdown.draft = records.revealed(draft, showdown.hold)
        self._write_done(showdown)

    def _write_done(self, showdown: Showdown) -> None:
        showdown.finishing = True
        self._write(showdown, Step.DONE, self._done_written)

    def _done_written(self, showdown: Showdown, stored: Stored, saved: bool) -> None:
        self.active = None
        showdown.record = self._publish("showdown.done", stored, saved)
        self.last = stored
        self.keep(stored, saved=saved)
        self._stands = self._scheduler.call_at(
            self._scheduler.now_ns() + STANDS_NS, self._stop_standing
        )
        self._listener.showdown_over(showdown.record)
        self._settle(showdown)
        if showdown.contested_late is not None:
            self._listener.amend(showdown.key, showdown.contested_late)

    def _settle(self, showdown: Showdown) -> None:
        waiting, showdown.settled = showdown.settled, []
        for tell in waiting:
            tell()

    # --- afterwards -------------------------------------------------------------------------

    def _contested(self, action: Contested) -> None:
        self._counters["contested"] += 1
        showdown, evidence = self.active, self._evidence()

        def change(stored: Stored) -> Stored:
            record = records.contested(stored.record, action.attempt, final=action.final)
            return dataclasses.replace(stored, record=record).told_anew(evidence)

        if showdown is None:
            if self.last is not None:
                self._listener.amend(self.last.record.key, change)
        elif showdown.finishing:
            showdown.contested_late = change
        else:
            # its next durable step carries it
            showdown.draft = records.contested(showdown.draft, action.attempt, final=action.final)

    def idle(self) -> None:
        """Show readiness, unless a showdown runs, a result still stands, or a code is played."""
        if self.active is None and self._stands is None:
            scene = self._listener.idle_scene()
            if self._panel.scene is not Scene.CODE or scene is Scene.FAULT:
                self._panel.show(scene)

    def _stop_standing(self) -> None:
        self._end_standing()
        self.idle()

    def _end_standing(self) -> None:
        if self._stands is not None:
            self._stands.cancel()
            self._stands = None
