"""Where the sources are silent: a turn (AMB-4 to AMB-9, AMB-21, AMB-23)."""

from __future__ import annotations

import pytest

from rules_kit import table
from showdown_rules import actions, engine, events
from showdown_rules.actions import NOBODY
from showdown_rules.cards import NO_COLOUR, Colour
from showdown_rules.state import Phase

OTHERS = ("green 1, green 2", "green 3, green 4")


# --- AMB-4 to AMB-6 ---------------------------------------------------------------------------


def test_amb_4_icon_matches_false_refuses_a_marked_card_on_a_marked_card():
    game = table("blue 7*, blue 2, blue 3", *OTHERS, top="red 5*", icon_matches=False)
    assert game.playable(0) == []


def test_amb_4_icon_matches_true_takes_it():
    game = table("blue 7*, blue 2, blue 3", *OTHERS, top="red 5*", icon_matches=True)
    assert game.playable(0) == ["blue 7*"]
    game.play(0, "blue 7*")
    assert game.phase == Phase.SHOWDOWN


def test_amb_4_icon_matches_true_matches_no_other_cards():
    game = table("blue 7, blue 2", *OTHERS, top="red 5*", icon_matches=True)
    assert game.playable(0) == []
    game = table("blue 7*, blue 2", *OTHERS, top="red 5", icon_matches=True)
    assert game.playable(0) == []


def drawn(card: str = "red 9", hand: str = "red 1, blue 2, blue 3", **options):
    game = table(hand, *OTHERS, draw=card, **options)
    game.draw(0)
    return game


def test_amb_5_play_drawn_may_leaves_the_choice():
    game = drawn(play_drawn="may")
    offered = {type(one) for one in game.legal(0, object)}
    assert offered >= {actions.Play, actions.Pass}


def test_amb_5_play_drawn_must_forbids_to_keep_it():
    game = drawn(play_drawn="must")
    game.refuse(actions.Pass(game.state.turn, 0))
    game.play(0, "red 9")
    assert game.seat == 1


@pytest.mark.parametrize("hand", ["red 1, blue 2", "blue 1, blue 2"])
def test_amb_5_play_drawn_must_forces_nobody_to_bluff(hand):
    game = drawn("wild draw four", hand, play_drawn="must")
    bluff = "red 1" in hand
    assert bool(game.legal(0, actions.Pass)) == bluff
    if bluff:
        assert game.playable(0) == ["wild draw four"]
        game.do(actions.Pass(game.state.turn, 0))
        assert (game.seat, game.size(0)) == (1, 3)
    else:
        assert game.refuse(actions.Pass(game.state.turn, 0)) == "must_play"


def test_amb_5_play_drawn_must_ends_the_turn_where_it_cannot_be_played():
    assert drawn("yellow 9", "blue 1, blue 2", play_drawn="must").seat == 1


def test_amb_5_play_drawn_never_ends_the_turn():
    game = drawn(play_drawn="never")
    assert (game.seat, game.phase) == (1, Phase.PLAY)
    assert "red 9" in game.hand(0)


def test_amb_6_voluntary_draw_true_lets_one_draw_with_a_playable_card():
    game = table("red 1, blue 2", *OTHERS, voluntary_draw=True)
    assert len(game.legal(0, actions.Draw)) == 1


def test_amb_6_voluntary_draw_false_makes_one_play():
    game = table("red 1, blue 2", *OTHERS, voluntary_draw=False)
    assert game.legal(0, actions.Draw) == []
    game.refuse(actions.Draw(game.state.turn, 0))
    game.refuse(actions.Pass(game.state.turn, 0))


def test_amb_6_voluntary_draw_false_lets_one_draw_without_a_playable_card():
    game = table("blue 1, blue 2", *OTHERS, voluntary_draw=False, draw="blue 9")
    game.draw(0)
    assert game.size(0) == 3


def test_amb_6_only_drawn_playable_true_forbids_the_other_cards():
    game = drawn(only_drawn_playable=True)
    assert game.playable(0) == ["red 9"]
    game.refuse_play(0, "red 1")


def test_amb_6_only_drawn_playable_true_ends_the_turn_where_the_drawn_card_does_not_match():
    game = drawn("yellow 9", only_drawn_playable=True)
    assert game.seat == 1


