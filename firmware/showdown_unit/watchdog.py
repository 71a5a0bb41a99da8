"""What the service manager hears of the unit, and when: ready, alive, how it is, stopping.

`WATCHDOG=1` is a promise that the unit could judge a showdown now. It is made by the supervisor's
tick alone, once a second: on the event loop, so a loop that is blocked makes none; after the edge
source answered, so a dead one makes none; and only while the journal's thread gets on.

A link whose output stands still while its host talks is closed and opened anew by itself after
10 s (`links/stuck.py`), on a thread of its own where that hangs. Nothing of it is asked for here:
a new process would not free a kernel's line, and the timer button plays without any host.

Ticks go on through hold and race (a race may last longer than systemd's patience), except in the
last 20 ms before a deadline: such a tick waits for it, see `Supervisor`. What is sent then is this
one datagram, some µs that never block; the words of `STATUS=` wait for the verdict.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from showdown_protocol.messages import FaultNote
from showdown_unit.refusals import advice

JOURNAL_HUNG_NS = 30_000_000_000
"""A card may stall for seconds (a fault is told after five); after this a new start is better."""

START_US = 120_000_000
"""What reading the journal may take at the start, besides `TimeoutStartSec=` of the service.

All of it is read and checked: 50,000 showdowns from a slow card that others use too. Without this
systemd would end the start in the middle, and each next one as well.
"""

STARTING = f"STATUS=starting: the journal is read\nEXTEND_TIMEOUT_USEC={START_US}"
"""Told before anything else."""

STOP_US = 15_000_000
"""What an orderly stop may take: 5 s for a showdown, then links and journal with their limits."""

STATUS_MAX = 200
"""Characters of a status line that one reads at a glance."""

_logger = logging.getLogger(__name__)


class Watchdog:
    """Speaks through `send`, which says whether a text was taken: if not, it goes with the next.

    `oldest_pending_ns` gives when the journal's oldest unfinished call was made, None without one.
    """

    def __init__(
        self,
        send: Callable[[str], bool],
        now_ns: Callable[[], int],
        oldest_pending_ns: Callable[[], int | None],
    ) -> None:
        self._send = send
        self._now_ns = now_ns
        self._oldest_pending_ns = oldest_pending_ns
        self._owed: dict[str, str] = {}
        self._status = ""
        self._hung = False
        self._stopping = False

    def ready(self, status: str) -> None:
        """The unit is up: hosts and the timer button are answered."""
        self._tell("READY=1", *self._news(status), "WATCHDOG=1")

    def alive(self, status: str | None) -> None:
        """The tick went well. `status`: how the unit is; None while paddles race."""
        news = self._news(status)
        if self._journal_gets_on():
            self._tell(*news, "WATCHDOG=1")
        elif news:
            self._tell(*news)

    def fault(self, status: str) -> None:
        """The unit ends by itself. The last promise, so that there is time to say why."""
        self._tell(*self._news(status), "WATCHDOG=1")

    def stopping(self) -> None:
        """An orderly stop has begun; systemd's watchdog sleeps from here, its stop limit runs."""
        if not self._stopping:
            news = self._news("stopping: a showdown that was pressed for is finished first")
            self._stopping = True
            self._tell("STOPPING=1", *news, f"EXTEND_TIMEOUT_USEC={STOP_US}")

    def closing(self) -> None:
        """Everything is being taken down, which has limits of its own: one more interval for it."""
        self._tell("WATCHDOG=1")

    def _news(self, status: str | None) -> list[str]:
        if self._stopping or status is None or status == self._status:
            return []
        self._status = status
        return [f"STATUS={status}"]

    def _journal_gets_on(self) -> bool:
        since_ns = self._oldest_pending_ns()
        hung = since_ns is not None and self._now_ns() - since_ns >= JOURNAL_HUNG_NS
        if hung and not self._hung:
            _logger.critical(
                "the journal has not answered for %d s: systemd may restart the unit. Look at the"
                " card or disk: sudo dmesg | grep -iE 'mmc|i/o error'",
                JOURNAL_HUNG_NS // 1_000_000_000,
            )
        self._hung = hung
        return not hung

    def _tell(self, *lines: str) -> None:
        told = self._owed | {line.partition("=")[0]: line for line in lines}
        taken = self._send("\n".join(told.values()))
        self._owed = {} if taken else {k: v for k, v in told.items() if k != "WATCHDOG"}


def status_words(
    state: str,
    not_ready: Sequence[str],
    faults: Sequence[FaultNote],
    *,
    low_voltage: bool = False,
) -> str:
    """How the unit is, in one line for `systemctl status`: its state, then all that is wrong."""
    notes = [f"{fault.code}: {fault.message}" for fault in faults]
    if state == "fault":
        words = "the unit cannot go on"
    elif state == "not_ready":
        words = f"not ready: {advice(not_ready)}"
    else:
        words = state if state == "ready" else "a showdown runs"
    notes += ["low voltage"] if low_voltage else []
    line = " ".join("; ".join([words, *notes]).split())
    return line if len(line) <= STATUS_MAX else line[: STATUS_MAX - 1] + "…"
