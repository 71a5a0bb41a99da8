"""Where the sources are silent: Wild Draw Four (AMB-11, AMB-12, AMB-17)."""

from __future__ import annotations

import pytest

from rules_kit import table
from showdown_rules import actions, events
from showdown_rules.state import Phase

OTHERS = ("green 1, green 2", "green 3, green 4")
BLUFF = "wild draw four, red 1, blue 3"
HONEST = "wild draw four, blue 1, blue 3"


def guilty(other: str, **options) -> bool:
    game = table(f"wild draw four, {other}, blue 3", *OTHERS, **options)
    game.play(0, "wild draw four", colour="blue")
    return game.state.wild_draw_four.guilty


@pytest.mark.parametrize(
    ("other", "wrong"), [("red 1", True), ("blue 6", False), ("wild", False), ("blue 1", False)]
)
def test_amb_11_wd4_test_colour(other, wrong):
    assert guilty(other, wd4_test="colour") == wrong


@pytest.mark.parametrize(
    ("other", "wrong"), [("red 1", True), ("blue 6", False), ("wild", True), ("blue 1", False)]
)
def test_amb_11_wd4_test_colour_or_wild(other, wrong):
    assert guilty(other, wd4_test="colour_or_wild") == wrong


@pytest.mark.parametrize(
    ("other", "wrong"), [("red 1", True), ("blue 6", True), ("wild", True), ("blue 1", False)]
)
def test_amb_11_wd4_test_any_playable(other, wrong):
    assert guilty(other, wd4_test="any_playable") == wrong


@pytest.mark.parametrize("test", ["colour_or_wild", "any_playable"])
def test_amb_11_the_card_itself_is_not_counted(test):
    assert not guilty("blue 1", wd4_test=test)


def test_amb_11_two_wild_draw_fours_do_not_bar_each_other():
    hand = "wild draw four, wild draw four, blue 1"
    game = table(hand, *OTHERS, wd4_test="colour_or_wild", wd4_enforce="hard")
    assert game.playable(0) == ["wild draw four", "wild draw four"]


def test_amb_11_wd4_enforce_bluff_allowed_lets_a_wrong_one_be_played():
    game = table(BLUFF, *OTHERS, wd4_enforce="bluff_allowed")
    assert "wild draw four" in game.playable(0)
    game.play(0, "wild draw four", colour="red")
    assert game.top == "wild draw four"


def test_amb_11_wd4_enforce_hard_refuses_a_wrong_one():
    game = table(BLUFF, *OTHERS, wd4_enforce="hard")
    assert game.playable(0) == ["red 1"]
    game.refuse_play(0, "wild draw four", colour="blue")


def test_amb_11_wd4_enforce_hard_takes_a_right_one():
    game = table(HONEST, *OTHERS, wd4_enforce="hard")
    game.play(0, "wild draw four", colour="blue")
    assert game.top == "wild draw four"


def challenged(hand: str = BLUFF, **options):
    game = table(hand, *OTHERS, **options)
    game.play(0, "wild draw four", colour="blue")
    game.challenge(1)
    return game


def test_amb_12_wd4_challenge_true_asks_the_next_player():
    game = table(BLUFF, *OTHERS, wd4_challenge=True)
    game.play(0, "wild draw four", colour="blue")
    assert (game.phase, game.seat, game.sizes) == (Phase.CHALLENGE, 1, [2, 2, 2])


def test_amb_12_wd4_challenge_false_makes_the_next_player_draw_at_once():
    game = table(BLUFF, *OTHERS, wd4_challenge=False)
    game.play(0, "wild draw four", colour="blue")
    assert (game.phase, game.seat, game.sizes) == (Phase.PLAY, 2, [2, 6, 2])


def test_amb_12_guilty_draws4_leaves_the_card_where_it_is():
    game = challenged(guilty="draws4")
    assert (game.sizes, game.top, game.colour) == ([6, 2, 2], "wild draw four", "blue")


def test_amb_12_guilty_draws4_and_card_back_undoes_the_play():
    game = challenged(guilty="draws4_and_card_back")
    assert game.sizes == [7, 2, 2]
    assert "wild draw four" in game.hand(0)
    assert (game.top, game.colour) == ("red 6", "red")


def test_amb_12_guilty_draws4_and_card_back_brings_back_a_chosen_colour():
    hand = "wild draw four, green 8, blue 3"
    game = table(hand, *OTHERS, top="wild", colour="green", guilty="draws4_and_card_back")
    game.play(0, "wild draw four", colour="blue")
    game.challenge(1)
    assert (game.top, game.colour) == ("wild", "green")


def test_amb_12_guilty_draws4_and_card_back_touches_no_honest_player():
    game = challenged(HONEST, guilty="draws4_and_card_back")
    assert (game.sizes, game.top) == ([2, 8, 2], "wild draw four")


def test_amb_12_challenger_turn_plays():
    game = challenged(challenger_turn="plays")
    assert (game.seat, game.phase) == (1, Phase.PLAY)
    assert game.seen(events.TurnLost) == []


def test_amb_12_challenger_turn_loses():
    game = challenged(challenger_turn="loses")
    assert (game.seat, game.phase) == (2, Phase.PLAY)


@pytest.mark.parametrize("turn", ["plays", "loses"])
def test_amb_12_a_wrong_challenge_always_costs_the_turn(turn):
    assert challenged(HONEST, challenger_turn=turn).seat == 2


def last(**options):
    game = table("wild draw four", *OTHERS, **options)
    game.play(0, "wild draw four", colour="blue")
    return game


def test_amb_17_last_wd4_challenge_true_asks_first():
    game = last(last_wd4_challenge=True)
    assert game.phase == Phase.CHALLENGE
    game.accept(1)
    assert (game.size(1), game.seen(events.RoundEnded)[0].winner) == (6, 0)


def test_amb_17_the_last_card_is_always_right():
    for test in ("colour", "colour_or_wild", "any_playable"):
        game = last(wd4_test=test)
        assert game.state.wild_draw_four.hand == ()
        game.challenge(1)
        assert (game.size(1), game.seen(events.RoundEnded)[0].winner) == (8, 0)


def test_amb_17_last_wd4_challenge_false_ends_the_round_at_once():
    game = last(last_wd4_challenge=False)
    assert (game.size(1), game.seen(events.RoundEnded)[0].winner) == (6, 0)


def test_amb_17_draw_before_scoring_true_counts_the_cards():
    game = table("red draw two", *OTHERS, draw="blue 9, blue 8", draw_before_scoring=True)
    game.play(0, "red draw two")
    assert game.scores == [27, 0, 0]


def test_amb_17_draw_before_scoring_false_draws_none():
    game = table("red draw two", *OTHERS, draw="blue 9, blue 8", draw_before_scoring=False)
    game.play(0, "red draw two")
    assert (game.sizes, game.scores) == ([0, 2, 2], [10, 0, 0])


def test_amb_17_draw_before_scoring_false_of_a_wild_draw_four_draws_none():
    game = last(draw_before_scoring=False, last_wd4_challenge=False)
    assert (game.sizes, game.scores) == ([0, 2, 2], [10, 0, 0])


def test_the_phase_of_a_challenge_allows_nothing_else():
    game = table(BLUFF, *OTHERS)
    game.play(0, "wild draw four", colour="blue")
    game.refuse(actions.Draw(game.state.turn, 1))
    game.refuse(actions.Pass(game.state.turn, 1))
    game.refuse_play(1, "green 1")
