"""Every level that a program drives onto a gpio-sim chip, with the kernel's stamps.

Debian's kernel has no GPIO tracepoints, so kprobes in gpio-sim stand in. The character device sets
lines by set_multiple(); claiming an output goes through direction_output().
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

TRACING = Path("/sys/kernel/tracing")
PROBES = (
    "p:out_mult gpio_sim:gpio_sim_set_multiple mask=+0(%si):x64 bits=+0(%dx):x64\n"
    "p:out_dir gpio_sim:gpio_sim_direction_output line=%si:u32 v=%dx:s32\n"
    "p:out_in gpio_sim:gpio_sim_direction_input line=%si:u32\n"
)
_EVENT = re.compile(r"(\d+)\.(\d{6}): out_(\w+): .*?\) (.*)")


@dataclass(frozen=True, slots=True)
class Driven:
    """One line driven at a time of CLOCK_MONOTONIC, to the µs. `level` None: made an input."""

    ns: int
    line: int
    level: int | None


class OutputTrace:
    """Records while the block runs. Switching it costs the guest some 10 ms."""

    def __enter__(self) -> Self:
        (TRACING / "trace_clock").write_text("mono")
        if not (TRACING / "kprobe_events").read_text():
            (TRACING / "kprobe_events").write_text(PROBES)
        (TRACING / "trace").write_text("")
        (TRACING / "events/kprobes/enable").write_text("1")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        (TRACING / "events/kprobes/enable").write_text("0")

    def events(self) -> list[Driven]:
        """What was driven so far, in order."""
        driven = []
        for text in (TRACING / "trace").read_text().splitlines():
            found = _EVENT.search(text)
            if not found:
                continue
            ns = (int(found[1]) * 1_000_000 + int(found[2])) * 1000
            fields = dict(word.split("=") for word in found[4].split())
            if found[3] == "mult":
                mask, bits = int(fields["mask"], 16), int(fields["bits"], 16)
                driven += [Driven(ns, n, bits >> n & 1) for n in range(64) if mask >> n & 1]
            else:
                level = int(fields["v"]) if "v" in fields else None
                driven.append(Driven(ns, int(fields["line"]), level))
        return driven

    def levels(self, line: int) -> list[tuple[int, int]]:
        """(ns, level) at each change of one line."""
        changes: list[tuple[int, int]] = []
        for event in self.events():
            if event.line != line or event.level is None:
                continue
            if not changes or changes[-1][1] != event.level:
                changes.append((event.ns, event.level))
        return changes

    def pulses_us(self, line: int) -> list[int]:
        """The widths of the line's whole high pulses."""
        changes = self.levels(line)
        return [
            (end - begin) // 1000
            for (begin, level), (end, _) in itertools.pairwise(changes)
            if level == 1
        ]
