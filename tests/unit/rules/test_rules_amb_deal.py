"""Where the sources are silent: the deck's marks, the dealer, the first card (AMB-1 to AMB-3)."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from rules_kit import MARKED, check, name_of, new_game, table
from showdown_rules import engine, events
from showdown_rules.cards import DeckError, Face, load_deck, parse_deck
from showdown_rules.ruleset import RuleSetError, ruleset
from showdown_rules.state import Phase

SEEDS = [f"deal {n}" for n in range(80)]
COPIES = "".join(f"{n} = {1 if n == 0 else 2}\n" for n in range(10))
PLAIN = (
    f"[coloured]\n{COPIES}draw_two = 2\nreverse = 2\nskip = 2\n"
    "[wild]\nwild = 4\nwild_draw_four = 4\nwild_showdown = 4\n[symbols]\n"
)


def faces(card: int) -> str:
    face = MARKED.faces[card]
    return "number" if face <= Face.NINE else Face(face).name.lower()


def first_cards(**options):
    return Counter(faces(new_game(4, seed, **options).state.discard[-1]) for seed in SEEDS)


def beginning_with(what: str, seats: int = 4, **options):
    """The first dealt match whose first card is of that kind."""
    for seed in SEEDS:
        game = new_game(seats, seed, **options)
        if faces(game.state.discard[-1]) == what:
            return game
    raise AssertionError(f"no first card is a {what}")


# --- AMB-1 ------------------------------------------------------------------------------------


def test_amb_1_the_marks_are_a_file_and_shipped_as_a_guess():
    assert load_deck("showdown").provisional
    assert not load_deck("encanto").provisional


@pytest.mark.parametrize("count", [1, 2, 3])
def test_amb_1_the_engine_goes_by_the_file(count):
    deck = parse_deck(f'{PLAIN}red = [["4", {count}], ["skip", {count}]]\n', "own.toml")
    state, _ = engine.new_match(ruleset("showdown"), deck, 2, "seed")
    game = table("red 2, blue 2, blue 3", "green 1, green 2")
    marked = [card for card, n in enumerate(deck.counts) if n]
    assert [deck.faces[card] for card in marked] == [4, Face.SKIP]
    game.state.deck = deck
    card = marked[0]
    for pile in (game.state.draw, game.state.hands[1], game.state.discard):
        if card in pile:
            pile[pile.index(card)] = game.state.hands[0][0]
            game.state.hands[0][0] = card
    check(game.state)
    game.play(0, "red 4*")
    assert len(game.state.unit) == count
    assert state.deck is deck


def test_amb_1_an_action_card_may_be_marked_too():
    deck = parse_deck(f'{PLAIN}red = [["reverse", 2]]\n', "own.toml")
    assert [name_of(deck, card) for card, n in enumerate(deck.counts) if n] == ["red reverse*"]


@pytest.mark.parametrize("mark", ['["4", 4]', '["4", 0]', '["wild", 1]', '["11", 1]', '"4"'])
def test_amb_1_a_mark_that_cannot_be_is_refused(mark):
    with pytest.raises(DeckError, match=re.escape("own.toml")):
        parse_deck(f"{PLAIN}red = [{mark}]\n", "own.toml")


# --- AMB-2 ------------------------------------------------------------------------------------


def test_amb_2_dealer_random_is_any_seat_and_hangs_on_the_seed():
    dealers = Counter(new_game(4, seed).state.dealer for seed in SEEDS)
    assert sorted(dealers) == [0, 1, 2, 3]
    assert min(dealers.values()) > 10
    assert [new_game(4, s).state.dealer for s in SEEDS] == [
        new_game(4, s).state.dealer for s in SEEDS
    ]


@pytest.mark.parametrize("seat", [0, 1, 3])
def test_amb_2_dealer_seat_is_the_one_that_is_named(seat):
    game = new_game(4, dealer="seat", dealer_seat=seat)
    assert game.state.dealer == seat
    assert game.seat == (seat + 1) % 4


@pytest.mark.parametrize("seats", [2, 5])
def test_amb_2_dealer_draw_high_is_any_seat_and_hangs_on_the_seed(seats):
    dealers = {s: new_game(seats, s, dealer="draw_high").state.dealer for s in SEEDS}
    assert set(dealers.values()) == set(range(seats))
    assert all(new_game(seats, s, dealer="draw_high").state.dealer == dealers[s] for s in SEEDS)


@pytest.mark.parametrize("seat", [2, 3])
def test_amb_2_dealer_seat_outside_the_table_is_refused(seat):
    with pytest.raises(RuleSetError, match="dealer_seat"):
        new_game(2, dealer="seat", dealer_seat=seat)


def test_amb_2_dealer_draw_high_is_by_lot_where_every_card_counts_the_same():
    deck = parse_deck("size = 84\n[coloured]\ndraw_two = 20\n[wild]\nwild = 4\n", "same.toml")
    rules = ruleset("showdown", dealer="draw_high")
    dealers = Counter(engine.new_match(rules, deck, 3, s)[0].dealer for s in SEEDS)
    assert sorted(dealers) == [0, 1, 2]
    assert min(dealers.values()) > 10


def ended(**options):
    game = table("red 1", "blue 2", "blue 3", dealt_by=2, **options)
    game.play(0, "red 1")
    game.next_round()
    return game


def test_amb_2_rotate_dealer_true_passes_the_deal_to_the_left():
    game = ended(rotate_dealer=True)
    assert (game.state.dealer, game.seat) == (0, 1)


def test_amb_2_rotate_dealer_false_leaves_the_deal_where_it_is():
    game = ended(rotate_dealer=False, dealer="random")
    assert (game.state.dealer, game.seat) == (2, 0)


# --- AMB-3 ------------------------------------------------------------------------------------


def test_amb_3_first_card_reflip_non_number_begins_with_a_number():
    assert set(first_cards()) == {"number"}


def test_amb_3_first_card_reflip_non_number_takes_a_marked_card_and_starts_no_showdown():
    marked = [game for seed in SEEDS if "*" in (game := new_game(4, seed)).top]
    assert marked
    assert {(game.phase, game.state.showdown) for game in marked} == {(Phase.PLAY, None)}


def test_amb_3_first_card_classic_effects_begins_with_any_coloured_card():
    found = set(first_cards(first_card="classic_effects"))
    assert {"number", "draw_two", "reverse", "skip"} <= found
    assert "wild_draw_four" not in found


def test_amb_3_first_card_classic_effects_draw_two_hits_the_first_player():
    game = beginning_with("draw_two", first_card="classic_effects")
    first = (game.state.dealer + 1) % 4
    assert game.size(first) == 9
    assert game.seat == (first + 1) % 4


def test_amb_3_first_card_classic_effects_skip_passes_the_first_player_over():
    game = beginning_with("skip", first_card="classic_effects")
    assert game.seat == (game.state.dealer + 2) % 4
    assert game.sizes == [7, 7, 7, 7]


def test_amb_3_first_card_classic_effects_reverse_lets_the_dealer_begin_to_the_right():
    game = beginning_with("reverse", first_card="classic_effects")
    assert game.state.direction == -1
    assert game.seat == game.state.dealer


def test_amb_3_first_card_reflip_wild_only_begins_with_any_coloured_card_without_effect():
    found = set(first_cards(first_card="reflip_wild_only"))
    assert found == {"number", "draw_two", "reverse", "skip"}
    for what in ("draw_two", "reverse", "skip"):
        game = beginning_with(what, first_card="reflip_wild_only")
        assert (game.sizes, game.state.direction) == ([7] * 4, 1)
        assert game.seat == (game.state.dealer + 1) % 4


def test_amb_3_first_card_no_effect_begins_with_whatever_comes():
    assert len(first_cards(first_card="no_effect")) >= 6
    for what in ("draw_two", "reverse", "skip", "wild", "wild_draw_four", "wild_showdown"):
        game = beginning_with(what, first_card="no_effect")
        assert (game.sizes, game.state.direction, game.phase) == ([7] * 4, 1, Phase.PLAY)
        assert game.seat == (game.state.dealer + 1) % 4
        assert game.seen(events.Reflipped) == []


def refused_first(**options):
    for seed in SEEDS:
        game = new_game(4, seed, **options)
        cards = [one.card for one in game.seen(events.Reflipped)]
        if cards:
            yield game, cards


def test_amb_3_refused_reshuffle_into_pile_lies_anywhere_in_the_draw_pile():
    places = set()
    for game, cards in refused_first():
        assert len(game.state.discard) == 1
        places |= {game.state.draw.index(card) for card in cards}
    assert len(places) > 10


def test_amb_3_refused_bottom_lies_at_the_bottom_of_the_draw_pile():
    games = list(refused_first(refused="bottom"))
    assert games
    for game, cards in games:
        assert sorted(game.state.draw[: len(cards)]) == sorted(cards)
        assert len(game.state.discard) == 1


def test_amb_3_refused_leave_under_lies_under_the_first_card():
    games = list(refused_first(refused="leave_under"))
    assert games
    for game, cards in games:
        assert game.state.discard[:-1] == cards
