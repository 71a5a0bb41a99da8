"""The match's showdowns: live at the unit, with its times at the end, and without a unit."""

from __future__ import annotations

import pytest

from play_kit import ANA, BO, at_match, lay
from showdown_host.result import Result
from showdown_protocol.messages import (
    DecidedBy,
    Outcome,
    Players,
    Reaction,
    Record,
    RecordState,
    Side,
)
from showdown_rules.actions import TABLE, Lines, Play, Settle
from showdown_rules.events import ShowdownSettled
from showdown_table.umpire_status import Answer, Question, Status, Step


def begun(table) -> None:
    """Ana has begun a showdown against Bo."""
    lay(table, {ANA: ("red 7 (showdown 1)", "red 1", "red 2")}, top="red 4")
    state = table.state
    one = next(each for each in state.hands[ANA] if state.deck.counts[each])
    table.act(Play(state.turn, ANA, one))


def status(match, step: Step, **known) -> Status:
    return Status(step=step, showdown=match.state.showdown, left=BO, right=ANA, cards=1, **known)


def result(match, outcome: Outcome, **known) -> Result:
    record = Record(
        key=f"{match.table.match_id}-1-1",
        state=RecordState.DONE,
        outcome=outcome,
        loser=Side.LEFT,
        decided_by=DecidedBy.TIMING,
        players=Players(left="Bo", right="Ana"),
        **known,
    )
    return Result(record)


@pytest.mark.parametrize(
    ("name", "outcome", "times", "margin"),
    [
        ("win", Outcome.WIN, Reaction(left=251_400, right=231_900), 19_500),
        ("early", Outcome.FALSE_START, None, None),
    ],
)
def test_a_showdown_is_followed_live_and_ends_with_the_times(
    tmp_path, name, outcome, times, margin
):
    async def play(match):
        await match.say(status(match, Step.PLAYING, state="armed"))
        assert "● red lamp" in match.text
        await match.say(status(match, Step.PLAYING, state="racing"))
        assert "● green lamp" in match.text
        known = result(match, outcome, reaction_us=times, margin_us=margin)
        over = status(match, Step.PLAYING, state="launching", loser=BO, result=known)
        await match.say(over)
        state = match.state
        await match.act(Settle(state.turn, TABLE, 1, BO, "unit"))
        await match.say(Status(result=known, loser=BO))
        match.shown(f"race-{name}")
        await match.keys("enter")
        assert match.screen == "TableScreen"
        assert next(o for o in match.table.log if isinstance(o, ShowdownSettled)).loser == BO
        match.shown(f"after-{name}")

    at_match(tmp_path, play, before=begun)


@pytest.mark.parametrize(
    ("begin", "says", "not_said"),
    [("button", "Press the button", "by itself"), ("now", "by itself", "Press the button")],
)
def test_an_armed_unit_is_told_by_what_starts_the_count(tmp_path, begin, says, not_said):
    async def play(match):
        await match.say(status(match, Step.PLAYING, state="armed", begin=begin))
        assert says in match.text
        assert not_said not in match.text

    at_match(tmp_path, play, before=begun)


def test_the_table_answers_what_the_unit_cannot(tmp_path):
    async def play(match):
        answers = frozenset(Answer)
        asking = status(
            match, Step.ASKING, question=Question.INDETERMINATE, answers=answers, problem="why"
        )
        await match.say(asking)
        match.shown("race-asking")
        for keys, told in (("a", "again"), ("2 y", ("lost", BO)), ("l 1 enter", ("lines", 1, 0))):
            await match.keys(keys)
            assert match.referee.told.pop() == told
        state = match.state
        await match.act(Lines(state.turn, TABLE, 1, 1, 0))
        assert "Ana loses" in match.text

    at_match(tmp_path, play, before=begun)


def test_between_people_no_coin_is_tossed(tmp_path):
    async def play(match):
        assert "Toss a coin" not in match.text
        await match.keys("t")
        assert match.state.showdown is not None
        await match.keys("2 enter enter")
        assert match.screen == "TableScreen"
        assert next(o for o in match.table.log if isinstance(o, ShowdownSettled)).loser == BO

    at_match(tmp_path, play, bots=("", "", ""), before=begun)


def test_quitting_in_a_showdown_says_what_becomes_of_it(tmp_path):
    async def play(match):
        for key, told in (
            ("", "The showdown waits; it is asked again when you go on."),
            (f"{match.table.match_id}-1-1", "the unit plays on by itself"),
        ):
            step = Step.PLAYING if key else Step.SEEKING
            await match.say(status(match, step, key=key))
            await match.keys("q")
            assert told in match.text
            await match.keys("escape")
            assert match.screen == "RaceScreen"

    at_match(tmp_path, play, before=begun)
