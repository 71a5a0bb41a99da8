"""A whole match of bots at a bench unit over a PTY, with the app and the unit killed on the way.

Afterwards the match file, the unit's records and the trace of its pins have to tell one story.
"""

from __future__ import annotations

import itertools
import os
import re
import signal
import subprocess
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import scale
from e2e_kit import BIN, Bench, RawHost
from showdown_rules import engine
from showdown_rules.actions import TABLE, NextRound, Settle
from showdown_rules.cards import load_deck
from showdown_rules.ruleset import ruleset
from showdown_rules.state import Phase, Showdown
from showdown_table.bot_seats import BotSeats
from showdown_table.store import read
from showdown_table.table import peek

SIDE_BY_SIDE = True

TARGET = scale.count(10, 500)
EVERY = scale.count(1, 4)  # one kill in so many showdowns
LIMIT_S = scale.count(150, 3600)
LINE = re.compile(r"  [0-9a-z]{12}-(\d+)-[-0-9a-f]+: (\w+)$")

KILLS = (("app", "counting"), ("unit", "racing"), ("app", "launching"), ("unit", "counting"))


def fitting_seed() -> str:
    """A match with four to six showdowns, whoever loses them: as far as three courses can say."""
    for number in itertools.count():
        seed = f"s{number}"
        if all(4 <= showdowns(seed, loser) <= 6 for loser in LOSERS):
            return seed
    raise AssertionError


LOSERS: tuple[Callable[[Showdown], int], ...] = (
    lambda one: one.initiator,
    lambda one: one.defender,
    lambda one: one.initiator if one.number % 2 else one.defender,
)


def showdowns(seed: str, loser: Callable[[Showdown], int]) -> int:
    """How many there are up to the target, at most 7."""
    rules = ruleset("showdown", target=TARGET)
    state, _ = engine.new_match(rules, load_deck(rules.deck), 3, seed)
    bots, last = BotSeats(("greedy",) * 3), 0
    while engine.acting(state) and last < 7:
        action = bots.aside(state) or bots.move(state)
        if action is None and (one := state.showdown) is not None:
            last = one.number
            action = Settle(state.turn, TABLE, last, loser(one), "unit")
        engine.step(state, action or NextRound(state.turn, TABLE), None)
    return last


@dataclass
class Evening:
    """One match, over as many lives of app and unit as it takes."""

    folder: Path
    seed: str = field(default_factory=lambda: fitting_seed() if TARGET < 100 else "s1")
    benches: list[Bench] = field(default_factory=list)
    killed: list[tuple[str, str]] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)

    def begin_unit(self) -> Bench:
        """A life of the unit; its state and its trace go on."""
        self.benches.append(Bench(self.folder))
        return self.benches[-1].up()

    def begin_app(self) -> subprocess.Popen[str]:
        """A life of the app."""
        words = ["--bots", "3", "--seed", self.seed, "--option", f"target={TARGET}"]
        if self.lines:
            words = ["--resume"]
        return subprocess.Popen(
            [BIN / "showdown", "play", "--headless", "--port", self.benches[-1].link, *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | {"SHOWDOWN_STATE_DIR": str(self.folder), "LC_ALL": "C"},
        )

    def play(self, kills: Iterator[tuple[str, str]]) -> None:
        """To the end of the match; one kill in `EVERY` showdowns, from the second on."""
        self.begin_unit()
        app = self.begin_app()
        who, state = next(kills)
        last = 1
        while True:
            assert app.stdout is not None
            assert app.stderr is not None
            for line in app.stdout:
                self.lines.append(line.rstrip())
                told = LINE.match(self.lines[-1])
                if told is None or int(told[1]) < last + EVERY or told[2] != state:
                    continue
                last = int(told[1])
                self.killed.append((who, state))
                if who == "app":
                    app.kill()
                else:
                    assert self.benches[-1].stop(signal.SIGKILL) == -9
                    self.begin_unit()
                who, state = next(kills)
            errors = app.stderr.read()
            app.stdout.close()
            app.stderr.close()
            if app.wait(60) == 0:
                return
            assert app.returncode == -9, errors
            app = self.begin_app()

    @property
    def file(self) -> Path:
        """The one match file."""
        (path,) = (self.folder / "matches").glob("*.match")
        return path

    def stop(self) -> None:
        """The unit goes."""
        for bench in self.benches:
            bench.stop(signal.SIGKILL)


def records_of(bench: Bench, keys: Sequence[str]) -> dict[str, dict[str, Any]]:
    with RawHost(bench.link) as host:
        host.hello(role="observe")
        return {key: host.get(key) for key in keys}


@pytest.mark.prove
@pytest.mark.timeout(LIMIT_S)
def test_nothing_is_played_twice_and_nothing_lost(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    try:
        evening.play(itertools.cycle(KILLS))
        check(evening)
    finally:
        evening.stop()


def check(evening: Evening) -> None:
    assert set(evening.killed) >= set(KILLS[:3])
    assert peek(evening.file)[1].phase == Phase.MATCH_OVER
    records = read(evening.file).records
    claims = {one["note"]["claim"]["key"]: one["note"]["claim"] for one in records if claim_in(one)}
    done = [one["do"] for one in records if "do" in one]
    settled = {action["number"]: action for action in done if action["is"] == "settle"}

    # Each showdown has one verdict, and it is the unit's.
    numbers = [action["number"] for action in done if action["is"] == "settle"]
    assert numbers == list(range(1, len(numbers) + 1))
    at_unit = records_of(evening.benches[-1], list(claims))
    for number, action in settled.items():
        last = [claim for claim in claims.values() if claim["number"] == number][-1]
        record = at_unit[last["key"]]
        assert action.get("by", "unit") == "unit"
        assert record["state"] == "done", record
        assert last[record["loser"]] == action["loser"]

    # Whatever had a verdict was taken; what had none was played again.
    for key, claim in claims.items():
        record = at_unit[key]
        decided = record.get("loser") is not None
        tries = [one["key"] for one in claims.values() if one["number"] == claim["number"]]
        assert decided == (key == tries[-1]), record

    # Each key threw at most once: the pins tell no throw that no record knows.
    told = [record["launch"] for record in at_unit.values()]
    sure, maybe = told.count("completed"), told.count("unknown") + told.count("failed")
    assert sure <= len(evening.benches[-1].launches()) <= sure + maybe
    assert told.count("unknown") <= sum(who == "unit" for who, _ in evening.killed)

    # Nothing is still under way.
    assert list((evening.folder / "keys").glob("*.json")) == []


def claim_in(record: dict[str, Any]) -> bool:
    return "claim" in record.get("note", {})
