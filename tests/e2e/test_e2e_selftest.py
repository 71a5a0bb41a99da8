"""The self-test command with real processes: beside a running unit, and with one of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from e2e_kit import BIN, LIMIT_S, Bench, until
from showdown_host import Unit
from showdown_protocol.messages import SelftestEvent

SIDE_BY_SIDE = True


def selftest(folder: Path, *words: str, typed: str = "") -> tuple[int, str, dict[str, Any]]:
    """The command to its end: status, what it said, its report."""
    report = folder / "report.json"
    ran = subprocess.run(
        [BIN / "showdown-unit", "selftest", *words, "--report", report],
        input=typed,
        capture_output=True,
        text=True,
        timeout=2 * LIMIT_S,
        check=False,
        cwd=folder,
    )
    told = json.loads(report.read_text()) if report.exists() else {}
    return ran.returncode, ran.stdout + ran.stderr, told


def config(folder: Path) -> str:
    state = folder / "own-state"
    state.mkdir(exist_ok=True)
    path = folder / "unit.toml"
    path.write_text(
        f'[hardware]\nbackend = "mock"\n[state]\ndir = "{state}"\n'
        f'[links]\nunix = "{folder}/none.sock"\n'
    )
    return str(path)


def test_beside_a_running_unit_over_its_socket(tmp_path: Path) -> None:
    path = tmp_path / "unit.sock"
    with Bench(tmp_path, players="none", sets={"links.unix": str(path)}).up() as bench:
        status, said, report = selftest(tmp_path, "arrow", "--socket", str(path), typed="\nyes\n")
        assert (status, report["parts"]) == (
            0,
            [
                {
                    "part": "arrow",
                    "result": "passed",
                    "reason": None,
                    "advice": None,
                    "measured": {},
                }
            ],
        ), said
        assert "no unit listens" not in said
        arrow = [c.value for c in bench.trace().changes if c.signal.startswith("arrow")]
        assert arrow.count(1) == 2
        pins = bench.pins()
        assert [pins[name] for name in ("arrow_left", "arrow_right", "launcher_power")] == [0] * 3


def test_with_a_unit_of_its_own_where_none_runs(tmp_path: Path) -> None:
    status, said, report = selftest(tmp_path, "link", "--yes", "--config", config(tmp_path))
    assert status == 0, said
    assert f"no unit listens at {tmp_path}/none.sock: one is started for the test alone" in said
    assert report["parts"][0]["measured"]["received_events"] == 20
    assert report["unit"]["backend"] == "mock"


def test_a_state_folder_in_use_is_told_in_the_unit_s_words(tmp_path: Path) -> None:
    with Bench(tmp_path, players="none").up() as bench:
        path = tmp_path / "unit.toml"
        path.write_text(
            f'[hardware]\nbackend = "mock"\n[state]\ndir = "{bench.state}"\n'
            f'[links]\nunix = "{tmp_path}/none.sock"\n'
        )
        status, said, _ = selftest(tmp_path, "link", "--yes", "--config", str(path))
    assert status == 2
    assert f"another showdown-unit (pid {bench.process.pid}) uses this state folder" in said


@pytest.mark.parametrize(
    "number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL], ids=lambda n: n.name
)
def test_a_walk_that_is_ended_leaves_no_unit_behind_and_its_report(
    tmp_path: Path, number: signal.Signals
) -> None:
    report = tmp_path / "report.json"
    words = ["--yes", "--config", config(tmp_path), "--report", str(report)]
    with subprocess.Popen(
        [BIN / "showdown-unit", "selftest", "lamps", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as walk:
        assert walk.stdout is not None
        while "red lamp" not in walk.stdout.readline():
            pass
        walk.send_signal(number)
        killed = number is signal.SIGKILL
        assert walk.wait(LIMIT_S) == (-signal.SIGKILL if killed else 1)
        said = "" if killed else walk.stdout.read()
    lock = tmp_path / "own-state" / "journal.lock"
    pid = int(lock.read_text())
    until(lambda: not Path(f"/proc/{pid}").exists() or _is_dead(pid), "the unit is gone")
    if not killed:
        assert f"stopped; report so far: {report}" in said
        assert json.loads(report.read_text())["parts"][0]["reason"] == "interrupted"


def test_a_unit_that_goes_half_way_leaves_what_was_measured(tmp_path: Path) -> None:
    path = tmp_path / "unit.sock"
    report = tmp_path / "report.json"
    words = ["--yes", "--socket", str(path), "--report", str(report)]
    with Bench(tmp_path, players="none", sets={"links.unix": str(path)}).up() as bench:
        with subprocess.Popen(
            [BIN / "showdown-unit", "selftest", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        ) as walk:
            assert walk.stdout is not None
            while "arrow points left" not in walk.stdout.readline():
                pass
            bench.process.kill()
            said = walk.stdout.read()
            assert walk.wait(LIMIT_S) == 1
        bench.process.wait()
    assert f"report so far: {report}" in said
    assert f"again: showdown-unit selftest arrow --socket {path}\n" in said
    parts = json.loads(report.read_text())["parts"]
    assert [(part["result"], part["reason"]) for part in parts[:3]] == [
        ("shown", None),
        ("failed", "unit_gone"),
        ("skipped", None),
    ]


def test_a_socket_where_nobody_listens_is_told_with_what_to_do(tmp_path: Path) -> None:
    status, said, _ = selftest(tmp_path, "link", "--yes", "--socket", f"{tmp_path}/none.sock")
    assert (status, said) == (
        2,
        f"no self-test: {tmp_path}/none.sock: no unit listens there (No such file or directory)."
        " --socket wants a Unix socket, links.unix; leave it out to start one for the test\n",
    )


@pytest.mark.parametrize("place", ["/dev/full", "nowhere/report.json"])
def test_a_report_that_cannot_be_written_is_told_before_the_walk(
    tmp_path: Path, place: str
) -> None:
    ran = subprocess.run(
        [BIN / "showdown-unit", "selftest", "--config", config(tmp_path), "--report", place],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=LIMIT_S,
        check=False,
        cwd=tmp_path,
    )
    assert (ran.returncode, ran.stdout) == (2, "")
    assert f"the report cannot be written to {place}: " in ran.stderr
    assert "Name another place by --report FILE" in ran.stderr


def test_a_report_whose_place_is_gone_at_the_end_is_printed(tmp_path: Path) -> None:
    folder = tmp_path / "reports"
    folder.mkdir()
    words = ["--yes", "--config", config(tmp_path), "--report", str(folder / "report.json")]
    with subprocess.Popen(
        [BIN / "showdown-unit", "selftest", "arrow", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as walk:
        assert walk.stdout is not None
        while "arrow points left" not in walk.stdout.readline():
            pass
        folder.rmdir()
        said = walk.stdout.read()
        assert walk.wait(LIMIT_S) == 1
    begin, end = said.index("\n{\n"), said.rindex("\n}\n") + 2
    assert json.loads(said[begin:end])["parts"][0]["result"] == "shown"


def test_a_closed_input_ends_the_walk_and_nothing_passed(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    words = f"selftest arrow --config {config(tmp_path)} --report {report} <&-"
    ran = subprocess.run(
        ["/bin/sh", "-c", f"{BIN / 'showdown-unit'} {words}"],
        capture_output=True,
        text=True,
        timeout=LIMIT_S,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (1, "")
    assert json.loads(report.read_text())["passed"] is False


def _is_dead(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return "Z" in Path(f"/proc/{pid}/stat").read_text().split()[2]


def test_the_library_runs_a_part(tmp_path: Path) -> None:
    path = tmp_path / "unit.sock"
    steps: list[SelftestEvent] = []
    with (
        Bench(tmp_path, players="none", sets={"links.unix": str(path)}).up(),
        Unit.open(f"unix:{path}") as unit,
    ):
        assert unit.selftest("arrow", on_step=steps.append).result == "shown"
        assert unit.status().state == "ready"
    assert [step.step for step in steps] == ["left", "right"]
