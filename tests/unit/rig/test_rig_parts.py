"""The rig's own reckoning, and what it says where it cannot be built. No rig is needed."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from rig import build, cache
from rig.guest.duels import GAPS_NS, HOLD_NS, pair, winner
from rig.machine import NoRigError, Rig


@pytest.mark.parametrize("bounce", [False, True])
@pytest.mark.parametrize("gap_ns", GAPS_NS)
def test_each_pair_ends_closed_then_open_and_keeps_its_order(gap_ns: int, bounce: bool) -> None:
    presses = pair(1, gap_ns, bounce=bounce, rng=random.Random(gap_ns))
    for side in (0, 1):
        mine = [text for _, who, text in presses.writes if who == side]
        assert mine == ["pull-down", "pull-up"] * (len(mine) // 2)
        assert max(at for at, who, _ in presses.writes if who == side) == HOLD_NS
    times = [(at, at + 1) for at, _, _ in presses.writes]
    assert winner(presses, times)[1] == gap_ns
    assert presses.writes[0][:2] == (0, 1)


def test_without_root_the_build_says_what_to_type(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SHOWDOWN_RIG_CACHE", str(tmp_path / "none"))
    monkeypatch.setattr("rig.build.os.geteuid", lambda: 1000)
    monkeypatch.setattr("rig.build.shutil.which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr("rig.build.absent", lambda: ["mmdebstrap"])
    assert build.main() == 1
    told = capsys.readouterr()
    assert "mmdebstrap" in told.out
    assert f"sudo SHOWDOWN_RIG_CACHE={tmp_path / 'none'}" in told.err
    assert not (tmp_path / "none").exists()


def test_a_machine_that_is_no_debian_is_told_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SHOWDOWN_RIG_CACHE", str(tmp_path / "none"))
    monkeypatch.setattr("rig.build.shutil.which", lambda name: None)
    assert build.main() == 1
    assert "Debian 12 or 13" in capsys.readouterr().err


def test_a_rig_that_is_not_built_is_no_riddle(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SHOWDOWN_RIG_CACHE", str(tmp_path))
    with pytest.raises(NoRigError, match="make rig"):
        Rig()


def test_a_changed_script_is_another_part(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    before = cache.digest([cache.STEPS / "kernel.sh"])
    changed = tmp_path / "kernel.sh"
    changed.write_bytes((cache.STEPS / "kernel.sh").read_bytes() + b"# changed\n")
    assert cache.digest([changed]) != before
    assert cache.digest([], "a", "b") != cache.digest([], "ab")


def test_the_projects_files_stand_in_the_same_order_in_each_process() -> None:
    told = set()
    for seed in ("1", "2", "3"):
        run = subprocess.run(
            [sys.executable, "-c", "from rig import project; print(*project.sources())"],
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": str(cache.HERE.parent)},
            capture_output=True,
            check=True,
        )
        told.add(run.stdout)
    assert len(told) == 1
