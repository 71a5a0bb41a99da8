"""The log of an attempt: what is kept, how much at most, and what is computed from it again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from evidence_checks import moved, recomputed
from referee_bounds import LEFT, LIMITS, RIGHT, UNCLEAR, duel, gesture, verdict
from referee_kit import Duel
from referee_script import Plan, Script
from showdown_referee.attempt import Attempt, Pending
from showdown_referee.evidence import AttemptEvidence, Reviewed
from showdown_referee.hold import draw_hold_ns
from showdown_referee.judge import Green, Ruling
from showdown_referee.limits import MS, US, Limits, S
from showdown_referee.machine import Referee
from showdown_referee.model import (
    Arm,
    Decided,
    Edge,
    Event,
    Outcome,
    Reading,
    Side,
    VoidReason,
)
from showdown_referee.recompute import recompute
from showdown_referee.trains import MAX_EDGES, MAX_READINGS, SAME_READINGS

AT = 200 * MS


def only(played: Duel) -> AttemptEvidence:
    """The evidence of the only attempt that was judged."""
    assert isinstance(played.referee, Referee)
    (evidence,) = played.referee.evidence()
    return evidence


def attempt(limits: Limits = LIMITS) -> Attempt:
    """An attempt whose count lamp was lit at 0."""
    return Attempt(1, 0, limits, dict.fromkeys(Side, 0), dict.fromkeys(Side, -20_000))


def reading(at_ns: int, *, active: bool = False) -> Reading:
    """A level of the left paddle."""
    return Reading(Side.LEFT, active, at_ns, at_ns + 3_000)


# --- what is kept ---------------------------------------------------------------------------


def test_the_log_holds_what_was_told_in_its_order() -> None:
    evidence = only(duel(gesture(LEFT, AT), gesture(RIGHT, AT + 300 * MS)))
    before, after = evidence.log[: evidence.known], evidence.log[evidence.known :]
    assert [type(seen) for seen in before] == [Green, Edge, Reading]
    assert Reviewed in {type(seen) for seen in after}  # closed
    assert Edge(Side.RIGHT, evidence.verdict.green_ns or 0, True, None) not in after
    assert [seen.side for seen in after if isinstance(seen, Edge) and seen.active] == [Side.RIGHT]


def test_green_is_said_again_with_its_sense_stamp() -> None:
    played = duel(gesture(LEFT, AT), sense=10 * US, green_sense=True)
    evidence = only(played)
    greens = [seen for seen in evidence.log if isinstance(seen, Green)]
    assert [green.sense_ns is None for green in greens] == [True, False]


def test_a_snapshot_at_the_verdict_holds_what_was_known_then() -> None:
    class Snapping(Referee):
        """Takes the evidence at the verdict."""

        taken: tuple[AttemptEvidence, ...] = ()

        def handle(self, event: Event) -> list:  # type: ignore[type-arg]
            said = super().handle(event)
            if any(isinstance(action, Decided) for action in said):
                self.taken = self.evidence()
            return said

    played = Duel(duel(gesture(LEFT, AT), gesture(RIGHT, AT + 9 * MS)).plan, Snapping).run()
    assert isinstance(played.referee, Snapping)
    (then,), now = played.referee.taken, only(played)
    assert then.known == len(then.log) == now.known < len(now.log)
    assert now.log[: now.known] == then.log
    again = recompute(then, LIMITS)
    assert again.verdict == then.verdict
    assert again.closed is None
    assert again.late is None


def test_the_evidence_stands_until_the_next_showdown_is_armed() -> None:
    played = duel(gesture(LEFT, AT))
    assert isinstance(played.referee, Referee)
    assert played.referee.evidence()
    played.referee.handle(Arm(played.now + 1 * S, b"x" * 16))
    assert played.referee.evidence() == ()


def test_each_attempt_has_its_own_hold() -> None:
    played = duel(gesture(LEFT, AT), gesture(RIGHT, AT), max_attempts=1)
    assert verdict(played) == UNCLEAR
    evidence = only(played)
    assert isinstance(played.referee, Referee)
    assert evidence.hold_ns == played.referee.hold_ns(1)
    assert evidence.hold_began_ns is not None
    (green,) = (seen for seen in evidence.log if isinstance(seen, Green))
    assert green.before_ns >= evidence.hold_began_ns + evidence.hold_ns


# --- how much at most -----------------------------------------------------------------------


def test_a_storm_is_in_the_log_with_the_edge_that_was_too_many() -> None:
    steps = tuple(t for n in range(MAX_EDGES // 2 + 1) for t in (n * 2 * MS, n * 2 * MS + 300 * US))
    scripts = (Script(green=(gesture(LEFT, AT, *steps),)),)
    limits = replace(LIMITS, race_timeout_ns=20 * S)
    played = Duel(Plan(seed=1, limits=limits, scripts=scripts), Referee).run()
    evidence = only(played)
    assert evidence.verdict.void_reason is VoidReason.EDGE_STORM
    assert sum(isinstance(seen, Edge) for seen in evidence.log) == MAX_EDGES + 1
    assert [*recomputed(played)] == []


def test_a_paddle_that_is_read_for_ever_does_not_grow_the_log() -> None:
    one = attempt()
    for n in range(10_000):
        one.add_reading(reading(n * MS))
    assert len(one.log) == SAME_READINGS


def test_a_reading_that_an_edge_needs_is_taken_in() -> None:
    one = attempt()
    for n in range(100):
        one.add_reading(reading(n * MS))
    one.add(Edge(Side.LEFT, 200 * MS, True, 1))
    now = 202 * MS
    ruling = one.rule(now)
    assert isinstance(ruling, Pending)
    assert ruling.reads == [Side.LEFT]
    one.add_reading(reading(now, active=True))
    assert one.rule(210 * MS) == Ruling(Outcome.FALSE_START, loser=Side.LEFT)


def test_with_all_readings_used_up_a_train_stays_undecided_and_nobody_spins() -> None:
    one = attempt()
    for n in range(MAX_READINGS):  # each after another edge, a spike a lockout
        one.add(Edge(Side.LEFT, n * 30 * MS, True, None)) if n % 2 == 0 else None
        one.add_reading(reading(n * 30 * MS + 2 * MS))
    at = MAX_READINGS * 30 * MS
    one.add(Edge(Side.LEFT, at, True, None))
    kept = sum(isinstance(seen, Reading) for seen in one.log)
    assert kept == MAX_READINGS
    one.add_reading(reading(at + 2 * MS))
    assert sum(isinstance(seen, Reading) for seen in one.log) == MAX_READINGS
    scan = one.open_trains(at + 3 * MS)
    assert scan.reads == []
    assert scan.deadline_ns == at + LIMITS.lockout_ns + LIMITS.settle_ns
    assert one.open_trains(scan.deadline_ns).deadline_ns is None


def test_numbers_of_edges_from_before_are_bounded_too() -> None:
    one = attempt()
    for seq in range(2, 3 * MAX_EDGES):
        one.fill(Edge(Side.LEFT, -1 * S, True, seq))
    assert len(one.log) == MAX_EDGES
    assert not one.fill(Edge(Side.LEFT, -1 * S, True, 5))  # known already


# --- what is computed again -----------------------------------------------------------------


@pytest.mark.parametrize("by_ns", [0, -1, 1, 10**18])
def test_a_count_lamp_at_any_time_gives_the_same(by_ns: int) -> None:
    evidence = only(duel(gesture(LEFT, AT), gesture(RIGHT, AT + 7 * MS)))
    shifted = moved(evidence, by_ns - evidence.begin_ns)
    assert recompute(shifted, LIMITS).verdict == shifted.verdict


def test_an_edge_that_was_known_before_its_own_stamp_counts() -> None:
    evidence = only(duel(gesture(LEFT, AT), gesture(RIGHT, AT + 7 * MS)))
    at_ns = evidence.verdict.at_ns
    early = Edge(Side.RIGHT, at_ns + 1_000, True, None)
    log = (*evidence.log[: evidence.known], early)
    again = recompute(replace(evidence, log=log, known=len(log)), LIMITS)
    assert again.verdict is not None
    assert again.verdict.loser is Side.RIGHT


def test_without_the_press_no_verdict_falls_then() -> None:
    evidence = only(duel(gesture(LEFT, AT)))
    log = tuple(s for s in evidence.log[: evidence.known] if not isinstance(s, Edge))
    again = recompute(replace(evidence, log=log, known=len(log)), LIMITS)
    assert isinstance(again.ruling, Pending)
    assert again.verdict is None


def test_a_verdict_before_the_press_had_settled_does_not_fall() -> None:
    evidence = only(duel(gesture(LEFT, AT)))
    sooner = replace(evidence.verdict, at_ns=evidence.verdict.at_ns - 4 * MS)
    assert recompute(replace(evidence, verdict=sooner), LIMITS).verdict is None


def test_other_stamps_give_another_loser() -> None:
    evidence = only(duel(gesture(LEFT, AT), gesture(RIGHT, AT + 1 * MS)))
    assert evidence.verdict.loser is Side.RIGHT
    log = tuple(
        replace(s, stamp_ns=s.stamp_ns + 2 * MS) if isinstance(s, Edge) and s.side == "left" else s
        for s in evidence.log[: evidence.known]
        if not isinstance(s, Reading)
    )
    later = replace(evidence.verdict, at_ns=evidence.verdict.at_ns + 100 * MS)
    read = tuple(Reading(side, True, later.at_ns - 50 * MS) for side in Side)
    changed = replace(evidence, log=(*log, *read), known=len(log) + 2, verdict=later)
    again = recompute(changed, LIMITS)
    assert again.verdict is not None
    assert again.verdict.loser is Side.LEFT


def test_green_before_the_hold_was_over_is_seen() -> None:
    evidence = only(duel(gesture(LEFT, AT)))
    (green,) = (seen for seen in evidence.log if isinstance(seen, Green))
    began = evidence.hold_began_ns
    assert began is not None
    exact = replace(evidence, hold_ns=green.before_ns - began)
    assert not recompute(exact, LIMITS).green_too_soon
    assert recompute(replace(exact, hold_ns=exact.hold_ns + 1), LIMITS).green_too_soon
    assert recompute(replace(exact, hold_began_ns=None), LIMITS).green_too_soon


def test_a_late_press_is_told_with_the_ruling_that_it_would_have_given() -> None:
    played = duel(gesture(LEFT, AT), gesture(RIGHT, AT - 3 * MS, delay=30 * MS))
    assert played.contested == {1}
    again = recompute(only(played), LIMITS)
    assert again.contested
    assert again.ruling == Ruling(Outcome.WIN, loser=Side.RIGHT)
    assert again.late == Ruling(Outcome.WIN, loser=Side.LEFT)


def test_a_late_edge_that_changes_nothing_does_not_contest() -> None:
    played = duel(gesture(LEFT, AT), gesture(RIGHT, AT + 3 * MS, delay=30 * MS))
    again = recompute(only(played), LIMITS)
    assert not again.contested
    assert again.late == again.ruling


def test_other_limits_afterwards_leave_the_evidence_as_it_was() -> None:
    played = duel(count=(gesture(LEFT, 10 * MS),))  # too early: its hold was never drawn
    assert isinstance(played.referee, Referee)
    played.referee.use(replace(LIMITS, hold_min_ns=500 * MS))
    (evidence,) = played.referee.evidence()
    assert evidence.hold_began_ns is None
    seed = played.plan.seed.to_bytes(32, "big")
    assert evidence.hold_ns == draw_hold_ns(seed, 1, LIMITS)
