"""Words of the table's commands."""

import pytest

from showdown_host.cli import main
from showdown_table import play_cli
from showdown_table.cli_words import listed


@pytest.mark.parametrize("words", [["Ana", "Bo"], ["Ana,Bo"], ["Ana,", "Bo"], ["Ana, Bo", ""]])
def test_players_and_bots_are_listed_by_blanks_or_commas(words):
    assert listed(words) == ["Ana", "Bo"]


@pytest.mark.parametrize("command", ["play", "score"])
def test_without_a_terminal_the_apps_say_so_and_end(command, capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("SHOWDOWN_DATA_DIR", str(tmp_path))
    assert main([command, "--players", "Ana", "Bo"]) == 2
    assert "needs a terminal" in capsys.readouterr().err
    assert list(tmp_path.rglob("*.match")) + list(tmp_path.rglob("*.score")) == []


def test_a_match_file_that_is_not_there_begins_none(capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("SHOWDOWN_DATA_DIR", str(tmp_path))
    monkeypatch.setattr(play_cli, "no_terminal", lambda: "")
    assert main(["play", "--file", str(tmp_path / "none.match")]) == 4
    assert "none.match" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
