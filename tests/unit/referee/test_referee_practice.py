"""Practice: one side is judged, and nothing that the other paddle does matters."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from referee_bounds import HOLD, LEFT, LIMITS, NO_PRESS, RIGHT, duel, gesture, verdict
from referee_kit import Duel
from referee_script import Gesture, Plan, Script
from showdown_referee.limits import MS, US
from showdown_referee.machine import Referee
from showdown_referee.model import Edge, Outcome, PaddlesHeld, PutBack, ReadLevels, Side
from showdown_referee.recompute import recompute

AT = 200 * MS
ALONE: dict[str, Any] = {"practice": Side.LEFT}
WELL = (Outcome.WIN, None)
NOISE = tuple(t for n in range(30) for t in (n * MS, n * MS + 600 * US))


@pytest.mark.parametrize(
    ("left", "limits", "right"),
    [
        (1, {}, WELL),
        (AT, {}, WELL),
        (0, {}, (Outcome.FALSE_START, Side.LEFT)),
        (50 * MS, {"anticipation_ns": 100 * MS}, (Outcome.ANTICIPATED, Side.LEFT)),
        (50 * MS, {"anticipation_ns": 100 * MS, "handicap_left_ns": 50 * MS}, WELL),
        (50 * MS, {"handicap_right_ns": 50 * MS}, WELL),
    ],
)
def test_one_press_alone(
    left: int, limits: dict[str, Any], right: tuple[Outcome, Side | None]
) -> None:
    assert verdict(duel(gesture(LEFT, left), **ALONE, **limits)) == right


def test_no_press_is_no_press_whatever_the_other_paddle_does() -> None:
    assert verdict(duel(gesture(RIGHT, AT), **ALONE)) == NO_PRESS


@pytest.mark.parametrize("apart", [-150 * MS, -1, 0, 1, 10 * MS])
def test_there_is_no_dead_heat_and_nobody_is_faster(apart: int) -> None:
    played = duel(gesture(LEFT, AT), gesture(RIGHT, AT + apart), **ALONE)
    assert verdict(played) == WELL
    assert played.closed is not None
    assert set(played.closed.presses) == {Side.LEFT}
    assert played.closed.margin_ns is None


def test_the_other_paddles_press_on_red_is_no_false_start() -> None:
    early = Gesture(RIGHT, 100 * MS, (0, HOLD), (0, 0))
    assert verdict(duel(gesture(LEFT, AT), count=(early,), **ALONE)) == WELL


@pytest.mark.parametrize("lost", [(), (1,), (0, 5)])
def test_the_other_paddles_noise_and_losses_do_not_void(lost: tuple[int, ...]) -> None:
    noise = Gesture(RIGHT, 0, NOISE, (0,) * len(NOISE), from_end=True, lost=lost)
    assert verdict(duel(noise, gesture(LEFT, AT), **ALONE)) == WELL


def test_the_other_paddles_press_before_the_count_does_not_put_it_back() -> None:
    sneak = (Gesture(RIGHT, -1, (0, HOLD), (0, 0)),)
    played = duel(gesture(LEFT, AT), sneak=sneak, **ALONE)
    assert not any(isinstance(entry, PutBack) for _, entry in played.log)
    assert verdict(played) == WELL


def held(hand: int, *resting: Gesture) -> Duel:
    """A practice of the left, with that player's hand on the paddle all the time."""
    plan = Plan(
        seed=1,
        limits=LIMITS,
        practice=Side.LEFT,
        held_from_start=(hand,),
        resting=resting,
        scripts=(Script(green=(gesture(LEFT, AT),)),),
    )
    return Duel(plan, Referee).run()


def test_the_other_paddle_may_be_held() -> None:
    played = held(RIGHT)
    assert verdict(played) == WELL
    read = {s for _, e in played.log if isinstance(e, ReadLevels) for s in e.sides}
    assert read == {Side.LEFT}


def test_the_own_paddle_may_not_be_held() -> None:
    played = held(LEFT)
    assert played.called_off is not None
    assert played.called_off.reason == "paddle_held"
    assert PaddlesHeld((Side.LEFT,)) in [entry for _, entry in played.log]


@pytest.mark.parametrize("at", [80 * MS, 110 * MS])  # before the button, and after it
def test_the_other_paddles_edges_do_not_hold_up_the_count(at: int) -> None:
    limits = dataclasses.replace(LIMITS, start_guard_ns=0)
    counts = []
    for resting in ((), (Gesture(RIGHT, at, (0, 15 * MS), (0, 0)),)):
        plan = Plan(
            seed=1,
            limits=limits,
            practice=Side.LEFT,
            start_now=False,
            button_after_ns=100 * MS,
            write_ns=0,
            resting=resting,
        )
        counts.append(Duel(plan, Referee).run().seen[0].count_ns)
    assert counts[0] == counts[1]


def test_the_next_duel_looks_at_both_paddles_again() -> None:
    played = duel(gesture(RIGHT, AT), gesture(LEFT, AT + 1 * MS))
    assert verdict(played) == (Outcome.WIN, Side.LEFT)


def test_another_paddles_edges_in_the_evidence_change_nothing() -> None:
    played = duel(gesture(LEFT, AT), **ALONE)
    assert isinstance(played.referee, Referee)
    (evidence,) = played.referee.evidence()
    strange = Edge(Side.RIGHT, evidence.begin_ns + 5 * MS, True, 7)
    more = dataclasses.replace(evidence, log=(strange, *evidence.log), known=evidence.known + 1)
    assert recompute(more, LIMITS, Side.LEFT) == recompute(evidence, LIMITS, Side.LEFT)
