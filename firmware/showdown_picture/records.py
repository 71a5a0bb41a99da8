"""A row of the list from a record's members, as they are on the wire."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from showdown_picture.view import Row, Side


def row_of(members: Mapping[str, Any]) -> Row:
    """What the record came to; members of a later version are passed over."""
    players = members.get("players") or {}
    reaction = members.get("reaction_us") or {}
    return Row(
        key=str(members.get("key") or ""),
        outcome=str(members.get("outcome") or members.get("state") or "unknown"),
        loser=side(members.get("loser")),
        left_name=players.get("left"),
        right_name=players.get("right"),
        left_us=reaction.get("left"),
        right_us=reaction.get("right"),
        margin_us=members.get("margin_us"),
        cards=members.get("cards"),
        reason=members.get("reason"),
        practice=side(members.get("practice")),
        notes=_notes(members),
    )


def side(word: Any) -> Side | None:
    """`left`, `right`, or None for anything else."""
    return "left" if word == "left" else "right" if word == "right" else None


def _notes(members: Mapping[str, Any]) -> tuple[str, ...]:
    """What else is to be said of it."""
    notes = []
    attempts = members.get("attempts") or ()
    if attempts:
        notes.append(f"attempt {len(attempts) + 1}")
    if members.get("practice"):
        notes.append("practice")
    if members.get("decided_by") == "lines":
        notes.append("by the lines")
    if members.get("contested"):
        notes.append("contested")
    for name, added in (members.get("handicap_ms") or {}).items():
        if added:
            notes.append(f"{name} +{added} ms")
    if members.get("launch") in {"failed", "unknown"}:
        notes.append(f"launch {members['launch']}")
    if members.get("durable") is False and members.get("state") == "done":
        notes.append("not kept on the disk")
    if members.get("stamp_source") == "keyboard":
        notes.append("by keyboard")
    return tuple(notes)
