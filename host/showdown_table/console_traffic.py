"""What went over the link, as the console keeps it: bounded, filtered, searched."""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from showdown_host.console_seen import Said, Seen, read
from showdown_host.tap import WireLine

KEPT = 5000
"""Lines that are kept; beyond `KEPT` + `SLACK` the oldest are dropped down to `KEPT`."""

SLACK = 500

_PENDING = 256
"""Requests without an answer whose method is remembered."""

_OWN = frozenset({"hello", "ping", "events.replay", "bye"})
"""What the link says by itself."""


class Filter(StrEnum):
    """Which entries are seen."""

    ALL = "all"
    CALM = "calm"  # no heartbeats, nothing that the link says by itself
    EVENTS = "events"
    ERRORS = "errors"


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the link, or a note of the console's.

    `number` counts from 0 without gaps. `asked`: the method that a reply or an error answers;
    `took_us`: since its request, as far as both are known. `own`: the link's, nobody typed it.
    `note` stands alone, without a line; `problem`: it tells of one.
    """

    number: int
    at: datetime
    line: WireLine | None = None
    said: Said | None = None
    asked: str = ""
    took_us: int | None = None
    own: bool = False
    note: str = ""
    problem: bool = False

    def passes(self, chosen: Filter) -> bool:
        """Whether it is seen."""
        if self.line is None or self.said is None:
            return chosen is not Filter.ERRORS or self.problem
        kind = self.said.kind
        if chosen is Filter.CALM:
            return kind != "heartbeat" and not self.own
        if chosen is Filter.EVENTS:
            return kind == "event"
        if chosen is Filter.ERRORS:
            return kind in {"error", "other"}
        return True

    def holds(self, text: str) -> bool:
        """Whether it says that, in whatever case."""
        own = self.note if self.line is None else f"{self.line.text} {self.asked}"
        return text.lower() in own.lower()


class Traffic:
    """Every entry that is kept, and counts of those that are not. From any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._entries: list[Entry] = []
        self._next = 0
        self._asked: OrderedDict[str | int, tuple[str, int, bool]] = OrderedDict()
        self._typed: Counter[str] = Counter()
        self._seen = Seen()

    @property
    def seen(self) -> Seen:
        """Keys and numbers that went by."""
        return self._seen

    @property
    def dropped(self) -> int:
        """How many of the oldest are gone."""
        with self._lock:
            return self._next - len(self._entries)

    @property
    def count(self) -> int:
        """How many there have been."""
        with self._lock:
            return self._next

    def typed(self, method: str) -> None:
        """The next request of that method is somebody's, not the link's."""
        with self._lock:
            self._typed[method] += 1

    def heard(self, line: WireLine, at: datetime) -> None:
        """A line of the link."""
        said = read(line)
        with self._lock:
            self._seen.take(said)
            asked, took_us, own = "", None, False
            if said.kind == "request" and line.way == "out" and said.ident is not None:
                own = self._is_own(said.name)
                self._asked[said.ident] = (said.name, line.ns, own)
                if len(self._asked) > _PENDING:
                    self._asked.popitem(last=False)
            elif said.kind in {"reply", "error"} and said.ident is not None:
                found = self._asked.get(said.ident)
                if found is not None:
                    asked, since_ns, own = found
                    took_us = (line.ns - since_ns) // 1000
                    own = own and said.kind == "reply"
            self._add(Entry(self._next, at, line, said, asked=asked, took_us=took_us, own=own))

    def tell(self, note: str, at: datetime, *, problem: bool = False) -> None:
        """A note of the console's own."""
        with self._lock:
            self._add(Entry(self._next, at, note=note, problem=problem))

    def clear(self) -> None:
        """Forget every entry; numbers go on."""
        with self._lock:
            self._entries.clear()

    def since(self, number: int) -> tuple[int, list[Entry]]:
        """The number of the oldest entry kept, and those from `number` on."""
        with self._lock:
            first = self._next - len(self._entries)
            return first, self._entries[max(number - first, 0) :]

    def _is_own(self, method: str) -> bool:
        if self._typed[method] > 0:
            self._typed[method] -= 1
            return False
        return method in _OWN

    def _add(self, entry: Entry) -> None:
        self._entries.append(entry)
        self._next += 1
        if len(self._entries) > KEPT + SLACK:
            del self._entries[:-KEPT]
