"""What a seat sees of a state and of events, case by case; the property stands beside."""

from dataclasses import FrozenInstanceError, fields

import pytest

from rules_kit import new_game, table
from showdown_rules import engine
from showdown_rules.actions import NOBODY, TABLE
from showdown_rules.events import Challenged, Dealt, Drew, RoundEnded
from showdown_rules.views import View, project, view


def test_a_seat_sees_its_own_hand_and_how_many_cards_the_others_hold():
    game = table("red 5, blue 7", "green 1, green 2, green 3", top="red 9")
    seen = view(game.state, 0)
    assert seen.hand == tuple(game.state.hands[0])
    assert seen.sizes == (2, 3)
    assert seen.counted == ()


@pytest.mark.parametrize("seat", [TABLE, NOBODY])
def test_an_onlooker_sees_no_hand(seat):
    seen = view(table("red 5", "green 1", top="red 9").state, seat)
    assert seen.hand == ()
    assert seen.playable == ()
    assert seen.sizes == (1, 1)


def test_the_playable_cards_of_a_view_are_those_of_the_engine():
    game = table("red 5, blue 7, wild", "green 1, green 2", top="red 9")
    assert view(game.state, 0).playable == tuple(engine.playable(game.state, 0))
    assert view(game.state, 1).playable == ()


def test_only_who_drew_a_card_sees_which():
    game = table("blue 7, blue 8", "green 1, green 2", top="red 9", draw="red 1")
    game.draw(0)
    drawn = game.state.drawn
    assert view(game.state, 0).drawn == drawn
    assert view(game.state, 1).drawn == -1
    assert view(game.state, TABLE).drawn == -1


def test_whether_a_wild_draw_four_is_right_stays_hidden():
    hands = ("wild draw four, red 5, blue 1", "green 1, green 2")
    guilty, innocent = (table(*hands, top=top) for top in ("red 9", "green 9"))
    for game in (guilty, innocent):
        game.play(0, "wild draw four", colour="blue")
    assert guilty.state.wild_draw_four.guilty
    assert not innocent.state.wild_draw_four.guilty
    names = {field.name for field in fields(View)}
    for seat in (0, 1, TABLE):
        doubts = [view(game.state, seat).doubt for game in (guilty, innocent)]
        assert doubts[0]._replace(colour_before=0) == doubts[1]._replace(colour_before=0)
    assert "wild_draw_four" not in names


def test_the_cards_in_the_unit_are_counted_and_no_more():
    game = table("red 7*, blue 1, blue 2", "green 1, green 2", top="red 9")
    game.play(0, "red 7*")
    for seat in (0, 1, TABLE):
        assert view(game.state, seat).unit == len(game.state.unit) == 1
        assert view(game.state, seat).showdown == game.state.showdown


def test_all_hands_are_shown_when_the_round_is_over():
    game = table("red 5", "green 1, green 2", top="red 9")
    game.play(0, "red 5")
    for seat in (0, 1, TABLE):
        assert view(game.state, seat).counted == tuple(map(tuple, game.state.hands))


def test_a_view_has_no_seed_and_no_pile():
    names = {field.name for field in fields(View)}
    assert not names & {"seed", "draw", "hands", "shuffles"}
    assert isinstance(view(new_game().state, 0).pile, int)
    assert isinstance(view(new_game().state, 0).unit, int)


def test_a_view_cannot_be_changed_and_is_not_changed_by_what_comes_after():
    game = table("red 5, red 7", "green 1, green 2", top="red 9")
    seen = view(game.state, 0)
    hand = seen.hand
    with pytest.raises(FrozenInstanceError):
        seen.hand = ()
    game.play(0, "red 5")
    assert seen.hand == hand


def test_the_others_stand_in_order_of_play():
    game = table("red 5, red 1", "green 1", "green 2", "green 3", top="red 9")
    assert view(game.state, 1).others() == [2, 3, 0]
    game.state.direction = -1
    game.state.here[3] = False
    assert view(game.state, 0).others() == [2, 1]
    assert view(game.state, TABLE).others() == [2, 1, 0]


def test_of_the_deal_a_seat_reads_its_own_hand():
    events = project(new_game(3).events, 1)
    dealt = [event for event in events if isinstance(event, Dealt)]
    assert [(event.seat, len(event.cards)) for event in dealt] == [(0, 0), (1, 7), (2, 0)]
    assert [event.size for event in dealt] == [7, 7, 7]


def test_of_a_draw_only_who_drew_reads_the_cards():
    events = [Drew(0, 2, 2, "uno", (5, 6))]
    assert project(events, 0) == events
    for seat in (1, TABLE):
        assert project(events, seat) == [Drew(0, 2, 2, "uno", ())]


def test_of_a_challenge_only_the_challenger_reads_the_hand():
    events = [Challenged(1, 0, True, (5, 6))]
    assert project(events, 1) == events
    for seat in (0, 2, TABLE):
        assert project(events, seat) == [Challenged(1, 0, True, ())]


def test_the_hands_that_are_counted_at_the_end_are_for_all():
    events = [RoundEnded(1, 0, "out", ((), (5,)), (5, 0))]
    assert project(events, TABLE) == events
