"""Score files: the book of one game with real cards, each line durable before it counts."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec

from showdown_rules.ruleset import RuleSet, RuleSetError
from showdown_table.score_book import Book, replay
from showdown_table.score_entries import Line, Setup
from showdown_table.score_model import Phase, ScoreError
from showdown_table.store import MatchFile, MatchFileError, Stored, read
from showdown_table.store import default_folder as matches_folder

FORMAT = "showdown-score"
SUFFIX = ".score"

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"  # no i, l, o, u: they are read aloud
_BROKEN = (ScoreError, RuleSetError, msgspec.ValidationError)


def default_folder() -> Path:
    """Where this user's score files stand, beside the matches."""
    return matches_folder().with_name("scores")


class ScoreFile:
    """An open score file, locked for this process, and the book in it."""

    def __init__(self, file: MatchFile, book: Book) -> None:
        self._file = file
        self.book = book

    @classmethod
    def create(
        cls,
        folder: Path,
        names: Sequence[str],
        rules: RuleSet,
        *,
        dealer: int = 0,
        began: str,
        game: str = "",
    ) -> Self:
        """Begin a game. `began`: ISO date and time, for people. ScoreError, MatchFileError."""
        setup = setup_of(names, rules, dealer=dealer, began=began, game=game)
        book = Book.new(setup)
        path = folder / f"{setup.game}{SUFFIX}"
        return cls(MatchFile.create(path, {"setup": _plain(setup)}, kind=FORMAT), book)

    @classmethod
    def open(cls, path: Path) -> Self:
        """Go on with a game. MatchFileError: played elsewhere, or no score file."""
        file, stored = MatchFile.open(path, kind=FORMAT)
        try:
            return cls(file, _book(stored, path))
        except BaseException:
            file.close()
            raise

    @property
    def path(self) -> Path:
        """The file."""
        return self._file.path

    def write(self, line: Line) -> Book:
        """One more line, durable when this returns; the book with it.

        ScoreError: it cannot be. MatchFileError: it could not be kept. Nothing has changed then.
        """
        book = self.book.write(line)
        self._file.append(_plain(line))
        self.book = book
        return book

    def close(self) -> None:
        """Let the file go."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def setup_of(
    names: Sequence[str], rules: RuleSet, *, began: str, dealer: int = 0, game: str = ""
) -> Setup:
    """A new game's; `game`: its name, else a new one."""
    return Setup(
        game=game or "".join(secrets.choice(_ALPHABET) for _ in range(12)),
        began=began,
        names=tuple(names),
        rules=rules,
        dealer=dealer,
    )


@dataclass(frozen=True, slots=True)
class Saved:
    """A game in the folder."""

    path: Path
    book: Book

    @property
    def open(self) -> bool:
        """Whether it can be gone on with."""
        return self.book.game.phase is not Phase.MATCH_OVER


def look(path: Path) -> Saved:
    """A game as it is now, also while somebody plays it. MatchFileError."""
    return Saved(path, _book(read(path, kind=FORMAT), path))


def games(folder: Path) -> Iterator[Saved]:
    """The games of a folder, the last written first. Files that are damaged are left out."""
    found = []
    for path in folder.glob(f"*{SUFFIX}"):
        with suppress(FileNotFoundError):
            found.append((path.stat().st_mtime_ns, path))
    for _, path in sorted(found, reverse=True):
        with suppress(MatchFileError):
            yield look(path)


def _book(stored: Stored, path: Path) -> Book:
    try:
        setup = msgspec.convert(stored.header.get("setup"), Setup)
        lines = [_line(record) for record in stored.records]
        return replay(setup, lines)
    except _BROKEN as error:
        msg = f"{path} does not add up: {error}. The file is kept as it is"
        raise MatchFileError(msg) from error


def _line(record: dict[str, Any]) -> Line:
    line: Line = msgspec.convert(record, Line)
    return line


def _plain(value: Setup | Line) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(value)
    return plain
