"""The power goes within a showdown's writes: what was told before is there, and no more.

The log is cut at every byte about the head of each of its frames, and at many within the pages.
"""

from __future__ import annotations

import dataclasses
from functools import partial
from pathlib import Path

import pytest

import scale
from showdown_unit.journal import Journal
from showdown_unit.ports import Step
from storage_kit import at_step, crash, packed, quick_folder

LOG = "journal.sqlite-wal"
LOG_HEAD, FRAME = 32, 24 + 4096
STEPS = (Step.ACCEPTED, Step.MAY_LAUNCH, Step.RESULT, Step.DONE)
EVIDENCE = {
    Step.RESULT: [f"{number:032x}" for number in range(3, 3000, 7)],
    Step.DONE: [f"{number:032x}" for number in range(5, 5000, 7)],
}
AFTER_RESTART = {
    None: None,
    Step.ACCEPTED: ("aborted", "none"),
    Step.MAY_LAUNCH: ("indeterminate", "unknown"),
    Step.RESULT: ("done", "unknown"),
    Step.DONE: ("done", "none"),  # as written,
}


def opened(folder: Path, boot: str) -> Journal:
    return Journal.open(folder, boot * 32, wall_s=lambda: 1000)


def known_after(folder: Path) -> tuple[str, str] | None:
    journal = opened(folder, "b")
    try:
        assert journal.report.fault is None
        stored = journal.find("key-0001")
        kept = journal.evidence("key-0001")
        assert kept.sha256 == (None if stored is None else stored.record.evidence_sha256)
        return None if stored is None else (stored.record.state.value, stored.record.launch.value)
    finally:
        journal.close()


def cuts(start: int, end: int) -> list[int]:
    """Where frames meet, each byte, or in the everyday run some; and every so often between."""
    near, far = scale.count(13, 1), scale.count(521, 61)
    found = set(range(start, end, far)) | {start, end}
    for frame in range(LOG_HEAD, end, FRAME):
        found |= set(range(frame - 40, frame + 40, near)) | {frame - 1, frame, frame + 1}
    return sorted(at for at in found if start <= at <= end)


@pytest.mark.prove
@pytest.mark.timeout(scale.count(20, 900))
def test_cut_anywhere_the_log_gives_the_last_step_that_was_told() -> None:
    with quick_folder() as scratch:
        folder = scratch / "state"
        folder.mkdir()
        journal = opened(folder, "a")
        journal.tidy()
        start = (folder / LOG).stat().st_size if (folder / LOG).exists() else 0
        ends: list[int] = []
        for step in STEPS:
            stored = at_step(step)
            if step in EVIDENCE:
                stored = dataclasses.replace(stored, evidence=partial(packed, *EVIDENCE[step]))
            journal.write(step, stored)
            ends.append((folder / LOG).stat().st_size)
        assert ends == sorted(set(ends))
        left = crash(folder, scratch / "left")
        journal.close()
        whole = (left / LOG).read_bytes()
        told = set()
        for at in cuts(start, len(whole)):
            durable = [step for step, end in zip(STEPS, ends, strict=True) if end <= at]
            (left / LOG).write_bytes(whole[:at])
            copy = crash(left, scratch / f"{at}")
            last = durable[-1] if durable else None
            told.add(last)
            assert known_after(copy) == AFTER_RESTART[last], at
        assert told == {None, *STEPS}
