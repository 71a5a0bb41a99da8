"""The whole system in virtual time: hosts, lines, the unit, its people, and what becomes of them.

Everything but the daemon's own loop lives in the clock's world outside, so it goes on while that
loop is held in the race. A kill is raised out of whatever the daemon was doing.
"""

from __future__ import annotations

import json
import random
import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import sim_evidence
from showdown_hw.virtual import VirtualClock
from showdown_protocol.messages import Record, RecordState
from showdown_unit.journal import StorageError
from showdown_unit.ports import Step, Stored
from sim_box import BOARD, Killed, Process
from sim_host import Machine
from sim_line import Line
from sim_people import Crowd
from sim_plan import Kill, Plan, S
from sim_shelf import Shelf

LIMIT_NS = 600 * S
QUIET_NS = 6 * S
ORDER = list(Step)
WIDTHS = {BOARD.launcher.left_us: "left", BOARD.launcher.right_us: "right"}


@dataclass(frozen=True)
class Thrown:
    """The launcher left park under power: when, for which key, toward which side."""

    at_ns: int
    key: str | None
    side: str


class World:
    """One run. `faults` is what was wrong; `totals` what happened; `log` tells it, if wanted."""

    def __init__(self, plan: Plan, *, log: bool = False) -> None:
        self.plan = plan
        self.clock = VirtualClock()
        self.begin_ns = self.clock.now_ns()
        self.totals: Counter[str] = Counter()
        self.faults: list[str] = []
        self.log: list[str] | None = [] if log else None
        self.durable: dict[str, Stored] = {}
        self.lost: dict[str, Stored] = {}  # what was durable in a journal that is gone
        self.throws: list[Thrown] = []
        self.levels: dict[str, bool] = {}
        self.failing = True
        self.finished = False
        self.process: Process | None = None
        self._power = self._width = 0
        self._kills: list[Kill] = []
        self._dying: Kill | None = None
        self._ending = False
        self._rng = random.Random(f"world {plan.seed}")
        self.shelf = Shelf(real=plan.real_journal)
        self.lines = [
            Line(self, host.kind, number, self._fork(f"line {number}"))
            for number, host in enumerate(plan.hosts)
        ]
        self.crowd = Crowd(self, self._fork("crowd"))
        self._power_on()
        self.hosts = [
            Machine(self, host, self.lines[number], number, self._fork(f"host {number}"))
            for number, host in enumerate(plan.hosts)
        ]
        self._arrange()

    # --- running -------------------------------------------------------------------------------

    def run(self) -> World:
        """To the end, or to the limit."""
        try:
            while True:
                try:
                    self.clock.run_until_true(lambda: self.finished, self.begin_ns + LIMIT_NS)
                    break
                except Killed:
                    self._killed()
                except Exception as error:  # noqa: BLE001 - whatever it was, it ends this run
                    where = "".join(traceback.format_tb(error.__traceback__)[-3:])
                    self.broken(f"raised {error!r}\n{where}")
                    break
            if not self.finished and not self.faults:
                self.broken("not over after all that time")
            if self.finished and self.process is not None:
                sim_evidence.check(self)
            if self.process is not None:
                self.last_word = self.process.unit.state_word()
                self.not_ready = self.process.unit.not_ready()
                self.live_timers = self.process.scheduler.live()
                self.powered = self.process.hardware.launcher.state.powered or bool(self._power)
                self.count("internal_errors", self.process.gateway.stats()["internal_errors"])
                self.process.die()
        finally:
            self.shelf.close()
        return self

    def at(self, delay_ns: int, callback: Callable[[], None]) -> None:
        """Let something happen in the world."""
        self.clock.world_at(self.clock.now_ns() + delay_ns, callback)

    def count(self, name: str, by: int = 1) -> None:
        self.totals[name] += by

    def broken(self, what: str) -> None:
        self.note(f"WRONG: {what}")
        self.faults.append(what)

    def note(self, text: str) -> None:
        if self.log is not None:
            self.log.append(f"{(self.clock.now_ns() - self.begin_ns) / 1e9:10.4f} {text}")

    def host_is_done(self) -> None:
        """Perhaps everything is: then it has to stay quiet for a while."""
        if not self._ending and all(host.finished for host in self.hosts):
            self._ending = True
            self._end_when_quiet()

    # --- what the parts tell -------------------------------------------------------------------

    def line_moves(self, line: str, active: bool, *, late_ns: int = 0) -> None:
        """A finger on an input of the unit, whether or not a daemon looks; the edge may be late."""
        self.levels[line] = active
        process, stamp_ns = self.process, self.clock.now_ns()
        if process is None or process.bench.is_active(line) == active:
            return
        if not late_ns:
            process.bench.edge(line, active)
            return
        process.bench.level(line, active)
        self.at(late_ns, lambda: process.bench.edge(line, active, stamp_ns, moves_level=False))

    def edge_lost(self, line: str) -> None:
        """The kernel's buffer was full."""
        if self.process is not None:
            self.process.bench.lose(line)

    def pin_changes(self, _ns: int, signal: str, value: int) -> None:
        """An output or input of the unit is about to change."""
        what = "throw" if signal == "launcher_pwm" and value in WIDTHS else signal
        kill = self._waiting_kill("pin", what) if value else None
        if kill is not None and not kill.after:
            self._kill_now(kill)
        self.crowd.saw(signal, value)
        if signal == "launcher_power":
            self._power = value
            if value:
                self._check_may_launch("power for the launcher")
        elif signal == "launcher_pwm":
            before, self._width = self._width, value
            if self._power and value in WIDTHS and before != value:
                self._throw(WIDTHS[value])
        if kill is not None:
            self._kill_now(kill)

    def count_is_seen(self) -> None:
        """The first lamp of the count was just lit."""
        self._check_may_launch("counting")

    def committing(self, when: str, step: Step, stored: Stored) -> None:
        """The disk is about to take a record, or has it."""
        fails = self.plan.disk_fails
        now_ns = self.clock.now_ns() - self.begin_ns
        if when == "before" and fails is not None and fails[0] <= now_ns < fails[1]:
            self.count("writes_failed")
            raise StorageError("the disk is full, in the simulation")
        if when == "after":
            self.note(f"durable: {stored.record.key} {step.value} {stored.record.outcome}")
        kill = self._waiting_kill("commit", step.value, after=when == "after")
        if kill is not None:
            self._kill_now(kill)

    def recovered(self, record: Record) -> None:
        """A start has closed a showdown that the last one left open."""
        self.note(f"recovered: {record.key} {record.state}")
        self.count(f"recovered_{record.state}")
        start = self.durable[record.key].start
        self.durable[record.key] = Stored(record, Step.DONE, start)

    def unit_says(self, data: bytes) -> None:
        """A line leaves the unit: nothing stands in it that is not durable."""
        if b'"state"' not in data or b'"key"' not in data:
            return
        message = json.loads(data[: data.rindex(b"*")] if b"}*" in data else data)
        params = message.get("params") or {}
        result = message.get("result") or {}
        told = [params.get("record"), result, *result.get("records", ())]
        if message.get("method") == "ev" and "state" in params:
            told.append({"key": params["key"], "state": params["state"]})
        told += [event.get("record") for event in result.get("events", ())]
        for record in told:
            if record and "key" in record and record.get("state", "unknown") != "unknown":
                self._check_durable(record)

    def fatal(self, reason: str) -> None:
        """The daemon gives up: a fault that no simulated part has."""
        self.broken(f"the daemon gave up: {reason}")

    # --- inside --------------------------------------------------------------------------------

    def _fork(self, name: str) -> random.Random:
        return random.Random(f"{name} {self.plan.seed}")

    def _arrange(self) -> None:
        for kill in self.plan.kills:
            self.at(kill.at_ns, lambda k=kill: self._kill(k))  # type: ignore[misc]
        for line, host in zip(self.lines, self.plan.hosts, strict=True):
            for at_ns, long_ns in host.pulls:
                self.at(at_ns, line.pull)
                self.at(at_ns + long_ns, line.plug)
        self.at(self.plan.calm_ns, self._calm)

    def _calm(self) -> None:
        self.note("calm from here on")
        self.failing = False
        self._kills.clear()

    def _end_when_quiet(self) -> None:
        """Over once the unit has been up and idle, with a person's look at the tray behind it."""
        since = (self.process, self.process.unit.active_key() if self.process else None)
        restless = self.process is not None and self.process.unit.tray_unknown()
        disk_ns = self.begin_ns + self.plan.disk_fails[1] if self.plan.disk_fails else 0
        restless = restless or self.clock.now_ns() < disk_ns

        def look() -> None:
            now = (self.process, self.process.unit.active_key() if self.process else None)
            if now == since and now[0] is not None and now[1] is None and not restless:
                self.finished = True
            else:
                self._end_when_quiet()

        self.at(QUIET_NS, look)

    def _throw(self, side: str) -> None:
        process = self.process
        key = process.unit.active_key() if process is not None else None
        self.note(f"throws to the {side} for {key}")
        self.throws.append(Thrown(self.clock.now_ns(), key, side))
        self._check_may_launch("thrown")

    def _check_may_launch(self, what: str) -> None:
        key = self.process.unit.active_key() if self.process is not None else None
        stored = self.durable.get(key or "")
        if stored is None or ORDER.index(stored.step) < ORDER.index(Step.MAY_LAUNCH):
            self.broken(f"{key}: {what} without a durable may_launch")

    def _check_durable(self, record: dict[str, object]) -> None:
        key, outcome = str(record["key"]), record.get("outcome")
        if record.get("durable") is False:
            self.count("told_undurable")
            return
        stored = self.durable.get(key)
        state = RecordState(str(record["state"]))
        if stored is None:
            self.broken(f"{key}: told as {state.value} before it was durable")
            return
        need = Step.ACCEPTED
        if state.over:
            need = Step.DONE
        elif outcome is not None:
            need = Step.RESULT
        elif state in (RecordState.COUNTING, RecordState.RACING):
            need = Step.MAY_LAUNCH
        if ORDER.index(stored.step) < ORDER.index(need):
            self.broken(f"{key}: told {state.value} {outcome} when {stored.step.value} was durable")
        known = (stored.record.outcome, stored.record.loser)
        if outcome is not None and (outcome, record.get("loser")) != known:
            self.broken(f"{key}: told {outcome} {record.get('loser')}, durable is {known}")

    # --- life and death of the daemon ----------------------------------------------------------

    def _power_on(self) -> None:
        self.process = Process(self, self._fork(f"process {self.totals['starts']}"))
        self.count("starts")
        self.note(
            f"the daemon starts: boot {self.process.boot[:6]}, {self.process.unit.state_word()}"
        )
        for line in self.lines:
            line.unit_is_up()

    def _kill(self, kill: Kill) -> None:
        if kill.what == "now":
            self._kill_now(kill)
        elif kill.what == "term":
            self._terminate(kill)
        else:
            self._kills.append(kill)

    def _waiting_kill(self, what: str, detail: str, after: bool | None = None) -> Kill | None:
        for kill in self._kills if self.process is not None else ():
            if kill.what == what and kill.detail == detail and after in (None, kill.after):
                self._kills.remove(kill)
                return kill
        return None

    def _kill_now(self, kill: Kill) -> None:
        if self.process is not None and self._dying is None:
            self._dying = kill
            raise Killed

    def _killed(self) -> None:
        kill, self._dying = self._dying, None
        process = self.process
        assert kill is not None
        assert process is not None
        where = f"{kill.what} {kill.detail} {'after' if kill.after else 'before'}"
        self.note(f"the daemon is killed: {where}")
        self.count("kills")
        self.count(f"kills_at_{kill.what}")
        if self._power:
            self.count("kills_in_the_throw")
        last = self.durable.get(self.throws[-1].key or "") if self.throws else None
        if last is not None and last.step is Step.MAY_LAUNCH:
            self.count("kills_before_the_result")
        process.die()
        if kill.damages:
            self.note("and the journal is damaged")
            self.count("journals_lost")
            self.shelf.damage()
            self.lost = self.durable | self.lost  # the first one knew it best
            self.durable.clear()
        self._down(kill.down_ns)

    def _terminate(self, kill: Kill) -> None:
        process = self.process
        if process is None:
            return

        def stopped() -> None:
            if process is self.process:
                self.note("the daemon has stopped")
                self.count("stops")
                process.stop()
                self._down(kill.down_ns)

        def asked() -> None:
            self.note("the daemon is asked to stop")
            process.gateway.shutdown("SIGTERM")
            process.unit.shutdown(lambda: self.clock.post(stopped))

        process.scheduler.post(asked)

    def _down(self, down_ns: int) -> None:
        self.process = None
        self._power = self._width = 0
        for lamp in ("lamp_red", "lamp_amber", "lamp_green"):
            self.crowd.saw(lamp, 0)
        for line in self.lines:
            line.unit_is_gone()
        self.at(down_ns, self._power_on)
