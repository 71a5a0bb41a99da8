"""Where the sources are silent: showdowns (AMB-10, AMB-13 to AMB-15, AMB-19)."""

from __future__ import annotations

import pytest

from rules_kit import table
from showdown_rules import actions, events
from showdown_rules.actions import TABLE
from showdown_rules.ruleset import RuleSetError, ruleset
from showdown_rules.state import Phase

OTHERS = ("green 1, green 2", "green 3, green 4")


def wild_counts(**options):
    game = table("wild showdown, blue 2", *OTHERS, **options)
    card = game.in_hand(0, "wild showdown")
    return {play.cards for play in game.legal(0, actions.Play) if play.card == card}


def test_amb_10_one_to_three_cards_is_the_default():
    assert wild_counts() == {1, 2, 3}


def test_amb_10_wild_showdown_min_is_the_fewest():
    assert wild_counts(wild_showdown_min=2) == {2, 3}
    game = table("wild showdown, blue 2", *OTHERS, wild_showdown_min=2)
    game.refuse_play(0, "wild showdown", colour="red", opponent=1, cards=1)


def test_amb_10_wild_showdown_max_is_the_most():
    assert wild_counts(wild_showdown_max=5) == {1, 2, 3, 4, 5}
    game = table("wild showdown, blue 2, blue 3", *OTHERS, wild_showdown_max=5)
    game.play(0, "wild showdown", colour="red", opponent=1, cards=5)
    assert len(game.state.unit) == 5


def test_amb_10_the_fewest_cannot_be_above_the_most():
    with pytest.raises(RuleSetError, match="wild_showdown_min"):
        ruleset("showdown", wild_showdown_min=4)


# --- AMB-13 -----------------------------------------------------------------------------------


def even(**options):
    """Two cards, one over each line."""
    game = table("red 3*, blue 2, blue 4", *OTHERS, draw="yellow 1, yellow 2", **options)
    game.play(0, "red 3*")
    game.lines(1, 1)
    return game


def test_amb_13_split_tie_rematch_plays_with_the_same_cards():
    game = even(split_tie="rematch")
    assert (game.phase, game.state.showdown.attempt) == (Phase.SHOWDOWN, 2)
    assert len(game.state.unit) == 2
    assert [type(one) for one in game.events] == [events.ShowdownAgain]
    game.settle(1)
    assert game.hand(1) == ["green 1", "green 2", "yellow 1", "yellow 2"]


def test_amb_13_max_rematches_then_the_initiator_loses():
    game = even(split_tie="rematch", max_rematches=3)
    game.lines(1, 1)
    game.lines(1, 1)
    assert (game.phase, game.state.showdown.attempt) == (Phase.SHOWDOWN, 4)
    game.lines(1, 1)
    assert game.sizes == [4, 2, 2]
    assert game.seen(events.ShowdownSettled)[0][1:] == (1, 0, "rematches")


def test_amb_13_max_rematches_0_decides_at_once():
    assert even(split_tie="rematch", max_rematches=0).sizes == [4, 2, 2]


def test_amb_13_split_tie_initiator_loses():
    game = even(split_tie="initiator_loses")
    assert (game.sizes, game.phase) == ([4, 2, 2], Phase.PLAY)


def test_amb_13_split_tie_defender_loses():
    game = even(split_tie="defender_loses")
    assert (game.sizes, game.phase) == ([2, 4, 2], Phase.PLAY)


def test_amb_13_split_tie_each_takes_own():
    game = even(split_tie="each_takes_own")
    assert (game.sizes, game.phase) == ([3, 3, 2], Phase.PLAY)
    assert game.seen(events.ShowdownSplit)
    assert game.seen(events.ShowdownSettled) == []


def test_amb_13_each_takes_own_as_last_card_leaves_a_live_round():
    game = table("red 3*", *OTHERS, split_tie="each_takes_own")
    game.play(0, "red 3*")
    game.lines(1, 1)
    assert (game.sizes, game.phase) == ([1, 3, 2], Phase.PLAY)


def test_amb_13_a_card_on_the_line_belongs_to_neither_side():
    game = table("red 9*, blue 2, blue 4", *OTHERS)
    game.play(0, "red 9*")
    game.lines(1, 1)
    assert game.state.showdown.attempt == 2


# --- AMB-14 -----------------------------------------------------------------------------------


@pytest.mark.parametrize("why", ["dead_heat", "no_press", "aborted"])
def test_amb_14_without_a_verdict_it_is_played_again(why):
    game = table("red 3*, blue 2, blue 4", *OTHERS)
    game.play(0, "red 3*")
    game.rematch(why)
    assert (game.phase, game.state.showdown.attempt) == (Phase.SHOWDOWN, 2)
    assert game.seen(events.ShowdownAgain)[0].why == why


