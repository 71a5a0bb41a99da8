"""The table of a match: players, piles, what happened, the hand of whoever looks, and buttons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from showdown_rules.actions import NOBODY, Accept, Challenge, Draw, Pass
from showdown_rules.state import CHALLENGE, DRAWN, PLAY, ROUND_OVER
from showdown_rules.views import View
from showdown_table.play_asks import AskingScreen
from showdown_table.play_hand import Hand, Held
from showdown_table.play_seats import Seats
from showdown_table.play_words import Words, ordered
from showdown_table.table import Table
from showdown_table.widgets import Link, PlayerRow, Tap, ends

_KEYS = {
    "mine": "Enter",
    "draw": "d",
    "keep": "k",
    "accept": "a",
    "challenge": "c",
    "uno": "u",
    "catch": "g",
    "spoke": "s",
    "skip": "Space",
}
_MAIN = ("mine", "draw", "keep", "accept")
_ONE_COLUMN = 5
"""More players than these stand in two columns."""

_LOG_LEAST = 2
_HAND_LEAST = 6
_TALL = 4
"""Lines: of what happened, of the hand, and of a button that says why."""


class Log(Static):
    """As many of the last sentences as fit; the newest stands lowest."""

    def __init__(self) -> None:
        super().__init__(id="log")
        self.lines: Sequence[str] = ()

    def tell(self, lines: Sequence[str]) -> None:
        """These."""
        if self.lines != lines:
            self.lines = lines
            self.refresh()

    def render(self) -> Content:
        """From below."""
        width, room = max(self.size.width, 20), self.size.height
        shown: list[Content] = []
        for text in reversed(self.lines):
            wrapped = Content(text).wrap(width)
            if len(shown) + len(wrapped) > room:
                break
            shown = [*wrapped, *shown]
        blank = [Content("")] * (room - len(shown))
        return Content("\n").join([*blank, *shown])


class TableScreen(AskingScreen):
    """The match as the player sees it who sits at the keyboard."""

    AUTO_FOCUS = ""

    class Looks(Message):
        """The next player has the keyboard."""

    class Skips(Message):
        """The bots are to go on at once."""

    class Resumed(Message):
        """The table is in front again."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(key.lower(), f"do_{name}", show=False)
            for name, key in _KEYS.items()
            if name != "mine"
        ),
        *(Binding(str((place + 1) % 10), f"card({place})", show=False) for place in range(10)),
        Binding("enter", "do_mine", show=False),
        Binding("l", "log", show=False),
        Binding("x", "leave", show=False),
        Binding("question_mark,f1", "help", show=False),
        Binding("q,escape", "app.ask_quit", show=False),
    ]

    def __init__(self, words: Words, table: Table, seats: Seats) -> None:
        super().__init__(words, table, seats)
        self.unit = ""  # its name, while there is one
        self._stands: dict[str, str | Content] = {}
        self._message = ""
        self._may: frozenset[str] = frozenset()

    # --- what is seen -------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """From above."""
        say = self.say
        yield Horizontal(
            Static(classes="title", id="title"),
            Link("screen.log", f"{say('play-log')} [l] "),
            Link("screen.leave", f"{say('play-leave')} [x] "),
            Link("screen.help", f"{say('score-help')} [?] "),
            Link("app.ask_quit", f"{say('score-quit')} [q]"),
            classes="line",
        )
        yield Static(classes="line", id="direction")
        seats = range(len(self.table.names))
        if len(seats) <= _ONE_COLUMN:
            yield Vertical(*(PlayerRow(seat) for seat in seats), id="players")
        else:
            half = (len(seats) + 1) // 2
            columns = (seats[:half], seats[half:])
            yield Horizontal(
                *(Vertical(*map(PlayerRow, column), classes="column") for column in columns),
                id="players",
            )
        yield Static(id="piles")
        yield Log()
        yield Static(classes="line", id="prompt")
        yield Static(id="curtain")
        yield Hand()
        yield Static(id="about")
        yield Horizontal(
            *(self._tap(name) for name in _KEYS),
            classes="row",
            id="buttons",
        )

    def _tap(self, name: str) -> Tap:
        tap = Tap(f"screen.do_{name}", "", key=_KEYS[name], classes="main" if name in _MAIN else "")
        tap.id = f"do-{name}"
        return tap

    def on_mount(self) -> None:
        """Show it."""
        self.show()

    def on_screen_resume(self) -> None:
        """A question is answered, a showdown is over."""
        self.post_message(self.Resumed())

    def on_resize(self) -> None:
        """Another size holds more."""
        self.call_after_refresh(self.show)

    def tell(self, message: str) -> None:
        """Say why something was refused, until something happens."""
        self._message = message
        self.show()

    def forget(self) -> None:
        """Something was done: what was told before is old."""
        self._message = ""

    def show(self) -> None:
        """The match as it is now."""
        now = self.now
        self._put("title", self.words.head(now))
        self._players(now)
        self._put("piles", self.words.piles(now))
        self.query_one(Log).tell(self.words.told(self.seats.looks))
        self._put("prompt", self._prompt(now))
        self._put("curtain", self._curtain(now))
        self.query_one("#curtain").display = now.seat == NOBODY
        self._hand(now)
        self._about(now)
        self._buttons(now)

    def _put(self, name: str, words: str | Content) -> None:
        """What stands there; drawn only where it has changed."""
        if self._stands.get(name) != words:
            self._stands[name] = words
            self.query_one(f"#{name}", Static).update(
                words if isinstance(words, Content) else Content(words)
            )

    def _players(self, now: View) -> None:
        two = len(self.table.names) > _ONE_COLUMN
        width = (self.size.width - 2) // (2 if two else 1) - two
        way = self.say("direction-left" if now.direction > 0 else "direction-right")
        arrow = "↓" if now.direction > 0 else "↑"
        head = f"{arrow} {way}"
        columns = self.words.columns(now)
        unit = self.say("score-unit", unit=self.unit) if self.unit and not two else ""
        line = f"  {ends(head, unit, columns, width - 2)}"
        if two:
            line = f"{line} {columns:>{width}}"
        self._put("direction", line)
        for row in self.query(PlayerRow):
            left, right = self.words.row(now, row.seat, width)
            row.tell(left, right, width)
            row.set_class(now.phase < ROUND_OVER and row.seat == now.now, "turn")
            row.set_class(not now.here[row.seat], "gone")

    def _prompt(self, now: View) -> str:
        if now.now == NOBODY:
            return ""
        waits = self.seats.waits_for(self.table.state)
        if now.seat == NOBODY and waits != NOBODY:
            return self.say("play-curtain", player=self.words.names[waits])
        if self.seats.is_bot(now.now):
            return self.say("play-waiting", player=self.words.names[now.now])
        return self.words.sentences(now.seat).prompt(now.phase, now.now)

    def _curtain(self, now: View) -> str:
        if now.seat != NOBODY or len(self.seats.people) < 2:
            return ""
        if self.seats.waits_for(self.table.state) != NOBODY:
            return self.say("play-curtain-why")
        return self.say("play-hidden", player=self.words.names[now.now]) if now.now >= 0 else ""

    def _hand(self, now: View) -> None:
        deck = now.deck
        held = [
            Held(card, self.words.label(card), self.words.ink(card), card in now.playable)
            for card in ordered(deck, now.hand)
        ]
        hand = self.query_one(Hand)
        players = min(len(self.table.names), _ONE_COLUMN)
        others = 1 + 1 + players + 3 + _LOG_LEAST + 1 + 2
        room = self.size.height - others - _TALL
        low = room < _HAND_LEAST
        self.query_one("#buttons").set_class(low, "low")
        hand.hold(held, room + 1 if low else room)
        hand.display = now.seat != NOBODY
        if now.seat != NOBODY and (self.focused is None or not self.focused.display):
            hand.focus()

    def _about(self, now: View) -> None:
        about = self.query_one("#about")
        card = self.query_one(Hand).card if now.seat != NOBODY else None
        text = self._message or (self.words.about(now, card) if card is not None else "")
        asked = now.seat in now.acting and now.phase <= DRAWN
        if card is not None and now.round == 1 and asked and not self._message:
            short = cell_len(text) < self.size.width - 2
            text = f"{text}\n{self.say('play-card-keys')}" if short else text
        self._put("about", text)
        about.set_class(bool(self._message), "wrong")

    def on_hand_looked(self) -> None:
        """Say what that card is."""
        self._message = ""
        self._about(self.now)

    # --- buttons ------------------------------------------------------------------------------

    def _buttons(self, now: View) -> None:
        self._may = frozenset(self._possible(now))
        for name in _KEYS:
            tap = self.query_one(f"#do-{name}", Tap)
            tap.display = name in self._may
            if tap.display:
                tap.show(*self._labels(name, now))
        if "mine" in self._may:
            self.query_one("#do-mine", Tap).focus()
        elif isinstance(self.focused, Tap) and not self.focused.display:
            self.set_focus(self.query_one(Hand) if now.seat != NOBODY else None)

    def _possible(self, now: View) -> list[str]:
        state = self.table.state
        if state.phase >= ROUND_OVER:
            return []
        waits = self.seats.waits_for(state)
        found = ["mine"] if now.seat == NOBODY and waits != NOBODY else []
        if now.seat != NOBODY and now.seat in now.acting:
            kinds = {type(one) for one in self.table.legal(now.seat)}
            if Draw in kinds:
                found.append("draw")
            if Pass in kinds:
                found.append("keep")
            if now.phase == CHALLENGE:
                found += ["accept", "challenge"]
        if self.seats.people:
            found += ["uno", "catch"]
        if any(now.silenced):
            found.append("spoke")
        if self.seats.bots_next(state):
            found.append("skip")
        return found

    def _labels(self, name: str, now: View) -> tuple[str, str]:
        say = self.say
        values: dict[str, object] = {}
        key = f"play-{name}"
        why = f"{key}-why"
        if name == "mine":
            seat = self.seats.waits_for(self.table.state)
            values["player"] = self.words.names[seat]
        elif name == "draw" and now.stacked:
            return say(key), say("play-draw-why-stacked", cards=now.stacked)
        elif name == "keep" and now.phase == PLAY:
            return say("play-pass"), say("play-pass-why")
        elif name == "accept":
            return say(key), say(why, cards=now.stacked or 4)
        elif name == "spoke":
            return say(key), say(why, cards=now.rules.talk_penalty)
        return say(key, **values), say(why)

    def action_do_mine(self) -> None:
        """The next player has the keyboard."""
        if "mine" in self._may:
            self.post_message(self.Looks())

    def action_do_skip(self) -> None:
        """No pause."""
        self.post_message(self.Skips())

    def action_do_draw(self) -> None:
        """The top card."""
        if self.mine():
            self.want(Draw(self.now.turn, self.seats.looks))

    def action_do_keep(self) -> None:
        """The drawn card stays, or there is none."""
        if self.mine():
            self.want(Pass(self.now.turn, self.seats.looks))

    def action_do_accept(self) -> None:
        """The four cards."""
        if self.mine():
            self.want(Accept(self.now.turn, self.seats.looks))

    def action_do_challenge(self) -> None:
        """Doubt it."""
        if self.mine():
            self.want(Challenge(self.now.turn, self.seats.looks))
