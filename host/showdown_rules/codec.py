"""Everything as plain data for JSON, back again, and a hash that is equal on every platform.

Plain data are dicts with string keys, lists, strings, ints, bools and None; never floats. An action
or event is a dict whose `is` names its kind, with what is not at its default.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import fields
from functools import cache, lru_cache
from types import UnionType
from typing import Any, Union, cast, get_args, get_origin, get_type_hints

from showdown_rules import actions, engine, events
from showdown_rules.actions import Action
from showdown_rules.cards import Deck, parse_deck
from showdown_rules.events import Event
from showdown_rules.ruleset import RuleSet, ruleset
from showdown_rules.state import Showdown, State, WildDrawFour

Plain = dict[str, Any]

_KIND = "is"


class CodecError(ValueError):
    """Plain data that is nothing of ours; the message says where and what it should be."""


# --- rules and decks --------------------------------------------------------------------------


def ruleset_to_plain(rules: RuleSet) -> Plain:
    """Every option by its name."""
    return {field.name: getattr(rules, field.name) for field in fields(RuleSet)}


def ruleset_from_plain(plain: Mapping[str, Any]) -> RuleSet:
    """An option that is not there has its default. RuleSetError."""
    return ruleset("showdown", **_mapping(plain, "rules"))


def deck_to_plain(deck: Deck) -> Plain:
    """Its columns."""
    return {name: _bare(getattr(deck, name)) for name in _columns()}


def deck_from_plain(plain: Mapping[str, Any]) -> Deck:
    """CodecError."""
    return cast(Deck, _made(Deck, _columns(), _mapping(plain, "deck"), "deck"))


# --- actions and events -----------------------------------------------------------------------


def action_to_plain(action: Action) -> Plain:
    """As `{"is": "play", "turn": 7, "seat": 1, "card": 30}`."""
    return _tagged(action)


def action_from_plain(plain: Mapping[str, Any]) -> Action:
    """CodecError."""
    return cast(Action, _untagged(plain, _kinds(actions), "action"))


def event_to_plain(event: Event) -> Plain:
    """As `{"is": "passed", "seat": 1}`."""
    return _tagged(event)


def event_from_plain(plain: Mapping[str, Any]) -> Event:
    """CodecError."""
    return cast(Event, _untagged(plain, _kinds(events), "event"))


# --- states -----------------------------------------------------------------------------------


def state_to_plain(state: State) -> Plain:
    """All of it, the seed too: what a player may not see."""
    plain = {name: _member(getattr(state, name)) for name in _hints(State)}
    return plain | {"rules": ruleset_to_plain(state.rules), "deck": deck_to_plain(state.deck)}


def state_from_plain(plain: Mapping[str, Any]) -> State:
    """CodecError, RuleSetError."""
    members = dict(_mapping(plain, "state"))
    rules = ruleset_from_plain(members.pop("rules", {}))
    deck = deck_from_plain(members.pop("deck", {}))
    hints = {name: hint for name, hint in _hints(State).items() if name not in ("rules", "deck")}
    made = _values(hints, members, "state")
    return State(rules=rules, deck=deck, **made)


def state_hash(state: State) -> str:
    """SHA-256 in hex of the plain form, as JSON with sorted keys and no spaces, in ASCII."""
    same = _same_all_along(state.rules, state.deck)
    members = [
        f'"{name}":{same.get(name) or _canonical(_member(getattr(state, name)))}'
        for name in sorted(_hints(State))
    ]
    return hashlib.sha256(f"{{{','.join(members)}}}".encode("ascii")).hexdigest()


@lru_cache(maxsize=64)
def _same_all_along(rules: RuleSet, deck: Deck) -> dict[str, str]:
    """The JSON of what does not change in a match, and is most of it."""
    return {
        "rules": _canonical(ruleset_to_plain(rules)),
        "deck": _canonical(deck_to_plain(deck)),
    }


def _canonical(plain: Any) -> str:
    return json.dumps(plain, sort_keys=True, separators=(",", ":"))


def replay(header: Mapping[str, Any], done: Sequence[Mapping[str, Any]]) -> State:
    """The match of a file's `header` after all that was `done`, actions in plain form.

    CodecError, RuleSetError, DeckError, IllegalAction.
    """
    rules = ruleset_from_plain(header["rules"])
    deck = parse_deck(header["deck"], "the match's deck")
    state, _ = engine.new_match(rules, deck, len(header["names"]), header["seed"])
    for plain in done:
        engine.step(state, action_from_plain(plain), None)
    return state


# --- how --------------------------------------------------------------------------------------


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


@cache
def _columns() -> dict[str, Any]:
    hints = _hints(Deck)
    return {field.name: hints[field.name] for field in fields(Deck) if field.init}


def _bare(value: Any) -> Any:
    """Tuples as lists, all the way down; enumerations as the numbers that they are."""
    if type(value) is int:  # nearly all that there is
        return value
    if isinstance(value, list | tuple):
        return [_bare(one) for one in value]
    return int(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _member(value: Any) -> Any:
    """Of a state; a record has its names."""
    if isinstance(value, WildDrawFour | Showdown):
        return {name: _bare(one) for name, one in value._asdict().items()}
    return _bare(value)


def _tagged(value: Any) -> Plain:
    defaults = value._field_defaults
    plain: Plain = {_KIND: _word(type(value))}
    for name, member in zip(value._fields, value, strict=True):
        if name not in defaults or member != defaults[name]:
            plain[name] = _bare(member)
    return plain


def _untagged(plain: Mapping[str, Any], kinds: Mapping[str, type], where: str) -> Any:
    members = dict(_mapping(plain, where))
    word = members.pop(_KIND, None)
    kind = kinds.get(word) if isinstance(word, str) else None
    if kind is None:
        msg = f"{where}: {_KIND} = {word!r}: known are {', '.join(kinds)}"
        raise CodecError(msg)
    return _made(kind, _hints(kind), members, word or where)


@cache
def _kinds(module: Any) -> dict[str, type]:
    union = module.Action if module is actions else module.Event
    return {_word(kind): kind for kind in get_args(union)}


def _word(kind: type) -> str:
    """As `CallUno`: call_uno."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


