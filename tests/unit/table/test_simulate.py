"""Rounds in bulk: the same from the same seed, whatever runs them, and the command's words."""

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from showdown_host.cli import main
from showdown_rules import endings
from showdown_rules.actions import Accept, Draw, Pass
from showdown_rules.cards import Colour, Deck, Face, load_deck
from showdown_rules.ruleset import ruleset
from showdown_table import bots, simulate_cli, simulate_round
from showdown_table.simulate import BLOCK, simulate
from showdown_table.simulate_round import Outcome, Plan, play_round
from showdown_table.simulate_tally import Tally

OWN_BOT = """
class Bot:
    def choose(self, view, legal, rng):
        return legal[0] if view.seat in view.acting else None
"""


def plan(*names, seed="test", **options):
    rules = ruleset(options.pop("preset", "showdown"), **options)
    return Plan(rules, load_deck(rules.deck), names or ("random",) * 4, seed)


def run(*words):
    return main(["simulate", *words])


# --- rounds -----------------------------------------------------------------------------------


def test_a_round_is_the_same_whatever_was_played_before_it():
    first = [play_round(plan(), number) for number in range(6)]
    assert [play_round(plan(), number) for number in reversed(range(6))] == first[::-1]
    assert len(set(first)) == 6


def test_another_seed_plays_other_rounds():
    assert play_round(plan(), 0) != play_round(plan(seed="other"), 0)


@pytest.mark.parametrize(
    "options", [{}, {"preset": "encanto"}, {"jump_in": True}, {"stacking": True}]
)
def test_random_bots_play_the_same_rounds_with_views_and_without(options):
    quick = plan("random", "random", "random", **options)
    slow = plan(*["showdown_table.bots_random:RandomBot"] * 3, **options)
    for number in range(10):
        assert play_round(quick, number) == play_round(slow, number)


class DrawingBot:
    """Draws as long as it may."""

    def choose(self, view, legal, rng):
        if view.seat not in view.acting:
            return None
        return next((one for one in legal if isinstance(one, Draw | Pass | Accept)), legal[0])


@pytest.mark.parametrize(("shortage", "won"), [("round_draw", False), ("winner_by_points", True)])
def test_a_round_that_runs_out_of_cards_ends_by_shortage(monkeypatch, shortage, won):
    monkeypatch.setitem(bots.BOTS, "drawing", DrawingBot)
    outcome = play_round(plan("drawing", "drawing", shortage=shortage), 0)
    assert outcome.why == "shortage"
    assert (outcome.winner >= 0) == won
    assert (outcome.points > 0) == won


TINY = 'name = "tiny"\nsize = 12\n[coloured]\n1 = 2\n[wild]\nwild_showdown = 4\n'


def test_an_empty_hand_after_a_lost_showdown_without_cards_has_not_won(monkeypatch):
    told, seen = [], Counter()
    record = endings._record
    monkeypatch.setattr(
        endings, "_record", lambda *words: (told.append(words[1:3]), record(*words))
    )
    faces = (Face.NINE, Face.TWO, Face.WILD_DRAW_FOUR)
    deck = Deck("three cards", False, (Colour.RED, Colour.GREEN, -1), faces, (9, 2, 50), (0,) * 3)
    rules = ruleset("showdown", hand_size=1, variant_last_card="one")
    for number in range(60):
        outcome = play_round(Plan(rules, deck, ("random",) * 2, "three"), number)
        assert (outcome.winner, outcome.why) == told.pop()
        assert (outcome.points > 0) == (outcome.why == "out")
        seen[outcome.why] += 1
    assert seen.keys() == {"out", "stalemate"}


def test_points_and_the_winner_are_those_of_the_round():
    outcomes = [play_round(plan("random", "greedy"), number) for number in range(16)]
    assert {outcome.why for outcome in outcomes} == {"out"}
    assert {outcome.winner for outcome in outcomes} == {0, 1}
    assert all(outcome.points > 0 and outcome.turns > 6 for outcome in outcomes)
    assert {outcome.first for outcome in outcomes} == {0, 1}


# --- counted ----------------------------------------------------------------------------------


