"""Before a showdown: who against whom, for how many cards, at the unit or by hand."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import Static

from showdown_table.race_match import Referee
from showdown_table.score_entries import Showdown
from showdown_table.score_game import Game
from showdown_table.texts import Texts
from showdown_table.widgets import Choice, Dialog, Tap


class Launched(NamedTuple):
    """It is to be played at the unit."""

    initiator: int
    defender: int
    cards: int


class DuelScreen(Dialog[Launched | Showdown]):
    """All is chosen already as it mostly is: whose turn it is, against the next, one card."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "unit", show=False),
        Binding("1", "lost(0)", show=False),
        Binding("2", "lost(1)", show=False),
    ]

    def __init__(self, texts: Texts, game: Game, referee: Referee) -> None:
        super().__init__(texts)
        self.game = game
        self.referee = referee
        rules = game.setup.rules
        self._numbers = range(rules.wild_showdown_min, rules.wild_showdown_max + 1)
        self._seats = game.seats
        self._others = [seat for seat in game.seats if seat != game.seat]

    def compose(self) -> ComposeResult:
        """From above: the questions, then how it is decided."""
        game = self.game
        say = self.say
        yield Static(say("score-duel-title"), classes="title")
        yield Static(say("score-duel-initiator"), classes="ask")
        names = [game.names[seat] for seat in self._seats]
        yield Choice(names, self._seats.index(game.seat), id="initiator")
        yield Static(say("score-duel-defender"), classes="ask")
        yield Choice([], id="defender")
        yield Static(say("score-duel-cards"), classes="ask")
        yield Choice([str(number) for number in self._numbers], id="number")
        yield Static(classes="space")
        if not self.referee.status.unit:
            yield Static(say("score-unit-none"), classes="text")
        yield Static(say("score-duel-how"), classes="text")
        yield Horizontal(
            Tap(
                "screen.unit",
                say("score-duel-unit"),
                say("score-duel-unit-why"),
                key="u",
                classes="main",
            ),
            Tap("screen.lost(0)", "", key="1"),
            Tap("screen.lost(1)", "", key="2"),
            self.back_button(),
            classes="row",
        )

    def on_mount(self) -> None:
        """The unit is the way it mostly goes."""
        self._offer()
        self.query("Tap").first(Tap).focus()

    @on(Choice.Changed, "#initiator")
    def _offer(self) -> None:
        """The others, the next one first chosen."""
        game, initiator = self.game, self.initiator
        self._others = [seat for seat in game.seats if seat != initiator]
        following = game.after(initiator)
        names = [game.names[seat] for seat in self._others]
        self.query_one("#defender", Choice).offer(names, self._others.index(following))
        self._name_losers()

    @on(Choice.Changed, "#defender")
    def _name_losers(self) -> None:
        why = self.say("score-duel-lost-why")
        losers = list(self.query(Tap))[1:3]
        for tap, seat in zip(losers, (self.initiator, self.defender), strict=True):
            tap.show(self.say("score-duel-lost", player=self.game.names[seat]), why)

    @property
    def initiator(self) -> int:
        """Who played the card."""
        return self._seats[self.query_one("#initiator", Choice).chosen]

    @property
    def defender(self) -> int:
        """Against whom."""
        return self._others[self.query_one("#defender", Choice).chosen]

    @property
    def cards(self) -> int:
        """How many."""
        return self._numbers[self.query_one("#number", Choice).chosen]

    def action_unit(self) -> None:
        """Let the unit decide."""
        self.dismiss(Launched(self.initiator, self.defender, self.cards))

    def action_lost(self, which: int) -> None:
        """The table has seen it."""
        initiator, defender = self.initiator, self.defender
        self.dismiss(
            Showdown(
                initiator=initiator,
                defender=defender,
                cards=self.cards,
                loser=(initiator, defender)[which],
            )
        )
