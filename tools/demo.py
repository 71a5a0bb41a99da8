"""The main job, start to end: five showdowns by robots, asked for by a host over a PTY.

Two real processes, `showdown-unit bench` and `showdown run`, as on a table; only the pins are
mock pins. What the unit shows is printed as it happens; the records go to build/demo.jsonl.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
RECORDS = ROOT / "build" / "demo.jsonl"
SHOWDOWNS = 5
START_S = 20.0


def main() -> int:
    """Play, tell, check; 0 where the five records are what the script of the robots makes."""
    RECORDS.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="showdown-demo-") as folder:
        link = Path(folder) / "unit.tty"
        bench = subprocess.Popen(
            [BIN / "showdown-unit", "bench", "--script", "demo", "--link", link],
            stdout=subprocess.PIPE,
            text=True,
        )
        ready = threading.Event()
        narrator = threading.Thread(target=_narrate, args=(bench, ready), daemon=True)
        narrator.start()
        try:
            if not ready.wait(START_S):
                print("the bench did not start", file=sys.stderr)
                return 1
            environment = os.environ | {"SHOWDOWN_STATE_DIR": folder}
            records = [_play(link, number, environment) for number in range(1, SHOWDOWNS + 1)]
        finally:
            bench.send_signal(signal.SIGTERM)
            bench.wait()
            narrator.join()
    RECORDS.write_text("".join(json.dumps(record) + "\n" for record in records))
    return _check(records)


def _narrate(bench: subprocess.Popen[str], ready: threading.Event) -> None:
    """Print what the unit shows, line by line."""
    for line in bench.stdout or ():
        ready.set()
        print(f"    unit  {line.rstrip()}", flush=True)


def _play(link: Path, number: int, environment: dict[str, str]) -> dict[str, Any]:
    print(f"host  showdown {number} of {SHOWDOWNS}: Ana against Bo for two cards", flush=True)
    command = [BIN / "showdown", "run", "--port", link, "--cards", "2", "--left", "Ana"]
    run = subprocess.run(
        [*command, "--right", "Bo", "--json"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode != 0 or not run.stdout.strip():
        msg = f"`showdown run` ended with {run.returncode}:\n{run.stderr}"
        raise SystemExit(msg)
    record: dict[str, Any] = json.loads(run.stdout)
    print(f"host  {_tell(record)}", flush=True)
    return record


def _tell(record: dict[str, Any]) -> str:
    loser = record["players"][record["loser"]]
    again = f" after {len(record['attempts'])} dead heat" if record["attempts"] else ""
    reactions = record.get("reaction_us") or {}
    times = ", ".join(f"{side} {us / 1000:.1f} ms" for side, us in reactions.items())
    return f"{record['outcome']}{again}: {loser} takes the cards. {times}\n"


def _check(records: list[dict[str, Any]]) -> int:
    outcomes = [record["outcome"] for record in records]
    wins = outcomes.count("win")
    after_dead_heat = sum(
        record["outcome"] == "win" and record["attempts"] != [] for record in records
    )
    false_starts = outcomes.count("false_start")
    print(
        f"{len(records)} showdowns: {wins} wins, {after_dead_heat} of them after a dead heat,"
        f" {false_starts} false start. Records: {RECORDS.relative_to(ROOT)}"
    )
    right = (
        len(records) == SHOWDOWNS
        and wins >= 3
        and after_dead_heat >= 1
        and false_starts >= 1
        and all(record["launch"] == "completed" for record in records)
    )
    if not right:
        print("these are not the outcomes that the robots' script makes", file=sys.stderr)
    return 0 if right else 1


if __name__ == "__main__":
    raise SystemExit(main())
