"""Showdowns where two rules meet: S1 to S17."""

from __future__ import annotations

import pytest

from rules_kit import check, new_game, table, zones
from showdown_rules import actions, engine, events
from showdown_rules.actions import TABLE
from showdown_rules.state import Phase

OTHERS = ("green 1, green 2", "green 3, green 4")
THREE = ("red 3*, blue 2, blue 4", *OTHERS)


def test_s1_uno_and_showdown_in_one_turn_and_the_hand_grows():
    game = table("red 3*, blue 2", *OTHERS)
    game.play(0, "red 3*")
    assert [one.target for one in game.legal(1, actions.Catch)] == [0]
    game.settle(0)
    assert game.size(0) == 1 + 2
    for seat in (1, 2):
        assert game.legal(seat, actions.Catch) == []


def test_s2_a_last_card_s_showdown_is_won_and_the_other_draws_before_the_points():
    game = table("red 3*", *OTHERS, draw="yellow 9, yellow 8")
    game.play(0, "red 3*")
    game.settle(1)
    order = [type(one) for one in game.events]
    assert order.index(events.Drew) < order.index(events.RoundEnded)
    assert game.scores[0] == 1 + 2 + 3 + 4 + 17


@pytest.mark.parametrize(("direction", "seat"), [(1, 1), (-1, 2)])
def test_s2_a_last_card_s_showdown_is_lost_and_the_round_goes_on(direction, seat):
    game = table("red 3*", *OTHERS, direction=direction)
    game.play(0, "red 3*")
    game.settle(0)
    assert (game.phase, game.seat, game.state.direction) == (Phase.PLAY, seat, direction)
    assert game.state.last_player == -1


@pytest.mark.parametrize("loser", [0, 2])
def test_s3_a_showdown_with_somebody_who_is_not_next_takes_no_turn(loser):
    game = table("wild showdown, blue 2, blue 4", *OTHERS)
    game.play(0, "wild showdown", colour="red", opponent=2, cards=2)
    game.settle(loser)
    assert (game.seat, game.size(loser)) == (1, 4)


@pytest.mark.parametrize(
    "choices",
    [
        {"colour": "red", "opponent": 1, "cards": 0},
        {"colour": "red", "opponent": 1, "cards": 4},
        {"colour": "red", "opponent": 1, "cards": -1},
        {"colour": "red", "opponent": 0, "cards": 1},
        {"colour": "red", "opponent": 3, "cards": 1},
        {"colour": "red", "opponent": -1, "cards": 1},
        {"opponent": 1, "cards": 1},
    ],
)
def test_s4_a_wild_showdown_with_a_choice_missing_or_wrong_changes_nothing(choices):
    game = table("wild showdown, blue 2, blue 4", *OTHERS)
    game.refuse_play(0, "wild showdown", **choices)


def test_s4_somebody_who_left_cannot_be_chosen():
    game = table("wild showdown, blue 2, blue 4", *OTHERS)
    game.leave(2)
    game.refuse_play(0, "wild showdown", colour="red", opponent=2, cards=1)


def test_s5_to_the_right_the_opponent_is_the_seat_before():
    game = table(*THREE, direction=-1)
    game.play(0, "red 3*")
    assert game.state.showdown.defender == 2


def test_s6_an_early_press_with_the_last_card_loses():
    game = table("red 3*", *OTHERS)
    game.play(0, "red 3*")
    game.settle(0, by="unit")
    assert (game.phase, game.size(0)) == (Phase.PLAY, 2)


def test_s7_a_verdict_counts_once():
    game = table(*THREE)
    game.play(0, "red 3*")
    verdict = game.a_settle(1)
    game.do(verdict)
    game.refuse(verdict)
    game.refuse(verdict._replace(turn=game.state.turn))


def test_s7_a_verdict_of_an_old_showdown_changes_nothing():
    game = table("red 3*, blue 2, blue 4", "red 1*, green 1, green 2", OTHERS[1])
    game.play(0, "red 3*")
    old = game.state.showdown.number
    game.settle(1)
    game.play(1, "red 1*")
    assert game.state.showdown.number == old + 1
    game.refuse(game.a_settle(1, number=old))
    game.refuse(actions.Rematch(game.state.turn, TABLE, old, "aborted"))


