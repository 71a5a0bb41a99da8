"""Plays the match's showdowns at a unit, and asks the table where nobody else can know."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from showdown_host.unit import Unit
from showdown_rules.actions import TABLE, IllegalAction, Lines, Settle
from showdown_rules.state import Showdown
from showdown_table.showdowns import HasShowdowns
from showdown_table.umpire_loop import PAUSE_S, UmpireLoop
from showdown_table.umpire_status import Answer, Question, Status, Step, Watcher

__all__ = ["Answer", "Question", "Status", "Step", "Umpire", "Watcher"]


class Umpire:
    """Runs on threads of its own, from `start` to `close`; any thread may call any method.

    It acts on the table by itself (Settle, Rematch) as soon as a verdict stands; who wants to know
    listens at the table. The answers below do nothing where `status.answers` has them not; they
    raise IllegalAction where the rules refuse them, MatchFileError where they cannot be kept.

    `open_unit`: opens the unit for control, may raise ShowdownError and is then tried again; None:
    there is no unit, and people say who lost. `swapped`: the initiator sits at the right.
    `ask`: False where nobody is there to answer; then what gave no loser is played again by itself
    and a contested verdict stands. What only people can put right is asked all the same.
    """

    def __init__(
        self,
        table: HasShowdowns,
        open_unit: Callable[[], Unit] | None,
        *,
        swapped: bool = False,
        ask: bool = True,
        begin: Literal["button", "now"] = "button",
        pause_s: float = PAUSE_S,
    ) -> None:
        self._table = table
        self._loop = UmpireLoop(
            table, open_unit, swapped=swapped, ask=ask, begin=begin, pause_s=pause_s
        )

    def start(self) -> None:
        """Begin, once; a showdown that is pending already is taken up."""
        self._loop.start()

    def close(self) -> None:
        """Stop. A showdown at the unit goes on there; the next start takes it up."""
        self._loop.close()

    @property
    def status(self) -> Status:
        """Now."""
        return self._loop.board.status

    def watch(self, watcher: Watcher) -> Callable[[], None]:
        """Have every new status told, in order; the result ends that.

        As listeners at the table: a watcher hands over and returns, and waits for no thread.
        """
        return self._loop.board.watch(watcher)

    def lost(self, seat: int) -> None:
        """The table saw that `seat` lost."""
        pending = self._answering(Answer.LOSER)
        if pending is not None:
            self._loop.claims.forget_lines(pending)
            turn = self._table.state.turn
            self._table.act(Settle(turn, TABLE, pending.number, seat, "table"))

    def lines(self, initiator: int, defender: int) -> None:
        """The cards over each one's line, as counted. The unit is told them afterwards."""
        pending = self._answering(Answer.LINES)
        if pending is None:
            return
        turn = self._table.state.turn
        self._loop.claims.count_lines(pending, initiator, defender)
        try:
            self._table.act(Lines(turn, TABLE, pending.number, initiator, defender))
        except IllegalAction:
            self._loop.claims.forget_lines(pending)  # the unit is not to hear of them either
            raise

    def keep(self) -> None:
        """The unit's verdict stands."""
        pending, loser = self._answering(Answer.KEEP), self.status.loser
        if pending is not None:
            turn = self._table.state.turn
            self._table.act(Settle(turn, TABLE, pending.number, loser, "unit"))

    def again(self) -> None:
        """Play it again."""
        if self._answering(Answer.AGAIN) is not None:
            self._loop.tell(self._loop.once_more)

    def cancel(self) -> None:
        """Call it off at the unit; then the table is asked. Too late: the verdict stands."""
        if self._answering(Answer.CANCEL) is not None:
            self._loop.tell(self._loop.call_off)

    def swap(self) -> None:
        """The two change sides this time; an armed showdown is called off and begun anew."""
        if self._answering(Answer.SWAP) is not None:
            self._loop.tell(self._loop.swap)

    def _answering(self, answer: Answer) -> Showdown | None:
        status = self.status
        return status.showdown if answer in status.answers else None
