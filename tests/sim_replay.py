"""Run one seed of the simulation again and print it.

`python tests/sim_replay.py SEED [HOSTS [PLANT]]`: one host, or several that take control from
each other; PLANT is a name of `sim_plants.PLANTS`.
"""

from __future__ import annotations

import sys

from sim_checks import replay
from sim_plants import planted


def main(seed: str, hosts: str = "1", plant: str = "") -> None:
    """Print the whole run: plan, log, what was wrong, what happened."""
    with planted(plant):
        sys.stdout.write(replay(int(seed), int(hosts)) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
