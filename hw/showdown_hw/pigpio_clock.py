"""pigpio's ticks on CLOCK_MONOTONIC: 32 bits of microseconds that wrap every 71.6 minutes.

Both count from one crystal; the system may slew its clock against it, by at most `DRIFT_PPM` of
which this map follows. Whoever reads a tick between two readings of the clock bounds their
difference by that round trip; the bound of before, widened by the drift since, bounds it too.

All lines share the one map, and the map is strictly increasing and has no steps. So it orders two
edges as their ticks do, to the microsecond, however wrong it is; and stretches what lies between
them by the slewing alone. Its error matters only between an edge and the system's own clock, as in
a reaction time.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass

from showdown_hw.errors import BackendError

WRAP = 2**32
TICK_NS = 1_000

DRIFT_PPM = 500
"""The kernel slews its clock by no more while a time service holds it (adjtimex)."""

# A correction is spread over so much, in ticks: less than the time between two readings.
_SLEW_TICKS = 400_000
# Beyond a tenth the map would leave the readings behind; the ticks are not those of before then.
_MOST_CORRECTION_NS = _SLEW_TICKS * TICK_NS // 10
_KEPT_PIECES = 64


@dataclass(frozen=True, slots=True)
class Reading:
    """A tick that was read between two readings of the clock."""

    before_ns: int
    tick: int
    after_ns: int

    @property
    def round_trip_ns(self) -> int:
        """How long the reading took, so how little it is known when the tick was."""
        return self.after_ns - self.before_ns


@dataclass(frozen=True, slots=True)
class _Piece:
    """The map from a tick on: `ns` there, and a slope that differs from 1 µs a tick."""

    start: int
    ns: int
    extra_ns: int = 0
    extra_ticks: int = 1

    def at(self, tick: int) -> int:
        """The instant of an unwrapped tick, in ns."""
        ticks = tick - self.start
        return self.ns + ticks * TICK_NS + ticks * self.extra_ns // self.extra_ticks


class TickClock:
    """The map, corrected by readings. Any thread may use it."""

    def __init__(self, first: Reading) -> None:
        self._lock = threading.Lock()
        self._low, self._high = _difference(first, first.tick)
        self._newest = first.tick  # unwrapped, as are all ticks here
        self._read_ns = _middle(first)
        self._mapped: int | None = None
        self._pieces = [_Piece(first.tick, first.tick * TICK_NS + self._target())]

    def correct(self, reading: Reading) -> None:
        """Take a newer reading over. BackendError where ticks and clock have run apart."""
        with self._lock:
            middle_ns = _middle(reading)
            passed_ns = middle_ns - self._read_ns
            tick = _unwrap(reading.tick, self._newest + passed_ns // TICK_NS)
            low, high = _difference(reading, tick)
            wider_ns = _drift(passed_ns)
            both = max(low, self._low - wider_ns), min(high, self._high + wider_ns)
            # Apart: the clock was slewed faster than that. What is read now is what counts.
            self._low, self._high = both if both[0] <= both[1] else (low, high)
            self._newest, self._read_ns = tick, middle_ns
            self._bend(tick)

    def to_ns(self, tick: int) -> int:
        """The instant of a 32-bit tick, at most 35 minutes from the newest reading, in ns."""
        with self._lock:
            whole = _unwrap(tick, self._newest)
            if self._mapped is None or whole > self._mapped:
                self._mapped = whole
            return self._at(whole)

    def error_ns(self, now_ns: int) -> int:
        """How far from the truth the map may be for an edge at `now_ns`, either way."""
        with self._lock:
            tick = self._newest + (now_ns - self._read_ns) // TICK_NS
            off_ns = self._at(tick) - tick * TICK_NS - self._target()
            half_ns = (self._high - self._low + 1) // 2
            return half_ns + abs(off_ns) + _drift(abs(now_ns - self._read_ns))

    def _target(self) -> int:
        """What a tick must be told to be later by, in ns, as best it is known."""
        return (self._low + self._high) // 2

    def _at(self, tick: int) -> int:
        for piece in reversed(self._pieces):
            if tick >= piece.start:
                return piece.at(tick)
        return self._pieces[0].at(tick)

    def _bend(self, tick: int) -> None:
        """Lead the map to the target, from behind all that it has told already."""
        if self._mapped is None:
            self._pieces = [_Piece(tick, tick * TICK_NS + self._target())]
            return
        start = max(tick, self._mapped)
        ns = self._at(start)
        correction_ns = self._target() - (ns - start * TICK_NS)
        if abs(correction_ns) > _MOST_CORRECTION_NS:
            msg = (
                f"pigpiod's ticks and the system's clock ran {abs(correction_ns) // 1_000_000} ms"
                " apart: restart the unit once the clock is set"
            )
            raise BackendError(msg)
        end = start + _SLEW_TICKS
        self._pieces = [
            *[piece for piece in self._pieces if piece.start < start][-_KEPT_PIECES:],
            _Piece(start, ns, correction_ns, _SLEW_TICKS),
            _Piece(end, ns + _SLEW_TICKS * TICK_NS + correction_ns),
        ]


def _unwrap(tick: int, near: int) -> int:
    """The whole tick with those low 32 bits that is the nearest to `near`."""
    return near + (tick - near + WRAP // 2) % WRAP - WRAP // 2


def _difference(reading: Reading, tick: int) -> tuple[int, int]:
    """The least and the most that clock minus tick may be, in ns."""
    # The tick was shown for the whole microsecond that it names.
    return reading.before_ns - (tick + 1) * TICK_NS, reading.after_ns - tick * TICK_NS


def _middle(reading: Reading) -> int:
    return (reading.before_ns + reading.after_ns) // 2


def _drift(passed_ns: int) -> int:
    return passed_ns * DRIFT_PPM // 1_000_000
