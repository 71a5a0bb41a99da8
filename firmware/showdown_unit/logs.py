"""The log: one line an event, for a person at a terminal or one who reads `journalctl`."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Mapping
from typing import TextIO


def log_to(level: str) -> None:
    """Log to standard error from `level` on: `debug`, `info`, `warning` or `error`."""
    handler = logging.StreamHandler(sys.stderr)
    in_journal = goes_to_journal(sys.stderr, os.environ)
    handler.setFormatter(JournalFormatter() if in_journal else TerminalFormatter())
    logging.basicConfig(level=level.upper(), handlers=[handler])


def goes_to_journal(stream: TextIO, environ: Mapping[str, str]) -> bool:
    """Whether systemd reads that stream: it names the device and inode of the one it gave."""
    try:
        status = os.fstat(stream.fileno())
    except (OSError, ValueError):
        return False
    return environ.get("JOURNAL_STREAM") == f"{status.st_dev}:{status.st_ino}"


class TerminalFormatter(logging.Formatter):
    """The level, who says it, and what."""

    def __init__(self) -> None:
        super().__init__("%(levelname)-8s %(name)s: %(message)s")


class JournalFormatter(logging.Formatter):
    """The level as the prefix `<N>` of each line, which the journal takes off and keeps.

    So `journalctl -p warning` and its colours work. The journal has the time itself; who says it
    stands there only where somebody looks closely: with `log.level = "debug"`.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Each line of it, also those of a traceback."""
        text = super().format(record)
        if logging.getLogger().isEnabledFor(logging.DEBUG):
            text = f"{record.name.removeprefix('showdown_')}: {text}"
        prefix = f"<{_priority(record.levelno)}>"
        return "\n".join(f"{prefix}{line}" for line in text.splitlines() or [""])


def _priority(level: int) -> int:
    """The number that syslog has for a level."""
    for least, priority in (
        (logging.CRITICAL, 2),
        (logging.ERROR, 3),
        (logging.WARNING, 4),
        (logging.INFO, 6),
    ):
        if level >= least:
            return priority
    return 7
