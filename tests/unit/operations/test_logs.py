"""`showdown-unit logs`, and the lines that the journal gets."""

from __future__ import annotations

import argparse
import io
import logging
import os
import sys
from pathlib import Path

import pytest

from showdown_unit import cli_logs
from showdown_unit.logs import JournalFormatter, TerminalFormatter, goes_to_journal

UNITS = [
    *("--unit", "showdown-unit.service"),
    *("--unit", "showdown-gadget.service"),
    *("--unit", "pigpiod.service"),
]


def parsed(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    cli_logs.command(parser.add_subparsers())
    return parser.parse_args(["logs", *words])


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], ["--lines=50"]),
        (["-f"], ["--lines=50", "--follow"]),
        (["-n", "5"], ["--lines=5"]),
        (["--since", "1 hour ago"], ["--since=1 hour ago"]),
        (["--boot"], ["--boot=0"]),
        (["--boot=-1", "-p", "warning"], ["--boot=-1", "--priority=warning"]),
    ],
)
def test_the_words_of_journalctl(words: list[str], told: list[str]):
    assert cli_logs.words(parsed(*words)) == ["journalctl", "--no-hostname", *UNITS, *told]


@pytest.fixture
def journalctl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "journalctl"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))


def show(groups: set[str], *, root: bool = False) -> tuple[int, list[list[str]]]:
    became: list[list[str]] = []

    def become(words: object) -> int:
        became.append(list(words))  # type: ignore[call-overload]
        return 0

    args = parsed("-n", "1")
    code = cli_logs.show(args, groups=frozenset(groups), root=root, user="ana", become=become)
    return code, became


@pytest.mark.usefixtures("journalctl")
@pytest.mark.parametrize(
    ("groups", "root"), [({"adm"}, False), ({"systemd-journal"}, False), (set(), True)]
)
def test_who_may_read_the_journal_sees_it(groups: set[str], root: bool):
    code, became = show(groups, root=root)
    assert (code, len(became)) == (0, 1)


@pytest.mark.usefixtures("journalctl")
def test_who_may_not_is_told_both_ways(capsys: pytest.CaptureFixture[str]):
    assert show({"showdown"}) == (1, [])
    told = capsys.readouterr().err
    assert "sudo showdown-unit logs" in told
    assert "sudo usermod -aG systemd-journal ana" in told


def test_where_there_is_no_journal_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert show({"adm"}) == (1, [])
    assert "standard error" in capsys.readouterr().err


# --- the lines themselves -----------------------------------------------------------------------


def line(level: int, text: str, **more: object) -> logging.LogRecord:
    return logging.LogRecord("showdown_unit.x", level, "f", 1, text, (), more.get("exc_info"))  # type: ignore[arg-type]


@pytest.fixture
def at_info() -> object:
    root = logging.getLogger()
    before = root.level
    root.setLevel(logging.INFO)
    yield
    root.setLevel(before)


@pytest.mark.usefixtures("at_info")
@pytest.mark.parametrize(
    ("level", "prefix"),
    [
        (logging.CRITICAL, "<2>"),
        (logging.ERROR, "<3>"),
        (logging.WARNING, "<4>"),
        (logging.INFO, "<6>"),
    ],
)
def test_the_journal_gets_each_level_as_its_own_number_and_no_name(level: int, prefix: str):
    assert JournalFormatter().format(line(level, "said")) == f"{prefix}said"


@pytest.mark.usefixtures("at_info")
def test_each_line_of_a_traceback_has_the_level():
    try:
        raise ValueError("planted")
    except ValueError:
        text = JournalFormatter().format(line(logging.ERROR, "broke", exc_info=sys.exc_info()))
    lines = text.splitlines()
    assert lines[0] == "<3>broke"
    assert lines[-1] == "<3>ValueError: planted"
    assert {each[:3] for each in lines} == {"<3>"}


def test_at_debug_who_says_it_stands_there_too(at_info: object):
    logging.getLogger().setLevel(logging.DEBUG)
    assert JournalFormatter().format(line(logging.DEBUG, "said")) == "<7>unit.x: said"


def test_a_terminal_gets_level_and_name():
    assert (
        TerminalFormatter().format(line(logging.INFO, "said")) == "INFO     showdown_unit.x: said"
    )


def test_the_journal_is_known_by_device_and_inode(tmp_path: Path):
    with (tmp_path / "stderr").open("w") as stream:
        status = os.fstat(stream.fileno())
        name = f"{status.st_dev}:{status.st_ino}"
        assert goes_to_journal(stream, {"JOURNAL_STREAM": name})
        assert not goes_to_journal(stream, {"JOURNAL_STREAM": "8:1"})  # sent on to a file
        assert not goes_to_journal(stream, {})
    assert not goes_to_journal(io.StringIO(), {"JOURNAL_STREAM": "8:1"})
