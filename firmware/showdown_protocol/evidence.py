"""The evidence of a showdown: what its verdict stands on, item by item, in the order of arrival.

An item is a flat object whose `what` names its kind. Times are integer nanoseconds, counted from
the clock read before that attempt's first count lamp. What stands behind an attempt's `verdict`
came in after it. Canonical bytes: each item as JSON without spaces, members sorted by name, ASCII,
ended by LF; the record's `evidence_sha256` is the SHA-256 over all of them together.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from showdown_protocol.base import Key, Message, Natural, Side, always
from showdown_protocol.records import Digest, Outcome
from showdown_protocol.strict_json import dumps

VERSION = 1


class Item(Message, frozen=True, kw_only=True, tag_field="what"):
    """One item of evidence."""


class ShowdownItem(Item, frozen=True, kw_only=True, tag="showdown"):
    """The first item: whose evidence this is, and every limit in force, as the referee has them.

    `limits`: numbers in the referee's own units, by their names (`settle_ns`, `max_attempts`);
    0 or 1 for `green_sense`.
    """

    version: int
    key: Key
    practice: Side | None = None
    limits: dict[str, int]


class AttemptItem(Item, frozen=True, kw_only=True, tag="attempt"):
    """An attempt begins. `idle_…`: when that paddle was last read released before the count lamp.

    `last_seq_…`: the number of that paddle's last edge before; absent where it was not known.
    """

    number: int
    idle_left_ns: int
    idle_right_ns: int
    last_seq_left: int | None = None
    last_seq_right: int | None = None


class EdgeItem(Item, frozen=True, kw_only=True, tag="edge"):
    """One edge: its stamp, the level sampled with it (true: pressed), its number on that line."""

    side: Side
    level: bool
    t_ns: int
    seq: int | None = None


class ReadingItem(Item, frozen=True, kw_only=True, tag="reading"):
    """A level that was read, true at some moment from `t_ns` to `until_ns`."""

    side: Side
    level: bool
    t_ns: int
    until_ns: int | None = None


class GreenItem(Item, frozen=True, kw_only=True, tag="green"):
    """Green was written between the two clock reads; `sense_ns` is the sense pin's stamp."""

    before_ns: int
    after_ns: int
    sense_ns: int | None = None


class VerdictItem(Item, frozen=True, kw_only=True, tag="verdict"):
    """What the attempt came to, and when that was latched.

    `hold_ns`: the hold drawn for it. `hold_began_ns`: when amber was due; absent where it never
    was. From there to the green given are at least `hold_ns`.
    """

    t_ns: int
    outcome: Outcome
    loser: Side | None = always(None)
    reason: str | None = None
    final: bool
    hold_ns: int
    hold_began_ns: int | None = None


class ReviewedItem(Item, frozen=True, kw_only=True, tag="reviewed"):
    """After its verdict the attempt was judged again, with what had come in late.

    `closed`: instead, nothing more was collected from then on.
    """

    t_ns: int
    closed: bool


AnyItem = (
    ShowdownItem | AttemptItem | EdgeItem | ReadingItem | GreenItem | VerdictItem | ReviewedItem
)


class EvidencePage(Message, frozen=True, kw_only=True):
    """`showdown.get` with `evidence`: the items that fit, `next` the `from` to go on with.

    None kept: `total` is 0 and `evidence_sha256` None. Where that digest differs from one page to
    the next the evidence has grown meanwhile: begin anew.
    """

    key: str
    evidence_sha256: Digest | None = always(None)
    total: Natural
    items: tuple[dict[str, Any], ...]
    next: Natural | None = always(None)


def canonical(item: AnyItem | Mapping[str, Any]) -> bytes:
    """One item's canonical bytes, with their line end."""
    members = item.members() if isinstance(item, Item) else dict(item)
    return dumps(_sorted(members)) + b"\n"


def digest(items: Iterable[AnyItem | Mapping[str, Any]]) -> str:
    """SHA-256 over the canonical bytes of all items, in hex."""
    sha = hashlib.sha256()
    for item in items:
        sha.update(canonical(item))
    return sha.hexdigest()


def typed(items: Iterable[Mapping[str, Any]]) -> tuple[AnyItem, ...]:
    """Items as received; msgspec.ValidationError names the first that is none."""
    return msgspec.convert(list(items), tuple[AnyItem, ...])


def commitment(seed: bytes, nonce: bytes) -> str:
    """What is published of a hold's seed before it is used: SHA-256 over both, in hex."""
    return hashlib.sha256(seed + nonce).hexdigest()


def _sorted(members: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: _sorted(value) if isinstance(value, dict) else value
        for name, value in sorted(members.items())
    }
