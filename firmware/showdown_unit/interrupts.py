"""Signals at a terminal while something moves: they end or pause it, and never cut a step in two.

Python raises `KeyboardInterrupt` wherever it is, also between the two writes that take a servo's
power away, and lets other signals kill the process on the spot. Here they are noted, and raised
only in the places that say they may be.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Any

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
PAUSING = signal.SIGTSTP


class Interrupted(Exception):  # noqa: N818 - somebody's wish, not a failure
    """A signal has come: bring things to rest, then `obey`."""


class Interrupts:
    """From `with` on the signals are noted; before and after they are as they were."""

    def __init__(self) -> None:
        self._noted: signal.Signals | None = None
        self._open = False
        self._before: dict[signal.Signals, Any] = {}

    def __enter__(self) -> Interrupts:
        if threading.current_thread() is threading.main_thread():  # elsewhere none arrive
            for number in (*ENDING, PAUSING):
                self._before[number] = signal.signal(number, self._came)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    @contextmanager
    def allowed(self) -> Iterator[None]:
        """A stretch in which a signal raises `Interrupted`; at once if one was noted before."""
        self._open = True
        try:
            if self._noted is not None:
                raise Interrupted
            yield
        finally:
            self._open = False

    def obey(self) -> None:
        """All is at rest: end by KeyboardInterrupt, or pause, where a signal asked for it."""
        noted, self._noted = self._noted, None
        if noted is PAUSING:
            handler = signal.signal(PAUSING, signal.SIG_DFL)
            signal.raise_signal(PAUSING)  # goes on from here with the next SIGCONT
            signal.signal(PAUSING, handler)
        elif noted is not None:
            raise KeyboardInterrupt

    def _came(self, number: int, _frame: FrameType | None) -> None:
        if self._noted is None or self._noted is PAUSING:  # an end stands
            self._noted = signal.Signals(number)
        if self._open:
            self._open = False  # one is enough: nothing may break the coming to rest
            raise Interrupted
