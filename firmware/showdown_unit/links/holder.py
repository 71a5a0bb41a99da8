"""Who holds a port: names for people, as far as /proc shows them."""

from __future__ import annotations

import os
from pathlib import Path


def lock_holder(locks: str, device: int, inode: int) -> int | None:
    """The process that holds a flock on that file, from the text of /proc/locks."""
    place = f"{os.major(device):02x}:{os.minor(device):02x}:{inode}"
    for line in locks.splitlines():
        words = line.split()
        # `1: FLOCK  ADVISORY  WRITE 708 00:15:3 0 EOF`; waiters have `->` in second place
        if len(words) >= 6 and words[1] == "FLOCK" and words[5] == place:
            return int(words[4])
    return None


def holder_of(path: str) -> str:
    """The program that has locked this file; `another program` where /proc does not tell."""
    try:
        stat = Path(path).stat()
    except OSError:
        return "another program"
    pid = lock_holder(_read(Path("/proc/locks")), stat.st_dev, stat.st_ino)
    if pid is None:
        return "another program"
    name = _read(Path(f"/proc/{pid}/comm")).strip()
    return f"{name} (process {pid})" if name else f"process {pid}"


def _read(path: Path) -> str:
    """Empty where it is hidden: under the service's own sandbox much of /proc is."""
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
