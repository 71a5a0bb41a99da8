"""How long a host waits for what. All in nanoseconds."""

from __future__ import annotations

from dataclasses import dataclass

MS = 1_000_000
S = 1_000_000_000

_SLOW = frozenset({"showdown.start", "showdown.cancel", "showdown.lines", "settings.set"})


@dataclass(frozen=True, slots=True)
class Timing:
    """The numbers of the protocol's chapter on time-outs."""

    request_ns: int = 1 * S
    uart_ns: int = 2 * S  # a UART's own time for a long line comes on top
    durable_ns: int = 5 * S  # start, cancel, lines, settings.set: answered when their write ends
    tries: int = 4  # then the port is closed and opened again
    backoff_first_ns: int = 250 * MS
    backoff_last_ns: int = 2 * S
    ping_ns: int = 4 * S  # a unit hears from its host at least every 5 s
    quiet_ns: int = 6 * S  # three heartbeats missed: ask
    silence_ns: int = 10 * S  # nothing at all: open again
    hello_gap_ns: int = 250 * MS  # at most 5 a second are answered
    busy_ns: int = 2 * S  # a port in use at the first attempt: its last user may be letting go
    missing_ns: int = 3 * S  # a port named that is not there yet: a bench may just be starting
    control_ns: int = 16 * S  # an old session of ours has expired by then
    patience_ns: int | None = 60 * S  # a call without an answer; None: for ever

    def answer_ns(self, method: str, wait_ms: int, uart: bool) -> int:
        """How long one try of a request may take."""
        base = self.durable_ns if method in _SLOW else self.request_ns
        if uart:
            base = max(base, self.uart_ns)
        return base + wait_ms * MS

    def backoff_ns(self, tries: int) -> int:
        """The pause after that many tries, from 1 on."""
        return int(min(self.backoff_first_ns << min(tries - 1, 16), self.backoff_last_ns))
