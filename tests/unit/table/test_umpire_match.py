"""Whole matches by the rules at a fake unit that dies, loses its cable and refuses, and an app that
dies as well: every showdown gets one verdict, no key flies twice, and the file tells it all again.
"""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

import scale
from host_kit import FakeOpener, FastWorld
from showdown_host import Unit
from showdown_host.keystore import KeyStore
from showdown_host.timing import S
from showdown_protocol.errors import WireError
from showdown_rules import codec
from showdown_rules.actions import Settle
from showdown_rules.events import ShowdownSettled
from showdown_rules.state import Phase
from showdown_table import umpire_job
from showdown_table.headless import Headless
from showdown_table.store import read
from showdown_table.table import Table, peek
from showdown_table.texts import Texts
from showdown_table.umpire import Umpire
from table_kit import new_table
from umpire_kit import QUICK

SEEDS = scale.count(1, 8)
TARGET = scale.count(40, 500)


class AppKilledError(Exception):
    """In place of a SIGKILL: nothing more is done in this life."""


class Trouble:
    """Now and then, at any step of a showdown, something goes wrong."""

    def __init__(self, seed: int, world: FastWorld, opener: FakeOpener) -> None:
        self.random = random.Random(seed)
        self.world = world
        self.opener = opener
        self.kill_app = False
        self.count: Counter[str] = Counter()
        world.unit.at_step = self.at_step

    def at_step(self, key: str, step: str) -> None:
        unit = self.world.unit
        kind = self.random.choice(("unit dies", "cable", "app dies", "no press", "refuses"))
        if not self.count:
            kind = "app dies"
        elif self.random.random() > 0.25:
            return
        if kind == "no press" and step != "counting":
            return
        self.count[kind] += 1
        match kind:
            case "unit dies":
                unit.kill()
            case "cable":
                self.opener.ports[-1].fail = "unplugged"
            case "app dies":
                self.kill_app = True
            case "no press":
                unit.records[key].update(state="done", outcome="no_press", loser=None)
                unit.active = None
            case "refuses":
                unit.refuse["showdown.start"] = WireError("NOT_READY", reasons=["tray_unknown"])
                self.world.at(60 * S, unit.refuse.clear)


class Mortal(Headless):
    """An app that dies when it is time."""

    def __init__(self, table: Table, umpire: Umpire, trouble: Trouble) -> None:
        super().__init__(table, umpire, Texts("en"), lambda _: None)
        self.trouble = trouble

    def _step(self) -> bool:
        if self.trouble.kill_app:
            self.trouble.kill_app = False
            raise AppKilledError
        return super()._step()


@pytest.mark.prove
@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_match_survives_everything(
    tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(umpire_job, "READY_S", 0.02)
    world = FastWorld(400)
    opener, store = FakeOpener(world), KeyStore(tmp_path / "keys")
    trouble = Trouble(seed, world, opener)
    table = new_table(tmp_path, seed=f"match {seed}", target=TARGET)
    path = table.path
    lives = 0
    while table.acting():
        lives += 1
        umpire = Umpire(
            table, lambda: Unit(opener, store=store, timing=QUICK), ask=False, pause_s=0.02
        )

        try:
            Mortal(table, umpire, trouble).run()
        except AppKilledError:
            pass
        finally:
            umpire.close()
            before = codec.state_hash(table.state)
            table.close()
        table = Table.resume(path)
        assert codec.state_hash(table.state) == before
    table.close()

    assert lives > 1
    assert peek(path)[1].phase == Phase.MATCH_OVER
    records = read(path).records
    claims = [one["note"]["claim"] for one in records if "claim" in one.get("note", {})]
    actions = [codec.action_from_plain(one["do"]) for one in records if "do" in one]
    numbers = [action.number for action in actions if isinstance(action, Settle)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert all(action.by == "unit" for action in actions if isinstance(action, Settle))
    assert len([event for event in table.log if type(event) is ShowdownSettled]) == len(numbers)
    assert max(world.unit.launches.values()) == 1
    assert set(world.unit.launches) <= {claim["key"] for claim in claims}
    for number in numbers:
        tries = [claim["key"] for claim in claims if claim["number"] == number]
        assert [world.unit.records[key].get("loser") is not None for key in tries] == [
            *[False] * (len(tries) - 1),
            True,
        ]
    assert store.pending() == []
