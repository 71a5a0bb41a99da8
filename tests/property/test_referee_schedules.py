"""Random duels against the oracle. A failure names its seeds; `referee_replay.py` plays one."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

import scale
from evidence_checks import recomputed
from referee_checks import always, stopped, within
from referee_kit import Duel
from referee_plans import Kind, plan
from showdown_referee import review, trains
from showdown_referee.attempt import Pending
from showdown_referee.limits import S
from showdown_referee.machine import Referee
from showdown_referee.model import Decided, Side
from showdown_referee.recompute import recompute

CHUNK = 125  # schedules a test; so that each stays far below the timeout


def chunks(first_seed: int, small: int, large: int) -> list[int]:
    """The first seed of each chunk."""
    return list(range(first_seed, first_seed + scale.count(small, large), CHUNK))


def play(first: int, kind: Kind, *checks: Callable[[Duel], Iterator[str]]) -> None:
    """Run a chunk of schedules and fail with all that the checks found."""
    wrong = []
    for seed in range(first, first + CHUNK):
        duel = Duel(plan(seed, kind), Referee).run()
        wrong += [f"seed {seed}: {fault}" for check in checks for fault in check(duel)]
    assert not wrong, f"{kind}\n" + "\n".join(wrong[:20])


@pytest.mark.parametrize("first", chunks(0, 250, 45_000))
def test_edges_in_time_give_the_oracles_verdict(first: int) -> None:
    play(first, Kind(), always, within, recomputed)


@pytest.mark.parametrize("first", chunks(100_000, 125, 10_000))
def test_a_sense_pin_ends_green_at_its_stamp(first: int) -> None:
    play(first, Kind(sense=True), always, within, recomputed)


@pytest.mark.parametrize("first", chunks(200_000, 125, 30_000))
def test_late_edges_that_would_change_a_verdict_contest_it(first: int) -> None:
    play(first, Kind(beyond=True), always, recomputed)


@pytest.mark.parametrize("first", chunks(600_000, 125, 20_000))
def test_a_handicap_counts_in_every_comparison(first: int) -> None:
    play(first, Kind(handicap=True), always, within, recomputed)


@pytest.mark.parametrize("first", chunks(650_000, 125, 5_000))
def test_a_handicap_counts_from_the_sense_stamp(first: int) -> None:
    play(first, Kind(handicap=True, sense=True), always, within, recomputed)


@pytest.mark.parametrize("first", chunks(700_000, 125, 5_000))
def test_late_edges_contest_a_verdict_with_a_handicap(first: int) -> None:
    play(first, Kind(handicap=True, beyond=True), always, recomputed)


@pytest.mark.parametrize("first", chunks(750_000, 125, 5_000))
def test_at_practice_the_other_paddle_decides_nothing(first: int) -> None:
    play(first, Kind(practice=True), always, within, recomputed)


@pytest.mark.parametrize("first", chunks(800_000, 125, 5_000))
def test_at_practice_late_edges_contest_a_verdict(first: int) -> None:
    play(first, Kind(practice=True, beyond=True), always, recomputed)


@pytest.mark.parametrize("first", chunks(300_000, 250, 20_000))
def test_a_cancel_takes_effect_unless_a_press_came_before_it(first: int) -> None:
    play(first, Kind(stops=True), always, within, stopped, recomputed)


@pytest.mark.parametrize("first", chunks(400_000, 125, 5_000))
def test_nothing_changes_a_final_verdict(first: int) -> None:
    def latched(duel: Duel) -> Iterator[str]:
        verdicts = [e.verdict for _, e in duel.log if isinstance(e, Decided)]
        finals = [v for v in verdicts if v.final]
        if duel.final is not None and (len(finals) != 1 or verdicts[-1] is not finals[0]):
            yield f"verdicts {verdicts}"
        if duel.final is not None and duel.called_off is not None:
            yield f"called off after {duel.final.verdict}"

    play(first, Kind(beyond=True, stops=True, losses=True), latched, recomputed)


@pytest.mark.parametrize("first", chunks(500_000, 125, 5_000))
def test_every_showdown_ends_whatever_is_lost(first: int) -> None:
    def ends(duel: Duel) -> Iterator[str]:
        yield from duel.faults
        if duel.closed is None and duel.called_off is None:
            yield "no end"

    play(first, Kind(beyond=True, losses=True), ends, recomputed)


@pytest.mark.parametrize("first", chunks(850_000, 125, 5_000))
def test_bounds_that_are_reached_leave_the_evidence_exact(
    first: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trains, "MAX_EDGES", 24)
    monkeypatch.setattr(trains, "MAX_READINGS", 6)
    monkeypatch.setattr(trains, "SAME_READINGS", 1)
    monkeypatch.setattr(trains, "MAX_TRAIN", 12)
    monkeypatch.setattr(review, "AFTERWARDS", 3)

    def bounded(duel: Duel) -> Iterator[str]:
        assert isinstance(duel.referee, Referee)
        for evidence in duel.referee.evidence():
            if len(evidence.log) > 200:
                yield f"{len(evidence.log)} entries in the log"

    play(first, Kind(beyond=True, losses=True), recomputed, bounded)


@pytest.mark.parametrize("first", chunks(900_000, 125, 2_500))
def test_whatever_a_log_holds_something_is_computed(first: int) -> None:
    for seed in range(first, first + CHUNK, 5):
        duel = Duel(plan(seed, Kind(beyond=True)), Referee).run()
        assert isinstance(duel.referee, Referee)
        rng = random.Random(seed)
        for evidence in duel.referee.evidence():
            log = [seen for seen in evidence.log for _ in range(rng.choice((0, 1, 1, 2)))]
            rng.shuffle(log)
            at_ns = evidence.verdict.at_ns + rng.randrange(-S, S)
            changed = replace(
                evidence,
                begin_ns=evidence.begin_ns + rng.choice((0, 0, S)),
                log=tuple(log),
                known=rng.randrange(len(log) + 1),
                verdict=replace(evidence.verdict, at_ns=at_ns),
            )
            again = recompute(changed, duel.limits, rng.choice((None, *Side)))
            assert (again.verdict is None) == isinstance(again.ruling, Pending)
