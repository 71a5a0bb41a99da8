"""The bots that come with the apps, and how others are found."""

from collections import Counter
from random import Random

import pytest

import rules_random
import scale
from rules_kit import table
from showdown_rules import engine
from showdown_rules.actions import (
    Accept,
    CallUno,
    Catch,
    Challenge,
    Draw,
    Play,
)
from showdown_rules.cards import Colour, load_deck
from showdown_rules.ruleset import ruleset
from showdown_rules.state import Phase
from showdown_rules.views import view
from showdown_table.bots import BOTS, BotError, find
from showdown_table.bots_greedy import GreedyBot
from showdown_table.bots_random import RandomBot, quick_aside, quick_move
from showdown_table.simulate_round import Plan, play_round


def greedy(game, seat):
    """What it does at that seat now."""
    state = game.state
    return GreedyBot().choose(view(state, seat), engine.legal_actions(state, seat), Random(1))


def greedy_card(game):
    return rules_name(game, greedy(game, game.seat).card)


def rules_name(game, card):
    return game.state.deck.label(card).split(" (")[0]


# --- greedy -----------------------------------------------------------------------------------


def test_greedy_plays_the_card_with_the_most_points():
    game = table("red 5, red skip, red 9, blue 1", "green 1, green 2, green 3", top="red 4")
    assert greedy_card(game) == "red skip"


def test_greedy_of_equals_plays_the_colour_it_has_most_of():
    game = table("red 9, blue 9, blue 2, blue 3", "green 1, green 2, green 3", top="green 9")
    assert greedy_card(game) == "blue 9"


def test_greedy_keeps_a_wild_while_another_card_goes():
    game = table("red 0, wild, blue 1", "green 1, green 2, green 3", top="red 4")
    assert greedy_card(game) == "red 0"


def test_greedy_gets_rid_of_a_wild_when_somebody_is_about_to_win():
    game = table("red 0, wild, blue 1", "green 1, green 2", top="red 4")
    assert greedy_card(game) == "wild"


def test_greedy_wishes_for_the_colour_that_weighs_most_in_its_hand():
    game = table("wild, blue 1, green skip, green 9", "red 1, red 2, red 3", top="red 4")
    assert greedy(game, 0).colour == Colour.GREEN


def test_greedy_never_bluffs_where_it_may_be_doubted():
    game = table("wild draw four, red 0, blue 1", "green 1, green 2", top="red 4")
    assert greedy_card(game) == "red 0"


def test_greedy_says_uno_with_the_play():
    game = table("red 0, blue 1", "green 1, green 2, green 3", top="red 4")
    assert greedy(game, 0).uno


def test_greedy_does_not_say_uno_twice():
    game = table("red 0, blue 1", "green 1, green 2, green 3", top="red 4")
    game.call(0)
    assert not greedy(game, 0).uno


def test_greedy_catches_from_any_seat():
    game = table("red 0, blue 1", "green 1, green 2", "green 3, green 4", top="red 4")
    game.play(0, "red 0")
    assert greedy(game, 2) == Catch(game.state.turn, 2, 0)
    assert greedy(game, 1) == Catch(game.state.turn, 1, 0)


def test_greedy_mends_what_was_forgotten_for_it():
    game = table("red 0, blue 1", "green 1, green 2", "green 3, green 4", top="red 4")
    game.play(0, "red 0")
    assert greedy(game, 0) == CallUno(game.state.turn, 0)


def test_greedy_has_nothing_to_say_out_of_turn_otherwise():
    game = table("red 0, blue 1, blue 2", "green 1, green 2", top="red 4")
    assert greedy(game, 1) is None


def test_greedy_sends_a_showdown_against_whoever_has_the_fewest_cards():
    hands = ("wild showdown, blue 1, blue 2", "red 1, red 2, red 3", "green 1", "green 2, green 3")
    action = greedy(table(*hands, top="yellow 4"), 0)
    assert action.opponent == 2
    assert action.cards == 3


def test_greedy_draws_where_nothing_goes_and_keeps_what_does_not_go_either():
    game = table(
        "blue 1, blue 2", "green 1, green 2", top="red 4", draw="red 7", play_drawn="never"
    )
    assert isinstance(greedy(game, 0), Draw)


@pytest.mark.parametrize(("held", "answer"), [(8, Challenge), (1, Accept)])
def test_greedy_doubts_a_large_hand_and_believes_a_small_one(held, answer):
    others = ", ".join(
        ["blue 1", "blue 2", "blue 3", "blue 4", "green 1", "green 2", "green 3"][:held]
    )
    hand = "wild draw four" + (f", {others}" if held else "")
    game = table(hand, "yellow 1, yellow 2", top="red 4")
    game.play(0, "wild draw four", colour="blue", uno=held == 1)
    assert isinstance(greedy(game, 1), answer)


