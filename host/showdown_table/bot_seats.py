"""The bots of one match, each at its seat."""

from __future__ import annotations

from random import Random

from showdown_rules import engine
from showdown_rules.actions import Action
from showdown_rules.state import State
from showdown_rules.views import view
from showdown_table.bots import BOTS, Seated


class BotSeats:
    """Asks the bots in turn. Their chance follows from the match's seed and the moment alone.

    A bot that cannot be made or does not do as bots do is a BotError.
    """

    def __init__(self, kinds: tuple[str, ...]) -> None:
        """`kinds` by seat, "" for people. BotError."""
        self._bots = {seat: Seated(kind, seat) for seat, kind in enumerate(kinds) if kind}
        self._asked: tuple[int, int] = (-1, -1)  # the moment, and how many have been asked in it

    @property
    def own(self) -> bool:
        """Whether any is somebody's own, which may take its time."""
        return any(bot.kind not in BOTS for bot in self._bots.values())

    def replace(self, seat: int) -> None:
        """From now on chance plays there."""
        self._bots[seat] = Seated("random", seat)

    def aside(self, state: State) -> Action | None:
        """What a bot says or jumps in with out of turn, each asked once a moment; None: nothing.

        Ask again after it is done: another may have something to say.
        """
        turn, first = self._asked
        first = first if turn == state.turn else 0
        others = [seat for seat in self._bots if seat not in engine.acting(state)]
        for number, seat in enumerate(others[first:], first):
            self._asked = (state.turn, number + 1)
            action = self._choose(state, seat, "aside")
            if action is not None:
                return action
        return None

    def move(self, state: State) -> Action | None:
        """What a bot whose turn it is does; None: no bot has to act."""
        for seat in engine.acting(state):
            if seat in self._bots:
                return self._choose(state, seat, "move")
        return None

    def _choose(self, state: State, seat: int, what: str) -> Action | None:
        legal = engine.legal_actions(state, seat)
        if not legal:
            return None
        chance = Random(f"{state.seed}/bots/{seat}/{state.turn}/{what}")  # noqa: S311 - a game
        return self._bots[seat].choose(view(state, seat), legal, chance)
