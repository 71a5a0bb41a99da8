"""The rules of a match as a command line names them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from showdown_rules.cards import Deck, load_deck, parse_deck
from showdown_rules.ruleset import PRESETS, RuleSet, ruleset
from showdown_table.play_cli import options_of
from showdown_table.simulate import ORDINARY

PRESET_NAMES = (*PRESETS, "ordinary")


def rules_of(preset: str, options: Sequence[str]) -> RuleSet:
    """A preset, or `ordinary`, with `options` like `jump_in=true` changed. RuleSetError."""
    changes = options_of(options)
    if preset != "ordinary":
        return ruleset(preset, **changes)
    return replace(ORDINARY, **changes)


def deck_of(rules: RuleSet, file: Path | None) -> Deck:
    """The deck of the rules, or that of a deck file. DeckError, OSError."""
    if file is None:
        return load_deck(rules.deck)
    return parse_deck(file.read_text("utf-8"), str(file))
