"""Pages of evidence: the items that fit one line together with the rest of the answer."""

from __future__ import annotations

import json

from showdown_protocol.messages import EvidencePage
from showdown_unit.calls import Call, too_long
from showdown_unit.ports import Kept


def page(call: Call, key: str, first: int, kept: Kept) -> EvidencePage:
    """The items from number `first` on that fit. WireError where the id leaves no room for one."""
    total = len(kept.items)
    longest = total if total > 9999 else None  # `null` is as long as four digits
    frame = EvidencePage(key=key, evidence_sha256=kept.sha256, total=total, items=(), next=longest)
    room = call.room(frame) + 1  # the first item has no comma before it
    end = first
    for line in kept.items[first:]:
        room -= len(line)  # its line end stands for the comma
        if room < 0:
            break
        end += 1
    if first < total and end == first:
        raise too_long()
    return EvidencePage(
        key=key,
        evidence_sha256=kept.sha256,
        total=total,
        items=tuple(json.loads(line) for line in kept.items[first:end]),
        next=end if end < total else None,
    )
