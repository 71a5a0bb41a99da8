"""The names that a match's showdowns have at the unit, kept in the match file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Annotated, Any, Literal

import msgspec

from showdown_rules.state import Showdown
from showdown_table.showdowns import HasShowdowns

Key = Annotated[str, msgspec.Meta(pattern=r"\A[A-Za-z0-9_-]{8,64}\Z")]
Count = Annotated[int, msgspec.Meta(ge=0)]


@dataclass(frozen=True, slots=True)
class Claim:
    """One showdown asked of one unit. Kept before its key is first sent, and never changed."""

    key: Key
    number: int
    attempt: int
    left: Count  # the seat at the left paddle
    right: Count
    cards: Count
    begin: Literal["button", "now"]
    unit: str  # its serial number


class _Claimed(msgspec.Struct, forbid_unknown_fields=True):
    claim: Claim


_MEMBERS = {one.name for one in fields(Claim)}


class _GivenUp(msgspec.Struct, forbid_unknown_fields=True):
    given_up: Key
    why: str


class _Counted(msgspec.Struct, forbid_unknown_fields=True):
    lines: Key
    left: Count
    right: Count


_NOTES = {"claim": _Claimed, "given_up": _GivenUp, "lines": _Counted}


def check_note(note: object, seats: int) -> None:
    """Refuse, by ValueError, what no `Claims` has kept of a match of so many `seats`."""
    try:
        members = msgspec.convert(note, dict[str, Any])
        kind = next((kind for name, kind in _NOTES.items() if name in members), None)
        if kind is None:
            msg = f"an unknown note, {', '.join(members)}"
            raise ValueError(msg)
        known = msgspec.convert(members, kind)
        if isinstance(known, _Claimed) and members["claim"].keys() != _MEMBERS:
            msg = f"a claim with other members: {', '.join(members['claim'])}"
            raise ValueError(msg)
    except msgspec.ValidationError as error:
        msg = f"a note that cannot be: {error}"
        raise ValueError(msg) from error
    if isinstance(known, _Claimed) and max(known.claim.left, known.claim.right) >= seats:
        msg = f"a note on a seat that is not there: {known.claim}"
        raise ValueError(msg)


class Claims:
    """Those of one match.

    The key is `match-number-attempt-course`, then with `-2` behind it and so on for each before it
    that the unit has not played: refused, called off, or broken off before anything could fly.
    By its course a match that goes on from an older copy of its file, another way, takes no
    verdict that the unit still has of the first way.
    """

    def __init__(self, table: HasShowdowns) -> None:
        self._table = table

    def standing(self, pending: Showdown) -> Claim | None:
        """The one whose end is not known, of this attempt; None: a new one may be made."""
        made = self._made(pending)
        return made[-1] if made and made[-1].key not in self._notes("given_up") else None

    def make(
        self,
        pending: Showdown,
        unit: str,
        capacity: int,
        *,
        swapped: bool,
        begin: Literal["button", "now"],
    ) -> Claim:
        """A new one, durable. Raises as `note`."""
        tries = len(self._made(pending)) + 1
        table = self._table
        key = f"{table.match_id}-{pending.number}-{pending.attempt}-{table.course}"
        sides = (pending.initiator, pending.defender)
        claim = Claim(
            key=f"{key}-{tries}" if tries > 1 else key,
            number=pending.number,
            attempt=pending.attempt,
            left=sides[swapped],
            right=sides[not swapped],
            cards=min(pending.cards, capacity),
            begin=begin,
            unit=unit,
        )
        table.note(claim=asdict(claim))
        return claim

    def give_up(self, key: str, why: str) -> None:
        """Nothing flies under this key any more: the next claim gets another."""
        self._table.note(given_up=key, why=why)

    def count_lines(self, pending: Showdown, initiator: int, defender: int) -> None:
        """The table has counted: the unit's record is to have it too."""
        claim = self.standing(pending)
        if claim is not None:
            left_first = claim.left == pending.initiator
            left, right = (initiator, defender) if left_first else (defender, initiator)
            self._table.note(lines=claim.key, left=left, right=right)

    def forget_lines(self, pending: Showdown) -> None:
        """The table has not counted after all."""
        claim = self.standing(pending)
        if claim is not None and self.lines(claim.key) is not None:
            self._table.note(lines=claim.key, left=0, right=0)

    def lines(self, key: str) -> tuple[int, int] | None:
        """What the table has counted."""
        note = self._notes("lines").get(key)
        return (note["left"], note["right"]) if note and (note["left"] or note["right"]) else None

    def is_ours(self, key: str) -> bool:
        """Whether it is a key of this match."""
        return key.startswith(f"{self._table.match_id}-")

    def _made(self, pending: Showdown) -> list[Claim]:
        claims = [Claim(**note["claim"]) for note in self._table.notes if "claim" in note]
        of = (pending.number, pending.attempt)
        return [claim for claim in claims if (claim.number, claim.attempt) == of]

    def _notes(self, member: str) -> Mapping[str, Mapping[str, Any]]:
        return {note[member]: note for note in self._table.notes if member in note}
