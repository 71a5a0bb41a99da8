"""The self-test command with real processes: beside a running unit, and with one of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from pathlib import Path
from typing import Any

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
            [{"part": "arrow", "result": "passed", "reason": None, "measured": {}}],
        ), said
        assert "no unit is running here" not in said
        arrow = [c.value for c in bench.trace().changes if c.signal.startswith("arrow")]
        assert arrow.count(1) == 2
        pins = bench.pins()
        assert [pins[name] for name in ("arrow_left", "arrow_right", "launcher_power")] == [0] * 3


def test_with_a_unit_of_its_own_where_none_runs(tmp_path: Path) -> None:
    status, said, report = selftest(tmp_path, "link", "--yes", "--config", config(tmp_path))
    assert status == 0, said
    assert "no unit is running here" in said
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


def test_a_walk_that_is_killed_leaves_no_unit_behind(tmp_path: Path) -> None:
    words = [BIN / "showdown-unit", "selftest", "lamps", "--yes", "--config", config(tmp_path)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as walk:
        assert walk.stdout is not None
        while "red lamp" not in walk.stdout.readline():
            pass
        walk.send_signal(signal.SIGINT)
        assert walk.wait(LIMIT_S) == 1
    lock = tmp_path / "own-state" / "journal.lock"
    pid = int(lock.read_text())
    until(lambda: not Path(f"/proc/{pid}").exists() or _is_dead(pid), "the unit is gone")


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
