"""A showdown of the history in short, and how lines come to rows. Pure."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import count

from showdown_host.history_lines import (
    Line,
    Rank,
    contradictions,
    is_before_race,
    rank,
    verdict,
    worth_keeping,
)
from showdown_protocol.messages import Outcome, Record, Side


@dataclass(slots=True)
class Row:
    """One showdown as its newest version has it; times in microseconds, None: not measured."""

    serial: str
    key: str
    seen_ms: int  # when this host first read anything of it
    boot: str = ""
    seq: int = 0  # the first known in its boot
    place: int = 0  # among the lines
    rank: Rank = (False, 0, False, False, False)
    version: int = 0  # tells versions apart, in this process alone
    outcome: Outcome | None = None
    loser: Side | None = None
    left: str = ""
    right: str = ""
    left_us: int | None = None
    right_us: int | None = None
    resolution_us: int | None = None
    practice: Side | None = None
    handicap_left_ms: int = 0
    handicap_right_ms: int = 0
    dead_heats: int = 0
    contested: bool = False
    by_lines: bool = False
    cards: int | None = None
    hold_sha256: str | None = None  # as first seen
    hold_before_race: bool = False  # it was seen before the race

    @property
    def handicapped(self) -> bool:
        """Whether a side's stamps were moved before they were compared."""
        return bool(self.handicap_left_ms or self.handicap_right_ms)

    def name(self, side: Side) -> str:
        """Who sat there, empty where nobody said."""
        return self.left if side is Side.LEFT else self.right

    def reaction_us(self, side: Side) -> int | None:
        """From green to that side's press."""
        return self.left_us if side is Side.LEFT else self.right_us


@dataclass
class Fold:
    """Lines go in, as their files have them; rows come out, in the order of play."""

    rows: dict[tuple[str, str], Row] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)  # of units, as last heard, by serial
    upto: dict[str, str] = field(default_factory=dict)  # by serial, see `Line`
    problems: list[str] = field(default_factory=list)
    _boots: dict[str, list[str]] = field(default_factory=dict)
    _places: count[int] = field(default_factory=count)

    def add(self, line: Line) -> list[str]:
        """Take one line in. What it contradicts is in the result, and in `problems`."""
        if line.name is not None:
            self.names[line.serial] = line.name
        if line.upto is not None:
            self.upto[line.serial] = line.upto
        if line.boots is not None:
            boots = self._boots.get(line.serial, [])
            self._boots[line.serial] = merged(boots, line.boots)
        return [] if line.record is None else self._add(line, line.record)

    def lacks(self, serial: str, record: Record) -> bool:
        """Whether this version is worth a line: it says something lasting that is not here yet."""
        row = self.rows.get((serial, record.key))
        if not worth_keeping(record, published=row is not None and row.hold_sha256 is not None):
            return False
        if row is None:
            return True
        new = rank(record)
        return new > row.rank or (new == row.rank and _version(record) != row.version)

    def doubts(self, serial: str, record: Record) -> list[str]:
        """Where this version contradicts itself, or what the unit said before; empty as a rule."""
        row, stood = self.rows.get((serial, record.key)), None
        if row is not None and row.outcome is not None and rank(record) >= row.rank:
            stood = (row.outcome, row.loser)
        found = contradictions(record, row.hold_sha256 if row is not None else None, stood)
        return [f"unit {serial}, showdown {record.key}: {one}" for one in found]

    def boots(self, serial: str) -> list[str]:
        """The starts of a unit, in their order as far as it is known."""
        return list(self._boots.get(serial, ()))

    def in_order(self) -> list[Row]:
        """Unit by unit, each one's showdowns as they were played."""
        spots = {
            (serial, boot): spot
            for serial, boots in self._boots.items()
            for spot, boot in enumerate(boots)
        }
        return sorted(
            self.rows.values(),
            key=lambda row: (row.serial, spots[row.serial, row.boot], row.seq, row.place),
        )

    def _add(self, line: Line, record: Record) -> list[str]:
        place = (line.serial, record.key)
        row = self.rows.get(place)
        if row is None:
            row = Row(line.serial, record.key, line.seen_ms, place=next(self._places))
            row.boot, row.seq = sys.intern(record.boot or ""), record.seq or 0
            boots = self._boots.setdefault(line.serial, [])
            if row.boot not in boots:
                boots.append(row.boot)
            self.rows[place] = row
        found = self.doubts(line.serial, record)
        self.problems += (one for one in found if one not in self.problems)
        new = rank(record)
        if row.hold_sha256 is None and record.hold_sha256 is not None:
            row.hold_sha256 = record.hold_sha256
            row.hold_before_race = is_before_race(record)
        if new >= row.rank:
            _fill(row, record, new)
        return found


def fold(lines: Iterable[Line]) -> Fold:
    """All of them."""
    state = Fold()
    for line in lines:
        state.add(line)
    return state


def merged(known: list[str], listed: tuple[str, ...]) -> list[str]:
    """The boots in their order: `listed` stand next to each other in the unit's list."""
    members = set(listed)
    before = next((spot for spot, boot in enumerate(known) if boot in members), len(known))
    rest = [boot for boot in known[before:] if boot not in members]
    return [*known[:before], *dict.fromkeys(listed), *rest]


def _fill(row: Row, record: Record, new: Rank) -> None:
    row.rank, row.version = new, _version(record)
    stands = verdict(record)
    row.outcome, row.loser = (None, None) if stands is None else stands
    if record.players is not None:
        row.left, row.right = sys.intern(record.players.left), sys.intern(record.players.right)
    if record.reaction_us is not None:
        row.left_us, row.right_us = record.reaction_us.left, record.reaction_us.right
    if record.handicap_ms is not None:
        row.handicap_left_ms = record.handicap_ms.left or 0
        row.handicap_right_ms = record.handicap_ms.right or 0
    row.resolution_us, row.practice = record.resolution_us, record.practice
    row.contested, row.by_lines = record.contested, record.lines is not None
    row.cards = record.cards
    attempts = [attempt.outcome for attempt in record.attempts]
    row.dead_heats = attempts.count(Outcome.DEAD_HEAT) + (record.outcome is Outcome.UNCLEAR)


def _version(record: Record) -> int:
    return hash(record)
