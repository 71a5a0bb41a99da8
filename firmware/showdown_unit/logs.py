"""The log: one line an event, for a person who reads `journalctl`."""

from __future__ import annotations

import logging
import sys


def log_to(level: str) -> None:
    """Log to standard error from `level` on: `debug`, `info`, `warning` or `error`."""
    logging.basicConfig(
        stream=sys.stderr,
        level=level.upper(),
        format="%(levelname)-8s %(name)s: %(message)s",
    )
