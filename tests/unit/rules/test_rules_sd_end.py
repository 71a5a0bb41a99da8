"""UNO Showdown: UNO, the end of a round, and the score (SD-70 to SD-95)."""

from __future__ import annotations

import pytest

from rules_kit import ENCANTO, MARKED, table
from showdown_rules import actions, events
from showdown_rules.state import Phase

OTHERS = ("green 1, green 2", "green 3, green 4")


def over(game) -> events.RoundEnded:
    """The round has ended with the last action: how."""
    assert game.phase in (Phase.ROUND_OVER, Phase.MATCH_OVER)
    (ended,) = game.seen(events.RoundEnded)
    return ended


# --- UNO --------------------------------------------------------------------------------------


def test_sd_70_with_the_play_one_says_uno():
    game = table("red 1, blue 2", *OTHERS)
    game.play(0, "red 1", uno=True)
    assert game.seen(events.UnoCalled) == [events.UnoCalled(0)]


def test_sd_70_who_said_uno_is_not_caught():
    game = table("red 1, blue 2", *OTHERS)
    game.play(0, "red 1", uno=True)
    assert game.legal(2, actions.Catch) == []


def test_sd_70_uno_may_be_said_after_the_play():
    game = table("red 1, blue 2", *OTHERS)
    game.play(0, "red 1")
    assert game.state.uno_open == 0
    game.call(0)
    assert game.seen(events.UnoCalled) == [events.UnoCalled(0)]
    assert game.legal(2, actions.Catch) == []


@pytest.mark.parametrize("by", [1, 2])
def test_sd_71_who_forgot_uno_and_is_caught_draws_two(by):
    game = table("red 1, blue 2", *OTHERS)
    game.play(0, "red 1")
    game.catch(by, 0)
    assert game.sizes == [3, 2, 2]
    assert game.seen(events.UnoCaught) == [events.UnoCaught(0, by)]
    assert game.seat == 1


@pytest.mark.parametrize("first", ["draw", "play"])
def test_sd_71_once_the_next_player_has_acted_it_is_too_late(first):
    game = table("red 1, blue 2", "red 3, green 2", "green 3, green 4", draw="yellow 1, yellow 2")
    game.play(0, "red 1")
    if first == "draw":
        game.draw(1)
    else:
        game.play(1, "red 3", uno=True)
    assert game.legal(2, actions.Catch) == []
    assert game.state.uno_open != 0


def test_sd_71_nobody_is_caught_twice():
    game = table("red 1, blue 2", *OTHERS)
    game.play(0, "red 1")
    game.catch(1, 0)
    assert game.legal(2, actions.Catch) == []


def test_sd_72_a_hand_that_grew_by_a_lost_showdown_owes_no_uno():
    game = table("red 1*, blue 2", *OTHERS)
    game.play(0, "red 1*")
    game.settle(0)
    assert game.size(0) == 2
    assert game.legal(1, actions.Catch) == []


def test_sd_72_who_gets_one_card_by_a_lost_showdown_for_the_last_owes_no_uno():
    game = table("red 1*", *OTHERS)
    game.play(0, "red 1*")
    game.settle(0)
    assert game.size(0) == 1
    assert game.legal(1, actions.Catch) == []
    assert game.legal(0, actions.CallUno)  # but may say it


# --- the last card ----------------------------------------------------------------------------


def test_sd_80_who_plays_the_last_card_wins_the_round():
    game = table("red 1", *OTHERS)
    game.play(0, "red 1")
    ended = over(game)
    assert (ended.winner, ended.why) == (0, "out")


def test_sd_81_a_marked_last_card_wins_only_after_the_showdown():
    game = table("red 1*", *OTHERS)
    game.play(0, "red 1*")
    assert game.phase == Phase.SHOWDOWN
    assert game.seen(events.RoundEnded) == []
    game.settle(1)
    assert over(game).winner == 0


def test_sd_81_a_wild_showdown_as_last_card_too():
    game = table("wild showdown", *OTHERS)
    game.play(0, "wild showdown", colour="red", opponent=2, cards=2)
    assert game.phase == Phase.SHOWDOWN
    game.settle(2)
    assert over(game).winner == 0


def test_sd_81_who_loses_it_takes_the_cards_and_the_round_goes_on():
    game = table("red 3*", *OTHERS)
    game.play(0, "red 3*")
    game.settle(0)
    assert game.size(0) == 2
    assert (game.phase, game.seat) == (Phase.PLAY, 1)


def test_sd_82_the_cards_of_a_last_draw_two_count():
    game = table("red draw two", *OTHERS, draw="yellow 9, yellow 8")
    game.play(0, "red draw two")
    ended = over(game)
    assert game.size(1) == 4
    assert ended.gained[0] == 1 + 2 + 9 + 8 + 3 + 4


