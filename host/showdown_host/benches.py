"""The benches of this user that run now, as they have listed themselves."""

from __future__ import annotations

import importlib
import logging
import os
import stat
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from showdown_protocol.registry import MAX_BYTES, SUFFIX, Listing, folders, listing_of, may_use

_logger = logging.getLogger(__name__)


def running(environ: Mapping[str, str] | None = None) -> list[Listing]:
    """Every bench that lives and whose port is there; what dead ones left behind is removed.

    None on a system without benches. A folder that belongs to somebody else is not read.
    """
    try:
        fcntl = importlib.import_module("fcntl")
    except ImportError:
        return []
    folder = _folder(os.environ if environ is None else environ)
    if folder is None:
        return []
    found: list[Listing] = []
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        with suppress(OSError):  # gone meanwhile, or none of ours
            listing = _alive(path, fcntl)
            if listing is not None and _is_terminal(listing.port):
                found.append(listing)
    return found


def _folder(environ: Mapping[str, str]) -> Path | None:
    uid = os.getuid()
    for parent, folder in folders(environ, uid):
        if Path(parent).is_dir():
            return _trusted(Path(folder), uid)
    return None


def _trusted(folder: Path, uid: int) -> Path | None:
    try:
        found = folder.lstat()
    except OSError:
        return None
    mode = stat.S_IMODE(found.st_mode)
    why = may_use(mode, found.st_uid, uid, is_folder=stat.S_ISDIR(found.st_mode))
    if why is not None:
        _logger.warning("%s %s: no bench is looked for there", folder, why)
        return None
    return folder


def _alive(path: Path, fcntl: Any) -> Listing | None:
    """What the file says while its bench holds it. Names are never used twice: a dead one goes."""
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    descriptor = os.open(path, flags)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return listing_of(os.read(descriptor, MAX_BYTES + 1))
        path.unlink(missing_ok=True)
        return None
    finally:
        os.close(descriptor)


def _is_terminal(port: str) -> bool:
    try:
        return stat.S_ISCHR(Path(port).stat().st_mode)
    except OSError:
        return False
