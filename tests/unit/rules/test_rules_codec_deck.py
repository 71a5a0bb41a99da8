"""A deck of another size: the ordinary game's."""

import pytest

from showdown_rules import engine
from showdown_rules.cards import DeckError, Face, load_deck, parse_deck
from showdown_rules.ruleset import RuleSet

ORDINARY = load_deck("ordinary")


def test_the_ordinary_deck_has_108_cards_worth_1240():
    assert len(ORDINARY.faces) == len(ORDINARY.counts) == 108
    assert sum(ORDINARY.points) == 1240
    assert not any(ORDINARY.counts)
    assert {Face.WILD_SHOWDOWN, Face.WILD_DONT_TALK}.isdisjoint(ORDINARY.faces)


def test_a_match_with_it_deals_each_of_its_cards_once():
    state, _ = engine.new_match(RuleSet(deck="ordinary"), ORDINARY, 5, "ordinary")
    cards = [*state.draw, *state.discard, *(card for hand in state.hands for card in hand)]
    assert sorted(cards) == list(range(108))


@pytest.mark.parametrize(
    ("size", "says"),
    [
        ("", "mine: 1 cards; a deck has 112"),
        ("size = 3", "mine: 1 cards; a deck has 3"),
        ('size = "one"', "mine: 1 cards; a deck has one"),
    ],
)
def test_a_deck_has_as_many_cards_as_it_says(size, says):
    with pytest.raises(DeckError) as error:
        parse_deck(f"{size}\n[wild]\nwild = 1", "mine")
    assert str(error.value) == says
