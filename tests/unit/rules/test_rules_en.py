"""UNO: Encanto, rule by rule (EN-01 to EN-20)."""

from __future__ import annotations

from collections import Counter

import pytest

from rules_kit import ENCANTO, name_of, new_game, table
from showdown_rules import actions, engine, events
from showdown_rules.actions import TABLE
from showdown_rules.cards import NO_COLOUR, Colour, Face
from showdown_rules.state import Phase

OTHERS = ("green 1, green 2", "green 3, green 4")
PILE = "yellow 1, yellow 2, yellow 3, yellow 4, yellow 5, yellow 6, yellow 7"


def encanto(*hands: str, **options):
    options.setdefault("draw", PILE)
    return table(*hands, preset="encanto", **options)


@pytest.mark.parametrize("seats", range(2, 11))
def test_en_01_two_to_ten_play(seats):
    assert len(new_game(seats, preset="encanto").state.hands) == seats


def test_en_02_the_deck_by_colour_and_face():
    cards = Counter(zip(ENCANTO.colours, ENCANTO.faces, strict=True))
    wanted = Counter({(c, face): 1 if face == 0 else 2 for c in Colour for face in range(13)})
    wild = (Face.WILD, Face.WILD_DRAW_FOUR, Face.WILD_DONT_TALK)
    wanted |= Counter({(NO_COLOUR, face): 4 for face in wild})
    assert cards == wanted
    assert cards.total() == 112


def test_en_02_no_card_starts_a_showdown():
    assert set(ENCANTO.counts) == {0}
    assert Face.WILD_SHOWDOWN not in ENCANTO.faces


def test_en_03_seven_cards_each_and_the_rest_is_the_draw_pile():
    game = new_game(5, preset="encanto")
    assert game.sizes == [7] * 5
    assert len(game.state.draw) == 112 - 35 - 1


def test_en_04_the_first_card_is_never_an_action_card():
    for n in range(60):
        game = new_game(4, seed=f"first {n}", preset="encanto")
        assert game.state.deck.faces[game.state.discard[-1]] <= Face.NINE


def test_en_04_an_action_card_is_turned_back_and_another_turned_over():
    games = (new_game(4, seed=f"first {n}", preset="encanto") for n in range(60))
    refused = [one.card for game in games for one in game.seen(events.Reflipped)]
    assert refused
    assert all(ENCANTO.faces[card] > Face.NINE for card in refused)


def test_en_05_left_of_the_dealer_begins_clockwise():
    game = new_game(5, preset="encanto")
    assert game.seat == (game.state.dealer + 1) % 5
    assert game.state.direction == 1


@pytest.mark.parametrize("name", ["red 1", "blue 6", "red skip", "wild", "wild dont talk"])
def test_en_06_colour_number_or_a_wild_card_matches(name):
    assert name in encanto(f"{name}, blue 1", *OTHERS).playable(0)


def test_en_06_the_symbol_matches():
    assert encanto("blue skip, blue 1", *OTHERS, top="red skip").playable(0) == ["blue skip"]


def test_en_07_a_drawn_card_that_matches_may_be_played_at_once():
    game = encanto("blue 1, blue 2", *OTHERS, draw="red 9")
    game.draw(0)
    game.play(0, "red 9")
    assert (game.top, game.seat) == ("red 9", 1)


def test_en_07_a_drawn_card_that_does_not_match_ends_the_turn():
    game = encanto("blue 1, blue 2", *OTHERS, draw="yellow 9")
    game.draw(0)
    assert game.seat == 1


def test_en_08_one_may_draw_although_one_can_play():
    game = encanto("red 1, blue 2", *OTHERS, draw="red 9")
    game.draw(0)
    assert game.phase == Phase.DRAWN


def test_en_08_then_only_the_drawn_card_may_be_played():
    game = encanto("red 1, blue 2", *OTHERS, draw="red 9")
    game.draw(0)
    assert game.playable(0) == ["red 9"]
    game.refuse_play(0, "red 1")


def test_en_09_an_empty_draw_pile_is_made_of_the_discard_pile():
    game = encanto("blue 1, blue 2", *OTHERS, draw="", rest="discard")
    game.draw(0)
    assert game.size(0) == 3
    assert len(game.state.discard) == 1


def test_en_10_draw_two():
    game = encanto("red draw two, blue 1", *OTHERS)
    game.play(0, "red draw two")
    assert (game.size(1), game.seat) == (4, 2)


def test_en_10_reverse():
    game = encanto("red reverse, blue 1", *OTHERS)
    game.play(0, "red reverse")
    assert (game.state.direction, game.seat) == (-1, 2)


def test_en_10_skip():
    game = encanto("red skip, blue 1", *OTHERS)
    game.play(0, "red skip")
    assert (game.sizes, game.seat) == ([1, 2, 2], 2)


def test_en_10_a_wild_card_at_any_time():
    game = encanto("wild, red 1", *OTHERS)
    game.play(0, "wild", colour="blue")
    assert (game.colour, game.seat) == ("blue", 1)


# --- Wild Don't Talk --------------------------------------------------------------------------


def silenced(*hands: str, **options):
    """Seat 0 has silenced seat 2."""
    game = encanto(*(hands or ("wild dont talk, red 1, red 2", *OTHERS)), **options)
    game.play(0, "wild dont talk", colour="green", opponent=2)
    return game


def test_en_11_dont_talk_chooses_a_colour_and_a_player():
    game = silenced()
    assert (game.colour, game.state.silenced) == ("green", [False, False, True])
    assert game.seen(events.Silenced) == [events.Silenced(2, 0)]
    assert game.seat == 1


