"""Duels before one judge: `fairness.py JUDGE idle|loaded clean|bouncing DUELS SEED`.

Reports for each gap what came of its duels: right, wrong, dead heat and so on, how often the left
one was given the win, and how far apart the presses really were.
"""

import random
import sys
import time
from collections import Counter

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
        words: Counter[str] = Counter()
        lefts = 0
        apart = []
        for n in range(int(duels)):
            presses = pair(n % 2, gap_ns, bounce=contacts == "bouncing", rng=rng)
            delay_ns = rng.randint(20 * MS, 40 * MS)

            def begin(delay_ns: int = delay_ns, writes: list = presses.writes) -> None:
                hands.begin(delay_ns, writes)
                busy.work()

            word = jury.duel(begin)
            busy.rest()
            truth, gap = winner(presses, hands.end())
            apart.append(gap)
            if word in SIDES:
                lefts += word == "left"
                word = "right" if word == SIDES[truth] else "wrong"
            words[word] += 1
            time.sleep(0.15)
        cells.append(
            {
                "gap_ns": gap_ns,
                "words": dict(words),
                "lefts": lefts,
                "apart_ns": [min(apart), sorted(apart)[len(apart) // 2], max(apart)],
            }
        )
    jury.close()
report(resolution_ns=jury.resolution_ns, cells=cells)
