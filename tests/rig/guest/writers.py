"""Who drove which output, and what became of the servo's pulses: the trace that runs from boot."""

from __future__ import annotations

import re
from dataclasses import dataclass

from guest.trace import TRACING

_WRITE = re.compile(r"-(\d+)\s+\[\d+\].*?(\d+\.\d{6}): out_(mult|dir): .*?\) (.*)")
_PULSE = re.compile(r"-(\d+)\s+\[\d+\].*?(\d+\.\d{6}): .*?pwm_sim: 0 (\d+) (\d+) (\d) (\d)")


@dataclass(frozen=True, slots=True)
class Write:
    """One line set by a thread at a time of CLOCK_MONOTONIC."""

    at_s: float
    thread: int
    line: int
    level: int


def writes() -> list[Write]:
    """Every output that was set, in order."""
    found = []
    for text in (TRACING / "trace").read_text().splitlines():
        match = _WRITE.search(text)
        if match is None:
            continue
        thread, at_s = int(match[1]), float(match[2])
        fields = dict(word.split("=") for word in match[4].split())
        if match[3] == "dir":
            found.append(Write(at_s, thread, int(fields["line"]), int(fields["v"])))
            continue
        mask, bits = int(fields["mask"], 16), int(fields["bits"], 16)
        found += [Write(at_s, thread, n, bits >> n & 1) for n in range(64) if mask >> n & 1]
    return found


def risings(line: int) -> list[float]:
    """When that line was switched on."""
    level, found = 0, []
    for write in writes():
        if write.line == line:
            if write.level and not level:
                found.append(write.at_s)
            level = write.level
    return found


def pulses_us() -> list[int]:
    """The widths that the launcher's channel was given while it ran, each once in a row."""
    found: list[int] = []
    for text in (TRACING / "trace").read_text().splitlines():
        match = _PULSE.search(text)
        if match is None:
            continue
        width = int(match[4]) // 1000 if match[5] == "1" else 0
        if not found or found[-1] != width:
            found.append(width)
    return found
