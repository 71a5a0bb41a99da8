"""`showdown-unit status` with nobody there: systemd is asked instead."""

from __future__ import annotations

import argparse
import json
import socket
from pathlib import Path

import pytest

from showdown_unit import cli_status
from showdown_unit.system_run import Ran
from system_kit import GADGET_UP, NOT_BOOTED, RESTARTING, RUNNING, STOPPED, Systemd

SERVICES = {"showdown-gadget.service": GADGET_UP}


def run(systemd: Systemd, *words: str) -> int:
    parser = argparse.ArgumentParser()
    cli_status.command(parser.add_subparsers())
    return cli_status.run(parser.parse_args(["status", *words]), systemd)


def absent(tmp_path: Path) -> tuple[str, str]:
    return ("--socket", str(tmp_path / "no.sock"))


def test_a_stopped_service_is_not_running(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    systemd = Systemd(
        {**SERVICES, "showdown-unit.service": STOPPED},
        journal=Ran(0, "2026-01-31T20:15:00+0100 showdown-unit[812]: stopping (SIGTERM)\n"),
    )
    assert run(systemd, *absent(tmp_path)) == 3
    told = capsys.readouterr().out
    assert "log        2026-01-31T20:15:00+0100 showdown-unit[812]: stopping (SIGTERM)\n" in told
    assert told.endswith("next       sudo systemctl enable --now showdown-unit\n")


def test_without_systemd_there_is_no_log_to_ask_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    systemd = Systemd(broken=NOT_BOOTED)
    assert run(systemd, *absent(tmp_path)) == 3
    assert [words[0] for words in systemd.asked] == ["systemctl"]
    assert "service    systemd does not run here\n" in capsys.readouterr().out


def test_a_running_service_that_does_not_answer_is_nobody_s_guess(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    assert run(Systemd({"showdown-unit.service": RUNNING}), *absent(tmp_path)) == 4
    assert "may not read it: sudo showdown-unit logs" in capsys.readouterr().out


def test_the_same_for_programs(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    systemd = Systemd({"showdown-unit.service": RESTARTING}, journal=Ran(1, err="No rights\n"))
    assert run(systemd, "--json", *absent(tmp_path)) == 3
    told = json.loads(capsys.readouterr().out)
    assert (told["running"], told["exit"]) == (False, 3)
    assert told["services"]["showdown-unit"]["NRestarts"] == "7"
    assert told["log"] == ["cannot be read: No rights"]
    assert told["next"].startswith("showdown-unit check")


def test_a_wrong_configuration_is_the_first_thing_to_mend(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    file = tmp_path / "unit.toml"
    file.write_text("[log]\nlevel = 3\n")
    assert run(Systemd(), "--config", str(file), *absent(tmp_path)) == 3
    assert f"showdown-unit config check ({file}: log.level" in capsys.readouterr().out


def test_somebody_who_hangs_up_is_no_unit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("s")
        server.listen()
        monkeypatch.setattr("showdown_unit.selftest_client.ANSWER_NS", 0)
        assert run(Systemd({"showdown-unit.service": STOPPED}), "--socket", "s") == 4
    assert "did not answer hello" in capsys.readouterr().out
