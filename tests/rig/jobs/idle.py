"""How often an idle unit wakes: voluntary context switches of its threads in ten seconds."""

import sys
import time
from pathlib import Path

from guest.bench import PinBench
from guest.pi import PI_4B, pretend
from guest.sim import SimChip
from guest.unit_run import running
from guest.words import report, skip

from showdown_hw.backends import BACKENDS
from showdown_hw.board import Board

SECONDS = 10
backend = sys.argv[1]
if backend not in BACKENDS:
    skip(f"backend {backend} is not there")
pretend(*PI_4B)
PinBench(Board.named("default"), SimChip()).rest()
with running(backend, Path("/run/rig/state")) as unit:
    time.sleep(2)
    before = unit.switches()
    time.sleep(SECONDS)
    after = unit.switches()
    report(
        seconds=SECONDS,
        switches=sum(after.values()) - sum(before.values()),
        threads={name: count - before.get(name, 0) for name, count in after.items()},
    )
