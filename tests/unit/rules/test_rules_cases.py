"""Faults seen in other engines, each pinned here: `case_N`; docs/rules.md lists them."""

from __future__ import annotations

from collections import Counter

import pytest

from rules_kit import MARKED, check, new_game, table, zones
from showdown_rules import actions, engine, events
from showdown_rules.actions import TABLE, IllegalAction
from showdown_rules.cards import Colour
from showdown_rules.ruleset import PRESETS, ruleset
from showdown_rules.state import Phase

OTHERS = ("green 1, green 2", "green 3, green 4")


# --- deck and shuffle -------------------------------------------------------------------------


def test_case_1_with_an_empty_draw_pile_one_may_still_draw():
    game = table("blue 1, blue 2", *OTHERS, rest="discard")
    assert game.state.draw == []
    assert len(game.legal(0, actions.Draw)) == 1
    game.draw(0)
    assert game.size(0) == 3


def test_case_1_with_nothing_anywhere_one_passes():
    game = table("blue 1, blue 2", "green 1", top="yellow 0", rest=1)
    assert game.legal(0, actions.Draw) == []
    assert len(game.legal(0, actions.Pass)) == 1


def test_case_2_penalties_on_empty_piles_end_in_a_live_turn():
    hands = ("red draw two, blue 1", "green 1", "blue 2, blue 3")
    game = table(*hands, rest=1)
    game.play(0, "red draw two", uno=True)
    assert (game.phase, game.seat) == (Phase.PLAY, 2)
    check(game.state)


def test_case_3_after_the_new_pile_the_top_card_is_still_the_top():
    game = table("blue 1, blue 2", *OTHERS, rest="discard", discard="red 8")
    top = game.state.discard[-1]
    game.draw(0)
    assert game.state.discard == [top]


@pytest.mark.parametrize("way", ["draw", "penalty", "challenge", "showdown", "catch"])
def test_case_3_every_way_to_draw_makes_the_same_new_pile(way):
    hands = ("red draw two, red 1*, wild draw four, red 1, blue 9, blue 8", "green 1, green 2")
    hands = ("red 1, blue 2", "green 1, green 2") if way == "catch" else hands
    game = table(*hands, OTHERS[1], rest="discard")
    if way == "draw":
        game.draw(0)
    elif way == "penalty":
        game.play(0, "red draw two")
    elif way == "challenge":
        game.play(0, "wild draw four", colour="blue")
        game.challenge(1)
    elif way == "showdown":
        game.play(0, "red 1*")
    else:
        game.play(0, "red 1")
        game.catch(2, 0)
    assert [one.cards for one in game.log if isinstance(one, events.Reshuffled)]
    assert len(game.state.discard) == 1


def test_case_4_a_wild_card_keeps_its_colour_when_the_pile_is_made_anew():
    game = table("blue 1, blue 2", "red 1, blue 3", top="wild", colour="red", rest="discard")
    game.draw(0)
    if game.phase == Phase.DRAWN:
        game.skip_turn(0)
    assert game.colour == "red"
    assert "red 1" in game.playable(1)


def test_case_5_the_discard_pile_is_used_again():
    game = table("blue 1, blue 2", *OTHERS, rest="discard")
    lying = len(game.state.discard)
    game.draw(0)
    assert len(game.state.draw) == lying - 2


def test_case_6_a_round_of_hoarders_ends():
    hands = ("blue 1, blue 2", "green 1, green 2", "green 3")
    game = table(*hands, "", top="yellow 0", rest=3, gone=(3,))
    for seat in (0, 1, 2):
        game.skip_turn(seat)
    assert game.seen(events.RoundEnded)[0].why == "stalemate"


@pytest.mark.parametrize("preset", list(PRESETS))
def test_case_7_a_full_deck_is_dealt(preset):
    game = new_game(6, preset=preset)
    deck = game.state.deck
    dealt = Counter((deck.colours[card], deck.faces[card]) for card in zones(game.state))
    assert dealt == Counter(zip(deck.colours, deck.faces, strict=True))


def test_case_9_no_card_comes_from_nowhere_when_the_piles_run_out():
    game = table("red draw two, blue 1, blue 2", "green 1", rest=1)
    game.play(0, "red draw two")
    assert sorted(zones(game.state)) == list(range(112))


