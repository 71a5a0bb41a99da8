from __future__ import annotations

import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import scale
from journal_model import Model, Op, Tray, Write, plan, random_op
from showdown_unit.journal import Journal, JournalFull, StepError
from showdown_unit.ports import Step
from storage_kit import crash, quick_folder

LOG = "journal.sqlite-wal"


class Wall:
    """Wall time that moves with the operations, sometimes back."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.now_s = 1_000

    def __call__(self) -> int:
        return self.now_s

    def move(self) -> None:
        self.now_s = max(0, self.now_s + self.rng.choice([0, 0, 1, 1, 3, 50, -20]))


@pytest.fixture
def folder() -> Iterator[Path]:
    """In memory where the system has that."""
    with quick_folder() as made:
        yield made


def start(folder: Path, model: Model, wall: Wall) -> Journal:
    folder.mkdir(exist_ok=True)
    journal = Journal.open(folder, f"{model.boot + 1:032x}", wall_s=wall, keys_max=model.keys_max)
    model.restart()
    return journal


def carry_out(journal: Journal, op: Op) -> bool:
    try:
        if isinstance(op, Tray):
            journal.set_tray_unknown(op.unknown)
        else:
            journal.write(op.step, op.stored)
    except (StepError, JournalFull):
        return False
    return True


def knowledge(journal: Journal) -> object:
    """All that a journal can be asked."""
    records = journal.page(100_000, None)
    found = [(journal.find(r.key), journal.evidence(r.key)) for r in reversed(records)]
    return found, journal.tray_unknown, journal.journal_since


def expected(model: Model) -> object:
    found = [(stored, model.evidence(key)) for key, (stored, _, _) in model.known.items()]
    return found, model.tray_unknown, model.since_s


def after_restart(model: Model) -> object:
    again = model.copy()
    again.restart()
    return expected(again)


class CopyAt:
    """Copies the files when SQLite begins its n-th statement from now: a cut in the middle."""

    def __init__(self, folder: Path, to: Path, number: int) -> None:
        self.folder, self.to, self.left = folder, to, number

    def __call__(self, _statement: str) -> None:
        if self.left == 0:
            crash(self.folder, self.to)
        self.left -= 1


def look(copy: Path, wall: Wall, keys_max: int) -> object:
    journal = Journal.open(copy, "f" * 32, wall_s=wall, keys_max=keys_max)
    try:
        assert journal.report.fault is None
        return knowledge(journal)
    finally:
        journal.close()


def tear(copy: Path, size_before: int, rng: random.Random) -> None:
    """Cut the last write to the log short, or leave nonsense where it was to be."""
    log = copy / LOG
    data = log.read_bytes()
    at = rng.randrange(size_before, len(data))
    junk = rng.choice([b"", bytes(len(data) - at), rng.randbytes(len(data) - at)])
    log.write_bytes(data[:at] + junk)


@pytest.mark.prove
@pytest.mark.timeout(scale.count(20, 900))
def test_after_any_operations_and_a_cut_anywhere_it_knows_what_the_model_knows(
    folder: Path,
) -> None:
    cuts = tears = refused = 0
    for seed in range(scale.count(6, 400)):
        rng = random.Random(seed)
        wall = Wall(rng)
        model = Model(keys_max=rng.choice([4, 12, 1000]), since_s=1_000)
        current = folder / f"{seed}"
        journal = start(current, model, wall)
        for number in range(60):
            wall.move()
            before = model.copy()
            op = random_op(rng, list(model.known), number)
            copy = folder / f"{seed}-{number}"
            cutting = rng.random() < 0.3
            journal._db.set_trace_callback(
                CopyAt(current, copy, rng.randrange(6)) if cutting else None
            )
            log = current / LOG
            log_before = log.stat().st_size if log.exists() else 0
            done = carry_out(journal, op)
            journal._db.set_trace_callback(None)
            assert done == model.apply(op, wall.now_s), (seed, number, op)
            refused += not done
            assert knowledge(journal) == expected(model), (seed, number, op)

            outcomes = [after_restart(before), after_restart(model)]
            if copy.exists():
                assert look(copy, wall, model.keys_max) in outcomes, (seed, number, op)
                cuts += 1
            if rng.random() < 0.25 and log.exists() and log.stat().st_size > log_before:
                torn = crash(current, folder / f"{seed}-{number}-torn")
                tear(torn, log_before, rng)
                assert look(torn, wall, model.keys_max) in outcomes, (seed, number, op)
                tears += 1

            fate = rng.random()
            if fate < 0.05:
                left = crash(current, folder / f"{seed}-{number}-left")
                journal.close()
                current = left
                journal = start(current, model, wall)
            elif fate < 0.08:
                journal.close()
                journal = start(current, model, wall)
            elif fate < 0.2:
                journal.tidy()
            assert knowledge(journal) == expected(model), (seed, number, "restart")
        journal.close()
    assert min(cuts, tears, refused) > 20, (cuts, tears, refused)


CHILD = """
import os, pathlib, sys
from journal_model import Tray, plan
from showdown_unit.journal import Journal
journal = Journal.open(pathlib.Path(sys.argv[1]), "a" * 32, wall_s=lambda: 1000)
for number, op in enumerate(plan(int(sys.argv[2]), 400)):
    if isinstance(op, Tray):
        journal.set_tray_unknown(op.unknown)
    else:
        journal.write(op.step, op.stored)
    if number % 16 == 15:
        journal.tidy()
    os.write(1, b".")
os.write(1, b"all")
"""


def killed_after(place: Path, seed: int, acknowledged: int) -> int:
    """Run the plan in another process and kill that one; how many operations it had told of."""
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, str(place), str(seed)],
        stdout=subprocess.PIPE,
        env={"PYTHONPATH": str(Path(__file__).parents[1])},
    )
    assert child.stdout is not None
    told = child.stdout.read(acknowledged)
    child.send_signal(signal.SIGKILL)
    told += child.stdout.read()
    child.stdout.close()
    assert child.wait() == -signal.SIGKILL
    assert set(told) == {ord(".")}
    return len(told)


@pytest.mark.prove
@pytest.mark.timeout(scale.count(20, 900))
def test_a_process_killed_anywhere_keeps_all_that_it_told_of(folder: Path) -> None:
    for seed in range(scale.count(4, 100)):
        place = folder / f"{seed}"
        place.mkdir()
        told = killed_after(place, seed, random.Random(seed).randrange(1, 120))
        model = Model(since_s=1000)
        ops: list[Op] = plan(seed, 400)
        for op in ops[:told]:
            assert model.apply(op)
        possible = [after_restart(model)]
        model.apply(ops[told])
        possible.append(after_restart(model))
        assert look(place, Wall(random.Random(0)), 50_000) in possible, (seed, told)


def test_the_harness_sees_a_journal_that_forgets_the_last_write(folder: Path) -> None:
    """The check above can fail: a journal that answers before it writes is found out."""
    model = Model(since_s=1_000)
    wall = Wall(random.Random(1))
    journal = start(folder / "a", model, wall)
    op = plan(3, 1)[0]
    assert isinstance(op, Write)
    assert op.step in (Step.ACCEPTED, Step.DONE)
    left = crash(folder / "a", folder / "before")
    model.apply(op, wall.now_s)
    journal.close()
    assert look(left, wall, model.keys_max) != after_restart(model)
