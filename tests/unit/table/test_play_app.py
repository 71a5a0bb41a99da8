"""A match at 80 x 24: what people do by keys and by mouse, and every screen as it looks."""

from __future__ import annotations

import asyncio
import sys
import threading
import types

import pytest

from play_kit import ANA, BO, CY, at_match, lay
from showdown_rules.actions import TABLE, CallUno, Play, Settle
from showdown_rules.cards import WILD_DRAW_FOUR, Colour
from showdown_rules.events import (
    Challenged,
    Drew,
    FalseCatch,
    Played,
    Silenced,
    Talked,
    UnoCalled,
    UnoCaught,
)
from showdown_rules.state import Phase
from showdown_table.store import MatchFileError
from showdown_table.umpire_status import Status

HAND = ("red 7", "green 1", "blue skip", "wild", "wild draw four", "wild showdown")
ALONE = ("", "greedy")


def last(match, kind):
    return next((one for one in reversed(match.table.log) if isinstance(one, kind)), None)


def played(match) -> str:
    return match.state.deck.label(last(match, Played).card)


def card(match, label: str, seat: int = ANA) -> int:
    deck = match.state.deck
    return next(one for one in match.state.hands[seat] if deck.label(one) == label)


# --- a turn ------------------------------------------------------------------------------------


def test_the_table_shows_whose_turn_it_is_and_which_cards_go(tmp_path):
    async def play(match):
        await match.lay({ANA: HAND})
        match.shown("turn")
        assert inks(match)
        await match.keys("end")
        match.shown("looked-at")
        await match.keys("2")
        match.shown("refused")
        assert match.table.acted == 0
        await match.lay({ANA: HAND}, direction=-1, called=[False, True, False])
        match.shown("other-way")

    at_match(tmp_path, play)


def test_a_card_is_played_by_enter_by_its_digit_and_by_a_click(tmp_path):
    async def play(match):
        ways = (
            lambda: match.keys("enter"),
            lambda: match.keys("1"),
            lambda: match.click("#hand", offset=(3, 1)),
        )
        for number, way in enumerate(ways, 1):
            await match.lay({ANA: HAND})
            await way()
            assert (match.table.acted, played(match), match.state.seat) == (number, "red 7", BO)

    at_match(tmp_path, play)


def test_a_card_is_drawn_and_kept_or_played(tmp_path):
    async def play(match):
        await match.lay({ANA: ("green 1", "blue 2")})
        await match.keys("d")
        match.shown("drawn")
        assert match.state.phase == Phase.DRAWN
        await match.tap("Keep it")
        assert match.state.seat == BO
        assert last(match, Drew).seat == ANA

    at_match(tmp_path, play)


def test_a_wild_showdown_asks_for_colour_opponent_and_number(tmp_path):
    async def play(match):
        await match.lay({ANA: HAND})
        await match.keys("6")
        match.shown("ask-colour")
        await match.keys("4")
        match.shown("ask-opponent")
        await match.tap("Cy")
        match.shown("ask-cards")
        await match.keys("escape")
        assert (match.screen, match.table.acted) == ("TableScreen", 0)
        await match.keys("6 4 2 3")
        one = last(match, Played)
        assert (one.colour, one.opponent, one.cards) == (Colour.BLUE, CY, 3)
        assert match.screen == "RaceScreen"

    at_match(tmp_path, play)


def test_a_wild_draw_four_is_accepted_or_challenged(tmp_path):
    async def play(match):
        def against_ana(label):
            lay(match.table, {BO: ("wild draw four", "blue 2", label)}, seat=BO, direction=-1)
            wild = card(match, "wild draw four", BO)
            return match.act(Play(match.state.turn, BO, wild, colour=Colour.GREEN))

        await against_ana("red 9")
        match.shown("challenge")
        await match.tap("Accept")
        assert len(match.state.hands[ANA]) == 11
        await against_ana("red 9")
        await match.keys("c")
        assert last(match, Challenged).guilty
        match.shown("revealed")
        await match.keys("enter")
        assert (match.screen, match.state.seat) == ("TableScreen", ANA)

    at_match(tmp_path, play)


def test_a_wild_draw_four_that_is_not_allowed_says_why(tmp_path):
    async def play(match):
        await match.lay({ANA: HAND})
        await match.keys("5")
        assert "No Wild Draw Four yet" in match.text
        assert WILD_DRAW_FOUR in {match.state.deck.faces[one] for one in match.state.hands[ANA]}

    at_match(tmp_path, play, wd4_enforce="hard")


