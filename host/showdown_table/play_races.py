"""The match's showdowns, as their screen needs them."""

from __future__ import annotations

from random import Random

from showdown_rules.actions import NOBODY, TABLE, Settle
from showdown_rules.events import ShowdownSettled
from showdown_table.play_words import Words
from showdown_table.race_match import Duel
from showdown_table.table import Table


class TableRaces:
    """A `RaceMatch` over the table. A coin may be tossed where a bot is to race."""

    may_drop = False

    def __init__(self, table: Table, words: Words) -> None:
        self._table = table
        self._words = words

    @property
    def match_id(self) -> str:
        """The match's."""
        return self._table.match_id

    @property
    def names(self) -> tuple[str, ...]:
        """The players by seat."""
        return self._table.names

    @property
    def may_toss(self) -> bool:
        """A bot has no hands."""
        showdown = self._table.state.showdown
        if showdown is None:
            return False
        bots = self._table.bots
        return bool(bots[showdown.initiator] or bots[showdown.defender])

    def pending(self) -> Duel | None:
        """The one that the rules wait for."""
        waits = self._table.state.showdown
        if waits is None:
            return None
        return Duel(waits.number, waits.initiator, waits.defender, waits.cards)

    def loser(self, number: int) -> int:
        """By the last events."""
        for event in reversed(self._table.log):
            if isinstance(event, ShowdownSettled) and event.number == number:
                return event.loser
        return NOBODY

    def lost_by_hand(self, seat: int) -> None:
        """The table saw it."""
        state = self._table.state
        if state.showdown is not None:
            self._table.act(Settle(state.turn, TABLE, state.showdown.number, seat, "table"))

    def toss(self) -> int:
        """The match's own chance, so that the coin falls the same however often it is tossed."""
        state = self._table.state
        showdown = state.showdown
        if showdown is None:
            return NOBODY
        coin = Random(f"{state.seed}/coin/{showdown.number}")  # noqa: S311 - a game
        return coin.choice((showdown.initiator, showdown.defender))

    def drop(self) -> None:
        """The rules have no such thing."""

    def refusal(self, error: Exception) -> str:
        """By the match's texts."""
        return self._words.refusal(error)
