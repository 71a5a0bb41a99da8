"""The line between one host and the unit: it loses, doubles, bends and delays, and is pulled."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Protocol

from sim_plan import MS, LineFaults, S

if TYPE_CHECKING:
    from sim_world import World

CAPACITY = 32 * 1024
"""Bytes that wait on the unit's side for somebody to read."""


class HostEnd(Protocol):
    """Who reads at the host's end."""

    def heard(self, data: bytes) -> None: ...
    def lost(self, reason: str) -> None: ...


class SimWire:
    """The unit's end, for one process of the daemon and one connection."""

    def __init__(self, line: Line, name: str) -> None:
        self.name = name
        self.crc_required = False
        self.unread = b""  # nobody reads: the kernel keeps it
        self.open = True
        self.line = line

    def room(self) -> int:
        return CAPACITY - len(self.unread)

    def send(self, data: bytes) -> None:
        assert len(data) <= self.room(), "sent without room"
        self.line.world.unit_says(data)
        self.line.from_unit(self, data)

    def close(self, reason: str) -> None:
        self.line.closed_by_unit(self, reason)


class Line:
    """`tty`: one wire for as long as the daemon lives; `socket`: one for each connection."""

    def __init__(self, world: World, kind: str, number: int, rng: random.Random) -> None:
        self.world = world
        self.kind = kind
        self.name = f"{kind}:{number}"
        self.rng = rng
        self.end: HostEnd | None = None
        self.wire: SimWire | None = None
        self.plugged = True
        self._opened = 0  # connections of the host, so that what is late meets no later one
        self._last_ns = {"up": 0, "down": 0}  # arrival of the last line that kept its place

    # --- the host's side -----------------------------------------------------------------------

    def open(self, end: HostEnd) -> str | None:
        """Open the port; why it does not open, or None."""
        self.shut()
        if not self.plugged:
            return "no such port"
        if self.kind == "socket":
            if self.world.process is None:
                return "connection refused"
            self._connect()
        self.end = end
        if self.wire is not None and self.wire.unread:
            # A tty gives its next reader what was said before, from anywhere in a line on.
            stale, self.wire.unread = self.wire.unread, b""
            self.world.count("stale_bytes", len(stale))
            start = self.rng.randrange(len(stale))
            self.world.at(0, partial(self._at_host, self._opened, stale[start:]))
        return None

    def shut(self) -> None:
        """The host lets go of the port."""
        self._opened += 1
        self.end = None
        if self.kind == "socket" and self.wire is not None:
            # A peer that vanished without a word is noticed late.
            late = self.world.failing and self.rng.random() < 0.15
            self._disconnect(self.rng.randrange(20 * S if late else 30 * MS))

    def from_host(self, data: bytes) -> None:
        """Bytes of whole lines set out for the unit."""
        faults = self._faults()
        for piece in data.splitlines(keepends=True):
            if b"showdown.start" in piece and self.rng.random() < faults.late_start:
                later_ns = self.rng.randrange(S, 45 * S)
                self.world.count("late_starts")
                self.world.at(later_ns, partial(self._at_unit_late, piece))
                if self.rng.random() < 0.4:
                    continue  # not a copy: the start itself
            self._travel("up", piece, faults, partial(self._at_unit, self.wire))

    # --- the unit's side -----------------------------------------------------------------------

    def unit_is_up(self) -> None:
        """A daemon has started: a tty is there at once, a socket when somebody connects."""
        if self.kind == "tty":
            self._connect()

    def unit_is_gone(self) -> None:
        """The daemon died, and its ends of all connections with it."""
        if self.wire is not None:
            self.wire.open = False
            self.wire = None
        if self.kind == "socket" and self.end is not None:
            self._lose(self.rng.randrange(50 * MS), "connection reset")

    def from_unit(self, wire: SimWire, data: bytes) -> None:
        """Whole lines set out for the host."""
        if not wire.open:
            return
        if not self.plugged or (self.kind == "tty" and self.end is None):
            wire.unread += data
            return
        opened = self._opened
        faults = self._faults()
        for piece in data.splitlines(keepends=True):
            self._travel("down", piece, faults, partial(self._at_host, opened))

    def closed_by_unit(self, wire: SimWire, reason: str) -> None:
        """The unit drops the connection, or what is queued on a tty."""
        self.world.note(f"{self.name}: closed by the unit: {reason}")
        wire.unread = b""
        if self.kind == "socket" and wire is self.wire:
            self._disconnect(0)
            self._lose(0, reason)

    # --- the cable -----------------------------------------------------------------------------

    def pull(self) -> None:
        """Cable out: both ends notice, each in its time."""
        self.world.count("pulls")
        self.world.note(f"{self.name}: pulled")
        self.plugged = False
        if self.end is not None:
            self._lose(self.rng.randrange(200 * MS), "cable pulled")
        if self.wire is not None and (self.kind == "socket" or self.rng.random() < 0.5):
            self._disconnect(self.rng.randrange(300 * MS))

    def plug(self) -> None:
        """Cable in again."""
        self.world.note(f"{self.name}: plugged")
        self.plugged = True
        if self.wire is not None:
            self.wire.unread = b""
        elif self.kind == "tty" and self.world.process is not None:
            self._connect()

    # --- inside --------------------------------------------------------------------------------

    def _connect(self) -> None:
        process = self.world.process
        if process is None or self.wire is not None:
            return
        wire = self.wire = SimWire(self, self.name)
        process.scheduler.post(lambda: process.gateway.opened(wire))

    def _disconnect(self, delay_ns: int) -> None:
        """The unit hears of the end of the present wire after a while."""
        wire, self.wire = self.wire, None
        process = self.world.process
        if wire is None or process is None:
            return

        def closed() -> None:
            wire.open = False
            process.gateway.closed(wire, "hung up")
            if self.kind == "tty" and self.plugged and self.wire is None:
                self._connect()

        self.world.at(delay_ns, lambda: process.scheduler.post(closed))

    def _lose(self, delay_ns: int, reason: str) -> None:
        end, opened = self.end, self._opened

        def lost() -> None:
            if end is not None and self.end is end and opened == self._opened:
                self.shut()
                end.lost(reason)

        self.world.at(delay_ns, lost)

    def _faults(self) -> LineFaults:
        return self.world.plan.faults if self.world.failing else LineFaults()

    def _travel(
        self, way: str, piece: bytes, faults: LineFaults, arrive: Callable[[bytes], None]
    ) -> None:
        chance, count = self.rng.random, self.world.count
        if chance() < faults.lose or not self.plugged:
            count("lost_lines")
            return
        copies = 1
        if chance() < faults.double:
            copies = 2
            count("doubled_lines")
        for _ in range(copies):
            data = self._bend(piece, faults)
            delay_ns = faults.delay_ns + self.rng.randrange(faults.jitter_ns + 1)
            at_ns = self.world.clock.now_ns() + delay_ns
            if chance() < faults.overtake:
                count("overtakings")
            else:
                at_ns = self._last_ns[way] = max(at_ns, self._last_ns[way])
            self.world.clock.world_at(at_ns, partial(arrive, data))

    def _bend(self, piece: bytes, faults: LineFaults) -> bytes:
        chance, rng, count = self.rng.random, self.rng, self.world.count
        if chance() < faults.flip:
            count("flipped_lines")
            bent = bytearray(piece)
            for _ in range(rng.randint(1, 3)):
                bent[rng.randrange(len(bent))] ^= 1 << rng.randrange(8)
            piece = bytes(bent)
        if chance() < faults.cut:
            count("half_lines")
            piece = piece[: rng.randrange(len(piece))]
        if chance() < faults.drop_bytes and len(piece) > 1:
            count("lines_with_holes")
            at = rng.randrange(len(piece) - 1)
            piece = piece[:at] + piece[at + rng.randint(1, 8) :]
        return piece

    def _at_unit(self, wire: SimWire | None, data: bytes) -> None:
        process = self.world.process
        if process is not None and wire is not None and wire.open and self.plugged:
            process.scheduler.post(lambda: process.gateway.received(wire, data))

    def _at_unit_late(self, data: bytes) -> None:
        self._at_unit(self.wire, data)

    def _at_host(self, opened: int, data: bytes) -> None:
        if self.end is not None and opened == self._opened and self.plugged:
            self.end.heard(data)
