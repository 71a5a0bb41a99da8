"""UNO Showdown: the cards and the deal (SD-01 to SD-15)."""

from __future__ import annotations

from collections import Counter

import pytest

from rules_kit import MARKED, name_of, new_game, table
from showdown_rules import engine, events
from showdown_rules.cards import NO_COLOUR, Colour, DeckError, Face, load_deck, parse_deck
from showdown_rules.ruleset import ruleset
from showdown_rules.state import Phase

SHIPPED = load_deck("showdown")


@pytest.mark.parametrize("seats", range(2, 11))
def test_sd_01_two_to_ten_play(seats):
    game = new_game(seats)
    assert len(game.state.hands) == seats


@pytest.mark.parametrize("seats", [0, 1, 11])
def test_sd_01_neither_fewer_nor_more_play(seats):
    with pytest.raises(ValueError, match=r"2|10"):
        engine.new_match(ruleset("showdown"), MARKED, seats, "seed")


def test_sd_02_a_deck_has_112_cards():
    assert len(SHIPPED.faces) == 112


def test_sd_03_the_deck_by_colour_and_face():
    cards = Counter(zip(SHIPPED.colours, SHIPPED.faces, strict=True))
    wanted = Counter({(c, face): 1 if face == 0 else 2 for c in Colour for face in range(13)})
    wanted |= Counter({(NO_COLOUR, face): 4 for face in (13, 14, 15)})
    assert cards == wanted


def test_sd_03_76_numbers_24_actions_12_wilds():
    faces = SHIPPED.faces
    assert sum(face <= Face.NINE for face in faces) == 76
    assert sum(Face.DRAW_TWO <= face <= Face.SKIP for face in faces) == 24
    assert sum(face >= Face.WILD for face in faces) == 12


def test_sd_04_24_cards_start_a_showdown():
    marked = sum(count > 0 for count in SHIPPED.counts)
    assert marked == 20
    assert marked + SHIPPED.faces.count(Face.WILD_SHOWDOWN) == 24


def test_sd_05_the_symbol_is_on_number_cards_of_the_deck():
    marked = [card for card, count in enumerate(SHIPPED.counts) if count]
    assert all(SHIPPED.faces[card] <= Face.NINE for card in marked)
    assert len(SHIPPED.faces) == 112


def test_sd_06_the_printed_number_of_cards_goes_into_the_unit():
    for name, count in (("red 1*", 1), ("red 3*", 2), ("red 9*", 3)):
        game = table(f"{name}, blue 2, blue 4", "green 1, green 2")
        game.play(0, name)
        assert len(game.state.unit) == count


def test_sd_07_each_colour_has_five_symbols():
    marked = Counter(c for c, n in zip(SHIPPED.colours, SHIPPED.counts, strict=True) if n)
    assert marked == dict.fromkeys(Colour, 5)


def test_sd_11_each_player_gets_seven_cards():
    game = new_game(4)
    assert game.sizes == [7, 7, 7, 7]


def test_sd_11_the_cards_are_shuffled():
    hands = {tuple(new_game(4, seed=f"deal {n}").state.hands[0]) for n in range(20)}
    assert len(hands) == 20


def test_sd_11_the_deal_hangs_on_the_seed_alone():
    assert new_game(4, seed="one").state == new_game(4, seed="one").state


def test_sd_12_the_rest_is_the_draw_pile_and_one_card_is_turned_over():
    game = new_game(4)
    assert len(game.state.draw) == 112 - 4 * 7 - 1
    assert len(game.state.discard) == 1


@pytest.mark.parametrize("seats", [2, 3, 10])
def test_sd_13_the_player_to_the_dealer_s_left_begins(seats):
    for n in range(10):
        game = new_game(seats, seed=f"left {n}")
        assert game.phase == Phase.PLAY
        assert game.seat == (game.state.dealer + 1) % seats


def test_sd_14_each_round_begins_clockwise():
    game = table("red 5", "green 1, green 2", "green 3, green 4", direction=-1)
    game.play(0, "red 5")
    assert game.state.direction == -1
    game.next_round()
    assert game.state.direction == 1


def test_sd_15_after_a_card_the_next_player_in_the_direction_plays():
    hands = ("red 5, blue 1", "green 1, green 2", "green 3, green 4")
    clockwise, other_way = table(*hands), table(*hands, direction=-1)
    clockwise.play(0, "red 5")
    other_way.play(0, "red 5")
    assert (clockwise.seat, other_way.seat) == (1, 2)


def test_sd_15_after_drawing_the_next_player_in_the_direction_plays():
    hands = ("blue 5, blue 1", "green 1, green 2", "green 3, green 4")
    for direction, following in ((1, 1), (-1, 2)):
        game = table(*hands, draw="blue 2", direction=direction)
        game.draw(0)
        assert game.seat == following


def test_sd_15_after_the_last_seat_comes_the_first():
    game = table("green 1, green 2", "green 3, green 4", "red 5, blue 1", seat=2)
    game.play(2, "red 5")
    assert game.seat == 0


def test_a_deck_of_another_size_is_refused():
    with pytest.raises(DeckError, match="112"):
        parse_deck("[coloured]\n0 = 1\n", "small.toml")


def test_the_deal_tells_what_happened():
    game = new_game(3)
    began = game.seen(events.RoundBegan)
    assert [(one.round, one.dealer, one.seat) for one in began] == [
        (1, game.state.dealer, game.state.seat)
    ]
    assert name_of(MARKED, began[0].first) == game.top
    dealt = game.seen(events.Dealt)
    assert sorted((one.seat, one.size) for one in dealt) == [(0, 7), (1, 7), (2, 7)]
    assert [sorted(one.cards) for one in sorted(dealt)] == [sorted(h) for h in game.state.hands]
