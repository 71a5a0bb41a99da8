"""Where the sources are silent: UNO, the score, and Don't Talk (AMB-16, AMB-18, AMB-20, AMB-22)."""

from __future__ import annotations

import pytest

from rules_kit import table
from showdown_rules import actions, events
from showdown_rules.state import Phase

OTHERS = ("green 1, green 2", "green 3, green 4")


def forgot(hand: str = "red 1, blue 2", **options):
    game = table(hand, *OTHERS, **options)
    game.play(0, "red 1")
    return game


# --- AMB-16 -----------------------------------------------------------------------------------


@pytest.mark.parametrize("penalty", [0, 1, 2, 4])
def test_amb_16_uno_penalty_is_what_who_is_caught_draws(penalty):
    game = forgot(uno_penalty=penalty)
    game.catch(1, 0)
    assert game.size(0) == 1 + penalty


def false_catch(penalty: int):
    game = table("red 1, blue 2", *OTHERS, false_catch_penalty=penalty)
    game.play(0, "red 1", uno=True)
    return game


def test_amb_16_false_catch_penalty_0_costs_nothing():
    game = false_catch(0)
    assert game.legal(2, actions.Catch) == []


def test_amb_16_false_catch_penalty_2_costs_who_said_it():
    game = false_catch(2)
    game.catch(2, 0)
    assert game.sizes == [1, 2, 4]
    assert game.seen(events.FalseCatch) == [events.FalseCatch(2, 0)]


def test_amb_16_false_call_penalty_2_costs_who_said_it():
    game = table("red 1, red 2, blue 2", *OTHERS, false_call_penalty=2)
    game.call(0)
    assert game.size(0) == 5
    assert game.seen(events.FalseCall) == [events.FalseCall(0)]


def test_amb_16_a_false_call_with_the_play_is_refused_for_nothing():
    game = table("red 1, red 2, blue 2", *OTHERS, false_call_penalty=2)
    game.refuse_play(0, "red 1", uno=True)


def test_amb_16_false_call_penalty_0_costs_nothing():
    game = table("red 1, red 2, blue 2", *OTHERS, false_call_penalty=0)
    game.call(0)
    assert game.size(0) == 3
    assert not any(isinstance(one, actions.CallUno) for one in game.legal(2, object))


def test_amb_16_auto_uno_true_says_it_for_everybody():
    game = forgot(auto_uno=True)
    assert game.seen(events.UnoCalled) == [events.UnoCalled(0)]
    assert game.legal(1, actions.Catch) == []


def test_amb_16_auto_uno_false_says_it_for_nobody():
    game = forgot(auto_uno=False)
    assert game.seen(events.UnoCalled) == []
    assert game.legal(1, actions.Catch)


def test_amb_16_uno_may_be_said_before_the_play():
    game = table("red 1, blue 2", *OTHERS)
    game.call(0)
    game.play(0, "red 1")
    assert game.legal(1, actions.Catch) == []


def test_amb_16_a_call_ends_when_the_hand_grows():
    game = table("red 1, blue 2", "red reverse, green 2, green 5", OTHERS[1], draw="yellow 1")
    game.play(0, "red 1", uno=True)
    assert game.state.called[0]
    game.play(1, "red reverse")
    game.draw(0)
    assert not game.state.called[0]


def test_amb_16_a_call_ends_when_a_penalty_comes():
    game = table("red 1, blue 2", "red draw two, green 2, green 5")
    game.play(0, "red 1", uno=True)
    game.play(1, "red draw two")
    assert (game.size(0), game.state.called[0]) == (3, False)


def test_amb_16_a_caught_player_cannot_say_it_any_more():
    game = forgot()
    game.catch(1, 0)
    assert game.legal(0, actions.CallUno) == []


def test_amb_16_nobody_catches_oneself():
    game = forgot()
    assert game.legal(0, actions.Catch) == []
    game.refuse(actions.Catch(game.state.turn, 0, 0))


def test_amb_16_with_one_card_drawn_back_to_nobody_is_caught():
    game = table("red 1*, blue 2", *OTHERS)
    game.play(0, "red 1*")
    game.settle(0)
    assert game.legal(1, actions.Catch) == []
    assert game.legal(2, actions.Catch) == []


def test_amb_16_a_won_showdown_leaves_the_window_open():
    game = table("red 1*, blue 2", *OTHERS)
    game.play(0, "red 1*")
    game.settle(1)
    assert [one.target for one in game.legal(2, actions.Catch)] == [0]


# --- AMB-18, AMB-22 ---------------------------------------------------------------------------


