"""Hosts that take control of one unit from each other, each over its own bad line.

A failure names its seed; `python tests/sim_replay.py SEED HOSTS` tells that run.
"""

from __future__ import annotations

from collections import Counter

import pytest

import scale
from sim_checks import simulate
from sim_plan import draw

CHUNK = 20
RUNS = scale.count(60, 5_000)
TOTALS: Counter[str] = Counter()

HAPPENS = (
    "control_lost",
    "kills_in_the_throw",
    "refused_BUSY",
    "refused_NOT_READY",
    "restarts_for_control",
    "state_cancelled",
    "state_done",
    "throws",
    "tombstones",
)


@pytest.mark.parametrize("hosts", [2, 3])
@pytest.mark.parametrize("first", range(0, RUNS // 2, CHUNK))
def test_hosts_that_fight_for_control_share_one_truth(first: int, hosts: int) -> None:
    wrong = []
    for seed in range(first, min(first + CHUNK, RUNS // 2)):
        found = simulate(draw(seed, hosts), TOTALS)
        wrong += [f"seed {seed} hosts {hosts}: {fault}" for fault in found]
    assert not wrong, "\n".join(wrong[:20])


def test_control_was_fought_for() -> None:
    if TOTALS["runs"] < RUNS // 2 * 2:
        pytest.skip("only some of the runs were made")
    assert not [name for name in HAPPENS if not TOTALS[name]], TOTALS
