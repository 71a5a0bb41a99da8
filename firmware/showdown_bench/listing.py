"""A bench's place in the user's list of benches, for as long as it runs."""

from __future__ import annotations

import fcntl
import logging
import os
import secrets
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from showdown_protocol.registry import (
    FOLDER_MODE,
    SUFFIX,
    Listing,
    file_of,
    folders,
    may_use,
)

_logger = logging.getLogger(__name__)


@contextmanager
def listed(listing: Listing, environ: Mapping[str, str] | None = None) -> Iterator[None]:
    """List the bench until the end of the block.

    A bench that cannot be listed runs all the same: a host then has to name its port.
    """
    try:
        path, held = _enter(listing, os.environ if environ is None else environ)
    except OSError as error:
        _logger.warning(
            "not listed, hosts need `--port %s`: %s", listing.port, error.strerror or error
        )
        yield
        return
    try:
        yield
    finally:
        with suppress(OSError):  # gone already
            path.unlink()
        os.close(held)


def folder_of(environ: Mapping[str, str]) -> Path:
    """The user's folder of benches, made where it is missing. OSError: it may not be used."""
    uid = os.getuid()
    for parent, folder in folders(environ, uid):
        if Path(parent).is_dir():
            return _made(Path(folder), uid)
    msg = "there is no runtime folder: set XDG_RUNTIME_DIR"
    raise OSError(msg)


def _made(folder: Path, uid: int) -> Path:
    with suppress(FileExistsError):
        folder.mkdir(mode=FOLDER_MODE)
    found = folder.lstat()
    why = may_use(
        stat.S_IMODE(found.st_mode), found.st_uid, uid, is_folder=stat.S_ISDIR(found.st_mode)
    )
    if why is not None:
        msg = f"{folder} {why}: remove it, or set XDG_RUNTIME_DIR"
        raise OSError(msg)
    if stat.S_IMODE(found.st_mode) != FOLDER_MODE:
        folder.chmod(FOLDER_MODE)
    return folder


def _enter(listing: Listing, environ: Mapping[str, str]) -> tuple[Path, int]:
    """Write and lock the file under another name first: nobody sees it half, or unlocked."""
    folder = folder_of(environ)
    path = folder / f"{listing.pid}-{secrets.token_hex(4)}{SUFFIX}"
    fresh = path.with_suffix(".new")
    held = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.write(held, file_of(listing))
        fresh.rename(path)
    except BaseException:
        os.close(held)
        with suppress(OSError):
            fresh.unlink()
        raise
    return path, held
