"""The unit on the real journal: a whole showdown, and what a restart finds at each step."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from showdown_protocol.messages import Launch, Outcome, RecordState
from showdown_unit.journal import Journal
from showdown_unit.ports import Step
from storage_kit import crash, quick_folder
from unit_kit import BOOT, KEY, MS, World, world


@contextlib.contextmanager
def on_disk(folder: Path, boot: str = BOOT) -> Iterator[World]:
    """A unit on the journal of that folder, as the daemon opens it."""
    journal = Journal.open(folder, boot, wall_s=lambda: 1000)
    try:
        with world(journal=journal, tray_unknown=journal.report.tray_unknown) as made:
            yield made
    finally:
        journal.close()


def run_to(unit: World, step: Step) -> None:
    """Play until that step is the last that is durable."""
    unit.disk.hangs = lambda asked: (
        asked is not None and list(Step).index(asked) > list(Step).index(step)
    )
    unit.start()
    unit.run_for(50)
    unit.button()
    if step in (Step.RESULT, Step.DONE):
        unit.to_count()
        unit.press("left", unit.to_green() + 200 * MS)
    unit.run_for(3_000)
    assert unit.disk.done[-1][1] is step


def test_a_whole_showdown_is_in_the_real_journal() -> None:
    with quick_folder() as folder:
        with on_disk(folder) as unit:
            record = unit.win("left")
            unit.cancel("key-0002")
            unit.run_for(50)
        with on_disk(folder, "c" * 32) as unit:
            assert [r.key for r in unit.page()] == ["key-0002", KEY]
            stored = unit.get()
            assert (stored.outcome, stored.loser, stored.launch, stored.reaction_us) == (
                record.outcome,
                record.loser,
                record.launch,
                record.reaction_us,
            )


@pytest.mark.parametrize(
    ("step", "state", "outcome", "launch", "tray_unknown"),
    [
        (Step.ACCEPTED, RecordState.ABORTED, None, Launch.NONE, False),
        (Step.MAY_LAUNCH, RecordState.INDETERMINATE, None, Launch.UNKNOWN, True),
        (Step.RESULT, RecordState.DONE, Outcome.WIN, Launch.UNKNOWN, True),
        (Step.DONE, RecordState.DONE, Outcome.WIN, Launch.COMPLETED, False),
    ],
)
def test_after_a_restart_the_last_durable_step_counts_and_nothing_flies(
    step: Step,
    state: RecordState,
    outcome: Outcome | None,
    launch: Launch,
    tray_unknown: bool,
) -> None:
    with quick_folder() as folder:
        with on_disk(folder) as unit:
            run_to(unit, step)
            left = crash(folder, folder.with_name(folder.name + "-crashed"))
        with contextlib.ExitStack() as stack:
            stack.callback(lambda: [f.unlink() for f in left.iterdir()] and left.rmdir())
            unit = stack.enter_context(on_disk(left, "c" * 32))
            assert unit.word == ("not_ready" if tray_unknown else "ready")
            replay = unit.start(boot=BOOT)
            unit.run_for(20)
            record = replay.record
            assert (record.state, record.outcome, record.launch) == (state, outcome, launch)
            assert record.boot == BOOT
            answers, _ = unit.wait()
            unit.run_for(20)
            assert answers.record.state is state
            unit.run_for(20_000)
            assert [c for c in unit.trace if c[1].startswith("launcher")] == []


def test_what_a_restart_left_open_the_table_decides() -> None:
    with quick_folder() as folder:
        with on_disk(folder) as unit:
            run_to(unit, Step.MAY_LAUNCH)
            unit.disk.hangs = lambda _: True
        with on_disk(folder, "c" * 32) as unit:
            record = unit.lines(2, 0).record
            assert (record.state, record.loser, record.decided_by, record.timing_loser) == (
                RecordState.DONE,
                "left",
                "lines",
                None,
            )
            unit.button(2_100)
            unit.run_for(2_500)
            assert unit.word == "ready"
            assert not unit.memory.tray_unknown
