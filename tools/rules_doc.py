"""Rewrite what docs/rules.md shows of the code: every option, and which test holds which rule.

`python tools/rules_doc.py`; tests/unit/rules/test_rules_doc.py fails where that was forgotten.
A test belongs to the rule that its name begins with: `test_sd_45_...` to SD-45.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import get_args, get_type_hints

from showdown_rules.ruleset import PRESETS, RuleSet

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "rules.md"
FILES = ("tests/unit/rules/test_rules_*.py", "tests/property/test_rules_*.py")
UNTESTED = "Not tested here:"

_RULE = re.compile(r"^\| ((?:SD|EN|AMB)-\d+|case \d+|S\d+) \| (.*) \|$", re.MULTILINE)
_NAME = re.compile(r"test_((?:sd|en)_\d\d|amb_\d+|case_\d+|s\d+)_(\w+)")


def main() -> int:
    """Write the page if it differs."""
    text = page()
    if PAGE.read_text("utf-8") != text:
        PAGE.write_text(text, "utf-8")
        print(f"wrote {PAGE.relative_to(ROOT)}")
    return 0


def page() -> str:
    """The page as it should be."""
    text = PAGE.read_text("utf-8")
    for name, make in (("options", options_table), ("tests", tests_table)):
        begin, end = f"<!-- generated: {name} -->\n", f"<!-- end: {name} -->\n"
        before, _, rest = text.partition(begin)
        _, _, after = rest.partition(end)
        text = f"{before}{begin}\n{make()}\n{end}{after}"
    return text


def rules() -> dict[str, str]:
    """What the page says of each rule, by its number."""
    found: dict[str, str] = {}
    for rule, says in _RULE.findall(PAGE.read_text("utf-8").partition("<!-- generated: ")[0]):
        if rule in found:
            msg = f"{PAGE}: {rule} stands there twice"
            raise ValueError(msg)
        found[rule] = says
    return found


def slug(rule: str) -> str:
    """The rule in the names of its tests."""
    return rule.lower().replace("-", "_").replace(" ", "_")


def tests() -> dict[str, dict[str, list[str]]]:
    """By rule, as in names, and by file: what is tested, as in names."""
    found: dict[str, dict[str, list[str]]] = {}
    for path in sorted(path for pattern in FILES for path in ROOT.glob(pattern)):
        for node in ast.parse(path.read_text("utf-8")).body:
            match = _NAME.fullmatch(node.name) if isinstance(node, ast.FunctionDef) else None
            if match:
                by_file = found.setdefault(match[1], {})
                by_file.setdefault(str(path.relative_to(ROOT)), []).append(match[2])
    return found


def options_of(says: str) -> list[str]:
    """The options that a rule's text names as its own, in brackets."""
    names = {field.name for field in fields(RuleSet)}
    for inside in re.findall(r"\(((?:`\w+`(?:, )?)+)\)", says):
        found = re.findall(r"`(\w+)`", inside)
        if names >= set(found):
            return found
    return []


# --- tables -----------------------------------------------------------------------------------


def options_table() -> str:
    """Every option with its values, both presets, and the question that it answers."""
    owners = {
        option: rule
        for rule, says in rules().items()
        if rule.startswith("AMB-")
        for option in options_of(says)
    }
    hints = get_type_hints(RuleSet)
    head = [
        "| option | values | showdown | encanto | question |",
        "| --- | --- | --- | --- | --- |",
    ]
    rows = []
    for field in fields(RuleSet):
        chosen = [_value(getattr(PRESETS[preset], field.name)) for preset in PRESETS]
        cells = [f"`{field.name}`", _values(hints[field.name]), *chosen, owners.get(field.name, "")]
        rows.append("| " + " | ".join(cells) + " |")
    return "\n".join([*head, *rows]) + "\n"


def _values(hint: object) -> str:
    choices = get_args(hint)
    if choices:
        return ", ".join(f"`{choice}`" for choice in choices)
    return {bool: "yes, no", int: "a number", str: "a name"}[hint]  # type: ignore[index]


def _value(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else f"`{value}`"


def tests_table() -> str:
    """Each rule with what its tests say, in their files."""
    found = tests()
    head = ["| rule | tests |", "| --- | --- |"]
    rows = [_tests_row(rule, found.get(slug(rule), {})) for rule in rules()]
    return "\n".join([*head, *rows]) + "\n"


def _tests_row(rule: str, by_file: dict[str, list[str]]) -> str:
    cells = list(_cells(by_file)) or ["see above"]
    return f"| {rule} | {'; '.join(cells)} |"


def _cells(by_file: dict[str, list[str]]) -> Iterator[str]:
    for path, says in by_file.items():
        phrases = ", ".join(f"*{one.replace('_', ' ')}*" for one in says)
        yield f"[{path.rpartition('/')[2]}](../{path}): {phrases}"


if __name__ == "__main__":
    raise SystemExit(main())
