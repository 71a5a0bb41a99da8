"""What every link tells about itself, and the one error that starting one may raise."""

from __future__ import annotations

from dataclasses import dataclass


class LinkError(Exception):
    """A transport that cannot be used as it is: which, why, and what to do about it."""


@dataclass(slots=True)
class LinkCounts:
    """Counters of one link over all its wires, since this start."""

    rx_bytes: int = 0
    tx_bytes: int = 0
    opens: int = 0
    stuck: int = 0  # reopened because output stood still while input came in
    faults: int = 0  # exceptions that a handler let through
    dropped: int = 0  # sends refused for want of room, or after the end
    refused: int = 0  # connections above the maximum


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkStatus:
    """A link at one moment, for `status`, `stats` and logs."""

    kind: str  # "tty", "pty" or "unix"
    path: str
    up: bool
    detail: str  # where a PTY really is, or why the link is down
    connections: int
    reopens: int
    rx_bytes: int
    tx_bytes: int
    stuck: int
    faults: int
    dropped: int
    refused: int


def status_of(
    kind: str, path: str, counts: LinkCounts, *, up: bool, detail: str, connections: int
) -> LinkStatus:
    """A frozen copy of the counters with the state they belong to."""
    return LinkStatus(
        kind=kind,
        path=path,
        up=up,
        detail=detail,
        connections=connections,
        reopens=max(0, counts.opens - 1) if kind != "unix" else 0,
        rx_bytes=counts.rx_bytes,
        tx_bytes=counts.tx_bytes,
        stuck=counts.stuck,
        faults=counts.faults,
        dropped=counts.dropped,
        refused=counts.refused,
    )