def test_case_10_a_match_begins_whole():
    game = new_game(4)
    assert (game.sizes, game.phase) == ([7, 7, 7, 7], Phase.PLAY)
    assert sorted(zones(game.state)) == list(range(112))


# --- wild cards and colours -------------------------------------------------------------------


@pytest.mark.parametrize("colour", list(Colour))
def test_case_11_the_colour_is_the_one_of_the_action(colour):
    game = table("wild, blue 1", *OTHERS)
    game.play(0, "wild", colour=int(colour))
    assert game.state.colour == colour
    assert game.seen(events.Played)[0].colour == colour


def test_case_13_no_state_waits_for_a_colour():
    game = table("wild, blue 1", *OTHERS)
    game.play(0, "wild", colour="green")
    game.leave(0)
    assert game.colour == "green"
    assert "green 1" in game.playable(1)


def test_case_14_a_penalty_leaves_the_colour_alone():
    game = table("wild draw four, blue 1, blue 2", *OTHERS, draw="red 1, red 2, red 3, red 4")
    game.play(0, "wild draw four", colour="green")
    game.accept(1)
    assert game.colour == "green"


def test_case_15_a_wild_card_stays_what_it_is_beside_its_colour():
    game = table("wild, blue 1", *OTHERS)
    card = game.in_hand(0, "wild")
    game.play(0, "wild", colour="green")
    assert (game.state.discard[-1], game.top, game.colour) == (card, "wild", "green")


@pytest.mark.parametrize("name", ["wild", "wild draw four", "wild showdown"])
@pytest.mark.parametrize("colour", [-1, 4, 7])
def test_case_16_a_wild_card_without_a_colour_changes_nothing(name, colour):
    game = table(f"{name}, blue 1, blue 2", *OTHERS)
    choices = {"opponent": 1, "cards": 1} if name == "wild showdown" else {}
    game.refuse_play(0, name, colour=colour, **choices)


def test_case_16_a_colour_for_a_coloured_card_is_refused():
    game = table("red 1, blue 1", *OTHERS)
    game.refuse_play(0, "red 1", colour="blue")


# --- the first card ---------------------------------------------------------------------------


def test_case_17_after_every_deal_somebody_can_go_on():
    kinds = ("reflip_non_number", "classic_effects", "reflip_wild_only", "no_effect")
    for n in range(60):
        for first in kinds:
            new_game(3, seed=f"start {n}", first_card=first)


def test_case_17_a_new_round_has_nothing_of_the_old_one():
    game = table("red 1, blue 2", "red 3", OTHERS[1], direction=-1, seat=0)
    game.play(0, "red 1", uno=True)
    game.draw(2)
    if game.phase == Phase.DRAWN:
        game.skip_turn(2)
    game.play(1, "red 3")
    game.next_round()
    now = game.state
    assert (now.direction, now.passes, now.stacked, now.uno_open) == (1, 0, 0, -1)
    assert not any(now.called)
    assert (now.unit, now.showdown, now.wild_draw_four, now.drawn) == ([], None, None, -1)
    assert (now.last_player, now.winners) == (-1, [])


def test_case_18_both_readings_of_the_first_card_can_be_played():
    skips = set()
    for n in range(80):
        for first in ("classic_effects", "reflip_wild_only"):
            game = new_game(4, seed=f"start {n}", first_card=first)
            if game.top.endswith("skip"):
                skips.add((first, (game.seat - game.state.dealer) % 4))
    assert skips == {("classic_effects", 2), ("reflip_wild_only", 1)}


# --- turns ------------------------------------------------------------------------------------


def test_case_19_one_draw_a_turn():
    game = table("blue 1, blue 2", *OTHERS, draw="red 9")
    game.draw(0)
    assert game.legal(0, actions.Draw) == []
    game.refuse(actions.Draw(game.state.turn, 0))


@pytest.mark.parametrize("preset", list(PRESETS))
def test_case_20_nothing_is_stacked(preset):
    hands = ("red draw two, blue 1, blue 2", "blue draw two, wild draw four, green 2", OTHERS[1])
    game = table(*hands, preset=preset)
    game.play(0, "red draw two")
    assert (game.seat, game.size(1)) == (2, 5)


def test_case_21_a_penalty_is_taken_once():
    game = table("wild draw four, blue 1, blue 2", *OTHERS, draw="yellow 1, yellow 2")
    game.play(0, "wild draw four", colour="blue")
    game.accept(1)
    assert game.size(1) == 6
    game.draw(2)
    assert game.size(2) == 3


