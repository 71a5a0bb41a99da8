"""The command line: list, export, and what is wrong said before the screen is taken."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from score_kit import NAMES, points
from showdown_host.cli import main
from showdown_rules.ruleset import ruleset
from showdown_table.score_entries import Do, Next, RoundOver
from showdown_table.score_store import ScoreFile


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    rules = ruleset("showdown", target=100)
    began = "2025-01-31T19:30"
    with ScoreFile.create(tmp_path, NAMES[:3], rules, began=began, game="first") as file:
        file.write(Do(RoundOver(1, points(99, 0, 20))))
    with ScoreFile.create(tmp_path, NAMES[:2], rules, began=began, game="second") as file:
        file.write(Do(Next()))
    return tmp_path


def score(folder: Path, *words: str) -> int:
    return main(["score", "--folder", str(folder), "--lang", "en", *words])


def test_the_games_are_listed_the_last_first(folder, capsys):
    assert score(folder, "--list") == 0
    assert capsys.readouterr().out.splitlines() == [
        "second  2025-01-31 19:30  Ana and Bo: round 1, 0 · 0",
        "first  2025-01-31 19:30  Ana, Bo and Cy: won by Bo",
    ]


def test_a_damaged_game_is_named_and_the_others_are_listed(folder, capsys):
    damaged = folder / "second.score"
    damaged.write_bytes(damaged.read_bytes().replace(b"showdown", b"shqwdown"))
    broken = folder / "third.score"
    broken.write_bytes(b"[" * 100_000 + b"\n")
    assert score(folder, "--list") == 0
    shown = capsys.readouterr()
    assert shown.out == "first  2025-01-31 19:30  Ana, Bo and Cy: won by Bo\n"
    assert str(damaged) in shown.err
    assert str(broken) in shown.err


def test_no_games_are_an_empty_list(tmp_path, capsys):
    assert score(tmp_path, "--list") == 0
    assert capsys.readouterr().out == ""


def test_a_game_is_exported_by_its_name_else_the_last(folder, capsys):
    assert score(folder, "--export", "json") == 0
    assert json.loads(capsys.readouterr().out)["game"] == "second"
    assert score(folder, "--export", "csv", "--resume", "first") == 0
    assert capsys.readouterr().out.splitlines()[2] == "1,Bo,yes,,0,119,119"
    file = str(folder / "first.score")
    assert score(folder, "--export", "json", "--resume", file) == 0
    assert json.loads(capsys.readouterr().out)["winners"] == ["Bo"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--players", "Ana"), "2 to 10 players"),
        (("--players", "Ana,ana"), "Two players are called"),
        (("--players", "Ana,Bo", "--target", "0"), "target = 0"),
        (("--resume", "nobody"), "cannot be opened"),
        (("--export", "csv", "--resume", "nobody"), "cannot be opened"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_begun(folder, capsys, words, said):
    before = sorted(folder.iterdir())
    assert score(folder, *words) == 2
    assert said in capsys.readouterr().err
    assert sorted(folder.iterdir()) == before


def test_an_unknown_language_is_said(folder, capsys):
    assert main(["score", "--folder", str(folder), "--lang", "xx", "--list"]) == 2
    assert "no texts in 'xx'" in capsys.readouterr().err


def test_nothing_unfinished_is_said(tmp_path, capsys):
    assert score(tmp_path, "--resume") == 2
    assert "no unfinished game" in capsys.readouterr().err
