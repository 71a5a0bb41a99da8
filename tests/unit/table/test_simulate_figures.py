"""Our figures beside those published for the ordinary game: 4 bots, 100 000 rounds."""

import os

import pytest

import scale
from showdown_rules.cards import load_deck
from showdown_rules.ruleset import ruleset
from showdown_table.simulate import ORDINARY, simulate
from showdown_table.simulate_round import Plan

PUBLISHED = {"mean": 50.7, "q1": 34, "median": 46, "q3": 62, "p95": 94}
PUBLISHED_WINS = (26.9, 24.5, 24.1, 24.5)

ROUNDS = scale.count(1_000, 100_000)
NEAR = 0.1 if scale.PROVE else 0.2
JOBS = (os.cpu_count() or 1) if scale.PROVE else 1


def figures(rules, *bots):
    return simulate(
        Plan(rules, load_deck(rules.deck), bots, "figures"), ROUNDS, jobs=JOBS
    ).figures()


@pytest.fixture
def tell(capsys):
    """Prints in the proving run."""

    def say(line):
        if scale.PROVE:
            with capsys.disabled():
                print(f"\n{line}", end="")  # noqa: T201 - figures are what it is run for

    return say


def shares(wins):
    return [round(100 * count / sum(wins), 1) for count in wins]


def test_the_ordinary_game_is_about_as_long_as_published(tell):
    ours = figures(ORDINARY, *["random"] * 4)
    turns, places = ours["turns"], shares(ours["wins_by_place"])
    words = ("mean", "median", "q1", "q3", "p95")
    tell(f"ordinary game, 4 random bots, {ROUNDS} rounds, turns: {[turns[w] for w in words]}")
    tell(f"  published, {words}: {[PUBLISHED[word] for word in words]}")
    tell(f"  wins by place {places} %, published {list(PUBLISHED_WINS)} %")
    for word, published in PUBLISHED.items():
        assert abs(turns[word] - published) <= NEAR * published, (word, turns)
    spread = 3.5 * (0.25 * 0.75 / ROUNDS) ** 0.5 * 100
    for place, published in zip(places, PUBLISHED_WINS, strict=True):
        assert abs(place - published) < 1.5 + spread, places


@pytest.mark.parametrize("preset", ["showdown", "encanto"])
def test_every_round_has_a_winner_and_no_seat_is_favoured(preset, tell):
    ours = figures(ruleset(preset), *["random"] * 4)
    tell(f"{preset}, 4 random bots, {ROUNDS} rounds: turns {ours['turns']}")
    tell(f"  wins by place {shares(ours['wins_by_place'])} %, showdowns {ours['showdowns']}")
    tell(f"  points {ours['points']}, ends {ours['ends']}")
    assert sum(ours["wins"]) + ours["ends"].get("stalemate", 0) == ROUNDS
    spread = 4 * (0.25 * 0.75 / ROUNDS) ** 0.5
    for count in ours["wins"]:
        assert abs(count / ROUNDS - 0.25) < spread, ours["wins"]
