"""A match as an app: people at one keyboard, bots, and the umpire behind it."""

from __future__ import annotations

import logging
import threading
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.timer import Timer

from showdown_rules.actions import NOBODY, TABLE, Action, IllegalAction, NextRound
from showdown_rules.events import Challenged, Event
from showdown_rules.state import MATCH_OVER, ROUND_OVER, SHOWDOWN, State
from showdown_rules.views import project
from showdown_table.bot_seats import BotSeats
from showdown_table.bots import BotError
from showdown_table.play_asks import AskingScreen
from showdown_table.play_dialogs import QuitScreen, TextPage
from showdown_table.play_races import TableRaces
from showdown_table.play_screen_round import RoundScreen
from showdown_table.play_screen_table import TableScreen
from showdown_table.play_seats import Seats
from showdown_table.play_words import Words
from showdown_table.race_match import Referee
from showdown_table.race_screen import RaceScreen
from showdown_table.store import MatchFileError
from showdown_table.table import Table
from showdown_table.texts import Texts
from showdown_table.widgets import STYLE

logger = logging.getLogger(__name__)

PAUSE_S = 1.2
"""Before a bot does something, so that people can follow; Space skips it."""

_STYLE = """
#piles { height: 3; width: 100%; }
#log { height: 1fr; width: 100%; color: $text-muted; padding: 0 2; }
#prompt { text-style: bold; }
#curtain { height: 1fr; max-height: 3; width: 100%; }
#hand { width: 100%; }
#about { height: 2; width: 100%; }
#about.wrong { text-style: bold; color: $text-warning; }
#buttons { height: 4; }
#buttons.low { height: 3; }
.column { width: 1fr; height: auto; }
"""


