"""The book: every line that was ever written, and what counts of it. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from showdown_table.score_entries import (
    SPLIT,
    Again,
    Do,
    Drop,
    Entry,
    Launch,
    Line,
    Note,
    Pending,
    Setup,
    Showdown,
    Undo,
)
from showdown_table.score_game import Game, ScoreError
from showdown_table.score_model import apply, begin


@dataclass(frozen=True, slots=True)
class Book:
    """What counts, `entries`, and the game it adds up to; what may be done again, `undone`.

    `pending` is a showdown that is to be played at the unit. While there is one, nothing but its
    end is written. `launches` counts them, so that no number comes twice, not even after undo.
    """

    setup: Setup
    game: Game
    entries: tuple[Entry, ...] = ()
    undone: tuple[Entry, ...] = ()  # the last one is done again first
    pending: Pending | None = None
    launches: int = 0
    notes: tuple[dict[str, Any], ...] = ()
    _before: tuple[Game, ...] = ()  # the game before each entry

    @classmethod
    def new(cls, setup: Setup) -> Book:
        """An empty one. ScoreError where the setup cannot be."""
        return cls(setup, begin(setup))

    def write(self, line: Line) -> Book:
        """The book with one more line. ScoreError where it cannot be."""
        match line:
            case Do(entry=entry):
                return self._do(entry)
            case Note(data=data):
                return replace(self, notes=(*self.notes, data))
            case Launch(pending=pending):
                return self._launch(pending)
            case Again(number=number, why=why):
                before = self._pending(number)
                again = Pending(
                    number=number,
                    attempt=before.attempt + 1,
                    initiator=before.initiator,
                    defender=before.defender,
                    cards=before.cards,
                    splits=before.splits + (why == SPLIT),
                )
                return replace(self, pending=again)
            case Drop(number=number):
                self._pending(number)
                return replace(self, pending=None)
        if self.pending is not None:
            raise ScoreError("pending")
        return self._undo() if isinstance(line, Undo) else self._redo()

    def next_showdown(self, initiator: int, defender: int, cards: int) -> Pending:
        """A new one, to be written with `Launch`."""
        return Pending(
            number=self.launches + 1,
            attempt=1,
            initiator=initiator,
            defender=defender,
            cards=cards,
        )

    # --- inside -------------------------------------------------------------------------------

    def _pending(self, number: int) -> Pending:
        if self.pending is None or self.pending.number != number:
            raise ScoreError("no-showdown")
        return self.pending

    def _do(self, entry: Entry) -> Book:
        if self.pending is not None:
            ends = isinstance(entry, Showdown) and entry.number == self.pending.number
            if not ends:
                raise ScoreError("pending")
        return replace(
            self,
            game=apply(self.game, entry),
            entries=(*self.entries, entry),
            undone=(),
            pending=None,
            _before=(*self._before, self.game),
        )

    def _launch(self, pending: Pending) -> Book:
        if self.pending is not None:
            raise ScoreError("pending")
        if pending.number <= self.launches:
            raise ScoreError("no-showdown")
        apply(self.game, end_of(pending, pending.defender))  # refused now, not after the race
        return replace(self, pending=pending, launches=pending.number)

    def _undo(self) -> Book:
        if not self.entries:
            raise ScoreError("nothing-to-undo")
        return replace(
            self,
            game=self._before[-1],
            entries=self.entries[:-1],
            undone=(*self.undone, self.entries[-1]),
            _before=self._before[:-1],
        )

    def _redo(self) -> Book:
        if not self.undone:
            raise ScoreError("nothing-to-redo")
        entry = self.undone[-1]
        return replace(self._do(entry), undone=self.undone[:-1])


def end_of(pending: Pending, loser: int, **known: Any) -> Showdown:
    """The entry that ends it; `known` are more of its fields."""
    return Showdown(
        initiator=pending.initiator,
        defender=pending.defender,
        cards=pending.cards,
        loser=loser,
        number=pending.number,
        **known,
    )


def replay(setup: Setup, lines: Iterable[Line]) -> Book:
    """The book of a file's lines."""
    book = Book.new(setup)
    for line in lines:
        book = book.write(line)
    return book
