"""A symlink that leads to a PTY: placed atomically, never over somebody else's work."""

from __future__ import annotations

import contextlib
import os
import stat
from typing import TYPE_CHECKING

from showdown_unit.links.status import LinkError

if TYPE_CHECKING:
    from pathlib import Path


def place_symlink(path: Path, target: str) -> None:
    """Make `path` lead to `target`, replacing a stale symlink.

    LinkError where something else stands there, or where the old target is a PTY in use.
    """
    _refuse_taken(path)
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with contextlib.suppress(FileNotFoundError):
            fresh.unlink()
        fresh.symlink_to(target)
        fresh.replace(path)
    except OSError as error:
        msg = f"{path}: cannot make the symlink: {error.strerror}; choose another path"
        raise LinkError(msg) from error


def remove_symlink(path: Path, target: str) -> None:
    """Remove it if it still leads to `target`."""
    with contextlib.suppress(OSError):  # gone, or no symlink any more: not ours
        if str(path.readlink()) == target:
            path.unlink()


def _refuse_taken(path: Path) -> None:
    try:
        link = path.lstat()
    except FileNotFoundError:
        return
    except OSError as error:
        msg = f"{path}: {error.strerror}; choose another path"
        raise LinkError(msg) from error
    if not stat.S_ISLNK(link.st_mode):
        msg = f"{path}: exists and is no symlink; move it away or choose another path"
        raise LinkError(msg)
    try:
        target = path.stat()
    except OSError:
        return  # leads nowhere: stale
    if not stat.S_ISCHR(target.st_mode):
        msg = f"{path}: leads to {path.readlink()}, which is no PTY; choose another path"
        raise LinkError(msg)
    # PTY numbers are used again: one born after the symlink belongs to somebody else
    if target.st_ctime_ns <= link.st_mtime_ns:
        msg = (
            f"{path}: port in use: {path.readlink()} is open in another process; stop that one "
            "or choose another path"
        )
        raise LinkError(msg)
