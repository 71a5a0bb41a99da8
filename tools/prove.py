"""The large counts: every property over as many seeds as it promises. Prints counts and times.

Words after the command go to pytest, as `-k referee`.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time


def main() -> int:
    """Run them all; pytest's exit status."""
    start_ns = time.monotonic_ns()
    status = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "--durations=25", "--timeout=3600", *sys.argv[1:]],
        env=os.environ | {"SHOWDOWN_PROVE": "1"},
        check=False,
    ).returncode
    print(f"proved in {(time.monotonic_ns() - start_ns) / 1e9:.0f} s on {os.cpu_count()} cores")
    return status


if __name__ == "__main__":
    raise SystemExit(main())
