"""What a verdict stands on, as the items that the unit keeps and shows."""

from __future__ import annotations

import functools
import hashlib
import logging
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields

import msgspec

from showdown_protocol.base import Side
from showdown_protocol.evidence import (
    VERSION,
    AnyItem,
    AttemptItem,
    EdgeItem,
    GreenItem,
    ReadingItem,
    ReviewedItem,
    ShowdownItem,
    VerdictItem,
)
from showdown_protocol.records import Outcome
from showdown_referee import model as referee
from showdown_referee.evidence import AttemptEvidence, Reviewed, Seen
from showdown_referee.judge import Green
from showdown_referee.limits import Limits
from showdown_unit.ports import Kept, Packed

PACKED_MAX = 1024 * 1024
"""Bytes of the evidence that is kept of a showdown, compressed. A game makes less than 1000; five
attempts with all the edges that one takes, at random times, half of this."""

_ENCODER = msgspec.json.Encoder(order="sorted")  # of typed items it makes their canonical bytes
_logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Case:
    """Which showdown it is, and by what it is judged."""

    key: str
    limits: Limits
    practice: referee.Side | None = None

    def packed(self, attempts: Sequence[AttemptEvidence]) -> Callable[[], Packed]:
        """Makes the evidence ready to be kept, once, on the thread that asks for it first."""
        return functools.cache(lambda: pack(items(self, attempts), self.key))


def items(case: Case, attempts: Sequence[AttemptEvidence]) -> Iterator[AnyItem]:
    """The evidence of a showdown, each attempt's times counted from its first count lamp."""
    if not attempts:
        return
    yield ShowdownItem(
        version=VERSION,
        key=case.key,
        practice=None if case.practice is None else Side(case.practice.value),
        limits={f.name: int(getattr(case.limits, f.name)) for f in fields(case.limits)},
    )
    for attempt in attempts:
        yield from _attempt(attempt)


def pack(found: Iterator[AnyItem], key: str) -> Packed:
    """Items with their digest, compressed; nothing where there are none, or too many."""
    body = b"".join(_ENCODER.encode(item) + b"\n" for item in found)
    if not body:
        return Packed()
    packed = zlib.compress(body)
    if len(packed) > PACKED_MAX:
        _logger.warning("%s: its evidence is too long to be kept (%d bytes)", key, len(packed))
        return Packed()
    return Packed(hashlib.sha256(body).hexdigest(), packed)


@functools.lru_cache(maxsize=1)  # a long one is read page after page
def unpack(packed: Packed) -> Kept:
    """The items again; zlib.error where they are not what was packed."""
    if packed.sha256 is None:
        return Kept()
    return Kept(tuple(zlib.decompress(packed.body).splitlines(keepends=True)), packed.sha256)


def _attempt(attempt: AttemptEvidence) -> Iterator[AnyItem]:
    left, right = referee.Side.LEFT, referee.Side.RIGHT
    zero_ns = attempt.begin_ns
    yield AttemptItem(
        number=attempt.verdict.attempt,
        idle_left_ns=attempt.idle_ns[left] - zero_ns,
        idle_right_ns=attempt.idle_ns[right] - zero_ns,
        last_seq_left=attempt.last_seqs[left],
        last_seq_right=attempt.last_seqs[right],
    )
    for seen in attempt.log[: attempt.known]:
        yield _seen(seen, zero_ns)
    yield _verdict(attempt)
    for seen in attempt.log[attempt.known :]:
        yield _seen(seen, zero_ns)


def _verdict(attempt: AttemptEvidence) -> VerdictItem:
    verdict, zero_ns = attempt.verdict, attempt.begin_ns
    began_ns = attempt.hold_began_ns
    return VerdictItem(
        t_ns=verdict.at_ns - zero_ns,
        outcome=Outcome(verdict.outcome.value),
        loser=None if verdict.loser is None else Side(verdict.loser.value),
        reason=None if verdict.void_reason is None else verdict.void_reason.value,
        final=verdict.final,
        hold_ns=attempt.hold_ns,
        hold_began_ns=None if began_ns is None else began_ns - zero_ns,
    )


def _seen(seen: Seen, zero_ns: int) -> AnyItem:
    match seen:
        case referee.Edge(side, stamp_ns, active, seq):
            return EdgeItem(side=Side(side.value), level=active, t_ns=stamp_ns - zero_ns, seq=seq)
        case referee.Reading(side, active, at_ns, until_ns):
            return ReadingItem(
                side=Side(side.value),
                level=active,
                t_ns=at_ns - zero_ns,
                until_ns=None if until_ns is None else until_ns - zero_ns,
            )
        case Green(before_ns, after_ns, sense_ns):
            return GreenItem(
                before_ns=before_ns - zero_ns,
                after_ns=after_ns - zero_ns,
                sense_ns=None if sense_ns is None else sense_ns - zero_ns,
            )
        case Reviewed(at_ns, closed):
            return ReviewedItem(t_ns=at_ns - zero_ns, closed=closed)
