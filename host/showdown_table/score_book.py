"""The book: every line that was ever written, and what counts of it. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from showdown_table.score_entries import (
    Do,
    Drop,
    Entry,
    Launch,
    Line,
    Running,
    Setup,
    Showdown,
    Undo,
)
from showdown_table.score_model import Game, ScoreError, apply, begin


@dataclass(frozen=True, slots=True)
class Book:
    """What counts, `entries`, and the game it adds up to; what may be done again, `undone`.

    `running` is a showdown that was given to the unit and has no end here yet. While there is
    one, nothing but its end may be written. `keys` are all that ever were given to the unit.
    """

    setup: Setup
    game: Game
    entries: tuple[Entry, ...] = ()
    undone: tuple[Entry, ...] = ()  # the last one is done again first
    running: Running | None = None
    keys: tuple[str, ...] = ()
    launches: int = 0
    _before: tuple[Game, ...] = ()  # the game before each entry

    @classmethod
    def new(cls, setup: Setup) -> Book:
        """An empty one. ScoreError where the setup cannot be."""
        return cls(setup, begin(setup))

    def write(self, line: Line) -> Book:
        """The book with one more line. ScoreError where it cannot be."""
        if isinstance(line, Do):
            return self._do(line.entry)
        if isinstance(line, Launch):
            return self._launch(line.running)
        if isinstance(line, Drop):
            if self.running is None or self.running.key != line.key:
                raise ScoreError("no-showdown")
            return replace(self, running=None)
        if self.running is not None:
            raise ScoreError("running")
        return self._undo() if isinstance(line, Undo) else self._redo()

    def running_next(self, initiator: int, defender: int, cards: int, left: int) -> Running:
        """A new showdown for the unit, by a key that nobody had before."""
        number, attempt = self.launches + 1, 1
        return Running(
            key=self._key(number, attempt),
            number=number,
            attempt=attempt,
            initiator=initiator,
            defender=defender,
            cards=cards,
            left=left,
        )

    def running_again(self, before: Running, left: int | None = None) -> Running:
        """The same two again under a new key, `left` now at the left paddle."""
        return Running(
            key=self._key(before.number, before.attempt + 1),
            number=before.number,
            attempt=before.attempt + 1,
            initiator=before.initiator,
            defender=before.defender,
            cards=before.cards,
            left=before.left if left is None else left,
        )

    # --- inside -------------------------------------------------------------------------------

    def _key(self, number: int, attempt: int) -> str:
        return f"{self.setup.game}-{number}-{attempt}"

    def _do(self, entry: Entry) -> Book:
        running = self.running
        if running is not None:
            ends = isinstance(entry, Showdown) and entry.key == running.key
            if not ends:
                raise ScoreError("running")
        return replace(
            self,
            game=apply(self.game, entry),
            entries=(*self.entries, entry),
            undone=(),
            running=None,
            _before=(*self._before, self.game),
        )

    def _launch(self, running: Running) -> Book:
        if self.running is not None:
            raise ScoreError("running")
        if running.key in self.keys:
            raise ScoreError("key-used", key=running.key)
        # Refused now rather than when the cards have flown.
        apply(self.game, trial(running))
        return replace(
            self,
            running=running,
            keys=(*self.keys, running.key),
            launches=max(self.launches, running.number),
        )

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


def trial(running: Running) -> Showdown:
    """How it might end."""
    return Showdown(
        initiator=running.initiator,
        defender=running.defender,
        cards=running.cards,
        loser=running.defender,
        by="unit",
        key=running.key,
    )


def replay(setup: Setup, lines: Iterable[Line]) -> Book:
    """The book of a file's lines."""
    book = Book.new(setup)
    for line in lines:
        book = book.write(line)
    return book
