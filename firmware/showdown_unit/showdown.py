"""The showdown that is running: its record, and how far it is on its way to the disk."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from showdown_protocol.messages import Launch, Record
from showdown_referee.model import Closed, Verdict
from showdown_unit.hold import Hold
from showdown_unit.ports import Step, Stored


@dataclass(slots=True)
class Showdown:
    """One showdown from its acceptance to `done`.

    `record` is what everybody may see: no verdict stands in it that is not durable yet. `draft`
    is ahead of it, on its way to the disk. `settled` are called once the verdict is durable, or
    the showdown over without one.
    """

    record: Record
    draft: Record
    start: str
    hold: Hold
    step: Step = Step.ACCEPTED
    attempt: int = 0
    verdict: Verdict | None = None
    closed: Closed | None = None
    launch: Launch = Launch.NONE
    throwing: bool = False
    result_written: bool = False
    finishing: bool = False
    settled: list[Callable[[], None]] = field(default_factory=list)
    contested_late: Callable[[Stored], Stored] | None = None  # while `done` was on its way

    @property
    def key(self) -> str:
        """Its key."""
        return self.record.key

    def stored(self) -> Stored:
        """The draft as the journal takes it."""
        return Stored(self.draft, self.step, self.start)

    @property
    def may_finish(self) -> bool:
        """Result durable, tray parked, slower press in, and `done` not on its way yet."""
        collected = self.closed is not None and not self.throwing
        return collected and self.result_written and not self.finishing
