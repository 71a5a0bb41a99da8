"""A deck of another size: the ordinary game's."""

import pytest

import showdown_rules.ruleset
from showdown_rules import engine
from showdown_rules.cards import DeckError, Face, load_deck, parse_deck
from showdown_rules.ruleset import RuleSet, RuleSetError

ORDINARY = load_deck("ordinary")
MARKED = "size = 4\n[coloured]\n1 = 1\n[symbols]\n"


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


NINE = parse_deck("size = 9\n[coloured]\n1 = 2\n[wild]\nwild = 1", "nine")


def test_a_deck_that_is_too_small_for_the_hands_is_refused():
    assert engine.new_match(RuleSet(hand_size=4), NINE, 2, "small")[0].draw == []
    with pytest.raises(RuleSetError) as error:
        engine.new_match(RuleSet(hand_size=3), NINE, 3, "small")
    assert str(error.value) == ("3 hands of 3 and a first card are 10; the deck 'nine' has 9")


def test_a_rule_set_is_made_without_reading_its_options_anew(monkeypatch):
    RuleSet()
    monkeypatch.setattr(showdown_rules.ruleset, "get_type_hints", None)
    RuleSet(hand_size=3)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("coloured = 5", "mine: coloured = 5: it is a table, [coloured]"),
        ("wild = [4]", "mine: wild = [4]: it is a table, [wild]"),
        ("symbols = 5", "mine: symbols = 5: it is a table, [symbols]"),
        ("size = true\n[wild]\nwild = 1", "mine: 1 cards; a deck has True"),
        ("size = 1.0\n[wild]\nwild = 1", "mine: 1 cards; a deck has 1.0"),
        (f"{MARKED}red = 5", 'mine: symbols.red = 5: it is a list, as red = [["7", 1]]'),
        (f"{MARKED}red = [5]", 'mine: symbols.red: 5; a mark is as red = [["7", 1]]'),
        (
            f'{MARKED}red = [["1", 1.0]]',
            "mine: symbols.red: ['1', 1.0]: no free copy, or its number is not 1 to 3",
        ),
        (
            f'{MARKED}red = [["1", true]]',
            "mine: symbols.red: ['1', True]: no free copy, or its number is not 1 to 3",
        ),
    ],
)
def test_a_fault_in_a_deck_file_is_said_in_words(text, says):
    with pytest.raises(DeckError) as error:
        parse_deck(text, "mine")
    assert str(error.value) == says
