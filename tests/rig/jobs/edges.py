"""Edges through the kernel: two lines driven in turn, read by libgpiod with stamps and numbers.

Reports, for each pause between edges: how many were sent and came, whether in order and without
gaps in the numbers, whether each stamp lay inside the write that made it, and the closest two.
"""

import itertools
import time

import gpiod
from gpiod.line import Bias, Clock, Direction, Edge
from guest.sim import SimChip
from guest.words import report

LEFT, RIGHT = 5, 6
TURNS = [(LEFT, 1), (RIGHT, 1), (LEFT, 0), (RIGHT, 0)]

chip = SimChip()
request = gpiod.request_lines(
    chip.path,
    consumer="rig",
    config={
        (LEFT, RIGHT): gpiod.LineSettings(
            direction=Direction.INPUT,
            edge_detection=Edge.BOTH,
            bias=Bias.PULL_DOWN,
            event_clock=Clock.MONOTONIC,
        )
    },
    event_buffer_size=1024,
)
seen = {LEFT: 0, RIGHT: 0}


def run(pause_s: float, rounds: int) -> dict[str, object]:
    sent = []
    for _ in range(rounds):
        for line, level in TURNS:
            before = time.monotonic_ns()
            chip.pull(line, level)
            sent.append((before, time.monotonic_ns(), line, level))
            if pause_s:
                time.sleep(pause_s)
    time.sleep(0.05)
    events = []
    while request.wait_edge_events(0):
        events += request.read_edge_events()
    gaps = 0
    for event in events:
        gaps += event.line_seqno != seen[event.line_offset] + 1
        seen[event.line_offset] = event.line_seqno
    came = [(e.line_offset, int(e.event_type is e.Type.RISING_EDGE)) for e in events]
    stamps = [event.timestamp_ns for event in events]
    steps = [b - a for a, b in itertools.pairwise(stamps)]
    return {
        "sent": len(sent),
        "came": len(events),
        "in_order": came == [(line, level) for _, _, line, level in sent],
        "gaps": gaps,
        "inside": sum(b <= t <= a for (b, a, _, _), t in zip(sent, stamps, strict=False)),
        "closest_ns": min(steps),
        "write_ns": sorted(a - b for b, a, _, _ in sent)[len(sent) // 2],
    }


report(pauses={str(pause): run(pause, 25) for pause in (0.02, 0.002, 0.0005, 0.0)})
reads = [time.monotonic_ns() for _ in range(5000)]
report(clock_step_ns=min(b - a for a, b in itertools.pairwise(reads)))
