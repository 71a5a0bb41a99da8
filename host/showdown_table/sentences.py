"""What happened and what is waited for, as sentences of the catalogue's language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from showdown_host.result import Result
from showdown_protocol.messages import DecidedBy, RecordState, Side
from showdown_rules import events as ev
from showdown_rules.actions import NOBODY, IllegalAction
from showdown_rules.cards import Colour, Deck, Face
from showdown_rules.state import Phase
from showdown_table.texts import Texts

_PEOPLE = {
    "seat": "player",
    **{name: name for name in ("dealer", "target", "by", "other", "opponent")},
    **{name: name for name in ("initiator", "defender", "winner", "loser")},
}
"""Fields that hold a seat, and what a text calls that player."""

_REFUSED = {
    "gone": "seat",
    "not_your_turn": "now",
    "opponent_gone": "opponent",
    "not_silenced": "target",
}
"""By a refusal's code, which of its values is the seat that the text speaks of."""

_PROMPTS = {
    Phase.PLAY: "prompt-play",
    Phase.DRAWN: "prompt-drawn",
    Phase.CHALLENGE: "prompt-challenge",
    Phase.SHOWDOWN: "prompt-showdown",
    Phase.ROUND_OVER: "prompt-round-over",
    Phase.MATCH_OVER: "prompt-match-over",
}


class Sentences:
    """Says it for the players `names` (by seat) with the cards of `deck`.

    `you` is the seat of who reads; NOBODY is somebody who looks on. Events and views are to be
    projected for that seat before: what is in them is said.
    """

    def __init__(self, texts: Texts, deck: Deck, names: Sequence[str], you: int = NOBODY) -> None:
        self.texts = texts
        self.deck = deck
        self.names = names
        self.you = you

    def colour(self, colour: int, form: str = "") -> str:
        """A colour's name, by its number."""
        return self.texts.say(f"colour-{Colour(colour).name.lower()}{form}")

    def face(self, face: int, form: str = "") -> str:
        """A face's name; a number card's is its digit."""
        if face <= Face.NINE:
            return str(int(face))
        return self.texts.say(f"face-{_kebab(Face(face).name)}{form}")

    def card(self, card: int, form: str = "") -> str:
        """A card's name: `red 7 (showdown 1)`. `.object`: as what is played, taken or put."""
        deck = self.deck
        name = self.face(deck.faces[card], form)
        if deck.colours[card] >= 0:
            colour = self.colour(deck.colours[card], f".card{form.replace('.', '-')}")
            name = self.texts.say("card-coloured", colour=colour, face=name)
        if deck.counts[card]:
            name = self.texts.say("card-with-showdown", card=name, cards=deck.counts[card])
        return name

    def cards(self, cards: Sequence[int], form: str = "") -> str:
        """Several cards in a row."""
        return self.texts.join([self.card(card, form) for card in cards])

    def event(self, event: ev.Event) -> str:
        """One event, in a sentence or two."""
        say = self.texts.say
        values = self._values(event._asdict())
        words = "".join(f"_{c}" if c.isupper() else c for c in type(event).__name__)
        key = f"event-{_kebab(words)}"
        match event:
            case ev.Played():
                values["card"] = self.card(event.card, ".object")
                if self.deck.colours[event.card] == NOBODY and event.colour != NOBODY:
                    key += "-wild"
            case ev.Dealt():
                values["list"] = self.cards(event.cards, ".object")
            case ev.Drew():
                return self._drew(key, event, values)
            case ev.Challenged() if event.hand:
                hand = say("event-challenged-hand", target=values["target"], list=values["list"])
                return f"{say(key, **values)} {hand}"
            case ev.RoundEnded() if event.winner == NOBODY:
                key = "event-round-drawn"
            case ev.RoundEnded():
                values["points"] = event.gained[event.winner]
            case ev.MatchEnded():
                values["winners"] = self.texts.join([self.names[seat] for seat in event.winners])
                values["count"] = len(event.winners)
                values["you"] = "winner" if event.winners == (self.you,) else "nobody"
        return say(key, **values)

    def _drew(self, key: str, event: ev.Drew, values: dict[str, object]) -> str:
        values["list"] = self.cards(event.cards, ".object")
        if event.why == "showdown":
            return self.texts.say(f"{key}-showdown", **values)
        if event.size == 0:
            return self.texts.say(f"{key}-nothing", **values)
        text = self.texts.say(key, **values)
        return text if event.size == event.wanted else f"{text} {self.texts.say(f'{key}-short')}"

    def prompt(self, phase: int, seat: int = NOBODY) -> str:
        """What the match waits for, and of whom."""
        return self.texts.say(_PROMPTS[Phase(phase)], **self._values({"seat": seat}))

    def refusal(self, error: IllegalAction) -> str:
        """Why an action was refused; in English where the catalogue does not know it."""
        key = f"refused-{_kebab(error.code)}"
        if not self.texts.has(key):
            return str(error)
        values = dict(error.values)
        seat = values.get(_REFUSED.get(error.code, ""))
        if isinstance(seat, int) and 0 <= seat < len(self.names):
            values["player"] = self.names[seat]
        return self.texts.say(key, **values)

    def _values(self, fields: Mapping[str, object]) -> dict[str, object]:
        """The fields of an event as a text takes them."""
        values: dict[str, object] = {"you": "nobody"}
        for name, value in fields.items():
            if name in _PEOPLE and isinstance(value, int):
                called = _PEOPLE[name]
                values[called] = self.names[value] if value != NOBODY else ""
                if value == self.you != NOBODY and values["you"] == "nobody":
                    values["you"] = called
            elif name == "card" and isinstance(value, int):
                values["card"] = self.card(value)
            elif name == "first" and isinstance(value, int):
                values["first"] = self.card(value)
            elif name == "colour" and isinstance(value, int):
                values["colour"] = self.colour(value, ".object") if value != NOBODY else ""
            elif name == "direction" and isinstance(value, int):
                way = "left" if value > 0 else "right"
                values["direction"] = self.texts.say(f"direction-{way}")
            elif name == "size":
                values["cards"] = value
            elif isinstance(value, tuple):
                if name == "hand":
                    values["list"] = self.cards(value)
            else:
                values[name] = value
        return values


def outcome(texts: Texts, result: Result) -> str:
    """What a showdown at the unit came to, for its record. Empty while it runs."""
    record = result.record
    if not result.over:
        return ""
    sides = {side: texts.say(f"side-{side.value}-player") for side in Side}
    if record.players is not None:
        sides = {Side.LEFT: record.players.left, Side.RIGHT: record.players.right}
    values: dict[str, object] = {"reason": record.reason or "other", "winner": "", "loser": ""}
    if record.loser is not None:
        values["loser"] = sides[record.loser]
        values["winner"] = sides[Side.RIGHT if record.loser is Side.LEFT else Side.LEFT]
    word = record.outcome.value if record.outcome is not None else record.state.value
    if record.state is RecordState.INDETERMINATE:
        word = record.state.value
    elif record.decided_by is DecidedBy.LINES:
        word = "win-by-lines"
    text = texts.say(f"outcome-{_kebab(word)}", **values)
    text = text[:1].upper() + text[1:]
    if record.contested and record.decided_by is not DecidedBy.LINES:
        text = f"{text} {texts.say('outcome-contested')}"
    return text


def _kebab(name: str) -> str:
    return name.lower().strip("_").replace("_", "-")