def test_amb_6_only_drawn_playable_false_allows_the_other_cards():
    game = drawn(only_drawn_playable=False)
    assert game.playable(0) == ["red 1", "red 9"]
    game.play(0, "red 1")
    assert game.seat == 1


# --- AMB-7, AMB-8 -----------------------------------------------------------------------------


def test_amb_7_the_top_card_and_its_chosen_colour_stay():
    game = table("blue 1, blue 2", *OTHERS, top="wild", colour="red", rest="discard")
    top = game.state.discard[-1]
    game.draw(0)
    assert game.state.discard == [top]
    assert game.colour == "red"


def test_amb_7_wild_cards_go_back_without_a_colour():
    hands = ("wild, wild, blue 3", "green 1, green 2")
    game = table(*hands, top="red 6", draw="green 5", rest="discard")
    wilds = {game.in_hand(0, "wild")}
    game.play(0, "wild", colour="blue")
    game.draw(1)
    game.play(0, "blue 3", uno=True)
    game.draw(1)
    found = wilds & {*game.state.draw, *game.state.hands[1]}
    assert found == wilds
    assert {game.state.deck.colours[card] for card in found} == {NO_COLOUR}
    assert game.colour == "blue"


def test_amb_7_what_lies_under_a_wild_draw_four_that_may_be_taken_back_stays_too():
    hands = ("wild draw four, red 1", *OTHERS)
    game = table(*hands, top="red 6", rest="discard", guilty="draws4_and_card_back")
    game.play(0, "wild draw four", colour="blue")
    game.catch(2, 0)  # the two cards come from a new pile
    assert [game.state.deck.label(card) for card in game.state.discard] == [
        *("red 6", "wild draw four"),
    ]
    game.challenge(1)
    assert (game.top, game.colour) == ("red 6", "red")


def dry(*hands: str, **options):
    """Nothing to draw, and one card on the discard pile."""
    return table(*hands, "green 1, green 2, yellow 3", rest=len(hands), **options)


def test_amb_8_shortage_draw_what_exists_gives_a_penalty_what_there_is():
    game = dry("red draw two, blue 1", "green 3, green 4")
    game.play(0, "red draw two")
    assert game.size(1) == 3  # the red 6 from under the Draw Two
    drew = game.seen(events.Drew)
    assert [(one.size, one.wanted) for one in drew] == [(1, 2)]
    assert game.seat == 2


def test_amb_8_shortage_draw_what_exists_lets_a_player_pass_where_nothing_is_left():
    game = dry("blue 1, blue 2", "green 3, green 4")
    game.refuse(actions.Draw(game.state.turn, 0))
    game.skip_turn(0)
    assert game.seat == 1


def stuck(*hands: str):
    """On a yellow 0 nobody can play, and every other card is out of reach."""
    return table(*hands, "", top="yellow 0", rest=len(hands), gone=(len(hands),))


def test_amb_8_a_whole_lap_of_passes_with_nothing_to_draw_ends_the_round_without_points():
    game = stuck("blue 1, blue 2", "green 3, green 4", "green 1")
    for seat in (0, 1, 2):
        assert game.phase == Phase.PLAY
        game.skip_turn(seat)
    (over,) = game.seen(events.RoundEnded)
    assert (over.winner, over.why, over.gained) == (NOBODY, "stalemate", (0, 0, 0, 0))


def test_amb_8_a_card_played_begins_the_lap_of_passes_anew():
    game = stuck("blue 1, blue 2", "green 3, green 4", "yellow 9, blue 4")
    game.skip_turn(0)
    game.skip_turn(1)
    game.play(2, "yellow 9", uno=True)
    game.draw(0)  # the yellow 0 from under the nine
    assert game.phase == Phase.DRAWN


def test_amb_8_who_can_play_has_to_where_nothing_can_be_drawn():
    game = stuck("yellow 1, blue 2", "green 3, green 4")
    assert game.legal(0, actions.Draw) == []
    game.refuse(actions.Pass(game.state.turn, 0))


