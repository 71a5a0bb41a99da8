"""The game as its screens and the umpire see it: one book that any thread may write in."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from showdown_host.result import Result
from showdown_protocol.messages import Side
from showdown_rules.actions import (
    TABLE,
    Action,
    IllegalAction,
    Lines,
    Rematch,
    Settle,
)
from showdown_rules.events import Event
from showdown_rules.state import Phase
from showdown_rules.state import Showdown as Waited
from showdown_table.score_book import Book, end_of
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
    Redo,
    Undo,
)
from showdown_table.score_store import ScoreFile
from showdown_table.showdowns import Listener, Listeners


@dataclass(frozen=True, slots=True)
class _State:
    phase: Phase
    turn: int
    showdown: Waited | None


class ScoreDesk:
    """A `showdowns.HasShowdowns` with a score file behind it.

    Every line is durable before a method returns and before anybody is told. All raise ScoreError
    and MatchFileError; nothing has changed then.
    """

    def __init__(self, file: ScoreFile) -> None:
        self._file = file
        self._lock = threading.RLock()
        self._listeners = Listeners()
        self._watchers: list[Callable[[Book], None]] = []
        self._turn = 1
        self.last_result: Callable[[], Result | None] = lambda: None
        """Gives the unit's record of the showdown that has just ended: for its times."""

    # --- for the screens ----------------------------------------------------------------------

    @property
    def book(self) -> Book:
        """Now."""
        return self._file.book

    @property
    def path(self) -> Path:
        """The score file."""
        return self._file.path

    def do(self, entry: Entry) -> Book:
        """Write an entry."""
        return self._write(Do(entry))

    def undo(self) -> Book:
        """The last entry does not count."""
        return self._write(Undo())

    def redo(self) -> Book:
        """The one undone last counts again."""
        return self._write(Redo())

    def launch(self, initiator: int, defender: int, cards: int) -> Book:
        """Have a showdown played at the unit: the umpire takes it from here."""
        with self._lock:
            return self._write(Launch(self.book.next_showdown(initiator, defender, cards)))

    def drop(self) -> Book:
        """The pending showdown does not count; a unit that has it is told so by the umpire."""
        with self._lock:
            pending = self.book.pending
            return self._write(Drop(pending.number)) if pending is not None else self.book

    def lost_by_hand(self, seat: int) -> None:
        """The pending showdown was played without the unit, and `seat` lost. IllegalAction."""
        with self._lock:
            pending = self.book.pending
            if pending is not None:
                self.act(Settle(self._turn, TABLE, pending.number, seat, "table"))

    def watch(self, watcher: Callable[[Book], None]) -> None:
        """Have every new book told, by the thread that wrote in it: hand it over and return."""
        with self._lock:
            self._watchers.append(watcher)

    def close(self) -> None:
        """Let the file go."""
        with self._lock:
            self._file.close()

    # --- for the umpire -----------------------------------------------------------------------

    @property
    def match_id(self) -> str:
        """The game's name, of letters and digits."""
        return self.book.setup.game

    @property
    def course(self) -> str:
        """The book's."""
        with self._lock:
            return self._file.course

    @property
    def names(self) -> tuple[str, ...]:
        """The players by seat."""
        return self.book.game.names

    @property
    def state(self) -> _State:
        """The pending showdown."""
        with self._lock:
            pending = self.book.pending
            if pending is None:
                return _State(Phase.PLAY, self._turn, None)
            return _State(Phase.SHOWDOWN, self._turn, _waited(pending))

    @property
    def notes(self) -> Sequence[Mapping[str, Any]]:
        """What `note` has kept."""
        return self.book.notes

    def note(self, **members: Any) -> None:
        """Keep something of the umpire's."""
        with self._lock:
            self._file.write(Note(members))

    def act(self, action: Action) -> list[Event]:
        """Take the end of the pending showdown. IllegalAction where it waits for none such."""
        with self._lock:
            pending = self.book.pending
            number = getattr(action, "number", None)
            if pending is None or number != pending.number:
                msg = "no such showdown waits"
                raise IllegalAction("no_showdown", msg)
            if action.turn != self._turn:
                msg = "it was said of an earlier moment"
                raise IllegalAction("stale", msg)
            self._write(self._line(pending, action), action)
            return []

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Have every change told; the result ends that."""
        return self._listeners.add(listener)

    # --- inside -------------------------------------------------------------------------------

    def _write(self, line: Line, action: Action | None = None) -> Book:
        with self._lock:
            book = self._file.write(line)
            self._turn += 1
            told = action if action is not None else Rematch(self._turn, TABLE, 0)
            self._listeners.tell(told, [])
            for watcher in list(self._watchers):
                watcher(book)
            return book

    def _line(self, pending: Pending, action: Action) -> Line:
        if isinstance(action, Settle):
            by: Literal["unit", "lines", "table"] = "unit"
            if action.by in ("lines", "table"):
                by = "lines" if action.by == "lines" else "table"
            return self._end(pending, action.loser, by)
        if isinstance(action, Lines):
            counted = action.initiator + action.defender
            if min(action.initiator, action.defender) < 0 or counted > pending.cards:
                msg = f"{counted} cards over the lines, of {pending.cards}"
                raise IllegalAction("lines", msg)
            if action.initiator != action.defender:
                more = action.initiator > action.defender
                return self._end(pending, pending.initiator if more else pending.defender, "lines")
            if pending.splits >= self.book.setup.rules.max_rematches:
                return self._end(pending, pending.initiator, "rematches")
            return Again(pending.number, SPLIT)
        if isinstance(action, Rematch):
            return Again(pending.number, action.why)
        msg = f"{type(action).__name__} is nothing for this table"
        raise IllegalAction("no_showdown", msg)

    def _end(
        self, pending: Pending, loser: int, by: Literal["unit", "lines", "table", "rematches"]
    ) -> Do:
        result = self.last_result() if by == "unit" else None
        if result is None or not result.key.startswith(f"{self.match_id}-{pending.number}-"):
            return Do(end_of(pending, loser, by=by))
        lost_left = result.loser is Side.LEFT
        initiator = Side.LEFT if (loser == pending.initiator) == lost_left else Side.RIGHT
        defender = Side.RIGHT if initiator is Side.LEFT else Side.LEFT
        times = result.reaction_us
        return Do(
            end_of(
                pending,
                loser,
                by=by,
                outcome=result.outcome.value if result.outcome is not None else "",
                reaction_us=(times.get(initiator), times.get(defender)),
            )
        )


def _waited(pending: Pending) -> Waited:
    return Waited(
        pending.number,
        pending.attempt,
        pending.initiator,
        pending.defender,
        pending.cards,
        "icon",
    )
