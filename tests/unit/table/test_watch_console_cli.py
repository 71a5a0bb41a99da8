"""`showdown watch` and `console`: what is drawn where, and that the plain ones stay."""

from __future__ import annotations

import importlib
import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from host_kit import FakeOpener
from showdown_host import cli, cli_console, cli_show
from showdown_host.errors import PermissionDenied
from showdown_table import console_cli, watch_cli

Command = Callable[..., int]


@pytest.fixture
def opener() -> FakeOpener:
    return FakeOpener()


@pytest.fixture
def showdown(opener: FakeOpener, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Command:
    monkeypatch.setenv("SHOWDOWN_STATE_DIR", str(tmp_path))
    return lambda *words: cli.main(words, lambda *_: opener)


@pytest.fixture
def at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (console_cli, watch_cli):
        monkeypatch.setattr(module, "no_terminal", lambda: "")


@pytest.fixture
def without_textual(monkeypatch: pytest.MonkeyPatch) -> None:
    """As after `pip install showdown-unit`, without an extra."""
    for name in list(sys.modules):
        drawn = name.startswith("showdown_table.") and name.endswith(("_app", "_view", "_input"))
        if drawn or name.partition(".")[0] == "textual":
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "textual", None)
    monkeypatch.setitem(sys.modules, "textual.app", None)


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Which plain command ran."""
    ran: list[str] = []
    monkeypatch.setattr(cli_show, "watch", lambda *_: ran.append("watch") or 0)
    monkeypatch.setattr(cli_console, "console", lambda *_: ran.append("console") or 0)
    return ran


def test_without_a_terminal_the_console_reads_lines(showdown, monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", io.StringIO("status\nquit\n"))
    assert showdown("console") == 0
    assert json.loads(capsys.readouterr().out)["tray"] == "ok"


@pytest.mark.parametrize(
    "words",
    [
        ("watch", "--plain"),
        ("watch", "--json"),
        ("console", "--plain"),
        ("console", "--quiet"),
        ("watch", "-v"),
        ("console", "-v"),
    ],
)
def test_the_plain_one_can_be_asked_for(showdown, at_a_terminal, plain, words):
    assert showdown(*words) == 0
    assert plain == [words[0]]


@pytest.mark.parametrize("command", ["watch", "console"])
def test_without_textual_the_plain_one_runs_and_says_what_draws(
    showdown, at_a_terminal, without_textual, plain, capsys, command
):
    assert showdown(command) == 0
    assert plain == [command]
    assert "pip install '.[table]' in a clone of the project" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["watch", "console"])
def test_the_drawn_one_is_drawn(showdown, at_a_terminal, plain, monkeypatch, command):
    ran: list[Any] = []
    app = importlib.import_module(f"showdown_table.{command}_app")
    name = "WatchApp" if command == "watch" else "ConsoleApp"
    monkeypatch.setattr(getattr(app, name), "run", lambda self: ran.append(self))
    assert showdown(command) == 0
    assert len(ran) == 1
    assert plain == []


def test_the_console_says_before_it_draws_that_there_is_no_unit(
    showdown, at_a_terminal, opener, capsys
):
    opener.errors.append(PermissionDenied("this user may not open it"))
    assert showdown("console") == 3
    assert "may not open it" in capsys.readouterr().err


def test_the_watch_ends_where_it_may_not_look(showdown, at_a_terminal, opener, monkeypatch, capsys):
    app = importlib.import_module("showdown_table.watch_app")

    def run(self: Any) -> None:
        while self._watch.failure is None:
            pass

    monkeypatch.setattr(app.WatchApp, "run", run)
    opener.errors.append(PermissionDenied("this user may not open it"))
    assert showdown("watch") == 3
    assert "may not open it" in capsys.readouterr().err


def test_a_log_that_cannot_be_opened_is_a_mistake_of_the_command(
    showdown, at_a_terminal, tmp_path, capsys
):
    assert showdown("console", "--log", str(tmp_path)) == 2
    assert str(tmp_path) in capsys.readouterr().err