def test_amb_8_nobody_has_to_bluff_where_nothing_can_be_drawn():
    game = stuck("wild draw four, blue 2", "green 3, green 4")
    assert not game.legal(0, actions.Pass)  # this one would be no bluff
    game = table("wild draw four, red 2, blue 2", "green 3, green 4", "", top="red 6", rest=2)
    assert game.playable(0) == ["red 2", "wild draw four"]


def test_amb_8_shortage_round_draw_ends_the_round_without_a_winner():
    game = dry("red draw two, blue 1", "green 3, green 4", shortage="round_draw")
    game.play(0, "red draw two")
    (over,) = game.seen(events.RoundEnded)
    assert (over.winner, over.why, over.gained) == (NOBODY, "shortage", (0, 0, 0))


def test_amb_8_shortage_round_draw_leaves_enough_cards_alone():
    game = table("red draw two, blue 1", *OTHERS, shortage="round_draw")
    game.play(0, "red draw two")
    assert game.phase == Phase.PLAY


def test_amb_8_shortage_winner_by_points_goes_to_the_lightest_hand():
    game = dry("red draw two, blue 9", "green 3, green 4", shortage="winner_by_points")
    game.play(0, "red draw two")
    (over,) = game.seen(events.RoundEnded)
    hands = [sum(game.state.deck.points[card] for card in hand) for hand in game.state.hands]
    assert hands[:2] == [9, 7]
    assert (over.winner, over.why) == (1, "shortage")
    assert over.gained == (0, hands[0] + hands[2], 0)


def test_amb_8_shortage_winner_by_points_goes_to_nobody_where_two_hands_are_equal():
    game = dry("red draw two, blue 7", "green 3, green 4", shortage="winner_by_points")
    game.play(0, "red draw two")
    (over,) = game.seen(events.RoundEnded)
    assert (over.winner, over.gained) == (NOBODY, (0, 0, 0))


def last_draw_two(**options):
    """With the harder end: the last card's two cards empty the pile before its showdown."""
    game = dry("red draw two", "green 3, green 4", variant_last_card="one", **options)
    game.play(0, "red draw two")
    assert game.size(1) == 3
    return game


def test_amb_8_empty_showdown_bare_if_decides_is_played_for_the_round():
    game = last_draw_two(empty_showdown="bare_if_decides")
    assert (game.phase, game.state.unit) == (Phase.SHOWDOWN, [])
    assert game.state.showdown.cards == 0
    game.settle(1)
    assert game.seen(events.RoundEnded)[0].winner == 0


def test_amb_8_a_lost_bare_showdown_leaves_a_live_turn():
    game = last_draw_two(empty_showdown="bare_if_decides")
    game.settle(0)
    assert (game.phase, game.seat, game.size(0)) == (Phase.PLAY, 2, 0)
    game.play(2, "red 9")
    assert game.seat == 0
    game.draw(0)
    assert game.size(0) == 1


def test_amb_8_empty_showdown_skip_showdown_wins_the_round_without_it():
    game = last_draw_two(empty_showdown="skip_showdown")
    assert game.seen(events.ShowdownSkipped) == [events.ShowdownSkipped(0, 1)]
    assert game.seen(events.RoundEnded)[0].winner == 0


def test_amb_8_empty_showdown_bare_showdown_is_played():
    game = last_draw_two(empty_showdown="bare_showdown")
    assert (game.phase, game.state.unit) == (Phase.SHOWDOWN, [])


# --- AMB-9 ------------------------------------------------------------------------------------


def test_amb_9_two_player_reverse_skip_lets_the_same_player_go_on():
    game = table("red reverse, red 1", "green 1, green 2", two_player_reverse="skip")
    game.play(0, "red reverse", uno=True)
    assert game.seat == 0
    assert game.seen(events.TurnLost) == [events.TurnLost(1, "reverse")]


def test_amb_9_two_player_reverse_flip_only_only_turns_the_direction():
    game = table("red reverse, red 1", "green 1, green 2", two_player_reverse="flip_only")
    game.play(0, "red reverse", uno=True)
    assert (game.seat, game.state.direction) == (1, -1)


def test_amb_9_two_players_left_of_three_are_two_players():
    game = table("red reverse, red 1", *OTHERS)
    game.leave(2)
    game.play(0, "red reverse", uno=True)
    assert game.seat == 0


