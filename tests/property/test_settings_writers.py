"""Writers who read, change and write never overwrite each other, whatever disk and links do."""

from __future__ import annotations

import random

import pytest

import scale
from showdown_protocol.errors import WireError
from showdown_protocol.messages import SettingsChanges, SettingsResult, SettingsSetParams
from showdown_unit import settings_text
from showdown_unit.journal_errors import StorageError
from unit_kit import MS, World, world

STEP_MS, FIRST_MS = 10, 1_000


class Writer:
    """Adds `STEP_MS` to the count, `left` times; each time on what it read, until that took.

    Some of its answers are lost: then it reads, and takes what it wanted for done where its own
    mark, the mean of the hold, stands beside its count.
    """

    def __init__(self, unit: World, rng: random.Random, number: int) -> None:
        self.unit, self.rng, self.number = unit, rng, number
        self.left = 4
        self.refused = 0
        self._later()

    def _later(self) -> None:
        at_ns = self.unit.now_ns + self.rng.choice([0, 0, 1, 3, 3, 9]) * MS
        self.unit.clock.call_at(at_ns, self._write)

    def _write(self) -> None:
        if not self.left:
            return
        read = self.unit.unit.settings()
        assert read.values.count_ms is not None
        mark = 1_000 + 100 * self.number + self.left
        values = SettingsChanges(count_ms=read.values.count_ms + STEP_MS, hold_mean_ms=mark)
        lost = self.rng.random() < 0.2
        # Its request is a while on its way.
        at_ns = self.unit.now_ns + self.rng.choice([0, 0, 1, 5]) * MS
        params = SettingsSetParams(rev=read.rev, values=values)

        def answered(answer: SettingsResult | WireError) -> None:
            if lost:
                self._look(read.rev, values)
            elif isinstance(answer, WireError):
                assert answer.name in ("STALE_REV", "STORAGE")
                self.refused += 1
                self._later()
            else:
                assert answer.rev == read.rev + 1
                assert answer.values.count_ms == values.count_ms
                self.left -= 1
                self._later()

        self.unit.clock.call_at(at_ns, lambda: self.unit.unit.set_settings(params, answered))

    def _look(self, rev: int, wanted: SettingsChanges) -> None:
        """At once: nobody else can have been between."""
        found = self.unit.unit.settings()
        mine = found.values.count_ms == wanted.count_ms
        if mine and found.values.hold_mean_ms == wanted.hold_mean_ms:
            assert found.rev == rev + 1
            self.left -= 1
        self._later()


@pytest.mark.prove
@pytest.mark.timeout(scale.count(20, 900))
def test_no_writer_overwrites_another() -> None:
    refused = 0
    for seed in range(scale.count(25, 3_000)):
        rng = random.Random(seed)
        with world() as unit:
            unit.disk.fail = lambda _, rng=rng: StorageError("full") if rng.random() < 0.1 else None
            unit.disk.delay_ns = rng.choice([0, 1, 3, 20]) * MS
            writers = [Writer(unit, rng, number) for number in range(3)]
            unit.run_until(lambda writers=writers: not any(w.left for w in writers), 60)
            unit.run_for(100)
            settings = unit.unit.settings()
            done = 3 * 4
            assert settings.values.count_ms == FIRST_MS + done * STEP_MS, seed
            assert settings.rev == done, seed
            revs = [settings_text.parse(data).rev for data in unit.saved]
            assert revs == sorted(set(revs)), seed
            told = [event.data["rev"] for event in unit.events if event.type == "settings"]
            assert told == list(range(1, done + 1)), seed
            refused += sum(writer.refused for writer in writers)
    assert refused > 20
