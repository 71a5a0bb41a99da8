"""The umpire's thread: it decides everything, message by message.

What takes time at the unit runs on a thread of its own, one at a time, and ends as a message.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal

from showdown_host.errors import ShowdownError
from showdown_host.result import Result
from showdown_host.unit import Unit
from showdown_protocol.messages import Event, Side
from showdown_rules.actions import NOBODY, TABLE, IllegalAction, Rematch, Settle
from showdown_rules.state import Phase, Showdown
from showdown_table.showdowns import HasShowdowns
from showdown_table.store import MatchFileError
from showdown_table.umpire_job import DroppedError, Job, Wish, play, tidy
from showdown_table.umpire_keys import Claim, Claims
from showdown_table.umpire_link import UnitLink
from showdown_table.umpire_status import Answer, Board, Question, Status, Step
from showdown_table.umpire_thread import Worker
from showdown_table.umpire_verdict import (
    BY_HAND,
    Ask,
    Decided,
    Resume,
    Undecided,
    Unplayed,
    Verdict,
    of_error,
    of_result,
    unattended,
)

logger = logging.getLogger(__name__)

PAUSE_S = 2.0
"""Between two tries to open a unit, and to have it begin what it has refused."""

TRIES = 5
"""So often in a row a showdown is begun that the unit does not play; then the table is asked."""


class UmpireLoop:
    """See `umpire.Umpire`. What has an underscore is the loop's own thread's."""

    def __init__(
        self,
        table: HasShowdowns,
        open_unit: Callable[[], Unit] | None,
        *,
        swapped: bool,
        ask: bool,
        begin: Literal["button", "now"],
        pause_s: float,
    ) -> None:
        self.board = Board()
        self.claims = Claims(table)
        self._table = table
        self._link = UnitLink(open_unit, self._pass_on) if open_unit is not None else None
        self._initiator_right = swapped
        self._ask = ask
        self._begin: Literal["button", "now"] = begin
        self._pause_s = pause_s
        self._worker = Worker(self._look, pause_s, self._failed, self._ended)
        self._unlisten: Callable[[], None] = lambda: None
        self._tidy = False  # nothing that the match is done with is stored, or runs at the unit
        self._job: Job | None = None
        self._asked: Ask | None = None
        self._swapped = swapped  # this showdown
        self._swapping = ""  # the key that was called off to change sides
        self._unplayed = 0  # in a row

    def start(self) -> None:
        """Begin, once."""
        if self._worker.running:
            return
        self._unlisten = self._table.listen(lambda *_: self.tell(self._look))
        self.tell(self._look)
        self._worker.start()

    def close(self) -> None:
        """Stop, within some seconds."""
        self._unlisten()
        self._worker.close()

    def tell(self, message: Callable[[], None]) -> None:
        """Have it done by the umpire's thread. From any thread."""
        self._worker.tell(message)

    # --- messages of people -------------------------------------------------------------------

    def once_more(self) -> None:
        """Play it again."""
        ask, pending = self._asked, self._pending()
        if ask is None or pending is None:
            return
        self._asked, self._unplayed = None, 0
        self._change(step=Step.SEEKING, problem="", key="", state="", result=None, loser=NOBODY)
        claim = self.claims.standing(pending)
        if ask.question in {Question.NO_PRESS, Question.INDETERMINATE}:
            turn = self._table.state.turn
            self._table.act(Rematch(turn, TABLE, pending.number, ask.question.value))
            self._settle(claim)
        elif ask.ended or ask.question is Question.ELSEWHERE:
            self._give_up(claim, ask.question.value)
        else:
            self._forget_unit()  # another host may have it, or there is another one now
        self._look()

    def call_off(self) -> None:
        """Beside the job, which then sees the end; nothing waits for this."""
        if self._job is not None and self._link is not None:
            self._link.call_off(self._job)

    def swap(self) -> None:
        """The two change sides."""
        self._swapped = not self._swapped
        if self._job is not None and self._job.claim is not None:
            self._swapping = self._job.claim.key
            self.call_off()
        else:
            pending = self.board.status.showdown
            left, right = self._sides(pending) if pending is not None else (NOBODY, NOBODY)
            self._change(left=left, right=right)

    # --- the loop -----------------------------------------------------------------------------

    def _failed(self, error: Exception) -> None:
        """A message was not done to its end."""
        if isinstance(error, IllegalAction):  # people were faster
            logger.info("too late: %s", error)
            self._tidy = False
        elif isinstance(error, MatchFileError):  # nothing is lost: the same key tells it once more
            again = frozenset({Answer.AGAIN})
            self._question(Ask(Question.REFUSED, again, ended=False, problem=str(error)))
        else:
            logger.error("the umpire failed", exc_info=error)
            self._question(Ask(Question.REFUSED, BY_HAND, ended=False, problem=repr(error)))

    def _ended(self) -> None:
        if self._job is not None:
            self._job.stop.set()
        if self._link is not None:
            self._link.close()

    def _pending(self) -> Showdown | None:
        state = self._table.state
        return state.showdown if state.phase == Phase.SHOWDOWN else None

    def _look(self) -> None:
        """Do next what is to be done."""
        pending = self._pending()
        if pending != self.board.status.showdown:
            self._another(pending)
        job = self._job
        if job is not None:
            if job.pending is not None and job.pending != pending:
                job.stop.set()
                self.call_off()
            return
        if self.board.status.step is Step.ENDING:
            self._change(step=Step.SEEKING)
        unit = self._link.unit if self._link is not None else None
        if unit is None:
            self._seek(pending)
        elif not self._tidy:
            standing = self._standing(pending)
            self._run(Job(), lambda _: tidy(unit, self.claims, standing), self._tidied)
        elif pending is not None and self._asked is None:
            self._play(pending, unit)

    def _another(self, pending: Showdown | None) -> None:
        """Another showdown is pending than was, or none."""
        old = self.board.status
        if old.key:
            self._tidy = False  # the one before may still be stored, or run
        self._asked, self._swapping, self._unplayed = None, "", 0
        if pending is None or old.showdown is None or pending.number != old.showdown.number:
            self._swapped = self._initiator_right
        if pending is None:
            fresh = Status(unit=old.unit, linked=old.linked, result=old.result, loser=old.loser)
            self.board.put(fresh)
            return
        left, right = self._sides(pending)
        self.board.put(
            Status(
                step=Step.ENDING if self._job and self._job.claim else Step.SEEKING,
                showdown=pending,
                left=left,
                right=right,
                cards=pending.cards,
                unit=old.unit,
                linked=old.linked,
            )
        )

    def _standing(self, pending: Showdown | None) -> Claim | None:
        return self.claims.standing(pending) if pending is not None else None

    def _sides(self, pending: Showdown) -> tuple[int, int]:
        claim = self.claims.standing(pending)
        if claim is not None:
            return claim.left, claim.right
        sides = (pending.initiator, pending.defender)
        return sides[self._swapped], sides[not self._swapped]

    def _run(
        self, job: Job, work: Callable[[Job], Any], then: Callable[[Job, Any, Any], None]
    ) -> None:
        """Work on a thread of its own; `then` is told the result and the error."""
        self._job = job

        def ended(result: Any, error: Exception | None) -> None:
            self._job = None
            then(job, result, error)
            self._look()

        self._worker.beside(lambda: work(job), ended)

    # --- the unit -----------------------------------------------------------------------------

    def _seek(self, pending: Showdown | None) -> None:
        link = self._link
        if link is not None:
            rest_s = self._pause_s if self.board.status.problem else 0.0
            self._run(Job(), lambda job: link.seek(job, rest_s), self._sought)
        elif pending is not None and self._asked is None:
            hands = {Answer.LOSER, Answer.LINES} if pending.cards else {Answer.LOSER}
            self._question(Ask(Question.NO_UNIT, frozenset(hands), ended=False))

    def _sought(self, _: Job, found: tuple[Unit, str] | None, error: Exception | None) -> None:
        if found is None or self._link is None:
            if self._asked is None:
                self._change(problem=_words(error))
            return
        unit, name = found
        self._link.take(unit)
        self._tidy = False
        self._change(unit=name, linked=True)
        if self._asked is None:
            self._change(problem="")

    def _forget_unit(self) -> None:
        if self._link is not None:
            self._link.let_go()
        self._change(unit="")

    def _pass_on(self, unit: Unit, event: Event) -> None:
        """From the unit's threads."""

        def happened() -> None:
            if self._link is not None and unit is self._link.unit:
                self._happened(event)

        self.tell(happened)

    def _happened(self, event: Event) -> None:
        data, status = event.data, self.board.status
        if event.type in {"link.down", "link.up"}:
            self._change(linked=event.type == "link.up")
            if event.type == "link.down" and self._job is None:
                self._unplugged()
        elif event.type == "showdown.state" and data.get("key") == status.key:
            attempt = data.get("attempt")
            self._change(
                state=str(data.get("state")),
                held=tuple(data.get("held") or ()),
                attempt=attempt if isinstance(attempt, int) else status.attempt,
                before=str(data.get("outcome") or status.before),
            )

    def _unplugged(self) -> None:
        """The next unit may be another, where any will do."""
        elsewhere = self._asked is not None and self._asked.question is Question.ELSEWHERE
        if elsewhere:
            self._asked = None
            self._change(step=Step.SEEKING)
        if elsewhere or self._standing(self._pending()) is None:
            self._forget_unit()
            self._look()

    def _tidied(self, _: Job, __: None, error: Exception | None) -> None:
        self._tidy = error is None
        if error is not None:
            logger.warning("an earlier showdown has not ended yet: %s", error)
            self._change(problem=_words(error))
            self._forget_unit()  # and open it anew, after a pause

    # --- a showdown at the unit ---------------------------------------------------------------

    def _play(self, pending: Showdown, unit: Unit) -> None:
        job = Job(pending)

        def later(act: Callable[[], None]) -> None:
            self.tell(lambda: act() if job is self._job and not job.stop.is_set() else None)

        wish = Wish(
            swapped=lambda: self._swapped,
            begin=self._begin,
            rest_s=self._pause_s if self._unplayed > 1 else 0.0,
            not_ready=lambda why: later(lambda: self._change(step=Step.NOT_READY, problem=why)),
            begun=lambda claim: later(lambda: self._begun(claim)),
            progress=lambda result: later(lambda: self._progress(result)),
        )
        names = self._table.names
        self._run(job, lambda job: play(job, unit, self.claims, names, wish), self._played)

    def _begun(self, claim: Claim) -> None:
        old = self.board.status
        self.board.put(
            Status(
                step=Step.PLAYING,
                showdown=old.showdown,
                key=claim.key,
                left=claim.left,
                right=claim.right,
                cards=claim.cards,
                begin=claim.begin,
                unit=old.unit,
                linked=old.linked,
            )
        )

    def _progress(self, result: Result) -> None:
        loser = self._seat(result.loser) if result.loser and result.decided else NOBODY
        self._change(state=result.state.value, held=(), result=result, loser=loser)

    def _seat(self, side: Side) -> int:
        status = self.board.status
        return status.left if side is Side.LEFT else status.right

    def _played(self, job: Job, result: Result | None, error: Exception | None) -> None:
        pending, claim = self._pending(), job.claim
        if pending is None or job.pending != pending or isinstance(error, DroppedError):
            self._tidy = False
            return
        cards = claim.cards if claim is not None else 0
        if result is not None:
            self._progress(result)
            verdict = of_result(result, cards)
        else:
            verdict = of_error(error or RuntimeError("nothing came of it"), cards)
        if isinstance(verdict, Ask):
            swapping = claim is not None and claim.key == self._swapping
            if swapping and verdict.question is Question.CANCELLED:
                self._unplayed -= 1
                verdict = Unplayed("swapped")
            elif not self._ask:
                verdict = unattended(verdict, result)
        self._follow(pending, claim, verdict)

    def _follow(self, pending: Showdown, claim: Claim | None, verdict: Verdict) -> None:
        """Keep what follows in the match; then let the key go."""
        turn, number = self._table.state.turn, pending.number
        match verdict:
            case Decided(loser, by):
                self._table.act(Settle(turn, TABLE, number, self._seat(loser), by))
                self._settle(claim)
            case Undecided(why):
                self._table.act(Rematch(turn, TABLE, number, why))
                self._settle(claim)
            case Unplayed(why) if self._unplayed < TRIES:
                self._unplayed += 1
                self._give_up(claim, why)
                left, right = self._sides(pending)
                self._change(step=Step.SEEKING, problem=why, state="", left=left, right=right)
            case Unplayed(why):
                self._question(Ask(Question.REFUSED, BY_HAND, ended=True, problem=why))
            case Resume(why):
                self._change(step=Step.SEEKING, problem=why)
                self._forget_unit()  # its thread may have failed: open it anew, after a pause
            case Ask():
                self._question(verdict)

    def _give_up(self, claim: Claim | None, why: str) -> None:
        """Nothing flies under this key any more."""
        if claim is not None:
            self.claims.give_up(claim.key, why)
            self._settle(claim)

    def _settle(self, claim: Claim | None) -> None:
        """The match has it: the key need not be stored any more."""
        if claim is None or self._link is None or not self._link.settle(claim.key):
            return
        if self.board.status.key == claim.key:
            self._change(key="")

    def _question(self, ask: Ask) -> None:
        if self._pending() is None:  # a fault while nothing is to be asked about
            self._change(problem=ask.problem)
            return
        self._asked = ask
        self._change(
            step=Step.ASKING, question=ask.question, answers=ask.answers, problem=ask.problem
        )

    def _change(self, **changes: Any) -> None:
        self.board.put(replace(self.board.status, **changes))


def _words(error: Exception | None) -> str:
    return str(error) if isinstance(error, ShowdownError) else repr(error)
