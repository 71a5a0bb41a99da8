"""Hands at two paddles, in a process of their own: `python -m guest.driver LEFT_FILE RIGHT_FILE`.

Takes a line of JSON for each pair of presses: `{"delay_ns": …, "writes": [[offset_ns, side, text],
…]}`, and answers when each of the writes began and ended. It runs at real-time priority: a hand
does not wait for the CPU. The kernel's interrupt threads still come before it, so that no edge is
stamped late or merged with the next because of us.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from types import TracebackType
from typing import Any, Self

from guest.duels import Write
from guest.sim import SimChip

PRIORITY = 40  # below the interrupt threads' 50
SPIN_NS = 150_000
"""Before a write the last stretch is spun: a sleep ends up to 70 us late."""


class Driver:
    """The process, from the other end."""

    def __init__(self, chip: SimChip, left: int, right: int) -> None:
        files = [str(chip.pull_file(line)) for line in (left, right)]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "guest.driver", *files],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._read()

    def begin(self, delay_ns: int, writes: list[Write]) -> None:
        """Carry out the writes, the first `delay_ns` from now."""
        line = json.dumps({"delay_ns": delay_ns, "writes": writes})
        assert self._process.stdin is not None
        self._process.stdin.write(line.encode() + b"\n")
        self._process.stdin.flush()

    def end(self) -> list[tuple[int, int]]:
        """When each write of the last `begin` began and ended."""
        return [(begin, end) for begin, end in self._read()]

    def _read(self) -> Any:
        assert self._process.stdout is not None
        return json.loads(self._process.stdout.readline())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.communicate()


def main() -> None:
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(PRIORITY))
    files = [os.open(path, os.O_WRONLY) for path in sys.argv[1:]]
    now = time.monotonic_ns
    print("[]", flush=True)
    for line in sys.stdin:
        begin_ns = now()
        asked = json.loads(line)
        start_ns = begin_ns + asked["delay_ns"]
        writes = [(start_ns + at, files[side], text.encode()) for at, side, text in asked["writes"]]
        times = []
        for at_ns, file, text in writes:
            left_ns = at_ns - now() - SPIN_NS
            if left_ns > 0:
                time.sleep(left_ns / 1e9)
            while (before_ns := now()) < at_ns:
                pass
            os.pwrite(file, text, 0)
            times.append((before_ns, now()))
        print(json.dumps(times), flush=True)


if __name__ == "__main__":
    main()
