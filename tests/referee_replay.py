"""Play a random duel again and print it: `python tests/referee_replay.py SEED [beyond …]`."""

from __future__ import annotations

import sys

from referee_checks import always, right_verdict, stopped, told, within
from referee_kit import SIDES, START, Duel
from referee_plans import Kind, plan
from showdown_referee.machine import Referee
from showdown_referee.model import Edge, Reading, Tick


def replay(seed: int, kind: Kind) -> str:
    """The whole duel in text, in milliseconds since it was armed."""
    schedule = plan(seed, kind)
    duel = Duel(schedule, Referee).run()

    def ms(t: int) -> str:
        return f"{(t - START) / 1e6:.6f}"

    lines = [str(schedule.limits), f"numbered {schedule.numbered}, in order {schedule.in_order}"]
    for now, entry in duel.log:
        if isinstance(entry, Tick):
            continue
        text = str(entry)
        if isinstance(entry, Edge):
            text = f"edge {entry.side} {ms(entry.stamp_ns)} {entry.active} {entry.seq}"
        elif isinstance(entry, Reading):
            text = f"reading {entry.side} {ms(entry.at_ns)} {entry.active}"
        lines.append(f"{ms(now):>14} {text}")
    lines += [f"{side}: {' '.join(map(ms, duel.times[side]))}" for side in SIDES]
    for seen in duel.seen:
        if seen.verdict is not None:
            right = told(right_verdict(duel, seen))
            lines.append(f"attempt {seen.number}: {told(seen.verdict)}; the oracle: {right}")
    checks = (always,) if kind.beyond or kind.losses else (always, within, stopped)
    lines += [f"WRONG {fault}" for check in checks for fault in check(duel)]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.stdout.write(replay(int(sys.argv[1]), Kind(**dict.fromkeys(sys.argv[2:], True))) + "\n")
