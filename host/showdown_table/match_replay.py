"""What a match file adds up to. Others may have written in it: whatever is wrong is said."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from showdown_rules import codec, engine
from showdown_rules.actions import Action
from showdown_rules.cards import parse_deck
from showdown_rules.events import Event
from showdown_rules.ruleset import MAX_SEATS, MIN_SEATS
from showdown_rules.state import State
from showdown_table.names import differing
from showdown_table.store import MatchFileError, Stored
from showdown_table.umpire_keys import check_note

if TYPE_CHECKING:
    from pathlib import Path

MAX_NAME = 32

_COURSE = 10  # hexadecimal digits: the ways that one match can be copied and go on are few
_MATCH = re.compile(r"[A-Za-z0-9]{1,20}")


@dataclass
class Replay:
    """A match as far as it went."""

    header: dict[str, Any]
    state: State
    log: list[Event]
    notes: list[dict[str, Any]] = field(default_factory=list)
    actions: int = 0
    _course: bytes = b""

    @classmethod
    def deal(cls, header: Mapping[str, Any]) -> Replay:
        """Its first round. Raises ValueError and, where the header is none, anything."""
        rules = codec.ruleset_from_plain(header["rules"])
        deck = parse_deck(header["deck"], "the match's deck")
        names = check_names(header["names"])
        kept = {**header, "names": list(names)}
        state, events = engine.new_match(rules, deck, len(names), header["seed"])
        return cls(kept, state, list(events), _course=_digest(b"", kept))

    @property
    def course(self) -> str:
        """A short name of the deal and of all actions since."""
        return self._course.hex()[:_COURSE]

    def acted(self, action: Action, state: State, events: Sequence[Event]) -> None:
        """One more."""
        self.state = state
        self.log.extend(events)
        self.actions += 1
        self._course = _digest(self._course, codec.action_to_plain(action))


def replay(stored: Stored, path: Path) -> Replay:
    """All of a file. MatchFileError says what is wrong with it, and where."""
    match = _begin(stored.header, path)
    for number, record in enumerate(stored.records, 2):
        try:
            _take(match, record)
        except Exception as error:
            msg = (
                f"{path}, line {number}: the match plays differently here than it did: {error}. "
                "The file is kept; go on with the version that wrote it"
            )
            raise MatchFileError(msg) from error
    return match


def check_names(names: Sequence[str]) -> tuple[str, ...]:
    """The players as they are kept. ValueError: too few, too many, no names, or the same."""
    if not MIN_SEATS <= len(names) <= MAX_SEATS:
        msg = f"a match has {MIN_SEATS} to {MAX_SEATS} players, not {len(names)}"
        raise ValueError(msg)
    return differing(names, MAX_NAME)


def _begin(header: Mapping[str, Any], path: Path) -> Replay:
    try:
        for member in ("match", "deck", "seed"):
            if type(header[member]) is not str:
                raise ValueError(f"{member} = {header[member]!r}")
        if not _MATCH.fullmatch(header["match"]):
            raise ValueError(f"match = {header['match']!r}")
        for member in ("names", "bots"):
            words = header[member]
            if type(words) is not list or any(type(one) is not str for one in words):
                raise ValueError(f"{member} = {words!r}")
        if len(header["bots"]) != len(header["names"]):
            raise ValueError("not as many bots as names")
        return Replay.deal(header)
    except Exception as error:
        msg = f"{path}: its first line is not understood: {error!r}"
        raise MatchFileError(msg) from error


def _take(match: Replay, record: Mapping[str, Any]) -> None:
    if "do" in record:
        action = codec.action_from_plain(record["do"])
        match.acted(action, *engine.apply(match.state, action))
    elif "hash" in record:
        if record["hash"] != codec.state_hash(match.state):
            raise ValueError("the cards lie differently")
    elif "note" in record:
        check_note(record["note"], match.state.seats)
        match.notes.append(record["note"])
    else:
        msg = f"unknown {', '.join(record)}"
        raise ValueError(msg)


def _digest(before: bytes, plain: Mapping[str, Any]) -> bytes:
    """The same for the same, also after it was written and read."""
    kept = {key: value for key, value in plain.items() if key not in ("format", "version")}
    text = json.dumps(kept, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(before + text.encode()).digest()
