"""UNO Showdown: matching, drawing and the action cards (SD-20 to SD-35)."""

from __future__ import annotations

import pytest

from rules_kit import table
from showdown_rules import actions, events
from showdown_rules.state import Phase

OTHERS = ("green 1, green 2", "green 3, green 4")


@pytest.mark.parametrize("name", ["red 2", "blue 6", "red skip", "red 1*"])
def test_sd_20_colour_or_number_matches(name):
    game = table(f"{name}, blue 1", *OTHERS, top="red 6")
    game.play(0, name)
    assert game.top == name


@pytest.mark.parametrize("word", ["skip", "reverse", "draw two"])
def test_sd_20_the_same_symbol_matches(word):
    game = table(f"blue {word}, blue 1", *OTHERS, top=f"red {word}")
    game.play(0, f"blue {word}")
    assert game.top == f"blue {word}"
    assert game.colour == "blue"


@pytest.mark.parametrize("name", ["blue 5", "blue skip", "blue draw two"])
def test_sd_20_nothing_else_matches(name):
    game = table(f"{name}, red 1", *OTHERS, top="red 6")
    game.refuse_play(0, name)
    assert game.playable(0) == ["red 1"]


def test_sd_20_one_card_is_played_and_lies_on_top():
    game = table("red 2, red 4, blue 1", *OTHERS)
    game.play(0, "red 2")
    assert game.hand(0) == ["blue 1", "red 4"]
    assert game.top == "red 2"


@pytest.mark.parametrize("name", ["wild", "wild draw four", "wild showdown"])
@pytest.mark.parametrize("top", ["red 6", "blue skip", "green draw two", "yellow reverse"])
def test_sd_21_a_wild_card_matches_everything(name, top):
    game = table(f"{name}, green 9, green 8", "blue 1, blue 2", "blue 3, blue 4", top=top)
    assert name in game.playable(0)


def test_sd_22_after_a_wild_card_the_chosen_colour_is_matched():
    game = table("wild, red 1", "red 2, blue 2, green 2", "green 3, green 4")
    game.play(0, "wild", colour="blue")
    assert game.colour == "blue"
    assert game.playable(1) == ["blue 2"]


def test_sd_22_the_wild_card_s_old_colour_is_over():
    game = table("red 1, red 2", *OTHERS, top="wild", colour="green")
    game.refuse_play(0, "red 1")


def test_sd_22_a_wild_card_goes_on_a_wild_card():
    game = table("wild, red 2", *OTHERS, top="wild", colour="green")
    game.play(0, "wild", colour="red")
    assert game.colour == "red"


def test_sd_23_the_showdown_symbol_does_not_match_a_showdown_symbol():
    game = table("blue 7*, red 1", *OTHERS, top="red 5*")
    game.refuse_play(0, "blue 7*")


def test_sd_23_a_marked_card_matches_by_its_number():
    game = table("blue 5*, blue 1", *OTHERS, top="red 5")
    game.play(0, "blue 5*")
    assert game.phase == Phase.SHOWDOWN


def test_sd_24_without_a_playable_card_one_takes_the_top_of_the_draw_pile():
    game = table("blue 1, blue 2", *OTHERS, draw="blue 9, blue 8")
    assert game.playable(0) == []
    game.draw(0)
    assert game.hand(0) == ["blue 1", "blue 2", "blue 9"]


def test_sd_24_exactly_one_card_is_drawn_and_the_turn_ends():
    game = table("blue 1, blue 2", *OTHERS, draw="blue 9, blue 8")
    game.draw(0)
    assert game.seat == 1
    game.refuse(actions.Draw(game.state.turn, 0))


def test_sd_25_the_drawn_card_may_be_played_at_once():
    game = table("blue 1, blue 2", *OTHERS, draw="red 9")
    game.draw(0)
    assert game.phase == Phase.DRAWN
    game.play(0, "red 9")
    assert game.top == "red 9"
    assert game.seat == 1


def test_sd_25_the_drawn_card_may_be_kept():
    game = table("blue 1, blue 2", *OTHERS, draw="red 9")
    game.draw(0)
    game.skip_turn(0)
    assert game.seat == 1
    assert "red 9" in game.hand(0)


def test_sd_26_one_may_draw_although_one_can_play():
    game = table("red 1, blue 2", *OTHERS, draw="blue 9")
    game.draw(0)
    assert game.size(0) == 3
    assert game.seat == 1