def test_en_11_each_time_the_silenced_player_talks_it_is_three_cards():
    game = silenced()
    game.spoke(2)
    assert game.size(2) == 5
    game.spoke(2)
    assert game.size(2) == 8


def test_en_11_talking_takes_no_turn():
    game = silenced()
    turn = game.state.turn
    game.spoke(2)
    assert (game.seat, game.state.turn) == (1, turn)


def test_en_11_others_may_talk():
    game = silenced()
    for seat in (0, 1):
        game.refuse(actions.Spoke(game.state.turn, TABLE, seat))


@pytest.mark.parametrize("opponent", [0, 3, -1])
def test_en_11_another_player_must_be_chosen(opponent):
    game = encanto("wild dont talk, red 1, red 2", *OTHERS)
    game.refuse_play(0, "wild dont talk", colour="green", opponent=opponent)


def test_en_12_a_uno_of_anybody_ends_the_silence():
    game = silenced()
    game.play(1, "green 1", uno=True)
    assert game.state.silenced == [False, False, False]
    assert game.seen(events.SilenceOver) == [events.SilenceOver()]


def test_en_12_the_silenced_player_says_uno_without_a_penalty():
    game = silenced("wild dont talk, red 1, red 2", "blue 1, blue 2", "green 3, green 4")
    game.draw(1)
    game.play(2, "green 3", uno=True)
    assert game.size(2) == 1
    assert game.state.silenced == [False, False, False]


def test_en_12_a_card_less_without_a_uno_ends_nothing():
    game = silenced()
    game.play(1, "green 1")
    assert game.state.silenced[2]


# --- Wild Draw Four ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("other", "guilty"),
    [("red 1", True), ("wild", True), ("wild dont talk", True), ("blue 6", False)],
)
def test_en_13_another_wild_card_makes_a_wild_draw_four_wrong(other, guilty):
    game = encanto(f"wild draw four, {other}, blue 3", *OTHERS)
    game.play(0, "wild draw four", colour="blue")
    assert game.state.wild_draw_four.guilty == guilty


def test_en_14_who_accepts_draws_four_and_loses_the_turn():
    game = encanto("wild draw four, blue 1, blue 3", *OTHERS)
    game.play(0, "wild draw four", colour="blue")
    game.accept(1)
    assert (game.sizes, game.seat) == ([2, 6, 2], 2)


def test_en_14_a_wrong_challenge_costs_six():
    game = encanto("wild draw four, blue 1, blue 3", *OTHERS)
    game.play(0, "wild draw four", colour="blue")
    game.challenge(1)
    assert (game.sizes, game.seat) == ([2, 8, 2], 2)


def test_en_14_a_right_challenge_gives_the_four_to_who_played_it():
    game = encanto("wild draw four, red 1, blue 3", *OTHERS)
    game.play(0, "wild draw four", colour="blue")
    game.challenge(1)
    assert game.sizes == [6, 2, 2]
    assert game.seen(events.Challenged)[0].guilty


@pytest.mark.parametrize("other", ["red 1", "blue 1"])
def test_en_15_challenged_or_not_the_colour_is_who_played_it_s(other):
    game = encanto(f"wild draw four, {other}, blue 3", *OTHERS)
    game.play(0, "wild draw four", colour="yellow")
    game.challenge(1)
    assert game.colour == "yellow"


# --- the end ----------------------------------------------------------------------------------


def test_en_16_who_forgot_uno_and_is_caught_draws_two():
    game = encanto("red 1, blue 2", *OTHERS)
    game.play(0, "red 1")
    game.catch(2, 0)
    assert game.sizes == [3, 2, 2]


def test_en_17_the_first_without_cards_wins_and_the_game_is_one_round():
    game = encanto("red 1", *OTHERS)
    game.play(0, "red 1")
    assert (game.phase, game.state.winners) == (Phase.MATCH_OVER, [0])
    assert engine.acting(game.state) == ()


def test_en_18_with_points_rounds_go_on_to_500():
    game = encanto("red 1", "blue 2", scoring="standard", scores=[490, 300])
    game.play(0, "red 1")
    assert (game.phase, game.scores) == (Phase.ROUND_OVER, [492, 300])
    game = encanto("red 1", "wild", scoring="standard", scores=[490, 300])
    game.play(0, "red 1")
    assert (game.phase, game.state.winners) == (Phase.MATCH_OVER, [0])


@pytest.mark.parametrize(
    ("name", "points"),
    [
        ("blue 8", 8),
        ("blue skip", 20),
        ("wild", 50),
        ("wild draw four", 50),
        ("wild dont talk", 50),
    ],
)
def test_en_18_what_a_card_left_in_a_hand_is_worth(name, points):
    game = encanto("red 1", name, scoring="standard")
    game.play(0, "red 1")
    assert game.scores == [points, 0]


def test_en_19_the_worked_example_gives_227():
    others = "blue 4, blue 5, blue 8, blue draw two, blue reverse, blue skip"
    hand = f"{others}, wild, wild draw four, wild dont talk"
    game = encanto("red 1", hand, scoring="standard")
    game.play(0, "red 1")
    assert game.scores == [227, 0]


def test_en_20_the_whole_deck_is_worth_1440_points():
    assert sum(ENCANTO.points) == 1440


def test_every_card_of_the_deck_has_a_name_of_its_kind():
    named = Counter(name_of(ENCANTO, card) for card in range(112))
    assert len(named) == 4 * 13 + 3
