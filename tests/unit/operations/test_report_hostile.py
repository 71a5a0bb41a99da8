"""The support report where something is odd: one bad thing costs itself, and no name gets out."""

from __future__ import annotations

import argparse
import json
import os
import tarfile
from pathlib import Path

import pytest

from showdown_unit import cli_report
from showdown_unit.report_journal import of_kernel, of_unit
from showdown_unit.system_run import Ran
from system_kit import NOT_BOOTED, Systemd

NAME = "Kitchen of Ida"


def made(where: Path, config: str, *words: str) -> str:
    """Everything that stands in a report of an empty computer."""
    (where / "root").mkdir(exist_ok=True)
    file, path = where / "unit.toml", where / "r.tar.gz"
    file.write_text(config, encoding="utf-8")
    status = run(where, "--config", str(file), "--output", str(path), *words)
    assert status == 0
    return whole_of(path)


def whole_of(path: Path) -> str:
    with tarfile.open(path) as tar:
        parts = [tar.extractfile(member) for member in tar.getmembers()]
        return "".join(part.read().decode() for part in parts if part is not None)


def run(where: Path, *words: str, systemd: Systemd | None = None) -> int:
    parser = argparse.ArgumentParser()
    cli_report.command(parser.add_subparsers())
    more = ["--socket", str(where / "no.sock"), "--yes", *words]
    args = parser.parse_args(["report", *more])
    return cli_report.run(args, systemd or Systemd(broken=NOT_BOOTED), where / "root")


# --- names --------------------------------------------------------------------------------------


def test_the_unit_s_name_is_not_told_by_what_is_wrong_with_it(tmp_path: Path):
    whole = made(tmp_path, f'[unit]\nname = "{NAME}: \\u0007"\n')
    assert "Ida" not in whole
    assert "unit.name = <name>: holds a control" in whole


def test_the_unit_s_name_is_not_told_by_the_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    log = Ran(0, json.dumps({"MESSAGE": f"hello from {NAME}"}) + "\n")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "root").mkdir()
    config = tmp_path / "unit.toml"
    config.write_text(f'[unit]\nname = "{NAME}"\n')
    words = ("--config", str(config), "--output", "r.tar.gz")
    assert run(tmp_path, *words, systemd=Systemd(journal=log)) == 0
    assert "hello from <name>" in whole_of(tmp_path / "r.tar.gz")


# --- the journal's lines ------------------------------------------------------------------------


def journal(*texts: str) -> Systemd:
    return Systemd(journal=Ran(0, "".join(f"{text}\n" for text in texts)))


def test_a_line_that_is_cut_short_costs_no_other():
    told = of_unit(journal('{"MESSAGE": "cut', 'ge": 1}', '{"MESSAGE": "whole"}', "[1]", "null"), 0)
    assert told.endswith(
        "(a line that cannot be read)\n(a line that cannot be read)\n"
        "1970-01-01T00:00:00.000000Z info    : whole\n"
        "(a line that cannot be read)\n(a line that cannot be read)\n"
    )


@pytest.mark.parametrize("odd", ["\u2028", "\u2029", "\x85"])
def test_a_message_with_an_odd_line_end_is_one_line_of_the_journal(odd: str):
    entry = json.dumps({"MESSAGE": f"one{odd}two"}, ensure_ascii=False)
    assert f"one{odd}two" in of_unit(journal(entry), 0)


@pytest.mark.parametrize(
    "field",
    [
        {"MESSAGE": ["twice", "told"]},
        {"MESSAGE": [1, 999]},
        {"MESSAGE": {"a": 1}},
        {"PRIORITY": ["3", "4"]},
        {"PRIORITY": None},
        {"SYSLOG_IDENTIFIER": [200, 201]},
        {"__REALTIME_TIMESTAMP": "99999999999999999999999"},
        {"__REALTIME_TIMESTAMP": None},
    ],
)
def test_an_odd_field_costs_its_own_line_at_most(field: dict[str, object]):
    entries = [{"MESSAGE": "gpio one"} | field, {"MESSAGE": "gpio two"}]
    text = "".join(json.dumps(entry) + "\n" for entry in entries)
    assert "gpio two" in of_unit(Systemd(journal=Ran(0, text)), 0)
    assert "gpio two" in of_kernel(Systemd(kernel=Ran(0, text)))


# --- the computer -------------------------------------------------------------------------------


def test_a_link_into_nothing_costs_no_other_device(tmp_path: Path):
    (tmp_path / "root/dev").mkdir(parents=True)
    (tmp_path / "root/dev/serial0").symlink_to("ttyAMA9")
    (tmp_path / "root/dev/ttyGS0").touch()
    whole = made(tmp_path, "")
    assert "/dev/serial0 -> ttyAMA9: (No such file or directory)" in whole
    assert "/dev/ttyGS0\n" in whole


# --- the file -----------------------------------------------------------------------------------


def test_of_a_report_that_finds_no_room_nothing_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    (tmp_path / "root").mkdir()
    path = tmp_path / "r.tar.gz"
    monkeypatch.setattr(os, "fsync", full)
    assert run(tmp_path, "--output", str(path)) == 1
    assert not path.exists()
    assert capsys.readouterr().err == (
        f"{path}: No space left on device: name another place by --output\n"
    )


def test_a_link_that_stands_at_its_place_is_not_followed(tmp_path: Path):
    (tmp_path / "root").mkdir()
    (tmp_path / "r.tar.gz").symlink_to(tmp_path / "prey")
    assert run(tmp_path, "--output", str(tmp_path / "r.tar.gz")) == 1
    assert not (tmp_path / "prey").exists()


def test_in_a_folder_that_is_gone_it_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    (tmp_path / "root").mkdir()
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    assert run(tmp_path) == 1
    assert "No such file or directory: name another place by --output" in capsys.readouterr().err
