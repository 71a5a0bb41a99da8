"""The companion's core: whose turn, UNO, talk, showdowns, the deal, who leaves."""

import pytest

from score_kit import NAMES, fought, played, points, setup
from showdown_table.score_entries import (
    Caught,
    Deal,
    Leave,
    Next,
    NextRound,
    Rename,
    Reverse,
    RoundOver,
    Silence,
    Skip,
    Spoke,
    Turn,
    Uno,
)
from showdown_table.score_game import Phase, ScoreError
from showdown_table.score_model import apply, begin


def refusal(game, entry):
    with pytest.raises(ScoreError) as caught:
        apply(game, entry)
    return caught.value.code


def test_the_player_left_of_the_dealer_begins_clockwise():
    game = played()
    assert (game.dealer, game.seat, game.direction) == (0, 1, 1)


def test_the_turn_goes_round():
    assert [played(*[Next()] * turns).seat for turns in range(4)] == [1, 2, 0, 1]


def test_a_skip_passes_one_over():
    assert played(Skip()).seat == 0


def test_a_reverse_turns_the_direction_and_passes_the_turn():
    game = played(Reverse())
    assert (game.seat, game.direction) == (0, -1)
    assert played(Reverse(), Skip()).seat == 1


def test_with_two_players_a_reverse_is_a_skip():
    assert played(Reverse(), players=2).seat == 1
    assert played(Reverse(), players=2, two_player_reverse="flip_only").seat == 0


def test_with_two_left_of_three_a_reverse_is_a_skip():
    assert played(Leave(2), Reverse()).seat == 1


def test_the_turn_can_be_put_anywhere():
    assert played(Turn(0)).seat == 0


def test_another_may_deal_until_somebody_has_played():
    game = played(Deal(2))
    assert (game.dealer, game.seat) == (2, 0)
    assert refusal(played(Next()), Deal(2)) == "round-began"


def test_the_loser_of_a_showdown_keeps_the_turn_order():
    assert played(fought(1, 2, loser=2)).seat == 2
    assert played(fought(1, 2, loser=1)).seat == 2
    assert played(fought(1, 0, loser=0)).seat == 2  # against somebody who is not next


def test_where_the_table_says_so_the_loser_is_skipped():
    assert played(fought(1, 2, loser=2), loser_skipped=True).seat == 0
    assert played(fought(1, 2, loser=1), loser_skipped=True).seat == 2


def test_a_showdown_goes_by_the_direction():
    assert played(Reverse(), Turn(1), fought(1, 0, loser=1)).seat == 0


def test_a_showdown_of_somebody_else_puts_the_turn_after_that_one():
    assert played(fought(2, 0, loser=0)).seat == 0


@pytest.mark.parametrize(
    ("showdown", "code"),
    [
        (fought(1, 1, loser=1), "same-player"),
        (fought(1, 2, loser=0), "loser"),
        (fought(1, 3, loser=1), "seat"),
        (fought(1, -1, loser=1), "seat"),
        (fought(1, 2, loser=1, cards=11), "cards"),
        (fought(1, 2, loser=1, cards=-1), "cards"),
    ],
)
def test_a_showdown_that_cannot_be_is_refused(showdown, code):
    assert refusal(played(), showdown) == code


def test_who_is_caught_draws_two():
    game = played(Next(), Caught(1))
    assert [(one.seat, one.cards, one.why) for one in game.penalties] == [(1, 2, "uno")]
    assert game.seat == 2


def test_uno_holds_over_the_turn_in_which_it_was_said_and_the_others():
    assert played(Uno(1)).uno[1]
    assert played(Uno(1), Next(), Next(), Next()).uno[1]  # the own turn begins again


def test_uno_is_over_after_the_next_own_turn():
    assert not played(Uno(1), *[Next()] * 4).uno[1]


def test_uno_said_just_after_the_own_turn_holds_as_long():
    assert played(Next(), Uno(1), Next(), Next()).uno[1]
    assert not played(Next(), Uno(1), Next(), Next(), Next()).uno[1]


