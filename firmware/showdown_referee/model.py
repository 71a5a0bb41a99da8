"""The values that the referee takes and gives back.

Times are integer nanoseconds of CLOCK_MONOTONIC, on the clock of the pins' stamps.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class Side(StrEnum):
    """A side of the unit, as seen from its printed mark."""

    LEFT = "left"
    RIGHT = "right"

    @property
    def other(self) -> Side:
        """The opposite side."""
        return Side.RIGHT if self is Side.LEFT else Side.LEFT


class Outcome(StrEnum):
    """What an attempt came to, or a showdown."""

    WIN = "win"
    FALSE_START = "false_start"
    ANTICIPATED = "anticipated"
    DEAD_HEAT = "dead_heat"  # an attempt's alone: a showdown that ends so is `unclear`
    UNCLEAR = "unclear"
    NO_PRESS = "no_press"
    VOID = "void"


class VoidReason(StrEnum):
    """Why an attempt could not be judged."""

    LOST_EDGE = "lost_edge"  # a gap in the sequence numbers, or an edge that must have been there
    UNDECIDED = "undecided"  # neither press nor spike `lockout` after its first stamp
    GREEN_TOO_SLOW = "green_too_slow"  # the green interval is wider than `green_write_max`
    GREEN_SENSE = "green_sense"  # the sense stamp is missing or contradicts the interval
    EDGE_STORM = "edge_storm"  # more edges than one attempt may hold


# --- what the referee is told ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Arm:
    """A showdown begins. `start_now` skips the timer button; `seed` draws its holds.

    `practice`: that side alone plays and is judged.
    """

    now_ns: int
    seed: bytes
    start_now: bool = False
    practice: Side | None = None


@dataclass(frozen=True, slots=True)
class Button:
    """The timer button was pressed at `stamp_ns`."""

    stamp_ns: int


@dataclass(frozen=True, slots=True)
class MayLaunchWritten:
    """The journal holds "may launch" durably."""

    now_ns: int


@dataclass(frozen=True, slots=True)
class Edge:
    """One edge of a paddle: its kernel stamp, and the level sampled with it (True: pressed).

    `seq` counts the edges of that paddle's line without gaps; None where the backend has none.
    """

    side: Side
    stamp_ns: int
    active: bool
    seq: int | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """The level of a paddle (True: pressed), true at some moment from `at_ns` to `until_ns`.

    The clock reads just before and just after the level was read; `until_ns` None: not known.
    """

    side: Side
    active: bool
    at_ns: int
    until_ns: int | None = None


@dataclass(frozen=True, slots=True)
class CountLit:
    """The first count lamp is on; `before_ns` is the clock read before its write."""

    before_ns: int


@dataclass(frozen=True, slots=True)
class GreenLit:
    """Green is on, written between the two clock reads."""

    before_ns: int
    after_ns: int


@dataclass(frozen=True, slots=True)
class GreenSensed:
    """The kernel stamp of the green line's own edge, from the sense pin."""

    stamp_ns: int


@dataclass(frozen=True, slots=True)
class Tick:
    """It is at least `now_ns`, and every edge that had been delivered by then was handed over.

    The caller reads the clock, then empties the edge source, then sends this.
    """

    now_ns: int


@dataclass(frozen=True, slots=True)
class Cancel:
    """Somebody calls the showdown off. `reason` None: cancelled; else aborted with that reason."""

    at_ns: int
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Fault:
    """The showdown cannot go on (dead edge source, failed write): aborted at once."""

    now_ns: int
    reason: str = "fault"


Event = (
    Arm
    | Button
    | MayLaunchWritten
    | Edge
    | Reading
    | CountLit
    | GreenLit
    | GreenSensed
    | Tick
    | Cancel
    | Fault
)


# --- what the referee says ------------------------------------------------------------------


class State(StrEnum):
    """Where a showdown stands."""

    IDLE = "idle"  # no showdown, or it is over
    ARMED = "armed"  # waits for the timer button
    CLEARING = "clearing"  # waits for released, quiet paddles and for "may launch"
    COUNT = "count"  # red
    HOLD = "hold"  # amber, secret
    RACE = "race"  # green
    AGAIN = "again"  # between two attempts
    DECIDED = "decided"  # latched; the slower press is still collected


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an attempt came to. Latched: nothing changes it afterwards.

    `presses` holds the stamp of each side's first press known when the verdict fell; the slower
    one of a win usually comes later and then stands in `Closed.presses`. `green_ns` is the end
    of the green interval, None where green was not lit. Presses are as measured, `margin_ns` as
    compared: with the handicap. A win at practice has no loser.
    """

    attempt: int  # 1, 2, …
    outcome: Outcome
    loser: Side | None
    final: bool  # no further attempt follows
    at_ns: int
    presses: dict[Side, int] = field(default_factory=dict)
    green_ns: int | None = None
    green_width_ns: int | None = None
    margin_ns: int | None = None
    void_reason: VoidReason | None = None


@dataclass(frozen=True, slots=True)
class Entered:
    """The showdown entered `state`."""

    state: State


@dataclass(frozen=True, slots=True)
class WriteMayLaunch:
    """Write "may launch" durably, then answer `MayLaunchWritten`."""


@dataclass(frozen=True, slots=True)
class ReadLevels:
    """Read the levels of these sides now and answer a `Reading` for each."""

    sides: tuple[Side, ...]


@dataclass(frozen=True, slots=True)
class PaddlesHeld:
    """The paddles that keep the count from starting; empty: none any more."""

    sides: tuple[Side, ...]


@dataclass(frozen=True, slots=True)
class LightCount:
    """Read the clock, light the first count lamp, answer `CountLit`."""

    attempt: int


@dataclass(frozen=True, slots=True)
class LightGreen:
    """Write green last and alone between two clock reads, answer `GreenLit`."""


@dataclass(frozen=True, slots=True)
class PutBack:
    """A train from before the count lamp came to light: the count starts again, no attempt used."""


@dataclass(frozen=True, slots=True)
class Decided:
    """The verdict of an attempt. With `verdict.final` it is the showdown's."""

    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Contested:
    """A late edge would have changed the verdict of `attempt`; the verdict stands all the same."""

    attempt: int
    final: bool  # that attempt decided the showdown


@dataclass(frozen=True, slots=True)
class LateEdge:
    """An edge of an attempt arrived `late_by_ns` after that attempt's verdict."""

    side: Side
    late_by_ns: int


@dataclass(frozen=True, slots=True)
class Closed:
    """Nothing more is collected: every press of the last attempt by side, and its counts.

    `margin_ns`: how far both are apart as compared, a handicap counted in; None without both.
    """

    presses: dict[Side, int]
    spikes: int
    late_edges: int
    margin_ns: int | None = None


@dataclass(frozen=True, slots=True)
class CalledOff:
    """The showdown ended without a verdict: `reason` None for cancelled, else aborted with it.

    Reasons of the referee's own: `not_started`, `paddle_held`, `storage` ("may launch" was not
    written in all the time that the wait for the paddles may take).
    """

    reason: str | None
    at_ns: int


Action = (
    Entered
    | WriteMayLaunch
    | ReadLevels
    | PaddlesHeld
    | LightCount
    | LightGreen
    | PutBack
    | Decided
    | Contested
    | LateEdge
    | Closed
    | CalledOff
)
