"""What the referee remembers of a paddle outside any attempt."""

from __future__ import annotations

from collections import deque

from showdown_referee.model import Edge

REMEMBERED = 256
"""Edges told apart from their duplicates."""


class Watch:
    """A paddle's last edge and last sequence number, and its latest edges to know duplicates by."""

    def __init__(self, last_seq: int | None = None) -> None:
        self.last_ns: int | None = None
        self.last_seq = last_seq
        self._order: deque[tuple[int, int | None]] = deque(maxlen=REMEMBERED)
        self._seen: set[tuple[int, int | None]] = set()

    def see(self, edge: Edge) -> bool:
        """Take note of an edge; False where it was seen already."""
        key = (edge.stamp_ns, edge.seq)
        if key in self._seen:
            return False
        if len(self._order) == REMEMBERED:
            self._seen.discard(self._order[0])
        self._order.append(key)
        self._seen.add(key)
        if self.last_ns is None or edge.stamp_ns > self.last_ns:
            self.last_ns = edge.stamp_ns
        if edge.seq is not None and (self.last_seq is None or edge.seq > self.last_seq):
            self.last_seq = edge.seq
        return True