def test_uno_is_over_with_a_penalty_and_with_a_lost_showdown():
    assert not played(Uno(1), Caught(1)).uno[1]
    assert not played(Uno(2), fought(1, 2, loser=2)).uno[2]
    assert played(Uno(2), fought(1, 2, loser=1)).uno[2]
    assert played(Uno(2), fought(1, 2, loser=2, cards=0)).uno[2]


def test_who_was_silenced_and_speaks_draws_three_each_time():
    game = played(Silence(0), Spoke(0), Next(), Spoke(0), preset="encanto")
    assert [(one.seat, one.cards, one.why) for one in game.penalties] == [(0, 3, "talk")] * 2


def test_a_wild_dont_talk_ends_the_turn_of_who_played_it():
    assert played(Silence(0), preset="encanto").seat == 2


def test_nobody_silences_the_own_mouth():
    assert refusal(played(preset="encanto"), Silence(1)) == "same-player"


def test_several_may_be_silenced_and_uno_frees_all():
    game = played(Silence(0), Silence(1), preset="encanto")
    assert game.silenced == (True, True, False)
    assert apply(game, Uno(0)).silenced == (False, False, False)


def test_who_may_talk_is_not_punished():
    assert refusal(played(preset="encanto"), Spoke(0)) == "may-talk"


def test_silence_ends_with_the_round():
    game = played(Silence(0), RoundOver(2, points(1, 1, 0)), preset="encanto", scoring="standard")
    assert not any(game.silenced)


def test_the_deal_passes_to_the_left_and_the_direction_is_clockwise_again():
    over = RoundOver(1, points(5, 0, 5))
    game = played(Reverse(), over, NextRound())
    assert (game.round, game.dealer, game.seat, game.direction) == (2, 1, 2, 1)


def test_where_the_table_says_so_the_dealer_stays():
    game = played(RoundOver(1, points(5, 0, 5)), NextRound(), rotate_dealer=False)
    assert (game.dealer, game.seat) == (0, 1)


def test_between_rounds_nothing_is_played():
    game = played(RoundOver(1, points(5, 0, 5)))
    assert game.phase is Phase.ROUND_OVER
    for entry in (Next(), Skip(), Reverse(), Turn(0), fought(0, 1, loser=0), Uno(0), Caught(0)):
        assert refusal(game, entry) == "not-now"
    assert refusal(played(), NextRound()) == "not-now"


def test_who_leaves_is_passed_over():
    assert played(Leave(2), Next()).seat == 0
    assert played(Leave(1)).seat == 2  # it was that one's turn
    assert refusal(played(Leave(2)), Turn(2)) == "seat"


def test_the_deal_passes_over_who_has_left():
    over = RoundOver(2, points(5, 0, 0))
    assert played(Leave(1), over, NextRound()).dealer == 2


def test_a_dealer_who_left_deals_no_more():
    over = RoundOver(1, points(0, 0, 5))
    game = played(Leave(0), over, NextRound(), rotate_dealer=False)
    assert game.dealer == 1


def test_the_last_one_at_the_table_has_won():
    game = played(Leave(0), Leave(2))
    assert (game.phase, game.winners) == (Phase.MATCH_OVER, (1,))


def test_a_name_can_be_mended():
    assert played(Rename(1, "  Bob  the Great ")).names[1] == "Bob the Great"


@pytest.mark.parametrize("name", ["", "  ", "x" * 17, "a\x1bb"])
def test_a_name_that_cannot_be_shown_is_refused(name):
    assert refusal(played(), Rename(0, name)) == "name"


def test_two_players_never_have_the_same_name():
    assert refusal(played(), Rename(0, "bo")) == "same-name"


@pytest.mark.parametrize("players", [0, 1])
def test_one_alone_does_not_play(players):
    with pytest.raises(ScoreError, match="players"):
        begin(setup(players))


def test_ten_play():
    assert played(*[Next()] * 9, players=10).names[0] == NAMES[0]