def test_greedy_beats_random_clearly():
    rounds = scale.count(300, 10_000)
    bots = ("random", "greedy")
    plan = Plan(ruleset("showdown"), load_deck("showdown"), bots, "greedy against random")
    wins = Counter(play_round(plan, number).winner for number in range(rounds))
    # If both were alike, this many would be 10 standard deviations away.
    assert wins[1] > rounds / 2 + 10 * (rounds / 4) ** 0.5, wins


# --- random -----------------------------------------------------------------------------------


def test_a_random_bot_plays_the_same_quickly_and_by_its_view():
    asked = Counter()
    for number in range(scale.count(30, 1_000)):
        seed = f"quick {number}"
        game = rules_random.Table(
            seed, rules_random.random_rules(Random(seed)), Counter(), watched=0
        )
        for step in range(100):
            state = game.state
            if state.phase >= Phase.ROUND_OVER:
                break
            acting = engine.acting(state)
            for seat in range(state.seats):
                if not state.here[seat]:
                    continue
                quick = quick_move if seat in acting else quick_aside
                chance = Random(f"{seed} {step}")
                expected = quick(state, seat, chance.random)
                again = Random(f"{seed} {step}")
                legal = engine.legal_actions(state, seat)
                chosen = RandomBot().choose(view(state, seat), legal, again)
                if not legal and seat not in acting:
                    continue  # it is not asked
                assert chosen == expected, (seed, state.turn, seat)
                assert chance.random() == again.random(), "they took different chances"
                asked[type(chosen).__name__] += 1
            game.act(game.choose())
    assert asked.keys() >= {"Play", "Draw", "Catch", "CallUno", "Accept", "NoneType"}, asked


@pytest.mark.parametrize("name", BOTS)
def test_whatever_the_options_a_bot_chooses_what_is_legal(name):
    chosen = Counter()
    for number in range(scale.count(40, 2_000)):
        seed = f"legal {name} {number}"
        rules = rules_random.random_rules(Random(seed))
        seats = 2 + number % 5
        deck = load_deck("encanto" if number % 3 == 0 else "showdown")
        state, _ = engine.new_match(rules, deck, seats, seed)
        random = Random(seed)
        bots = [find(name)() for _ in range(seats)]
        for _ in range(150):
            if state.phase >= Phase.ROUND_OVER:
                break
            for seat in range(seats):
                legal = engine.legal_actions(state, seat)
                if seat not in engine.acting(state) and legal:
                    aside = bots[seat].choose(view(state, seat), legal, random)
                    assert aside is None or aside in legal, (seed, state.turn, aside)
            (seat,) = engine.acting(state)
            legal = engine.legal_actions(state, seat)
            if state.showdown is not None:
                engine.step(state, legal[int(random.random() * 2)], None)
                continue
            action = bots[seat].choose(view(state, seat), legal, random)
            assert action in legal, (seed, state.turn, action)
            engine.step(state, action, None)
            chosen[type(action)] += 1
    assert chosen.keys() >= {Play, Draw, Accept, Challenge}, chosen


def test_a_random_bot_forgets_uno_half_of_the_time():
    game = table("red 0, blue 1", "green 1, green 2, green 3", top="red 4")
    random = Random("forgets")
    said = sum(quick_move(game.state, 0, random.random).uno for _ in range(400))
    assert 150 < said < 250


# --- found by name ----------------------------------------------------------------------------


def test_a_bot_of_ones_own_is_found_by_module_and_class():
    assert find("showdown_table.bots_greedy:GreedyBot") is GreedyBot
    assert find("greedy") is GreedyBot


@pytest.mark.parametrize(
    ("name", "says"),
    [
        (
            "clever",
            "no bot is called 'clever'; there are random, greedy, and your own module:Class",
        ),
        ("no_such_module:Bot", "no bot in 'no_such_module:Bot': No module named"),
        ("json:Bot", "no bot in 'json:Bot': module 'json' has no attribute 'Bot'"),
        (":Bot", "no bot in ':Bot'"),
        ("json:loads", "'json:loads' is no bot: it has no method choose"),
    ],
)
def test_what_is_no_bot_is_said(name, says):
    with pytest.raises(BotError) as error:
        find(name)
    assert says in str(error.value)