def test_amb_9_skip_and_draw_two_between_two_let_the_same_player_go_on():
    for name in ("red skip", "red draw two"):
        game = table(f"{name}, red 1", "green 1, green 2")
        game.play(0, name, uno=True)
        assert game.seat == 0


# --- AMB-21: in which order -------------------------------------------------------------------


def test_amb_21_the_colour_is_chosen_with_the_play_before_anything_else():
    game = table("wild showdown, red 1, red 2", *OTHERS)
    game.play(0, "wild showdown", colour="blue", opponent=2, cards=1)
    assert game.colour == "blue"
    order = [type(one) for one in game.events]
    assert order.index(events.Played) < order.index(events.ShowdownBegan)


def test_amb_21_the_uno_window_is_open_during_the_challenge():
    game = table("wild draw four, blue 1", *OTHERS)
    game.play(0, "wild draw four", colour="blue")
    assert game.phase == Phase.CHALLENGE
    game.catch(2, 0)
    assert game.size(0) == 3
    assert game.phase == Phase.CHALLENGE


def test_amb_21_the_uno_window_is_open_during_the_showdown():
    game = table("red 1*, blue 1", *OTHERS)
    game.play(0, "red 1*")
    game.catch(2, 0)
    assert (game.size(0), game.phase) == (3, Phase.SHOWDOWN)


def test_amb_21_effects_come_before_the_end_of_the_round():
    game = table("red draw two", *OTHERS)
    game.play(0, "red draw two")
    order = [type(one) for one in game.events]
    assert order.index(events.Drew) < order.index(events.RoundEnded)


# --- AMB-23: house rules ----------------------------------------------------------------------


def test_amb_23_stacking_false_makes_the_next_player_draw_at_once():
    game = table("red draw two, blue 1", "blue draw two, green 2", "green 3, green 4")
    game.play(0, "red draw two")
    assert (game.size(1), game.seat) == (4, 2)


def test_amb_23_stacking_true_answers_draw_two_with_draw_two():
    hands = ("red draw two, blue 1, blue 2", "blue draw two, green 2, green 5", OTHERS[1])
    game = table(*hands, stacking=True)
    game.play(0, "red draw two")
    assert (game.seat, game.size(1), game.state.stacked) == (1, 3, 2)
    game.play(1, "blue draw two")
    assert (game.seat, game.state.stacked) == (2, 4)
    game.draw(2)
    assert (game.size(2), game.seat, game.state.stacked) == (6, 0, 0)


def test_amb_23_stacking_true_allows_nothing_else():
    hands = ("red draw two, blue 1, blue 2", "red 1, wild, wild draw four", OTHERS[1])
    game = table(*hands, stacking=True)
    game.play(0, "red draw two")
    assert game.playable(1) == []
    game.refuse(actions.Pass(game.state.turn, 1))
    game.draw(1)
    assert (game.size(1), game.seat) == (5, 2)


def test_amb_23_stacking_true_answers_wild_draw_four_with_wild_draw_four():
    hands = ("wild draw four, blue 1, blue 2", "wild draw four, green 2, green 5", OTHERS[1])
    game = table(*hands, stacking=True)
    game.play(0, "wild draw four", colour="blue")
    game.play(1, "wild draw four", colour="green")
    assert game.sizes == [2, 2, 2]
    for _ in range(3):
        if game.phase == Phase.CHALLENGE:
            game.accept(2)
        elif game.seat == 2:
            game.draw(2)
    assert (game.size(2), game.seat) == (10, 0)


def test_amb_23_jump_in_false_keeps_everybody_to_the_own_turn():
    game = table("red 1, blue 1", "green 1, green 2", "red 6, green 4", top="red 6")
    game.refuse_play(2, "red 6")


def test_amb_23_jump_in_true_takes_the_same_card_out_of_turn():
    hands = ("red 1, blue 1", "green 1, green 2", "red 6, green 4, green 3")
    game = table(*hands, top="red 6", jump_in=True)
    assert [play.seat for play in game.legal(2, actions.Play)] == [2]
    game.play(2, "red 6")
    assert game.seat == 0
    assert game.size(2) == 2


