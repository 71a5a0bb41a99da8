"""The seams of the daemon: what its core is given, and what it offers to the links.

The core is callbacks on a `Scheduler`; it starts no thread, opens no file and reads no clock of
its own, so the same code runs under asyncio and in virtual time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Protocol

import msgspec

from showdown_protocol.errors import WireError
from showdown_protocol.messages import (
    CancelParams,
    HelloFacts,
    IdentifyResult,
    LinesParams,
    Record,
    SelftestResult,
    SettingsResult,
    SettingsSetParams,
    StartParams,
    StatusResult,
    WaitParams,
)


class Handle(Protocol):
    """A timer or a wait that can be called off."""

    def cancel(self) -> None:
        """Forget it; harmless when it has already run."""


class Scheduler(Protocol):
    """Time as the core sees it: integer nanoseconds of CLOCK_MONOTONIC."""

    def now_ns(self) -> int:
        """The clock now."""

    def call_at(self, when_ns: int, callback: Callable[[], None]) -> Handle:
        """Run `callback` on the loop at `when_ns`, or as soon as possible after it."""

    def post(self, callback: Callable[[], None]) -> None:
        """Run `callback` on the loop soon. The one method that any thread may call."""


class Step(StrEnum):
    """The durable steps of a showdown, in order."""

    ACCEPTED = "accepted"
    MAY_LAUNCH = "may_launch"
    RESULT = "result"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Kept:
    """The evidence of a showdown: its items in canonical form, one a line, and their digest."""

    items: tuple[bytes, ...] = ()
    sha256: str | None = None


@dataclass(frozen=True, slots=True)
class Packed:
    """The same as it lies on the disk; without a digest there is none."""

    sha256: str | None = None
    body: bytes = b""


@dataclass(frozen=True, slots=True)
class Stored:
    """A record with its last durable step and the parameters that a repeat is compared with.

    `evidence`: makes what is to be written together with the record; its digest joins the record
    by being written, and stands in none before. None: what the journal has of it stays.
    """

    record: Record
    step: Step
    start: str | None  # "button" or "now"; None for a tombstone, which matches any parameters
    evidence: Callable[[], Packed] | None = field(default=None, compare=False, repr=False)

    def told_anew(self, evidence: Callable[[], Packed] | None) -> Stored:
        """With what became known since, not written yet; None: nothing more of its evidence."""
        if evidence is None:
            return self
        record = msgspec.structs.replace(self.record, evidence_sha256=None)
        return replace(self, record=record, evidence=evidence)

    def written(self) -> Stored:
        """As it stands in the journal once it is written."""
        if self.evidence is None:
            return self
        record = msgspec.structs.replace(self.record, evidence_sha256=self.evidence().sha256)
        return replace(self, record=record, evidence=None)


class JournalPort(Protocol):
    """The journal as the core uses it. Calls are carried out in order; `then` runs on the loop."""

    def write(self, step: Step, stored: Stored, then: Callable[[Exception | None], None]) -> None:
        """Make `stored.written()` durable at that step, then say None, or what went wrong."""

    def find(self, key: str, then: Callable[[Stored | None], None]) -> None:
        """The record of a key, or None where the journal does not know it."""

    def page(
        self, limit: int, before: str | None, then: Callable[[Sequence[Record]], None]
    ) -> None:
        """The newest records first, at most `limit`, older than the key `before`."""

    def evidence(self, key: str, then: Callable[[Kept | Exception], None]) -> None:
        """What is kept of a showdown's evidence, or why it cannot be read."""

    def do(self, work: Callable[[], None], then: Callable[[Exception | None], None]) -> None:
        """Another durable write of the state folder, in its turn; says None, or what it raised."""

    def set_tray_unknown(self, unknown: bool, then: Callable[[Exception | None], None]) -> None:
        """Remember durably whether a person has to look at the tray first."""


class Wire(Protocol):
    """One transport as sessions see it: a tty, a PTY, or one socket connection."""

    @property
    def name(self) -> str:
        """For people and logs, as `unix:3` or `/dev/ttyGS0`."""

    @property
    def crc_required(self) -> bool:
        """Whether every line from `hello` on must carry its CRC (UART)."""

    def room(self) -> int:
        """Bytes that the output queue still takes."""

    def send(self, data: bytes) -> None:
        """Queue whole lines. Never blocks; the caller asked `room` first."""

    def close(self, reason: str) -> None:
        """Drop the connection (sockets) or what is queued (tty, PTY)."""


class WireEvents(Protocol):
    """What a link tells the gateway."""

    def opened(self, wire: Wire) -> None:
        """A transport is there; nothing is sent on it before its first valid request."""

    def received(self, wire: Wire, data: bytes) -> None:
        """Bytes as they came, cut anywhere."""

    def closed(self, wire: Wire, reason: str) -> None:
        """The transport is gone, exactly once after `opened`."""


Answer = Callable[[Record | WireError], None]


class UnitApi(Protocol):
    """What the gateway asks of the unit. Each `then` runs on the loop, exactly once."""

    @property
    def boot(self) -> str:
        """32 hex digits, drawn at this start."""

    def up_ms(self) -> int:
        """Milliseconds since this start."""

    def state_word(self) -> str:
        """`ready`, `not_ready`, `fault`, or the active record's state."""

    def active_key(self) -> str | None:
        """The key of the showdown that is not over yet."""

    def hello_facts(self) -> HelloFacts:
        """The part of the `hello` result that does not depend on the session."""

    def status(self) -> StatusResult:
        """The whole state, for a host that reconnects."""

    def start(self, params: StartParams, refusal: WireError | None, then: Answer) -> None:
        """Start or replay. `refusal` is the control check's error; a known key comes before it."""

    def cancel(self, params: CancelParams, refusal: WireError | None, then: Answer) -> None:
        """Call off, or leave a tombstone."""

    def lines(self, params: LinesParams, refusal: WireError | None, then: Answer) -> None:
        """The table's verdict."""

    def get(self, key: str, then: Answer) -> None:
        """The record, `state: unknown` where there is none."""

    def evidence(self, key: str, then: Callable[[Kept | WireError], None]) -> None:
        """What the unit keeps of a showdown's evidence; nothing of an unknown key."""

    def wait(self, params: WaitParams, then: Answer) -> Handle:
        """The record when it has reached `until`, or as it stands at the timeout."""

    def page(
        self, limit: int, before: str | None, then: Callable[[Sequence[Record]], None]
    ) -> None:
        """The newest records first, older than the key `before`."""

    def settings(self) -> SettingsResult:
        """Every setting as it stands."""

    def set_settings(
        self, params: SettingsSetParams, then: Callable[[SettingsResult | WireError], None]
    ) -> None:
        """Change settings, durably, whole or not at all; they hold from the next showdown on."""

    def identify(self) -> IdentifyResult:
        """Blink this unit's code. WireError where it is not idle."""

    def selftest(self, part: str) -> SelftestResult:
        """Begin that part of the self-test, or `stop`. WireError where the unit is not idle."""

    def may_handle_line(self) -> bool:
        """False in the last 20 ms before green: lines wait, edges and deadlines go first."""

    def control_changed(self, held: bool) -> None:
        """The gateway says whether a control session is live."""
