from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from showdown_protocol.messages import (
    DecidedBy,
    Launch,
    LinesCount,
    Outcome,
    Players,
    Record,
    RecordState,
    Side,
)
from showdown_unit.journal import Journal, StepError
from showdown_unit.ports import Step, Stored
from storage_kit import (
    BOOT_A,
    BOOT_B,
    BOOT_C,
    at_step,
    begin,
    crash,
    tombstone,
    write_up_to,
)


def after_crash(journal: Journal, tmp_path: Path, boot: str = BOOT_B) -> Journal:
    left = crash(tmp_path / "state", tmp_path / f"left-{boot[0]}")
    journal.close()
    return begin(left, boot)


def known(journal: Journal, key: str = "key-0001") -> Stored:
    found = journal.find(key)
    assert found is not None
    return found


@pytest.mark.parametrize("step", list(Step))
def test_what_was_written_is_found_as_it_was(tmp_path: Path, step: Step) -> None:
    journal = begin(tmp_path / "state")
    stored = write_up_to(journal, step, players=Players(left="Ana", right="Bö \u2603"))
    assert journal.find("key-0001") == stored
    journal.close()


def test_an_unknown_key_is_not_found(tmp_path: Path) -> None:
    journal = begin(tmp_path / "state")
    assert journal.find("key-0001") is None
    journal.close()


@pytest.mark.parametrize(
    ("step", "loser", "state", "reason", "launch", "tray"),
    [
        (Step.ACCEPTED, None, RecordState.ABORTED, "restart", Launch.NONE, False),
        (Step.MAY_LAUNCH, None, RecordState.INDETERMINATE, None, Launch.UNKNOWN, True),
        (Step.RESULT, None, RecordState.DONE, None, Launch.NONE, False),
        (Step.RESULT, Side.RIGHT, RecordState.DONE, None, Launch.UNKNOWN, True),
        (Step.DONE, Side.RIGHT, RecordState.DONE, None, Launch.COMPLETED, False),
    ],
)
def test_a_restart_goes_by_the_last_durable_step(
    tmp_path: Path,
    step: Step,
    loser: Side | None,
    state: RecordState,
    reason: str | None,
    launch: Launch,
    tray: bool,
) -> None:
    journal = begin(tmp_path / "state")
    write_up_to(journal, step, loser=loser)
    if step is Step.DONE:
        journal.write(step, at_step(step, loser=loser, launch=Launch.COMPLETED))
    before = known(journal)
    again = after_crash(journal, tmp_path)
    after = known(again)
    assert after.step is Step.DONE
    assert after.start == "button"
    assert after.record == replace(before.record, state=state, reason=reason, launch=launch)
    assert again.report.tray_unknown is again.tray_unknown is tray
    assert again.report.recovered == (() if step is Step.DONE else (after.record,))
    assert after.record.boot == BOOT_A
    again.close()


def test_with_no_cards_loaded_none_can_have_flown(tmp_path: Path) -> None:
    journal = begin(tmp_path / "state")
    write_up_to(journal, Step.MAY_LAUNCH, cards=0)
    again = after_crash(journal, tmp_path)
    assert known(again).record.launch is Launch.NONE
    assert again.tray_unknown
    again.close()


@pytest.mark.parametrize("step", [Step.MAY_LAUNCH, Step.RESULT])
def test_nobody_has_to_look_at_the_tray_after_practice(tmp_path: Path, step: Step) -> None:
    """It never moves then, whoever pressed too early; and a round that was cut off is just over."""
    journal = begin(tmp_path / "state")
    write_up_to(journal, Step.MAY_LAUNCH, cards=0, practice=Side.LEFT)
    if step is Step.RESULT:
        journal.write(step, at_step(step, loser=Side.LEFT, cards=0, practice=Side.LEFT))
    again = after_crash(journal, tmp_path)
    record = known(again).record
    over = RecordState.DONE if step is Step.RESULT else RecordState.ABORTED
    assert (record.state, record.launch) == (over, Launch.NONE)
    assert not again.tray_unknown
    again.close()


def test_recovery_happens_once_and_the_tray_stays_unknown_until_somebody_looked(
    tmp_path: Path,
) -> None:
    journal = begin(tmp_path / "state")
    write_up_to(journal, Step.MAY_LAUNCH)
    again = after_crash(journal, tmp_path)
    record = known(again).record
    again.close()
    third = begin(tmp_path / "left-b", BOOT_C)
    assert third.report.recovered == ()
    assert third.report.tray_unknown
    assert known(third).record == record
    third.set_tray_unknown(False)
    third.close()
    fourth = begin(tmp_path / "left-b", BOOT_A)
    assert not fourth.report.tray_unknown
    fourth.close()


