"""The catalogue taken apart: its keys, what each text asks for, and values to fill it with."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from fluent.syntax import FluentParser, ast
from fluent.syntax.visitor import Visitor

import showdown_table
from showdown_table.texts import Texts

FOLDER = Path(showdown_table.__file__).parent / "texts"
LANGUAGES = ("en", "be", "cs", "nb")
COUNTS = (0, 1, 2, 5, 11, 21, 22, 25)
_ENOUGH = 1000
_PLURALS = {"zero", "one", "two", "few", "many", "other"}


@cache
def entries(lang: str) -> dict[str, ast.Message]:
    """All texts of a language by key. AssertionError for what is no Fluent, or is there twice."""
    found: dict[str, ast.Message] = {}
    for path in sorted((FOLDER / lang).glob("*.ftl")):
        for entry in FluentParser().parse(path.read_text("utf-8")).body:
            assert not isinstance(entry, ast.Junk), f"{path.name}: {entry.content}"
            if isinstance(entry, ast.Message):
                assert entry.id.name not in found, f"{path.name}: {entry.id.name} is there twice"
                found[entry.id.name] = entry
    return found


class _Asks(Visitor):
    def __init__(self, lang: str) -> None:
        self.lang = lang
        self.choices: dict[str, set[str]] = {}

    def visit_VariableReference(self, node: ast.VariableReference) -> None:  # noqa: N802
        self.choices.setdefault(node.id.name, set())

    def visit_SelectExpression(self, node: ast.SelectExpression) -> None:  # noqa: N802
        if isinstance(node.selector, ast.VariableReference):
            keys = self.choices.setdefault(node.selector.id.name, set())
            for variant in node.variants:
                key = variant.key
                keys.add(key.name if isinstance(key, ast.Identifier) else key.value)
        self.generic_visit(node)

    def visit_MessageReference(self, node: ast.MessageReference) -> None:  # noqa: N802
        self.visit(entries(self.lang)[node.id.name])


def asks(lang: str, key: str) -> dict[str, set[str]]:
    """What a text asks for, also in texts it refers to: by value, the cases that it tells apart."""
    visitor = _Asks(lang)
    visitor.visit(entries(lang)[key])
    return visitor.choices


def cases(choices: set[str]) -> set[str]:
    """The cases that are words, not numbers or plurals: those must be the same everywhere."""
    return {case for case in choices if case not in _PLURALS and not case.isdigit()}


def fillings(lang: str, key: str) -> Iterator[dict[str, object]]:
    """Values for a text: every case, and many numbers."""
    values: dict[str, list[object]] = {}
    for name, choices in asks(lang, key).items():
        if choices & _PLURALS - {"other"} or any(case.isdigit() for case in choices):
            values[name] = list(COUNTS)
        elif choices:
            values[name] = [*sorted(choices), "something-else"]
        else:
            values[name] = [f"<{name}>"]
    if math.prod(map(len, values.values())) <= _ENOUGH:
        for row in itertools.product(*values.values()):
            yield dict(zip(values, row, strict=True))
        return
    for name, each in values.items():  # too many together: one at a time
        for value in each:
            yield {other: own[0] for other, own in values.items()} | {name: value}


@cache
def renderings(lang: str) -> tuple[tuple[str, str], ...]:
    """Every text of a language in every case, with its key."""
    texts = Texts(lang, strict=True)
    found = []
    for key, entry in entries(lang).items():
        forms = ["", *(f".{attribute.id.name}" for attribute in entry.attributes)]
        for form, filling in itertools.product(forms, fillings(lang, key)):
            found.append((key, texts.say(key + form, **filling)))
    return tuple(found)
