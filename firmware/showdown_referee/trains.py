"""The edges of one paddle in one attempt, gathered into trains: press, spike, or not known yet.

A train is a run of edges at most `bounce_gap` apart, stamped at its first edge. It is a press
where the line was active for `confirm` on end: between two of its stamps, or from its last stamp
to the paddle's next edge, or, with none known, to a reading of the level.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from dataclasses import dataclass, field
from enum import Enum, auto

from showdown_referee.limits import Limits
from showdown_referee.model import Edge, Reading

MAX_EDGES = 4096
"""Edges of one paddle that an attempt keeps; more than any hand or switch makes."""

MAX_READINGS = 4096
"""Readings of one paddle that an attempt keeps. A train that needs one more stays undecided."""

SAME_READINGS = 8
"""Readings kept that were all taken after all edges of their paddle: the next tell nothing new."""

MAX_TRAIN = 512
"""Edges of one train; more come from no contact, and would take too long to look through."""

BURST, BURST_NS = 16, 1_500_000
"""As many edges within that time may have overrun a queue that tells no numbers: 16 is what the
kernel keeps of a line unless asked for more, and it drops the oldest without a trace. What was
dropped is at most that time older."""


class Kind(Enum):
    """What a train is known to be."""

    PRESS = auto()
    SPIKE = auto()
    OPEN = auto()  # more time, a reading or an edge will tell
    UNDECIDED = auto()  # `lockout` after its first stamp it was still open
    LOST = auto()  # an edge that must have been there never came


@dataclass(frozen=True, slots=True)
class Train:
    """One train. `read_at_ns`: when a level reading is due; `until_ns`: when it is decided."""

    stamp_ns: int
    kind: Kind
    read_at_ns: int | None = None
    until_ns: int | None = None


@dataclass(slots=True)
class Scan:
    """All that matters for a verdict: this paddle's trains up to and with its first press."""

    press_ns: int | None = None
    spikes: int = 0
    unsettled: list[Train] = field(default_factory=list)  # open, undecided or lost, by stamp
    gap_ns: int | None = None  # the stamp behind which the sequence numbers show a loss