def test_amb_23_jump_in_true_takes_no_similar_card():
    hands = ("red 1, blue 1", "green 1, green 2", "blue 6, red 4, green 3")
    game = table(*hands, top="red 6", jump_in=True)
    game.refuse_play(2, "blue 6")
    game.refuse_play(2, "red 4")


def test_amb_23_seven_zero_false_changes_no_hands():
    for name in ("red 7", "red 0"):
        game = table(f"{name}, blue 1", *OTHERS)
        game.play(0, name)
        assert game.hand(0) == ["blue 1"]


def test_amb_23_seven_zero_true_swaps_hands_at_a_seven():
    game = table("red 7, blue 1, blue 2", *OTHERS, seven_zero=True)
    game.play(0, "red 7", opponent=2)
    assert (game.hand(0), game.hand(2)) == (["green 3", "green 4"], ["blue 1", "blue 2"])
    assert game.seen(events.HandsSwapped) == [events.HandsSwapped(0, 2)]


def test_amb_23_seven_zero_true_needs_somebody_to_swap_with():
    game = table("red 7, blue 1, blue 2", *OTHERS, seven_zero=True)
    game.refuse_play(0, "red 7")
    game.refuse_play(0, "red 7", opponent=0)


@pytest.mark.parametrize("direction", [1, -1])
def test_amb_23_seven_zero_true_passes_all_hands_on_at_a_zero(direction):
    game = table("red 0, blue 1, blue 2", *OTHERS, seven_zero=True, direction=direction)
    game.play(0, "red 0")
    assert game.hand(direction % 3) == ["blue 1", "blue 2"]


def swapped(uno: bool, third: str = "green 3, green 4"):
    """Seat 0 is left with one card, and gives it to seat 2 for what that holds."""
    game = table("red 7, blue 1", "green 1, green 2", third, seven_zero=True)
    if third == "green 3":
        game.call(2)
    game.play(0, "red 7", opponent=2, uno=uno)
    assert game.hand(2) == ["blue 1"]
    return game


def test_amb_23_seven_zero_true_lets_whoever_got_the_last_card_be_caught():
    game = swapped(uno=False)
    assert game.state.uno_open == 2
    assert game.legal(0, actions.Catch) == [actions.Catch(game.state.turn, 0, 2)]
    game.catch(0, 2)
    assert game.size(2) == 3


def test_amb_23_seven_zero_true_lets_whoever_got_the_last_card_say_uno_first():
    game = swapped(uno=False)
    game.call(2)
    assert game.legal(0, actions.Catch) == game.legal(1, actions.Catch) == []


def test_amb_23_seven_zero_true_passes_on_what_was_said_of_a_hand():
    game = swapped(uno=True)
    assert game.state.called == [False, False, True]
    assert game.state.uno_open == NOBODY
    game = swapped(uno=False, third="green 3")
    assert game.state.called == [True, False, False]  # of the card that came from seat 2
    assert game.state.uno_open == 2


@pytest.mark.parametrize("direction", [1, -1])
def test_amb_23_seven_zero_true_passes_a_forgotten_uno_on_at_a_zero(direction):
    game = table("red 0, blue 1", *OTHERS, seven_zero=True, direction=direction)
    game.play(0, "red 0")
    assert game.state.uno_open == direction % 3
    assert game.hand(direction % 3) == ["blue 1"]


@pytest.mark.parametrize("name", ["red 7", "red 0"])
def test_amb_23_seven_zero_true_lets_a_last_card_win(name):
    game = table(name, *OTHERS, seven_zero=True)
    game.play(0, name)
    assert game.seen(events.RoundEnded)[0].winner == 0


def test_house_rules_are_off_in_both_presets():
    for preset in ("showdown", "encanto"):
        rules = table("red 1", "blue 1", preset=preset).state.rules
        assert (rules.stacking, rules.jump_in, rules.seven_zero) == (False, False, False)


def test_all_colours_are_offered_for_a_wild_card():
    game = table("wild, blue 1", *OTHERS)
    wild = game.in_hand(0, "wild")
    plays = [play for play in engine.legal_actions(game.state, 0) if isinstance(play, actions.Play)]
    assert {play.colour for play in plays if play.card == wild} == set(Colour)
