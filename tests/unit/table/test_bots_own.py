"""Bots of somebody's own: whatever they do, the table is told which one it was, in a line."""

from __future__ import annotations

import pickle
import sys
from enum import IntEnum
from random import Random

import pytest

from rules_kit import table
from showdown_rules import engine
from showdown_rules.actions import TABLE, Draw, Leave, Pass, Play, Settle
from showdown_rules.views import view
from showdown_table.bot_seats import BotSeats
from showdown_table.bots import BotError, Seated, find

HANDS = ("red 5, red skip, wild, blue 1", "green 1, green 2, green 3")
MODULE = """
from showdown_rules.actions import *

class Raises:
    def choose(self, view, legal, rng):
        secret = view.hand
        raise RuntimeError("boom\\nbang")

class Init:
    def __init__(self):
        raise RuntimeError("no init")
    def choose(self, view, legal, rng):
        return legal[0]

class Needs(Init):
    def __init__(self, x):
        pass

class Exits:
    def choose(self, view, legal, rng):
        raise SystemExit(0)

class Nameless(Exception):
    def __str__(self):
        raise ValueError

class Mute:
    def choose(self, view, legal, rng):
        raise Nameless
"""


@pytest.fixture(autouse=True)
def _modules(tmp_path, monkeypatch):
    (tmp_path / "own_bots.py").write_text(MODULE, "utf-8")
    (tmp_path / "own_raises.py").write_text('raise RuntimeError("at import")\n', "utf-8")
    (tmp_path / "own_exits.py").write_text("raise SystemExit\n", "utf-8")
    (tmp_path / "own_syntax.py").write_text("no such words(\n", "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield
    for name in ("own_bots", "own_raises", "own_exits", "own_syntax"):
        sys.modules.pop(name, None)


def answers(monkeypatch, answer, seat=0):
    """What comes of a bot that chooses so; `answer` gets the view and what is legal."""

    class Own:
        def choose(self, view, legal, rng):
            return answer(view, legal)

    monkeypatch.setattr(sys.modules[__name__], "Own", Own, raising=False)
    monkeypatch.setitem(sys.modules, "own_module", sys.modules[__name__])
    state = table(*HANDS, top="red 4").state
    legal = engine.legal_actions(state, seat)
    return Seated("own_module:Own", seat).choose(view(state, seat), legal, Random(1)), legal


def first_play(legal):
    return next(one for one in legal if isinstance(one, Play))


WRONG = {
    "another leaves": lambda view, _: Leave(view.turn, TABLE, 1),
    "itself leaves": lambda view, _: Leave(view.turn, view.seat, view.seat),
    "a verdict": lambda view, _: Settle(view.turn, TABLE, 1, 1),
    "another seat": lambda _, legal: first_play(legal)._replace(seat=1),
    "another turn": lambda _, legal: first_play(legal)._replace(turn=7),
    "a card as a fraction": lambda _, legal: first_play(legal)._replace(card=float(legal[0].card)),
    "a truth for a number": lambda _, legal: first_play(legal)._replace(cards=False),
    "a number for a truth": lambda _, legal: first_play(legal)._replace(uno=0),
    "equal but a pass": lambda view, _: Pass(view.turn, view.seat),
    "a plain tuple": lambda _, legal: tuple(legal[0]),
    "a word": lambda *_: "play",
    "many\nlines": lambda *_: "many\nlines" * 1000,
    "a number": lambda *_: 0,
}


@pytest.mark.parametrize("answer", WRONG.values(), ids=WRONG)
def test_an_answer_has_to_be_one_of_those_that_were_offered(monkeypatch, answer):
    with pytest.raises(BotError) as error:
        answers(monkeypatch, answer)
    text = str(error.value)
    assert text.startswith("the bot own_module:Own at seat 0 chose what it was not offered: ")
    assert "\n" not in text
    assert len(text) < 200
    assert error.value.seat == 0


def test_nothing_is_no_answer_in_turn_and_one_out_of_turn(monkeypatch):
    with pytest.raises(BotError, match="own_module:Own at seat 0 chose nothing in its turn"):
        answers(monkeypatch, lambda *_: None)
    assert answers(monkeypatch, lambda *_: None, seat=1)[0] is None


def test_what_was_offered_may_be_made_anew_and_with_names_for_numbers(monkeypatch):
    class Mine(IntEnum):
        GREEN = 2

    def wished(legal):
        return next(one for one in legal if isinstance(one, Play) and one.colour == 2)

    answer, legal = answers(
        monkeypatch, lambda view, legal: wished(legal)._replace(colour=Mine.GREEN)
    )
    assert answer in legal
    assert type(answer.colour) is int
    assert isinstance(answers(monkeypatch, lambda view, _: Draw(view.turn, 0))[0], Draw)


def test_a_bot_cannot_offer_itself_more(monkeypatch):
    with pytest.raises(BotError, match=r"failed: AttributeError: .*append.* \(test_bots_own.py"):
        answers(monkeypatch, lambda _, legal: legal.append("mine"))


@pytest.mark.parametrize(
    ("kind", "says"),
    [
        ("Raises", "failed: RuntimeError: boom bang (own_bots.py, line 7)"),
        ("Exits", "failed: SystemExit: 0 (own_bots.py, line 21)"),
        ("Mute", "failed: Nameless: (own_bots.py, line 29)"),
        ("Init", "cannot be made: RuntimeError: no init (own_bots.py, line 11)"),
        ("Needs", "cannot be made: TypeError: Needs.__init__() missing 1 required"),
    ],
)
def test_a_bot_that_fails_is_named_with_its_seat_and_line(kind, says):
    state = table(*HANDS, top="red 4").state
    with pytest.raises(BotError) as error:
        BotSeats(("random", "own_bots:" + kind)[::-1]).move(state)
    assert str(error.value).startswith(f"the bot own_bots:{kind} at seat 0 {says}")
    again = pickle.loads(pickle.dumps(error.value))  # as from another process
    assert (str(again), again.seat) == (str(error.value), 0)


@pytest.mark.parametrize(
    ("module", "says"),
    [
        ("own_raises", "RuntimeError: at import (own_raises.py, line 1)"),
        ("own_exits", "SystemExit: (own_exits.py, line 1)"),
        ("own_syntax", "SyntaxError: "),
    ],
)
def test_a_module_that_cannot_be_loaded_is_said(module, says):
    with pytest.raises(BotError) as error:
        find(f"{module}:Bot")
    assert f"no bot in '{module}:Bot': {says}" in str(error.value)


def test_chance_takes_over_where_a_bot_failed():
    state = table(*HANDS, top="red 4").state
    bots = BotSeats(("own_bots:Raises", "greedy"))
    assert bots.own
    bots.replace(0)
    assert not bots.own
    assert bots.move(state) in engine.legal_actions(state, 0)
