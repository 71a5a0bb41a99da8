"""A power cut at any moment leaves the old settings or the new, and no file is ever lost."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import scale
from settings_disk import CutDisk, LazyDisk, PowerLost, cuts
from showdown_unit import settings_text
from showdown_unit.config import Config, load
from showdown_unit.config_schema import SETTINGS, Kind
from showdown_unit.settings_file import ASIDE, NAME, open_settings, write
from showdown_unit.settings_text import Saved
from storage_kit import crash, quick_folder

MS = 1_000_000
STEPS = 3  # of one write: content, name, folder


@pytest.fixture
def folder() -> Iterator[Path]:
    """In memory where the system has that."""
    with quick_folder() as made:
        yield made


def some_settings(rng: random.Random, rev: int) -> Saved:
    """Settings that fit together."""
    values: dict[str, int | bool | str] = {}
    for path, key in SETTINGS.items():
        if rng.random() < 0.5 or path == "referee.handicap_right_ms":
            continue
        if key.kind is Kind.TIME:
            low, high = key.low, key.high
            if path == "referee.hold_max_s":
                low = 10_001 * MS
            if path == "referee.hold_min_s":
                high = 5_000 * MS
            values[path] = rng.randrange(low // MS, high // MS + 1) * MS
        elif key.kind is Kind.BOOL:
            values[path] = rng.random() < 0.5
        elif key.kind is Kind.CHOICE:
            values[path] = rng.choice(key.choices)
        else:
            values[path] = "".join(rng.choices('aÄ"\\#=\U0001f600 ', k=rng.randrange(1, 12)))
    return Saved(rev, values)


def base(folder: Path) -> Config:
    return load(None, {"state.dir": str(folder)})


def opened(folder: Path) -> tuple[Saved, str | None]:
    found = open_settings(folder, base(folder), lambda _: None, "20260101T000000Z")
    return found.saved, found.fault


@pytest.mark.prove
@pytest.mark.timeout(scale.count(20, 900))
def test_a_cut_at_any_step_of_a_change_leaves_the_old_or_the_new(folder: Path) -> None:
    seen = {"old": 0, "new": 0}
    for seed in range(scale.count(10, 2_000)):
        rng = random.Random(seed)
        place = folder / f"{seed}"
        place.mkdir()
        old, new = some_settings(rng, seed), some_settings(rng, seed + 1)
        if rng.random() < 0.8:
            write(place, settings_text.text(old))
        else:
            old = Saved()
        for number, (cut, part) in enumerate(cuts(STEPS)):
            left = crash(place, folder / f"{seed}-{number}")
            with pytest.raises(PowerLost):
                write(left, settings_text.text(new), CutDisk(cut, part))
            saved, fault = opened(left)
            assert fault is None, (seed, cut, part)
            assert saved in (old, new), (seed, cut, part)
            seen["old" if saved == old else "new"] += 1
            write(left, settings_text.text(new))
            assert opened(left) == (new, None), (seed, cut, part)
    assert min(seen.values()) > 20, seen


@pytest.mark.prove
@pytest.mark.timeout(scale.count(20, 900))
def test_a_cut_while_a_damaged_file_is_set_aside_loses_nothing_of_it(folder: Path) -> None:
    cut_short = 0
    for seed in range(scale.count(10, 2_000)):
        rng = random.Random(seed)
        place = folder / f"{seed}"
        place.mkdir()
        data = bytearray(settings_text.text(some_settings(rng, 7)))
        damaged = bytes(data[: rng.randrange(len(data))]) + rng.randbytes(3) + b"\xff"
        (place / NAME).write_bytes(damaged)
        for number, (cut, part) in enumerate(cuts(2 * STEPS)):
            left = crash(place, folder / f"{seed}-{number}")
            disk = CutDisk(cut, part)
            try:
                open_settings(left, base(left), lambda _: None, "20260101T000000Z", disk)
            except PowerLost:
                cut_short += 1
            saved, fault = opened(left)
            assert saved.values == {}, (seed, cut, part)
            kept = [path.read_bytes() for path in left.glob(ASIDE + "*")]
            assert kept == [damaged], (seed, cut, part)
            before_its_name_was_free = cut < 2 * STEPS - 2 or (cut == 2 * STEPS - 2 and part < 0.5)
            assert (fault is not None) == before_its_name_was_free, (seed, cut, part)
            assert opened(left) == (saved, None), (seed, cut, part)
    assert cut_short > 20, cut_short


def test_the_harness_sees_a_name_that_is_there_before_its_content(folder: Path) -> None:
    """The checks above can fail: a write that syncs nothing before the rename is found out."""
    write(folder, settings_text.text(Saved(1, {"unit.name": "old"})))
    with pytest.raises(PowerLost):
        write(folder, settings_text.text(Saved(2, {"unit.name": "new"})), LazyDisk(1, 0.9))
    assert opened(folder)[1] is not None


CHILD = """
import os, pathlib, random, sys
from showdown_unit import settings_text
from showdown_unit.settings_file import write
from test_settings_crashes import some_settings
rng = random.Random(int(sys.argv[2]))
for rev in range(1, 400):
    write(pathlib.Path(sys.argv[1]), settings_text.text(some_settings(rng, rev)))
    os.write(1, b".")
os.write(1, b"all")
"""


@pytest.mark.prove
@pytest.mark.timeout(scale.count(20, 900))
def test_a_process_killed_anywhere_keeps_the_last_settings_that_it_told_of(folder: Path) -> None:
    here = Path(__file__).parent
    for seed in range(scale.count(3, 100)):
        place = folder / f"{seed}"
        place.mkdir()
        child = subprocess.Popen(
            [sys.executable, "-c", CHILD, str(place), str(seed)],
            stdout=subprocess.PIPE,
            env={"PYTHONPATH": f"{here}:{here.parent}"},
        )
        assert child.stdout is not None
        told = child.stdout.read(random.Random(seed).randrange(1, 60))
        child.send_signal(signal.SIGKILL)
        told += child.stdout.read()
        child.stdout.close()
        assert child.wait() == -signal.SIGKILL
        rng = random.Random(seed)
        written = [some_settings(rng, rev) for rev in range(1, len(told) + 2)]
        assert opened(place) in [(saved, None) for saved in written[-2:]], (seed, len(told))
