"""Limits on how often something may happen, in integer nanoseconds; the time is passed in."""

from __future__ import annotations

from collections import deque


class Budget:
    """A token bucket: `burst` at once, then one each `period_ns`."""

    def __init__(self, burst: int, period_ns: int) -> None:
        self._burst = burst
        self._period_ns = period_ns
        self._full_at_ns: int | None = None  # when the bucket will be full again

    def take(self, now_ns: int) -> bool:
        """Whether one more is within the budget; it is then spent."""
        full_at_ns = now_ns if self._full_at_ns is None else max(self._full_at_ns, now_ns)
        if full_at_ns - now_ns > (self._burst - 1) * self._period_ns:
            return False
        self._full_at_ns = full_at_ns + self._period_ns
        return True


class Window:
    """At most `most` in any stretch of `span_ns`."""

    def __init__(self, most: int, span_ns: int) -> None:
        self._span_ns = span_ns
        self._taken: deque[int] = deque(maxlen=most)

    def take(self, now_ns: int) -> bool:
        """Whether one more is within the window; a refused one does not count."""
        if len(self._taken) == self._taken.maxlen and now_ns - self._taken[0] < self._span_ns:
            return False
        self._taken.append(now_ns)
        return True
