"""What the host keeps of units' showdowns, line by line. Pure.

A line is JSON and its CRC, as on the wire. It is either a version of a record, or a mark: how far
the unit's list has been read, in which order its boots were, what the unit is called.
"""

from __future__ import annotations

import msgspec

from showdown_protocol.crc import seal, unseal
from showdown_protocol.evidence import commitment
from showdown_protocol.messages import Launch, Outcome, Record, RecordState, Side

_STEPS = {
    state: step
    for step, state in enumerate(
        (
            RecordState.UNKNOWN,
            RecordState.ACCEPTED,
            RecordState.ARMED,
            RecordState.COUNTING,
            RecordState.RACING,
            RecordState.LAUNCHING,
        )
    )
}
_OVER = len(_STEPS)
_BEFORE_RACE = frozenset({RecordState.ACCEPTED, RecordState.ARMED, RecordState.COUNTING})

Rank = tuple[bool, int, bool, bool, bool]
Verdict = tuple[Outcome, Side | None]


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """`seen_ms`: when this host read it, in Unix milliseconds of its own clock."""

    serial: str
    seen_ms: int
    record: Record | None = None
    upto: str | None = None  # every showdown of the unit's list from this key on back is here
    boots: tuple[str, ...] | None = None  # one after the other, as in the unit's list
    name: str | None = None

    def encoded(self) -> bytes:
        """The line with its end."""
        members: dict[str, object] = {"serial": self.serial, "seen_ms": self.seen_ms}
        if self.record is not None:
            members["record"] = self.record.members()
        marks = {"upto": self.upto, "boots": self.boots, "name": self.name}
        members |= {name: value for name, value in marks.items() if value is not None}
        return seal(msgspec.json.encode(members)) + b"\n"


def decoded(data: bytes) -> Line | None:
    """The line, without its end; None where it is damaged, or a later version's."""
    body, whole = unseal(data)
    if not whole:
        return None
    try:
        return msgspec.json.decode(body, type=Line)
    except (msgspec.DecodeError, ValueError):
        return None


def worth_keeping(record: Record, *, published: bool) -> bool:
    """Whether a version says something lasting; `published`: its commitment is kept already."""
    if record.state is RecordState.UNKNOWN or record.origin is None:
        return False  # a tombstone tells of no showdown
    if record.state.over or record.outcome is not None:
        return True
    return record.hold_sha256 is not None and not published


def rank(record: Record) -> Rank:
    """How late a version is: of two, the higher counts, and of equals the one read later."""
    return (
        record.origin is not None,
        _STEPS.get(record.state, _OVER),
        record.lines is not None,
        record.contested,
        record.launch in (Launch.COMPLETED, Launch.FAILED, Launch.UNKNOWN),
    )


def is_before_race(record: Record) -> bool:
    """Whether nothing of the hold can have been seen when this version was told."""
    return record.state in _BEFORE_RACE


def verdict(record: Record) -> Verdict | None:
    """What stands, and only the table's lines can change; None: nothing yet."""
    stands = record.state in (RecordState.LAUNCHING, RecordState.DONE)
    if record.outcome is None or not stands:
        return None
    return record.outcome, record.loser


def contradictions(
    record: Record, hold_sha256: str | None = None, stood: Verdict | None = None
) -> list[str]:
    """What in this version the unit cannot have meant honestly; empty as a rule.

    `hold_sha256`: what it published first. `stood`: the verdict of an earlier version.
    """
    found = []
    if hold_sha256 and record.hold_sha256 and record.hold_sha256 != hold_sha256:
        found.append(
            f"the unit published {hold_sha256[:16]}… of its hold, and says "
            f"{record.hold_sha256[:16]}… now"
        )
    promised = hold_sha256 or record.hold_sha256
    if promised and record.hold_seed and record.hold_nonce:
        told = commitment(bytes.fromhex(record.hold_seed), bytes.fromhex(record.hold_nonce))
        if told != promised:
            found.append("the seed of the hold is not the one that the unit published")
    now = verdict(record)
    if stood is not None and now is not None and now != stood and record.lines is None:
        found.append(
            f"the verdict was {_words(stood)}, and is {_words(now)} now, without the table's lines"
        )
    return found


def _words(told: Verdict) -> str:
    outcome, loser = told
    return f"{outcome.value}, {loser.value if loser else 'nobody'} loses"
