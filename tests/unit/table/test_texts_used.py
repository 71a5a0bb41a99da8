"""Every text is said somewhere, and what is said is there."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

from fluent.syntax import ast as ftl
from fluent.syntax.visitor import Visitor

import showdown_protocol
import showdown_rules
import showdown_table
import texts_kit

APPS, *OTHERS = (
    Path(package.__file__).parent for package in (showdown_table, showdown_rules, showdown_protocol)
)
_PART = "([a-z0-9-]+)"
"""What is set into a key: one of `words`."""


@cache
def nodes(folder: Path) -> tuple[tuple[str, ast.AST], ...]:
    return tuple(
        (path.name, node)
        for path in folder.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
    )


def kebab(name: str) -> str:
    return re.sub("(?<=[a-z])(?=[A-Z])", "-", name).lower().replace("_", "-")


@cache
def words() -> frozenset[str]:
    """All that code may set into a key: its strings, and the names of classes and members."""
    found = set()
    for folder in (APPS, *OTHERS):
        for _, node in nodes(folder):
            if isinstance(node, ast.Constant) and isinstance(node.value, str | int):
                found.add(kebab(str(node.value)).strip("-."))
            elif isinstance(node, ast.ClassDef):
                found.add(kebab(node.name))
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                found.add(kebab(node.id))
    return frozenset(found)


def pattern(node: ast.AST) -> str | None:
    """A string, or one with names set in, as a pattern for keys; its form falls away."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return re.escape(node.value.partition(".")[0])
    if isinstance(node, ast.JoinedStr):
        parts = (
            re.escape(part.value) if isinstance(part, ast.Constant) else _PART
            for part in node.values
        )
        return "".join(parts).partition("\\.")[0]
    return None


@cache
def keys_of(one: str) -> frozenset[str]:
    """The texts that a pattern may mean. The last name set in may be a form, and so nothing."""
    keys = frozenset(texts_kit.entries("en"))
    found = set()
    for form in {one, one.removesuffix(_PART)}:
        if _PART not in form:
            found |= keys & {form.replace("\\", "")}
            continue
        fits = re.compile(form)
        for key in keys:
            match = fits.fullmatch(key)
            if match and all(part in words() for part in match.groups()):
                found.add(key)
    return frozenset(found)


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
    used, endings = referred(), set()
    for one in {pattern(node) for _, node in nodes(APPS)} - {None, "", _PART}:
        end = one.removeprefix(_PART).replace("\\", "")
        if end.startswith("-"):  # of a key that is said without it too
            endings.add(end)
        else:
            used |= keys_of(one)
    keys = set(texts_kit.entries("en"))
    used |= {key for key in keys for end in endings if key.removesuffix(end) in used}
    assert sorted(keys - used) == []


def test_what_is_said_is_in_the_catalogue() -> None:
    lost = {}
    for name, node in nodes(APPS):
        if isinstance(node, ast.Call) and node.args:
            called = getattr(node.func, "attr", getattr(node.func, "id", ""))
            one = pattern(node.args[0])
            whole = one and " " not in one and not one.startswith(_PART)
            if called == "say" and whole and not keys_of(one):
                lost[f"{name}:{node.lineno}"] = one
    assert lost == {}
