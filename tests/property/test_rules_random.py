"""Random rounds of both games, by random options and house rules, 2 to 10 players.

After every action 112 cards lie somewhere and one colour is to be matched. A share of the matches
is watched: there every state, its legal actions, refusals of what is not legal, and the step itself
are laid beside `rules_model`, and the whole match is played again from its seed and actions.
"""

from __future__ import annotations

import multiprocessing
import os
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

import pytest

import rules_random
import scale

ROUNDS = scale.count(600, 1_000_000)
CHUNK = 10_000
ACTIONS = (
    *("Play", "Draw", "Pass", "Accept", "Challenge", "CallUno", "Catch", "Spoke", "Settle"),
    *("Lines", "Rematch", "Leave", "NextRound"),
)
EVENTS = (
    *("RoundBegan", "Dealt", "Reflipped", "Played", "Drew", "Passed", "TurnLost", "Reversed"),
    *("Challenged", "UnoCalled", "FalseCall", "UnoCaught", "FalseCatch", "Silenced", "Talked"),
    *("SilenceOver", "HandsSwapped", "HandsPassed", "Reshuffled", "ShowdownBegan"),
    *("ShowdownAgain", "ShowdownSettled", "ShowdownSplit", "Left", "RoundEnded", "MatchEnded"),
)


def rounds() -> Counter[str]:
    """All of them: in this process, or in one for each core."""
    if ROUNDS <= CHUNK:
        return rules_random.play_many("some", ROUNDS, watched=0.25, matches=2)
    chunks = [(f"many {n}", CHUNK) for n in range(ROUNDS // CHUNK)]
    counts: Counter[str] = Counter()
    longest = 0
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(os.cpu_count(), mp_context=context) as pool:
        for done in pool.map(_play, chunks):
            longest = max(longest, done.pop("longest"))
            counts += done
    counts["longest"] = longest
    return counts


def _play(chunk: tuple[str, int]) -> Counter[str]:
    return rules_random.play_many(*chunk, watched=0.03, matches=10)


@pytest.mark.prove
@pytest.mark.timeout(7200 if scale.PROVE else 60)
def test_random_rounds_keep_the_rules(record_property):
    counts = rounds()
    for name in ("rounds", "option sets", "longest", "refused", "replays"):
        record_property(name, f"{counts[name]:,}")
    assert counts["rounds"] >= ROUNDS
    assert [name for name in (*ACTIONS, *EVENTS) if not counts[name]] == [], "never seen"
    if scale.PROVE:
        assert [why for why in ("out", "left", "shortage") if not counts[f"end {why}"]] == []


def test_a_failing_match_can_be_played_again_by_its_seed():
    rules_random.again("some/0/0")