def test_case_22_reverse_between_two_has_both_readings():
    for option, seat in (("skip", 0), ("flip_only", 1)):
        game = table("red reverse, blue 1", "green 1, green 2", two_player_reverse=option)
        game.play(0, "red reverse", uno=True)
        assert game.seat == seat


def test_case_23_a_card_drawn_as_a_penalty_is_not_played():
    game = table("red draw two, blue 1", *OTHERS, draw="red 8, red 7")
    game.play(0, "red draw two", uno=True)
    assert (game.phase, game.seat) == (Phase.PLAY, 2)
    game.refuse_play(1, "red 8")


# --- players who leave ------------------------------------------------------------------------

FOUR = ("red 1, blue 1", "green 1, green 2", "red 3, green 4", "yellow 1, yellow 2")


def test_case_24_who_leaves_takes_no_cards_along():
    game = table(*FOUR)
    held = set(game.state.hands[1])
    game.leave(1)
    assert game.state.hands[1] == []
    assert held <= set(game.state.draw)
    assert game.seen(events.Left) == [events.Left(1)]


@pytest.mark.parametrize("direction", [1, -1])
def test_case_24_the_next_player_leaves_and_the_one_after_plays(direction):
    game = table(*FOUR, direction=direction)
    game.leave(direction % 4)
    game.play(0, "red 1", uno=True)
    assert (game.seat, game.state.direction) == (2, direction)


def test_case_24_who_would_draw_four_leaves_and_nobody_draws_them():
    game = table("wild draw four, red 1, blue 2", *FOUR[1:])
    game.play(0, "wild draw four", colour="blue")
    game.leave(1)
    assert (game.phase, game.seat) == (Phase.PLAY, 2)
    assert game.sizes == [2, 0, 2, 2]


def test_case_24_a_passed_over_seat_is_not_skipped_instead():
    game = table("red skip, blue 1", *FOUR[1:])
    game.leave(1)
    game.play(0, "red skip", uno=True)
    assert game.seat == 3


def test_case_24_a_draw_two_hits_the_next_who_is_here():
    game = table("red draw two, blue 1", *FOUR[1:])
    game.leave(1)
    game.play(0, "red draw two", uno=True)
    assert (game.sizes, game.seat) == ([1, 0, 4, 2], 3)


@pytest.mark.parametrize("target", [2, 3])
def test_case_25_somebody_else_leaves_and_the_turn_stays(target):
    game = table(*FOUR)
    game.leave(target)
    assert game.seat == 0
    game.play(0, "red 1", uno=True)
    assert game.seat == 1


@pytest.mark.parametrize(("direction", "seat"), [(1, 1), (-1, 3)])
def test_case_26_whose_turn_it_is_leaves_and_the_next_plays(direction, seat):
    game = table(*FOUR, direction=direction)
    game.leave(0)
    assert (game.phase, game.seat) == (Phase.PLAY, seat)


def test_case_26_who_has_drawn_leaves_and_the_next_plays():
    game = table("blue 1, blue 2", *FOUR[1:], draw="red 9")
    game.draw(0)
    game.leave(0)
    assert (game.phase, game.seat, game.state.drawn) == (Phase.PLAY, 1, -1)


def test_case_26_the_last_two_become_one_and_the_round_ends():
    game = table("red 1, blue 1", "green 1, green 2")
    game.leave(0)
    assert game.seen(events.RoundEnded)[0].why == "left"
    assert game.phase in (Phase.ROUND_OVER, Phase.MATCH_OVER)


def test_case_26_nobody_leaves_twice():
    game = table(*FOUR)
    game.leave(2)
    game.refuse(actions.Leave(game.state.turn, TABLE, 2))


def test_case_26_who_left_gets_no_cards_in_the_next_round():
    game = table("red 1", "green 1", "green 2")
    game.leave(2)
    game.play(0, "red 1")
    game.next_round()
    assert game.sizes == [7, 7, 0]
    assert game.seat in (0, 1)
    assert game.state.dealer in (0, 1)


# --- stale actions ----------------------------------------------------------------------------


def test_case_27_the_same_action_twice_counts_once():
    game = table("blue 1, blue 2", *OTHERS, draw="yellow 1, yellow 2")
    action = actions.Draw(game.state.turn, 0)
    game.do(action)
    game.refuse(action)


