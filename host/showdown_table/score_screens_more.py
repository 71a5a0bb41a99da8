"""History, earlier games, help."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Static

from showdown_table import score_words as words
from showdown_table.score_game import Game
from showdown_table.score_store import Saved
from showdown_table.texts import Texts
from showdown_table.widgets import Dialog, Page, Tap


class HistoryScreen(Page):
    """Rounds, showdowns, penalties."""

    def __init__(self, texts: Texts, game: Game) -> None:
        super().__init__(texts)
        self.game = game

    def title_text(self) -> str:
        """And the game."""
        rules = words.rules_line(self.texts, self.game.setup)
        return f"{self.say('score-history-title')} · {rules}"

    def page(self) -> str:
        """All of it."""
        return "\n".join(words.history(self.texts, self.game))


class HelpScreen(Page):
    """How it works, on one page."""

    def title_text(self) -> str:
        """Above."""
        return self.say("score-help-title")

    def page(self) -> str:
        """The page."""
        return self.say("score-help-text")


class GamesScreen(Dialog[Saved]):
    """Earlier games; one that is chosen is gone on with, or looked at."""

    def __init__(self, texts: Texts, saved: Sequence[Saved]) -> None:
        super().__init__(texts)
        self.saved = saved

    def compose(self) -> ComposeResult:
        """A button each, the last written first."""
        yield Static(self.say("score-games-title"), classes="title")
        with VerticalScroll():
            if not self.saved:
                yield Static(self.say("score-games-none"), classes="text")
            for place, one in enumerate(self.saved):
                line = words.game_line(self.texts, one.book.game)
                yield Tap(f"screen.choose({place})", *line.split("  ", 1), classes="wide")
        yield Horizontal(self.back_button(), classes="row low")

    def action_choose(self, place: int) -> None:
        """That one."""
        self.dismiss(self.saved[place])
