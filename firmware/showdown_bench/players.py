"""What the robots will do: drawn from a seed or read from a script. Pure.

`plan` is a function of its arguments alone, so a seed names a whole evening of showdowns.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from random import Random

US = 1_000
MS = 1_000_000

REACTION_MIN_NS = 180 * MS
REACTION_MAX_NS = 450 * MS  # of an attentive player; a slow one adds to it
SLOW_SHARE = 0.06
BOUNCE_MAX_NS = 4 * MS
DEAD_HEAT_WITHIN_NS = 500  # half of what the mock backend can tell apart


class Kind(StrEnum):
    """How a robot behaves in one attempt."""

    NORMAL = "normal"
    EARLY = "early"
    NEVER = "never"
    DEAD_HEAT = "dead_heat"
    BOUNCY = "bouncy"  # as normal, on a worn switch


class Since(StrEnum):
    """The lamp that a press is timed from."""

    COUNT = "count"
    HOLD = "hold"
    GREEN = "green"


class Situation(StrEnum):
    """What a whole showdown is about."""

    RACE = "race"
    EARLY = "early"  # one player presses before green
    DEAD_HEAT = "dead_heat"  # in the first attempt; the next one is a race
    TWINS = "twins"  # dead heats in every attempt
    ASLEEP = "asleep"  # nobody presses


@dataclass(frozen=True, slots=True)
class PlayerPlan:
    """One robot in one attempt.

    The first edge comes `after_ns` after the lamp `since`; None: it never presses. The switch
    toggles again at each offset of `bounces_ns` (from the first edge; an even number of them, so
    that it ends closed), opens `held_ns` after the first edge, and toggles at each offset of
    `release_bounces_ns` from there (even again).
    """

    kind: Kind
    since: Since = Since.GREEN
    after_ns: int | None = None
    held_ns: int = 120 * MS
    bounces_ns: tuple[int, ...] = ()
    release_bounces_ns: tuple[int, ...] = ()

    def strokes(self) -> tuple[tuple[int, bool], ...]:
        """Every edge as (offset from the lamp in ns, pressed), in order."""
        if self.after_ns is None:
            return ()
        edges = []
        for start, pressed, toggles in (
            (self.after_ns, True, self.bounces_ns),
            (self.after_ns + self.held_ns, False, self.release_bounces_ns),
        ):
            for index, offset in enumerate((0, *toggles)):
                edges.append((start + offset, pressed if index % 2 == 0 else not pressed))
        return tuple(edges)


@dataclass(frozen=True, slots=True)
class Plan:
    """Both robots in one attempt."""

    left: PlayerPlan
    right: PlayerPlan


Book = Callable[[int, int], Plan]
"""The plan of (showdown, attempt), both counted from 1."""


def plan(seed: int, showdown_number: int, attempt: int) -> Plan:
    """What both robots do in that attempt of that showdown; both numbers count from 1."""
    # Strings, not hash(): Random digests them the same way in every process and version.
    draw = Random(f"{seed}/{showdown_number}/{attempt}")  # noqa: S311 - a game, no secret
    match situation(seed, showdown_number):
        case Situation.ASLEEP:
            return Plan(PlayerPlan(Kind.NEVER), PlayerPlan(Kind.NEVER))
        case Situation.TWINS:
            return _dead_heat(draw)
        case Situation.DEAD_HEAT if attempt == 1:
            return _dead_heat(draw)
        case Situation.EARLY:
            return _sides(draw, _early(draw), _racer(draw))
    other = PlayerPlan(Kind.NEVER) if draw.random() < 0.05 else _racer(draw)
    return _sides(draw, _racer(draw), other)


def situation(seed: int, showdown_number: int) -> Situation:
    """What that showdown is about."""
    draw = Random(f"{seed}/{showdown_number}")  # noqa: S311 - a game, no secret
    return draw.choices(
        (
            Situation.RACE,
            Situation.EARLY,
            Situation.DEAD_HEAT,
            Situation.TWINS,
            Situation.ASLEEP,
        ),
        weights=(70, 12, 10, 3, 5),
    )[0]


def reaction_ns(draw: Random) -> int:
    """A human's reaction to a light: a normal part, an exponential tail, now and then a lapse."""
    while True:
        # Mean about 250 ms and skewed to the right, as simple visual reactions are.
        drawn = round(draw.gauss(215 * MS, 20 * MS) + draw.expovariate(1 / (40 * MS)))
        if REACTION_MIN_NS <= drawn <= REACTION_MAX_NS:
            break
    if draw.random() < SLOW_SHARE:
        drawn += draw.randrange(150 * MS, 600 * MS)
    return drawn


