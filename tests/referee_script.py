"""What the players of a duel do, relative to the lamps, and how late everything comes."""

from __future__ import annotations

from dataclasses import dataclass

from showdown_referee.limits import MS, Limits
from showdown_referee.model import Side


@dataclass(frozen=True, slots=True)
class Gesture:
    """What one player does: changes of the line at `steps` after `offset_ns` from an anchor.

    The steps begin with 0 (a press) and are even in number (released at the end), unless the
    paddle is held for ever. `delays`: how late each edge arrives.
    """

    player: int
    offset_ns: int
    steps: tuple[int, ...]
    delays: tuple[int, ...]
    from_end: bool = False  # the anchor is the end of the green interval, not its start
    lies: bool = False  # the first edge is sampled with the wrong level
    merged: bool = False  # two steps, seen as one edge with the level after both
    twice: tuple[tuple[int, int], ...] = ()  # (step, how much later it is delivered again)
    lost: tuple[int, ...] = ()  # steps whose edge never arrives; it had a number all the same


@dataclass(frozen=True, slots=True)
class Script:
    """What happens from one count lamp on, and how punctual the caller is."""

    sneak: tuple[Gesture, ...] = ()  # between the last reading and the count's clock read
    count: tuple[Gesture, ...] = ()  # from the count's clock read
    green: tuple[Gesture, ...] = ()  # from green as foreseen when the hold begins
    race: tuple[Gesture, ...] = ()  # from the end of the green interval
    verdict: tuple[Gesture, ...] = ()  # from the verdict
    read_ns: int = 20_000  # from the last event to the count's clock read
    green_late_ns: int = 0
    green_width_ns: int = 20_000
    sense_after_ns: int | None = None  # the sense stamp, from the start of the interval
    sense_delay_ns: int = 100_000


@dataclass(frozen=True, slots=True)
class Stop:
    """A Cancel or Fault, relative to the n-th visit of an anchor."""

    anchor: str  # "arm", "count", "green", "lit", "verdict" or "final"
    visit: int
    offset_ns: int
    fault: bool = False
    reason: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A whole schedule. Equal plans give equal duels."""

    seed: int
    limits: Limits
    start_now: bool = True
    button_after_ns: int | None = 0
    write_ns: int = 3 * MS
    tick_late_ns: int = 0  # the most that a tick comes after its deadline
    numbered: bool = True
    in_order: bool = True  # each side's edges arrive in the order of their stamps
    resting: tuple[Gesture, ...] = ()  # from Arm
    held_from_start: tuple[int, ...] = ()  # players whose hand lies on the paddle at Arm
    let_go_ns: int | None = None  # when they lift it
    practice: Side | None = None
    scripts: tuple[Script, ...] = ()
    stops: tuple[Stop, ...] = ()
