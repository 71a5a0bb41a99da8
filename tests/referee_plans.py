"""Random schedules for the referee: what two players may do, and how late it all arrives."""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass, replace
from functools import lru_cache

from referee_script import Gesture, Plan, Script, Stop
from showdown_referee.limits import MS, US, Limits, S
from showdown_referee.model import Side

FAR_MS = 700  # the most that an edge is late in the class beyond


@dataclass(frozen=True, slots=True)
class Kind:
    """Which schedules to draw."""

    beyond: bool = False  # delays past what settling waits for
    stops: bool = False  # cancels and faults
    sense: bool = False
    losses: bool = False
    handicap: bool = False  # always one; else now and then
    practice: bool = False  # one side plays alone; else now and then


@lru_cache(maxsize=4096)
def _limits(seed: int, sense: bool) -> Limits:
    rng = random.Random(seed)
    if rng.random() < 0.15:
        return Limits(green_sense=sense)
    gap = rng.choice((300 * US, 1 * MS, 1 * MS, 2 * MS))
    confirm = rng.choice((gap, gap, gap // 2, 100 * US))
    resolution = rng.choice((1, 1 * US, 20 * US, 20 * US, 100 * US, 1 * MS))
    settle = max(1 * MS, resolution + confirm + rng.choice((0, 500 * US, 3 * MS, 8 * MS)))
    lockout = max(5 * MS, settle, rng.choice((8 * MS, 25 * MS, 25 * MS, 50 * MS)))
    hold_min = rng.choice((200 * MS, 500 * MS, 950 * MS))
    return Limits(
        count_ns=500 * MS,
        hold_min_ns=hold_min,
        hold_mean_ns=rng.choice((100 * MS, 400 * MS)),
        hold_max_ns=1 * S,
        settle_ns=settle,
        confirm_ns=confirm,
        bounce_gap_ns=gap,
        lockout_ns=lockout,
        start_guard_ns=rng.choice((0, 300 * MS)),
        held_limit_ns=1 * S,
        arm_timeout_ns=5 * S,
        race_timeout_ns=1 * S,
        late_press_ns=max(settle, rng.choice((50 * MS, 500 * MS))),
        green_write_max_ns=rng.choice((50 * US, 1 * MS, 10 * MS)),
        rematch_delay_ns=500 * MS,
        anticipation_ns=rng.choice((0, 0, 1, 100 * MS, 200 * MS)),
        resolution_ns=resolution,
        max_attempts=rng.choice((1, 2, 3)),
        green_sense=sense,
    )


def plan(seed: int, kind: Kind = Kind()) -> Plan:
    """The schedule of that seed."""
    rng = random.Random(seed)
    limits = _limits(rng.randrange(2000), kind.sense)
    extra = random.Random(f"extra {seed}")  # what other draws do not depend on
    if kind.handicap or extra.random() < 0.15:
        limits = _handicapped(extra, limits)
    practice = None
    if kind.practice or extra.random() < 0.05:
        practice = extra.choice(tuple(Side))
    hand = _Hand(rng, limits, kind)
    start_now = rng.random() < 0.7
    held: tuple[int, ...] = ()
    let_go = None
    resting: list[Gesture] = []
    if rng.random() < 0.05:
        held = rng.choice(((0,), (1,), (0, 1)))
        let_go = rng.choice((None, 10 * MS, 200 * MS, 999 * MS, 1500 * MS))
    elif rng.random() < 0.15:
        resting = [hand.some(p, rng.randrange(400 * MS)) for p in (0, 1) if rng.random() < 0.6]
    late = rng.choice((0, 0, 50 * US, 500 * US))
    return Plan(
        seed=seed,
        limits=limits,
        start_now=start_now,
        button_after_ns=None if rng.random() < 0.03 else rng.randrange(200 * MS),
        write_ns=rng.choice((0, 3 * MS, 400 * MS)),
        tick_late_ns=late,
        numbered=hand.numbered,
        in_order=rng.random() < 0.6,
        resting=tuple(resting),
        held_from_start=held,
        let_go_ns=let_go,
        practice=practice,
        scripts=tuple(hand.script() for _ in range(limits.max_attempts + 1)),
        stops=_stops(rng, limits) if kind.stops else (),
    )


def _handicapped(rng: random.Random, limits: Limits) -> Limits:
    near = (1, limits.resolution_ns, limits.confirm_ns, limits.settle_ns, limits.lockout_ns)
    wide = (limits.late_press_ns, 50 * MS, 200 * MS, rng.randrange(1, 200 * MS))
    late_ns = min(rng.choice((*near, *wide, *wide)), 200 * MS)
    side = rng.choice(("handicap_left_ns", "handicap_right_ns"))
    return replace(limits, **{side: late_ns})


def _stops(rng: random.Random, limits: Limits) -> tuple[Stop, ...]:
    anchor = rng.choice(("arm", "count", "green", "green", "green", "lit", "verdict", "final"))
    near = rng.choice((1 * MS, limits.settle_ns * 2, limits.lockout_ns * 3, 600 * MS))
    offset = rng.randrange(near) - (near // 2 if anchor == "green" else 0)
    fault = rng.random() < 0.2
    visit = 0 if anchor == "final" else rng.choice((0, 0, 0, 1))
    return (Stop(anchor, visit, offset, fault, rng.choice((None, "shutdown"))),)


class _Hand:
    """Draws gestures."""

    def __init__(self, rng: random.Random, limits: Limits, kind: Kind) -> None:
        self.rng, self.limits, self.kind = rng, limits, kind
        self.numbered = rng.random() < 0.7
        self.mood = rng.choice(("clean", "bouncy", "noisy", "wild"))
        self.slow = rng.choice((1 * MS, 20 * MS, FAR_MS * MS)) if kind.beyond else 0
        self.often_slow = rng.choice((0.1, 0.5, 1.0))

    def script(self) -> Script:
        """From one count lamp to the next."""
        rng, m = self.rng, self.limits
        width = rng.choice((1 * US, 20 * US, m.green_write_max_ns, m.green_write_max_ns + 1))
        if rng.random() < 0.7:
            width = min(20 * US, m.green_write_max_ns)
        read = rng.choice((1 * US, 20 * US, 40 * US))
        sneak: tuple[Gesture, ...] = ()
        if rng.random() < 0.06:
            sneak = (self.some(rng.randrange(2), -rng.choice((0, 1, 2, read // 2))),)
        sense = None if rng.random() < 0.05 else rng.choice((0, width // 2, width, width + 1))
        return Script(
            sneak=sneak,
            count=tuple(self._early()),
            green=tuple(self._around_green(width)),
            race=tuple(self._race()) if rng.random() < 0.3 else (),
            verdict=tuple(self._after_verdict()),
            read_ns=read,
            green_late_ns=rng.choice((0, 10 * US, 300 * US)),
            green_width_ns=width,
            sense_after_ns=sense,
            sense_delay_ns=rng.choice((0, 100 * US, 3 * MS)),
        )

    def _early(self) -> list[Gesture]:
        rng = self.rng
        if rng.random() < 0.75:
            return []
        at = rng.choice((0, 1, rng.randrange(1, 1400 * MS), rng.randrange(1, 700 * MS)))
        return self._both(at)

    def _around_green(self, width: int) -> list[Gesture]:
        rng, m = self.rng, self.limits
        draw = rng.random()
        if draw < 0.1:
            return []  # nobody presses
        if draw < 0.35:
            at = rng.choice((-width - 1, -width, -width // 2, -1, 0, 1, 2))
        elif draw < 0.5:
            at = m.anticipation_ns + rng.choice((-1, 0, 1))
        elif draw < 0.6:
            at = m.race_timeout_ns + rng.choice((-m.resolution_ns, -1, 0, 1, m.resolution_ns))
        elif draw < 0.75:
            at = rng.randrange(-30 * MS, 30 * MS)
        else:
            at = rng.randrange(-200 * MS, 500 * MS)
        found = self._both(at)
        if rng.random() < 0.15:
            found += self._both(at + rng.randrange(1, 300 * MS))
        return found

    def _race(self) -> list[Gesture]:
        return self._both(self.rng.randrange(1, 400 * MS))

    def _after_verdict(self) -> list[Gesture]:
        rng, m = self.rng, self.limits
        if rng.random() < 0.7:
            return []
        span = rng.choice((m.late_press_ns * 2, 40 * MS, m.rematch_delay_ns + 50 * MS))
        return [self.some(rng.randrange(2), rng.randrange(1, span)) for _ in range(2)]

    def _both(self, at: int) -> list[Gesture]:
        """One player at that offset and, mostly, the other one near it."""
        rng, m = self.rng, self.limits
        one = rng.randrange(2)
        found = [self.some(one, at, from_end=True)]
        if rng.random() < 0.85:
            r = m.resolution_ns
            apart = rng.choice(
                (0, 1, r - 1, r, r + 1, 2 * r, -r, -r - 1, m.confirm_ns)
                if rng.random() < 0.6
                else (
                    rng.randrange(2 * m.settle_ns),
                    rng.randrange(2 * m.lockout_ns),
                    rng.randrange(120 * MS),
                    m.late_press_ns + rng.choice((-1, 0, 1)),
                )
            )
            apart += self._lead(one)
            found.append(self.some(1 - one, at + apart, from_end=True))
        return found

    def _lead(self, one: int) -> int:
        """How much later the other player must press, mostly, to count the same as this one."""
        m = self.limits
        lead = (m.handicap_left_ns - m.handicap_right_ns) * (1 if one == 0 else -1)
        return lead if lead and self.rng.random() < 0.6 else 0

    def some(self, player: int, offset: int, *, from_end: bool = False) -> Gesture:
        """A gesture that suits the mood."""
        rng, m = self.rng, self.limits
        weights = {
            "clean": (8, 1, 0, 1, 0, 0),
            "bouncy": (2, 8, 1, 1, 0, 0),
            "noisy": (2, 2, 5, 1, 1, 1),
            "wild": (1, 2, 2, 2, 2, 1),
        }[self.mood]
        draw = rng.choices(("press", "bounces", "spike", "edge", "chatter", "merged"), weights)[0]
        if draw == "merged":
            return Gesture(
                player, offset, (0, 3 * US), (self._delay(3 * US),), from_end, True, True
            )
        if draw == "press":
            steps = [0, self._hold()]
        elif draw == "bounces":
            steps = self._bounces(rng.randrange(1, 5))
            steps.append(steps[-1] + self._hold())
            if rng.random() < 0.5:  # and at the release
                steps += [steps[-1] + s for s in self._bounces(rng.randrange(1, 3))[1:]]
        elif draw == "spike":
            steps = self._bounces(rng.choice((1, 1, 2, 4)))[:-1]
        elif draw == "edge":
            w = rng.choice((m.confirm_ns - 1, m.confirm_ns, m.bounce_gap_ns))
            steps = [0, w]
        else:
            steps = self._chatter()
        steps = steps[: len(steps) // 2 * 2]
        longest = self._longest_train(steps)
        first = self._delay(longest)
        steady = rng.random() < 0.5
        delays = tuple(first if steady else self._delay(longest) for _ in steps)
        twice: tuple[tuple[int, int], ...] = ()
        if rng.random() < 0.1:
            twice = ((rng.randrange(len(steps)), self._delay(longest)),)
        lost: tuple[int, ...] = ()
        if self.kind.losses and rng.random() < 0.3:
            lost = (rng.randrange(len(steps)),)
        return Gesture(
            player,
            offset,
            tuple(steps),
            delays,
            from_end,
            lies=rng.random() < 0.3,
            twice=twice,
            lost=lost,
        )

    def _hold(self) -> int:
        rng, m = self.rng, self.limits
        long = rng.choice((5 * MS, 60 * MS, 60 * MS, 300 * MS, 2 * S))
        return m.confirm_ns + rng.randrange(long)

    def _bounces(self, n: int) -> list[int]:
        """0, then n pulses too short to be a press, with pauses inside one train."""
        rng, m = self.rng, self.limits
        steps = [0]
        for _ in range(n):
            steps.append(steps[-1] + rng.randrange(10 * US, m.confirm_ns))
            steps.append(steps[-1] + rng.randrange(10 * US, m.bounce_gap_ns + 1))
        return steps

    def _chatter(self) -> list[int]:
        """A line that does not come to rest, with or without a stretch that makes a press."""
        rng, m = self.rng, self.limits
        span = rng.choice((m.lockout_ns // 2, m.lockout_ns, 2 * m.lockout_ns))
        if rng.random() < 0.03:
            span = 1500 * MS
        on = rng.randrange(max(20 * US, m.confirm_ns // 2), m.confirm_ns)
        off = rng.randrange(m.bounce_gap_ns // 2, m.bounce_gap_ns + 1)
        press_at = rng.randrange(2 * span) if rng.random() < 0.5 else None
        steps, t = [], 0
        while t < span:
            stretch = on
            if press_at is not None and t >= press_at:
                stretch, press_at = m.confirm_ns, None
            steps += [t, t + stretch]
            t += stretch + off
        return steps

    def _longest_train(self, steps: list[int]) -> int:
        gap, start, longest = self.limits.bounce_gap_ns, 0, 0
        for before, after in itertools.pairwise(steps):
            if after - before > gap:
                start = after
            longest = max(longest, after - start)
        return longest

    def _delay(self, train_ns: int) -> int:
        rng, m = self.rng, self.limits
        if self.slow and rng.random() < self.often_slow:
            return rng.randrange(self.slow)
        room = m.settle_ns - m.confirm_ns - m.resolution_ns - train_ns
        if room <= 0:
            return 0
        return rng.choice((0, rng.randrange(room + 1), rng.randrange(room + 1), room))
