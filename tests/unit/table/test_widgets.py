"""What both apps' screens have in common."""

from __future__ import annotations

from textual.events import Key

from play_kit import at_match
from score_app_kit import at_table
from snapshot_kit import screen_text


async def double(sitting, key: str) -> None:
    """A key that bounces: both events wait before either is handled."""
    for _ in range(2):
        sitting.app.screen._forward_event(Key(key, key if len(key) == 1 else None))
    await sitting.settle()


def test_a_key_that_comes_twice_answers_once_and_leaves_the_table_there(tmp_path):
    async def play(match):
        await match.keys("x")
        await double(match, "3")
        assert match.screen == "TableScreen"
        assert match.state.here == [True, True, False]
        await match.keys("x escape")
        assert match.screen == "TableScreen"

    at_match(tmp_path, play, bots=("", "", ""))


def test_a_screen_that_is_not_in_front_does_not_go(tmp_path):
    async def play(table):
        await table.keys("u 2")
        front = table.app.screen
        front.action_uno()
        front.action_uno()
        await table.settle()
        assert type(table.app.screen).__name__ == "TableScreen"
        await table.keys("n")
        assert len(table.app.desk.book.entries) == 2

    at_table(tmp_path, play)


def test_a_point_of_the_help_goes_on_below_its_first_word(tmp_path):
    async def play(match):
        await match.keys("question_mark")
        lines = screen_text(match.app).split("\n")
        at = next(place for place, line in enumerate(lines) if line.startswith(" • "))
        assert lines[at + 1].startswith("   ")
        match.shown("help")

    at_match(tmp_path, play)
