"""Every order of the cards is equally likely. The seeds are fixed, so the figures never flake."""

from __future__ import annotations

import math
from collections import Counter
from itertools import pairwise, permutations

import scale
from rules_kit import MARKED, new_game, rules_of, table
from showdown_rules import engine
from showdown_rules.streams import shuffled, stream

DEALS = scale.count(1500, 40_000)
CARDS = 112
RULES = rules_of("showdown", {"first_card": "no_effect"})


def dealt(seats: int = 4) -> list[list[int]]:
    """The cards in the order in which they lay, bottom first, of so many deals."""
    piles = []
    for n in range(DEALS):
        state, _ = engine.new_match(RULES, MARKED, seats, f"shuffle {n}")
        piles.append([*state.draw, *state.discard, *(c for h in state.hands[::-1] for c in h)])
    return piles


PILES = dealt()


def deviation(counts: Counter, cells: int) -> float:
    """How many standard deviations the chi square of evenly filled cells is off."""
    expected = counts.total() / cells
    square = sum((n - expected) ** 2 for n in counts.values()) / expected
    square += (cells - len(counts)) * expected
    return (square - (cells - 1)) / math.sqrt(2 * (cells - 1))


def test_each_card_lies_in_each_place_equally_often():
    places = Counter((place, card) for pile in PILES for place, card in enumerate(pile))
    assert abs(deviation(places, CARDS * CARDS)) < 5


def test_each_card_follows_each_other_equally_often():
    follows = Counter(pair for pile in PILES for pair in pairwise(pile))
    assert abs(deviation(follows, CARDS * (CARDS - 1))) < 5


def test_case_8_equal_cards_lie_next_to_each_other_as_often_as_by_chance():
    kinds = list(zip(MARKED.colours, MARKED.faces, strict=True))
    beside = sum(kinds[a] == kinds[b] for pile in PILES for a, b in pairwise(pile))
    twins = sum(n * (n - 1) // 2 for n in Counter(kinds).values())
    expected = len(PILES) * twins * 2 / CARDS
    assert abs(beside - expected) < 4 * math.sqrt(expected)


def test_no_two_deals_are_equal():
    assert len({tuple(pile) for pile in PILES}) == len(PILES)


def test_all_orders_of_four_cards_are_equally_likely():
    orders = Counter(tuple(shuffled([0, 1, 2, 3], stream("four", "t", n))) for n in range(24_000))
    assert set(orders) == set(permutations(range(4)))
    assert abs(deviation(orders, 24)) < 4


def test_neighbouring_seeds_and_rounds_have_nothing_in_common():
    same = sum(a == b for one, two in pairwise(PILES) for a, b in zip(one, two, strict=True))
    assert abs(same - len(PILES)) < 5 * math.sqrt(len(PILES))


def test_the_discard_pile_is_shuffled_as_evenly():
    firsts: Counter = Counter()
    game = table("blue 1, blue 2", "green 1, green 2", rest="discard")
    for n in range(DEALS):
        state = game.state.copy()
        state.seed = f"again {n}"
        engine.step(state, engine.legal_actions(state, 0)[-1], None)
        firsts[state.hands[0][-1]] += 1
    assert set(firsts) <= set(game.state.discard[:-1])
    assert abs(deviation(firsts, len(game.state.discard) - 1)) < 4


def test_each_round_of_a_match_is_shuffled_anew():
    hands = set()
    for n in range(50):
        game = new_game(2, seed=f"round {n}")
        first = list(game.state.hands[0])
        game.state.phase, game.state.seat = 4, -1
        game.next_round()
        hands.add((tuple(first), tuple(game.state.hands[0])))
        assert first != game.state.hands[0]
    assert len(hands) == 50
