"""UNO Showdown: the showdowns (SD-50 to SD-60)."""

from __future__ import annotations

import pytest

from rules_kit import table
from showdown_rules import actions, engine, events
from showdown_rules.actions import TABLE
from showdown_rules.state import Phase

OTHERS = ("green 1, green 2", "green 3, green 4")


def begun(name: str = "red 3*", **options):
    """Seat 0 has played the card: two cards against seat 1, who is next."""
    game = table(f"{name}, blue 2, blue 4", *OTHERS, **options)
    game.play(0, name)
    return game


def test_sd_50_a_marked_card_starts_a_showdown():
    game = begun()
    assert game.phase == Phase.SHOWDOWN
    assert engine.acting(game.state) == (TABLE,)


def test_sd_50_a_wild_showdown_starts_a_showdown():
    game = table("wild showdown, blue 2, blue 4", *OTHERS)
    game.play(0, "wild showdown", colour="red", opponent=1, cards=1)
    assert game.phase == Phase.SHOWDOWN
    assert game.state.showdown.why == "wild"


def test_sd_50_a_card_without_the_symbol_starts_none():
    game = table("red 3, blue 2, blue 4", *OTHERS)
    game.play(0, "red 3")
    assert (game.phase, game.state.showdowns) == (Phase.PLAY, 0)


@pytest.mark.parametrize(("direction", "other"), [(1, 1), (-1, 2)])
def test_sd_51_a_marked_card_is_against_the_next_player(direction, other):
    showdown = begun(direction=direction).state.showdown
    assert (showdown.initiator, showdown.defender) == (0, other)
    assert showdown.why == "icon"


def test_sd_51_a_wild_showdown_is_against_the_chosen_player():
    game = table("wild showdown, blue 2, blue 4", *OTHERS)
    game.play(0, "wild showdown", colour="red", opponent=2, cards=1)
    assert (game.state.showdown.initiator, game.state.showdown.defender) == (0, 2)


def test_sd_52_the_cards_come_from_the_top_of_the_draw_pile():
    game = begun(draw="yellow 1, yellow 2, yellow 3")
    pile = game.state.draw
    assert len(game.state.unit) == 2
    game.settle(1)
    assert game.hand(1) == ["green 1", "green 2", "yellow 1", "yellow 2"]
    assert game.state.draw == pile


def test_sd_52_nobody_sees_the_loaded_cards():
    game = begun(draw="yellow 1, yellow 2, yellow 3")
    loaded = set(game.state.unit)
    told = [one for one in game.events if getattr(one, "cards", None) == tuple(loaded)]
    (began,) = game.seen(events.ShowdownBegan)
    assert (began.cards, told) == (2, [])


def test_sd_55_the_loser_takes_the_cards_into_the_hand():
    game = begun()
    loaded = set(game.state.unit)
    game.settle(1)
    assert loaded <= set(game.state.hands[1])
    assert (game.sizes, game.state.unit) == ([2, 4, 2], [])


def test_sd_55_also_the_player_who_started_it_may_lose():
    game = begun()
    loaded = set(game.state.unit)
    game.settle(0)
    assert loaded <= set(game.state.hands[0])
    assert game.sizes == [4, 2, 2]


def test_sd_55_nobody_else_can_lose():
    game = begun()
    for seat in (2, 3, -1):
        game.refuse(game.a_settle(seat))


@pytest.mark.parametrize(("initiator", "defender", "sizes"), [(2, 1, [5, 2, 2]), (1, 2, [2, 5, 2])])
def test_sd_56_more_cards_over_the_line_lose_and_take_all(initiator, defender, sizes):
    game = begun("red 9*")
    game.lines(initiator, defender)
    assert game.sizes == sizes
    assert game.seen(events.ShowdownSettled)[0].by == "lines"


def test_sd_56_one_card_over_a_line_is_enough():
    game = begun("red 9*")
    game.lines(0, 1)
    assert game.sizes == [2, 5, 2]


@pytest.mark.parametrize("count", [(3, 1), (-1, 2), (4, 0)])
def test_sd_56_more_cards_than_were_loaded_are_refused(count):
    game = begun("red 9*")
    game.refuse(game.a_lines(*count))


def test_sd_57_who_presses_early_takes_all_cards():
    game = begun("red 9*")
    game.settle(0, by="unit")
    assert game.sizes == [5, 2, 2]


def test_sd_58_without_a_loser_the_same_cards_are_played_again():
    game = begun()
    loaded, number = list(game.state.unit), game.state.showdown.number
    game.rematch("no_press")
    assert game.state.unit == loaded
    assert (game.state.showdown.number, game.state.showdown.attempt) == (number, 2)


@pytest.mark.parametrize("loser", [0, 1])
def test_sd_59_the_next_player_in_order_plays_and_no_turn_is_lost(loser):
    game = begun()
    game.settle(loser)
    assert (game.seat, game.phase) == (1, Phase.PLAY)
    assert game.seen(events.TurnLost) == []


def test_sd_59_the_colour_stays_that_of_the_card():
    game = begun()
    game.settle(1)
    assert (game.top, game.colour) == ("red 3*", "red")


def test_sd_60_a_short_draw_pile_is_made_anew_first():
    game = begun("red 9*", rest="discard", draw="yellow 1")
    assert len(game.state.unit) == 3
    assert game.seen(events.Reshuffled)


def test_sd_60_what_there_is_goes_into_the_unit():
    game = begun("red 9*", rest=2, draw="yellow 1")
    assert len(game.state.unit) == 2  # the yellow card, and the red 6 from under the red 9
    game.settle(1)
    assert game.size(1) == 4
    assert game.phase == Phase.PLAY


def test_during_a_showdown_nobody_plays():
    game = begun()
    for seat in range(3):
        game.refuse(actions.Draw(game.state.turn, seat))
    game.refuse_play(1, "green 1")