def test_sd_82_the_cards_of_a_last_wild_draw_four_count():
    game = table("wild draw four", *OTHERS, draw="yellow 9, yellow 8, yellow 7, yellow 6")
    game.play(0, "wild draw four", colour="red")
    if game.phase == Phase.CHALLENGE:
        game.accept(1)
    assert over(game).gained[0] == 1 + 2 + 9 + 8 + 7 + 6 + 3 + 4


def test_sd_82_the_cards_of_a_lost_showdown_count():
    game = table("red 3*", *OTHERS, draw="yellow 9, yellow 8")
    game.play(0, "red 3*")
    game.settle(1)
    assert over(game).gained[0] == 1 + 2 + 9 + 8 + 3 + 4


def test_sd_83_a_last_wild_draw_four_may_be_challenged_in_vain():
    pile = ", ".join(f"yellow {n}" for n in (9, 8, 7, 6, 5, 4))
    game = table("wild draw four", *OTHERS, draw=pile)
    game.play(0, "wild draw four", colour="red")
    game.challenge(1)
    assert game.size(1) == 8
    assert over(game).gained[0] == 1 + 2 + 39 + 3 + 4


# --- the score --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "points"),
    [
        *((f"blue {n}", n) for n in range(10)),
        *((f"blue {word}", 20) for word in ("draw two", "reverse", "skip")),
        *(("wild", 50), ("wild draw four", 50), ("wild showdown", 40)),
        *(("blue 7*", 7), ("blue 9*", 9)),
    ],
)
def test_sd_90_what_a_card_left_in_a_hand_is_worth(name, points):
    game = table("red 1", name)
    game.play(0, "red 1")
    assert over(game).gained == (points, 0)


def test_sd_90_the_cards_of_all_others_count():
    game = table("red 1", "blue 2, blue 3", "blue skip", "wild")
    game.play(0, "red 1")
    assert over(game).gained == (75, 0, 0, 0)
    assert game.scores == [75, 0, 0, 0]


def test_sd_91_the_worked_example_gives_210():
    others = "blue 1, blue 3, blue 6, blue draw two, blue reverse, blue skip"
    game = table("red 1", f"{others}, wild, wild showdown, wild draw four")
    game.play(0, "red 1")
    assert game.scores == [210, 0]


def test_sd_91_the_worked_example_over_three_hands_gives_210():
    hands = ("blue 1, wild", "blue 3, blue skip, wild showdown")
    game = table("red 1", *hands, "blue 6, blue draw two, blue reverse, wild draw four")
    game.play(0, "red 1")
    assert game.scores[0] == 210


@pytest.mark.parametrize(("before", "done"), [(498, False), (499, True), (460, False)])
def test_sd_92_500_points_win_the_match(before, done):
    game = table("red 2", "blue 1", scores=[before, 0])
    game.play(0, "red 2")
    assert (game.phase == Phase.MATCH_OVER) == done
    assert game.state.winners == ([0] if done else [])


def test_sd_92_below_500_another_round_is_dealt():
    game = table("red 2", "blue 1", scores=[30, 40])
    game.play(0, "red 2")
    game.next_round()
    assert game.sizes == [7, 7]
    assert (game.state.round, game.scores) == (2, [31, 40])


def test_sd_93_the_whole_deck_is_worth_1400_points():
    assert sum(MARKED.points) == 1400


def test_sd_93_the_number_of_a_symbol_adds_nothing():
    numbers = [p for p, f in zip(MARKED.points, MARKED.faces, strict=True) if f <= 9]
    assert sum(numbers) == 4 * 90


def test_sd_94_low_scoring_gives_everybody_the_own_cards():
    game = table("red 1", "blue 2, blue 3", "blue skip", "wild", scoring="low")
    game.play(0, "red 1")
    assert over(game).gained == (0, 5, 20, 50)


def test_sd_94_when_somebody_reaches_500_the_lowest_wins():
    game = table("red 1", "blue 9", "blue 2", scoring="low", scores=[120, 491, 119])
    game.play(0, "red 1")
    assert game.scores == [120, 500, 121]
    assert (game.phase, game.state.winners) == (Phase.MATCH_OVER, [0])


def test_sd_94_below_500_nobody_has_won():
    game = table("red 1", "blue 8", "blue 2", scoring="low", scores=[120, 491, 119])
    game.play(0, "red 1")
    assert game.phase == Phase.ROUND_OVER


def test_sd_95_each_last_card_needs_a_won_showdown_of_one_card():
    game = table("red 2", *OTHERS, variant_last_card="one")
    game.play(0, "red 2")
    showdown = game.state.showdown
    assert (showdown.initiator, showdown.defender, showdown.cards) == (0, 1, 1)
    assert showdown.why == "variant"
    game.settle(1)
    assert over(game).winner == 0


def test_sd_95_who_loses_it_goes_on_with_one_card():
    game = table("red 2", *OTHERS, variant_last_card="one")
    game.play(0, "red 2")
    game.settle(0)
    assert (game.size(0), game.phase, game.seat) == (1, Phase.PLAY, 1)


def test_both_decks_differ_by_forty_points():
    assert sum(ENCANTO.points) - sum(MARKED.points) == 40
