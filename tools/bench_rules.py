"""Rounds a second on one core: our rules beside RLCard's UNO, in turns, in the same run.

Both are played by random players without views or observations: `UnoGame.step` with one of its
legal actions there, `simulate_round.play_round` here. RLCard goes into an environment of its own
under build/, on first use; it is no dependency.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from pathlib import Path

from showdown_rules.cards import load_deck
from showdown_rules.ruleset import RuleSet, ruleset
from showdown_table.simulate import ORDINARY
from showdown_table.simulate_round import Plan, play_round

ENVIRONMENT = Path(__file__).parent.parent / "build" / "rlcard"
PACKAGE = "rlcard==1.2.0"
SEATS = 4
TIMES = 5
ROUNDS = 300

RLCARD = f"""
import random, sys, time
from rlcard.games.uno import Game

chance = random.Random(1).random
for _ in sys.stdin:
    turns = 0
    start_ns = time.process_time_ns()
    for _ in range({ROUNDS}):
        game = Game(num_players={SEATS})
        state, _ = game.init_game()
        while not game.is_over():
            legal = state["legal_actions"]
            state, _ = game.step(legal[int(chance() * len(legal))])
            turns += 1
    print((time.process_time_ns() - start_ns) / 1e9, turns, flush=True)
"""

GAMES: dict[str, RuleSet] = {
    "the ordinary game": ORDINARY,
    "encanto": ruleset("encanto"),
    "showdown": ruleset("showdown"),
}

Sample = tuple[float, int]
"""Processor seconds and turns of `ROUNDS` rounds."""


def main() -> int:
    """Print a line a game."""
    try:
        python = _rlcard()
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"rules: RLCard's UNO was not measured: {_reason(error)}", flush=True)
        _print({name: [_ours(rules, n) for n in range(TIMES)] for name, rules in GAMES.items()})
        return 0
    with subprocess.Popen(
        [python, "-c", RLCARD], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        # A sample of each in turn, so that whatever else the machine does is shared.
        samples: dict[str, list[Sample]] = {name: [] for name in ("RLCard", *GAMES)}
        for number in range(TIMES):
            samples["RLCard"].append(_theirs(other))
            for name, rules in GAMES.items():
                samples[name].append(_ours(rules, number))
    _print(samples)
    return 0


def _print(samples: dict[str, list[Sample]]) -> None:
    theirs = samples.pop("RLCard", [])
    if theirs:
        rounds, turns = _speeds(theirs)
        print(
            f"{PACKAGE.replace('==', ' ')}, UNO, {SEATS} random players: {rounds:,.0f} rounds a"
            f" second of one core, {turns / rounds:.0f} turns each"
        )
    for name, ours in samples.items():
        rounds, turns = _speeds(ours)
        beside = ""
        if theirs:
            others = _speeds(theirs)
            beside = f": {rounds / others[0]:.1f} times RLCard, {turns / others[1]:.1f} by turns"
        print(
            f"rules, {name}, {SEATS} random players: {rounds:,.0f} rounds a second of one core,"
            f" {turns / rounds:.0f} turns each{beside}"
        )


def _speeds(samples: list[Sample]) -> tuple[float, float]:
    """Rounds and turns a second, by the median sample."""
    rounds = statistics.median(ROUNDS / seconds for seconds, _ in samples)
    return rounds, rounds * statistics.mean(turns for _, turns in samples) / ROUNDS


def _ours(rules: RuleSet, number: int) -> Sample:
    plan = Plan(rules, load_deck(rules.deck), ("random",) * SEATS, f"bench {number}")
    start_ns = time.process_time_ns()
    turns = sum(play_round(plan, n).turns for n in range(ROUNDS))
    return (time.process_time_ns() - start_ns) / 1e9, turns


def _theirs(process: subprocess.Popen[str]) -> Sample:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("go\n")
    process.stdin.flush()
    seconds, turns = process.stdout.readline().split()
    return float(seconds), int(turns)


def _rlcard() -> Path:
    """The Python of an environment that has it."""
    python = ENVIRONMENT / "bin" / "python"
    check = [python, "-c", "import rlcard.games.uno"]
    if python.is_file() and _quietly(check):
        return python
    print(f"(installing {PACKAGE} into {ENVIRONMENT})", file=sys.stderr)
    _run([sys.executable, "-m", "venv", ENVIRONMENT])
    _run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", PACKAGE])
    _run(check)
    return python


def _quietly(command: list[str | Path]) -> bool:
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def _run(command: list[str | Path]) -> None:
    subprocess.run(command, capture_output=True, text=True, check=True)


def _reason(error: Exception) -> str:
    lines = str(getattr(error, "stderr", "") or error).strip().splitlines()
    return lines[-1] if lines else repr(error)


if __name__ == "__main__":
    raise SystemExit(main())
