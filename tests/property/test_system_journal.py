"""The simulation's journal against the real one: the same calls, answers, errors and restarts."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import scale
from journal_model import Op, Tray, Write, random_op
from showdown_unit.journal import Journal, JournalFull, StepError
from sim_journal import AnyJournal, MemoryDisk, MemoryJournal
from storage_kit import quick_folder

KEYS_MAX = 12


def outcome(call: Callable[[], Any]) -> Any:
    """What a call gives, or the kind of error it ends in."""
    try:
        return call()
    except (StepError, JournalFull) as error:
        return type(error)


def carry_out(journal: AnyJournal, op: Op) -> None:
    """One operation."""
    if isinstance(op, Tray):
        journal.set_tray_unknown(op.unknown)
    else:
        journal.write(op.step, op.stored)


def same(real: AnyJournal, double: AnyJournal, keys: list[str], rng: random.Random) -> None:
    """Whatever one may ask, both say the same."""
    for key in [*keys[-20:], "unknown-1"]:
        assert real.find(key) == double.find(key)
        assert real.evidence(key) == double.evidence(key)
    limit, before = rng.randint(1, 20), rng.choice([None, "unknown-1", *keys[-20:]])
    assert real.page(limit, before) == double.page(limit, before)
    for name in ("tray_unknown", "journal_since"):
        assert getattr(real, name) == getattr(double, name)


def play(seed: int, folder: Path) -> None:
    """Random operations and restarts on both."""
    rng = random.Random(seed)
    disk, now_s = MemoryDisk(), [1000]
    (folder / "mounts").write_text("1 0 0:1 / / rw - ext4 /dev/disk rw\n")
    keys: list[str] = []
    for start in range(4):
        boot = f"{start:032x}"
        real = Journal.open(
            folder,
            boot,
            wall_s=lambda: now_s[0],
            keys_max=KEYS_MAX,
            mountinfo=folder / "mounts",
        )
        try:
            double = MemoryJournal(disk, boot, wall_s=lambda: now_s[0], keys_max=KEYS_MAX)
            assert real.report == double.report
            for number in range(rng.randint(1, 25)):
                now_s[0] += rng.choice((-1, 0, 0, 1, 5))
                op = random_op(rng, keys, start * 100 + number)
                said = [outcome(partial(carry_out, each, op)) for each in (real, double)]
                assert said[0] == said[1]
                if isinstance(op, Write) and said[0] is None and op.stored.record.key not in keys:
                    keys.append(op.stored.record.key)
                same(real, double, keys, rng)
        finally:
            real.close()


@pytest.mark.parametrize("seed", range(scale.count(25, 500)))
def test_the_double_answers_as_the_real_journal_does(seed: int) -> None:
    with quick_folder() as folder:
        play(seed, folder)
