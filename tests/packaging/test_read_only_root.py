"""A root that cannot be written: the daemon needs its state and its runtime folder, and no more."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

# Everything but the two folders becomes read-only, in a mount namespace of its own.
SCRIPT = """
set -eu
cd "$1"
mount --make-rprivate /
for kept in state run; do mount --bind "$1/$kept" "$1/$kept"; done
awk '{ print $2 }' /proc/self/mounts | sort -r | while read -r place; do
    case $place in
    "$1"/*|/proc*|/sys*|/dev*) ;;
    *) mount -o remount,bind,ro "$place" ;;
    esac
done
if touch "$1/elsewhere" 2>/dev/null; then echo "not read-only" >&2; exit 1; fi
cd "$1/run"
exec timeout --signal=TERM 4 "$2" -m showdown_unit_serve
"""

CONFIG = """
[hardware]
backend = "mock"
[links]
unix = "{folder}/run/showdown.sock"
[state]
dir = "{folder}/state"
"""


def _may_mount() -> bool:
    if shutil.which("unshare") is None or os.geteuid() != 0:
        return False
    look = ["unshare", "--mount", "mount", "--make-rprivate", "/"]
    return subprocess.run(look, check=False, capture_output=True).returncode == 0


@pytest.mark.skipif(not _may_mount(), reason="no mounts can be made here")
def test_the_daemon_needs_its_state_and_runtime_folders_alone(tmp_path):
    for name in ("state", "run", "lib"):
        (tmp_path / name).mkdir()
    (tmp_path / "unit.toml").write_text(CONFIG.format(folder=tmp_path))
    (tmp_path / "lib/showdown_unit_serve.py").write_text(
        "from showdown_unit.cli import main\n"
        f"raise SystemExit(main(['serve', '--config', '{tmp_path}/unit.toml']))\n"
    )
    done = subprocess.run(
        ["unshare", "--mount", "sh", "-c", SCRIPT, "sh", str(tmp_path), sys.executable],
        env={
            "PATH": os.environ["PATH"],
            "HOME": "/nonexistent",
            "PYTHONPATH": str(tmp_path / "lib"),
        },
        check=False,
        capture_output=True,
        text=True,
    )
    assert "ready; unix" in done.stderr
    assert "stopping (SIGTERM)" in done.stderr
    assert "Read-only" not in done.stderr
    assert [path.name for path in (tmp_path / "run").iterdir()] == []
    assert all(path.name.startswith("journal.") for path in (tmp_path / "state").iterdir())
