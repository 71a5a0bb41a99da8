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
        self._waiting: deque[tuple[SettingsSetParams, Answer]] = deque()
        self._at_work = False  # one is being written, or being answered

    def set(self, params: SettingsSetParams, then: Answer) -> None:
        """Change settings whole or not at all. A second request waits for the first."""
        self._waiting.append((params, then))
        self._go()

    def _go(self) -> None:
        # A loop, not a chain of calls: any number may wait that are refused at once.
        while self._waiting and not self._at_work:
            self._at_work = True
            params, then = self._waiting.popleft()
            try:
                self._begin(params, then)
            except WireError as error:
                self._answer(then, error)

    def _begin(self, params: SettingsSetParams, then: Answer) -> None:
        if self._stopping():
            raise WireError("SHUTTING_DOWN")
        proposal = self._settings.proposed(params)

        def written(error: Exception | None) -> None:
            if error is not None:
                self._answer(then, WireError("STORAGE", str(error), reason=str(error)))
            else:
                self._settings.took(proposal)
                result = self._settings.result()
                self._changed(result)
                self._answer(then, result)
            self._go()

        self._disk.do(lambda: self._settings.save(proposal.data), written)

    def _answer(self, then: Answer, answer: SettingsResult | WireError) -> None:
        try:
            then(answer)
        finally:
            self._at_work = False  # last: what the answer leads to waits for its turn too
