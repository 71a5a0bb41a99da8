"""The end of a round: who has no card left, and what the others still hold."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Input, Static

from showdown_table import score_words as words
from showdown_table.score_entries import NOBODY, Hand, RoundOver
from showdown_table.score_game import Game, ScoreError
from showdown_table.score_model import check_hands
from showdown_table.score_points import values
from showdown_table.texts import Texts
from showdown_table.widgets import Dialog, Key, Tap, button_rows

_PLACES = "1234567890"
_LETTERS = {20: "a", 40: "s", 50: "w"}


class CountScreen(Dialog[RoundOver]):
    """First the winner, then each hand in turn; cards are tapped, or points typed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(digit, f"digit({digit})", show=False) for digit in _PLACES),
        *(Binding(key, f"card({value})", show=False) for value, key in _LETTERS.items()),
        Binding("n", "nobody", show=False),
        Binding("backspace", "remove", show=False),
        Binding("p", "points", show=False),
    ]

    def __init__(self, texts: Texts, game: Game) -> None:
        super().__init__(texts)
        self.game = game
        self.winner: int | None = None
        self.hands: list[Hand] = [Hand() for _ in game.names]
        self.queue: list[int] = []
        self.place = 0
        self.typing = False
        self._problem = ""

    # --- what is seen -------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Both steps; one is shown."""
        say, game = self.say, self.game
        yield Static(classes="title", id="count", markup=False)
        with Vertical(id="who"):
            yield Static("", classes="line")
            yield from button_rows(self._winners(), 3)
        with Vertical(id="cards"):
            yield Static(classes="text", id="held", markup=False)
            yield Input(type="integer", max_length=4, compact=True, classes="name")
            yield Static(classes="space")
            deck = values(game.setup.rules.deck)
            yield Horizontal(
                *(Key(f"screen.card({n})", str(n)) for n in range(10)), classes="row tapping"
            )
            encanto = 40 not in deck
            yield Horizontal(
                *(
                    Key(
                        f"screen.card({value})",
                        str(value),
                        say(f"score-count-{value}-why{'-encanto' * (encanto and value == 50)}"),
                        key=_LETTERS[value],
                    )
                    for value in deck
                    if value >= 20
                ),
                Key(
                    "screen.remove",
                    say("score-count-remove"),
                    say("score-count-remove-why"),
                    key="⌫",
                ),
                classes="row tapping",
            )
            yield Horizontal(
                Tap("screen.done", "", key="Enter", classes="main"),
                Tap("screen.points", "", key="p"),
                Tap("screen.back", say("score-back"), say("score-count-back-why"), key="Esc"),
                classes="row",
            )
        yield Horizontal(self.back_button(), classes="row low", id="away")

    def _winners(self) -> list[Tap]:
        game = self.game
        taps = [
            Tap(f"screen.winner({seat})", game.names[seat], key=_PLACES[seat])
            for seat in game.seats
        ]
        nobody, why = self.say("score-count-nobody"), self.say("score-count-nobody-why")
        return [*taps, Tap("screen.nobody", nobody, why, key="n")]

    def on_mount(self) -> None:
        """First the winner."""
        self.query_one(Input).cursor_blink = False
        self.show()

    def show(self) -> None:
        """The step that is due."""
        choosing = self.winner is None
        self.query_one("#who").display = choosing
        self.query_one("#away").display = choosing
        self.query_one("#cards").display = not choosing
        title = self.query_one("#count", Static)
        if choosing:
            title.update(self.say("score-count-winner"))
            return
        seat, name = self.seat, self.game.names[self.seat]
        where = self.say("score-count-place", place=self.place + 1, all=len(self.queue))
        title.update(f"{self.say('score-count-title', player=name)} ({where})")
        hand = self.hands[seat]
        ask = "score-count-type" if self.typing else "score-count-tap"
        lines = ["", self.say(ask, player=name), ""]
        if not self.typing:
            total = {"cards": len(hand.cards), "points": hand.total}
            if hand.cards:
                told = [words.hand(hand.cards), self.say("score-count-total", **total)]
            else:
                told = [self.say("score-count-none"), ""]
            lines += [f"  {line}" for line in told]
        lines.append(self._problem)
        self.query_one("#held", Static).update("\n".join(lines))
        box = self.query_one(Input)
        box.display = self.typing
        for row in self.query(".tapping"):
            row.display = not self.typing
        last = self.place + 1 == len(self.queue)
        done, points = self._tap("done"), self._tap("points")
        why = (
            self.say("score-count-last-why")
            if last
            else self.say(
                "score-count-next-why", player=self.game.names[self.queue[self.place + 1]]
            )
        )
        done.show(self.say("score-count-next"), why)
        mode = "tap" if self.typing else "type"
        points.show(self.say(f"score-count-{mode}-button"), self.say(f"score-count-{mode}-why"))

    def _tap(self, name: str) -> Tap:
        return next(tap for tap in self.query(Tap) if tap.action == f"screen.{name}")

    @property
    def seat(self) -> int:
        """Whose hand is counted."""
        return self.queue[self.place]

    # --- what is done -------------------------------------------------------------------------

    def action_digit(self, digit: int) -> None:
        """A place at the table, then a number card."""
        if self.winner is None:
            self.action_winner((digit - 1) % 10)
        elif not self.typing:
            self.action_card(digit)

    def action_nobody(self) -> None:
        """Nobody can go on."""
        if self.winner is None:
            self._chosen(NOBODY)

    def action_winner(self, seat: int) -> None:
        """Has no card left."""
        if seat in self.game.seats:
            self._chosen(seat)

    def _chosen(self, winner: int) -> None:
        game = self.game
        self.winner = winner
        # Where nothing is counted, nobody need tap anything.
        if game.setup.rules.scoring == "one_round" or winner == NOBODY:
            self.dismiss(RoundOver(winner, tuple(self.hands)))
            return
        order, seat = [], winner
        for _ in game.seats[1:]:
            seat = game.after(seat, 1)
            order.append(seat)
        self.queue, self.place = order, 0
        self._begin()

    def _begin(self) -> None:
        self.typing = self.hands[self.seat].points is not None
        self.query_one(Input).value = str(self.hands[self.seat].points or "")
        self._problem = ""
        self.show()
        if self.typing:
            self.query_one(Input).focus()
        else:
            self._tap("done").focus()

    def action_card(self, value: int) -> None:
        """One more card in the hand."""
        if self.winner is None or self.typing:
            return
        hand = self.hands[self.seat]
        if self._keep(Hand(cards=(*hand.cards, value))):
            self._problem = ""
        self.show()

    def action_remove(self) -> None:
        """One fewer."""
        if self.winner is not None and not self.typing:
            self.hands[self.seat] = Hand(cards=self.hands[self.seat].cards[:-1])
            self._problem = ""
            self.show()

    def action_points(self) -> None:
        """Type them, or tap cards after all."""
        if self.winner is None:
            return
        self.hands[self.seat] = Hand() if self.typing else Hand(points=0)
        self._begin()

    def _keep(self, hand: Hand) -> bool:
        hands = list(self.hands)
        hands[self.seat] = hand
        try:
            check_hands(self.game, self.winner if self.winner is not None else NOBODY, hands)
        except ScoreError as error:
            self._problem = words.refusal(self.texts, error)
            return False
        self.hands = hands
        return True

    def action_done(self) -> None:
        """One hand is counted; the next one, or the scores."""
        if self.winner is None:
            return
        if self.typing:
            typed = self.query_one(Input).value.strip()
            if not typed.isdecimal() or not self._keep(Hand(points=int(typed))):
                if not typed.isdecimal():
                    self._problem = self.say("score-no-points", most=1440)
                self.show()
                return
        if self.place + 1 < len(self.queue):
            self.place += 1
            self._begin()
        else:
            self.dismiss(RoundOver(self.winner, tuple(self.hands)))

    def on_input_submitted(self) -> None:
        """Enter after the points."""
        self.action_done()

    def action_back(self) -> None:
        """A step back: the hand before, the winner, the table."""
        if self.winner is None:
            self.dismiss(None)
        elif self.place:
            self.place -= 1
            self._begin()
        else:
            self.winner = None
            self.show()
