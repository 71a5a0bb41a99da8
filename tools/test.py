"""All tests in two runs of pytest at once: those with real processes mostly wait for lamps.

Words after the command go to both, as `-k referee`; the worse status of the two is the command's.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BESIDE = ("tests/e2e", "tests/packaging", "tests/property", "tests/schematics")
"""Together they take about as long as all others."""
NO_TESTS = 5
"""pytest's status where the words chose none."""


def main() -> int:
    """Show the one run as it goes, then what the other has said."""
    # Ctrl-C ends the two runs, and they say how far they came.
    signal.signal(signal.SIGINT, lambda *_: None)
    environment = compiled(os.environ)
    start_ns = time.monotonic_ns()
    with tempfile.TemporaryFile() as said:
        # Its own cache: each run writes down what failed in it.
        beside = subprocess.Popen(
            _pytest(*BESIDE, "-o", "cache_dir=.pytest_cache/beside"),
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=subprocess.STDOUT,
        )
        ignored = [f"--ignore={folder}" for folder in BESIDE]
        others = subprocess.run(
            _pytest(*ignored), cwd=ROOT, env=environment, check=False
        ).returncode
        print(f"\n{', '.join(BESIDE)}, meanwhile:", flush=True)
        status = worse(others, beside.wait())
        said.seek(0)
        shutil.copyfileobj(said, sys.stdout.buffer)
        sys.stdout.flush()
    seconds = (time.monotonic_ns() - start_ns) / 1e9
    print(f"both runs in {seconds:.0f} s: {'failed' if status else 'passed'}", flush=True)
    return status


def compiled(environment: Mapping[str, str]) -> dict[str, str]:
    """Where nothing is to be compiled beside the sources, it is in build/: many processes start."""
    wanted = dict(environment)
    if wanted.pop("PYTHONDONTWRITEBYTECODE", ""):
        wanted.setdefault("PYTHONPYCACHEPREFIX", str(ROOT / "build" / "pycache"))
    return wanted


def worse(one: int, other: int) -> int:
    """Of two of pytest's statuses; words that chose tests in one run alone are no failure."""
    failures = [status for status in (one, other) if status not in (0, NO_TESTS)]
    return failures[0] if failures else min(one, other)


def _pytest(*words: str) -> list[str]:
    return [sys.executable, "-m", "pytest", "-q", *words, *sys.argv[1:]]


if __name__ == "__main__":
    raise SystemExit(main())
