"""What the match's screens say and show of a view. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import set_cell_size
from textual.content import Content

from showdown_rules.actions import NOBODY, IllegalAction
from showdown_rules.cards import (
    DRAW_TWO,
    NO_COLOUR,
    WILD,
    Colour,
    Deck,
    Face,
)
from showdown_rules.events import Dealt, Event
from showdown_rules.ruleset import RuleSet
from showdown_rules.state import CHALLENGE, DRAWN, ROUND_OVER, SHOWDOWN
from showdown_rules.views import View, project
from showdown_table.sentences import Sentences
from showdown_table.store import MatchFileError
from showdown_table.table import Table
from showdown_table.texts import Texts

INKS = {
    Colour.RED: "#ff5f5f",
    Colour.YELLOW: "#ffd75f",
    Colour.GREEN: "#5fd75f",
    Colour.BLUE: "#5fafff",
    NO_COLOUR: "bold",
}
"""Each beside the colour's name, never instead of it."""

_WIDE = 60
"""From this width on a player's row has room for all marks."""

_TOLD = 24
"""So many of the last events are looked at for the lines above the hand."""


class Words:
    """The words of one match, in one language."""

    def __init__(self, texts: Texts, table: Table) -> None:
        self.texts = texts
        self.say = texts.say
        self._table = table
        self.deck: Deck = table.state.deck
        self.names = table.names
        self._said: dict[tuple[int, int], str] = {}  # by place in the log, and reader
        self._remarks: list[tuple[int, str]] = []  # each with the place in the log before it

    def sentences(self, you: int = NOBODY) -> Sentences:
        """For that reader."""
        return Sentences(self.texts, self.deck, self.names, you)

    def rules_line(self, rules: RuleSet) -> str:
        """The game and how it is won."""
        return self.say(
            "score-rules",
            game=self.say(f"score-game-{rules.deck}"),
            scoring=self.say(f"score-scoring-{rules.scoring.replace('_', '-')}"),
            target=0 if rules.scoring == "one_round" else rules.target,
        )

    def refusal(self, error: Exception) -> str:
        """Why something cannot be."""
        if isinstance(error, IllegalAction):
            return self.sentences().refusal(error)
        if isinstance(error, MatchFileError):
            return self.say("play-no-file", problem=str(error))
        return str(error)

    def head(self, view: View) -> str:
        """The round, and what is played."""
        rules = view.rules
        target = 0 if rules.scoring == "one_round" else rules.target
        game = self.say(f"score-game-{rules.deck}")
        return self.say("play-head", round=view.round, game=game, target=target)

    # --- players ------------------------------------------------------------------------------

    def row(self, view: View, seat: int, width: int) -> tuple[str, str]:
        """A player's row: what stands at its left, and at its right."""
        playing = view.phase < ROUND_OVER
        turn = playing and seat == view.now and view.phase != SHOWDOWN
        lead = "▶" if turn or seat in view.winners else " "
        way = (" ", "↓", "↑")[view.direction] if playing else " "
        wide = width > _WIDE
        marks = self._marks(view, seat)
        told = " · ".join(marks if wide else marks[:1])
        name = set_cell_size(self.names[seat], 20 if wide else 11)
        left = f"{lead} {way} {name} {told}"
        cards = str(view.sizes[seat]) if view.here[seat] else ""
        points = "" if view.rules.scoring == "one_round" else f"{view.scores[seat]:7}"
        return left, f"{cards:>6}{points}"

    def _marks(self, view: View, seat: int) -> list[str]:
        say = self.say
        playing = view.phase < ROUND_OVER
        marks = []
        if view.sizes[seat] == 1 and view.called[seat]:
            marks.append(say("score-mark-uno"))
        if view.silenced[seat]:
            marks.append(say("score-mark-silent"))
        if playing and seat == view.now and view.phase != SHOWDOWN:
            marks.append(say("score-mark-turn"))
        elif playing and seat == following(view):
            marks.append(say("score-mark-next"))
        if not view.here[seat]:
            marks.append(say("score-mark-left"))
        elif playing and seat == view.dealer:
            marks.append(say("score-mark-dealer"))
        if seat in view.winners:
            marks.append(say("score-mark-won"))
        return marks

    def columns(self, view: View) -> str:
        """What stands above the numbers of `row`."""
        cards = f"{self.say('play-cards-column'):>6}"
        if view.rules.scoring == "one_round":
            return cards
        return f"{cards}{self.say('score-points-column'):>7}"

    # --- cards --------------------------------------------------------------------------------

    def label(self, card: int) -> str:
        """A card for small room: `red 7 *2`, where * is the showdown's number."""
        sentences = self.sentences()
        count = self.deck.counts[card]
        face = self.deck.faces[card]
        text = sentences.face(face)
        if self.deck.colours[card] != NO_COLOUR:
            colour = sentences.colour(self.deck.colours[card], ".card")
            text = self.say("card-coloured", colour=colour, face=text)
        return f"{text} *{count}" if count else text

    def listed(self, cards: Sequence[int]) -> str:
        """Several labels in a row."""
        return self.texts.join([self.label(card) for card in cards])

    def ink(self, card: int) -> str:
        """The style of its label."""
        return INKS[Colour(self.deck.colours[card])] if self.deck.colours[card] >= 0 else "bold"

    def piles(self, view: View) -> Content:
        """The top card in its frame, the colour to match, how many are left to draw."""
        say = self.say
        label = self.label(view.top)
        colour = self.sentences().colour(view.colour)
        inner = f"  {label}  "
        frame = "─" * len(inner)
        ink = INKS[Colour(view.colour)]
        facts = [say("play-piles", pile=view.pile)]
        if view.unit:
            facts.append(say("play-in-unit", cards=view.unit))
        if view.stacked:
            facts.append(say("play-stacked", cards=view.stacked))
        silent = [self.names[seat] for seat, mute in enumerate(view.silenced) if mute]
        talk = say("play-may-talk", players=self.texts.join(silent)) if silent else ""
        return Content.assemble(
            (f"  ╭{frame}╮  ", ink),
            f"{say('play-match')} ",
            (f" {colour.upper()} ", f"bold reverse {ink}"),
            ("\n  │", ink),
            (inner, f"bold {ink}"),
            ("│  ", ink),
            " · ".join(facts),
            (f"\n  ╰{frame}╯  ", ink),
            talk,
        )

    def about(self, view: View, card: int) -> str:
        """The card that is looked at: whether it goes, and what it does."""
        name = self.label(card)
        name = name[:1].upper() + name[1:]
        if card in view.playable:
            key = "can"
        elif view.seat not in view.acting or view.phase == CHALLENGE:
            key = "later"
        elif view.phase == DRAWN and view.drawn_only:
            key = "only-drawn"
        else:
            key = "cannot"
        effect = self._effect(view, card)
        if key == "later" and not effect:
            return ""
        return f"{self.say(f'play-card-{key}', card=name)} {effect}".rstrip()

    def _effect(self, view: View, card: int) -> str:
        face = self.deck.faces[card]
        count = self.deck.counts[card]
        if count:
            others = view.others()
            player = self.names[others[0]] if others else ""
            return self.say("play-effect-showdown", player=player, cards=count)
        if face < DRAW_TWO:
            return ""
        return self.say(f"play-effect-{Face(face).name.lower().replace('_', '-')}")

    # --- what has happened --------------------------------------------------------------------

    def told(self, you: int, last: int = _TOLD) -> list[str]:
        """The last events as that reader has seen them, the oldest first."""
        log = self._table.log
        lines = []
        for at in range(max(0, len(log) - last), len(log)):
            lines += [self._told(log[at], at, you)]
            lines += [text for place, text in self._remarks if place == at]
        return [line for line in lines if line]

    def remark(self, text: str) -> None:
        """A line of the app's own, behind all that has happened."""
        self._remarks.append((len(self._table.log) - 1, text))

    def _told(self, event: Event, at: int, you: int) -> str:
        """Each is put into words once. The deal is not told: hands are seen."""
        if isinstance(event, Dealt):
            return ""
        if (at, you) not in self._said:
            self._said[at, you] = self.sentences(you).event(project([event], you)[0])
        return self._said[at, you]


def following(view: View) -> int:
    """Who plays after whoever plays now."""
    if view.now == NOBODY:
        return NOBODY
    seat = view.now
    for _ in range(view.seats):
        seat = (seat + view.direction) % view.seats
        if view.here[seat]:
            return seat
    return NOBODY


def ordered(deck: Deck, hand: Sequence[int]) -> list[int]:
    """A hand as people hold it: by colour, then by face, wild cards last."""
    return sorted(
        hand,
        key=lambda card: (
            deck.colours[card] % 4 + 4 * (deck.faces[card] >= WILD),
            deck.faces[card],
            card,
        ),
    )
