"""Time: integer nanoseconds of CLOCK_MONOTONIC, the clock that kernel edge stamps are on too."""

from __future__ import annotations

import threading
import time
from typing import Protocol

# A wait is cut in slices: a longer timeout than this overflows some C libraries' time types.
_LONGEST_SLICE_NS = 3_600_000_000_000


class Clock(Protocol):
    """What the parts need of a clock. `SystemClock` and `VirtualClock` are ones."""

    def now_ns(self) -> int:
        """The clock now, in nanoseconds; never runs backwards, never set."""

    def wait(self, flag: threading.Event, until_ns: int) -> bool:
        """Block until `flag` is set or the time has come; whether it is set."""


class SystemClock:
    """The real clock."""

    def now_ns(self) -> int:
        """CLOCK_MONOTONIC in nanoseconds."""
        return time.monotonic_ns()

    def wait(self, flag: threading.Event, until_ns: int) -> bool:
        """Block this thread until `flag` is set or `until_ns` has come; whether it is set."""
        while not flag.is_set():
            left_ns = until_ns - time.monotonic_ns()
            if left_ns <= 0:
                break
            flag.wait(min(left_ns, _LONGEST_SLICE_NS) / 1e9)
        return flag.is_set()
