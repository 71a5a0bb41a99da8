"""Results that hold as many items as one line takes."""

from __future__ import annotations

from collections.abc import Sequence

from showdown_protocol.codec import TX_LINE, LineTooLong, MessageId, reply_line
from showdown_protocol.crc import SUFFIX_LENGTH
from showdown_protocol.messages import Event, ListResult, Message, Record, ReplayResult
from showdown_protocol.strict_json import dumps


def list_line(id_: MessageId, records: Sequence[Record], *, more: bool, crc: bool) -> bytes:
    """The answer to `showdown.list`: the first of `records` that fit, and where to go on.

    `more`: there are older ones than these. One record always fits.
    """
    longest = ListResult(records=(), next="k" * 64)
    count = _fitting(reply_line(id_, longest, crc=False), records)
    left = count > 0 and (more or count < len(records))
    result = ListResult(
        records=tuple(records[:count]), next=records[count - 1].key if left else None
    )
    return reply_line(id_, result, crc=crc)


def replay_line(
    id_: MessageId, events: Sequence[Event], *, next_seq: int, gap: bool, crc: bool
) -> bytes:
    """The answer to `events.replay`: the first of `events` that fit, and where to go on.

    `next_seq` is the `next` of a page that holds them all; `gap`: events before them are gone.
    """
    longest = ReplayResult(events=(), next=2**53 - 1, gap=False)
    count = _fitting(reply_line(id_, longest, crc=False), events)
    following = next_seq if count == len(events) else events[count].seq
    result = ReplayResult(events=tuple(events[:count]), next=following or 0, gap=gap)
    return reply_line(id_, result, crc=crc)


def _fitting(empty: bytes, items: Sequence[Message]) -> int:
    """How many of the first `items` fit a line that is `empty` without them."""
    size = len(empty) - 1 + SUFFIX_LENGTH
    count = 0
    for item in items:
        size += len(dumps(item.members())) + 1
        if size - 1 > TX_LINE:  # the last item has no comma
            break
        count += 1
    if items and count == 0:
        msg = f"not one item fits a line of {TX_LINE} bytes"
        raise LineTooLong(msg)
    return count
