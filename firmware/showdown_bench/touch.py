"""Fingers of people and robots on the same pins: a line is down while anybody's is on it."""

from __future__ import annotations

import threading
from typing import Literal

from showdown_hw.mock_bench import MockBench

Who = Literal["people", "robots"]


class Touch:
    """Makes edges where the line changes, and only there. Any thread may call."""

    def __init__(self, bench: MockBench) -> None:
        self._bench = bench
        self._lock = threading.Lock()
        self._on: dict[str, set[Who]] = {}

    def finger(self, who: Who, line: str, down: bool, stamp_ns: int | None = None) -> None:
        """That finger goes onto the line or off it, at `stamp_ns` (default now)."""
        with self._lock:
            fingers = self._on.setdefault(line, set())
            before = bool(fingers)
            (fingers.add if down else fingers.discard)(who)
            if bool(fingers) != before:
                self._bench.edge(line, down, stamp_ns)
