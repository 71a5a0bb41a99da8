"""The referee: events in, actions out, one showdown at a time.

Its duties and the caller's:

* Edges are handed over as they come, each as often as it likes; what counts is the stamp.
* A `Tick` says that every edge delivered by its time was handed over; deadlines act on it alone.
* `ReadLevels`, `LightCount` and `LightGreen` are carried out and answered at once.
"""

from __future__ import annotations

from showdown_referee.attempt import Attempt, Pending, playing
from showdown_referee.clearing import Clearing
from showdown_referee.evidence import AttemptEvidence
from showdown_referee.hold import Holds
from showdown_referee.judge import Green, Ruling
from showdown_referee.limits import Limits
from showdown_referee.model import (
    Action,
    Arm,
    Button,
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
    MayLaunchWritten,
    Outcome,
    PutBack,
    Reading,
    ReadLevels,
    Side,
    State,
    Tick,
)
from showdown_referee.review import Review
from showdown_referee.table import TRANSITIONS, Trigger
from showdown_referee.watch import Watch

RACING = (State.COUNT, State.HOLD, State.RACE)
"""The states in which presses count."""


class Referee:
    """One showdown after another. `handle` takes an event and gives the actions it leads to.

    `first_seq`: the number that each line's first edge has; None where that is not known.
    """

    def __init__(self, limits: Limits, *, first_seq: int | None = None) -> None:
        self.limits = limits
        self.state = State.IDLE
        self._actions: list[Action] = []
        self._deadline_ns: int | None = None
        self._now_ns = 0
        before_first = None if first_seq is None else first_seq - 1
        self._watches = {side: Watch(before_first) for side in Side}
        self._holds = Holds(b"")
        self._armed_ns = 0
        self._clearing: Clearing | None = None
        self._may_launch = False
        self._attempts = 0
        self._attempt: Attempt | None = None  # the running one
        self._next_ns = 0  # when count, hold or rematch delay is over
        self._lighting = False  # a lamp was ordered, its clock reads are awaited
        self._practice: Side | None = None
        self._cancel: Cancel | None = None
        self._reviews: list[Review] = []  # of the attempts that were judged, the last one last

    def use(self, limits: Limits, *, turned: bool = False) -> None:
        """Other limits from the next showdown on; RuntimeError while one is not over.

        `turned`: from now on each paddle is the other side. What is known of a line goes with it,
        and edges that come late are no longer looked at for showdowns before.
        """
        if self.state is not State.IDLE:
            msg = f"a showdown is {self.state.value}: its limits stand to its end"
            raise RuntimeError(msg)
        self.limits = limits
        if turned:
            self._watches = {side.other: watch for side, watch in self._watches.items()}
            self._reviews = []

    def next_deadline(self) -> int | None:
        """When the next `Tick` is due, in ns; None: only an event moves it.

        One in the past means: at once.
        """
        return self._deadline_ns

    def hold_ns(self, attempt: int) -> int:
        """The hold of an attempt of the running showdown. Secret until its verdict."""
        return self._holds.of(attempt, self.limits)

    def evidence(self) -> tuple[AttemptEvidence, ...]:
        """What each judged attempt of the present or last showdown stands on, as of now.

        It may grow after the showdown's end, by late edges, until the next one is armed.
        """
        return tuple(
            review.evidence(self._holds.of(review.attempt.number, review.limits))
            for review in self._reviews
        )

    def handle(self, event: Event) -> list[Action]:
        """Take one event in and say what to do about it, in order."""
        self._actions = []
        match event:
            case Edge():
                self._on_edge(event)
            case Tick(now_ns):
                self._now_ns = max(self._now_ns, now_ns)
                self._step()
            case Reading():
                self._on_reading(event)
            case CountLit(before_ns):
                self._on_count_lit(before_ns)
            case GreenLit(before_ns, after_ns):
                self._on_green_lit(Green(before_ns, after_ns))
            case GreenSensed(stamp_ns):
                self._on_green_sensed(stamp_ns)
            case Button(stamp_ns):
                if self.state is State.ARMED and stamp_ns >= self._armed_ns:
                    self._clear(Trigger.BUTTON, stamp_ns, stamp_ns + self.limits.start_guard_ns)
            case MayLaunchWritten():
                self._may_launch = True
                if self._clearing is not None:
                    self._clearing.may_launch_written()
                    self._wake(self._now_ns)
            case Arm():
                self._on_arm(event)
            case Cancel():
                if self._cancel is None and self.state not in (State.IDLE, State.DECIDED):
                    self._cancel = event
                    self._wake(event.at_ns)
            case Fault():
                self._on_fault(event)
        return self._actions

    # --- events -----------------------------------------------------------------------------

    def _on_arm(self, arm: Arm) -> None:
        if self.state is not State.IDLE:
            msg = f"a showdown is {self.state.value}: it must end before the next is armed"
            raise RuntimeError(msg)
        self._holds, self._practice = Holds(arm.seed), arm.practice
        self._armed_ns = arm.now_ns
        self._attempts, self._may_launch = 0, False
        self._cancel = self._attempt = None
        self._reviews = []
        if arm.start_now:
            self._clear(Trigger.ARM_NOW, arm.now_ns, arm.now_ns + self.limits.start_guard_ns)
        else:
            self._go(Trigger.ARM)
            self._deadline_ns = arm.now_ns + self.limits.arm_timeout_ns

    def _on_edge(self, edge: Edge) -> None:
        if not self._watches[edge.side].see(edge) or edge.side not in playing(self._practice):
            return
        for review in self._reviews:
            if review.add(edge):
                self._wake(edge.stamp_ns)
        if self._clearing is not None:
            self._clearing.restart(edge.stamp_ns)
        if self._attempt is None:
            return
        if edge.stamp_ns < self._attempt.begin_ns:
            self._attempt = None
            self._attempts -= 1  # it does not count
            self._actions.append(PutBack())
            self._clear(Trigger.PUT_BACK, edge.stamp_ns, self._now_ns)
        else:
            self._attempt.add(edge)
            self._wake(edge.stamp_ns)

    def _on_reading(self, reading: Reading) -> None:
        if self._clearing is not None:
            self._clearing.readings[reading.side] = reading
        elif self._attempt is not None:
            self._attempt.add_reading(reading)
        for review in self._reviews:
            review.add_reading(reading)
        self._wake(self._now_ns)

    def _on_count_lit(self, before_ns: int) -> None:
        self._lighting = False
        clearing = self._clearing
        if self.state is not State.CLEARING or clearing is None:
            return
        read_ns = {side: clearing.readings[side].at_ns for side in playing(self._practice)}
        idle_ns = {side: read_ns.get(side, before_ns) for side in Side}
        self._clearing = None
        self._attempts += 1
        last_seqs = {side: watch.last_seq for side, watch in self._watches.items()}
        self._attempt = Attempt(
            self._attempts, before_ns, self.limits, last_seqs, idle_ns, practice=self._practice
        )
        for review in self._reviews:
            review.end_at(before_ns)
        self._next_ns = before_ns + self.limits.count_ns
        self._go(Trigger.CLEAR)
        self._wake(self._next_ns, fresh=True)

    def _on_green_lit(self, green: Green) -> None:
        self._lighting = False
        if self.state is not State.HOLD or self._attempt is None:
            return
        self._attempt.light(green)
        self._go(Trigger.GREEN)
        self._wake(green.after_ns)

    def _on_green_sensed(self, stamp_ns: int) -> None:
        green = self._attempt.green if self._attempt is not None else None
        if self._attempt is not None and green is not None and green.sense_ns is None:
            self._attempt.light(Green(green.before_ns, green.after_ns, stamp_ns))
            self._wake(stamp_ns)

    def _on_fault(self, fault: Fault) -> None:
        if self.state is State.DECIDED:
            self._close()
        elif self.state is not State.IDLE:
            self._call_off(fault.reason, fault.now_ns)

    # --- time -------------------------------------------------------------------------------

    def _step(self) -> None:
        self._deadline_ns = None
        now_ns = self._now_ns
        for review in self._reviews:
            self._review_late_edges(review)
        if self._cancel is not None and self.state in (State.ARMED, State.CLEARING, State.AGAIN):
            self._call_off(self._cancel.reason, now_ns)
        elif self.state is State.ARMED:
            if now_ns >= self._armed_ns + self.limits.arm_timeout_ns:
                self._call_off("not_started", now_ns)
            else:
                self._wake(self._armed_ns + self.limits.arm_timeout_ns)
        elif self.state is State.CLEARING and self._clearing is not None:
            self._step_clearing(self._clearing)
        elif self.state in RACING and self._attempt is not None:
            self._step_racing(self._attempt)
        elif self.state is State.AGAIN:
            if now_ns >= self._next_ns:
                self._clear(Trigger.REMATCH, now_ns, now_ns)
            else:
                self._wake(self._next_ns)
        elif self.state is State.DECIDED:
            self._step_decided(self._reviews[-1])

    def _step_clearing(self, clearing: Clearing) -> None:
        if self._lighting:
            return
        look = clearing.step(self._now_ns, may_launch=self._may_launch)
        self._actions += look.actions
        if look.deadline_ns is not None:
            self._wake(look.deadline_ns)
        if look.expired is not None:
            self._call_off(look.expired, self._now_ns)
        elif look.clear:
            self._lighting = True
            self._actions.append(LightCount(self._attempts + 1))

    def _step_racing(self, attempt: Attempt) -> None:
        now_ns = self._now_ns
        if self._lighting:
            return
        ruling = attempt.rule(now_ns)
        if self._cancel is not None and self._cancelled(self._cancel, attempt, ruling):
            return
        if isinstance(ruling, Ruling):
            self._decide(attempt, ruling)
            return
        self._await(ruling)
        if not ruling.quiet or self._cancel is not None or self.state is State.RACE:
            return
        if now_ns < self._next_ns:
            self._wake(self._next_ns)
        elif self.state is State.COUNT:
            self._go(Trigger.COUNT_OVER)
            attempt.hold_began_ns = now_ns
            self._next_ns = now_ns + self.hold_ns(attempt.number)
            self._wake(self._next_ns)
        else:
            self._lighting = True
            self._actions.append(LightGreen())

    def _cancelled(self, cancel: Cancel, attempt: Attempt, ruling: Ruling | Pending) -> bool:
        """Whether the cancel took effect or must wait: no press is stamped before it."""
        first_ns = min(attempt.presses(self._now_ns).values(), default=None)
        pressed = first_ns is not None and first_ns < cancel.at_ns
        if isinstance(ruling, Ruling):
            stands = pressed and ruling.outcome not in (Outcome.DEAD_HEAT, Outcome.VOID)
            if stands:
                return False
            if ruling.outcome not in (Outcome.DEAD_HEAT, Outcome.VOID) and not self._ripe(cancel):
                return True
            self._call_off(cancel.reason, self._now_ns)
            return True
        candidates = any(stamp_ns < cancel.at_ns for stamp_ns in ruling.open_stamps)
        if pressed or candidates:
            return False
        if self._ripe(cancel):
            self._call_off(cancel.reason, self._now_ns)
            return True
        return False

    def _ripe(self, cancel: Cancel) -> bool:
        """Whether every press stamped before the cancel has had time to arrive."""
        ripe_ns = cancel.at_ns + self.limits.settle_ns
        if self._now_ns < ripe_ns:
            self._wake(ripe_ns)
            return False
        return True

    def _step_decided(self, review: Review) -> None:
        limits = self.limits
        settled_ns = review.close_ns + limits.settle_ns
        pending = review.attempt.open_trains(self._now_ns)
        # A train from before the end may be told only by an edge or a reading after it.
        waits = any(stamp_ns <= review.close_ns for stamp_ns in pending.open_stamps)
        if review.verdict.loser is None or not waits:
            waits = self._now_ns < settled_ns
        elif self._now_ns >= settled_ns + limits.lockout_ns + limits.settle_ns:
            waits = False
        if not waits:
            self._close()
            return
        if self._now_ns < settled_ns:
            self._wake(settled_ns)
        if review.verdict.loser is not None:
            self._await(pending)

    def _review_late_edges(self, review: Review) -> None:
        actions, pending = review.step(self._now_ns)
        self._actions += actions
        if pending is not None:
            self._await(pending)

    # --- endings ----------------------------------------------------------------------------

    def _decide(self, attempt: Attempt, ruling: Ruling) -> None:
        verdict = attempt.verdict(ruling, self._now_ns)
        self._reviews.append(Review(attempt, ruling, verdict, self.limits))
        self._attempt = None
        self._go(Trigger.VERDICT if verdict.final else Trigger.REPEAT)
        self._actions.append(Decided(verdict))
        self._next_ns = self._now_ns + self.limits.rematch_delay_ns
        self._wake(self._now_ns)
        if not verdict.final and self._cancel is not None:
            self._call_off(self._cancel.reason, self._now_ns)

    def _close(self) -> None:
        self._actions.append(self._reviews[-1].close(self._now_ns))
        self._go(Trigger.CLOSE)
        self._wake(self._now_ns, fresh=True)  # a late edge may still be under review

    def _call_off(self, reason: str | None, at_ns: int) -> None:
        self._attempt = self._clearing = None
        self._lighting = False
        self._go(Trigger.CALL_OFF)
        self._actions.append(CalledOff(reason, at_ns))
        self._wake(self._now_ns, fresh=True)  # a late edge may still be under review

    # --- helpers ----------------------------------------------------------------------------

    def _clear(self, trigger: Trigger, since_ns: int, guard_ns: int) -> None:
        sides = playing(self._practice)
        stamps = [self._watches[side].last_ns for side in sides]
        last_ns = max((stamp_ns for stamp_ns in stamps if stamp_ns is not None), default=None)
        self._clearing = Clearing(self.limits, since_ns, guard_ns, last_ns, sides)
        self._go(trigger)
        self._wake(since_ns)

    def _await(self, pending: Pending) -> None:
        if pending.reads:
            self._actions.append(ReadLevels(tuple(pending.reads)))
        if pending.deadline_ns is not None:
            self._wake(pending.deadline_ns)

    def _wake(self, when_ns: int, *, fresh: bool = False) -> None:
        """Ask for a `Tick` at `when_ns`, if none is asked for sooner."""
        if fresh or self._deadline_ns is None or when_ns < self._deadline_ns:
            self._deadline_ns = when_ns

    def _go(self, trigger: Trigger) -> None:
        self.state = TRANSITIONS[self.state][trigger]
        self._actions.append(Entered(self.state))
