"""The rules of a match as a command line names them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any, get_type_hints

from showdown_rules.cards import Deck, load_deck, parse_deck
from showdown_rules.ruleset import PRESETS, RuleSet, RuleSetError, ruleset
from showdown_table.simulate import ORDINARY

PRESET_NAMES = (*PRESETS, "ordinary")

_BOOLS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def rules_of(preset: str, options: Iterable[str]) -> RuleSet:
    """A preset, or `ordinary`, with `options` like `jump_in=yes` changed. RuleSetError."""
    changes = dict(map(_option, options))
    if preset != "ordinary":
        return ruleset(preset, **changes)
    ruleset("showdown", **changes)  # names what does not exist
    return replace(ORDINARY, **changes)


def deck_of(rules: RuleSet, file: Path | None) -> Deck:
    """The deck of the rules, or that of a deck file. DeckError, OSError."""
    if file is None:
        return load_deck(rules.deck)
    return parse_deck(file.read_text("utf-8"), str(file))


def _option(text: str) -> tuple[str, Any]:
    name, equals, word = text.partition("=")
    if not equals:
        msg = f"{text!r}: an option is written name=value"
        raise RuleSetError(msg)
    kind = get_type_hints(RuleSet).get(name, str)
    if kind is bool:
        if word not in _BOOLS:
            msg = f"{name} = {word!r}: it is yes or no"
            raise RuleSetError(msg)
        return name, _BOOLS[word]
    if kind is int:
        try:
            return name, int(word)
        except ValueError:
            msg = f"{name} = {word!r}: it is a whole number"
            raise RuleSetError(msg) from None
    return name, word