def test_amb_14_the_table_may_settle_it_by_hand():
    game = table("red 3*, blue 2, blue 4", *OTHERS)
    game.play(0, "red 3*")
    game.settle(1, by="table")
    assert game.seen(events.ShowdownSettled)[0].by == "table"
    assert game.size(1) == 4


# --- AMB-15 -----------------------------------------------------------------------------------


def test_amb_15_loser_skipped_false_lets_the_next_player_play():
    game = table("red 3*, blue 2, blue 4", *OTHERS, loser_skipped=False)
    game.play(0, "red 3*")
    game.settle(1)
    assert game.seat == 1


def test_amb_15_loser_skipped_true_passes_the_next_player_over():
    game = table("red 3*, blue 2, blue 4", *OTHERS, loser_skipped=True)
    game.play(0, "red 3*")
    game.settle(1)
    assert game.seat == 2
    assert game.seen(events.TurnLost) == [events.TurnLost(1, "showdown")]


def test_amb_15_loser_skipped_true_takes_no_turn_of_the_winner():
    game = table("red 3*, blue 2, blue 4", *OTHERS, loser_skipped=True)
    game.play(0, "red 3*")
    game.settle(0)
    assert game.seat == 1


# --- AMB-19 -----------------------------------------------------------------------------------


def test_amb_19_variant_last_card_off_asks_for_no_showdown():
    game = table("red 2", *OTHERS, variant_last_card="off")
    game.play(0, "red 2")
    assert game.seen(events.RoundEnded)[0].winner == 0


def test_amb_19_variant_last_card_one_comes_after_the_card_s_own_effect():
    game = table("red draw two", *OTHERS, variant_last_card="one")
    game.play(0, "red draw two")
    showdown = game.state.showdown
    assert game.size(1) == 4
    assert (showdown.defender, showdown.cards, showdown.why) == (1, 1, "variant")


def test_amb_19_variant_last_card_one_goes_along_the_new_direction():
    game = table("red reverse", *OTHERS, variant_last_card="one")
    game.play(0, "red reverse")
    assert (game.state.direction, game.state.showdown.defender) == (-1, 2)


def test_amb_19_variant_last_card_one_is_one_card_also_with_a_symbol():
    game = table("red 9*", *OTHERS, variant_last_card="one")
    game.play(0, "red 9*")
    assert (game.state.showdown.cards, game.state.showdown.why) == (1, "variant")


def test_amb_19_variant_last_card_one_is_against_the_next_also_with_a_wild_showdown():
    game = table("wild showdown", *OTHERS, variant_last_card="one")
    game.play(0, "wild showdown", colour="red", opponent=2, cards=3)
    assert (game.state.showdown.defender, game.state.showdown.cards) == (1, 1)


def test_amb_19_variant_last_card_one_follows_a_wild_draw_four():
    game = table("wild draw four", *OTHERS, variant_last_card="one")
    game.play(0, "wild draw four", colour="red")
    game.accept(1)
    assert (game.size(1), game.state.showdown.defender) == (6, 1)
    game.settle(1)
    assert game.seen(events.RoundEnded)[0].winner == 0


def test_amb_19_variant_last_card_one_leaves_earlier_cards_alone():
    game = table("red 2, blue 3", *OTHERS, variant_last_card="one")
    game.play(0, "red 2", uno=True)
    assert game.phase == Phase.PLAY


def test_amb_19_variant_last_card_own_or_one_lets_a_symbol_count():
    game = table("red 9*", *OTHERS, variant_last_card="own_or_one")
    game.play(0, "red 9*")
    assert (game.state.showdown.cards, game.state.showdown.defender) == (3, 1)


def test_amb_19_variant_last_card_own_or_one_lets_a_wild_showdown_choose():
    game = table("wild showdown", *OTHERS, variant_last_card="own_or_one")
    game.play(0, "wild showdown", colour="red", opponent=2, cards=3)
    assert (game.state.showdown.cards, game.state.showdown.defender) == (3, 2)


def test_amb_19_variant_last_card_own_or_one_asks_one_card_of_others():
    game = table("red 2", *OTHERS, variant_last_card="own_or_one")
    game.play(0, "red 2")
    assert (game.state.showdown.cards, game.state.showdown.why) == (1, "variant")


def test_a_verdict_on_another_showdown_is_refused():
    game = table("red 3*, blue 2, blue 4", *OTHERS)
    game.play(0, "red 3*")
    number = game.state.showdown.number
    for other in (number - 1, number + 1, 0):
        game.refuse(game.a_settle(1, number=other))
        game.refuse(actions.Rematch(game.state.turn, TABLE, other, "no_press"))
        game.refuse(actions.Lines(game.state.turn, TABLE, other, 2, 0))
