"""Before the first card: who plays, which game, how it is won; or an earlier game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Input, Static

from showdown_rules.ruleset import MAX_SEATS, PRESETS, RuleSet, ruleset
from showdown_table import score_words as words
from showdown_table.score_entries import MAX_NAME
from showdown_table.score_screens_more import HelpScreen
from showdown_table.score_store import Saved
from showdown_table.texts import Texts
from showdown_table.widgets import AppScreen, Choice, Tap

SCORINGS = ("standard", "low", "one_round")


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the form begins with."""

    names: tuple[str, ...] = ()
    preset: str = "showdown"
    scoring: str = ""  # the preset's
    target: int = 500

    def rules(self) -> RuleSet:
        """As a rule set. RuleSetError."""
        scoring = self.scoring or PRESETS[self.preset].scoring
        return ruleset(self.preset, scoring=scoring, target=self.target)


class StartScreen(AppScreen[None]):
    """A form that is filled in already but for the names."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "help", show=False),
        Binding("f2", "games", show=False),
        Binding("f5", "resume", show=False),
        Binding("f10", "begin", show=False),
        Binding("escape", "app.quit", show=False),
    ]

    class Begin(Message):
        """Begin a game."""

        def __init__(self, wishes: Wishes, dealer: int) -> None:
            super().__init__()
            self.wishes = wishes
            self.dealer = dealer

    class Resume(Message):
        """Go on with the game that was not finished."""

    class Games(Message):
        """Show the earlier games."""

    def __init__(
        self, texts: Texts, wishes: Wishes, unfinished: Saved | None, problem: str = ""
    ) -> None:
        super().__init__(texts)
        self._problem = problem
        self.wishes = wishes
        self.unfinished = unfinished

    def compose(self) -> ComposeResult:
        """From above as it is filled in."""
        say, wishes = self.say, self.wishes
        yield Static(say("score-title"), classes="title")
        yield Static(say("score-start-who"), classes="text")
        boxes = [
            Horizontal(
                Static(f"{place + 1:2} "),
                Input(
                    wishes.names[place] if place < len(wishes.names) else "",
                    placeholder=say("score-start-name"),
                    max_length=MAX_NAME,
                    compact=True,
                    classes="name",
                ),
                classes="line",
            )
            for place in range(MAX_SEATS)
        ]
        half = MAX_SEATS // 2
        yield Horizontal(Vertical(*boxes[:half]), Vertical(*boxes[half:]), id="names")
        with Horizontal(classes="line gap"):
            yield Static(say("score-start-game"), classes="label")
            games = [say(f"score-game-{preset}") for preset in PRESETS]
            yield Choice(games, list(PRESETS).index(wishes.preset), id="game")
        scoring = wishes.rules().scoring
        with Horizontal(classes="line"):
            yield Static(say("score-start-scoring"), classes="label")
            options = [say(f"score-scoring-{name.replace('_', '-')}") for name in SCORINGS]
            yield Choice(options, SCORINGS.index(scoring), id="scoring")
        with Horizontal(classes="line", id="to"):
            yield Static(say("score-start-target"), classes="label")
            yield Input(str(wishes.target), type="integer", max_length=5, compact=True, id="target")
        yield Static(classes="text", id="why")
        with Horizontal(classes="tall"):
            yield Static(say("score-start-dealer"), classes="label")
            yield Choice([], id="dealer")
        yield Static(classes="space")
        yield Static(classes="text", id="message", markup=False)
        yield Horizontal(
            Tap("screen.begin", say("score-start-begin"), key="F10", classes="main"),
            Tap("screen.resume", say("score-start-resume"), key="F5"),
            Tap("screen.games", say("score-start-games"), key="F2"),
            Tap("screen.help", say("score-help"), key="F1"),
            Tap("app.quit", say("score-quit"), key="Esc"),
            classes="row",
        )

    def on_mount(self) -> None:
        """The cursor is where the first name is missing."""
        for box in self.query(Input):
            box.cursor_blink = False
        resume = next(tap for tap in self.query(Tap) if tap.action == "screen.resume")
        resume.display = self.unfinished is not None
        if self._problem:
            self.tell(self._problem)
        elif self.unfinished is not None:
            game = self.unfinished.book.game
            self.tell(
                self.say(
                    "score-start-unfinished",
                    names=self.texts.join(list(game.names)),
                    round=game.round,
                    scores=words.scores(game),
                )
            )
        self._explain()
        self._offer_dealers()
        empty = [box for box in self.query("Input.name").results(Input) if not box.value]
        if empty:
            empty[0].focus()

    def tell(self, message: str) -> None:
        """Say what stands in the way, or what there is."""
        self.query_one("#message", Static).update(message)

    @property
    def names(self) -> tuple[str, ...]:
        """Those that are written, in order."""
        boxes = self.query("Input.name").results(Input)
        return tuple(name for name in (" ".join(box.value.split()) for box in boxes) if name)

    @on(Input.Changed, "Input.name")
    def _offer_dealers(self) -> None:
        dealer = self.query_one("#dealer", Choice)
        dealer.offer(self.names, min(dealer.chosen, max(len(self.names) - 1, 0)))

    @on(Choice.Changed, "#game")
    def _game_changed(self, event: Choice.Changed) -> None:
        scoring = PRESETS[list(PRESETS)[event.choice.chosen]].scoring
        self.query_one("#scoring", Choice).choose(SCORINGS.index(scoring))

    @on(Choice.Changed, "#scoring")
    @on(Input.Changed, "#target")
    def _explain(self) -> None:
        scoring = SCORINGS[self.query_one("#scoring", Choice).chosen].replace("_", "-")
        target = self.query_one("#target", Input).value or "?"
        self.query_one("#to").display = scoring != "one-round"
        self.query_one("#why", Static).update(
            self.say(f"score-scoring-{scoring}-why", target=target)
        )

    def on_input_submitted(self) -> None:
        """Enter goes on to the next box."""
        self.focus_next()

    def action_begin(self) -> None:
        """Shuffle."""
        typed = self.query_one("#target", Input).value
        if not typed.isdecimal() or not 1 <= int(typed) <= 10_000:
            self.tell(self.say("score-no-target"))
            return
        wishes = Wishes(
            names=self.names,
            preset=list(PRESETS)[self.query_one("#game", Choice).chosen],
            scoring=SCORINGS[self.query_one("#scoring", Choice).chosen],
            target=int(typed),
        )
        self.post_message(self.Begin(wishes, self.query_one("#dealer", Choice).chosen))

    def action_resume(self) -> None:
        """Go on."""
        if self.unfinished is not None:
            self.post_message(self.Resume())

    def action_games(self) -> None:
        """What there is."""
        self.post_message(self.Games())

    def action_help(self) -> None:
        """How it works."""
        self.app.push_screen(HelpScreen(self.texts))
