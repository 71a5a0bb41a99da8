"""Edges so fast that the kernel's thread has no chance in between: `merged.py`.

A driver of the highest priority, above the kernel's threads of the lines, changes a line three
times without giving way. Reports what came, and what the unit's backend makes of it.
"""

import os
import time

from guest.bench import NotedPwm, PinBench
from guest.pi import PI_4B, pretend
from guest.sim import SimChip
from guest.words import report

from showdown_hw.backends import open_factory
from showdown_hw.board import Board
from showdown_hw.clock import SystemClock
from showdown_hw.edges import Edge
from showdown_hw.unit import Hardware

PRIORITY = 99

pretend(*PI_4B)
board, clock = Board.named("default"), SystemClock()
bench = PinBench(board, SimChip())
bench.rest()
factory = open_factory("gpiod", board, clock, pwm_driver=NotedPwm)
hardware = Hardware.open(board, factory, clock)


def press(line: str, *, gives_way: bool) -> list[Edge]:
    """A press with one bounce, then what came of it."""
    if not gives_way:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(PRIORITY))
    for active in (True, False, True):
        bench.drive(line, active)
    os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
    time.sleep(0.05)
    edges = hardware.edges.drain()
    bench.drive(line, False)
    time.sleep(0.05)
    hardware.edges.drain()
    return edges


seen = {}
for name, gives_way in (("usual", True), ("merged", False), ("usual again", True)):
    before = hardware.merged_firsts or 0
    edges = press("paddle_left", gives_way=gives_way)
    seen[name] = {
        "edges": len(edges),
        "numbers": [edge.seq for edge in edges],
        "merged_firsts": (hardware.merged_firsts or 0) - before,
    }
hardware.close()
report(seen=seen)
