"""`settings.set` as it is carried out: one after the other, each durable before it is told."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Protocol

from showdown_protocol.errors import WireError
from showdown_protocol.messages import SettingsResult, SettingsSetParams
from showdown_unit.settings import Settings

Answer = Callable[[SettingsResult | WireError], None]


class Disk(Protocol):
    """The journal's thread, as settings use it."""

    def do(self, work: Callable[[], None], then: Callable[[Exception | None], None]) -> None:
        """Run `work` there in its turn, then say None, or what it raised."""


class SettingsRequests:
    """`stopping`: whether the unit is going down. `changed` hears of each change, once durable."""

    def __init__(
        self,
        settings: Settings,
        disk: Disk,
        *,
        stopping: Callable[[], bool],
        changed: Callable[[SettingsResult], None],
    ) -> None:
        self._settings = settings
        self._disk = disk
        self._stopping = stopping
        self._changed = changed
        self._waiting: deque[tuple[SettingsSetParams, Answer]] = deque()  # the first is at work

    def set(self, params: SettingsSetParams, then: Answer) -> None:
        """Change settings whole or not at all. A second request waits for the first."""
        self._waiting.append((params, then))
        if len(self._waiting) == 1:
            self._next()

    def _next(self) -> None:
        params, _ = self._waiting[0]
        if self._stopping():
            self._over(WireError("SHUTTING_DOWN"))
            return
        try:
            proposal = self._settings.proposed(params)
        except WireError as error:
            self._over(error)
            return

        def written(error: Exception | None) -> None:
            if error is not None:
                self._over(WireError("STORAGE", str(error), reason=str(error)))
                return
            self._settings.took(proposal)
            result = self._settings.result()
            self._changed(result)
            self._over(result)

        self._disk.do(lambda: self._settings.save(proposal.data), written)

    def _over(self, answer: SettingsResult | WireError) -> None:
        _, then = self._waiting[0]
        try:
            then(answer)
        finally:
            self._waiting.popleft()  # last: what the answer leads to waits for its turn too
            if self._waiting:
                self._next()