@pytest.mark.parametrize("by", [-1, 1, 5])
def test_case_27_an_action_of_another_turn_is_refused(by):
    game = table("red 1, blue 2", *OTHERS)
    action = game.a_play(0, "red 1")._replace(turn=game.state.turn + by)
    game.refuse(action)


def test_case_27_calls_and_catches_make_no_play_stale():
    game = table("red 1, blue 2", "red 3, green 2", OTHERS[1])
    game.play(0, "red 1")
    play = game.a_play(1, "red 3", uno=True)
    game.catch(2, 0)
    game.do(play)
    assert game.seat == 2


# --- the challenge ----------------------------------------------------------------------------


def test_case_30_one_may_bluff():
    game = table("wild draw four, red 1, red 2", *OTHERS)
    assert "wild draw four" in game.playable(0)


def test_case_31_a_number_that_matches_is_no_guilt():
    game = table("wild draw four, blue 6, green 6", *OTHERS, top="red 6")
    game.play(0, "wild draw four", colour="blue")
    game.challenge(1)
    assert game.sizes == [2, 8, 2]


def test_case_32_a_wild_card_below_is_tested_by_its_colour():
    for held, wrong in (("green 8", True), ("red 8", False)):
        hand = f"wild draw four, {held}, blue 3"
        game = table(hand, *OTHERS, top="wild", colour="green")
        game.play(0, "wild draw four", colour="red")
        assert game.state.wild_draw_four.guilty == wrong


@pytest.mark.parametrize("name", ["wild", "wild draw four"])
def test_case_32_a_wild_last_card_ends_the_round(name):
    game = table(name, *OTHERS)
    game.play(0, name, colour="blue")
    if game.phase == Phase.CHALLENGE:
        game.accept(1)
    assert game.seen(events.RoundEnded)[0].winner == 0


def test_case_32_with_no_cards_there_is_no_uno():
    game = table("wild draw four", *OTHERS)
    game.play(0, "wild draw four", colour="blue")
    assert game.legal(0, actions.CallUno) == []
    assert game.legal(2, actions.Catch) == []


def test_case_32_the_penalty_hits_who_played_it():
    game = table(OTHERS[0], "wild draw four, red 1, blue 3", OTHERS[1], seat=1)
    game.play(1, "wild draw four", colour="blue")
    game.challenge(2)
    assert game.sizes == [2, 6, 2]


@pytest.mark.parametrize(
    "hand", ["wild draw four, red 1, blue 3", "wild draw four, blue 1, blue 3"]
)
def test_case_32_the_direction_outlives_the_challenge(hand):
    game = table(hand, *OTHERS, direction=-1)
    game.play(0, "wild draw four", colour="blue")
    game.challenge(2)
    assert game.state.direction == -1


@pytest.mark.parametrize("name", ["red skip", "red reverse", "red draw two"])
def test_case_33_a_last_action_card_ends_the_round(name):
    game = table(name, *OTHERS)
    game.play(0, name)
    assert game.seen(events.RoundEnded)[0].winner == 0


def test_case_33_in_a_challenge_the_next_player_always_can_answer():
    hand = "wild draw four, wild draw four, blue 3"
    game = table(hand, "wild draw four, green 2", OTHERS[1])
    game.play(0, "wild draw four", colour="blue")
    offered = {type(one) for one in game.legal(1, object)}
    assert offered >= {actions.Accept, actions.Challenge}
    game.refuse_play(1, "wild draw four", colour="red")


def test_case_34_the_hand_is_shown_as_it_was_at_the_play():
    game = table("wild draw four, red 1", *OTHERS)
    held = game.state.hands[0][1:]
    game.play(0, "wild draw four", colour="blue")
    game.catch(2, 0)
    game.challenge(1)
    (shown,) = game.seen(events.Challenged)
    assert list(shown.hand) == held
    assert shown.guilty


# --- UNO --------------------------------------------------------------------------------------


def test_case_35_the_call_comes_with_the_play_so_nobody_can_be_faster():
    game = table("red 1, blue 2", *OTHERS)
    game.play(0, "red 1", uno=True)
    for seat in (1, 2):
        assert game.legal(seat, actions.Catch) == []


def test_case_36_before_the_window_shuts_nobody_plays_twice():
    game = table("red 1, red 2", *OTHERS)
    game.play(0, "red 1")
    game.refuse_play(0, "red 2")


