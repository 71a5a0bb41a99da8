"""Duels before one judge: `fairness.py DESIGN idle|loaded clean|bouncing DUELS SEED`.

DUELS at each gap with the left one first, and as many with the right one first, in a random
order. Reports of each what the judge said, who was first in truth, and how far apart the presses
really were.
"""

import random
import sys
import time

from guest.bench import PinBench
from guest.driver import Driver
from guest.duels import GAPS_NS, MS, SIDES, load, pair, winner
from guest.judges import judge
from guest.pi import PI_4B, pretend
from guest.sim import SimChip
from guest.words import report

from showdown_hw.board import Board

name, cpu, contacts, duels, seed = sys.argv[1:]
rng = random.Random(f"{seed} {contacts}")  # the same presses for every judge
pretend(*PI_4B)
board = Board.named("default")
chip = SimChip()
PinBench(board, chip).rest()
cells = []
with (
    load(2 if cpu == "loaded" else 0) as busy,
    Driver(chip, board.pins["paddle_left"].bcm, board.pins["paddle_right"].bcm) as hands,
):
    jury = judge(name, board)
    time.sleep(0.3)
    for gap_ns in GAPS_NS:
        order = [0, 1] * int(duels)
        rng.shuffle(order)
        came = []
        for first in order:
            presses = pair(first, gap_ns, bounce=contacts == "bouncing", rng=rng)
            delay_ns = rng.randint(2 * MS, 4 * MS)

            def begin(delay_ns: int = delay_ns, writes: list = presses.writes) -> None:
                busy.work()
                hands.begin(delay_ns, writes)

            word = jury.duel(begin, busy.rest)
            busy.rest()
            truth, apart_ns = winner(presses, hands.end())
            came.append([word, SIDES[truth], apart_ns])
            time.sleep(0.03)
        cells.append({"gap_ns": gap_ns, "duels": came})
    jury.close()
report(resolution_ns=jury.resolution_ns, cells=cells)
