"""What the core wants done, and how far its link is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from showdown_protocol.messages import Event


@dataclass(frozen=True, slots=True)
class Write:
    """Write these bytes; when that fails, say `lost`."""

    data: bytes


@dataclass(frozen=True, slots=True)
class Close:
    """Close the port, if it still is open: while it is, it may come back under another name."""


@dataclass(frozen=True, slots=True)
class Reopen:
    """Close what is open still, then find and open the port; say `opened` or `open_failed`."""

    reason: str


@dataclass(frozen=True, slots=True)
class Happened:
    """For whoever listens: an event of the unit, or one of the link's own (`seq` None).

    The link's own types: `link.up` (serial, role), `link.down` (reason), `events.missed` (count),
    and `session.lost` (by), which the unit sends.
    """

    event: Event


Output: TypeAlias = Write | Close | Reopen | Happened


class Phase(StrEnum):
    """How far the link is."""

    CLOSED = "closed"  # until the next attempt
    OPENING = "opening"  # `Reopen` was said
    GREETING = "greeting"  # `hello` is out
    LIVE = "live"
    ENDED = "ended"  # for good
