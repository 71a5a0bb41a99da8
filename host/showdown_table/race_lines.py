"""Counting the cards over the lines of the unit."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import Static

from showdown_table.race_match import Duel
from showdown_table.texts import Texts
from showdown_table.widgets import Dialog, Key, Tap


class LinesScreen(Dialog[tuple[int, int]]):
    """The cards over each one's line, counted by the table."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("1", "count(0,1)", show=False),
        Binding("2", "count(1,1)", show=False),
        Binding("enter", "done", show=False),
    ]

    def __init__(self, texts: Texts, names: tuple[str, ...], pending: Duel) -> None:
        super().__init__(texts)
        self.names = names
        self.pending = pending
        self.counts = [0, 0]

    def compose(self) -> ComposeResult:
        """A counter each."""
        yield Static(self.say("score-lines-title"), classes="title")
        yield Static(classes="text", id="counts", markup=False)
        yield Static(classes="space")
        names = (self.names[self.pending.initiator], self.names[self.pending.defender])
        yield Horizontal(
            Key("screen.count(0,1)", f"{names[0]} +1", key="1"),
            Key("screen.count(0,-1)", f"{names[0]} -1"),
            Key("screen.count(1,1)", f"{names[1]} +1", key="2"),
            Key("screen.count(1,-1)", f"{names[1]} -1"),
            classes="row",
        )
        yield Horizontal(
            Tap("screen.done", self.say("score-lines-done"), key="Enter", classes="main"),
            self.back_button(),
            classes="row",
        )

    def on_mount(self) -> None:
        """Nothing yet."""
        self.show()

    def show(self) -> None:
        """The counts, and what they mean."""
        first, second = self.pending.initiator, self.pending.defender
        lines = [
            f"{count:3}  {self.say('score-lines-of', player=self.names[seat])}"
            for seat, count in ((first, self.counts[0]), (second, self.counts[1]))
        ]
        if self.counts[0] == self.counts[1]:
            verdict = self.say("score-lines-even")
        else:
            seat = first if self.counts[0] > self.counts[1] else second
            verdict = self.say("score-lines-loser", player=self.names[seat])
        self.query_one("#counts", Static).update("\n".join(["", *lines, "", verdict]))

    def action_count(self, which: int, by: int) -> None:
        """One more, or one fewer."""
        wanted = self.counts[which] + by
        if wanted >= 0 and sum(self.counts) + by <= self.pending.cards:
            self.counts[which] = wanted
            self.show()

    def action_done(self) -> None:
        """They are counted."""
        if sum(self.counts) > 0:
            self.dismiss((self.counts[0], self.counts[1]))
