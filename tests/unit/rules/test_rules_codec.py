"""Plain forms of rules, decks, actions, events and states, and the hash of a state."""

import hashlib
import json
from collections import Counter
from dataclasses import fields, replace
from importlib.resources import files
from random import Random
from typing import get_args, get_type_hints

import pytest

import rules_random
from rules_kit import MARKED, new_game, table
from showdown_rules import codec, engine
from showdown_rules.actions import Action, CallUno, Play
from showdown_rules.cards import Colour, DeckError, load_deck
from showdown_rules.events import Event, Played
from showdown_rules.ruleset import PRESETS, RuleSet, RuleSetError
from showdown_rules.state import Showdown, State, WildDrawFour


def through_json(plain):
    return json.loads(json.dumps(plain))


SAMPLES = {
    int: 3,
    bool: True,
    str: "table",
    tuple[int, ...]: (4, 5),
    tuple[tuple[int, ...], ...]: ((1, 2), ()),
}


def example(kind):
    """One of that kind with each member away from its default."""
    return kind(*(SAMPLES[hint] for hint in get_type_hints(kind).values()))


@pytest.mark.parametrize("kind", get_args(Action), ids=lambda kind: kind.__name__)
def test_an_action_comes_back_from_json(kind):
    action = example(kind)
    back = codec.action_from_plain(through_json(codec.action_to_plain(action)))
    assert back == action
    assert type(back) is kind


@pytest.mark.parametrize("kind", get_args(Event), ids=lambda kind: kind.__name__)
def test_an_event_comes_back_from_json(kind):
    event = example(kind)
    back = codec.event_from_plain(through_json(codec.event_to_plain(event)))
    assert back == event
    assert type(back) is kind


def test_what_is_at_its_default_is_not_written():
    assert codec.action_to_plain(Play(7, 1, 30)) == {"is": "play", "turn": 7, "seat": 1, "card": 30}
    assert codec.action_to_plain(CallUno(2, 0)) == {"is": "call_uno", "turn": 2, "seat": 0}


def test_numbers_that_are_members_of_an_enumeration_are_written_as_plain_ones():
    plain = codec.event_to_plain(Played(0, 1, Colour.GREEN, -1, 0))
    assert type(plain["colour"]) is int


@pytest.mark.parametrize(
    ("plain", "says"),
    [
        ([], "action: []: it is an object"),
        ({}, "action: is = None: known are play"),
        ({"is": "dance"}, "action: is = 'dance': known are play"),
        ({"is": ["play"]}, "action: is = ['play']"),
        ({"is": "pass", "turn": 1}, "pass: seat missing"),
        ({"is": "pass", "turn": 1, "seat": 0, "card": 3}, "pass: unknown card"),
        ({"is": "pass", "turn": True, "seat": 0}, "pass.turn: True: it is of type int"),
        ({"is": "pass", "turn": 1.0, "seat": 0}, "pass.turn: 1.0: it is of type int"),
        ({"is": "play", "turn": 1, "seat": 0, "card": 1, "uno": 1}, "play.uno: 1: it is of type"),
    ],
)
def test_a_plain_action_that_is_none_is_refused_by_name(plain, says):
    with pytest.raises(codec.CodecError) as error:
        codec.action_from_plain(plain)
    assert says in str(error.value)


def test_lists_in_events_are_checked_to_the_bottom():
    with pytest.raises(codec.CodecError, match=r"dealt.cards\[1\]: 'x': it is of type int"):
        codec.event_from_plain({"is": "dealt", "seat": 0, "size": 2, "cards": [1, "x"]})
    with pytest.raises(codec.CodecError, match=r"dealt.cards: 7: it is a list"):
        codec.event_from_plain({"is": "dealt", "seat": 0, "size": 2, "cards": 7})


@pytest.mark.parametrize("preset", PRESETS)
def test_rules_come_back_from_json(preset):
    rules = PRESETS[preset]
    assert codec.ruleset_from_plain(through_json(codec.ruleset_to_plain(rules))) == rules


