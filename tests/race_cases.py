"""Races that are drawn: what two hands do, played against the referee in virtual time."""

from __future__ import annotations

from dataclasses import replace

from evidence_kit import duel, shown
from referee_script import Gesture, Plan, Script, Stop
from showdown_host.documents import Document
from showdown_host.verify import Report, verify
from showdown_protocol.records import Players
from showdown_referee.limits import MS, US, Limits
from showdown_referee.model import Side

LEFT, RIGHT = 0, 1
LIMITS = Limits()
PLAYERS = Players(left="Ana", right="Bo")


def press(player: int, ms: float, *bounces_us: int, hold_ms: int = 80) -> Gesture:
    """A press that long after an anchor; each bounce is a change so long after the first."""
    steps = (0, *(us * US for us in bounces_us), hold_ms * MS)
    return Gesture(player, round(ms * MS), steps, (100 * US,) * len(steps))


def won(left_ms: float, right_ms: float) -> Script:
    """Both press so long after green."""
    return Script(race=(press(LEFT, left_ms), press(RIGHT, right_ms)))


def plan(*scripts: Script, limits: Limits = LIMITS, **more: object) -> Plan:
    """A showdown of these attempts."""
    return Plan(seed=77, limits=limits, scripts=scripts, **more)  # type: ignore[arg-type]


CASES: dict[str, Plan] = {
    "clear-win": plan(won(231.415, 287.902)),
    "close-win": plan(won(204.31, 204.275)),
    "dead-heat": plan(won(198.4, 198.412), won(240.1, 219.7)),
    "false-start": plan(Script(green=(press(RIGHT, -312.6),))),
    "false-start-red": plan(Script(count=(press(LEFT, 410.2),))),
    "false-start-close": plan(Script(green=(press(RIGHT, 0.008),), race=(press(LEFT, 180),))),
    "anticipated": plan(won(61.8, 214.2), limits=replace(LIMITS, anticipation_ns=100 * MS)),
    "handicap": plan(won(190.0, 221.5), limits=replace(LIMITS, handicap_left_ns=50 * MS)),
    "practice": plan(Script(race=(press(LEFT, 243.7),)), practice=Side.LEFT),
    "no-press": plan(Script()),
    "no-rival": plan(Script(race=(press(RIGHT, 262.3),))),
    "bouncy": plan(
        Script(
            race=(
                press(LEFT, 231.4, 130, 310, 420, 700, 790, 1150),
                press(RIGHT, 232.9, 90, 160, 610, 940),
            )
        )
    ),
    "bouncy-later": plan(
        Script(race=(press(LEFT, 231.8), press(RIGHT, 268.4, 340, 640, 1160, 1240)))
    ),
    "called-off": plan(won(198.4, 198.412), Script(), stops=(Stop("count", 1, 300 * MS),)),
}


def document(name: str) -> Document:
    """Record and evidence of that race."""
    of = CASES[name]
    return shown(duel(of)) if of.practice else shown(duel(of), players=PLAYERS)


def report(name: str) -> Report:
    """What `verify` says of it."""
    return verify(document(name))
