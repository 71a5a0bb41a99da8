"""Root at work in the folder of the unit's user: nothing stays behind that shuts that one out."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from showdown_unit.journal_place import FolderLock, give_to_owner
from showdown_unit.links.unix import UnixLink
from showdown_unit.ports import Step
from storage_kit import BOOT_B, begin, write_up_to

USER = 65534

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "state"
    made.mkdir()
    os.chown(made, USER, USER)
    return made


def owners(folder: Path) -> set[tuple[int, int]]:
    found = [path.lstat() for path in folder.iterdir()]
    return {(each.st_uid, each.st_gid) for each in found}


@as_root
def test_the_lock_of_a_command_that_ran_before_the_service_did(folder: Path):
    FolderLock(folder).release()
    assert owners(folder) == {(USER, USER)}


@as_root
@pytest.mark.parametrize("closed", [True, False])
def test_a_journal_that_root_began(folder: Path, closed: bool):
    journal = begin(folder)
    write_up_to(journal, Step.DONE)
    if closed:
        journal.close()
    assert owners(folder) == {(USER, USER)}
    journal.close()


@as_root
def test_a_journal_that_root_set_aside(folder: Path):
    (folder / "journal.sqlite").write_bytes(b"\xff" * 200)
    begin(folder).close()
    assert owners(folder) == {(USER, USER)}


@as_root
def test_the_room_that_root_made_anew(folder: Path):
    journal = begin(folder, BOOT_B)
    (folder / "journal.reserve").unlink()
    write_up_to(journal, Step.MAY_LAUNCH)
    assert owners(folder) == {(USER, USER)}
    journal.close()


@as_root
@pytest.mark.parametrize(
    "plant",
    [lambda at, prey: at.symlink_to(prey), lambda at, prey: at.hardlink_to(prey)],
    ids=["symlink", "hardlink"],
)
def test_a_planted_link_gives_no_file_of_root_away(
    folder: Path, tmp_path: Path, plant: Callable[[Path, Path], None]
):
    prey = tmp_path / "prey"
    prey.touch()
    plant(folder / "journal.reserve", prey)
    give_to_owner(folder)
    assert prey.stat().st_uid == 0


@as_root
def test_the_socket_that_root_leaves_behind(folder: Path):
    async def serve() -> None:
        link = UnixLink(asyncio.get_running_loop(), None, folder / "s")  # type: ignore[arg-type]
        link.start()
        assert owners(folder) == {(USER, USER)}
        await link.stop()

    asyncio.run(serve())
