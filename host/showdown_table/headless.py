"""A whole match by bots, told line by line: for demonstrations, and to try a unit."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random

from showdown_host.cli_common import Exit
from showdown_rules.actions import TABLE, Action, NextRound, Settle
from showdown_rules.events import Event
from showdown_rules.state import Phase, State
from showdown_rules.views import project
from showdown_table.bot_seats import BotSeats
from showdown_table.sentences import Sentences, outcome
from showdown_table.table import Table
from showdown_table.texts import Texts
from showdown_table.umpire import Umpire
from showdown_table.umpire_status import Question, Status, Step

Tell = Callable[[str], None]

_TICK_S = 0.5  # a wait without an end cannot be interrupted on Windows


class Headless:
    """Plays `table` to its end. Without an `umpire` a coin decides the showdowns.

    `tell` takes each line, in the thread that calls `run`; what it raises ends the run.
    """

    def __init__(self, table: Table, umpire: Umpire | None, texts: Texts, tell: Tell) -> None:
        self._table = table
        self._umpire = umpire
        self._texts = texts
        self._print = tell
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()  # from any thread, to ours
        self._sentences = Sentences(texts, table.state.deck, table.names)
        self._bots = BotSeats(table.bots)
        self._changed = threading.Event()
        self._told: tuple[str, str] = ("", "")  # key and words of the last line on a showdown

    def run(self) -> Exit:
        """To the end of the match, or to a question that only people can answer."""
        if self._table.acted:
            self._tell(scores(self._table.names, self._table.state))
        else:
            self._tell_events(self._table.log)
        ends = [self._table.listen(self._happened)]
        if self._umpire is not None:
            ends.append(self._umpire.watch(self._watched))
            self._umpire.start()
        try:
            while self._table.acting():
                self._changed.clear()
                moved = self._step()
                self._tell_all()
                if not moved and self._stuck():
                    self._tell_all()
                    return Exit.INDETERMINATE
        finally:
            for end in ends:
                end()
        self._tell_all()
        return Exit.OK

    def _tell(self, line: str) -> None:
        self._lines.put(line)

    def _tell_all(self) -> None:
        with suppress(queue.Empty):
            while True:
                self._print(self._lines.get_nowait())

    def _step(self) -> bool:
        """Whether something was done; else the unit is waited for a while."""
        state = self._table.state
        if state.phase == Phase.SHOWDOWN and self._umpire is not None:
            self._changed.wait(_TICK_S)
            return False
        action = self._bots.aside(state) or self._bots.move(state) or self._by_table(state)
        self._table.act(action)
        return True

    def _by_table(self, state: State) -> Action:
        showdown = state.showdown
        if showdown is None:
            return NextRound(state.turn, TABLE)
        coin = Random(f"{state.seed}/coin/{showdown.number}")  # noqa: S311 - a game
        loser = coin.choice((showdown.initiator, showdown.defender))
        return Settle(state.turn, TABLE, showdown.number, loser, "table")

    def _stuck(self) -> bool:
        status = self._umpire.status if self._umpire is not None else Status()
        stuck = status.step is Step.ASKING and status.question is not Question.NO_UNIT
        if stuck and status.question is not None:
            self._tell(
                f"{status.key or status.unit or 'unit'}: {status.question.value}: {status.problem}"
            )
        return stuck and self._table.state.phase == Phase.SHOWDOWN

    def _happened(self, _: Action, events: list[Event]) -> None:
        self._tell_events(events)
        if self._table.state.phase in {Phase.ROUND_OVER, Phase.MATCH_OVER} and events:
            self._tell(scores(self._table.names, self._table.state))
        self._changed.set()

    def _tell_events(self, events: Sequence[Event]) -> None:
        for event in project(events, TABLE):
            self._tell(self._sentences.event(event))

    def _watched(self, status: Status) -> None:
        words = status.state or status.problem
        if status.result is not None and status.result.over:
            words = outcome(self._texts, status.result) if status.key else ""
        if status.step is not Step.IDLE and words and (status.key, words) != self._told:
            self._told = (status.key, words)
            self._tell(f"  {status.key or status.unit or 'unit'}: {words}")
        self._changed.set()


def scores(names: Sequence[str], state: State) -> str:
    """One line with everybody's points."""
    return ", ".join(f"{name} {score}" for name, score in zip(names, state.scores, strict=True))
