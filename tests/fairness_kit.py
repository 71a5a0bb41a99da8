"""Duels of known truth before the unit's own conductor and referee, on mock pins in virtual time.

A `Play` is what two paddles do and what a backend tells of it: stamps, sampled levels, numbers,
and when each edge arrives. A `Table` plays one after the other and says what was made of it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from showdown_hw import gpiod_factory, lgpio_factory, pigpio_factory, rpigpio_factory
from showdown_hw.board import Board
from showdown_hw.mock import UnitMockFactory
from showdown_hw.stamps import Stamp
from showdown_hw.unit import Hardware
from showdown_hw.virtual import VirtualClock
from showdown_referee.machine import Referee
from showdown_referee.model import (
    Action,
    CalledOff,
    Closed,
    Contested,
    Decided,
    Entered,
    MayLaunchWritten,
    Outcome,
    Side,
    State,
    WriteMayLaunch,
)
from showdown_unit.conductor import Conductor
from showdown_unit.config import limits_for, load, parse_override
from showdown_unit.scenes import Panel

US, MS, S = 1_000, 1_000_000, 1_000_000_000
HOLD_NS = 60 * MS
AFTER_GREEN_NS = 150 * MS
QUICK = (
    *("referee.count_s=0.5", "referee.hold_min_s=0.2", "referee.hold_mean_s=0.1"),
    *("referee.hold_max_s=1", "referee.start_guard_ms=0", "referee.race_timeout_s=2"),
    *("referee.late_press_ms=100", "referee.max_attempts=1"),
)


@dataclass(frozen=True, slots=True)
class Backend:
    """What a backend says of itself, and how many edges its kernel keeps (None: all)."""

    name: str
    resolution_ns: int
    delivery_ns: int
    numbered: bool
    kept: int | None = None


BACKENDS = [
    Backend("gpiod", gpiod_factory.RESOLUTION_NS, gpiod_factory.DELIVERY_NS, True, 1024),
    Backend("lgpio", lgpio_factory.RESOLUTION_NS, lgpio_factory.DELIVERY_NS, False, 16),
    Backend("pigpio", pigpio_factory.RESOLUTION_NS, pigpio_factory.DELIVERY_NS, False),
    Backend("rpigpio", rpigpio_factory.RESOLUTION_NS, rpigpio_factory.DELIVERY_NS, False),
    Backend("mock", 1 * US, 0, True),
]


@dataclass(frozen=True, slots=True)
class Change:
    """The paddle's level changes, `at_ns` after the play's begin. What truly happens."""

    at_ns: int
    active: bool


@dataclass(frozen=True, slots=True)
class Told:
    """One edge as the backend tells it; times from the play's begin, `number` from 1 a line."""

    stamp_ns: int
    active: bool
    arrives_ns: int
    number: int


@dataclass(frozen=True, slots=True)
class Paddle:
    """One paddle of a play. `edges` counts those that the kernel numbered, lost ones too."""

    changes: tuple[Change, ...]
    told: tuple[Told, ...]
    edges: int


@dataclass(frozen=True, slots=True)
class Play:
    """A play, by side."""

    paddles: dict[Side, Paddle]

    def mirrored(self) -> Play:
        """The same with the players on each other's side."""
        return Play({side.other: paddle for side, paddle in self.paddles.items()})


@dataclass(frozen=True, slots=True)
class Ruled:
    """What came of a play; stamps from the play's begin."""

    outcome: Outcome
    loser: Side | None
    presses: dict[Side, int]
    contested: bool

    @property
    def word(self) -> str:
        """`left` or `right` lost, or what else came of it."""
        if self.outcome is Outcome.WIN and self.loser is not None:
            return self.loser.value
        return "dead heat" if self.outcome is Outcome.UNCLEAR else self.outcome.value

    def seen_as(self, *, mirrored: bool) -> tuple[object, ...]:
        """All that must be the same for a play and for its mirror."""
        sides = {side: side.other if mirrored else side for side in Side}
        loser = None if self.loser is None else sides[self.loser]
        presses = {sides[side]: at_ns for side, at_ns in self.presses.items()}
        return self.outcome, loser, presses, self.contested


