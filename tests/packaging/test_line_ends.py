"""What a Raspberry Pi reads as it is has LF, wherever the clone was made."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def git(*words: str) -> list[str]:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        pytest.skip("this is no clone")
    return done.stdout.splitlines()


def test_shell_scripts_and_units_are_checked_out_with_lf() -> None:
    paths = git("ls-files", "systemd", ".ci", "tools", "*.sh")
    ends = git("check-attr", "eol", "--", *paths)
    assert len(ends) > 40
    assert [line for line in ends if not line.endswith(": eol: lf")] == []


def test_fixtures_of_bytes_are_left_alone() -> None:
    rows = git("ls-files", "--eol", "*.sqlite", "*.sqlite-wal")
    assert rows
    assert [row for row in rows if "attr/-text" not in row] == []


def test_none_is_kept_with_cr() -> None:
    assert [row for row in git("ls-files", "--eol") if "i/crlf" in row or "i/mixed" in row] == []