def test_s7_a_verdict_without_a_showdown_changes_nothing():
    game = table(*THREE)
    game.refuse(game.a_settle(1, number=1))
    game.refuse(actions.Lines(game.state.turn, TABLE, 1, 1, 0))


def test_s7_a_verdict_after_a_rematch_is_of_another_turn():
    game = table(*THREE)
    game.play(0, "red 3*")
    verdict = game.a_settle(1)
    game.rematch("aborted")
    game.refuse(verdict)
    game.settle(1)
    assert game.size(1) == 4


def test_s9_ten_players():
    game = new_game(10)
    assert sum(game.sizes) == 70
    assert (len(game.state.draw), len(game.state.discard)) == (41, 1)


def test_s9_a_chain_of_showdowns_makes_the_pile_anew():
    hands = ["red 9*, red 3*, blue 2, blue 4", "red 5*, red 7*, blue 1, blue 3"]
    game = table(*hands, rest="discard", draw="yellow 1, yellow 2, yellow 3")
    game.play(0, "red 9*")
    game.settle(1)
    game.play(1, "red 5*")
    assert game.seen(events.Reshuffled)
    assert len(game.state.unit) == 1


def test_s10_loaded_cards_are_in_no_hand_and_no_pile():
    game = table(*THREE)
    pile = list(game.state.draw)
    game.play(0, "red 3*")
    assert game.state.unit == pile[:-3:-1] or game.state.unit == pile[-2:]
    held = {card for hand in game.state.hands for card in hand}
    assert not set(game.state.unit) & (held | set(game.state.draw) | set(game.state.discard))
    assert sorted(zones(game.state)) == list(range(112))


def test_s12_a_lost_showdown_takes_back_a_uno():
    game = table("red 1*, blue 2, blue 3", "green 1", "green 3, green 4")
    game.state.called[1] = True
    game.play(0, "red 1*")
    game.settle(1)
    assert (game.size(1), game.state.called[1]) == (2, False)


@pytest.mark.parametrize("loser", [0, 1])
def test_s13_between_two_the_opponent_plays_next(loser):
    game = table("red 3*, blue 2, blue 4", "green 1, green 2")
    game.play(0, "red 3*")
    assert game.state.showdown.defender == 1
    game.settle(loser)
    assert game.seat == 1


def test_s15_symbol_on_symbol_is_no_match():
    game = table("blue 7*, blue 2, blue 4", *OTHERS, top="red 5*")
    game.refuse_play(0, "blue 7*")


def test_s16_a_marked_first_card_starts_nothing():
    begun = [game for n in range(60) if "*" in (game := new_game(4, seed=f"first {n}")).top]
    assert begun
    assert {(game.phase, game.state.showdowns) for game in begun} == {(Phase.PLAY, 0)}


def test_s17_the_opponent_leaves_and_the_loaded_cards_go_under_the_draw_pile():
    game = table(*THREE)
    game.play(0, "red 3*")
    loaded = set(game.state.unit)
    game.leave(1)
    assert loaded <= set(game.state.draw[: 2 + 2])
    assert (game.phase, game.seat, game.size(0)) == (Phase.PLAY, 2, 2)
    assert game.seen(events.ShowdownSettled)[0].by == "left"


def test_s17_with_the_last_card_the_initiator_has_won():
    game = table("red 3*", *OTHERS)
    game.play(0, "red 3*")
    game.leave(1)
    assert game.seen(events.RoundEnded)[0].winner == 0


def test_s17_the_initiator_leaves_and_the_round_goes_on():
    game = table(*THREE)
    game.play(0, "red 3*")
    loaded = set(game.state.unit)
    game.leave(0)
    assert loaded <= set(game.state.draw)
    assert (game.phase, game.seat, game.sizes) == (Phase.PLAY, 1, [0, 2, 2])


def test_s17_somebody_else_leaves_and_the_showdown_goes_on():
    game = table(*THREE)
    game.play(0, "red 3*")
    game.leave(2)
    assert game.phase == Phase.SHOWDOWN
    game.settle(1)
    assert (game.seat, game.sizes) == (1, [2, 4, 0])


def test_the_table_alone_acts_in_a_showdown():
    game = table(*THREE)
    game.play(0, "red 3*")
    assert engine.acting(game.state) == (TABLE,)
    offered = [a for a in engine.legal_actions(game.state, TABLE) if isinstance(a, actions.Settle)]
    assert {one.loser for one in offered} == {0, 1}
    check(game.state)