def test_quartiles_are_values_that_were_there():
    tally = Tally(2)
    tally.add(Outcome(turns, 0, 0, 1, 10, "out") for turns in (1, 2, 3, 4, 5, 6, 7, 100))
    assert tally.figures()["turns"] == {
        "mean": 16.0,
        "min": 1,
        "q1": 2,
        "median": 4,
        "q3": 6,
        "p95": 100,
        "max": 100,
    }


def test_places_are_counted_from_who_began():
    tally = Tally(4)
    tally.add([Outcome(9, 1, 3, 0, 5, "out"), Outcome(9, 3, 3, 0, 5, "out")])
    figures = tally.figures()
    assert figures["wins"] == [0, 1, 0, 1]
    assert figures["wins_by_place"] == [1, 0, 1, 0]


def test_a_round_without_a_winner_counts_for_nobody():
    tally = Tally(2)
    tally.add([Outcome(9, -1, 0, 2, 0, "stalemate")])
    figures = tally.figures()
    assert figures["wins"] == figures["wins_by_place"] == [0, 0]
    assert figures["points"] == {}
    assert figures["ends"] == {"stalemate": 1}


def test_several_processes_count_the_same_as_one():
    rounds = 2 * BLOCK + 7
    done = []
    few = plan("random", "random", preset="encanto")
    together = simulate(few, rounds, jobs=2, progress=done.append)
    assert together == simulate(few, rounds)
    assert done == [BLOCK, 2 * BLOCK, rounds]


# --- the command ------------------------------------------------------------------------------


def test_the_same_seed_prints_the_same_bytes(capsys):
    outputs = []
    for _ in range(2):
        assert run("--rounds", "20", "--seed", "7", "--jobs", "1") == 0
        outputs.append(capsys.readouterr())
    assert outputs[0] == outputs[1]
    assert outputs[0].err == ""


def test_json_has_every_figure(capsys):
    words = ["--rounds", "10", "--bots", "random,greedy", "--seats", "3", "--json", "--jobs", "1"]
    assert run(*words, "--option", "jump_in=true", "--preset", "encanto") == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["rounds"] == 10
    assert figures["bots"] == ["random", "greedy", "random"]
    assert figures["options"] == ["jump_in=true"]
    assert figures["deck"] == figures["preset"] == "encanto"
    assert figures["showdowns"]["max"] == 0
    assert sum(figures["wins"]) == sum(figures["wins_by_place"]) == figures["ends"]["out"] == 10
    assert set(figures["turns"]) == {"mean", "min", "q1", "median", "q3", "p95", "max"}


