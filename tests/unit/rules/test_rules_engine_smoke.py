"""The engine as a whole: its table of phases, its refusals, and the two ways to run it."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from typing import get_args

import pytest

import showdown_rules
from showdown_rules import engine
from showdown_rules.actions import TABLE, Action, IllegalAction, Play
from showdown_rules.cards import load_deck
from showdown_rules.refusals import REFUSALS, WAITS_FOR
from showdown_rules.ruleset import ruleset
from showdown_rules.state import Phase, State


def play_out(state: State, steps: int) -> list[Action]:
    """A match by chance, each step in both ways."""
    chance = engine.stream(state.seed, "test", 0).random
    done: list[Action] = []
    while state.phase != Phase.MATCH_OVER and len(done) < steps:
        legal = engine.legal_actions(state, engine.acting(state)[0])
        action = legal[int(chance() * len(legal))]
        applied, _ = engine.apply(state, action)
        engine.step(state, action, None)
        assert state == applied
        done.append(action)
    return done


@pytest.mark.parametrize("preset", ["showdown", "encanto"])
def test_step_and_apply_make_the_same_state(preset: str) -> None:
    state, _ = engine.new_match(ruleset(preset), load_deck(preset), 4, "smoke")
    assert len(play_out(state, 2000)) > 20


def test_the_same_seed_and_actions_make_the_same_match() -> None:
    rules, deck = ruleset("showdown", seven_zero=True, stacking=True), load_deck("showdown")
    first, _ = engine.new_match(rules, deck, 5, "again")
    second = first.copy()
    for action in play_out(first, 1000):
        engine.step(second, action, None)
    assert first == second


def test_streams_are_the_same_on_every_platform() -> None:
    drawn = [engine.stream("seed", "shuffle", n).random() for n in range(2)]
    assert drawn == [0.9494719633692836, 0.8620169823614519]


def test_every_action_is_legal_in_some_phase_and_none_after_the_end() -> None:
    assert set().union(*engine.PHASES.values()) == set(get_args(Action))
    assert set(engine.PHASES) == set(Phase) == set(WAITS_FOR)
    assert not engine.PHASES[Phase.MATCH_OVER]


def test_every_refusal_is_used_and_every_used_one_has_a_text() -> None:
    folder = Path(showdown_rules.__file__).parent
    sources = "".join(file.read_text("utf-8") for file in folder.glob("*.py"))
    used = set(re.findall(r'refusal\(\s*"(\w+)"', sources))
    used |= set(
        re.findall(
            r'return (?:FINE if .* else )?"(\w+)"\n', (folder / "matching.py").read_text("utf-8")
        )
    )
    assert used == set(REFUSALS)


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (None, "unknown_action"),
        (("play", 0), "unknown_action"),
        (Play(0, 0, 0), "stale_turn"),
        (Play(1, 0.0, 0), "no_such_seat"),  # type: ignore[arg-type]
        (Play(1, 7, 0), "no_such_seat"),
        (Play(1, TABLE, 0), "no_such_seat"),
    ],
)
def test_what_is_no_action_is_refused(action: object, code: str) -> None:
    state, _ = engine.new_match(ruleset("showdown"), load_deck("showdown"), 3, "x")
    state.turn = 1
    before = state.copy()
    with pytest.raises(IllegalAction) as refused:
        engine.step(state, action, None)  # type: ignore[arg-type]
    assert refused.value.code == code
    assert state == before


ODD = (-2, -1, 0, 1, 2, 3, 4, 111, 112, 10**9, True, 1.0, "1", None, (1,), "unit")


def test_no_value_whatever_breaks_the_engine() -> None:
    """Each field of each action in turn gets each odd value: it is done or refused, no more."""
    rules = ruleset("showdown", stacking=True, jump_in=True, seven_zero=True)
    state, _ = engine.new_match(rules, load_deck("showdown"), 3, "odd")
    chance = engine.stream("odd", "test", 0).random
    for _ in range(250):
        for kind in get_args(Action):
            fields = len(kind._fields)
            for place in range(1, fields):
                values = [ODD[int(chance() * 7)] for _ in range(fields)]
                values[0] = state.turn
                values[1] = (state.seat, TABLE)[int(chance() * 2)]
                values[place] = ODD[int(chance() * len(ODD))]
                before = state.copy()
                with suppress(IllegalAction):
                    engine.apply(state, kind(*values))
                assert state == before
                changed = state.copy()
                try:
                    engine.step(changed, kind(*values), None)
                except IllegalAction:
                    assert changed == before
        acting = engine.acting(state)
        if not acting:
            break
        legal = engine.legal_actions(state, acting[0])
        engine.step(state, legal[int(chance() * len(legal))], None)
