"""The timer button: raw edges in, presses and holds out. It races nobody, so it may be simple."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from showdown_unit.ports import Handle, Scheduler


class ButtonListener(Protocol):
    """What is told of the button."""

    def button_pressed(self, stamp_ns: int) -> None:
        """Pressed at `stamp_ns`, confirmed a moment later."""

    def button_held(self, seconds: int) -> None:
        """Still held after this many seconds: 1, 2, 3."""


class TimerButtonWatch:
    """Tells presses from spikes by reading the level `confirm_ns` after the first edge."""

    def __init__(
        self,
        scheduler: Scheduler,
        read: Callable[[], bool],
        listener: ButtonListener,
        *,
        confirm_ns: int,
        lockout_ns: int,
    ) -> None:
        self._scheduler = scheduler
        self._read = read
        self._listener = listener
        self._confirm_ns = confirm_ns
        self._lockout_ns = lockout_ns
        self._first_ns: int | None = None  # of a press that is not confirmed yet
        self._pressed_ns: int | None = None
        self._check: Handle | None = None
        self._hold: Handle | None = None

    def edge(self, stamp_ns: int) -> None:
        """An edge of the button's line, whatever its direction."""
        if self._pressed_ns is None:
            if self._first_ns is None:
                self._first_ns = stamp_ns
                self._check_at(stamp_ns + self._confirm_ns, self._confirm)
        else:
            self._check_at(stamp_ns + self._lockout_ns, self._released)

    def close(self) -> None:
        """Forget what is under way."""
        for timer in (self._check, self._hold):
            if timer is not None:
                timer.cancel()

    def _check_at(self, when_ns: int, check: Callable[[], None]) -> None:
        if self._check is not None:
            self._check.cancel()
        self._check = self._scheduler.call_at(when_ns, check)

    def _confirm(self) -> None:
        first_ns, self._first_ns = self._first_ns, None
        if first_ns is None or not self._read():
            return
        self._pressed_ns = first_ns
        self._hold_at(first_ns, 1)
        self._listener.button_pressed(first_ns)

    def _released(self) -> None:
        if self._read():
            return
        self._pressed_ns = None
        if self._hold is not None:
            self._hold.cancel()

    def _hold_at(self, since_ns: int, seconds: int) -> None:
        self._hold = self._scheduler.call_at(
            since_ns + seconds * 1_000_000_000, lambda: self._held(since_ns, seconds)
        )

    def _held(self, since_ns: int, seconds: int) -> None:
        if self._pressed_ns != since_ns:
            return
        if not self._read():  # its release was lost
            self._pressed_ns = None
            return
        if seconds < 3:
            self._hold_at(since_ns, seconds + 1)
        self._listener.button_held(seconds)
