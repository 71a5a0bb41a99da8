"""Every text is said somewhere, and what is said is there."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

from fluent.syntax import ast as ftl
from fluent.syntax.visitor import Visitor

import showdown_table
import texts_kit

CODE = Path(showdown_table.__file__).parent
_PART = "[a-z0-9-]*"
"""What a name set into a key may be."""


def _pattern(node: ast.expr) -> str | None:
    """A string, or one with names set in, as a pattern for keys; its form falls away."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return re.escape(node.value.partition(".")[0])
    if isinstance(node, ast.JoinedStr):
        parts = [re.escape(part.value) if isinstance(part, ast.Constant) else _PART
                 for part in node.values]  # fmt: skip
        return "".join(parts).partition("\\.")[0]
    return None


@cache
def strings() -> frozenset[str]:
    """Every string in the apps that could be a key, as a pattern."""
    found = set()
    for path in CODE.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            pattern = _pattern(node) if isinstance(node, ast.expr) else None
            if pattern and len(pattern.replace(_PART, "")) > 3:
                found.add(pattern)
    return frozenset(found)


@cache
def said() -> dict[str, str]:
    """What stands right in a call of `say`, as patterns, and where."""
    found = {}
    for path in CODE.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and node.args:
                name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func
                name = name.id if isinstance(name, ast.Name) else name
                pattern = _pattern(node.args[0])
                if name == "say" and pattern and " " not in pattern:
                    found[pattern] = f"{path.name}:{node.lineno}"
    return found


class _References(Visitor):
    def __init__(self) -> None:
        self.found: set[str] = set()

    def visit_MessageReference(self, node: ftl.MessageReference) -> None:  # noqa: N802
        self.found.add(node.id.name)


def referred() -> set[str]:
    """The texts that other texts are made of."""
    visitor = _References()
    for entry in texts_kit.entries("en").values():
        visitor.visit(entry)
    return visitor.found


def test_every_text_is_said_somewhere() -> None:
    keys, used = set(texts_kit.entries("en")), referred()
    for pattern in sorted(strings(), key=lambda each: each.startswith(_PART)):
        if pattern.startswith(_PART):  # an ending: of a key that is said without it too
            ending = pattern.removeprefix(_PART).replace("\\", "")
            used |= {key for key in keys if key.endswith(ending) and key[: -len(ending)] in used}
        else:
            used |= {key for key in keys if re.fullmatch(pattern, key)}
    assert sorted(keys - used) == []


def test_what_is_said_is_in_the_catalogue() -> None:
    keys = texts_kit.entries("en")
    lost = {pattern: where for pattern, where in said().items()
            if not any(re.fullmatch(pattern, key) for key in keys)}  # fmt: skip
    assert lost == {}
