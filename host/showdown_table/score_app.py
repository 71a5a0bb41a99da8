"""The companion as an app: the form, the table, and the umpire behind it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from textual.app import App
from textual.binding import BindingType
from textual.message import Message

from showdown_rules.ruleset import MIN_SEATS, RuleSetError
from showdown_table import score_words as words
from showdown_table.race_match import Referee
from showdown_table.race_screen import RaceScreen
from showdown_table.score_desk import ScoreDesk
from showdown_table.score_game import ScoreError
from showdown_table.score_screens_more import GamesScreen, HistoryScreen
from showdown_table.score_screens_start import StartScreen, Wishes
from showdown_table.score_screens_table import TableScreen
from showdown_table.score_store import Saved, ScoreFile, games
from showdown_table.store import MatchFileError
from showdown_table.texts import Texts
from showdown_table.widgets import STYLE

MAX_LISTED = 30

_STYLE = """
#names { height: 5; width: 100%; }
#names Vertical { width: 1fr; height: 5; }
#names Static { width: 4; }
#who, #what { height: auto; width: 100%; }
#cards { width: 100%; }
#target { width: 8; }
Input.name { width: 18; }
"""


class ScoreApp(App[None]):
    """Runs until it is quit; every game is in `folder`.

    `resume`: go on with that game at once. `wishes` with names begin one at once, else they are
    what the form is filled in with. `make_referee` gives the umpire for a game; `now` the date and
    time, ISO.
    """

    CSS = STYLE + _STYLE
    BINDINGS: ClassVar[list[BindingType]] = []
    ENABLE_COMMAND_PALETTE = False

    class Changed(Message):
        """The umpire or a line in the book: from any thread."""

    def __init__(
        self,
        texts: Texts,
        folder: Path,
        make_referee: Callable[[ScoreDesk], Referee],
        now: Callable[[], str],
        *,
        wishes: Wishes | None = None,
        resume: Path | None = None,
    ) -> None:
        super().__init__()
        self.texts = texts
        self.folder = folder
        self.make_referee = make_referee
        self.now = now
        self.wishes = wishes or Wishes()
        self.resume = resume
        self.desk: ScoreDesk | None = None
        self.referee: Referee | None = None
        self._problem = ""
        self.title = texts.say("score-title")

    # --- games --------------------------------------------------------------------------------

    def on_mount(self) -> None:
        """The table, where one is asked for; else, or where it cannot be, the form."""
        if self.resume is not None:
            self._open(self.resume)
        elif self.wishes.names:
            self._begin(self.wishes, 0)
        if self.desk is None:
            self._form()

    def on_unmount(self) -> None:
        """Let the unit and the file go; everything is kept."""
        self._close()

    def _form(self) -> None:
        unfinished = next((one for one in games(self.folder, self._damaged) if one.open), None)
        form = StartScreen(self.texts, self.wishes, unfinished, self._problem)
        if isinstance(self.screen, TableScreen):
            self.switch_screen(form)
        else:
            self.push_screen(form)

    def _damaged(self, error: MatchFileError) -> None:
        self.notify(str(error), severity="warning", markup=False)

    def _begin(self, wishes: Wishes, dealer: int) -> None:
        def create() -> ScoreFile:
            rules = wishes.rules()
            return ScoreFile.create(
                self.folder, wishes.names, rules, dealer=dealer, began=self.now()
            )

        self._sit_down(create)

    def _open(self, path: Path) -> None:
        self._sit_down(lambda: ScoreFile.open(path))

    def _sit_down(self, make: Callable[[], ScoreFile]) -> None:
        try:
            file = make()
        except (ScoreError, RuleSetError, MatchFileError) as error:
            self._problem = words.refusal(self.texts, error)
            if isinstance(self.screen, StartScreen):
                self.screen.tell(self._problem)
            return
        self._close()
        desk = ScoreDesk(file)
        referee = self.make_referee(desk)
        desk.last_result = lambda: referee.status.result
        desk.watch(lambda _: self._changed())
        referee.watch(lambda _: self._changed())
        self.desk, self.referee = desk, referee
        table = TableScreen(self.texts, desk, referee)
        if isinstance(self.screen, TableScreen | StartScreen):
            self.switch_screen(table)
        else:
            self.push_screen(table)
        referee.start()

    def _close(self) -> None:
        if self.referee is not None:
            self.referee.close()
        if self.desk is not None:
            self.desk.close()
        self.referee = self.desk = None

    # --- what the screens ask for -------------------------------------------------------------

    def on_start_screen_begin(self, event: StartScreen.Begin) -> None:
        """The form is filled in."""
        self._begin(event.wishes, event.dealer)

    def on_start_screen_resume(self, event: StartScreen.Resume) -> None:
        """The game that was not finished."""
        del event
        form = self.screen
        if isinstance(form, StartScreen) and form.unfinished is not None:
            self._open(form.unfinished.path)

    def on_start_screen_games(self, event: StartScreen.Games) -> None:
        """The games that were."""
        del event
        listed = [
            one
            for one, _ in zip(games(self.folder, self._damaged), range(MAX_LISTED), strict=False)
        ]
        self.push_screen(GamesScreen(self.texts, listed), self._chosen)

    def _chosen(self, saved: Saved | None) -> None:
        if saved is None:
            return
        if saved.open:
            self._open(saved.path)
        else:
            self.push_screen(HistoryScreen(self.texts, saved.book.game))

    def on_table_screen_new_game(self, event: TableScreen.NewGame) -> None:
        """The same players, the next one deals."""
        del event
        if self.desk is None:
            return
        game = self.desk.book.game
        names = tuple(game.names[seat] for seat in game.seats)
        rules = game.setup.rules
        dealer = names.index(game.names[game.after(game.dealer, 1)])
        if len(names) < MIN_SEATS:
            self._close()
            self._form()
            return
        self._sit_down(
            lambda: ScoreFile.create(self.folder, names, rules, dealer=dealer, began=self.now())
        )

    def _changed(self) -> None:
        self.post_message(self.Changed())

    def on_score_app_changed(self, event: Changed) -> None:
        """Show it on the screen that is seen."""
        del event
        if isinstance(self.screen, TableScreen | RaceScreen):
            self.screen.refreshed()
