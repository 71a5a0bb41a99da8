"""`make schematics`: draw all anew, test the drawings, say whether the committed ones are current.

The tests run also where files came out otherwise: both are told in one go.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
REBUILD = ("-m", "showdown_drawings", "rebuild")
TESTS = ("-m", "pytest", "-q", "-m", "drawings", "--durations=5", "tests/schematics")
FAILED, OTHERWISE = 1, 2


def main() -> int:
    """0 where all is well; 1 where a step or test failed, 2 where only files came out otherwise."""
    began_ns = time.monotonic_ns()
    rebuilt = _run(*REBUILD)
    if rebuilt not in (0, OTHERWISE):
        return FAILED
    tested_ns = time.monotonic_ns()
    tests = _run(*TESTS)
    now_ns = time.monotonic_ns()
    print(
        f"make schematics: {(now_ns - began_ns) / 1e9:.0f} s, of which the tests"
        f" {(now_ns - tested_ns) / 1e9:.0f} s:"
        f" {said(rebuilt, tests)}",
        flush=True,
    )
    return FAILED if tests else rebuilt


def said(rebuilt: int, tests: int) -> str:
    """The verdict in words."""
    words = ["the tests failed" if tests else "the tests passed"]
    words.append("files came out otherwise, see above" if rebuilt else "no file differs")
    return ", ".join(words)


def _run(*words: str) -> int:
    return subprocess.run([sys.executable, *words], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    raise SystemExit(main())
