"""docs/rules.md: every rule stands there, and each has its tests or says why it has none."""

from __future__ import annotations

import importlib.util
from dataclasses import fields
from pathlib import Path
from types import ModuleType
from typing import get_args, get_type_hints

import pytest

from showdown_rules.ruleset import RuleSet

ROOT = Path(__file__).parents[3]


def _load_tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("rules_doc", ROOT / "tools" / "rules_doc.py")
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    return tool


TOOL = _load_tool()
RULES: dict[str, str] = TOOL.rules()
TESTS: dict[str, dict[str, list[str]]] = TOOL.tests()
SHOWDOWN = (
    *(*range(1, 9), *range(10, 16), *range(20, 28), *range(30, 36), *range(40, 47)),
    *(*range(50, 61), *range(70, 73), *range(80, 84), *range(90, 96)),
)
CASES = (*range(1, 12), *range(13, 28), *range(30, 39), 40, 41, 42, *range(44, 50))
PAIRS = (*range(1, 8), 9, 10, 12, 13, 15, 16, 17)
ALL = [
    *(f"SD-{n:02}" for n in SHOWDOWN),
    *(f"EN-{n:02}" for n in range(1, 22)),
    *(f"AMB-{n}" for n in range(1, 24)),
    *(f"case {n}" for n in CASES),
    *(f"S{n}" for n in PAIRS),
]
HINTS = get_type_hints(RuleSet)
OWN = {"deck", "hand_size"}
"""Options that no open question stands behind."""


def names(rule: str) -> list[str]:
    return [name for says in TESTS.get(TOOL.slug(rule), {}).values() for name in says]


def test_every_rule_stands_on_the_page_once():
    assert sorted(RULES) == sorted(ALL)


@pytest.mark.parametrize("rule", ALL)
def test_every_rule_has_a_test_or_says_why_it_has_none(rule):
    assert bool(names(rule)) != (TOOL.UNTESTED in RULES[rule]), RULES[rule]


def test_every_numbered_test_has_its_rule_on_the_page():
    assert set(TESTS) <= {TOOL.slug(rule) for rule in ALL}


def test_the_page_is_as_the_code_makes_it():
    text = TOOL.PAGE.read_text("utf-8")
    assert text == TOOL.page(), "docs/rules.md is out of date: python tools/rules_doc.py"


def owners() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for rule, says in RULES.items():
        for option in TOOL.options_of(says) if rule.startswith("AMB-") else ():
            found.setdefault(option, []).append(rule)
    return found


def test_every_option_answers_one_question_of_the_page():
    found = owners()
    assert {option: rules for option, rules in found.items() if len(rules) != 1} == {}
    assert set(found) == {field.name for field in fields(RuleSet)} - OWN


def values() -> list[tuple[str, str]]:
    """Each option with each of its values; a number has none of its own."""
    found = []
    for option, hint in HINTS.items():
        if option not in OWN:
            choices = get_args(hint) or (("true", "false") if hint is bool else ("",))
            found += [(option, str(choice)) for choice in choices]
    return found


@pytest.mark.parametrize(("option", "value"), values())
def test_every_value_of_an_option_has_a_test_named_after_it(option, value):
    (rule,) = owners()[option]
    wanted = f"{option}_{value}" if value else option
    longer = [
        f"{option}_{other}" for _, other in values() if other.startswith(value) and other != value
    ]
    mine = [
        name
        for name in names(rule)
        if f"{name}_".startswith(f"{wanted}_")
        and (not value or not any(f"{name}_".startswith(f"{one}_") for one in longer))
    ]
    assert mine, f"no test_{TOOL.slug(rule)}_{wanted}_..."
