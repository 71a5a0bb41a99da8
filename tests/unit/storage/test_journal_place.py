from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from showdown_unit.journal import Journal, StorageError
from showdown_unit.journal_errors import from_os
from showdown_unit.journal_place import FolderLock, file_system, is_durable
from storage_kit import BOOT_B, begin

MOUNTS = """\
22 27 0:21 / /proc rw,relatime - proc proc rw
27 1 254:0 / / rw,relatime shared:1 - ext4 /dev/mmcblk0p2 rw
28 27 0:26 / /run rw,nosuid - tmpfs tmpfs rw,size=400k
30 27 0:27 / /var/lib/with\\040space rw master:3 shared:9 - overlay overlay rw
31 27 0:28 / /var/lib/twice rw - ext4 /dev/a rw
32 31 0:29 / /var/lib/twice rw - tmpfs tmpfs rw
nonsense
33 27 0:30 / /mnt/usb ro - vfat /dev/sda1 ro
"""


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/var/lib/showdown-unit", "ext4"),
        ("/run", "tmpfs"),
        ("/run/showdown", "tmpfs"),
        ("/running", "ext4"),
        ("/var/lib/with space/state", "overlay"),
        ("/var/lib/twice/state", "tmpfs"),
        ("/mnt/usb/x/y", "vfat"),
    ],
)
def test_the_file_system_of_a_folder_is_that_of_its_nearest_mount(path: str, kind: str) -> None:
    assert file_system(Path(path), MOUNTS) == kind


def test_without_mounts_nothing_is_known() -> None:
    assert file_system(Path("/var"), "") is None


@pytest.mark.parametrize(
    ("kind", "durable"),
    [("ext4", True), ("btrfs", True), ("f2fs", True), ("tmpfs", False), ("overlay", False)],
)
def test_the_report_says_whether_the_folder_survives(
    tmp_path: Path, kind: str, durable: bool
) -> None:
    mounts = tmp_path / "mountinfo"
    mounts.write_text(f"27 1 254:0 / / rw - {kind} x rw\n")
    journal = begin(tmp_path / "state", mountinfo=mounts)
    assert journal.report.durable is durable
    journal.close()


def test_where_it_cannot_be_told_nothing_is_promised(tmp_path: Path) -> None:
    assert not is_durable(tmp_path, tmp_path / "no-mountinfo")


def test_a_missing_folder_is_told_and_not_made(tmp_path: Path) -> None:
    folder = tmp_path / "none"
    with pytest.raises(StorageError) as caught:
        Journal.open(folder, BOOT_B, wall_s=lambda: 0)
    assert str(caught.value) == (
        f"cannot use the state folder {folder}: No such file or directory; make the folder, or"
        f" name another one as state.dir"
    )
    assert not folder.exists()


def test_a_file_in_place_of_the_folder_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "file"
    folder.write_text("")
    with pytest.raises(StorageError, match=r"file: Not a directory; put the folder there"):
        Journal.open(folder, BOOT_B, wall_s=lambda: 0)


def test_a_folder_in_place_of_the_journal_is_told(tmp_path: Path) -> None:
    (tmp_path / "journal.sqlite").mkdir()
    with pytest.raises(StorageError, match=r"journal\.sqlite: Is a directory"):
        Journal.open(tmp_path, BOOT_B, wall_s=lambda: 0)


def test_a_folder_of_somebody_else_names_both_users(tmp_path: Path) -> None:
    error = PermissionError(13, "Permission denied")
    text = str(from_os("cannot use the state folder", tmp_path, error))
    assert (
        f"({tmp_path} belongs to user {os.getuid()}, the unit runs as user {os.geteuid()}" in text
    )
    assert text.endswith("give the folder to the user that runs the unit")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
def test_a_user_without_rights_is_refused_for_real(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    folder.mkdir(mode=0o755)
    tmp_path.chmod(0o755)
    script = (
        "import os, sys, pathlib\n"
        "from showdown_unit.journal import Journal, StorageError\n"
        "os.setuid(65534)\n"
        "try: Journal.open(pathlib.Path(sys.argv[1]), 'a' * 32, wall_s=lambda: 0)\n"
        "except StorageError as error: print(error)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script, str(folder)], capture_output=True, text=True, check=True
    )
    assert "Permission denied" in ran.stdout
    assert f"({folder} belongs to user 0, the unit runs as user 65534)" in ran.stdout


def test_a_second_unit_is_refused_with_the_pid_of_the_first(tmp_path: Path) -> None:
    journal = begin(tmp_path)
    script = (
        "import sys, pathlib\n"
        "from showdown_unit.journal import Journal, StorageError\n"
        "try: Journal.open(pathlib.Path(sys.argv[1]), 'b' * 32, wall_s=lambda: 0)\n"
        "except StorageError as error: print(error)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)], capture_output=True, text=True, check=True
    )
    assert ran.stdout.startswith(
        f"another showdown-unit (pid {os.getpid()}) uses this state folder: {tmp_path}; stop"
    )
    journal.close()
    begin(tmp_path, BOOT_B).close()


def test_a_refused_start_leaves_the_folder_unlocked(tmp_path: Path) -> None:
    (tmp_path / "journal.sqlite").mkdir()
    with pytest.raises(StorageError):
        begin(tmp_path)
    FolderLock(tmp_path).release()


def test_closing_twice_is_harmless(tmp_path: Path) -> None:
    journal = begin(tmp_path)
    journal.close()
    journal.close()
