"""What hands are worth and who has won: standard, low, one round."""

import pytest

from score_kit import EMPTY, played, points
from showdown_table.score_entries import NOBODY, Hand, Leave, NextRound, RoundOver
from showdown_table.score_game import Phase, ScoreError
from showdown_table.score_model import apply
from showdown_table.score_points import deck_points, values

NUMBERS, ACTIONS, WILDS = (1, 3, 6), (20, 20, 20), (50, 40, 50)


def refusal(game, entry):
    with pytest.raises(ScoreError) as caught:
        apply(game, entry)
    return caught.value.code


def test_the_printed_example_of_showdown_is_210_points():
    hand = Hand(cards=NUMBERS + ACTIONS + WILDS)
    assert played(RoundOver(0, (EMPTY, hand, EMPTY))).scores == (210, 0, 0)


def test_the_printed_example_of_encanto_is_227_points():
    hand = Hand(cards=(4, 5, 8, 20, 20, 20, 50, 50, 50))
    over = RoundOver(0, (EMPTY, hand, EMPTY))
    assert played(over, preset="encanto", scoring="standard").scores == (227, 0, 0)


def test_the_whole_decks_are_worth_1400_and_1440():
    assert (deck_points("showdown"), deck_points("encanto")) == (1400, 1440)


def test_the_winner_of_the_round_gets_what_the_others_hold():
    game = played(RoundOver(1, points(30, 0, 12)))
    assert game.rounds[0].gained == game.scores == (0, 42, 0)


def test_low_scoring_gives_everybody_the_own_hand():
    assert played(RoundOver(1, points(30, 0, 12)), scoring="low").scores == (30, 0, 12)


def test_scores_add_up_over_rounds():
    game = played(RoundOver(1, points(30, 0, 12)), NextRound(), RoundOver(0, points(0, 5, 6)))
    assert game.scores == (11, 42, 0)
    assert [one.scores for one in game.rounds] == [(0, 42, 0), (11, 42, 0)]


def test_a_round_without_a_winner_gives_nothing():
    for scoring in ("standard", "low"):
        game = played(RoundOver(NOBODY, points(30, 1, 12)), scoring=scoring)
        assert (game.scores, game.phase) == ((0, 0, 0), Phase.ROUND_OVER)


def test_499_is_not_enough_and_500_is():
    assert played(RoundOver(0, points(0, 499, 0))).winners == ()
    game = played(RoundOver(0, points(0, 499, 1)))
    assert (game.winners, game.phase) == ((0,), Phase.MATCH_OVER)


def test_the_target_is_the_tables():
    assert played(RoundOver(0, points(0, 100, 0)), target=100).winners == (0,)


def test_low_scoring_ends_at_the_target_and_the_lowest_wins():
    game = played(RoundOver(2, points(500, 20, 0)), scoring="low")
    assert game.winners == (2,)


def test_equal_lowest_scores_share_the_win():
    first = RoundOver(2, points(300, 20, 0))
    game = played(first, NextRound(), RoundOver(1, points(200, 0, 20)), scoring="low")
    assert (game.scores, game.winners) == ((500, 20, 20), (1, 2))


def test_equal_lowest_scores_play_on_where_the_table_says_so():
    first = RoundOver(2, points(300, 20, 0))
    second = RoundOver(1, points(200, 0, 20))
    game = played(first, NextRound(), second, scoring="low", tie="extra_round")
    assert (game.winners, game.phase) == ((), Phase.ROUND_OVER)
    game = apply(apply(game, NextRound()), RoundOver(0, points(0, 3, 4)))
    assert game.winners == (1,)


def test_encanto_is_one_round():
    game = played(RoundOver(2, points(5, 5, 0)), preset="encanto")
    assert (game.winners, game.phase) == ((2,), Phase.MATCH_OVER)
    assert game.scores == (0, 0, 0)


def test_a_single_round_that_nobody_wins_is_played_again():
    assert played(RoundOver(NOBODY, points(5, 5, 1)), preset="encanto").phase is Phase.ROUND_OVER


def test_who_has_left_wins_nothing():
    game = played(Leave(1), RoundOver(2, points(500, 0, 0)), scoring="low")
    assert game.winners == (2,)


def test_the_winner_and_who_left_hold_no_cards():
    assert refusal(played(), RoundOver(1, points(5, 5, 5))) == "empty-hand"
    assert refusal(played(Leave(2)), RoundOver(1, points(5, 0, 5))) == "empty-hand"
    assert refusal(played(), RoundOver(1, (Hand(cards=(7,)), Hand(cards=(0,)), EMPTY))) == (
        "empty-hand"
    )


def test_there_are_as_many_hands_as_players():
    assert refusal(played(), RoundOver(1, points(5, 0))) == "hands"


@pytest.mark.parametrize("total", [-1, 1441])
def test_points_that_no_deck_has_are_refused(total):
    assert refusal(played(), RoundOver(1, points(total, 0, 5))) == "points"


def test_all_hands_together_have_no_more_of_a_card_than_the_deck():
    four, one = Hand(cards=(40,) * 4), Hand(cards=(40,))
    played(RoundOver(1, (four, EMPTY, EMPTY)))
    assert refusal(played(), RoundOver(1, (four, EMPTY, one))) == "deck"
    assert refusal(played(preset="encanto"), RoundOver(1, (one, EMPTY, EMPTY))) == "deck"
    assert refusal(played(), RoundOver(1, (Hand(cards=(15,)), EMPTY, EMPTY))) == "deck"


def test_the_values_of_a_deck_and_how_often_it_has_them():
    numbers = {0: 4, **dict.fromkeys(range(1, 10), 8)}
    assert values("showdown") == {**numbers, 20: 24, 40: 4, 50: 8}
    assert values("encanto") == {**numbers, 20: 24, 50: 12}
