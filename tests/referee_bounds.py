"""Duels on the very edge of a limit: who presses when, from the end of green, to the nanosecond."""

from __future__ import annotations

import dataclasses
from typing import Any

from evidence_checks import recomputed
from referee_checks import agrees, always, right_verdict, within
from referee_kit import Duel
from referee_script import Gesture, Plan, Script, Stop
from showdown_referee.limits import MS, US, Limits, S
from showdown_referee.machine import Referee
from showdown_referee.model import Outcome, Side

WIDTH = 40 * US
RES = 20 * US
LEFT, RIGHT = 0, 1
HOLD = 50 * MS
LIMITS = Limits(
    count_ns=500 * MS,
    hold_min_ns=200 * MS,
    hold_mean_ns=100 * MS,
    hold_max_ns=1 * S,
    race_timeout_ns=1 * S,
    held_limit_ns=1 * S,
    resolution_ns=RES,
    max_attempts=1,
    rematch_delay_ns=500 * MS,
)


def gesture(player: int, offset: int, *steps: int, delay: int = 0) -> Gesture:
    """That player's line changes at those steps from the offset; a plain press without any."""
    changes = steps or (0, HOLD)
    return Gesture(player, offset, changes, (delay,) * len(changes), from_end=True)


def duel(
    *green: Gesture,
    count: tuple[Gesture, ...] = (),
    sneak: tuple[Gesture, ...] = (),
    stops: tuple[Stop, ...] = (),
    width: int = WIDTH,
    sense: int | None = None,
    sense_late: int = 100 * US,
    practice: Side | None = None,
    verdict: tuple[Gesture, ...] = (),
    **limits: Any,
) -> Duel:
    """Play it, and have the oracle agree, and the verdict computed again."""
    script = Script(
        sneak=sneak,
        count=count,
        green=green,
        verdict=verdict,
        green_width_ns=width,
        sense_after_ns=sense,
        sense_delay_ns=sense_late,
    )
    plan = Plan(
        seed=1,
        limits=dataclasses.replace(LIMITS, **limits),
        scripts=(script,),
        stops=stops,
        practice=practice,
    )
    played = Duel(plan, Referee).run()
    assert [*always(played), *within(played), *recomputed(played)] == []
    for seen in played.seen:
        if seen.verdict is not None and seen.number not in played.contested:
            assert agrees(played, seen, right_verdict(played, seen))
    return played


def verdict(played: Duel) -> tuple[Outcome, Side | None]:
    """The final one."""
    assert played.final is not None
    assert played.final.verdict is not None
    return played.final.verdict.outcome, played.final.verdict.loser


WIN_LEFT = (Outcome.WIN, Side.RIGHT)  # left came first: right loses
EARLY_LEFT = (Outcome.FALSE_START, Side.LEFT)
UNCLEAR = (Outcome.UNCLEAR, None)
NO_PRESS = (Outcome.NO_PRESS, None)
VOID = (Outcome.VOID, None)
