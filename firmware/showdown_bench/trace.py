"""The pin trace: every pin change on a line of its own, written before it is applied.

A line is `ns signal value`: CLOCK_MONOTONIC in nanoseconds, the signal's name on the board, the
level (0 or 1), or for the launcher's PWM the width of its pulses. `trace_start` marks the
beginning of a process: every output is off then.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

START = "trace_start"
POWER = "launcher_power"
PWM = "launcher_pwm"


@dataclass(frozen=True, slots=True)
class Change:
    """One pin change."""

    ns: int
    signal: str
    value: float


@dataclass(frozen=True, slots=True)
class Trace:
    """What a trace file says; `damaged` names the lines (from 1) that a killed writer cut off."""

    changes: tuple[Change, ...]
    damaged: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Widths:
    """The launcher's pulse widths for its three positions, in the unit of the trace's values."""

    park: float
    left: float
    right: float

    def __post_init__(self) -> None:
        if (self.left - self.park) * (self.right - self.park) >= 0:
            msg = f"left and right must lie on both sides of park, not {self}"
            raise ValueError(msg)


class PinTrace:
    """Appends to a trace file, unbuffered: what was written outlives a killed process.

    `start_ns` is the clock now. OSError where the file cannot be written.
    """

    def __init__(self, path: Path, start_ns: int) -> None:
        cut_off = path.exists() and not _ends_whole(path)
        self._fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o644)
        if cut_off:
            os.write(self._fd, b"\n")
        self.saw(start_ns, START, 1)

    def saw(self, ns: int, signal: str, value: float) -> None:
        """Append one change. Any thread: a line is one write. OSError when the disk is full."""
        os.write(self._fd, b"%d %s %s\n" % (ns, signal.encode("ascii"), _number(value)))

    def close(self) -> None:
        """End; idempotent."""
        fd, self._fd = self._fd, -1
        if fd >= 0:
            os.close(fd)


def read_trace(path: Path) -> Trace:
    """Read a trace file, also while it is written. Lines that are no change are `damaged`."""
    return parse_trace(path.read_text("ascii", errors="replace"))


def parse_trace(text: str) -> Trace:
    """The changes of a trace's text; a last line without its line end is not one yet."""
    changes, damaged = [], []
    lines = text.split("\n")
    whole, rest = lines[:-1], lines[-1]
    for number, line in enumerate(whole, 1):
        change = _change(line)
        if change is None:
            damaged.append(number)
        else:
            changes.append(change)
    if rest:
        damaged.append(len(lines))
    return Trace(tuple(changes), tuple(damaged))


def count_launches(changes: Iterable[Change], widths: Widths) -> list[tuple[int, str]]:
    """Every throw as (ns, side): a powered launcher told to leave where it was for a side.

    A pulse width is a side's from a quarter of the way there on. Without pulses or power the
    tray stays where it was; where it stood when a process began is not known, so the first move
    to a side is a throw.
    """
    launches = []
    powered, aimed, position = False, "park", "park"
    for change in changes:
        if change.signal == START:
            powered, aimed, position = False, "park", "unknown"
        elif change.signal == POWER:
            powered = bool(change.value)
        elif change.signal == PWM and change.value:
            aimed = aim(change.value, widths)
        else:
            continue
        if powered and aimed != position:
            position = aimed
            if aimed != "park":
                launches.append((change.ns, aimed))
    return launches


def aim(width: float, widths: Widths) -> str:
    """`left`, `right` or `park`: where a servo pulse sends the tray."""
    for side, at_side in (("left", widths.left), ("right", widths.right)):
        if (width - widths.park) / (at_side - widths.park) > 0.25:
            return side
    return "park"


def _number(value: float) -> bytes:
    whole = int(value)
    return b"%d" % whole if whole == value else repr(value).encode("ascii")


def _change(line: str) -> Change | None:
    words = line.split(" ")
    if len(words) != 3:
        return None
    ns, signal, value = words
    try:
        return Change(int(ns), signal, float(value))
    except ValueError:
        return None


def _ends_whole(path: Path) -> bool:
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        if size == 0:
            return True
        file.seek(size - 1)
        return file.read(1) == b"\n"