def test_the_text_says_how_showdowns_are_decided(capsys):
    assert run("--rounds", "10", "--jobs", "1") == 0
    text = capsys.readouterr().out
    assert "10 rounds by the rules showdown" in text
    assert "fair coin" in text
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--seats", "11"], "--seats 11: 2 to 10 can play"),
        (["--seats", "1"], "--seats 1: 2 to 10 can play"),
        (["--seats", "2", "--bots", "random,random,greedy"], "--bots names 3 for 2 seats"),
        (["--bots", "clever"], "no bot is called 'clever'"),
        (["--option", "jump_in"], "jump_in"),
        (["--option", "dance=yes"], "dance"),
        (["--option", "target=many"], "target = "),
        (["--option", "jump_in=perhaps"], "jump_in = "),
        (["--option", "wd4_test=number"], "wd4_test = 'number'"),
        (["--preset", "ordinary", "--option", "dance=yes"], "dance"),
        (["--deck", "no/such/deck.toml"], "no/such/deck.toml"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_line(capsys, words, says):
    assert run(*words) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("showdown simulate: ")
    assert says in captured.err
    assert captured.err.count("\n") == 1


@pytest.mark.parametrize("rounds", ["0", "-1", "many"])
def test_there_is_at_least_one_round(capsys, rounds):
    with pytest.raises(SystemExit):
        run("--rounds", rounds)
    assert "a number from 1" in capsys.readouterr().err


FAULTY = (
    OWN_BOT
    + """
class Mute(Bot):
    def choose(self, view, legal, rng):
        return None

class Init(Bot):
    def __init__(self):
        raise RuntimeError("no init")
"""
)


@pytest.mark.parametrize(
    ("kind", "words", "code", "says"),
    [
        ("Mute", ["--jobs", "1"], 2, "the bot faulty:Mute at seat 1 chose nothing in its turn"),
        ("Mute", ["--jobs", "2"], 2, "the bot faulty:Mute at seat 1 chose nothing in its turn"),
        ("Init", [], 2, "the bot faulty:Init at seat 1 cannot be made: RuntimeError: no init"),
        ("None", [], 2, "no bot in 'faulty:None': module 'faulty' has no attribute 'None'"),
    ],
)
def test_a_bot_that_fails_is_told_in_a_line(capsys, monkeypatch, tmp_path, kind, words, code, says):
    (tmp_path / "faulty.py").write_text(FAULTY, "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    rounds = str(2 * BLOCK)
    bots_ = f"random,faulty:{kind}"
    assert run("--rounds", rounds, "--bots", bots_, "--seats", "2", *words) == code
    sys.modules.pop("faulty")
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"showdown simulate: {says}")
    assert captured.err.count("\n") == 1


def test_a_round_without_an_end_is_told_in_a_line(capsys, monkeypatch):
    monkeypatch.setattr(simulate_round, "LONGEST", 9)
    assert run("--rounds", "2", "--seed", "7", "--jobs", "1") == 4
    said = "showdown simulate: a round of 9 steps (seed '7/0') was given up\n"
    assert capsys.readouterr().err == said


def test_a_deck_too_small_for_the_seats_is_told_in_a_line(capsys, tmp_path):
    (tmp_path / "tiny.toml").write_text(TINY, "utf-8")
    assert run("--deck", str(tmp_path / "tiny.toml"), "--seats", "3") == 2
    said = "3 hands of 7 and a first card are 22; the deck 'tiny' has 12"
    assert capsys.readouterr().err == f"showdown simulate: {said}\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="Linux has a disk that is always full")
@pytest.mark.parametrize("form", [[], ["--json"]])
def test_figures_that_cannot_be_written_are_told(form):
    command = Path(sys.executable).with_name("showdown")
    with Path("/dev/full").open("w") as full:
        words = [command, "simulate", "--rounds", "3", "--jobs", "1", *form]
        done = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 4
    assert done.stderr.startswith("showdown simulate: the output cannot be written: ")
    assert done.stderr.count("\n") == 1


def test_a_deck_of_ones_own_is_played(capsys, tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('name = "mine"\nsize = 60\n[coloured]\n1 = 5\n2 = 5\n3 = 5\n', "utf-8")
    assert run("--rounds", "5", "--deck", str(file), "--jobs", "1", "--json") == 0
    assert json.loads(capsys.readouterr().out)["deck"] == "mine"


class Terminal:
    """Where the bar goes."""

    def __init__(self):
        self.text = ""

    def isatty(self):
        return True

    def write(self, text):
        self.text += text

    def flush(self):
        pass


def test_a_terminal_shows_how_far_it_is(capsys, monkeypatch):
    terminal = Terminal()
    monkeypatch.setattr(simulate_cli.sys, "stderr", terminal)
    assert run("--rounds", "300", "--preset", "encanto", "--jobs", "1") == 0
    assert "\r[#########################.....] 250 of 300 rounds" in terminal.text
    assert terminal.text.endswith("300 of 300 rounds\n")


def test_a_bot_of_ones_own_is_found_beside_where_one_stands(tmp_path):
    (tmp_path / "mybot.py").write_text(OWN_BOT, "utf-8")
    words = ["--rounds", "3", "--bots", "mybot:Bot,random", "--seats", "2", "--json"]
    command = Path(sys.executable).with_name("showdown")
    outputs = [
        subprocess.run(
            [command, "simulate", *words],
            cwd=tmp_path,
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert outputs[0] == outputs[1]
    assert json.loads(outputs[0])["bots"] == ["mybot:Bot", "random"]
    assert sum(Counter(json.loads(outputs[0])["ends"]).values()) == 3
