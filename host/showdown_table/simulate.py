"""Rounds in bulk, on one core or on several, with the same result."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from showdown_rules.ruleset import ruleset
from showdown_table.simulate_round import Plan, play_round
from showdown_table.simulate_tally import Tally

BLOCK = 250
"""Rounds that a process plays between two reports."""

ORDINARY = ruleset(
    "showdown",
    deck="ordinary",
    auto_uno=True,
    wd4_enforce="hard",
    wd4_challenge=False,
)
"""The ordinary game as programs commonly play it: no showdowns, nothing to call or to doubt."""

Progress = Callable[[int], None]


def simulate(plan: Plan, rounds: int, *, jobs: int = 1, progress: Progress | None = None) -> Tally:
    """Rounds 0 to `rounds` - 1 of the plan, counted. `progress` is told how many are done."""
    tally = Tally(len(plan.bots))
    blocks = [(at, min(at + BLOCK, rounds)) for at in range(0, rounds, BLOCK)]
    if jobs == 1 or len(blocks) < 2:
        for first, end in blocks:
            tally.merge(_block(plan, first, end))
            if progress:
                progress(tally.rounds)
        return tally
    # Started afresh, not forked: the same on every platform, whatever threads there are.
    with ProcessPoolExecutor(min(jobs, len(blocks)), get_context("spawn")) as pool:
        for part in pool.map(_block, *zip(*((plan, *block) for block in blocks), strict=True)):
            tally.merge(part)
            if progress:
                progress(tally.rounds)
    return tally


def _block(plan: Plan, first: int, end: int) -> Tally:
    tally = Tally(len(plan.bots))
    tally.add(play_round(plan, number) for number in range(first, end))
    return tally
