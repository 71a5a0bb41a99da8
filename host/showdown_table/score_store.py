"""Score files: the book of one game with real cards, each line durable before it counts.

Each line carries a sum of itself and of all before it: one that was changed, lost or copied in is
noticed.
"""

from __future__ import annotations

import hashlib
import json
import logging
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import msgspec

from showdown_rules.ruleset import RuleSet
from showdown_table import score_points
from showdown_table.score_book import Book, replay
from showdown_table.score_entries import Line, Note, Setup
from showdown_table.score_game import Phase
from showdown_table.store import Closed, MatchFile, MatchFileError, Stored, read
from showdown_table.store import default_folder as matches_folder
from showdown_table.umpire_keys import check_note

logger = logging.getLogger(__name__)

FORMAT = "showdown-score"
SUFFIX = ".score"

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"  # no i, l, o, u: they are read aloud
_SUM = "sum"
_SUM_DIGITS = 10


def default_folder() -> Path:
    """Where this user's score files stand, beside the matches."""
    return matches_folder().with_name("scores")


class ScoreFile(Closed):
    """An open score file, locked for this process, and the book in it."""

    def __init__(self, file: MatchFile, book: Book, sum_: str) -> None:
        self._file = file
        self.book = book
        self._sum = sum_

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
        sum_ = _sum("", {"setup": _plain(setup)})
        file = MatchFile.create(path, {"setup": _plain(setup), _SUM: sum_}, kind=FORMAT)
        return cls(file, book, sum_)

    @classmethod
    def open(cls, path: Path) -> Self:
        """Go on with a game. MatchFileError: played elsewhere, or no score file."""
        file, stored = MatchFile.open(path, kind=FORMAT)
        try:
            return cls(file, *_book(stored, path))
        except BaseException:
            file.close()
            raise

    @property
    def path(self) -> Path:
        """The file."""
        return self._file.path

    @property
    def course(self) -> str:
        """A short name of all that was written: letters and digits."""
        return self._sum

    def write(self, line: Line) -> Book:
        """One more line, durable when this returns; the book with it.

        ScoreError: it cannot be. MatchFileError: it could not be kept. Nothing has changed then.
        """
        book = self.book.write(line)
        plain = _plain(line)
        sum_ = _sum(self._sum, plain)
        self._file.append({**plain, _SUM: sum_})
        self.book, self._sum = book, sum_
        return book

    def close(self) -> None:
        """Let the file go."""
        self._file.close()


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
    return Saved(path, _book(read(path, kind=FORMAT), path)[0])


def _warn(error: MatchFileError) -> None:
    logger.warning("%s", error)


def games(folder: Path, damaged: Callable[[MatchFileError], None] = _warn) -> Iterator[Saved]:
    """The games of a folder, the last written first. Files that cannot be read are `damaged`."""
    found = []
    for path in folder.glob(f"*{SUFFIX}"):
        with suppress(FileNotFoundError):
            found.append((path.stat().st_mtime_ns, path))
    for _, path in sorted(found, reverse=True):
        try:
            saved = look(path)
        except MatchFileError as error:
            damaged(error)
            continue
        yield saved


def _book(stored: Stored, path: Path) -> tuple[Book, str]:
    """The book and the last line's sum."""
    header = {name: stored.header.get(name) for name in ("setup", _SUM)}
    sum_, number, lines = "", 0, []
    try:
        for number, record in enumerate((header, *stored.records), 1):
            told = record.pop(_SUM, None)
            sum_ = _sum(sum_, record)
            if told != sum_:
                raise ValueError("its sum is another")
            if number > 1:
                lines.append(_line(record))
        setup = msgspec.convert(header["setup"], Setup)
        score_points.values(setup.rules.deck)  # there is such a deck
        for line in lines:
            if isinstance(line, Note):
                check_note(line.data, len(setup.names))
        return replay(setup, lines), sum_
    except Exception as error:  # it was written by others: whatever it is, the file is at fault
        msg = f"{path} does not add up ({number} lines read): {error}. The file is kept as it is"
        raise MatchFileError(msg) from error


def _sum(before: str, plain: Mapping[str, Any]) -> str:
    """Of a line and, through `before`, of all lines before it."""
    text = json.dumps(plain, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(f"{before} {text}".encode()).hexdigest()[:_SUM_DIGITS]


def _line(record: dict[str, Any]) -> Line:
    line: Line = msgspec.convert(record, Line)
    return line


def _plain(value: Setup | Line) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(value)
    return plain
