"""Where this user's files stand, as each platform has it."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def state_folder() -> Path:
    """For what is on its way: SHOWDOWN_STATE_DIR, or the platform's place for state."""
    named = os.environ.get("SHOWDOWN_STATE_DIR")
    return Path(named) if named else _base("XDG_STATE_HOME", ".local/state")


def data_folder() -> Path:
    """For what is kept: SHOWDOWN_DATA_DIR, SHOWDOWN_STATE_DIR, or the platform's place for data."""
    named = os.environ.get("SHOWDOWN_DATA_DIR") or os.environ.get("SHOWDOWN_STATE_DIR")
    return Path(named) if named else _base("XDG_DATA_HOME", ".local/share")


def _base(variable: str, below_home: str) -> Path:
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        given = os.environ.get(variable, "")
        # The XDG rules: a path that is not absolute is to be ignored.
        base = Path(given) if Path(given).is_absolute() else Path.home() / below_home
    return base / "showdown"


def sync_folder(folder: Path) -> None:
    """Make the names in it durable. OSError."""
    if sys.platform == "win32":
        return  # a folder cannot be synced there; NTFS keeps the rename in its log
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