# --- contacts ---------------------------------------------------------------------------------


def clean(at_ns: int) -> list[Change]:
    """A contact that closes once, and opens once."""
    return [Change(at_ns, True), Change(at_ns + HOLD_NS, False)]


def bouncing(at_ns: int, rng: random.Random, *, first_us: int | None = None) -> list[Change]:
    """A contact that opens again one to six times within 0.9 ms, when it closes and opens.

    `first_us`: when it opens for the first time.
    """
    changes = []
    for begin_ns, closing in ((at_ns, True), (at_ns + HOLD_NS, False)):
        cuts = sorted(rng.sample(range(2, 900), 2 * rng.randint(1, 6)))
        cuts[0] = first_us or cuts[0]
        times = [begin_ns, *(begin_ns + cut * US for cut in cuts)]
        changes += [Change(t, closing == (n % 2 == 0)) for n, t in enumerate(times)]
    return changes


def spike(at_ns: int, rng: random.Random) -> list[Change]:
    """A disturbance of one or two pulses that no hand makes, shorter than `confirm` in all."""
    cuts = sorted(rng.sample(range(1, 600), rng.choice((1, 3))))
    times = [at_ns, *(at_ns + cut * US for cut in cuts)]
    return [Change(t, n % 2 == 0) for n, t in enumerate(times)]


def storm(at_ns: int, count: int, every_ns: int) -> list[Change]:
    """A contact that sings `count` times before it stays closed."""
    times = [at_ns + n * every_ns for n in range(2 * count + 1)]
    last_ns = times[-1] + HOLD_NS
    return [*(Change(t, n % 2 == 0) for n, t in enumerate(times)), Change(last_ns, False)]


# --- what a backend makes of them -------------------------------------------------------------


def tell(
    changes: Sequence[Change],
    *,
    delay_ns: Callable[[], int] = lambda: 0,
    error_ns: int = 0,
    sampled_late_ns: int = 0,
) -> Paddle:
    """Each change told: `error_ns` late in its stamp, its level read that much later."""
    told = tuple(
        Told(
            change.at_ns + error_ns,
            _level(changes, change.at_ns + sampled_late_ns),
            change.at_ns + error_ns + delay_ns(),
            number,
        )
        for number, change in enumerate(changes, start=1)
    )
    return Paddle(tuple(changes), told, len(told))


def garbled(paddle: Paddle, rng: random.Random, wrong: float) -> Paddle:
    """The same with some levels sampled wrong, the first ones above all."""
    told = [
        replace(one, active=one.active != (rng.random() < (0.5 if n == 0 else wrong)))
        for n, one in enumerate(paddle.told)
    ]
    return replace(paddle, told=tuple(told))


def misread(paddle: Paddle) -> Paddle:
    """The same with its first edge told as a release."""
    first, *rest = paddle.told
    return replace(paddle, told=(replace(first, active=False), *rest))


def overflowed(paddle: Paddle, kept: int, wakes_ns: int) -> Paddle:
    """The same through a queue of `kept` edges, emptied each `wakes_ns`: the oldest are lost."""
    told: list[Told] = []
    queue: list[Told] = []
    empty_ns = wakes_ns
    for one in paddle.told:
        while one.stamp_ns >= empty_ns:
            told += [replace(waiting, arrives_ns=empty_ns) for waiting in queue]
            queue = []
            empty_ns += wakes_ns
        queue = [*queue, one][-kept:]
    told += [replace(waiting, arrives_ns=empty_ns) for waiting in queue]
    return replace(paddle, told=tuple(told))


def merged(paddle: Paddle, within_ns: int) -> Paddle:
    """The same where the kernel makes one edge of those `within_ns` of a first, at the last stamp.

    As it does while its thread has not yet come to the first; it numbers what is left.
    """
    groups: list[list[Told]] = []
    for one in paddle.told:
        if groups and one.stamp_ns - groups[-1][0].stamp_ns <= within_ns:
            groups[-1].append(one)
        else:
            groups.append([one])
    told = tuple(replace(group[-1], number=n) for n, group in enumerate(groups, start=1))
    return Paddle(paddle.changes, told, len(told))


