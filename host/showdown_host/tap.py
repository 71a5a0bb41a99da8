"""Every line of a link as it is on the wire, for who looks on: a console, a log.

A tap is called from the link's thread and must neither block nor raise.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, Protocol

from showdown_protocol.crc import unseal

MOST = 4096
"""Bytes kept of one line; a unit's lines have at most 2048, a host's 1024."""

Way = Literal["out", "in"]
"""From this host to the unit, or from the unit to this host."""


class Tap(Protocol):
    """Is told of every byte, in order, each time with the driver's monotonic clock."""

    def moved(self, way: Way, data: bytes, now_ns: int) -> None:
        """Bytes that are about to be written, or that were read: cut anywhere."""

    def cut(self, now_ns: int) -> None:
        """The connection is over, or a new one begins: no line goes on over it."""


@dataclass(frozen=True, slots=True)
class WireLine:
    """One line without its line end. `crc`: whether it is right; None where it carries none.

    `whole`: False where its connection ended before the line did, or where only its first `MOST`
    bytes are kept.
    """

    way: Way
    ns: int
    data: bytes
    crc: bool | None
    whole: bool = True

    @property
    def text(self) -> str:
        """As it can be shown; bytes that are no UTF-8 as hex escapes."""
        return self.data.decode("utf-8", "backslashreplace")


@dataclass(slots=True)
class Lines:
    """A tap that cuts bytes into lines and hands each on; empty ones are nothing.

    Memory is bounded: of a longer line the first `MOST` bytes are handed on, the rest is counted.
    """

    on_line: Callable[[WireLine], None]
    lost_bytes: int = 0
    _begun: dict[Way, bytearray] = field(
        default_factory=lambda: {"out": bytearray(), "in": bytearray()}
    )
    _full: set[Way] = field(default_factory=set)

    def moved(self, way: Way, data: bytes, now_ns: int) -> None:
        """See `Tap`."""
        *ended, rest = data.replace(b"\r", b"\n").split(b"\n")
        for piece in ended:
            self._add(way, piece)
            self._end(way, now_ns, whole=True)
        self._add(way, rest)

    def cut(self, now_ns: int) -> None:
        """See `Tap`."""
        self._end("out", now_ns, whole=False)
        self._end("in", now_ns, whole=False)

    def _add(self, way: Way, piece: bytes) -> None:
        line = self._begun[way]
        room = MOST - len(line)
        line += piece[:room]
        if len(piece) > room:
            self.lost_bytes += len(piece) - room
            self._full.add(way)

    def _end(self, way: Way, now_ns: int, *, whole: bool) -> None:
        line = bytes(self._begun[way])
        self._begun[way].clear()
        whole = whole and way not in self._full
        self._full.discard(way)
        if line:
            crc = unseal(line)[1] if whole else None
            self.on_line(WireLine(way, now_ns, line, crc, whole))
