"""The servo's pulses as lgpio makes them in software: `servo.py idle|ticking`.

Reports, for each width of the board, the sorted widths on the line, without those at either end
that switching the trace may disturb. `ticking`: another thread wakes all the time, so that the
system's timers seldom have a chance to be late by their slack.
"""

import sys
import threading
import time

from guest.pi import PI_4B, pretend
from guest.sim import SimChip
from guest.trace import OutputTrace
from guest.words import report

from showdown_hw.backends import open_factory
from showdown_hw.board import Board
from showdown_hw.clock import SystemClock
from showdown_hw.unit import Hardware

PULSES_S = 0.8
DISTURBED = 4

pretend(*PI_4B)
board, clock = Board.named("default"), SystemClock()
bcm, chip = board.pins["launcher_pwm"].bcm, SimChip()
done = threading.Event()


def tick() -> None:
    while not done.wait(0.0003):
        pass


if sys.argv[1] == "ticking":
    threading.Thread(target=tick).start()
hardware = Hardware.open(board, open_factory("lgpio", board, clock), clock)
pulses = {}
for place in ("park", "left", "right"):
    hardware.launcher.power(True)
    hardware.launcher.aim(place)
    with OutputTrace() as trace:
        time.sleep(PULSES_S)
    wanted_us = getattr(board.launcher, f"{place}_us")
    pulses[str(wanted_us)] = sorted(trace.pulses_us(bcm)[DISTURBED:-DISTURBED])
done.set()
hardware.close()
report(pulses=pulses)
