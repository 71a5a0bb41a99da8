"""The table: whose turn it is, the scores, and a button for everything that happens."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from showdown_rules.ruleset import MAX_SEATS
from showdown_table import score_words as words
from showdown_table.race_match import Referee
from showdown_table.race_screen import RaceScreen
from showdown_table.score_book import Book
from showdown_table.score_desk import ScoreDesk
from showdown_table.score_entries import (
    Entry,
    Next,
    NextRound,
    Reverse,
    RoundOver,
    Showdown,
    Skip,
    Spoke,
)
from showdown_table.score_game import Game, Phase, ScoreError
from showdown_table.score_race import DeskRaces
from showdown_table.score_screens_count import CountScreen
from showdown_table.score_screens_duel import DuelScreen, Launched
from showdown_table.score_screens_more import HelpScreen, HistoryScreen
from showdown_table.score_screens_player import (
    PlayerScreen,
    SilenceScreen,
    SpokeScreen,
    UnoScreen,
)
from showdown_table.store import MatchFileError
from showdown_table.texts import Texts
from showdown_table.widgets import AppScreen, Link, PlayerRow, Tap, ends

_PLAY = ("next", "skip", "reverse", "showdown", "silence", "uno", "spoke", "over")
_KEYS = {
    "next": "n",
    "skip": "s",
    "reverse": "r",
    "showdown": "d",
    "silence": "t",
    "uno": "u",
    "spoke": "k",
    "over": "o",
    "undo": "z",
    "history": "h",
    "next_round": "n",
    "new_game": "g",
    "help": "?",
}


class TableScreen(AppScreen[None]):
    """The game as it stands. Asks the app for a new game by the message `NewGame`."""

    class NewGame(Message):
        """The same players want another one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(key, f"do_{name}", show=False)
            for name, key in _KEYS.items()
            if name not in ("next", "next_round", "help")
        ),
        Binding("n", "do_onward", show=False),
        Binding("y", "redo", show=False),
        Binding("question_mark,f1", "do_help", show=False),
        Binding("q", "app.quit", show=False),
    ]

    def __init__(self, texts: Texts, desk: ScoreDesk, referee: Referee) -> None:
        super().__init__(texts)
        self.desk = desk
        self.referee = referee
        self._message = ""
        self._wrong = False
        self._racing = False
        self._seen = len(desk.book.entries)
        self._shown: tuple[Book, str, str, bool] | None = None

    # --- what is seen -------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Rows of players above, what to do and what was done, buttons below."""
        game = self.desk.book.game
        yield Horizontal(
            Static(classes="title", id="title", markup=False),
            Link("screen.do_help", f"{self.say('score-help')} [?]  "),
            Link("app.quit", f"{self.say('score-quit')} [q]"),
            classes="line",
        )
        yield Static(classes="line", id="direction")
        yield Vertical(*(PlayerRow(seat) for seat in range(len(game.names))), id="players")
        if len(game.names) < MAX_SEATS:
            yield Static(classes="space")
        yield Static(classes="message", id="message", markup=False)
        yield Static(classes="prompt", id="prompt", markup=False)
        encanto = game.setup.rules.deck == "encanto"
        yield Horizontal(
            self._tap("next", main=True),
            self._tap("skip"),
            self._tap("reverse"),
            self._tap("silence" if encanto else "showdown"),
            classes="row",
            id="cards",
        )
        yield Horizontal(
            self._tap("next_round", main=True),
            self._tap("new_game", main=True),
            self._tap("uno"),
            *((self._tap("spoke"),) if encanto else ()),
            self._tap("over"),
            self._tap("undo"),
            self._tap("history"),
            classes="row",
        )

    def _tap(self, name: str, *, main: bool = False) -> Tap:
        tap = Tap(
            f"screen.do_{'onward' if name in ('next', 'next_round') else name}",
            "",
            key=_KEYS[name],
            classes="main" if main else "",
        )
        tap.id = name.replace("_", "-")
        return tap

    def on_mount(self) -> None:
        """Show it; a showdown that was left running goes on."""
        self._tell_showdown()  # the umpire may have been faster than the screen
        self.query_one("#next-round" if self._resting else "#next", Tap).focus()
        self.call_after_refresh(self.take_up)

    @property
    def _resting(self) -> bool:
        return self.desk.book.game.phase is not Phase.PLAY

    def take_up(self) -> None:
        """Show the pending showdown, if there is one."""
        if self.desk.book.pending is not None and not self._racing:
            self._racing = True
            self.app.push_screen(
                RaceScreen(self.texts, DeskRaces(self.desk, self.texts), self.referee), self._raced
            )

    def show(self) -> None:
        """The book as it is now."""
        book = self.desk.book
        self._seen = len(book.entries)
        showing = (book, self.referee.status.unit, self._message, self._wrong)
        if showing == self._shown:
            return
        self._shown = showing
        game = book.game
        playing = game.phase is Phase.PLAY
        rules = words.rules_line(self.texts, game.setup)
        title = f"{self.say('score-round', round=game.round)} · {rules}"
        self.query_one("#title", Static).update(title, layout=False)
        way = self.say("direction-left" if game.direction > 0 else "direction-right")
        arrow = "↓" if game.direction > 0 else "↑"
        head = f"{arrow} {way}" if playing else ""
        line = ends(head, self._unit(game), self._column(game))
        self.query_one("#direction", Static).update(Content(line), layout=False)
        for row in self.query(PlayerRow):
            row.tell(self._marks(game, row.seat), self._score(game, row.seat))
            row.set_class(playing and row.seat == game.seat, "turn")
            row.set_class(not game.here[row.seat], "gone")
        message = self.query_one("#message", Static)
        message.update(self._message, layout=False)
        message.set_class(self._wrong, "wrong")
        self.query_one("#prompt", Static).update(words.prompt(self.texts, game), layout=False)
        self._buttons(book)
        if isinstance(self.focused, Tap) and not self.focused.display:
            main = (tap for tap in self.query("Tap.main").results(Tap) if tap.display)
            self.set_focus(next(main, None))

    def _unit(self, game: Game) -> str:
        unit = self.referee.status.unit
        if not unit or game.setup.rules.deck == "encanto":
            return ""
        return self.say("score-unit", unit=unit)

    def _column(self, game: Game) -> str:
        if game.setup.rules.scoring == "one_round":
            return ""
        points = f"{self.say('score-points-column'):>8}"
        if game.phase is Phase.PLAY:
            return points
        return f"{self.say('score-this-round'):>14}{points}"

    def _marks(self, game: Game, seat: int) -> str:
        playing = game.phase is Phase.PLAY
        turn = playing and seat == game.seat
        marks = []
        if turn:
            marks.append(self.say("score-mark-turn"))
        if playing and seat == game.following and not turn:
            marks.append(self.say("score-mark-next"))
        if playing and seat == game.dealer:
            marks.append(self.say("score-mark-dealer"))
        if game.uno[seat]:
            marks.append(self.say("score-mark-uno"))
        if game.silenced[seat]:
            marks.append(self.say("score-mark-silent"))
        if not game.here[seat]:
            marks.append(self.say("score-mark-left"))
        if seat in game.winners:
            marks.append(self.say("score-mark-won"))
        lead = "▶" if turn or seat in game.winners else " "
        return f"{lead} {seat + 1:2} {game.names[seat]:18}{' · '.join(marks)}"

    def _score(self, game: Game, seat: int) -> str:
        if game.setup.rules.scoring == "one_round":
            return ""
        gained = ""
        if game.phase is not Phase.PLAY and game.rounds and game.rounds[-1].number == game.round:
            gained = f"{game.rounds[-1].gained[seat]:+d}"
        return f"{gained:>6}{game.scores[seat]:8}"

    def _buttons(self, book: Book) -> None:
        game = book.game
        playing = game.phase is Phase.PLAY
        for name in _PLAY:
            for tap in self.query(f"#{name}").results(Tap):
                tap.display = playing
                tap.show(self.say(f"score-{name}"), self._why(name, game))
        self.query_one("#cards").display = playing
        onward = self.query_one("#next-round", Tap)
        onward.display = game.phase is Phase.ROUND_OVER
        dealer = words.next_dealer(game)
        onward.show(self.say("score-next-round"), self.say("score-next-round-why", dealer=dealer))
        again = self.query_one("#new-game", Tap)
        again.display = game.phase is Phase.MATCH_OVER
        again.show(self.say("score-new-game"), self.say("score-new-game-why"))
        undo = self.query_one("#undo", Tap)
        last = f"score-last-{words.kind(book.entries[-1])}" if book.entries else ""
        undo.show(self.say("score-undo"), self.say(last or "score-undo-why-nothing"))
        undo.disabled = not book.entries
        self.query_one("#history", Tap).show(
            self.say("score-history"), self.say("score-history-why")
        )

    def _why(self, name: str, game: Game) -> str:
        return self.say(f"score-{name}-why", cards=game.setup.rules.talk_penalty)

    def refreshed(self) -> None:
        """The umpire, or another thread, has changed something."""
        if not self._racing:
            self._tell_showdown()
        self.take_up()

    # --- what is done -------------------------------------------------------------------------

    def do(self, entry: Entry | None) -> None:
        """Write an entry and tell it; None: nothing was chosen."""
        if entry is not None:
            before = self.desk.book.game
            if self._try(lambda: self.desk.do(entry)):
                self.tell(words.told(self.texts, before, entry, self.desk.book.game))

    def tell(self, message: str, *, wrong: bool = False) -> None:
        """Say what came of it."""
        self._message, self._wrong = message, wrong
        self.show()

    def _try(self, act: Callable[[], object]) -> bool:
        try:
            act()
        except (ScoreError, MatchFileError) as error:
            self.tell(words.refusal(self.texts, error), wrong=True)
            return False
        return True

    def action_do_onward(self) -> None:
        """The turn is over, or the round was."""
        self.do(NextRound() if self.desk.book.game.phase is Phase.ROUND_OVER else Next())

    def action_do_skip(self) -> None:
        """The next one loses the turn."""
        self.do(Skip())

    def action_do_reverse(self) -> None:
        """The other way round."""
        self.do(Reverse())

    def action_do_undo(self) -> None:
        """Take the last entry back."""
        book = self.desk.book
        if self._try(self.desk.undo):
            what = self.say(f"score-last-{words.kind(book.entries[-1])}")
            self.tell(self.say("score-told-undone", what=what))

    def action_redo(self) -> None:
        """Do again what was taken back."""
        if self._try(self.desk.redo):
            what = self.say(f"score-last-{words.kind(self.desk.book.entries[-1])}")
            self.tell(self.say("score-told-redone", what=what))

    def action_do_showdown(self) -> None:
        """Two race."""
        game = self.desk.book.game
        if self._playing() and game.setup.rules.deck != "encanto":
            self.app.push_screen(DuelScreen(self.texts, game, self.referee), self._duel_chosen)

    def _duel_chosen(self, chosen: Launched | Showdown | None) -> None:
        if isinstance(chosen, Launched):
            if self._try(lambda: self.desk.launch(*chosen)):
                self.take_up()
        else:
            self.do(chosen)

    def _raced(self, _: None) -> None:
        self._racing = False
        self._message = ""
        self._tell_showdown()

    def _tell_showdown(self) -> None:
        """One that the umpire has written since the book was shown."""
        book = self.desk.book
        last = book.entries[-1] if len(book.entries) > self._seen else None
        if isinstance(last, Showdown):
            self.tell(words.told(self.texts, book.game, last, book.game))
        else:
            self.show()

    def action_do_silence(self) -> None:
        """A Wild Don't Talk."""
        game = self.desk.book.game
        if self._playing() and game.setup.rules.deck == "encanto":
            self.app.push_screen(SilenceScreen(self.texts, game), self.do)

    def action_do_uno(self) -> None:
        """Somebody has one card."""
        if self._playing():
            self.app.push_screen(UnoScreen(self.texts, self.desk.book.game), self.do)

    def action_do_spoke(self) -> None:
        """Somebody talked who may not."""
        game = self.desk.book.game
        if self._playing() and game.setup.rules.deck == "encanto":
            silent = [seat for seat, mute in enumerate(game.silenced) if mute]
            if len(silent) == 1:
                self.do(Spoke(silent[0]))
            elif silent:
                self.app.push_screen(SpokeScreen(self.texts, game), self.do)
            else:
                self.tell(self.say("score-spoke-nobody"), wrong=True)

    def action_do_over(self) -> None:
        """Somebody has no card left."""
        if self._playing():
            self.app.push_screen(CountScreen(self.texts, self.desk.book.game), self._counted)

    def _counted(self, over: RoundOver | None) -> None:
        self.do(over)

    def action_do_history(self) -> None:
        """What was."""
        self.app.push_screen(HistoryScreen(self.texts, self.desk.book.game))

    def action_do_help(self) -> None:
        """How it works."""
        self.app.push_screen(HelpScreen(self.texts))

    def action_do_new_game(self) -> None:
        """Once more."""
        if self.desk.book.game.phase is Phase.MATCH_OVER:
            self.post_message(self.NewGame())

    def on_player_row_opened(self, event: PlayerRow.Opened) -> None:
        """What can be done for that player."""
        game = self.desk.book.game
        if game.here[event.seat] and game.phase is not Phase.MATCH_OVER:
            self.app.push_screen(PlayerScreen(self.texts, game, event.seat), self.do)

    def _playing(self) -> bool:
        if self.desk.book.game.phase is Phase.PLAY:
            return True
        self.tell(self.say("score-no-not-now"), wrong=True)
        return False
