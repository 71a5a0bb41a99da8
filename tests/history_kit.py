"""Showdowns for tests of the history: records, lines, rows."""

from __future__ import annotations

from typing import Any

import msgspec

from showdown_host.history_lines import Line
from showdown_host.history_rows import Row, fold
from showdown_protocol.evidence import commitment
from showdown_protocol.messages import (
    DecidedBy,
    Handicap,
    Launch,
    Origin,
    Outcome,
    Players,
    Reaction,
    Record,
    RecordState,
    Side,
)

SERIAL = "unit-1"
SEED, NONCE = bytes(range(16)), bytes(range(16, 32))
HOLD = commitment(SEED, NONCE)


def key(number: int) -> str:
    """The showdowns' names."""
    return f"KEY{number:05d}"


def won(number: int = 0, loser: Side | None = Side.RIGHT, **members: Any) -> Record:
    """A showdown that is over; by default the left player, Ana, won."""
    facts: dict[str, Any] = {
        "state": RecordState.DONE,
        "origin": Origin.HOST,
        "outcome": Outcome.WIN,
        "loser": loser,
        "decided_by": DecidedBy.TIMING,
        "players": Players(left="Ana", right="Bo"),
        "cards": 2,
        "launch": Launch.COMPLETED,
        "reaction_us": Reaction(left=200_000, right=250_000),
        "resolution_us": 20,
        "boot": "0" * 31 + "1",
        "seq": number * 5 + 5,
    }
    return Record(key=key(number), **(facts | members))


def armed(number: int = 0, **members: Any) -> Record:
    """As it is published before the race."""
    facts: dict[str, Any] = {
        "state": RecordState.ARMED,
        "origin": Origin.HOST,
        "players": Players(left="Ana", right="Bo"),
        "cards": 2,
        "boot": "0" * 31 + "1",
        "seq": number * 5 + 1,
        "hold_sha256": HOLD,
    }
    return Record(key=key(number), **(facts | members))


def practised(number: int, side: Side = Side.LEFT, **members: Any) -> Record:
    """A round of practice."""
    facts: dict[str, Any] = {"practice": side, "loser": None, "cards": 0, "launch": Launch.NONE}
    return won(number, **(facts | {"reaction_us": Reaction(**{side.value: 200_000})} | members))


def changed(record: Record, **members: Any) -> Record:
    """A later version of it."""
    return msgspec.structs.replace(record, **members)


def with_handicap(number: int, left_ms: int, **members: Any) -> Record:
    """A showdown with something added to the left side's stamps."""
    return won(number, **({"handicap_ms": Handicap(left=left_ms)} | members))


def line(record: Record | None = None, seen_ms: int = 1_000, **members: Any) -> Line:
    """A line of the unit's file."""
    return Line(serial=members.pop("serial", SERIAL), seen_ms=seen_ms, record=record, **members)


def rows(*records: Record) -> list[Row]:
    """What the history makes of them."""
    return fold(line(record) for record in records).in_order()
