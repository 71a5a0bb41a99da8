"""Questions about a player: UNO, Don't Talk, who spoke, another name, who leaves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Input, Static

from showdown_table.score_entries import (
    MAX_NAME,
    Caught,
    Deal,
    Entry,
    Leave,
    Rename,
    Silence,
    Spoke,
    Turn,
    Uno,
)
from showdown_table.score_game import Game, Phase
from showdown_table.texts import Texts
from showdown_table.widgets import Dialog, Tap, button_rows

_PLACES = "1234567890"


class SeatScreen(Dialog[Entry]):
    """Which player? A button each, with the digit of the place at the table."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(digit, f"choose({place})", show=False) for place, digit in enumerate(_PLACES)
    ]

    def __init__(self, texts: Texts, game: Game) -> None:
        super().__init__(texts)
        self.game = game

    def title_text(self) -> str:
        """The question."""
        raise NotImplementedError

    def seats(self) -> Sequence[int]:
        """Who may be chosen."""
        return self.game.seats

    def entry_for(self, seat: int) -> Entry:
        """What choosing means."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        """The question, then the players."""
        yield Static(self.title_text(), classes="title", markup=False)
        yield Static("", classes="line")
        taps = [
            Tap(f"screen.choose({seat})", self.game.names[seat], key=_PLACES[seat])
            for seat in self.seats()
        ]
        yield from button_rows(taps, 3)
        yield Static(classes="space")
        yield Horizontal(self.back_button(), classes="row low")

    def action_choose(self, seat: int) -> None:
        """That one."""
        if seat in self.seats():
            self.dismiss(self.entry_for(seat))


class SilenceScreen(SeatScreen):
    """Asks who may not talk."""

    def title_text(self) -> str:
        """Names who played the card."""
        return self.say("score-silence-title", player=self.game.names[self.game.seat])

    def seats(self) -> Sequence[int]:
        """Anybody else."""
        return [seat for seat in self.game.seats if seat != self.game.seat]

    def entry_for(self, seat: int) -> Entry:
        """That one may not talk."""
        return Silence(seat)


class SpokeScreen(SeatScreen):
    """Asks who talked."""

    def title_text(self) -> str:
        """And what it costs."""
        return self.say("score-spoke-title", cards=self.game.setup.rules.talk_penalty)

    def seats(self) -> Sequence[int]:
        """Those who may not."""
        return [seat for seat in self.game.seats if self.game.silenced[seat]]

    def entry_for(self, seat: int) -> Entry:
        """That one talked."""
        return Spoke(seat)


class UnoScreen(Dialog[Entry]):
    """Asks who has one card, then whether that one said UNO or was caught."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(digit, f"said({place})", show=False) for place, digit in enumerate(_PLACES)),
        Binding("u", "uno", show=False),
        Binding("c", "caught", show=False),
    ]

    def __init__(self, texts: Texts, game: Game) -> None:
        super().__init__(texts)
        self.game = game
        self.who: int | None = None

    def compose(self) -> ComposeResult:
        """Who; then the two ends of it."""
        game = self.game
        yield Static(self.say("score-uno-title"), classes="title", id="asked", markup=False)
        with Vertical(id="who"):
            yield Static("", classes="line")
            taps = [
                Tap(f"screen.said({seat})", game.names[seat], key=_PLACES[seat])
                for seat in game.seats
            ]
            yield from button_rows(taps, 3)
        with Vertical(id="what"):
            yield Static("", classes="line")
            yield Horizontal(
                Tap("screen.uno", "", key="u", classes="main"),
                Tap("screen.caught", "", key="c"),
                classes="row",
            )
        yield Static(classes="space")
        yield Horizontal(self.back_button(), classes="row low")

    def on_mount(self) -> None:
        """First the player."""
        self.query_one("#what").display = False

    def action_said(self, seat: int) -> None:
        """That player; now what."""
        if self.who is not None or seat not in self.game.seats:
            return
        self.who = seat
        name = self.game.names[seat]
        self.query_one("#asked", Static).update(self.say("score-uno-one", player=name))
        said, caught = self.query("#what Tap").results(Tap)
        said.show(self.say("score-uno-said", player=name), self.say("score-uno-said-why"))
        cards = self.game.setup.rules.uno_penalty
        caught.show(
            self.say("score-uno-caught", player=name), self.say("score-uno-caught-why", cards=cards)
        )
        self.query_one("#who").display = False
        self.query_one("#what").display = True
        said.focus()

    def action_uno(self) -> None:
        """It was said in time."""
        if self.who is not None:
            self.dismiss(Uno(self.who))

    def action_caught(self) -> None:
        """It was not."""
        if self.who is not None:
            self.dismiss(Caught(self.who))


_KEYS = {
    "turn": "t",
    "uno": "u",
    "caught": "c",
    "spoke": "k",
    "deal": "d",
    "rename": "r",
    "leave": "l",
}


class PlayerScreen(Dialog[Entry]):
    """All that can be done for one player."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(key, f"if_there('{what}')", show=False) for what, key in _KEYS.items()
    ]

    def __init__(self, texts: Texts, game: Game, seat: int) -> None:
        super().__init__(texts)
        self.game = game
        self.seat = seat

    def compose(self) -> ComposeResult:
        """A button for each."""
        game, seat, name = self.game, self.seat, self.game.names[self.seat]
        yield Static(name, classes="title", markup=False)
        yield Static("", classes="line")
        keys = dict(_KEYS)
        if game.phase is not Phase.PLAY:
            keys = {what: keys[what] for what in ("rename", "leave")}
        if not game.silenced[seat]:
            keys.pop("spoke", None)
        if game.turn != 1 or game.dealer == seat:
            keys.pop("deal", None)
        taps = [
            Tap(
                f"screen.{what}",
                self.say(f"score-player-{what}"),
                self.say(f"score-player-{what}-why", cards=self._cards(what)),
                key=key,
            )
            for what, key in keys.items()
        ]
        yield from button_rows(taps, 3)
        yield Static("", classes="line")
        yield Input(
            name,
            placeholder=self.say("score-player-new-name"),
            max_length=MAX_NAME,
            compact=True,
            classes="name",
        )
        yield Static(classes="space")
        yield Horizontal(self.back_button(), classes="row low")

    def on_mount(self) -> None:
        """The name is asked for when it is to be changed."""
        box = self.query_one(Input)
        box.display = False
        box.cursor_blink = False

    def _cards(self, what: str) -> int:
        rules = self.game.setup.rules
        return rules.talk_penalty if what == "spoke" else rules.uno_penalty

    def action_if_there(self, name: str) -> None:
        """What the key stands for, where its button is there."""
        if any(tap.action == f"screen.{name}" for tap in self.query(Tap)):
            getattr(self, f"action_{name}")()

    def action_turn(self) -> None:
        """The turn goes there."""
        self.dismiss(Turn(self.seat))

    def action_uno(self) -> None:
        """UNO was said."""
        self.dismiss(Uno(self.seat))

    def action_caught(self) -> None:
        """UNO was not said."""
        self.dismiss(Caught(self.seat))

    def action_spoke(self) -> None:
        """Talked, and may not."""
        self.dismiss(Spoke(self.seat))

    def action_deal(self) -> None:
        """Deals this round."""
        self.dismiss(Deal(self.seat))

    def action_leave(self) -> None:
        """Goes for good."""
        self.dismiss(Leave(self.seat))

    def action_rename(self) -> None:
        """Ask for the name."""
        box = self.query_one(Input)
        box.display = True
        box.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """That is the name."""
        self.dismiss(Rename(self.seat, event.value))