def test_an_option_that_an_older_file_does_not_have_is_at_its_default():
    plain = codec.ruleset_to_plain(RuleSet())
    del plain["jump_in"]
    assert codec.ruleset_from_plain(plain) == RuleSet()


def test_an_option_that_does_not_exist_is_refused():
    with pytest.raises(RuleSetError, match="dance"):
        codec.ruleset_from_plain({"dance": True})


@pytest.mark.parametrize("deck", [MARKED, load_deck("encanto"), load_deck("ordinary")])
def test_a_deck_comes_back_from_json(deck):
    back = codec.deck_from_plain(through_json(codec.deck_to_plain(deck)))
    assert back == deck
    assert back.matching == deck.matching


def test_any_state_comes_back_from_json_with_its_hash():
    phases = Counter()
    for number in range(8):
        seed = f"codec {number}"
        rules = rules_random.random_rules(Random(seed))
        game = rules_random.Table(seed, rules, Counter(), watched=0)
        for _ in range(40):
            state = game.state
            back = codec.state_from_plain(through_json(codec.state_to_plain(state)))
            assert back == state
            assert codec.state_hash(back) == codec.state_hash(state)
            phases[int(state.phase)] += 1
            if state.phase >= 4:
                break
            game.act(game.choose())
    assert set(phases) >= {0, 1, 2, 3}, phases


def test_a_state_read_back_plays_on_as_the_other():
    game = new_game(4, "plays on")
    state = codec.state_from_plain(codec.state_to_plain(game.state))
    for _ in range(200):
        if state.phase >= 4:
            break
        action = engine.legal_actions(state, engine.acting(state)[0])[0]
        engine.step(state, action, None)
        engine.step(game.state, action, None)
    assert codec.state_hash(state) == codec.state_hash(game.state)


def test_the_hash_is_that_of_sorted_json_without_spaces():
    state = new_game(3, "canonical").state
    text = json.dumps(codec.state_to_plain(state), sort_keys=True, separators=(",", ":"))
    assert codec.state_hash(state) == hashlib.sha256(text.encode()).hexdigest()


@pytest.mark.parametrize("name", [field.name for field in fields(State)])
def test_the_hash_tells_each_member_of_a_state(name):
    game = table("red 5, blue 7", "green 1, green 2", top="red 9")
    before = codec.state_hash(game.state)
    value = getattr(game.state, name)
    changes = {
        "rules": lambda v: replace(v, jump_in=True),
        "deck": lambda v: load_deck("encanto"),
        "seed": lambda v: v + "!",
        "wild_draw_four": lambda v: WildDrawFour(0, 100, True, (1, 2), 3),
        "showdown": lambda v: Showdown(1, 1, 0, 1, 2, "icon"),
        "hands": lambda v: [v[1], v[0]],
    }
    if name in changes:
        new = changes[name](value)
    elif isinstance(value, list):
        new = [*value, 1]
    else:
        new = not value if isinstance(value, bool) else value + 1
    setattr(game.state, name, new)
    assert codec.state_hash(game.state) != before


def test_a_match_is_replayed_from_its_header_and_actions():
    rules, deck = PRESETS["encanto"], files("showdown_rules") / "decks" / "encanto.toml"
    state, _ = engine.new_match(rules, load_deck("encanto"), 3, "replayed")
    done = []
    while state.phase < 4 and len(done) < 300:
        action = engine.legal_actions(state, engine.acting(state)[0])[0]
        done.append(through_json(codec.action_to_plain(action)))
        engine.step(state, action, None)
    header = {
        "rules": codec.ruleset_to_plain(rules),
        "deck": deck.read_text("utf-8"),
        "names": ["Ada", "Ben", "Cleo"],
        "seed": "replayed",
    }
    assert len(done) > 10
    assert codec.state_hash(codec.replay(header, done)) == codec.state_hash(state)
    assert codec.state_hash(codec.replay(header, done[:-1])) != codec.state_hash(state)


def test_a_header_with_a_bad_deck_is_refused():
    header = {"rules": {}, "deck": "= nonsense", "names": ["a", "b"], "seed": "s"}
    with pytest.raises(DeckError):
        codec.replay(header, [])
