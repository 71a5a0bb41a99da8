"""Journals for tests: records at each step, restarts, and crashes made by copying the files."""

from __future__ import annotations

import hashlib
import shutil
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from showdown_protocol.messages import DecidedBy, Origin, Outcome, Record, RecordState, Side
from showdown_unit.journal import Journal
from showdown_unit.ports import Packed, Step, Stored

BOOT_A = "a" * 32
BOOT_B = "b" * 32
BOOT_C = "c" * 32

STATE_AT = {
    Step.ACCEPTED: RecordState.ACCEPTED,
    Step.MAY_LAUNCH: RecordState.ARMED,
    Step.RESULT: RecordState.LAUNCHING,
    Step.DONE: RecordState.DONE,
}


@contextmanager
def quick_folder() -> Iterator[Path]:
    """A new folder, in memory where the system has that: each step waits for the disk twice."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(
        prefix="showdown-", dir=memory if memory.is_dir() else None
    ) as folder:
        yield Path(folder)


def at_step(
    step: Step, key: str = "key-0001", *, loser: Side | None = Side.LEFT, **more: Any
) -> Stored:
    """A showdown as it is written at `step`; from the result on with a verdict."""
    verdict: dict[str, Any] = {}
    if step in (Step.RESULT, Step.DONE):
        verdict = {
            "outcome": Outcome.WIN if loser else Outcome.NO_PRESS,
            "loser": loser,
            "decided_by": DecidedBy.TIMING if loser else None,
        }
    fields: dict[str, Any] = {"boot": BOOT_A, "cards": 2, "seq": 7} | verdict | more
    record = Record(key=key, state=STATE_AT[step], origin=Origin.HOST, **fields)
    return Stored(record, step, "button")


def tombstone(key: str = "key-0001") -> Stored:
    """What the cancel of an unknown key leaves."""
    return Stored(Record(key=key, state=RecordState.CANCELLED), Step.DONE, None)


def packed(*words: str) -> Packed:
    """Evidence of that many items, which are none to anybody but the journal."""
    body = b"".join(f'{{"what":"{word}"}}\n'.encode() for word in words)
    return Packed(hashlib.sha256(body).hexdigest(), zlib.compress(body))


def begin(folder: Path, boot: str = BOOT_A, *, wall_s: int = 1000, **options: Any) -> Journal:
    """Open the journal of a folder, which is made where it is missing."""
    folder.mkdir(exist_ok=True)
    return Journal.open(folder, boot, wall_s=lambda: wall_s, **options)


def write_up_to(journal: Journal, last: Step, key: str = "key-0001", **more: Any) -> Stored:
    """Every step of a showdown up to `last`; the record as written there."""
    stored = at_step(Step.ACCEPTED, key)
    for step in Step:
        stored = at_step(step, key, **more)
        journal.write(step, stored)
        if step is last:
            break
    return stored


def crash(folder: Path, to: Path) -> Path:
    """The folder as a power cut would leave it now: the files as they are, in a new place."""
    to.mkdir()
    for file in folder.iterdir():
        shutil.copyfile(file, to / file.name)
    return to
