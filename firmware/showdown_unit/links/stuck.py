"""Notices output that stands still while input keeps coming: a USB gadget that has wedged."""

from __future__ import annotations

STUCK_AFTER_NS = 10_000_000_000


class StuckWatch:
    """Pure: it is told of every read and every write that the kernel took.

    A peer that is silent may be absent, and its unread output proves nothing. Only input spread
    over more than `limit_ns`, with no gap as long as that and no output taken in between, does.
    """

    def __init__(self, limit_ns: int = STUCK_AFTER_NS) -> None:
        self._limit_ns = limit_ns
        self._since_ns: int | None = None
        self._last_ns = 0

    def progress(self) -> None:
        """Output was taken, or there is none."""
        self._since_ns = None

    def received(self, now_ns: int) -> bool:
        """Input came while output was waiting. Whether the line is stuck."""
        if self._since_ns is None or now_ns - self._last_ns > self._limit_ns:
            self._since_ns = now_ns
        self._last_ns = now_ns
        return now_ns - self._since_ns > self._limit_ns