def test_sd_27_an_empty_draw_pile_is_made_of_the_discard_pile():
    game = table("blue 1, blue 2", *OTHERS, rest="discard", draw="blue 9")
    game.draw(0)
    under = set(game.state.discard[:-1])
    assert not game.state.draw
    game.draw(1)
    assert game.size(1) == 3
    now = game.state
    assert set(now.draw) | set(now.hands[1]) >= under
    assert [one.cards for one in game.log if isinstance(one, events.Reshuffled)] == [len(under)]


def test_sd_27_the_new_draw_pile_is_shuffled():
    game = table("blue 1, blue 2", *OTHERS, rest="discard")
    under = game.state.discard[:-1]
    game.draw(0)
    pile = game.state.draw
    assert pile not in (under[: len(pile)], under[::-1][: len(pile)])


@pytest.mark.parametrize("name", ["red 0", "red 4", "red 9"])
def test_sd_30_a_number_card_does_nothing(name):
    game = table(f"{name}, blue 1", *OTHERS)
    before = [list(hand) for hand in game.state.hands[1:]]
    game.play(0, name)
    assert game.state.hands[1:] == before
    assert (game.seat, game.state.direction, game.phase) == (1, 1, Phase.PLAY)


def test_sd_31_draw_two_gives_the_next_player_two_cards_and_takes_the_turn():
    game = table("red draw two, blue 1", *OTHERS, draw="blue 9, blue 8")
    game.play(0, "red draw two")
    assert game.hand(1) == ["blue 8", "blue 9", "green 1", "green 2"]
    assert game.seat == 2


def test_sd_31_draw_two_goes_along_the_direction():
    game = table("red draw two, blue 1", *OTHERS, direction=-1)
    game.play(0, "red draw two")
    assert game.sizes == [1, 2, 4]
    assert game.seat == 1


def test_sd_31_draw_two_is_not_answered_with_draw_two():
    game = table("red draw two, blue 1", "blue draw two, green 2", "green 3, green 4")
    game.play(0, "red draw two")
    assert game.size(1) == 4
    game.refuse_play(1, "blue draw two")


def test_sd_32_reverse_turns_the_direction():
    game = table("red reverse, blue 1", *OTHERS)
    game.play(0, "red reverse")
    assert (game.state.direction, game.seat) == (-1, 2)
    assert game.seen(events.Reversed) == [events.Reversed(-1)]


def test_sd_32_two_reverses_turn_it_back():
    game = table("red reverse, blue 1", "green 1, green 2", "blue reverse, green 4")
    game.play(0, "red reverse")
    game.play(2, "blue reverse")
    assert (game.state.direction, game.seat) == (1, 0)


def test_sd_33_skip_takes_the_next_player_s_turn():
    game = table("red skip, blue 1", *OTHERS)
    game.play(0, "red skip")
    assert game.seat == 2
    assert game.sizes == [1, 2, 2]
    assert game.seen(events.TurnLost) == [events.TurnLost(1, "skip")]


def test_sd_34_a_wild_card_may_be_played_with_a_playable_card_in_the_hand():
    game = table("wild, red 1", *OTHERS)
    game.play(0, "wild", colour="yellow")
    assert (game.colour, game.seat) == ("yellow", 1)


@pytest.mark.parametrize("colour", ["red", "yellow", "green", "blue"])
def test_sd_34_any_colour_may_be_chosen_also_the_one_that_is(colour):
    game = table("wild, blue 1", *OTHERS)
    game.play(0, "wild", colour=colour)
    assert game.colour == colour


def test_sd_35_wild_showdown_chooses_colour_opponent_and_number():
    game = table("wild showdown, red 1, red 2", *OTHERS)
    game.play(0, "wild showdown", colour="green", opponent=2, cards=3)
    showdown = game.state.showdown
    assert (showdown.initiator, showdown.defender, showdown.cards) == (0, 2, 3)
    assert game.colour == "green"
    assert len(game.state.unit) == 3


def test_sd_35_every_choice_is_offered():
    game = table("wild showdown, red 1, red 2", *OTHERS)
    plays = [p for p in game.legal(0, actions.Play) if p.card == game.in_hand(0, "wild showdown")]
    offered = {(p.colour, p.opponent, p.cards) for p in plays}
    assert offered == {(c, o, n) for c in range(4) for o in (1, 2) for n in (1, 2, 3)}
