"""Which events were heard, and which have to be asked for again."""

from __future__ import annotations

from dataclasses import dataclass, field

from showdown_protocol.messages import Event, ReplayParams, ReplayResult

PAGE = 32
"""Events asked for at once; the unit sends as many as fit a line."""


@dataclass(slots=True)
class EventTrack:
    """Gives every event once and in order, or says that some are gone."""

    boot: str = ""
    last: int = 0  # the last event given
    high: int = 0  # the last event known to exist
    missed: int = field(default=0)  # events that nobody can give any more

    def opened(self, boot: str, seq: int) -> bool:
        """A session began. True where it is another boot: then events count from `seq` on."""
        if boot == self.boot:
            self.high = max(self.high, seq)
            return False
        self.boot, self.last, self.high = boot, seq, seq
        return True

    def seen(self, seq: int) -> None:
        """The unit said which event was its last."""
        self.high = max(self.high, seq)

    def take(self, event: Event) -> bool:
        """Whether to give this event on: it is the next one. Others are asked for, or old."""
        if event.seq is None or event.boot != self.boot:
            return False
        self.seen(event.seq)
        if event.seq != self.last + 1:
            return False
        self.last = event.seq
        return True

    def wanted(self) -> ReplayParams | None:
        """What to ask for, None where nothing is missing."""
        if self.last >= self.high:
            return None
        return ReplayParams(boot=self.boot, from_seq=self.last + 1, max_events=PAGE)

    def replayed(self, result: ReplayResult) -> tuple[list[Event], int]:
        """The events to give on, and how many before them are gone for good."""
        given: list[Event] = []
        gone = 0
        for event in sorted(result.events, key=lambda e: e.seq or 0):
            if event.seq is None or event.seq <= self.last or event.boot != self.boot:
                continue
            gone += event.seq - self.last - 1
            self.last = event.seq
            self.seen(event.seq)
            given.append(event)
        if not given:  # an answer that brings nothing must not be asked for again and again
            gone += max(self.high - self.last, 0)
            self.last = self.high
        self.missed += gone
        return given, gone
