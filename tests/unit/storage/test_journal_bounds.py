from __future__ import annotations

from pathlib import Path

import pytest

from showdown_unit.journal import Journal, JournalFull
from showdown_unit.ports import Step
from storage_kit import BOOT_A, BOOT_B, BOOT_C, at_step, begin, tombstone, write_up_to


class Wall:
    """Wall time that the test sets."""

    def __init__(self, now_s: int) -> None:
        self.now_s = now_s

    def __call__(self) -> int:
        return self.now_s


def opened(folder: Path, boot: str, wall: Wall, keys_max: int = 5) -> Journal:
    folder.mkdir(exist_ok=True)
    return Journal.open(folder, boot, wall_s=wall, keys_max=keys_max)


def accept(journal: Journal, number: int) -> None:
    journal.write(Step.ACCEPTED, at_step(Step.ACCEPTED, f"key-{number:04}"))


def all_keys(journal: Journal) -> list[int]:
    return [int(record.key[4:]) for record in reversed(journal.page(100, None))]


def test_keys_of_this_start_are_never_forgotten_tombstones_included(tmp_path: Path) -> None:
    journal = begin(tmp_path / "state", keys_max=3)
    accept(journal, 1)
    journal.write(Step.DONE, tombstone("key-0002"))
    accept(journal, 3)
    with pytest.raises(JournalFull, match="3 keys came since this start"):
        accept(journal, 4)
    with pytest.raises(JournalFull):
        journal.write(Step.DONE, tombstone("key-0005"))
    assert all_keys(journal) == [1, 2, 3]
    journal.write(Step.MAY_LAUNCH, at_step(Step.MAY_LAUNCH, "key-0003"))
    journal.close()


def test_the_oldest_keys_of_earlier_starts_make_room_and_since_moves(tmp_path: Path) -> None:
    wall = Wall(100)
    journal = opened(tmp_path / "state", BOOT_A, wall)
    for number in range(1, 5):
        wall.now_s = 100 + number
        accept(journal, number)
    journal.close()
    journal = opened(tmp_path / "state", BOOT_B, wall)
    wall.now_s = 200
    accept(journal, 5)
    assert (all_keys(journal), journal.journal_since) == ([1, 2, 3, 4, 5], 100)
    accept(journal, 6)
    assert (all_keys(journal), journal.journal_since) == ([2, 3, 4, 5, 6], 102)
    for number in (7, 8, 9):
        accept(journal, number)
    assert (all_keys(journal), journal.journal_since) == ([5, 6, 7, 8, 9], 105)
    with pytest.raises(JournalFull):
        accept(journal, 10)
    journal.close()
    journal = opened(tmp_path / "state", BOOT_C, wall)
    assert journal.report.journal_since == 105
    accept(journal, 10)
    assert (all_keys(journal), journal.journal_since) == ([6, 7, 8, 9, 10], 201)
    journal.close()


def test_a_clock_set_back_never_makes_since_promise_a_forgotten_key(tmp_path: Path) -> None:
    wall = Wall(1000)
    journal = opened(tmp_path / "state", BOOT_A, wall, keys_max=2)
    accept(journal, 1)
    wall.now_s = 10
    accept(journal, 2)
    journal.close()
    journal = opened(tmp_path / "state", BOOT_B, wall, keys_max=2)
    accept(journal, 3)
    assert journal.journal_since == 1001
    journal.close()


def test_a_smaller_limit_forgets_all_that_is_too_much_at_once(tmp_path: Path) -> None:
    wall = Wall(100)
    journal = opened(tmp_path / "state", BOOT_A, wall, keys_max=50)
    for number in range(20):
        accept(journal, number)
    journal.close()
    journal = opened(tmp_path / "state", BOOT_B, wall, keys_max=3)
    accept(journal, 20)
    assert all_keys(journal) == [18, 19, 20]
    journal.close()


def test_a_forgotten_key_is_unknown_and_may_come_again(tmp_path: Path) -> None:
    journal = begin(tmp_path / "state", keys_max=1)
    write_up_to(journal, Step.DONE, "key-0001")
    journal.close()
    journal = begin(tmp_path / "state", BOOT_B, keys_max=1)
    accept(journal, 2)
    assert journal.find("key-0001") is None
    journal.close()