def test_a_tray_set_unknown_survives_a_crash(tmp_path: Path) -> None:
    journal = begin(tmp_path / "state")
    journal.set_tray_unknown(True)
    again = after_crash(journal, tmp_path)
    assert again.report.tray_unknown
    again.close()


def test_several_open_showdowns_are_recovered_oldest_first(tmp_path: Path) -> None:
    journal = begin(tmp_path / "state")
    for number, step in enumerate([Step.ACCEPTED, Step.RESULT, Step.MAY_LAUNCH, Step.DONE]):
        write_up_to(journal, step, f"key-000{number}")
    again = after_crash(journal, tmp_path)
    assert [(r.key, r.state) for r in again.report.recovered] == [
        ("key-0000", RecordState.ABORTED),
        ("key-0001", RecordState.DONE),
        ("key-0002", RecordState.INDETERMINATE),
    ]
    again.close()


@pytest.mark.parametrize("before", list(Step))
@pytest.mark.parametrize("step", list(Step))
def test_steps_never_go_back_and_a_key_is_accepted_once(
    tmp_path: Path, before: Step, step: Step
) -> None:
    journal = begin(tmp_path / "state")
    stored = write_up_to(journal, before)
    order = list(Step)
    if step is Step.ACCEPTED or order.index(step) < order.index(before):
        with pytest.raises(StepError, match=rf"key-0001: .*{before.value}"):
            journal.write(step, at_step(step))
        assert journal.find("key-0001") == stored
    else:
        journal.write(step, at_step(step))
        assert known(journal).step is step
    journal.close()


@pytest.mark.parametrize("step", [Step.MAY_LAUNCH, Step.RESULT, Step.DONE])
def test_a_showdown_does_not_begin_in_the_middle(tmp_path: Path, step: Step) -> None:
    journal = begin(tmp_path / "state")
    with pytest.raises(StepError, match="never accepted"):
        journal.write(step, at_step(step))
    assert journal.find("key-0001") is None
    journal.close()


def test_a_tombstone_is_remembered_over_a_restart_and_never_accepted(tmp_path: Path) -> None:
    journal = begin(tmp_path / "state")
    journal.write(Step.DONE, tombstone())
    again = after_crash(journal, tmp_path)
    assert again.find("key-0001") == tombstone()
    with pytest.raises(StepError, match="accepted a second time"):
        again.write(Step.ACCEPTED, at_step(Step.ACCEPTED))
    again.close()


def test_the_lines_replace_a_record_that_is_done_also_of_an_earlier_start(tmp_path: Path) -> None:
    journal = begin(tmp_path / "state")
    write_up_to(journal, Step.MAY_LAUNCH)
    again = after_crash(journal, tmp_path)
    decided = replace(
        known(again).record,
        state=RecordState.DONE,
        outcome=Outcome.WIN,
        loser=Side.LEFT,
        decided_by=DecidedBy.LINES,
        lines=LinesCount(left=2, right=0),
    )
    again.write(Step.DONE, Stored(decided, Step.DONE, "button"))
    again.close()
    third = begin(tmp_path / "left-b", BOOT_C)
    assert known(third).record == decided
    third.close()


def keys(records: list[Record]) -> list[str]:
    return [record.key for record in records]


def test_pages_go_from_the_newest_back_whatever_was_written_last(tmp_path: Path) -> None:
    journal = begin(tmp_path / "state")
    names = [f"key-000{n}" for n in range(5)]
    for name in names:
        journal.write(Step.ACCEPTED, at_step(Step.ACCEPTED, name))
    journal.write(Step.MAY_LAUNCH, at_step(Step.MAY_LAUNCH, names[0]))
    assert keys(journal.page(2, None)) == ["key-0004", "key-0003"]
    assert keys(journal.page(2, "key-0003")) == ["key-0002", "key-0001"]
    assert keys(journal.page(9, "key-0001")) == ["key-0000"]
    assert keys(journal.page(9, "key-0000")) == []
    assert keys(journal.page(9, "never-seen")) == []
    journal.close()


def test_a_clean_restart_keeps_everything(tmp_path: Path) -> None:
    journal = begin(tmp_path / "state", wall_s=500)
    stored = write_up_to(journal, Step.DONE)
    assert (journal.report.created, journal.report.fault) == (True, None)
    journal.close()
    again = begin(tmp_path / "state", BOOT_B, wall_s=900)
    assert again.find("key-0001") == stored
    assert again.report.journal_since == 500
    assert (again.report.created, again.report.fault) == (False, None)
    again.close()
