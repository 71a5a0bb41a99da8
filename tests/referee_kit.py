"""A duel in virtual time: true paddles, late edges, and the caller's duties towards a referee.

A `Plan` says what the players do relative to the lamps, and how late everything comes. A `Duel`
plays it against a referee and keeps what happened, for the oracle and the checks to judge.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from typing import Protocol

from referee_oracle import Green, Wave
from referee_script import Gesture, Plan, Script
from showdown_referee.limits import Limits, S
from showdown_referee.model import (
    Action,
    Arm,
    Button,
    CalledOff,
    Cancel,
    Closed,
    Contested,
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
    MayLaunchWritten,
    PutBack,
    Reading,
    ReadLevels,
    Side,
    State,
    Tick,
    Verdict,
    WriteMayLaunch,
)

SIDES = (Side.LEFT, Side.RIGHT)
START = 7_000 * S + 123_456_789


class RefereeLike(Protocol):
    """What a duel asks of a referee."""

    def handle(self, event: Event) -> list[Action]: ...

    def next_deadline(self) -> int | None: ...


def mirrored_limits(limits: Limits) -> Limits:
    """The same limits for players who have changed places."""
    left, right = limits.handicap_left_ns, limits.handicap_right_ns
    return replace(limits, handicap_left_ns=right, handicap_right_ns=left)


@dataclass(slots=True)
class Seen:
    """One count, as it happened."""

    number: int
    count_ns: int
    green: Green | None = None
    verdict: Verdict | None = None
    verdict_at: int = 0  # position in the log
    decided_ns: int = 0
    put_back: bool = False
    gap: bool = False  # numbers were missing when the verdict fell
    heard_until: dict[Side, int] = field(default_factory=dict)


class Duel:
    """One showdown. `swapped` plays the same plan with the players on each other's side."""

    def __init__(
        self, plan: Plan, build: Callable[[Limits], RefereeLike], *, swapped: bool = False
    ) -> None:
        self.plan = plan
        self.limits = mirrored_limits(plan.limits) if swapped else plan.limits
        self.practice = plan.practice
        if swapped and plan.practice is not None:
            self.practice = plan.practice.other
        self.playing = SIDES if self.practice is None else (self.practice,)
        self.referee = build(self.limits)
        self._sides = SIDES[::-1] if swapped else SIDES
        self._rng = random.Random(plan.seed * 2 + 1)
        self.now = START
        self.times: dict[Side, list[int]] = {s: [] for s in SIDES}
        self.merged: dict[Side, set[int]] = {s: set() for s in SIDES}
        self._seq = {s: self._rng.choice((0, 1, 70_000)) for s in self._sides}
        self._last_arrival = dict.fromkeys(SIDES, 0)
        self._heap: list[tuple[int, int, Event]] = []
        self._pushed = 0
        self._visits: dict[str, int] = {}
        self.arrivals: dict[tuple[Side, int], int] = {}  # when each stamp was due here
        self.first_heard: dict[tuple[Side, int], int] = {}  # when it was handed over
        self._numbers: dict[Side, set[int]] = {s: set() for s in SIDES}
        self.newest = dict.fromkeys(SIDES, 0)  # the newest stamp handed over
        self.log: list[tuple[int, Event | Action]] = []
        self.seen: list[Seen] = []
        self.contested: set[int] = set()
        self.closed: Closed | None = None
        self.closed_ns = 0
        self.called_off: CalledOff | None = None
        self.final: Seen | None = None
        self.stopped: list[tuple[int, int, Cancel | Fault]] = []  # log position, clock, event
        self.faults: list[str] = []  # what went wrong on the way
        self.ticks = self.edges = self.put_backs = self.lost = 0
        self.armed_ns, self.written_ns, self.button_ns = START, 0, START
        self.read_ns = 0

    # --- the run ----------------------------------------------------------------------------

    def run(self) -> Duel:
        """Play until all is over and every edge has arrived."""
        plan, rng, heap = self.plan, self._rng, self._heap
        for player in plan.held_from_start:
            side = self._sides[player]
            self.times[side].append(START - S)
            if plan.let_go_ns is not None:
                self._change(side, START + plan.let_go_ns, 0, active=False)
        self._place(plan.resting, self.now)
        self._visit("arm")
        self._feed(
            Arm(
                self.now,
                plan.seed.to_bytes(32, "big"),
                start_now=plan.start_now,
                practice=self.practice,
            )
        )
        if not plan.start_now and plan.button_after_ns is not None:
            self.button_ns = self.now + plan.button_after_ns
            self._push(self.button_ns + 50_000, Button(self.button_ns))
        spins, checked = 0, self.now
        while not self.faults:
            deadline = self.referee.next_deadline()
            if deadline is None and not heap:
                break
            over = self.closed is not None or self.called_off is not None
            due = None
            if deadline is not None:
                due = max(deadline, self.now) + self._lateness()
            if due is None or (heap and heap[0][0] <= due):
                spins = 0
                self.now = max(self.now, heap[0][0])
                self._deliver()
                if rng.random() < 0.5:
                    self._tick()
            else:
                spins = spins + 1 if deadline is not None and deadline <= self.now else 0
                if spins > 8:
                    self.faults.append(f"a deadline that stays in the past: {deadline}")
                self.now = max(self.now, due)
                self._tick()
            if self.now > checked + S and not over and self.now - START > self.bound_ns():
                self.faults.append(f"no end within {self.bound_ns()} ns")
        if not self.faults and self.closed is None and self.called_off is None:
            self.faults.append("no deadline, no end")
        return self

    def bound_ns(self) -> int:
        """How long this showdown may last at most."""
        m = self.limits
        # a train may hold green back for its lockout; few trains fit a plan
        wait = m.held_limit_ns + m.start_guard_ns + 2 * m.lockout_ns + self.plan.write_ns
        race = m.count_ns + m.hold_max_ns + m.race_timeout_ns + m.sense_wait_ns + 1 * S
        rounds = m.max_attempts + self.put_backs
        return (
            m.arm_timeout_ns
            + rounds * (wait + race + m.rematch_delay_ns + 4 * m.settle_ns)
            + m.late_press_ns
            + 2 * m.lockout_ns
        )

    def waves(self) -> dict[Side, Wave]:
        """The true lines, for the oracle."""
        return {s: Wave(self.times[s], frozenset(self.merged[s])) for s in SIDES}

    def _lateness(self) -> int:
        script = self._script()
        if self.seen and self._held and self.seen[-1].green is None and script is not None:
            return script.green_late_ns
        late = self.plan.tick_late_ns
        return self._rng.randrange(late + 1) if late else 0

    _held = False  # in HOLD

    def _script(self) -> Script | None:
        n = len(self.seen) - 1
        return self.plan.scripts[n] if 0 <= n < len(self.plan.scripts) else None

    def _deliver(self) -> None:
        heap = self._heap
        while heap and heap[0][0] <= self.now:
            event = heappop(heap)[2]
            if isinstance(event, Edge):
                self.edges += 1
                key = (event.side, event.stamp_ns)
                self.first_heard.setdefault(key, self.now)
                self.newest[event.side] = max(self.newest[event.side], event.stamp_ns)
                if event.seq is not None:
                    self._numbers[event.side].add(event.seq)
            elif isinstance(event, MayLaunchWritten):
                event = MayLaunchWritten(self.now)
                self.written_ns = self.now
            elif isinstance(event, Cancel):
                event = Cancel(self.now, event.reason)
                self.stopped.append((len(self.log), self.now, event))
            elif isinstance(event, Fault):
                event = Fault(self.now, event.reason)
                self.stopped.append((len(self.log), self.now, event))
            self._feed(event)

    def _tick(self) -> None:
        self.ticks += 1
        self._feed(Tick(self.now))

    # --- the caller's duties ----------------------------------------------------------------

    def _feed(self, event: Event) -> None:
        answers: deque[Event] = deque((event,))
        hold_began = False
        while answers:
            event = answers.popleft()
            self.log.append((self.now, event))
            for action in self.referee.handle(event):
                self.log.append((self.now, action))
                if isinstance(action, Entered):
                    self._held = action.state is State.HOLD
                    hold_began = hold_began or self._held
                elif isinstance(action, ReadLevels):
                    before = self.now
                    self.now += 3_000
                    self.read_ns = self.now
                    answers.extend(
                        Reading(side, self.level(side, self.now), before, self.now)
                        for side in action.sides
                    )
                elif isinstance(action, LightCount):
                    answers.append(self._light_count(action.attempt))
                elif isinstance(action, LightGreen):
                    answers.append(self._light_green())
                elif isinstance(action, WriteMayLaunch):
                    self._push(self.now + self.plan.write_ns, MayLaunchWritten(0))
                elif isinstance(action, Decided):
                    self._decided(action.verdict)
                elif isinstance(action, PutBack):
                    self.seen[-1].put_back = True
                    self.put_backs += 1
                elif isinstance(action, Contested):
                    self.contested.add(action.attempt)
                elif isinstance(action, Closed):
                    self.closed, self.closed_ns = action, self.now
                elif isinstance(action, CalledOff):
                    self.called_off = action
        if hold_began and self._held:
            self._foresee_green()

    def level(self, side: Side, at_ns: int) -> bool:
        """The true level."""
        return bisect_right(self.times[side], at_ns) % 2 == 1

    def _light_count(self, number: int) -> CountLit:
        seen = Seen(number, self.now)
        seen.heard_until = dict(self.newest)
        self.seen.append(seen)
        script = self._script() or Script()
        before = self.now + script.read_ns
        self._place(script.sneak, before)
        self.now = seen.count_ns = before
        self._place(script.count, before)
        self._visit("count")
        return CountLit(before)

    def _foresee_green(self) -> None:
        script, due = self._script(), self.referee.next_deadline()
        if script is not None and due is not None:
            start = due + script.green_late_ns
            self._place(script.green, start, start + script.green_width_ns)
            self._visit("green", start)

    def _light_green(self) -> GreenLit:
        script, seen = self._script() or Script(), self.seen[-1]
        before = self.now
        after = before + script.green_width_ns
        seen.green = Green(before, after, after)
        if self.limits.green_sense:
            self._sense(before, after, script, seen)
        self.now = after
        self._place(script.race, seen.green.end_ns)
        self._visit("lit")
        return GreenLit(before, after)

    def _sense(self, before: int, after: int, script: Script, seen: Seen) -> None:
        if script.sense_after_ns is None:
            seen.green = Green(before, after, after, sound=False)
            return
        stamp = before + script.sense_after_ns
        sound = before <= stamp <= after + self.limits.resolution_ns
        seen.green = Green(before, stamp if sound else after, after, sound)
        self._push(max(stamp, after) + script.sense_delay_ns, GreenSensed(stamp))

    def _decided(self, verdict: Verdict) -> None:
        seen = self.seen[-1]
        if seen.verdict is not None:
            self.faults.append("a second verdict of one attempt")
        seen.verdict, seen.verdict_at, seen.decided_ns = verdict, len(self.log), self.now
        seen.gap = any(n and max(n) - min(n) + 1 != len(n) for n in self._numbers.values())
        if verdict.final:
            self.final = seen
            self._visit("final")
        script = self._script()
        if script is not None:
            self._place(script.verdict, self.now)
        self._visit("verdict")

    # --- the players ------------------------------------------------------------------------

    def _push(self, at_ns: int, event: Event) -> None:
        self._pushed += 1
        heappush(self._heap, (at_ns, self._pushed, event))

    def _visit(self, anchor: str, at_ns: int | None = None) -> None:
        n = self._visits[anchor] = self._visits.get(anchor, -1) + 1
        base = self.now if at_ns is None else at_ns
        for stop in self.plan.stops:
            if stop.anchor == anchor and stop.visit == n:
                at = max(base + stop.offset_ns, self.now)
                reason = stop.reason or "fault"
                self._push(at, Fault(0, reason) if stop.fault else Cancel(0, stop.reason))

    def _place(
        self, gestures: tuple[Gesture, ...], anchor_ns: int, end_ns: int | None = None
    ) -> None:
        """Carry out what can still be: after now, and after what that player did before."""
        for g in sorted(gestures, key=lambda g: g.offset_ns):
            start = g.offset_ns + (end_ns if g.from_end and end_ns is not None else anchor_ns)
            side = self._sides[g.player]
            times = self.times[side]
            if start <= max(self.now, self.read_ns) or (times and start <= times[-1]):
                continue
            if len(times) % 2:
                continue  # held for ever
            if g.merged:
                self.merged[side].add(start)
                times.append(start)
                self._change(side, start + g.steps[1], g.delays[0], active=False, stamp=start)
                continue
            again = dict(g.twice)
            # only a train's first edge may be sampled wrong: after the others the sample counts
            lies = g.lies and (not times or start - times[-1] > self.limits.bounce_gap_ns)
            for i, (step, delay) in enumerate(zip(g.steps, g.delays, strict=True)):
                active = i % 2 == 0
                sampled = (not active) if (lies and i == 0) else active
                self._change(
                    side, start + step, delay, sampled, again=again.get(i), lost=i in g.lost
                )

    def _change(
        self,
        side: Side,
        at_ns: int,
        delay_ns: int,
        active: bool,
        *,
        stamp: int | None = None,
        again: int | None = None,
        lost: bool = False,
    ) -> None:
        self.times[side].append(at_ns)
        self._seq[side] += 1
        if lost:
            self.lost += 1
            return
        seq = self._seq[side] if self.plan.numbered else None
        edge = Edge(side, at_ns if stamp is None else stamp, active, seq)
        arrival = at_ns + delay_ns
        if self.plan.in_order:
            arrival = self._last_arrival[side] = max(arrival, self._last_arrival[side])
        self.arrivals[side, edge.stamp_ns] = arrival
        self._push(arrival, edge)
        if again is not None:
            self._push(arrival + again, edge)