class PlayApp(App[None]):
    """Runs until it is quit or the match is over; all is in the match file at any time.

    The umpire is started and closed by whoever made it. `again` is the command that goes on with
    the match, told to whoever quits.
    """

    CSS = STYLE + _STYLE
    BINDINGS: ClassVar[list[BindingType]] = [Binding("q", "ask_quit", show=False)]
    ENABLE_COMMAND_PALETTE = False

    class Changed(Message):
        """The match or the umpire: from any thread."""

    class Chose(Message):
        """A bot of somebody's own has chosen, in a thread: after so many actions."""

        def __init__(self, acted: int, chosen: Action | BotError | None) -> None:
            super().__init__()
            self.acted = acted
            self.chosen = chosen

    def __init__(
        self,
        table: Table,
        umpire: Referee,
        texts: Texts,
        *,
        again: str = "",
        pause_s: float = PAUSE_S,
    ) -> None:
        super().__init__()
        self.table = table
        self.umpire = umpire
        self.texts = texts
        self.again = again or f"showdown play --file {table.path}"
        self.pause_s = pause_s
        self.words = Words(texts, table)
        self.seats = Seats(table.bots, table.state)
        self.bots = BotSeats(table.bots)
        self.races = TableRaces(table, self.words)
        self.title = texts.say("play-title")
        self._front = TableScreen(self.words, table, self.seats)
        self._timer: Timer | None = None
        self._thinking = False  # a bot of somebody's own, in its thread
        self._seen = -1  # the actions that the table's screen has shown

    def on_mount(self) -> None:
        """The table; whatever waits there comes in front of it."""
        ends = [
            self.table.listen(lambda *_: self._changed()),
            self.umpire.watch(lambda _: self._changed()),
        ]
        self._ends = ends
        self.push_screen(self._front)

    def on_unmount(self) -> None:
        """Nobody is to be told any more."""
        for end in self._ends:
            end()

    def _changed(self) -> None:
        self.post_message(self.Changed())

    # --- following the match ------------------------------------------------------------------

    def on_play_app_changed(self, event: Changed) -> None:
        """Show it, and bring in front what it waits for."""
        del event
        self.follow()

    def on_table_screen_resumed(self, event: TableScreen.Resumed) -> None:
        """What stood in front is gone."""
        del event
        self.follow()

    def follow(self) -> None:
        """The screen that fits the match; a question that is open stays open."""
        front = self.screen
        if isinstance(front, RaceScreen):
            front.refreshed()
            return
        if front is not self._front:
            return
        state = self.table.state
        self.seats.follow(state)
        if self.table.acted != self._seen:
            fresh = self._seen >= 0
            self._seen = self.table.acted
            self._stop()
            if fresh:
                self._front.forget()
        self._front.unit = self.umpire.status.unit
        self._front.show()
        if state.phase == SHOWDOWN:
            self.push_screen(RaceScreen(self.texts, self.races, self.umpire))
        elif state.phase >= ROUND_OVER:
            self.push_screen(RoundScreen(self.words, self.table, self.seats))
        elif any(self.table.bots) and self._timer is None:  # the umpire's news stops no bot
            self._timer = self.set_timer(self.pause_s, self._bots_act)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
        self._timer = None

    def _bots_act(self) -> None:
        """One thing that a bot says or does; following it brings the next."""
        self._timer = None
        state = self.table.state
        if self.screen is not self._front or self._thinking or state.phase >= SHOWDOWN:
            return
        if not self.bots.own:
            self._chosen(self._choose(state))
            return
        self._thinking = True
        acted = self.table.acted

        def think() -> None:
            self.post_message(self.Chose(acted, self._choose(state)))

        # As a daemon: one that thinks for ever holds up nobody, not even who quits.
        threading.Thread(target=think, name="bot", daemon=True).start()

    def _choose(self, state: State) -> Action | BotError | None:
        try:
            action = self.bots.aside(state)
            if action is None and self.seats.bots_next(state):
                action = self.bots.move(state)
        except BotError as error:
            return error
        return action

    def on_play_app_chose(self, event: Chose) -> None:
        """Do it, if the match still stands as it did; else ask again."""
        self._thinking = False
        if event.acted == self.table.acted and self.screen is self._front:
            self._chosen(event.chosen)
        else:
            self.follow()

    def _chosen(self, chosen: Action | BotError | None) -> None:
        if isinstance(chosen, BotError):
            self._replace(chosen)
        elif chosen is not None:
            self.act(chosen)

    def _replace(self, error: BotError) -> None:
        """A bot of somebody's own may be wrong: then chance plays on for it."""
        logger.warning("%s; chance plays on for it", error)
        self.bots.replace(error.seat)
        name = self.table.names[error.seat]
        self.words.remark(self.say("play-bot-failed", player=name, problem=str(error)))
        self._front.show()
        self._timer = self.set_timer(self.pause_s, self._bots_act)

    def say(self, key: str, **values: object) -> str:
        """A text of the catalogue."""
        return self.texts.say(key, **values)

    # --- what people do -----------------------------------------------------------------------

    def act(self, action: Action) -> list[Event]:
        """Do it, or say why it cannot be."""
        try:
            return self.table.act(action)
        except (IllegalAction, MatchFileError) as error:
            self._front.tell(self.words.refusal(error))
            return []

    def on_asking_screen_wants(self, event: AskingScreen.Wants) -> None:
        """Somebody does something."""
        looks = self.seats.looks
        events = self.act(event.action)
        for one in project(events, looks):
            if isinstance(one, Challenged) and one.hand and looks != NOBODY:
                self._reveal(one, looks)
        if isinstance(self.screen, RoundScreen):
            self.pop_screen()  # and there is another one, or none

    def _reveal(self, challenged: Challenged, looks: int) -> None:
        """The hand behind a Wild Draw Four, to who doubted it alone."""
        title = self.say("play-hand-of", player=self.table.names[challenged.target])
        text = self.words.sentences(looks).event(challenged)
        self.push_screen(TextPage(self.texts, title, text))

    def on_table_screen_looks(self, event: TableScreen.Looks) -> None:
        """The keyboard was passed on."""
        del event
        self.seats.take(self.table.state)
        self._front.show()

    def on_table_screen_skips(self, event: TableScreen.Skips) -> None:
        """No pause."""
        del event
        self._stop()
        self._bots_act()

    def on_round_screen_next(self, event: RoundScreen.Next) -> None:
        """Deal again."""
        del event
        if isinstance(self.screen, RoundScreen) and self.table.state.phase == ROUND_OVER:
            self.act(NextRound(self.table.state.turn, TABLE))
            self.pop_screen()

    def action_ask_quit(self) -> None:
        """Say that nothing is lost; then quit."""
        if isinstance(self.screen, QuitScreen):
            return
        state = self.table.state
        if state.phase == MATCH_OVER:
            self.exit()
            return
        lines = [self.say("play-quit-text"), "", f"  {self.again}"]
        if state.phase == SHOWDOWN:
            at_unit = self.umpire.status.key
            lines += ["", self.say("play-quit-showdown" if at_unit else "play-quit-waiting")]

        def answered(quits: bool | None) -> None:
            if quits:
                self.exit()

        self.push_screen(QuitScreen(self.texts, lines), answered)