def _made(kind: type, hints: Mapping[str, Any], members: Mapping[str, Any], where: str) -> Any:
    return kind(**_values(hints, members, where, getattr(kind, "_field_defaults", {})))


def _values(
    hints: Mapping[str, Any],
    members: Mapping[str, Any],
    where: str,
    defaults: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    unknown = members.keys() - hints.keys()
    if unknown:
        msg = f"{where}: unknown {', '.join(sorted(map(str, unknown)))}"
        raise CodecError(msg)
    missing = [n for n in hints if n not in members and n not in (defaults or {})]
    if missing:
        msg = f"{where}: {', '.join(missing)} missing"
        raise CodecError(msg)
    return {name: _value(hints[name], value, f"{where}.{name}") for name, value in members.items()}


def _value(hint: Any, value: Any, where: str) -> Any:
    """`value` as the type that `hint` says. No int passes for a bool, nor the other way."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):  # one type, or None
        return None if value is None else _value(parts[0], value, where)
    if origin in (list, tuple):
        if not isinstance(value, list | tuple):
            msg = f"{where}: {value!r}: it is a list"
            raise CodecError(msg)
        return origin(_value(parts[0], one, f"{where}[{at}]") for at, one in enumerate(value))
    if hasattr(hint, "_fields"):
        return _made(hint, _hints(hint), _mapping(value, where), where)
    if type(value) is not hint:
        msg = f"{where}: {value!r}: it is of type {hint.__name__}"
        raise CodecError(msg)
    return value


def _mapping(value: Any, where: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        msg = f"{where}: {value!r}: it is an object"
        raise CodecError(msg)
    return value
