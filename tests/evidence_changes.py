"""Every change of a record and its evidence, one at a time: what somebody might try."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from showdown_host import documents
from showdown_host.documents import Document
from showdown_protocol.evidence import digest

Members = dict[str, Any]

MS = 1_000_000
MORE = {
    "outcome": ["win", "false_start", "anticipated", "unclear", "no_press", "void", None],
    "loser": ["left", "right", None],
    "decided_by": ["timing", "lines", None],
    "reason": ["lost_edge", None],
    "practice": ["left", "right", None],
    "timing_loser": ["left", "right", None],
    "handicap_ms": [None, {"left": 10}, {"right": 10}],
    "reaction_us": [None, {"left": 1}, {"right": 1}, {"left": 200_000, "right": 201_000}],
    "lines": [{"left": 1, "right": 2}, None],
    "margin_us": [None, 0, 77],
    "green_uncertainty_us": [None, 0, 77],
    "resolution_us": [None, 1, 5_000],
    "contested": [True, False],
    "attempts": [[], [{"outcome": "void", "reason": "undecided"}]],
    "key": ["another-key-0000"],
    "hold_seed": ["0" * 32, None],
    "hold_nonce": ["f" * 32, None],
    "hold_sha256": ["a" * 64, None],
    "evidence_sha256": ["b" * 64, None],
    "launch": ["none", "started", "completed"],
    "stamp_source": ["keyboard", None],
    "players": [{"left": "Eve", "right": "Bo"}, None],
    "cards": [0, 1, 99, None],
    "origin": ["button", None],
    "boot": ["c" * 32, None],
    "seq": [1],
    "durable": [False],
    "swapped": [True],
    "replay": [True],
    "state": ["racing", "done", "aborted", "cancelled"],
}
"""Other values of each member of a record."""


def of_record(shown: Document) -> Iterator[tuple[str, Document]]:
    """Each member changed, the evidence left as it is."""
    whole = shown.members()
    for name, values in MORE.items():
        for value in values:
            if whole["record"].get(name) == value:
                continue
            other = copy.deepcopy(whole)
            if value is None:
                other["record"].pop(name)
            else:
                other["record"][name] = value
            yield f"{name} = {value}", documents.document(other)


def of_evidence(shown: Document, *, fitted: bool) -> Iterator[tuple[str, Document]]:
    """Each item changed, dropped, doubled, moved; `fitted`: the digest is made to fit."""
    for what, items in _items(shown):
        record = shown.record.members()
        if fitted:
            record["evidence_sha256"] = digest(items)
        yield what, documents.document({"record": record, "evidence": items})


def _items(shown: Document) -> Iterator[tuple[str, list[Members]]]:
    raw = [dict(item) for item in shown.raw or ()]
    for index, item in enumerate(raw):
        name = f"{index} {item['what']}"
        yield f"{name} dropped", [*raw[:index], *raw[index + 1 :]]
        yield f"{name} doubled", [*raw[: index + 1], item, *raw[index + 1 :]]
        if index + 1 < len(raw):
            yield f"{name} swapped", [*raw[:index], raw[index + 1], item, *raw[index + 2 :]]
        for member, value in _values(item):
            changed = dict(item)
            _put(changed, member, value)
            yield f"{name} {member} = {value}", [*raw[:index], changed, *raw[index + 1 :]]
    for index, item in enumerate(raw):
        if item["what"] == "attempt":  # an early touch is invented
            for side in ("left", "right"):
                edges = [
                    {"what": "edge", "side": side, "level": down, "t_ns": t_ns}
                    for down, t_ns in ((True, 50 * MS), (False, 90 * MS))
                ]
                yield (
                    f"{index} attempt: {side} touched early",
                    [*raw[: index + 1], *edges, *raw[index + 1 :]],
                )


def _values(item: Members) -> Iterator[tuple[str, Any]]:
    for name, value in item.items():
        if name == "limits":
            for limit, number in value.items():
                name = f"limits.{limit}"
                if limit == "green_sense":
                    yield name, 1 - number
                else:
                    yield from ((name, other) for other in (number + 1, number * 2 + MS))
        elif name == "side" or name == "practice":
            yield name, "left" if value == "right" else "right"
        elif name == "loser":
            yield from ((name, other) for other in ("left", "right", None) if other != value)
        elif name == "outcome":
            yield from ((name, other) for other in ("win", "false_start") if other != value)
        elif isinstance(value, bool):
            yield name, not value
        elif isinstance(value, int):
            step = MS if name.endswith("_ns") else 1
            yield name, value + step
            yield name, value - step
        elif name == "key":
            yield name, "another-key-0000"


def _put(item: Members, member: str, value: Any) -> None:
    head, _, limit = member.partition(".")
    if limit:
        item[head] = {**item[head], limit: value}
    else:
        item[member] = value