class Paddle:
    """The edges and readings of one paddle in one attempt. Pure bookkeeping, ordered by stamp."""

    def __init__(self, limits: Limits, begin_ns: int, last_seq: int | None) -> None:
        self._limits = limits
        self._begin_ns = begin_ns
        self._last_seq = last_seq  # of the last edge before the attempt
        self._earlier: set[int] = set()  # numbers beyond that, of edges before it all the same
        self._filled = 0  # how many were filled in
        self._edges: list[tuple[int, int, Edge]] = []
        self._keys: set[tuple[int, int | None]] = set()
        self._readings: list[tuple[int, Reading]] = []
        self._settled = 0  # edges of finished spikes at the front, never looked at again …
        self._settled_spikes = 0  # … unless an edge is stamped among them
        self.storm = False

    def add(self, edge: Edge) -> bool:
        """Take an edge in; False where it is known already or no more are kept."""
        key = (edge.stamp_ns, edge.seq)
        if key in self._keys:
            return False
        if len(self._edges) >= MAX_EDGES:
            self.storm = True
            return False
        self._keys.add(key)
        order = edge.seq if edge.seq is not None else len(self._edges)
        if self._settled and edge.stamp_ns <= self._edges[self._settled - 1][0] + (
            self._limits.bounce_gap_ns
        ):
            self._settled = self._settled_spikes = 0
        insort(self._edges, (edge.stamp_ns, order, edge), key=lambda item: item[:2])
        return True

    def fill(self, seq: int) -> bool:
        """The edge of that number was before the attempt; whether that explains a missing one.

        False also where it is known already or no more are kept.
        """
        if self._last_seq is None or seq <= self._last_seq or seq in self._earlier:
            return False
        if self._filled >= MAX_EDGES:
            return False
        self._filled += 1
        self._earlier.add(seq)
        while self._last_seq + 1 in self._earlier:
            self._last_seq += 1
            self._earlier.remove(self._last_seq)
        return True

    def add_reading(self, reading: Reading) -> bool:
        """Take a level reading in; False where it tells nothing new or no more are kept."""
        if len(self._readings) >= MAX_READINGS:
            return False
        if len(self._readings) >= SAME_READINGS:
            limits = self._limits
            wait_ns = max(limits.confirm_ns, limits.bounce_gap_ns)
            since_ns = self._begin_ns if self.last_ns is None else self.last_ns + wait_ns
            if self._readings[-SAME_READINGS][0] >= since_ns:
                return False
        insort(self._readings, (reading.at_ns, reading), key=lambda item: item[0])
        return True

    @property
    def last_ns(self) -> int | None:
        """The latest stamp, None without edges."""
        return self._edges[-1][0] if self._edges else None

    def scan(self, now_ns: int) -> Scan:
        """The trains as they are known at `now_ns`, up to and with the first press."""
        scan = Scan(spikes=self._settled_spikes)
        start = self._settled
        while start < len(self._edges):
            end = self._end_of_train(start)
            if self._edges[start][0] < self._begin_ns:
                start = self._idle_after(start, end, now_ns)
                continue
            train, confirmed_by = self._classify(start, end, now_ns)
            if end - start >= MAX_TRAIN and train.kind is not Kind.PRESS:
                scan.unsettled.append(Train(train.stamp_ns, Kind.UNDECIDED))
                break
            gap_ns = self._gap_before(start, confirmed_by)
            if gap_ns is None and self._overran(start, end):
                gap_ns = max(self._begin_ns, train.stamp_ns - BURST_NS)
            if scan.gap_ns is None:
                scan.gap_ns = gap_ns
            if train.kind is Kind.PRESS:
                scan.press_ns = train.stamp_ns
                break
            if train.kind is Kind.SPIKE:
                scan.spikes += 1
                if not scan.unsettled and scan.gap_ns is None and end + 1 < len(self._edges):
                    self._settled = end + 1
                    self._settled_spikes = scan.spikes
            else:
                scan.unsettled.append(train)
            start = end + 1
        return scan

    def _overran(self, start: int, end: int) -> bool:
        """Whether edges may be missing that no number would show."""
        edges = self._edges
        if end - start + 1 < BURST or edges[start][2].seq is not None:
            return False
        last = range(start + BURST - 1, end + 1)
        return any(edges[i][0] - edges[i - BURST + 1][0] <= BURST_NS for i in last)

    def _idle_after(self, start: int, end: int, now_ns: int) -> int:
        """Where to go on after a train that began before the count lamp, and so does not count.

        A press keeps its paddle from being idle until it is released and quiet for `lockout`.
        """
        if self._classify(start, end, now_ns)[0].kind is not Kind.PRESS:
            return end + 1
        for index in range(end, len(self._edges)):
            last = index + 1 == len(self._edges)
            pause = None if last else self._edges[index + 1][0] - self._edges[index][0]
            quiet = pause is None or pause >= self._limits.lockout_ns
            if quiet and index > start and not self._edges[index][2].active:
                return index + 1
        return len(self._edges)

    def _end_of_train(self, start: int) -> int:
        edges, gap = self._edges, self._limits.bounce_gap_ns
        end = start
        while end + 1 < len(edges) and edges[end + 1][0] - edges[end][0] <= gap:
            end += 1
            if end - start >= MAX_TRAIN:
                break
        return end

    def _gap_before(self, start: int, last: int) -> int | None:
        """The stamp behind which edges are missing, from before `start` to after `last`."""
        for index in range(start, min(last + 2, len(self._edges))):
            seq = self._edges[index][2].seq
            before = self._edges[index - 1][2].seq if index else self._last_seq
            if seq is not None and before is not None and seq > before + 1:
                return self._edges[index - 1][0] if index else self._begin_ns
        return None

    def _classify(self, start: int, end: int, now_ns: int) -> tuple[Train, int]:
        """The train of these edges, and the index of the last edge that it was decided by."""
        limits, edges = self._limits, self._edges
        stamp_ns = edges[start][0]
        decided_limit_ns = stamp_ns + limits.lockout_ns

        def settled(kind: Kind, at_ns: int, index: int) -> tuple[Train, int]:
            return Train(stamp_ns, kind if at_ns <= decided_limit_ns else Kind.UNDECIDED), index

        # From idle the first edge always means active, whatever was sampled with it.
        active = True
        for index in range(start, end):
            active = index == start or edges[index][2].active
            from_ns, to_ns = edges[index][0], edges[index + 1][0]
            if active and to_ns - from_ns >= limits.confirm_ns:
                between = self._reading_between(from_ns, to_ns)
                if between is None or between.active:
                    return settled(Kind.PRESS, from_ns + limits.confirm_ns, index)
        active = start == end or edges[end][2].active
        last_ns = edges[end][0]
        next_ns = edges[end + 1][0] if end + 1 < len(edges) else None
        wait_ns = limits.confirm_ns if active else limits.bounce_gap_ns

        reading = self._reading_between(last_ns + wait_ns, next_ns)
        if reading is None and next_ns is None:
            full = len(self._readings) >= MAX_READINGS
            return self._open(stamp_ns, now_ns, None if full else last_ns + wait_ns, None), end
        if reading is None or reading.active == active:
            kind = Kind.PRESS if active else Kind.SPIKE
            return settled(kind, last_ns + wait_ns, end)
        # The level contradicts the last edge: the one between may still be on its way.
        until_ns = reading.at_ns + limits.settle_ns
        if now_ns < until_ns:
            return self._open(stamp_ns, now_ns, None, until_ns), end
        if active and edges[end][2].seq is not None:
            return settled(Kind.SPIKE, last_ns + wait_ns, end)
        return Train(stamp_ns, Kind.LOST), end

    def _open(
        self, stamp_ns: int, now_ns: int, read_at_ns: int | None, until_ns: int | None
    ) -> Train:
        """Open; or undecided once every edge stamped within `lockout` has had time to arrive."""
        reading_due = read_at_ns is not None and now_ns >= read_at_ns
        over = now_ns >= stamp_ns + self._limits.lockout_ns + self._limits.settle_ns
        if over and not reading_due:
            return Train(stamp_ns, Kind.UNDECIDED)
        return Train(stamp_ns, Kind.OPEN, read_at_ns, until_ns)

    def _reading_between(self, from_ns: int, next_ns: int | None) -> Reading | None:
        """The first level read from `from_ns` on and surely before the paddle's next edge."""
        index = bisect_left(self._readings, from_ns, key=lambda item: item[0])
        if index == len(self._readings):
            return None
        reading = self._readings[index][1]
        if next_ns is None:
            return reading
        surely_before = reading.until_ns is not None and reading.until_ns < next_ns
        return reading if surely_before else None
