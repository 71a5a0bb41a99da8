"""A showdown at the unit as it is played: sides, what to do, who loses, what the table is asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import Static

from showdown_rules.actions import NOBODY, IllegalAction
from showdown_table import score_words as words
from showdown_table.score_desk import ScoreDesk
from showdown_table.score_entries import Pending, Showdown
from showdown_table.score_model import ScoreError
from showdown_table.score_screens_lines import LinesScreen
from showdown_table.score_umpire import Referee
from showdown_table.score_widgets import ScoreScreen, Tap
from showdown_table.sentences import outcome
from showdown_table.store import MatchFileError
from showdown_table.texts import Texts
from showdown_table.umpire_status import Answer, Question, Status, Step

_BOX = 34
_LAMPS = {"counting": "red", "racing": "green"}
_TELLS = {Question.ABORTED, Question.REFUSED, Question.ELSEWHERE}
_STATES = {"accepted", "armed", "counting", "racing", "launching"}
_WAITING = (Step.SEEKING, Step.NOT_READY, Step.IDLE)
"""Nothing is at work: people may go on without the unit."""


class RaceScreen(ScoreScreen[None]):
    """Follows the umpire until the showdown is decided or does not count."""

    AUTO_FOCUS = ""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("1", "lost(0)", show=False),
        Binding("2", "lost(1)", show=False),
        Binding("a", "again", show=False),
        Binding("l", "lines", show=False),
        Binding("x", "swap", show=False),
        Binding("c", "cancel", show=False),
        Binding("v", "keep", show=False),
        Binding("0", "drop", show=False),
        Binding("enter,escape", "go_on", show=False),
    ]

    def __init__(self, texts: Texts, desk: ScoreDesk, referee: Referee) -> None:
        super().__init__(texts)
        self.desk = desk
        self.referee = referee
        self.pending: Pending | None = desk.book.pending
        self._number = self.pending.number if self.pending is not None else 0
        self._sides = (NOBODY, NOBODY)
        self._loser = NOBODY
        self._problem = ""

    def compose(self) -> ComposeResult:
        """The two at their paddles, what goes on, and buttons as they are wanted."""
        say = self.say
        yield Static(classes="title", id="race")
        yield Static(classes="text", id="sides")
        yield Static(classes="text", id="state")
        yield Static(classes="space")
        yield Horizontal(
            Tap("screen.go_on", say("score-race-go-on"), key="Enter", classes="main"),
            Tap("screen.lost(0)", "", key="1"),
            Tap("screen.lost(1)", "", key="2"),
            Tap("screen.keep", say("score-race-keep"), key="v"),
            Tap("screen.lines", say("score-race-lines"), key="l"),
            classes="row",
        )
        yield Horizontal(
            Tap("screen.again", say("score-race-once-more"), key="a"),
            Tap("screen.swap", say("score-race-swap"), key="x"),
            Tap("screen.cancel", say("score-race-cancel"), key="c"),
            Tap("screen.drop", say("score-race-drop"), say("score-race-drop-why"), key="0"),
            classes="row",
        )

    def on_mount(self) -> None:
        """As it is now."""
        self.refreshed()

    def refreshed(self) -> None:
        """The umpire has told something, or the showdown is over."""
        pending = self.desk.book.pending
        over = pending is None or pending.number != self._number
        if pending is not None and not over:
            self.pending = pending
        if self.pending is None:
            self.dismiss(None)
            return
        status = self.referee.status
        ours = status.showdown is not None and status.showdown.number == self._number
        if ours and status.left != NOBODY:
            self._sides = (status.left, status.right)
            self._loser = status.loser
        if over:
            self._loser = self._decided()
            if self._loser == NOBODY:
                self.dismiss(None)
                return
        self._show(self.pending, status if ours and not over else Status(), over=over)

    def _decided(self) -> int:
        entries = self.desk.book.entries
        last = entries[-1] if entries else None
        if isinstance(last, Showdown) and last.number == self._number:
            return last.loser
        return NOBODY

    # --- what is seen -------------------------------------------------------------------------

    def _show(self, pending: Pending, status: Status, *, over: bool) -> None:
        names = self.desk.names
        self.query_one("#race", Static).update(
            self.say(
                "score-race-title",
                initiator=names[pending.initiator],
                defender=names[pending.defender],
                cards=pending.cards,
            )
        )
        self.query_one("#sides", Static).update(self._boxes(pending))
        lines = self._end(pending) if over else self._lines(status)
        if self._problem:
            lines.append(self._problem)
        self.query_one("#state", Static).update("\n" + "\n".join(line for line in lines if line))
        self._buttons(pending, status, over=over)

    def _boxes(self, pending: Pending) -> str:
        """Who stands where, drawn; who loses is marked."""
        left, right = self._sides
        if left == NOBODY:
            left, right = pending.initiator, pending.defender
        sides = ((left, "left"), (right, "right"))
        inner = _BOX - 2
        rows: list[list[str]] = [[], [], [], [], []]
        for seat, side in sides:
            lost = seat == self._loser
            edge = "═║╔╗╚╝" if lost else "─│╭╮╰╯"
            verdict = self.say("score-race-takes") if lost else ""
            name = self.desk.names[seat]
            rows[0].append(f"{edge[2]}{edge[0] * inner}{edge[3]}")
            for row, text in ((1, self.say(f"score-race-{side}")), (2, name), (3, verdict)):
                rows[row].append(f"{edge[1]}{text[:inner]:^{inner}}{edge[1]}")
            rows[4].append(f"{edge[4]}{edge[0] * inner}{edge[5]}")
        return "\n".join(f" {one}        {other}" for one, other in rows)

    def _lines(self, status: Status) -> list[str]:
        say = self.say
        problem = status.problem
        match status.step:
            case Step.SEEKING:
                return [say("score-race-seeking"), problem]
            case Step.NOT_READY:
                return [say("score-race-not-ready", problem=problem)]
            case Step.ENDING:
                return [say("score-race-ending")]
            case Step.ASKING if status.question is not None:
                word = status.question.value.replace("_", "-")
                shown = problem if status.question in _TELLS else ""
                return [say(f"score-race-{word}"), shown]
            case Step.PLAYING:
                return self._playing(status)
        return [say("score-race-seeking")]

    def _playing(self, status: Status) -> list[str]:
        say, names = self.say, self.desk.names
        lines = []
        if not status.linked:
            lines.append(say("score-race-unlinked"))
        if status.before:
            lines.append(say(f"outcome-{status.before.replace('_', '-')}", reason="other"))
        if status.attempt > 1:
            lines.append(say("score-race-again", attempt=status.attempt))
        if self._loser != NOBODY:
            lines.append(say("score-race-loses", player=names[self._loser]))
        elif status.held:
            lines += [say("unit-held", side=side) for side in status.held]
        elif status.state in _STATES:
            left, right = self._sides
            told = say(f"unit-{status.state}", left=names[left], right=names[right])
            lamp = _LAMPS.get(status.state)
            lines.append(f"({say(f'lamp-{lamp}')})  {told}" if lamp else told)
        return lines

    def _end(self, pending: Pending) -> list[str]:
        """How it ended, by the unit's record where that is its word."""
        result = self.referee.status.result
        ours = f"{self.desk.match_id}-{pending.number}-"
        if result is not None and result.key.startswith(ours) and result.decided:
            return [outcome(self.texts, result)]
        return [self.say("score-race-loses", player=self.desk.names[self._loser])]

    def _buttons(self, pending: Pending, status: Status, *, over: bool) -> None:
        answers = frozenset() if over else status.answers
        names = self.desk.names
        why = self.say("score-duel-lost-why")
        waiting = not over and status.step in _WAITING
        self._there = {
            "go_on": over,
            "lost(0)": waiting or Answer.LOSER in answers,
            "lost(1)": waiting or Answer.LOSER in answers,
            "keep": Answer.KEEP in answers,
            "lines": Answer.LINES in answers,
            "again": Answer.AGAIN in answers,
            "swap": Answer.SWAP in answers,
            "cancel": Answer.CANCEL in answers,
            "drop": waiting or (not over and status.step is Step.ASKING),
        }
        for tap in self.query(Tap):
            name = str(tap.action).removeprefix("screen.")
            tap.display = self._there[name]
            if name.startswith("lost"):
                seat = pending.initiator if name == "lost(0)" else pending.defender
                tap.show(self.say("score-duel-lost", player=names[seat]), why)
        # Enter, pressed by habit, must never say who lost.
        self.set_focus(self.query(Tap).first(Tap) if over else None)

    # --- what is done -------------------------------------------------------------------------

    def _may(self, name: str) -> bool:
        return self._there.get(name, False)

    def action_go_on(self) -> None:
        """Back to the table, once it is over."""
        if self._may("go_on"):
            self.dismiss(None)

    def action_lost(self, which: int) -> None:
        """The table saw it."""
        pending = self.pending
        if pending is not None and self._may(f"lost({which})"):
            seat = (pending.initiator, pending.defender)[which]
            if Answer.LOSER in self.referee.status.answers:
                self._tell(lambda: self.referee.lost(seat))
            else:
                self._tell(lambda: self.desk.lost_by_hand(seat))

    def action_lines(self) -> None:
        """Count the cards over the lines."""
        if self.pending is not None and self._may("lines"):
            self.app.push_screen(
                LinesScreen(self.texts, self.desk.names, self.pending), self._counted
            )

    def _counted(self, lines: tuple[int, int] | None) -> None:
        if lines is not None and self._may("lines"):
            self._tell(lambda: self.referee.lines(*lines))

    def action_again(self) -> None:
        """Once more."""
        if self._may("again"):
            self._tell(self.referee.again)

    def action_keep(self) -> None:
        """The verdict stands."""
        if self._may("keep"):
            self._tell(self.referee.keep)

    def action_swap(self) -> None:
        """They change sides."""
        if self._may("swap"):
            self._tell(self.referee.swap)

    def action_cancel(self) -> None:
        """Call it off."""
        if self._may("cancel"):
            self._tell(self.referee.cancel)

    def action_drop(self) -> None:
        """It does not count."""
        if self._may("drop"):
            self._tell(self.desk.drop)

    def _tell(self, act: Callable[[], object]) -> None:
        try:
            act()
        except (ScoreError, MatchFileError) as error:
            self._problem = words.refusal(self.texts, error)
        except IllegalAction:
            self._problem = ""  # the unit's verdict was there first
        self.refreshed()
