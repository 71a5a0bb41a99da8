"""The state folder: whether it survives a restart, and that nobody else uses it."""

from __future__ import annotations

import fcntl
import logging
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from showdown_unit.journal_errors import StorageError, from_os

MOUNTINFO = Path("/proc/self/mountinfo")
LOCK_NAME = "journal.lock"

_logger = logging.getLogger(__name__)

VOLATILE = frozenset({"tmpfs", "ramfs", "rootfs", "devtmpfs", "overlay", "overlayfs", "aufs"})


def check_folder(folder: Path) -> None:
    """StorageError where there is no such folder. It is never made here: its owner matters."""
    try:
        with os.scandir(folder):
            pass
    except OSError as error:
        raise from_os("cannot use the state folder", folder, error) from error


def is_durable(folder: Path, mountinfo: Path = MOUNTINFO) -> bool:
    """Whether files here outlive a power cut; False where that cannot be told."""
    try:
        text = mountinfo.read_text(encoding="utf-8", errors="surrogateescape")
        kind = file_system(folder.resolve(), text)
    except OSError:
        return False
    return kind is not None and kind not in VOLATILE


def file_system(path: Path, mountinfo: str) -> str | None:
    """The type of the file system that holds an absolute path, after a mountinfo text."""
    best: tuple[int, str] | None = None
    for line in mountinfo.splitlines():
        before, dash, after = line.partition(" - ")
        columns = before.split(" ")
        if not dash or len(columns) < 5:
            continue
        mount = Path(_plain(columns[4]))
        depth = len(mount.parts)
        # of two mounts on one point the later one covers the earlier
        if path.is_relative_to(mount) and (best is None or depth >= best[0]):
            best = (depth, after.split(" ")[0])
    return best[1] if best else None


def _plain(field: str) -> str:
    """Undo mountinfo's octal escapes of space, tab, newline and backslash."""
    for code, char in (("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")):
        field = field.replace(code, char)
    return field


class FolderInUseError(StorageError):
    """Another unit has the folder; `pid` as it wrote it, or `unknown`."""

    def __init__(self, folder: Path, pid: str) -> None:
        super().__init__(
            f"another showdown-unit (pid {pid}) uses this state folder: {folder}; stop that"
            " one, or name another folder as state.dir"
        )
        self.pid = pid


class FolderLock:
    """One unit a state folder. The kernel drops the lock with the process, however that ends."""

    def __init__(self, folder: Path) -> None:
        path = folder / LOCK_NAME
        try:
            fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o640)
        except OSError as error:
            raise from_os("cannot lock the state folder with", path, error) from error
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            holder = f"{os.getpid()}\n".encode()
            os.ftruncate(fd, 0)
            os.pwrite(fd, holder, 0)
        except BlockingIOError:
            holder = os.pread(fd, 32, 0)
            os.close(fd)
            pid = holder.decode("ascii", "replace").strip() or "unknown"
            raise FolderInUseError(folder, pid) from None
        except OSError as error:
            os.close(fd)
            raise from_os("cannot lock the state folder with", path, error) from error
        self._fd: int | None = fd
        give_to_owner(folder)

    def release(self) -> None:
        """Let others in; harmless when already done. The file stays."""
        if self._fd is not None:
            fd, self._fd = self._fd, None
            os.close(fd)


def give_to_owner(folder: Path) -> None:
    """Where root works in another's folder, files of journal and settings become that one's.

    Root's own would shut out the service, which runs as the folder's owner. That one may put
    anything there: links are not followed, and a file with a second name stays as it is.
    """
    if os.geteuid() != 0:
        return
    try:
        owner = folder.stat()
        for path in _ours(folder) if owner.st_uid != 0 else ():
            found = path.lstat()
            if found.st_uid == 0 and stat.S_ISREG(found.st_mode) and found.st_nlink == 1:
                os.chown(path, owner.st_uid, owner.st_gid, follow_symlinks=False)
    except OSError as error:
        _logger.warning("files of root stay in %s: %s", folder, error)


def _ours(folder: Path) -> Iterator[Path]:
    for pattern in ("journal.*", "settings.*"):
        yield from folder.glob(pattern)


def sync_folder(folder: Path) -> None:
    """Make made, renamed and removed names durable. OSError where the disk refuses."""
    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)
