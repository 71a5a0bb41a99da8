"""A showdown at the unit as it is played: sides, what to do, who loses, what the table is asked."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.timer import Timer
from textual.widgets import Static

from showdown_host.result import Result
from showdown_protocol.messages import Side
from showdown_rules.actions import NOBODY, IllegalAction
from showdown_table.race_lines import LinesScreen
from showdown_table.race_match import Duel, RaceMatch, Referee
from showdown_table.race_picture import Picture
from showdown_table.sentences import outcome
from showdown_table.store import MatchFileError
from showdown_table.texts import Texts
from showdown_table.umpire_status import Answer, Question, Status, Step
from showdown_table.widgets import AppScreen, Tap

_WAITING = (Step.SEEKING, Step.NOT_READY, Step.IDLE)
"""Nothing is at work: people may go on without the unit."""

_SETTLING = ("lost(0)", "lost(1)", "toss", "drop")
"""One key would end it."""

CALM_S = 0.8
"""So long a question stands before a key can settle it: one that is held down does not."""

PATIENCE_S = 2.0
"""So long a unit is looked for, while nothing is wrong, before it can be settled without."""


class RaceScreen(AppScreen[None]):
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
        Binding("t", "toss", show=False),
        Binding("0", "drop", show=False),
        Binding("y", "sure", show=False),
        Binding("enter", "go_on", show=False),
        Binding("escape", "step_back", show=False),
    ]

    def __init__(
        self,
        texts: Texts,
        match: RaceMatch,
        referee: Referee,
        *,
        clock: Callable[[], float] | None = None,
    ) -> None:
        super().__init__(texts)
        self._clock = clock or monotonic
        self._since = self._clock()
        self._moment: tuple[object, ...] = ()  # what is asked, since then
        self._calmed: Timer | None = None
        self._asked = ""  # what would settle it, until somebody is sure
        self.match = match
        self.referee = referee
        self.pending: Duel | None = match.pending()
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
            Tap("screen.sure", "", key="y", classes="main"),
            Tap("screen.step_back", say("score-back"), key="Esc"),
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
            Tap("screen.toss", say("race-toss"), key="t"),
            Tap("screen.drop", say("score-race-drop"), say("score-race-drop-why"), key="0"),
            classes="row",
        )

    def on_mount(self) -> None:
        """As it is now."""
        self.refreshed()

    def on_screen_resume(self) -> None:
        """Seen again: whatever was pressed before was meant for another screen."""
        self._since = self._clock()
        self.refreshed()

    def refreshed(self) -> None:
        """The umpire has told something, or the showdown is over."""
        pending = self.match.pending()
        over = pending is None or pending.number != self._number
        if pending is not None and not over:
            self.pending = pending
        if self.pending is None:
            self.dismiss(None)
            return
        status = self.referee.status
        self._follow(status)
        ours = status.showdown is not None and status.showdown.number == self._number
        if ours and status.left != NOBODY:
            self._sides = (status.left, status.right)
            self._loser = status.loser
        if over:
            self._loser = self.match.loser(self._number)
            if self._loser == NOBODY:
                self.dismiss(None)
                return
        self._show(self.pending, status if ours and not over else Status(), over=over)

    def _follow(self, status: Status) -> None:
        """Another question: nobody has been able to read it yet."""
        moment = (status.step, status.question, status.linked)
        if moment != self._moment:
            self._moment, self._since, self._asked = moment, self._clock(), ""

    def _calm(self, status: Status) -> bool:
        """Whether it stands long enough; else look again when it does."""
        hopeful = status.step in (Step.SEEKING, Step.IDLE) and not status.problem
        left = self._since + (PATIENCE_S if hopeful else CALM_S) - self._clock()
        if self._calmed is not None:
            self._calmed.stop()
        self._calmed = self.set_timer(left, self.refreshed) if left > 0 else None
        return left <= 0

    # --- what is seen -------------------------------------------------------------------------

    def _show(self, pending: Duel, status: Status, *, over: bool) -> None:
        names = self.match.names
        self.query_one("#race", Static).update(
            Content(
                self.say(
                    "score-race-title",
                    initiator=names[pending.initiator],
                    defender=names[pending.defender],
                    cards=pending.cards,
                )
            )
        )
        sides = self._sides if self._sides[0] != NOBODY else (pending.initiator, pending.defender)
        result = self._result(pending)
        drawn = Picture(self.texts, names, sides, self._loser, status, result)
        self.query_one("#sides", Static).update(drawn.drawn())
        if over:
            lines = self._end(result, sides)
        else:
            lines = drawn.told()
        if self._problem:
            lines.append(self._problem)
        self._buttons(status, over=over)
        if self._asked == "toss":
            lines = [self.say("race-sure-toss")]
        elif self._asked:
            lines = [self.say("race-sure", player=names[self._seat(self._asked)])]
        text = "\n" + "\n".join(line for line in lines if line)
        self.query_one("#state", Static).update(Content(text))

    def _result(self, pending: Duel) -> Result | None:
        """The unit's record of this showdown, where it has said something."""
        result = self.referee.status.result
        if result is None or not result.key.startswith(f"{self.match.match_id}-{pending.number}-"):
            return None
        return result if result.outcome is not None else None

    def _end(self, result: Result | None, sides: tuple[int, int]) -> list[str]:
        """How it ended, by the unit's record where that is its word."""
        loser = Side.LEFT if self._loser == sides[0] else Side.RIGHT
        if result is None or not result.decided or result.loser is not loser:
            return [self.say("score-race-loses", player=self.match.names[self._loser])]
        lines = [outcome(self.texts, result)]
        if result.record.margin_us is not None:
            margin = round(result.record.margin_us / 1000, 1)
            lines.append(self.say("outcome-margin", ms=margin))
        return lines

    def _seat(self, lost: str) -> int:
        """Who lost by that button."""
        pending = self.pending
        if pending is None:
            return NOBODY
        return pending.initiator if lost == "lost(0)" else pending.defender

    def _possible(self, status: Status, *, over: bool) -> dict[str, bool]:
        """The buttons; those that settle it by a single key only after a while."""
        answers = frozenset() if over else status.answers
        waiting = not over and status.step in _WAITING
        by_hand = waiting or Answer.LOSER in answers
        asking = not over and status.step is Step.ASKING
        no_unit = not over and status.question is Question.NO_UNIT
        return {
            "go_on": over,
            "lost(0)": by_hand,
            "lost(1)": by_hand,
            "keep": Answer.KEEP in answers,
            "lines": Answer.LINES in answers,
            "again": Answer.AGAIN in answers,
            "swap": Answer.SWAP in answers,
            "cancel": Answer.CANCEL in answers,
            "drop": self.match.may_drop and (waiting or asking),
            "toss": self.match.may_toss and (waiting or no_unit),
        }

    def _buttons(self, status: Status, *, over: bool) -> None:
        there = self._possible(status, over=over)
        calm = over or self._calm(status)
        if not there.get(self._asked):
            self._asked = ""
        hidden = set(_SETTLING) if not calm and status.step in _WAITING else set()
        if self._asked:
            hidden = set(there)
        there |= {"sure": bool(self._asked), "step_back": bool(self._asked)}
        self._there = {
            name: can and name not in hidden and (calm or name not in _SETTLING)
            for name, can in there.items()
        }
        names, why = self.match.names, self.say("score-duel-lost-why")
        for tap in self.query(Tap):
            name = str(tap.action).removeprefix("screen.")
            tap.display = there[name] and name not in hidden
            tap.disabled = not self._there[name]
            what = self._asked if name == "sure" else name
            if what.startswith("lost"):
                tap.show(self.say("score-duel-lost", player=names[self._seat(what)]), why)
            elif what == "toss":
                tap.show(self.say("race-toss"))
        # Enter, pressed by habit, must never say who lost; after a name was chosen it may.
        wanted = "sure" if self._asked else "go_on"
        taps = (one for one in self.query(Tap) if one.action == f"screen.{wanted}")
        self.set_focus(next(taps) if self._asked or over else None)

    # --- what is done -------------------------------------------------------------------------

    def _may(self, name: str) -> bool:
        return self._there.get(name, False)

    def action_go_on(self) -> None:
        """Back to the table, once it is over."""
        if self._may("go_on"):
            self.dismiss(None)

    def action_step_back(self) -> None:
        """It was not meant; or, once it is over, back to the table."""
        if self._asked:
            self._asked = ""
            self.refreshed()
        else:
            self.action_go_on()

    def action_lost(self, which: int) -> None:
        """The table saw it; whether the key was meant is asked."""
        self._ask(f"lost({which})")

    def action_toss(self) -> None:
        """Chance says it; the same is asked."""
        self._ask("toss")

    def _ask(self, what: str) -> None:
        if self._may(what):
            self._asked = what
            self.refreshed()

    def action_sure(self) -> None:
        """It was."""
        if self._may("sure"):
            what, self._asked = self._asked, ""
            self._lost(self.match.toss() if what == "toss" else self._seat(what))

    def _lost(self, seat: int) -> None:
        if Answer.LOSER in self.referee.status.answers:
            self._tell(lambda: self.referee.lost(seat))
        else:
            self._tell(lambda: self.match.lost_by_hand(seat))

    def action_lines(self) -> None:
        """Count the cards over the lines."""
        if self.pending is not None and self._may("lines"):
            self.app.push_screen(
                LinesScreen(self.texts, self.match.names, self.pending), self._counted
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
            self._tell(self.match.drop)

    def _tell(self, act: Callable[[], object]) -> None:
        try:
            act()
        except IllegalAction:
            self._problem = ""  # the unit's verdict was there first
        except (ValueError, MatchFileError) as error:
            self._problem = self.match.refusal(error)
        self.refreshed()