# --- UNO ---------------------------------------------------------------------------------------


def test_uno_is_said_with_the_play(tmp_path):
    async def play(match):
        await match.lay({ANA: ("red 7", "green 1")})
        await match.keys("1")
        match.shown("ask-uno")
        await match.keys("u")
        assert (played(match), match.state.called[ANA]) == ("red 7", True)

    at_match(tmp_path, play)


def test_uno_is_said_alone_before_and_after_the_play(tmp_path):
    async def play(match):
        await match.lay({ANA: ("red 7", "green 1")})
        await match.keys("u 1")  # nothing is asked any more
        assert (played(match), match.screen) == ("red 7", "TableScreen")
        await match.lay({ANA: ("red 7", "green 1")}, called=[False] * 3)
        await match.keys("1 n")
        assert match.state.uno_open == ANA
        await match.tap("UNO!")
        assert match.state.uno_open != ANA
        assert last(match, UnoCalled).seat == ANA

    at_match(tmp_path, play)


def test_a_bot_catches_who_forgets_uno(tmp_path):
    async def play(match):
        await match.lay({ANA: ("red 7", "green 1")})
        await match.keys("1 n space")
        assert last(match, UnoCaught).seat == ANA
        match.shown("caught")

    at_match(tmp_path, play)


def test_who_forgot_uno_is_caught_and_others_are_not(tmp_path):
    async def play(match):
        await match.lay({ANA: HAND, BO: ("green 4",)}, uno_open=BO)
        await match.keys("g")
        assert last(match, UnoCaught) == UnoCaught(BO, ANA)
        await match.keys("g")
        match.shown("ask-catch")
        await match.tap("Cy")
        assert last(match, FalseCatch) == FalseCatch(ANA, CY)

    at_match(tmp_path, play)


# --- Encanto, leaving --------------------------------------------------------------------------


def test_who_may_not_talk_and_did(tmp_path):
    async def play(match):
        await match.lay({ANA: ("wild dont talk", "red 1", "red 2")})
        await match.keys("3 1 2")
        assert last(match, Silenced).seat == CY
        match.shown("silence")
        await match.keys("s")
        assert last(match, Talked).seat == CY

    at_match(tmp_path, play, preset="encanto")


def test_somebody_leaves_but_not_by_an_enter_too_many(tmp_path):
    async def play(match):
        await match.lay({ANA: HAND})
        await match.keys("x enter")
        match.shown("ask-leave")
        await match.keys("3")
        assert match.state.here == [True, True, False]
        await match.keys("x escape")
        await match.click(match.app.screen.query("PlayerRow")[1])
        match.shown("player")
        await match.tap("Leave")
        assert match.state.phase == Phase.MATCH_OVER

    at_match(tmp_path, play)


# --- bots --------------------------------------------------------------------------------------


def test_bots_wait_so_that_people_can_follow_and_space_skips_it(tmp_path):
    async def play(match):
        await match.lay({ANA: HAND})
        await match.keys("1")
        match.shown("bots")
        assert match.table.acted == 1
        await match.keys("question_mark")
        match.app._bots_act()  # the pause is over, but who reads is waited for
        await match.keys("escape")
        assert match.table.acted == 1
        pause = match.app._timer
        assert pause is not None
        await match.say(Status(unit="a unit"))
        assert match.app._timer is pause
        assert "a unit" in match.text
        await match.keys("space")
        assert match.table.acted == 2

    at_match(tmp_path, play)


class WrongBot:
    """Wants what it does not hold."""

    def choose(self, view, legal, rng):
        return Play(view.turn, view.seat, -5) if view.seat in view.acting else None


class MuteBot:
    """Says nothing when it is its turn."""

    def choose(self, view, legal, rng):
        return None


class LostBot:
    """Falls over."""

    def choose(self, view, legal, rng):
        return {}[view.seat]


class SlowBot:
    """Thinks until it is told to stop."""

    go = threading.Event()
    chose = threading.Event()

    def choose(self, view, legal, rng):
        if view.seat not in view.acting:
            return None
        self.go.wait(10)
        self.chose.set()
        return legal[0]


