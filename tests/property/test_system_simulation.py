"""The whole system, with everything failing that may fail, in virtual time.

A failure names its seed; `python tests/sim_replay.py SEED` tells that run.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

import scale
from sim_checks import simulate
from sim_plan import draw
from sim_plants import PLANTS, planted

CHUNK = 25
RUNS = scale.count(200, 20_000)
FIRST = range(0, RUNS, CHUNK)
TOTALS: Counter[str] = Counter()

HAPPENS = (
    "attempt_dead_heat",
    "attempt_void",
    "contested",
    "doubled_lines",
    "edges_late",
    "flipped_lines",
    "given_up",
    "half_lines",
    "host_kills",
    "kills_at_commit",
    "kills_at_now",
    "kills_at_pin",
    "kills_before_the_result",
    "journals_lost",
    "kills_in_the_throw",
    "late_starts",
    "lines",
    "lines_with_holes",
    "local",
    "lost_lines",
    "outcome_false_start",
    "outcome_no_press",
    "outcome_unclear",
    "outcome_win",
    "overtakings",
    "pulls",
    "real_journals",
    "reason_not_started",
    "reason_restart",
    "reason_shutdown",
    "recomputed",
    "recomputed_contested",
    "recomputed_dead_heat",
    "recomputed_false_start",
    "recomputed_handicap",
    "recomputed_no_press",
    "recomputed_practice",
    "recomputed_unclear",
    "recomputed_void",
    "recomputed_win",
    "recovered_aborted",
    "recovered_done",
    "recovered_indeterminate",
    "refused_NOT_READY",
    "reopens",
    "said_unclear",
    "stale_bytes",
    "state_cancelled",
    "stops",
    "told_undurable",
    "tombstones",
    "trays_looked_at",
)
"""What a sample has to contain, to be worth anything."""


@pytest.mark.parametrize("first", FIRST)
def test_one_launch_at_most_and_one_honest_answer(first: int) -> None:
    wrong = []
    for seed in range(first, first + CHUNK):
        wrong += [f"seed {seed}: {fault}" for fault in simulate(draw(seed), TOTALS)]
    assert not wrong, "\n".join(wrong[:20])


def test_everything_that_may_happen_has_happened(
    record_property: Callable[[str, object], None],
) -> None:
    if TOTALS["runs"] < RUNS:
        pytest.skip("only some of the runs were made")
    told = ", ".join(f"{name} {n}" for name, n in sorted(TOTALS.items()))
    assert not [name for name in HAPPENS if not TOTALS[name]], told
    # a replay may come too late where link and unit fail again and again; the host is told so
    assert TOTALS["events_missed"] * 10_000 <= TOTALS["events_heard"], told
    record_property("totals", told)


@pytest.mark.parametrize("plant", PLANTS)
def test_a_planted_fault_is_found(plant: str) -> None:
    with planted(plant):
        assert any(simulate(draw(seed)) for seed in range(120)), f"{plant} was not noticed"


def test_a_seed_tells_the_same_run_again() -> None:
    first, second = Counter[str](), Counter[str]()
    for seed in (3, 5, 8):
        simulate(draw(seed), first)
        simulate(draw(seed), second)
    assert first == second