def test_case_37_a_wild_card_and_the_call_are_one_action():
    game = table("wild, blue 2", *OTHERS)
    game.play(0, "wild", colour="green", uno=True)
    assert game.seen(events.UnoCalled) == [events.UnoCalled(0)]


@pytest.mark.parametrize("penalty", [0, 2])
def test_case_38_a_false_uno_costs_what_the_option_says(penalty):
    game = table("red 1, blue 2, blue 3", *OTHERS, false_call_penalty=penalty)
    game.call(2)  # two cards, and not in turn
    assert game.size(2) == 2 + penalty
    assert game.seen(events.FalseCall) == [events.FalseCall(2)]


def test_case_40_nobody_says_uno_for_a_player():
    game = table("red 1, blue 2", *OTHERS)
    game.play(0, "red 1")
    assert game.seen(events.UnoCalled) == []
    assert not any(game.state.called)


def test_case_42_a_lost_last_showdown_leads_to_a_live_turn():
    for n in (1, 3, 9):
        game = table(f"red {n}*", *OTHERS)
        game.play(0, f"red {n}*")
        game.settle(0)
        assert (game.phase, game.seat) == (Phase.PLAY, 1)
        assert game.size(0) > 0
        assert game.legal(1, actions.Draw)


def test_case_44_the_presets_play_to_500():
    assert {rules.target for rules in PRESETS.values()} == {500}


# --- programs ---------------------------------------------------------------------------------


def test_case_46_the_state_holds_no_past():
    before = table("red 1, blue 2", *OTHERS)
    held = before.state
    before.play(0, "red 1")
    assert held.hands[0] != before.state.hands[0]
    assert len(held.discard) == 1


def test_case_47_exactly_the_acting_seats_can_go_on():
    game = table("red 1, blue 2", *OTHERS)
    assert engine.acting(game.state) == (0,)
    taking_turns = (actions.Play, actions.Draw, actions.Pass, actions.Accept)
    for seat in (1, 2):
        assert not [
            a for a in engine.legal_actions(game.state, seat) if isinstance(a, taking_turns)
        ]


def test_case_48_apply_gives_a_state_of_its_own():
    game = table("red 1, blue 2", *OTHERS)
    first, _ = engine.apply(game.state, game.a_play(0, "red 1"))
    second, _ = engine.apply(game.state, game.a_play(0, "red 1"))
    first.hands[1].clear()
    assert len(second.hands[1]) == len(game.state.hands[1]) == 2


def test_case_49_the_streams_of_chance_are_apart():
    one, other = engine.stream("seed", "deal", 0), engine.stream("seed", "deal", 0)
    assert [one.random() for _ in range(5)] == [other.random() for _ in range(5)]
    first = {engine.stream("seed", name, n).random() for name in ("deal", "bots") for n in range(5)}
    assert len(first) == 10


def test_case_49_each_new_pile_has_a_chance_of_its_own():
    orders = set()
    for shuffles in range(20):
        game = table("blue 1, blue 2", *OTHERS, rest="discard")
        game.state.shuffles = shuffles
        game.draw(0)
        orders.add(tuple(game.state.draw))
    assert len(orders) == 20


def test_case_49_a_match_touches_no_global_chance():
    import random

    random.seed(1)
    before = random.getstate()
    engine.new_match(ruleset("showdown"), MARKED, 4, "seed")
    assert random.getstate() == before


def test_a_refusal_says_why():
    game = table("blue 5, red 1", *OTHERS)
    with pytest.raises(IllegalAction) as refusal:
        engine.apply(game.state, game.a_play(0, "blue 5"))
    assert refusal.value.code
    assert len(str(refusal.value)) > 10


@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_a_seat_that_does_not_exist_can_do_nothing(seat):
    game = table("red 1, blue 2", *OTHERS)
    card = game.in_hand(0, "red 1")
    game.refuse(actions.Play(game.state.turn, seat, card))
    game.refuse(actions.Draw(game.state.turn, seat))


@pytest.mark.parametrize("card", [-1, 112, 10_000])
def test_a_card_that_does_not_exist_is_refused(card):
    game = table("red 1, blue 2", *OTHERS)
    game.refuse(actions.Play(game.state.turn, 0, card))


def test_somebody_else_s_card_is_refused():
    game = table("red 1, blue 2", "red 3, green 2", OTHERS[1])
    game.refuse(actions.Play(game.state.turn, 0, game.in_hand(1, "red 3")))