async def until(match, done):
    """Bots of one's own choose in a thread."""
    for _ in range(500):
        if done():
            return
        await match.settle()
        await asyncio.sleep(0.01)
    raise AssertionError(match.text)


@pytest.mark.parametrize(
    ("kind", "did"),
    [
        ("Wrong", "chose what it was not offered: Play(turn=1, seat=1, card=-5"),
        ("Mute", "chose nothing in its turn"),
        ("Lost", "failed: KeyError: 1 (test_play_app.py"),
    ],
)
def test_chance_plays_on_for_a_bot_that_fails_and_the_table_is_told(tmp_path, kind, did):
    async def play(match):
        await match.lay({ANA: HAND})
        await match.keys("1 space")
        await until(match, lambda: match.app._timer is not None)
        told = " ".join(match.text.split())
        assert f"Bo does not play as a bot should; from now on chance plays for it: {name}" in told
        assert did in told
        assert match.table.acted == 1
        await match.keys("space")
        assert match.table.acted == 2
        assert "from now on chance" in match.text

    who = f"test_play_bot:{kind}Bot"
    name = f"the bot {who} at seat 1"
    at_match(tmp_path, play, bots=("", who, "greedy"))


def test_a_bot_that_thinks_long_does_not_hold_up_the_screen(tmp_path):
    SlowBot.go.clear()
    SlowBot.chose.clear()

    async def play(match):
        await match.lay({ANA: HAND})
        await match.keys("1 space space")
        await match.keys("question_mark")
        assert match.screen == "TextPage"
        SlowBot.go.set()
        await until(match, SlowBot.chose.is_set)
        await match.settle()
        assert match.table.acted == 1, "who reads is waited for"
        await match.keys("escape space")
        await until(match, lambda: match.table.acted == 2)

    at_match(tmp_path, play, bots=("", "test_play_bot:SlowBot", "greedy"))


def test_what_a_bot_chose_too_late_is_not_done(tmp_path):
    SlowBot.go.clear()
    SlowBot.chose.clear()

    async def play(match):
        await match.lay({ANA: HAND})
        await match.keys("1 space")
        state = match.state
        match.table.act(CallUno(state.turn, ANA))  # falsely, but it is done meanwhile
        SlowBot.go.set()
        await until(match, lambda: match.app._timer is not None)
        assert match.table.acted == 2

    at_match(tmp_path, play, bots=("", "test_play_bot:SlowBot", "greedy"))


@pytest.fixture(autouse=True)
def _own_bots(monkeypatch):
    module = types.ModuleType("test_play_bot")
    for bot in (WrongBot, MuteBot, LostBot, SlowBot):
        setattr(module, bot.__name__, bot)
    monkeypatch.setitem(sys.modules, "test_play_bot", module)


def test_a_newcomer_finishes_a_round_by_keys_that_the_screen_names(tmp_path):
    async def play(match):
        for _ in range(900):
            if match.screen == "RoundScreen":
                break
            await match.keys(next_key(match))
        assert match.screen == "RoundScreen", match.text
        round_ = match.state.round
        await match.keys("enter")
        assert (match.state.round, match.screen) == (round_ + 1, "TableScreen")

    at_match(tmp_path, play, names=("Ana", "Bo"), bots=("", "random"), hand_size=3, seed="2")


def next_key(match) -> str:
    """What somebody presses who reads no more than the screen."""
    text = match.text
    if match.screen == "RaceScreen":
        return "enter" if "Go on" in text else "y" if "Press y" in text else "t"
    if "Say UNO?" in text:
        return "u"
    if match.screen != "TableScreen":
        return "1"
    if "Space skips" in text:
        return "space"
    if "accept it, or challenge it" in text:
        return "a"
    if "╔1" in text or "can be played." in text:
        return "enter"
    return "k" if "Keep it" in text or "Pass" in text else "d"


# --- the end -----------------------------------------------------------------------------------


