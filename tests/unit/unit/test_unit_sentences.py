"""What the log says of a showdown that is over, and of the unit when that changes."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from showdown_protocol.messages import (
    Attempt,
    DecidedBy,
    Launch,
    Outcome,
    Reaction,
    Record,
    RecordState,
    Side,
)
from showdown_unit.records import sentence
from unit_kit import MakeWorld

DONE: dict[str, Any] = {
    "key": "k",
    "state": RecordState.DONE,
    "outcome": Outcome.WIN,
    "loser": Side.RIGHT,
    "cards": 2,
    "launch": Launch.COMPLETED,
}


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, "win, right takes 2 cards, launch completed"),
        ({"margin_us": 56_487}, "win, right takes 2 cards, 56.5 ms apart, launch completed"),
        ({"cards": 1}, "win, right takes 1 card, launch completed"),
        ({"cards": None}, "win, right takes the cards, launch completed"),
        (
            {"cards": 0, "launch": Launch.NONE},
            "win, right loses, no cards were asked for",
        ),
        (
            {"outcome": Outcome.FALSE_START, "contested": True},
            "false start, right takes 2 cards, launch completed, contested",
        ),
        (
            {"attempts": (Attempt(outcome=Outcome.DEAD_HEAT),)},
            "win at attempt 2, right takes 2 cards, launch completed",
        ),
        (
            {"decided_by": DecidedBy.LINES, "launch": Launch.UNKNOWN},
            "win by the lines, right takes 2 cards, launch unknown",
        ),
        ({"durable": False}, "win, right takes 2 cards, launch completed, NOT written to the disk"),
        (
            {"outcome": Outcome.NO_PRESS, "loser": None, "launch": Launch.NONE},
            "no press, no loser, nothing launched",
        ),
        (
            {
                "cards": 0,
                "loser": None,
                "launch": Launch.NONE,
                "practice": Side.LEFT,
                "reaction_us": Reaction(left=231_415),
            },
            "win, left alone, 231.4 ms after green",
        ),
        (
            {
                "outcome": Outcome.FALSE_START,
                "cards": 0,
                "loser": Side.RIGHT,
                "launch": Launch.NONE,
                "practice": Side.RIGHT,
            },
            "false start, right alone",
        ),
        ({"state": RecordState.ABORTED, "reason": "restart", "outcome": None}, "aborted (restart)"),
        ({"state": RecordState.INDETERMINATE, "outcome": None}, "indeterminate"),
    ],
)
def test_a_showdown_in_a_line(fields: dict[str, Any], words: str):
    assert sentence(Record(**DONE | fields)) == f"k: {words}"


def test_a_unit_that_becomes_not_ready_says_so_and_what_to_do(
    make_world: MakeWorld, caplog: pytest.LogCaptureFixture
):
    world = make_world()
    with caplog.at_level(logging.INFO, "showdown_unit.standing"):
        world.unit.launcher_failed()
    assert any(
        line.startswith("not ready: look at the tray, then hold the timer button")
        for line in caplog.messages
    )