def bounces_ns(draw: Random) -> tuple[int, ...]:
    """A worn switch's toggles after an edge: tens of µs apart, up to 4 ms; an even number."""
    length = draw.randrange(300 * US, BOUNCE_MAX_NS)
    toggles = []
    at = draw.randrange(20 * US, 120 * US)
    while at < length:
        toggles.append(at)
        at += draw.randrange(20 * US, 120 * US)
    return tuple(toggles[: len(toggles) // 2 * 2])


def seeded(seed: int) -> Book:
    """The book of a seed."""
    return lambda showdown, attempt: plan(seed, showdown, attempt)


def scripted(name: str) -> Book:
    """The book of a script: begun again at its end; the last attempt stands for further ones.

    Raises KeyError for a name that is not in `SCRIPTS`.
    """
    script = SCRIPTS[name]

    def look_up(showdown: int, attempt: int) -> Plan:
        attempts = script[(showdown - 1) % len(script)]
        return attempts[min(attempt, len(attempts)) - 1]

    return look_up


def _held_ns(draw: Random) -> int:
    return draw.randrange(80 * MS, 200 * MS)


def _racer(draw: Random) -> PlayerPlan:
    after, held = reaction_ns(draw), _held_ns(draw)
    if draw.random() < 0.35:
        return PlayerPlan(
            Kind.BOUNCY,
            after_ns=after,
            held_ns=held,
            bounces_ns=bounces_ns(draw),
            release_bounces_ns=bounces_ns(draw),
        )
    return PlayerPlan(Kind.NORMAL, after_ns=after, held_ns=held)


def _early(draw: Random) -> PlayerPlan:
    # A count lasts at least half a second and a hold 200 ms at the least, a second by default.
    since, before = draw.choice(((Since.COUNT, 450 * MS), (Since.HOLD, 900 * MS)))
    after = draw.randrange(20 * MS, before)
    return PlayerPlan(Kind.EARLY, since=since, after_ns=after, held_ns=_held_ns(draw))


def _dead_heat(draw: Random) -> Plan:
    after = reaction_ns(draw)
    apart = draw.choice((0, draw.randrange(1, DEAD_HEAT_WITHIN_NS)))
    return _sides(
        draw,
        PlayerPlan(Kind.DEAD_HEAT, after_ns=after, held_ns=_held_ns(draw)),
        PlayerPlan(Kind.DEAD_HEAT, after_ns=after + apart, held_ns=_held_ns(draw)),
    )


def _sides(draw: Random, one: PlayerPlan, other: PlayerPlan) -> Plan:
    return Plan(one, other) if draw.random() < 0.5 else Plan(other, one)


def _react(after_ms: int) -> PlayerPlan:
    return PlayerPlan(Kind.NORMAL, after_ns=after_ms * MS)


def _tie(after_ms: int) -> Plan:
    both = PlayerPlan(Kind.DEAD_HEAT, after_ns=after_ms * MS)
    return Plan(both, both)


_WORN = tuple(range(40 * US, 3 * MS, 60 * US))[:48]

SCRIPTS: dict[str, tuple[tuple[Plan, ...], ...]] = {
    # Showdowns, each with its attempts.
    "demo": (
        (Plan(_react(231), _react(287)),),
        (Plan(_react(262), _react(218)),),
        (_tie(240), Plan(_react(305), _react(251))),
        (
            Plan(
                PlayerPlan(Kind.EARLY, since=Since.HOLD, after_ns=400 * MS),
                _react(240),
            ),
        ),
        (
            Plan(
                PlayerPlan(
                    Kind.BOUNCY, after_ns=224 * MS, bounces_ns=_WORN, release_bounces_ns=_WORN
                ),
                _react(229),
            ),
        ),
    ),
    "no_press": ((Plan(PlayerPlan(Kind.NEVER), PlayerPlan(Kind.NEVER)),),),
    "unclear": ((_tie(240),),),
}