def _level(changes: Sequence[Change], at_ns: int) -> bool:
    return [change.active for change in changes if change.at_ns <= at_ns][-1]


# --- the table --------------------------------------------------------------------------------


class Table:
    """The unit's conductor and referee for one backend, without journal and links."""

    def __init__(self, backend: Backend, *settings: str) -> None:
        self.backend = backend
        self.clock = VirtualClock()
        self._factory = UnitMockFactory(
            Board.named("default"),
            self.clock,
            resolution_ns=backend.resolution_ns,
            delivery_ns=backend.delivery_ns,
            write_cost_ns=10 * US,
        )
        self._hardware = Hardware.open(self._factory.board, self._factory, self.clock)
        config = load(None, dict(parse_override(word) for word in (*QUICK, *settings)))
        stamps = self._hardware.backend
        self.limits = limits_for(config, stamps.resolution_ns, stamps.delivery_ns)
        panel = Panel(
            self.clock, self._hardware.lamps, self._hardware.arrow, None, self.hardware_failed
        )
        self._conductor = Conductor(
            self.clock, self._hardware, panel, Referee(self.limits, first_seq=1), self
        )
        self._numbers = dict.fromkeys(Side, 0)
        self._rng = random.Random(1)

    @property
    def allowed_ns(self) -> int:
        """How late an edge may arrive without any doubt about the verdict."""
        return self.limits.settle_ns - self.limits.resolution_ns - self.limits.confirm_ns

    def play(self, play: Play) -> Ruled:
        """One showdown with that play in its race."""
        self._play, self._over, self._contested = play, False, False
        self._conductor.arm(self._rng.randbytes(32), start_now=True)
        assert self.clock.run_until_true(lambda: self._over, self.clock.now_ns() + 60 * S)
        self.clock.run_for(1 * S)  # what comes late contests it
        for side, paddle in play.paddles.items():
            self._numbers[side] += paddle.edges
        verdict = self._verdict
        presses = {side: ns - self._begin_ns for side, ns in self._presses.items()}
        return Ruled(verdict.outcome, verdict.loser, presses, self._contested)

    def close(self) -> None:
        self._conductor.close()
        self._hardware.close()

    def _begin(self) -> None:
        self._begin_ns = self.clock.now_ns() + AFTER_GREEN_NS
        # The right one first: whoever is asked first in case of doubt, it is not by this order.
        for side in reversed(Side):
            paddle = self._play.paddles[side]
            pin = self._factory.signal_pin(f"paddle_{side.value}")
            for change in paddle.changes:
                self._at(change.at_ns, lambda c=change, p=pin: p.move(not c.active))
            for told in paddle.told:
                self._at(told.arrives_ns, lambda t=told, p=pin, s=side: self._deliver(p, s, t))

    def _at(self, after_ns: int, action: Callable[[], None]) -> None:
        self.clock.world_at(self._begin_ns + after_ns, action)

    def _deliver(self, pin: object, side: Side, told: Told) -> None:
        number = self._numbers[side] + told.number if self.backend.numbered else None
        listener = pin.when_changed  # type: ignore[attr-defined]
        listener(Stamp(self._begin_ns + told.stamp_ns, number), not told.active)

    # --- what the conductor tells its listener ----------------------------------------------

    def referee_says(self, action: Action) -> None:
        match action:
            case WriteMayLaunch():
                now = self.clock.now_ns
                self.clock.post(lambda: self._conductor.tell(MayLaunchWritten(now())))
            case Entered(State.RACE):
                self._begin()
            case Decided(verdict):
                self._verdict = verdict
            case Contested():
                self._contested = True
            case Closed(presses):
                self._presses, self._over = presses, True
            case CalledOff(reason):
                raise AssertionError(reason)

    def button_edge(self, stamp_ns: int) -> None:
        pass

    def hardware_failed(self, error: Exception) -> None:
        raise error


@contextmanager
def table(backend: Backend, *settings: str) -> Iterator[Table]:
    """A table, closed at the end."""
    made = Table(backend, *settings)
    try:
        yield made
    finally:
        made.close()
