"""The companion's showdowns, as their screen needs them."""

from __future__ import annotations

from showdown_table import score_words as words
from showdown_table.race_match import Duel
from showdown_table.score_desk import ScoreDesk
from showdown_table.score_entries import NOBODY, Showdown
from showdown_table.texts import Texts


class DeskRaces:
    """A `RaceMatch` over the desk."""

    may_drop = True
    may_toss = False

    def __init__(self, desk: ScoreDesk, texts: Texts) -> None:
        self._desk = desk
        self._texts = texts

    @property
    def match_id(self) -> str:
        """The game's."""
        return self._desk.match_id

    @property
    def names(self) -> tuple[str, ...]:
        """The players by seat."""
        return self._desk.names

    def pending(self) -> Duel | None:
        """The one in the book."""
        waits = self._desk.book.pending
        if waits is None:
            return None
        return Duel(waits.number, waits.initiator, waits.defender, waits.cards)

    def loser(self, number: int) -> int:
        """By the book's last entry."""
        entries = self._desk.book.entries
        last = entries[-1] if entries else None
        if isinstance(last, Showdown) and last.number == number:
            return last.loser
        return NOBODY

    def lost_by_hand(self, seat: int) -> None:
        """The table saw it."""
        self._desk.lost_by_hand(seat)

    def toss(self) -> int:
        """People sit there: nobody tosses."""
        return NOBODY

    def drop(self) -> None:
        """It does not count."""
        self._desk.drop()

    def refusal(self, error: Exception) -> str:
        """By the companion's texts."""
        return words.refusal(self._texts, error)