def low(**options):
    """Seats 0 and 2 have 100 in the end, seat 1 has 500."""
    game = table("red 1", "blue 9", "blue 2", scoring="low", scores=[100, 491, 98], **options)
    game.play(0, "red 1")
    return game


def test_amb_18_scoring_low_adds_the_own_cards():
    assert low().scores == [100, 500, 100]


def test_amb_18_tie_shared_has_two_winners():
    game = low(tie="shared")
    assert (game.phase, game.state.winners) == (Phase.MATCH_OVER, [0, 2])
    assert game.seen(events.MatchEnded) == [events.MatchEnded((0, 2))]


def test_amb_18_tie_extra_round_plays_on():
    game = low(tie="extra_round")
    assert (game.phase, game.state.winners) == (Phase.ROUND_OVER, [])
    game.next_round()
    assert game.sizes == [7, 7, 7]


def test_amb_18_tie_extra_round_ends_where_one_is_lowest():
    game = table(
        *("red 1", "blue 9", "blue 2"),
        scoring="low",
        scores=[100, 491, 99],
        tie="extra_round",
    )
    game.play(0, "red 1")
    assert (game.phase, game.state.winners) == (Phase.MATCH_OVER, [0])


def test_amb_18_several_may_reach_500_together():
    game = table("red 1", "blue 9", "blue 8", scoring="low", scores=[499, 495, 499])
    game.play(0, "red 1")
    assert (game.scores, game.state.winners) == ([499, 504, 507], [0])


def test_amb_18_scoring_standard_gives_all_to_the_winner():
    game = table("red 1", "blue 9", "blue 2", scoring="standard")
    game.play(0, "red 1")
    assert game.scores == [11, 0, 0]


def test_amb_18_scoring_one_round_ends_with_the_round():
    game = table("red 1", "blue 9", "blue 2", scoring="one_round")
    game.play(0, "red 1")
    assert (game.phase, game.state.winners) == (Phase.MATCH_OVER, [0])


@pytest.mark.parametrize(("target", "done"), [(11, True), (12, False)])
def test_amb_18_target_is_what_wins(target, done):
    game = table("red 1", "blue 9", "blue 2", target=target)
    game.play(0, "red 1")
    assert (game.phase == Phase.MATCH_OVER) == done


def test_amb_22_only_the_winner_of_the_round_gains():
    game = table("red 1", "blue 9", "blue 2", scores=[0, 499, 300])
    game.play(0, "red 1")
    assert game.scores == [11, 499, 300]
    assert game.phase == Phase.ROUND_OVER


# --- AMB-20 -----------------------------------------------------------------------------------


def silenced(*hands: str, **options):
    hands = hands or ("wild dont talk, wild dont talk, red 1, red 2", "green 1, green 2, blue 1")
    game = table(*hands, OTHERS[1], preset="encanto", **options)
    game.play(0, "wild dont talk", colour="green", opponent=2)
    return game


@pytest.mark.parametrize("penalty", [0, 1, 3])
def test_amb_20_talk_penalty_is_what_each_word_costs(penalty):
    game = silenced(talk_penalty=penalty)
    game.spoke(2)
    game.spoke(2)
    assert game.size(2) == 2 + 2 * penalty


def test_amb_20_several_may_be_silenced():
    hands = ("wild dont talk, red 1, red 2", "wild dont talk, green 2, blue 1")
    game = silenced(*hands)
    game.play(1, "wild dont talk", colour="green", opponent=0)
    assert game.state.silenced == [True, False, True]


def test_amb_20_to_catch_somebody_is_no_talking():
    game = silenced("wild dont talk, red 1, red 2", "green 1, green 2")
    game.play(1, "green 1")
    game.catch(2, 1)
    assert (game.size(1), game.size(2)) == (3, 2)
    assert game.state.silenced[2]


def test_amb_20_the_end_of_the_round_ends_the_silence():
    game = silenced("wild dont talk, red 1, red 2", "green 1", scoring="standard")
    game.play(1, "green 1")
    game.next_round()
    assert not any(game.state.silenced)


def test_amb_20_a_false_uno_of_the_silenced_is_talking():
    game = silenced()
    before = game.size(2)
    game.call(2)
    assert game.size(2) == before + 3
    assert game.state.silenced[2]
    assert game.seen(events.Talked) == [events.Talked(2)]


def test_amb_20_a_silenced_player_who_played_the_card_may_talk():
    assert silenced().state.silenced[0] is False


def test_amb_20_to_doubt_is_no_talking():
    game = silenced("wild dont talk, red 1, red 2", "wild draw four, green 2, blue 1")
    game.play(1, "wild draw four", colour="blue")
    game.challenge(2)
    assert game.sizes == [2, 6, 2]
    assert game.state.silenced[2]