def test_the_hands_are_counted_at_the_end_of_a_round_and_of_the_match(tmp_path):
    async def play(match):
        await match.lay(
            {ANA: ("red 7",), BO: ("wild", "red skip", "blue 4"), CY: ("wild showdown", "green 9")},
            scores=[120, 30, 0],
        )
        await match.keys("1")
        assert match.screen == "RoundScreen"
        match.shown("round-over")
        assert match.state.scores == [243, 30, 0]
        await match.keys("x 3")
        assert (match.state.here, match.screen) == ([True, True, False], "RoundScreen")
        await match.tap("Next round")
        assert (match.state.round, match.screen) == (2, "TableScreen")
        await match.lay(
            {ANA: ("red 7",), BO: ("wild", "wild", "wild draw four"), CY: ()},
            scores=[400, 30, 0],
        )
        await match.keys("1")
        match.shown("match-over")
        assert match.state.winners == [ANA]
        await match.keys("enter q")
        assert match.app._exit

    at_match(tmp_path, play)


# --- pages, sizes ------------------------------------------------------------------------------


def test_help_log_and_quitting(tmp_path):
    async def play(match):
        await match.lay({ANA: HAND})
        await match.keys("f1")
        match.shown("help")
        await match.keys("escape 1 space l")
        match.shown("log")
        await match.keys("enter q")
        path = str(match.table.path)
        assert path.split("/")[-1] in match.text.replace("\n ", "").replace(" ", "")
        assert "The match is kept" in match.text
        await match.keys("escape")
        assert match.screen == "TableScreen"
        await match.keys("q enter")
        assert match.app._exit

    at_match(tmp_path, play)


def test_ten_players_and_a_large_hand_fit(tmp_path):
    names = (
        "Ana",
        "Bartholomew Finn",
        "Cy",
        "Dee",
        "Eli",
        "Fay",
        "Gus",
        "Hal",
        "Ida",
        "Maximiliana",
    )
    many = (
        *("red 1", "red 2", "red 4", "red reverse", "yellow 4", "yellow draw two", "yellow skip"),
        *("green 5", "green 6", "green reverse", "blue 1", "blue draw two", "blue skip"),
        *("wild", "wild draw four", "wild showdown", "wild showdown", "wild draw four"),
    )

    async def play(match):
        await match.lay({ANA: HAND}, called=[False, True, *[False] * 8])
        match.shown("ten-players")
        await match.lay({ANA: many})
        match.shown("large-hand")
        await match.click("#hand", offset=(20, 0))
        assert match.table.acted == 1

    at_match(tmp_path, play, names=names, bots=("", *["greedy"] * 9))


def test_a_larger_screen_shows_more(tmp_path):
    async def play(match):
        await match.lay({ANA: HAND})
        await match.keys("1 space")
        match.shown("larger")

    at_match(tmp_path, play, size=(120, 40))


def test_nothing_is_told_by_colour_alone(tmp_path, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")

    async def play(match):
        await match.lay({ANA: HAND})
        match.shown("turn")  # as it is with colours
        assert not inks(match)

    at_match(tmp_path, play)


def inks(match) -> set[str]:
    """The colours on the screen that are no greys."""
    strips = match.app.screen._compositor.render_strips()
    styles = [one.style for strip in strips for one in strip if one.style and one.style.color]
    found = {style.color.get_truecolor() for style in styles}
    return {one.hex for one in found if not one.red == one.green == one.blue}


def test_what_cannot_be_kept_has_not_happened(tmp_path, monkeypatch):
    async def play(match):
        await match.lay({ANA: HAND})

        def full(*_):
            raise MatchFileError("no space left")

        monkeypatch.setattr(match.table._file, "append", full)
        await match.keys("1")
        assert "no space left" in match.text
        assert (match.table.acted, match.state.seat) == (0, ANA)

    at_match(tmp_path, play)


def test_bots_alone_are_watched(tmp_path):
    async def play(match):
        match.shown("bots-alone")
        await match.keys("space space 1 enter d")
        assert match.table.acted == 2

    at_match(tmp_path, play, bots=("greedy",) * 3)


def test_a_showdown_that_waits_is_shown_when_the_match_is_taken_up(tmp_path):
    def before(table):
        lay(table, {ANA: ("red 7 (showdown 1)", "red 1", "red 2")}, top="red 9")
        state = table.state
        deck = state.deck
        one = next(each for each in state.hands[ANA] if deck.counts[each])
        table.act(Play(state.turn, ANA, one))

    async def play(match):
        assert match.screen == "RaceScreen"
        state = match.state
        await match.act(Settle(state.turn, TABLE, state.showdown.number, BO, "table"))
        await match.keys("enter")
        assert match.screen == "TableScreen"

    at_match(tmp_path, play, before=before)
