"""The end of a round: hands counted, points, scores; and the end of the match."""

from __future__ import annotations

from typing import ClassVar

from rich.cells import set_cell_size
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from showdown_rules.engine import hand_points
from showdown_rules.events import RoundEnded
from showdown_rules.state import MATCH_OVER
from showdown_table.play_asks import AskingScreen
from showdown_table.play_words import ordered
from showdown_table.widgets import Link, Tap


class RoundScreen(AskingScreen):
    """Everybody looks: all hands lie open."""

    AUTO_FOCUS = ""

    class Next(Message):
        """Deal again."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,n", "next", show=False),
        Binding("x", "leave", show=False),
        Binding("question_mark,f1", "help", show=False),
        Binding("q,escape", "app.ask_quit", show=False),
        Binding("l", "log", show=False),
    ]

    @property
    def over(self) -> bool:
        """The match is."""
        return self.table.state.phase == MATCH_OVER

    def compose(self) -> ComposeResult:
        """The scores, then what may be done."""
        say = self.say
        state = self.table.state
        title = say("play-match-over") if self.over else say("play-round-over", round=state.round)
        yield Horizontal(
            Static(Content(f"{title} · {self.words.rules_line(state.rules)}"), classes="title"),
            Link("screen.log", f"{say('play-log')} [l] "),
            *(() if self.over else (Link("screen.leave", f"{say('play-leave')} [x] "),)),
            Link("app.ask_quit", f"{say('score-quit')} [q]"),
            classes="line",
        )
        with VerticalScroll():
            yield Static(self._text(), classes="text")
        if self.over:
            again = Tap("app.ask_quit", say("score-quit"), key="q", classes="main")
        else:
            again = Tap("screen.next", say("play-next-round"), key="Enter", classes="main")
        yield Horizontal(again, classes="row low")

    def _text(self) -> Content:
        words, say = self.words, self.say
        log = self.table.log
        ended = next((one for one in reversed(log) if isinstance(one, RoundEnded)), None)
        if ended is None:
            return Content("")
        lines = [Content(""), Content.styled(self._headline(ended), "bold"), Content("")]
        one_round = self.table.state.rules.scoring == "one_round"
        if not one_round:
            head = f"{say('score-this-round'):>14}{say('score-points-column'):>8}"
            lines.append(Content(f"{'':54}{head}"))
        for seat, name in enumerate(words.names):
            lines += self._seat(ended, seat, name, one_round=one_round)
        if self.over:
            lines += [
                Content(""),
                Content(say("play-new-match")),
                Content("  showdown play --new"),
            ]
        return Content("\n").join(lines)

    def _headline(self, ended: RoundEnded) -> str:
        log = list(self.table.log)
        sentences = self.words.sentences()
        return " ".join(sentences.event(event) for event in log[log.index(ended) :])

    def _seat(self, ended: RoundEnded, seat: int, name: str, *, one_round: bool) -> list[Content]:
        state = self.table.state
        hand = ordered(self.words.deck, ended.hands[seat])
        points = self.say("count-points", points=hand_points(self.words.deck, hand))
        held = self.say("play-out") if seat == ended.winner and not hand else points
        if not state.here[seat]:
            held = self.say("score-mark-left")
        lead = "▶" if seat in (state.winners or [ended.winner]) else " "
        left = set_cell_size(f"{lead} {name}", 24) + set_cell_size(held, 30)
        right = "" if one_round else f"{ended.gained[seat]:>+14d}{state.scores[seat]:>8}"
        lines = [Content.styled(f"{left}{right}", "bold" if lead == "▶" else "")]
        if hand:
            cards = ", ".join(self.words.label(card) for card in hand)
            lines += [Content(f"    {line.plain}") for line in Content(cards).wrap(72)]
        return lines

    def action_next(self) -> None:
        """Deal again."""
        if not self.over:
            self.post_message(self.Next())
