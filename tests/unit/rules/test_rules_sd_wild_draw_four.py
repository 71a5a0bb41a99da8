"""UNO Showdown: Wild Draw Four and its challenge (SD-40 to SD-46)."""

from __future__ import annotations

import pytest

from rules_kit import table
from showdown_rules import actions, events
from showdown_rules.state import Phase

HONEST = "wild draw four, blue 1, green 6"
"""On a red 6: a number matches, no colour does."""

BLUFF = "wild draw four, red 1, blue 3"
OTHERS = ("green 1, green 2", "green 3, green 4")
PILE = "yellow 1, yellow 2, yellow 3, yellow 4, yellow 5, yellow 6, yellow 7"


def played(hand: str, **options):
    game = table(hand, *OTHERS, draw=PILE, **options)
    game.play(0, "wild draw four", colour="blue")
    return game


def test_sd_40_with_another_card_of_the_colour_it_is_wrong():
    game = played(BLUFF)
    assert game.state.wild_draw_four.guilty


@pytest.mark.parametrize("other", ["blue 6", "wild", "wild showdown", "wild draw four"])
def test_sd_40_a_number_or_another_wild_card_does_not_make_it_wrong(other):
    game = played(f"wild draw four, {other}, blue 3")
    assert not game.state.wild_draw_four.guilty


def test_sd_40_a_matching_symbol_does_not_make_it_wrong():
    game = played("wild draw four, blue skip, blue 3", top="red skip")
    assert not game.state.wild_draw_four.guilty


def test_sd_41_who_accepts_draws_four_and_loses_the_turn():
    game = played(HONEST)
    assert game.seat == 1
    game.accept(1)
    assert game.hand(1) == [
        *("green 1", "green 2"),
        *("yellow 1", "yellow 2", "yellow 3", "yellow 4"),
    ]
    assert game.seat == 2


def test_sd_41_the_four_cards_come_from_the_draw_pile_not_the_discard_pile():
    game = table(HONEST, *OTHERS, draw=PILE, discard="red 1, red 2, red 3, red 4, red 5")
    lying = list(game.state.discard)
    game.play(0, "wild draw four", colour="blue")
    game.accept(1)
    assert game.state.discard[:-1] == lying
    assert game.hand(1)[2:] == ["yellow 1", "yellow 2", "yellow 3", "yellow 4"]


def test_sd_31_the_two_cards_come_from_the_draw_pile_not_the_discard_pile():
    game = table("red draw two, blue 1", *OTHERS, draw=PILE, discard="red 1, red 2, red 3")
    lying = list(game.state.discard)
    game.play(0, "red draw two")
    assert game.state.discard[:-1] == lying
    assert game.hand(1)[2:] == ["yellow 1", "yellow 2"]


def test_sd_41_the_player_chooses_the_colour():
    game = played(HONEST)
    game.accept(1)
    assert game.colour == "blue"


def test_sd_42_only_the_player_who_would_draw_may_challenge():
    game = played(HONEST)
    for seat in (0, 2):
        game.refuse(actions.Challenge(game.state.turn, seat))
        game.refuse(actions.Accept(game.state.turn, seat))
    assert {type(one) for one in game.legal(1, object)} >= {actions.Accept, actions.Challenge}


def test_sd_42_the_whole_hand_is_shown():
    game = played(BLUFF)
    held = set(game.state.hands[0])
    game.challenge(1)
    (shown,) = game.seen(events.Challenged)
    assert (shown.seat, shown.target, shown.guilty) == (1, 0, True)
    assert set(shown.hand) == held


def test_sd_43_a_wrong_challenge_costs_six_cards_and_the_turn():
    game = played(HONEST)
    game.challenge(1)
    assert game.sizes == [2, 8, 2]
    assert game.seat == 2


def test_sd_44_after_a_right_challenge_the_other_draws_the_four():
    game = played(BLUFF)
    game.challenge(1)
    assert game.sizes == [6, 2, 2]
    assert game.hand(0)[2:] == ["yellow 1", "yellow 2", "yellow 3", "yellow 4"]


def test_sd_45_challenge_tests_the_colour_before_the_play():
    game = table("wild draw four, blue 2, blue 3", *OTHERS, top="red 6", draw=PILE)
    game.play(0, "wild draw four", colour="blue")
    game.challenge(1)
    assert game.sizes == [2, 8, 2]


def test_sd_45_the_colour_chosen_for_a_wild_card_is_the_one_before():
    hand = "wild draw four, green 2, blue 3"
    game = table(hand, "green 1, green 6", "green 3, green 4", top="wild", colour="green")
    game.play(0, "wild draw four", colour="red")
    game.challenge(1)
    assert game.sizes == [6, 2, 2]


def test_sd_46_after_a_right_challenge_the_card_and_its_colour_stay():
    game = played(BLUFF)
    game.challenge(1)
    assert (game.top, game.colour) == ("wild draw four", "blue")


def test_sd_46_after_a_right_challenge_the_challenger_plays():
    game = played(BLUFF)
    game.challenge(1)
    assert (game.seat, game.phase) == (1, Phase.PLAY)
