"""How benches are listed for hosts of the same user: where, and in what form. No I/O here.

A bench lists itself as a file of one JSON object in the user's own folder and holds a lock
(`flock`) on it while it lives: a file that can be locked belongs to nobody any more.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from showdown_protocol.base import Message

FOLDER = "showdown-unit"
SUFFIX = ".json"

MAX_BYTES = 4096
"""A file that is longer is none of ours."""

FOLDER_MODE = 0o700

DAEMON_SOCKET = "/run/showdown-unit/showdown.sock"
"""Where a unit's own computer finds it, unless its configuration says otherwise."""


class Listing(Message, frozen=True, kw_only=True):
    """A bench: the path of its port, its serial, its name when it started, its process."""

    port: str
    serial: str
    name: str
    pid: int


def folders(environ: Mapping[str, str], uid: int) -> tuple[tuple[str, str], ...]:
    """Where benches are listed: pairs of a parent and the folder in it.

    The first pair whose parent is there counts. The parent is the session's runtime folder where
    the environment names one; else the one that such a session would have, else the one for
    temporary files.
    """
    named = environ.get("XDG_RUNTIME_DIR", "")
    if named.startswith("/"):  # a relative path is to be ignored, says the rule for it
        return ((named, f"{named.rstrip('/')}/{FOLDER}"),)
    session = f"/run/user/{uid}"
    return ((session, f"{session}/{FOLDER}"), ("/tmp", f"/tmp/{FOLDER}-{uid}"))  # noqa: S108 - checked for its owner


def may_use(mode: int, owner: int, uid: int, *, is_folder: bool) -> str | None:
    """Why a folder must not be used, None where it may. `mode`: its permission bits."""
    if not is_folder:
        return "is no folder"
    if owner != uid:
        return "belongs to another user"
    if mode & 0o022:
        return "can be written by other users"
    return None


def listing_of(data: bytes) -> Listing | None:
    """What a file says, all of it printable; None for anything else."""
    if len(data) > MAX_BYTES:
        return None
    try:
        listing = msgspec.json.decode(data, type=Listing)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    texts = (listing.port, listing.serial, listing.name)
    return listing if all(text.isprintable() for text in texts) else None


def file_of(listing: Listing) -> bytes:
    """The file of a bench."""
    return msgspec.json.encode(listing) + b"\n"
