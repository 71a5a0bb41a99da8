"""Who sits at the keyboard: people in turn, with their hands hidden between. Pure but for that."""

from __future__ import annotations

from collections.abc import Sequence

from showdown_rules import engine
from showdown_rules.actions import NOBODY
from showdown_rules.state import SHOWDOWN, State


class Seats:
    """`looks` is the seat whose hand may be seen, NOBODY while none may.

    One person among bots looks all the time. Of several, each looks from `take` to the end of the
    own turn.
    """

    def __init__(self, bots: Sequence[str], state: State) -> None:
        self._bots = tuple(bots)
        self.people: tuple[int, ...] = ()
        self.looks = NOBODY
        self.follow(state)

    def is_bot(self, seat: int) -> bool:
        """Whether a bot plays there."""
        return 0 <= seat < len(self._bots) and bool(self._bots[seat])

    def follow(self, state: State) -> None:
        """The match has gone on; who looks may be another now."""
        seats = range(state.seats)
        self.people = tuple(seat for seat in seats if state.here[seat] and not self._bots[seat])
        if len(self.people) < 2:
            self.looks = self.people[0] if self.people else NOBODY
        elif engine.acting(state) != (self.looks,):
            self.looks = NOBODY

    def waits_for(self, state: State) -> int:
        """The person who has to take the keyboard; NOBODY where somebody has, or nobody has to."""
        acting = engine.acting(state)
        if len(self.people) > 1 and self.looks == NOBODY and acting and acting[0] in self.people:
            return acting[0]
        return NOBODY

    def take(self, state: State) -> None:
        """That person has the keyboard."""
        waits = self.waits_for(state)
        if waits != NOBODY:
            self.looks = waits

    def bots_next(self, state: State) -> bool:
        """Whether a bot is to act."""
        acting = engine.acting(state)
        return state.phase < SHOWDOWN and bool(acting) and self.is_bot(acting[0])
