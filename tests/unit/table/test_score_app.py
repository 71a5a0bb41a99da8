"""The companion's screens at 80 x 24: what is tapped is written, and every screen as it looks."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from score_app_kit import FakeReferee, Table, at_table
from score_kit import NAMES
from showdown_rules.actions import TABLE, Settle
from showdown_rules.state import Showdown as Waited
from showdown_table.score_entries import Caught, Deal, Leave, Rename, Silence, Spoke, Turn, Uno
from showdown_table.score_game import Phase
from showdown_table.score_store import games
from showdown_table.score_words import rules_line
from showdown_table.umpire_status import Answer, Question, Status, Step
from snapshot_kit import compare, screen_text

WAITED = Waited(1, 1, 1, 2, 1, "icon")


def shown(table: Table, name: str) -> None:
    compare(f"score-{name}", screen_text(table.app))


def entries(table: Table) -> tuple[object, ...]:
    assert table.app.desk is not None
    return table.app.desk.book.entries


def playing(state: str, **known: object) -> Status:
    return Status(
        step=Step.PLAYING, showdown=WAITED, left=1, right=2, cards=1, state=state, **known
    )


def asking(question: Question, *answers: Answer, **known: object) -> Status:
    return Status(
        step=Step.ASKING,
        showdown=WAITED,
        left=1,
        right=2,
        question=question,
        answers=frozenset(answers),
        **known,
    )


# --- the form ----------------------------------------------------------------------------------


def test_the_form(tmp_path):
    async def play(table):
        shown(table, "form")
        for name in ("Ana", "Bo", "Cy"):
            await table.type(*name, "enter")
        await table.settle()
        shown(table, "form-filled")
        await table.keys("f10")
        assert table.game.names == ("Ana", "Bo", "Cy")
        assert (table.game.dealer, table.game.setup.rules.scoring) == (0, "standard")

    at_table(tmp_path, play, names=())


def test_the_form_says_what_is_missing(tmp_path):
    async def play(table):
        await table.type(*"Ana")
        await table.keys("f10")
        shown(table, "form-too-few")
        assert table.app.desk is None

    at_table(tmp_path, play, names=())


def test_choices_are_made_by_keys_and_by_mouse(tmp_path):
    async def play(table):
        await table.type(*"Ana", "enter", *"Bo")
        app = table.app
        await table.click("#game", offset=(22, 0))
        await table.settle()
        assert app.screen.query_one("#scoring").chosen == 2  # as Encanto is mostly played
        app.screen.query_one("#scoring").focus()
        await table.keys("left")
        app.screen.query_one("#dealer").focus()
        await table.keys("right f10")
        rules = table.game.setup.rules
        assert (rules.deck, rules.scoring, table.game.dealer) == ("encanto", "low", 1)

    at_table(tmp_path, play, names=())


def test_an_unfinished_game_is_offered_and_goes_on(tmp_path):
    async def first(table):
        await table.keys("n r")

    async def second(table):
        shown(table, "form-unfinished")
        await table.keys("f5")
        assert (table.game.seat, table.game.direction) == (1, -1)

    at_table(tmp_path, first)
    at_table(tmp_path, second, names=())


def test_earlier_games(tmp_path):
    async def first(table):
        await table.keys("n")

    async def second(table):
        await table.keys("f2")
        shown(table, "games")
        await table.keys("enter")
        assert table.game.turn == 2

    at_table(tmp_path, first)
    at_table(tmp_path, second, names=())


# --- a round -----------------------------------------------------------------------------------


def test_a_newcomer_finishes_a_round(tmp_path):
    """Only what stands on the screen is tapped, by mouse."""

    async def play(table):
        async def tap(words):
            taps = [one for one in table.app.screen.query("Tap") if one.display]
            found = [one for one in taps if str(one.label).split("\n")[0] == words]
            assert found, f"no button says {words}: {[str(one.label) for one in taps]}"
            await table.click(found[0])

        shown(table, "table")
        for words in ("Next", "Skip", "Reverse", "Showdown", "Cy lost", "Round over", "Ana"):
            await tap(words)
        for words in ("7", "7", "50", "Done", "20", "40", "Done"):
            await tap(words)
        shown(table, "round-over")
        assert table.game.scores == (124, 0, 0)
        await tap("Next round")
        assert (table.game.round, table.game.dealer) == (2, 1)
        shown(table, "second-round")

    at_table(tmp_path, play)


def test_every_tap_is_told_and_can_be_taken_back(tmp_path):
    async def play(table):
        begun = table.game
        await table.keys("n s r")
        shown(table, "after-reverse")
        await table.keys("z z z")
        assert table.game == begun
        await table.keys("z")  # no more: nothing happens
        assert table.game == begun
        await table.keys("y")
        assert table.game.seat == 2
        shown(table, "redone")

    at_table(tmp_path, play)


def test_ten_players_fit(tmp_path):
    async def play(table):
        shown(table, "ten-players")
        await table.keys("u")
        shown(table, "ten-uno")
        await table.keys("escape o")
        shown(table, "ten-winner")
        await table.keys("escape d")
        shown(table, "ten-duel")

    at_table(tmp_path, play, names=(*NAMES[:8], "Maximiliana Rosa", "Bartholomew Finn"))


@pytest.mark.parametrize("lang", ["en", "cs", "nb", "be"])
def test_the_unit_has_room_in_every_language(tmp_path, lang):
    async def play(table):
        def seen():
            text = screen_text(table.app)
            assert max(cell_len(line) for line in text.split("\n")) <= 80
            title, line = text.split("\n")[:2]
            assert title.endswith("[q]")
            rules = rules_line(table.app.texts, table.game.setup)
            assert f"{rules} " in title
            assert "showdown-unit" in line
            points = table.app.texts.say("score-points-column")
            assert line.endswith(f" {points}")

        await table.say(Status(unit="showdown-unit"))
        seen()
        shown(table, f"header-{lang}")
        await table.keys("o 1 enter enter")
        seen()
        await table.say(Status(unit="x" * 90))
        line = screen_text(table.app).split("\n")[1]
        assert "xx…" in line
        assert line.endswith(f" {table.app.texts.say('score-points-column')}")

    at_table(tmp_path, play, lang=lang)


def test_uno_is_said_or_not(tmp_path):
    async def play(table):
        for keys, entry in (("u 2 u", Uno(1)), ("u 3 c", Caught(2))):
            await table.keys(keys)
            assert entries(table)[-1] == entry

    at_table(tmp_path, play)


def test_a_name_is_never_taken_for_markup(tmp_path):
    async def play(table):
        async def seen(keys=""):
            await table.keys(keys)
            text = screen_text(table.app)
            assert "[/x]Bo" in text, text

        await seen()
        for keys in ("u", "2", "escape o", "1", "escape escape d", "u"):
            await seen(keys)
        await table.say(asking(Question.INDETERMINATE, Answer.LINES))
        for keys in ("l", "escape"):
            await seen(keys)
        await table.say(Status(step=Step.SEEKING, showdown=WAITED, left=1, right=2))
        for keys in ("1", "y", "enter", "z"):
            await seen(keys)
        await table.click(table.app.screen.query("PlayerRow")[1])
        await seen()

    at_table(tmp_path, play, names=("[red]Ana", "[/x]Bo", "[b]Cy[/b]"))


def test_uno_screens(tmp_path):
    async def play(table):
        await table.keys("u")
        shown(table, "uno-who")
        await table.keys("2")
        assert "Who has one card left?" not in screen_text(table.app)
        shown(table, "uno-what")
        await table.keys("escape")
        assert entries(table) == ()

    at_table(tmp_path, play)


def test_dont_talk(tmp_path):
    async def play(table):
        shown(table, "encanto")
        await table.keys("k")
        assert entries(table) == ()  # nobody is silent
        await table.keys("t")
        shown(table, "silence")
        await table.keys("1 k")
        assert entries(table) == (Silence(0), Spoke(0))
        await table.keys("t 2 k")
        shown(table, "spoke-who")
        await table.keys("2")
        assert entries(table)[2:] == (Silence(1), Spoke(1))
        shown(table, "encanto-silent")
        await table.keys("d")  # no showdowns in this game
        assert len(entries(table)) == 4

    at_table(tmp_path, play, preset="encanto")


def test_a_player_is_tapped(tmp_path):
    async def play(table):
        for key, entry in (
            *(("t", Turn(2)), ("u", Uno(2)), ("c", Caught(2)), ("d", Deal(2)), ("l", Leave(2))),
        ):
            await table.click(table.app.screen.query("PlayerRow")[2])
            await table.keys(key)
            assert entries(table) == (entry,)
            await table.keys("z")

    at_table(tmp_path, play)


def test_a_name_is_mended(tmp_path):
    async def play(table):
        await table.click(table.app.screen.query("PlayerRow")[1])
        await table.settle()
        shown(table, "player")
        await table.keys("r")
        await table.type(*["backspace"] * 2, *"Bea", "enter")
        await table.settle()
        assert entries(table) == (Rename(1, "Bea"),)

    at_table(tmp_path, play)


# --- counting ----------------------------------------------------------------------------------


def test_counting_the_hands(tmp_path):
    async def play(table):
        await table.keys("o")
        shown(table, "winner")
        await table.keys("1")
        shown(table, "hand-empty")
        await table.keys("1 3 6 a a a w s w")
        shown(table, "hand")
        await table.keys("enter p")
        await table.type(*"87")
        shown(table, "hand-points")
        await table.keys("enter")
        assert table.game.rounds[0].points == (0, 210, 87)
        assert table.game.scores == (297, 0, 0)

    at_table(tmp_path, play)


def test_a_tap_too_many_is_taken_back_and_steps_go_back(tmp_path):
    async def play(table):
        await table.keys("o 1 7 8 backspace enter 5 escape")
        await table.keys("backspace 9 enter enter")
        assert table.game.rounds[0].points == (0, 9, 5)

    at_table(tmp_path, play)


def test_more_cards_than_the_deck_has_are_refused(tmp_path):
    async def play(table):
        await table.keys("o 1 s s s s s")
        shown(table, "hand-refused")
        await table.keys("enter enter")
        assert table.game.rounds[0].points == (0, 160, 0)

    at_table(tmp_path, play)


def test_points_that_are_no_number_are_asked_for_again(tmp_path):
    async def play(table):
        await table.keys("o 1 p enter")
        assert table.game.phase is Phase.PLAY
        await table.type(*"9999", "enter")
        await table.settle()
        assert table.game.phase is Phase.PLAY

    at_table(tmp_path, play)


def test_a_round_without_a_winner(tmp_path):
    async def play(table):
        await table.keys("o n")
        shown(table, "no-winner")
        assert table.game.scores == (0, 0, 0)

    at_table(tmp_path, play)


def test_one_round_needs_no_counting(tmp_path):
    async def play(table):
        await table.keys("o 3")
        assert table.game.winners == (2,)
        shown(table, "encanto-won")

    at_table(tmp_path, play, preset="encanto")


def test_the_end_of_a_game_and_the_next_one(tmp_path):
    async def play(table):
        await table.keys("o 2 w w w enter 9 enter")
        shown(table, "match-over")
        first = table.app.desk.path
        await table.keys("n")
        assert table.game.phase is Phase.MATCH_OVER
        await table.keys("g")
        assert (table.game.phase, table.game.dealer) == (Phase.PLAY, 1)
        assert table.app.desk.path != first

    at_table(tmp_path, play, target=100)
    assert [one.open for one in games(tmp_path)] == [True, False]


def test_low_scoring(tmp_path):
    async def play(table):
        await table.keys("o 2 w w w enter 9 enter")
        assert (table.game.scores, table.game.winners) == ((9, 0, 150), (1,))
        shown(table, "low-over")

    at_table(tmp_path, play, target=100, scoring="low")


def test_history_and_help(tmp_path):
    async def play(table):
        await table.keys("h")
        shown(table, "history-empty")
        await table.keys("escape n u 1 c d 2 o 1 7 9 enter p")
        await table.type(*"12", "enter")
        await table.settle()
        await table.keys("h")
        shown(table, "history")
        await table.keys("escape question_mark")
        shown(table, "help")
        await table.keys("escape")
        assert len(entries(table)) == 4

    at_table(tmp_path, play)


# --- showdowns ---------------------------------------------------------------------------------


def test_a_showdown_by_hand(tmp_path):
    async def play(table):
        await table.keys("d")
        shown(table, "duel")
        table.app.screen.query_one("#defender").focus()
        await table.keys("left")
        table.app.screen.query_one("#number").focus()
        await table.keys("right 2")
        one = table.game.showdowns[0].showdown
        assert (one.initiator, one.defender, one.loser, one.cards) == (1, 0, 0, 2)
        shown(table, "duel-told")

    at_table(tmp_path, play)


def test_a_showdown_at_the_unit(tmp_path):
    async def play(table):
        await table.keys("d u")
        for name, status in (
            ("seeking", Status(step=Step.SEEKING, showdown=WAITED, left=1, right=2)),
            ("armed", playing("armed", answers=frozenset({Answer.CANCEL, Answer.SWAP}))),
            ("held", playing("armed", held=("left",))),
            ("counting", playing("counting", answers=frozenset({Answer.CANCEL}))),
            ("racing", playing("racing", attempt=2, before="dead_heat")),
            ("launching", playing("launching", loser=2)),
            ("unlinked", playing("racing", linked=False)),
        ):
            await table.say(status)
            shown(table, f"race-{name}")
        desk = table.app.desk
        desk.act(Settle(desk.state.turn, TABLE, 1, 2, "unit"))
        await table.settle()
        shown(table, "race-over")
        await table.keys("enter")
        assert (table.game.seat, len(table.game.showdowns)) == (2, 1)
        shown(table, "race-told")

    at_table(tmp_path, play)


def test_what_the_table_answers_goes_to_the_umpire(tmp_path):
    answers = (
        *(("1 y", ("lost", 1)), ("2 enter", ("lost", 2)), ("l 1 enter", ("lines", 1, 0))),
        *(("a", "again"), ("v", "keep"), ("x", "swap"), ("c", "cancel")),
    )

    async def play(table):
        await table.keys("d u")
        await table.say(asking(Question.INDETERMINATE, *Answer))
        for keys, told in answers:
            await table.keys(keys)
            assert table.referee.told.pop() == told
        assert table.referee.told == []

    at_table(tmp_path, play)


def test_what_is_not_asked_for_is_not_answered(tmp_path):
    async def play(table):
        await table.keys("d u")
        await table.say(playing("racing"))
        await table.keys("1 2 l a v x c 0 enter escape")
        assert table.referee.told == []
        assert table.app.desk.book.pending is not None

    at_table(tmp_path, play)


def test_questions(tmp_path):
    async def play(table):
        await table.keys("d u")
        for question in Question:
            await table.say(asking(question, Answer.LOSER, Answer.LINES, problem="the reason"))
            shown(table, f"asking-{question.value.replace('_', '-')}")
        await table.keys("l 2")
        shown(table, "lines")
        await table.keys("escape")
        assert table.referee.told == []

    at_table(tmp_path, play)


def test_without_a_unit_the_table_says_who_lost_or_that_it_does_not_count(tmp_path):
    async def play(table):
        seeking = Status(
            step=Step.SEEKING, showdown=WAITED, left=1, right=2, problem="no unit is plugged in"
        )
        await table.keys("d u")
        await table.say(seeking)
        await table.keys("enter")  # by habit
        assert table.app.desk.book.pending is not None
        await table.keys("2 enter enter")
        assert [one.showdown.loser for one in table.game.showdowns] == [2]
        await table.keys("d u 0")
        assert table.app.desk.book.pending is None
        assert len(table.game.showdowns) == 1

    at_table(tmp_path, play)


def test_a_verdict_that_comes_before_its_screen_is_told_at_the_table(tmp_path):
    class Fast(FakeReferee):
        def start(self) -> None:
            self.desk.lost_by_hand(2)

    async def first(table):
        await table.keys("d u")

    async def second(table):
        assert "Showdown: Bo wins. Cy takes 1 card. Now Cy." in screen_text(table.app)

    at_table(tmp_path, first)
    path = next(iter(games(tmp_path))).path
    at_table(tmp_path, second, resume=path, referee=Fast)


def test_a_showdown_that_did_not_count_is_not_told_as_the_one_before(tmp_path):
    async def play(table):
        await table.keys("d 2 d u")
        await table.say(Status(step=Step.SEEKING, showdown=WAITED, left=1, right=2))
        await table.keys("0")
        assert "Showdown: Bo wins" not in screen_text(table.app)

    at_table(tmp_path, play)


def test_a_showdown_that_was_left_running_is_shown_again(tmp_path):
    async def first(table):
        await table.keys("d u")
        await table.say(playing("armed"))

    async def second(table):
        assert table.referee.running
        assert type(table.app.screen).__name__ == "RaceScreen"
        await table.say(playing("racing"))
        shown(table, "race-resumed")

    at_table(tmp_path, first)
    at_table(tmp_path, second, resume=next(iter(games(tmp_path))).path)


def test_a_damaged_game_is_told_and_the_form_comes_all_the_same(tmp_path):
    damaged = tmp_path / "old.score"
    damaged.write_bytes(b'{"format":"showdown-score","version":1,"setup":5}\n')

    async def play(table):
        assert type(table.app.screen).__name__ == "StartScreen"
        assert any(str(damaged) in one.message for one in table.app._notifications)

    at_table(tmp_path, play, names=())


def test_a_game_that_is_played_elsewhere_is_not_opened(tmp_path):
    async def outer(table):
        path = table.app.desk.path
        app = type(table.app)(
            table.app.texts, tmp_path, table.app.make_referee, table.app.now, resume=path
        )
        async with app.run_test(size=(80, 24)) as pilot:
            await Table(app, pilot).settle()
            assert app.desk is None
            told = " ".join(
                screen_text(app).split()
            )  # the file's place decides where it is wrapped
            assert "is being played by another program" in told

    at_table(tmp_path, outer)
