"""The record of a showdown."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any

import msgspec

from showdown_protocol.base import Cards, Key, Message, Natural, Side, always, is_label


class RecordState(StrEnum):
    """How far a showdown is; `unknown` is the answer about a key without a record."""

    UNKNOWN = "unknown"
    ACCEPTED = "accepted"
    ARMED = "armed"
    COUNTING = "counting"
    RACING = "racing"
    LAUNCHING = "launching"
    DONE = "done"
    ABORTED = "aborted"
    CANCELLED = "cancelled"
    INDETERMINATE = "indeterminate"

    @property
    def over(self) -> bool:
        """Whether the showdown is finished, apart from the table's `lines`."""
        return self in _OVER


_OVER = frozenset(
    {
        RecordState.DONE,
        RecordState.ABORTED,
        RecordState.CANCELLED,
        RecordState.INDETERMINATE,
    }
)


class Outcome(StrEnum):
    """What a showdown came to, or an attempt; `dead_heat` is an attempt's alone."""

    WIN = "win"
    FALSE_START = "false_start"
    ANTICIPATED = "anticipated"
    DEAD_HEAT = "dead_heat"
    UNCLEAR = "unclear"
    NO_PRESS = "no_press"
    VOID = "void"


class Origin(StrEnum):
    """Who asked for the showdown."""

    HOST = "host"
    BUTTON = "button"


class DecidedBy(StrEnum):
    """What named the loser: the stamps, or the table by the lines."""

    TIMING = "timing"
    LINES = "lines"


class Launch(StrEnum):
    """What the launcher did for this showdown."""

    NONE = "none"
    STARTED = "started"
    COMPLETED = "completed"
    FAILED = "failed"
    UNKNOWN = "unknown"


Digest = Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]{64}\Z")]
"""A SHA-256 in hex."""

Secret = Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]{32}\Z")]
"""16 bytes in hex."""


class Players(Message, frozen=True, kw_only=True):
    """The names at the table: at most 32 characters and 64 UTF-8 bytes, no control characters."""

    left: str
    right: str

    def __post_init__(self) -> None:
        for side, name in (("left", self.left), ("right", self.right)):
            if not is_label(name, 32):
                msg = (
                    f"`{side}` takes at most 32 characters and 64 UTF-8 bytes, "
                    "no control characters"
                )
                raise ValueError(msg)


class Reaction(Message, frozen=True, kw_only=True):
    """Microseconds from certain green to each side's press; absent where not measured."""

    left: int | None = None
    right: int | None = None


class Handicap(Message, frozen=True, kw_only=True):
    """Milliseconds added to a side's stamps after green before any comparison; one side's alone."""

    left: int | None = None
    right: int | None = None


class LinesCount(Message, frozen=True, kw_only=True):
    """The cards over the dividing line on each side."""

    left: Cards
    right: Cards


class Attempt(Message, frozen=True, kw_only=True):
    """An attempt before the last one: a dead heat, or a void with its reason."""

    outcome: Outcome
    margin_us: int | None = None
    reason: str | None = None
    contested: bool | None = None


class Record(Message, frozen=True, kw_only=True):
    """One showdown, as stored and as answered.

    Times that were not measured are None, never 0. `replay` stands in the answer to `start` alone.
    `hold_sha256` is the SHA-256 over seed and nonce, 16 bytes each, and stands from the first
    version on; `hold_seed` and `hold_nonce` are told with the result, never before.
    """

    key: Key
    state: RecordState
    origin: Origin | None = None  # None for a tombstone
    outcome: Outcome | None = always(None)
    loser: Side | None = always(None)
    decided_by: DecidedBy | None = always(None)
    players: Players | None = always(None)
    cards: Cards | None = always(None)
    launch: Launch = always(Launch.NONE)
    contested: bool = always(False)
    reason: str | None = None  # why `aborted`, or why the last attempt was `void`
    reaction_us: Reaction | None = None
    margin_us: int | None = None
    resolution_us: int | None = None
    stamp_source: str | None = None
    green_uncertainty_us: int | None = None
    lines: LinesCount | None = None
    timing_loser: Side | None = None  # who lost by the stamps, before the lines
    attempts: tuple[Attempt, ...] = always(())
    practice: Side | None = None  # one player alone: judged on that side
    handicap_ms: Handicap | None = None  # what was in force; None: no handicap
    swapped: bool | None = None  # the unit stood the other way round: sides as the table sees them
    hold_sha256: Digest | None = None
    hold_seed: Secret | None = None
    hold_nonce: Secret | None = None
    evidence_sha256: Digest | None = None  # over the evidence that the unit keeps of it
    durable: bool = always(True)
    boot: str | None = None  # the start of the unit that ran it
    seq: Natural | None = None  # its last event
    replay: bool | None = None

    @classmethod
    def unknown(cls, key: str) -> Record:
        """The answer about a key that has no record."""
        return cls(key=key, state=RecordState.UNKNOWN)

    def members(self) -> dict[str, Any]:
        """As on the wire; of an unknown key only the key and that it is unknown."""
        if self.state is RecordState.UNKNOWN:
            return {"key": self.key, "state": self.state.value}
        return super().members()
