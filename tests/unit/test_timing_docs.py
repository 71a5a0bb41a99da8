"""docs/timing.md: the tests it names exist, and its numbers are those of the code."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from fairness_kit import BACKENDS, Backend, table

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs/timing.md").read_text("utf-8")
NAMED = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", TEXT)


def test_every_trap_names_its_tests():
    (rows,) = re.findall(r"<!-- traps:begin -->(.*)<!-- traps:end -->", TEXT, re.DOTALL)
    traps = [row for row in rows.strip().splitlines()[2:] if row]
    begins = [f"| {n}. " for n in range(1, 11)] + [f"| F{n}. " for n in range(1, 7)]
    assert [begin for begin in begins if not any(row.startswith(begin) for row in traps)] == []
    assert [row for row in traps if not re.search(r"`tests/[\w/]+\.py::\w+` \|$", row)] == []


@pytest.mark.parametrize(("path", "function"), sorted(set(NAMED)))
def test_every_test_that_is_named_exists(path, function):
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    assert function in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def _us(ns: int) -> str:
    return f"{ns // 1_000_000} ms" if ns >= 1_000_000 else f"{ns // 1_000} µs"


@pytest.mark.parametrize("backend", BACKENDS, ids=lambda backend: backend.name)
def test_resolution_and_delivery_are_those_of_the_backend(backend: Backend):
    (row,) = re.findall(rf"^\| `{backend.name}` \|(.*)\|$", TEXT, re.MULTILINE)
    *_, resolution, delivery, _ = (cell.strip() for cell in row.split("|"))
    assert resolution == _us(backend.resolution_ns)
    assert delivery == (f"{backend.delivery_ns / 1e6:g} ms" if backend.delivery_ns else "0")


@pytest.mark.parametrize("backend", BACKENDS[:4], ids=lambda backend: backend.name)
def test_settle_is_what_is_in_force(backend: Backend):
    (row,) = re.findall(rf"^\| {backend.name} \|(.*)\|$", TEXT, re.MULTILINE)
    need, settle = (float(cell.split()[0]) for cell in row.split("|"))
    with table(backend) as at:
        limits = at.limits
        needed_ns = limits.resolution_ns + limits.confirm_ns + backend.delivery_ns
        assert need == pytest.approx(needed_ns / 1e6, abs=0.0501)
        assert settle * 1e6 == limits.settle_ns


def test_the_fairness_table_has_its_place():
    assert TEXT.count("<!-- fairness:begin -->") == TEXT.count("<!-- fairness:end -->") == 1
    assert TEXT.index("<!-- fairness:begin -->") < TEXT.index("<!-- fairness:end -->")
