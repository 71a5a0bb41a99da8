"""What settles a showdown takes a while and two keys: nobody loses by a key held down."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from textual.app import App

from app_kit import FakeReferee, Sitting, sit_down
from showdown_rules.actions import NOBODY
from showdown_table.race_match import Duel
from showdown_table.race_screen import CALM_S, PATIENCE_S, RaceScreen
from showdown_table.texts import Texts
from showdown_table.umpire_status import Answer, Question, Status, Step
from showdown_table.widgets import STYLE
from snapshot_kit import compare, screen_text

DUEL: Any = Duel(1, 0, 1, 3)
SEEKING = Status(step=Step.SEEKING, showdown=DUEL)
ASKING = Status(
    step=Step.ASKING,
    showdown=DUEL,
    question=Question.NO_UNIT,
    answers=frozenset({Answer.LOSER, Answer.LINES}),
)


class Match:
    """Ana against Bo."""

    match_id = "m"
    names = ("Ana", "Bo")
    may_drop = may_toss = True

    def __init__(self) -> None:
        self.lost = NOBODY
        self.dropped = False

    def pending(self) -> Duel | None:
        over = self.dropped or self.lost != NOBODY
        return None if over else DUEL

    def loser(self, number: int) -> int:
        return self.lost

    def lost_by_hand(self, seat: int) -> None:
        self.lost = seat

    def toss(self) -> int:
        return 1

    def drop(self) -> None:
        self.dropped = True

    def refusal(self, error: Exception) -> str:
        return str(error)


class Race(App[None]):
    """The screen alone, with a clock that the test moves."""

    CSS = STYLE

    def __init__(self, status: Status, lang: str) -> None:
        super().__init__()
        self.now = 100.0
        self.match = Match()
        self.referee = FakeReferee()
        self.referee.status = status
        self.texts = Texts(lang, strict=True)

    def on_mount(self) -> None:
        self.push_screen(RaceScreen(self.texts, self.match, self.referee, clock=lambda: self.now))


class AtRace(Sitting[Race]):
    """Somebody before it."""

    @property
    def text(self) -> str:
        return screen_text(self.app)

    @property
    def settled(self) -> bool:
        return self.app.match.pending() is None or bool(self.app.referee.told)

    async def pass_(self, seconds: float) -> None:
        self.app.now += seconds
        await self.seen()

    async def say(self, status: Status) -> None:
        self.app.referee.status = status
        await self.seen()

    async def seen(self) -> None:
        self.app.screen.refreshed()
        await self.settle()


def at_race(play: Any, status: Status, lang: str = "en") -> None:
    sit_down(lambda: Race(status, lang), AtRace, play, (80, 24))


@pytest.mark.parametrize("key", ["1", "2", "t", "0"])
@pytest.mark.parametrize("status", [SEEKING, ASKING], ids=["seeking", "asking"])
def test_a_key_that_was_held_down_settles_nothing(key, status):
    async def play(race):
        await race.keys(f"{key} {key} y enter")
        await race.pass_(CALM_S - 0.1)
        await race.keys(f"{key} {key} y enter")
        assert not race.settled

    at_race(play, status)


@pytest.mark.parametrize("key", ["1", "2", "t"])
def test_the_same_key_again_settles_nothing_and_escape_takes_it_back(key):
    async def play(race):
        await race.pass_(PATIENCE_S)
        await race.keys(" ".join([key] * 9))
        assert "settles the showdown" in race.text
        assert not race.settled
        await race.keys("escape")
        assert "settles the showdown" not in race.text
        await race.keys("y enter")
        assert not race.settled

    at_race(play, SEEKING)


@pytest.mark.parametrize(
    ("keys", "loser"), [("1 y", 0), ("2 y", 1), ("1 enter", 0), ("t y", 1), ("2 1 y", 1)]
)
def test_two_keys_settle_it(keys, loser):
    async def play(race):
        await race.pass_(PATIENCE_S)
        await race.keys(keys)
        assert race.app.match.lost == loser

    at_race(play, SEEKING)


def test_while_a_unit_is_looked_for_nothing_is_offered_at_once():
    async def play(race):
        assert "lost" not in race.text
        await race.pass_(PATIENCE_S - 0.1)
        assert "lost" not in race.text
        await race.pass_(0.1)
        assert "Ana lost" in race.text

    at_race(play, SEEKING)


def test_a_known_problem_is_reason_enough_to_go_on_without():
    async def play(race):
        await race.pass_(CALM_S)
        assert "lost" not in race.text
        await race.say(replace(SEEKING, problem="no unit is plugged in"))
        assert "Ana lost" in race.text

    at_race(play, SEEKING)


def test_another_question_begins_anew():
    async def play(race):
        await race.pass_(PATIENCE_S)
        await race.keys("1")
        await race.say(ASKING)
        await race.keys("y 1 y enter")
        assert not race.settled
        await race.pass_(CALM_S)
        await race.keys("1 y")
        assert race.app.referee.told == [("lost", 0)]

    at_race(play, SEEKING)


def test_a_showdown_that_ends_behind_a_question_leaves_the_table_in_front():
    async def play(race):
        await race.pass_(CALM_S)
        await race.keys("l")
        assert type(race.app.screen).__name__ == "LinesScreen"
        race.app.match.drop()
        await race.keys("escape")
        assert len(race.app.screen_stack) == 1

    at_race(play, ASKING)


@pytest.mark.parametrize("lang", ["en", "cs", "nb", "be"])
def test_the_loser_is_named_before_it_counts(lang):
    async def play(race):
        await race.pass_(PATIENCE_S)
        await race.keys("2")
        assert "Bo" in "".join(race.text.split("\n")[6:10])
        compare(f"race-sure-{lang}", race.text)

    at_race(play, SEEKING, lang)
