"""A table set by hand: who holds what by the cards' names, short actions, and what always holds.

    game = table("red 5, blue 7", "green 1, green 2", top="red 9")
    game.play(0, "red 5")
    assert game.seat == 1

Cards are named as `red 7`, `blue draw two`, `wild showdown`; a star marks a copy with a showdown
symbol (`red 7*`). Colours are words, seats are numbers.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, TypeVar

import pytest

from showdown_rules import actions, engine
from showdown_rules.actions import NOBODY, TABLE, IllegalAction
from showdown_rules.cards import NO_COLOUR, Colour, Deck, Face, load_deck, parse_deck
from showdown_rules.ruleset import RuleSet, ruleset
from showdown_rules.state import Phase, State

SYMBOLS = (("1", 1), ("3", 2), ("5", 1), ("7", 1), ("9", 3))
"""Face and printed number of the marked copies, alike in each colour."""

T = TypeVar("T")


def marked_deck() -> Deck:
    """UNO Showdown with `SYMBOLS`, so that no test hangs on the guess that ships."""
    copies = [("0", 1), *((str(n), 2) for n in range(1, 10))]
    copies += [("draw_two", 2), ("reverse", 2), ("skip", 2)]
    marks = ", ".join(f'["{face}", {count}]' for face, count in SYMBOLS)
    lines = ['name = "marked"', "[coloured]", *(f"{face} = {n}" for face, n in copies)]
    lines += ["[wild]", "wild = 4", "wild_draw_four = 4", "wild_showdown = 4", "[symbols]"]
    lines += [f"{colour.name.lower()} = [{marks}]" for colour in Colour]
    return parse_deck("\n".join(lines), "marked.toml")


MARKED = marked_deck()
ENCANTO = load_deck("encanto")


def deck_of(preset: str) -> Deck:
    return ENCANTO if preset == "encanto" else MARKED


@functools.cache
def _rules(preset: str, options: tuple[tuple[str, Any], ...]) -> RuleSet:
    return ruleset(preset, **dict(options))


def rules_of(preset: str, options: dict[str, Any]) -> RuleSet:
    return _rules(preset, tuple(sorted(options.items())))


# --- names ------------------------------------------------------------------------------------


def kind(name: str) -> tuple[int, int, bool]:
    """Colour, face, and whether a symbol is on it."""
    words = name.removesuffix("*").split()
    colours = {colour.name.lower(): int(colour) for colour in Colour}
    colour = colours.get(words[0], NO_COLOUR)
    rest = words if colour == NO_COLOUR else words[1:]
    face = int(rest[0]) if rest[0].isdigit() else int(Face["_".join(rest).upper()])
    return colour, face, name.endswith("*")


def name_of(deck: Deck, card: int) -> str:
    colour, face = deck.colours[card], deck.faces[card]
    word = str(face) if face <= Face.NINE else Face(face).name.lower().replace("_", " ")
    word = word if colour == NO_COLOUR else f"{Colour(colour).name.lower()} {word}"
    return word + ("*" if deck.counts[card] else "")


def split(names: str) -> list[str]:
    return [name.strip() for name in names.split(",") if name.strip()]


class Box:
    """The cards of a deck that lie nowhere yet."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self.cards = list(range(len(deck.faces)))

    def take(self, name: str) -> int:
        colour, face, symbol = kind(name)
        deck = self.deck
        for card in self.cards:
            fits = deck.colours[card] == colour and deck.faces[card] == face
            if fits and bool(deck.counts[card]) == symbol:
                self.cards.remove(card)
                return card
        raise AssertionError(f"no {name} is left in the box")

    def take_all(self, names: str) -> list[int]:
        return [self.take(name) for name in split(names)]


# --- the table --------------------------------------------------------------------------------


@dataclass
class Game:
    """A match at the table. Each action keeps its `events`; `log` has all of them."""

    state: State
    events: list[Any] = field(default_factory=list)
    log: list[Any] = field(default_factory=list)

    # What lies where, by name

    def hand(self, seat: int) -> list[str]:
        return sorted(name_of(self.state.deck, card) for card in self.state.hands[seat])

    def size(self, seat: int) -> int:
        return len(self.state.hands[seat])

    @property
    def sizes(self) -> list[int]:
        return [len(hand) for hand in self.state.hands]

    @property
    def top(self) -> str:
        return name_of(self.state.deck, self.state.discard[-1])

    @property
    def colour(self) -> str:
        return Colour(self.state.colour).name.lower()

    @property
    def seat(self) -> int:
        return self.state.seat

    @property
    def phase(self) -> Phase:
        return Phase(self.state.phase)

    @property
    def scores(self) -> list[int]:
        return self.state.scores

    def in_hand(self, seat: int, name: str) -> int:
        """The card of that name; a plain name stands for a marked copy too if there is no other."""
        cards = self.state.hands[seat]
        for wanted in (name, name + "*"):
            for card in cards:
                if name_of(self.state.deck, card) == wanted:
                    return card
        raise AssertionError(f"seat {seat} holds no {name}, but {self.hand(seat)}")

    def seen(self, event: type[T]) -> list[T]:
        """Those of the last action."""
        return [one for one in self.events if isinstance(one, event)]

    def playable(self, seat: int) -> list[str]:
        cards = engine.playable(self.state, seat)
        return sorted(name_of(self.state.deck, card) for card in cards)

    def legal(self, seat: int, of: type[T]) -> list[T]:
        return [one for one in engine.legal_actions(self.state, seat) if isinstance(one, of)]

    # Actions

    def do(self, action: Any) -> list[Any]:
        """Apply it. The state before must stay as it was, and what always holds must hold after."""
        before = self.state.copy()
        after, events = engine.apply(self.state, action)
        assert self.state == before, f"{action} changed the state it was given"
        check(after)
        self.state, self.events = after, list(events)
        self.log += self.events
        return self.events

    def refuse(self, action: Any) -> str:
        """It is refused and nothing has changed; the code of the refusal."""
        before = self.state.copy()
        for go in (lambda: engine.apply(self.state, action), lambda: self._step(action)):
            with pytest.raises(IllegalAction) as refusal:
                go()
            assert self.state == before, f"refused, yet changed: {action}"
        return refusal.value.code

    def _step(self, action: Any) -> None:
        engine.step(self.state, action, None)

    def a_play(self, seat: int, name: str, **choices: Any) -> actions.Play:
        if isinstance(choices.get("colour"), str):
            choices["colour"] = int(Colour[choices["colour"].upper()])
        return actions.Play(self.state.turn, seat, self.in_hand(seat, name), **choices)

    def play(self, seat: int, name: str, **choices: Any) -> list[Any]:
        return self.do(self.a_play(seat, name, **choices))

    def refuse_play(self, seat: int, name: str, **choices: Any) -> str:
        return self.refuse(self.a_play(seat, name, **choices))

    def draw(self, seat: int) -> list[Any]:
        return self.do(actions.Draw(self.state.turn, seat))

    def skip_turn(self, seat: int) -> list[Any]:
        return self.do(actions.Pass(self.state.turn, seat))

    def accept(self, seat: int) -> list[Any]:
        return self.do(actions.Accept(self.state.turn, seat))

    def challenge(self, seat: int) -> list[Any]:
        return self.do(actions.Challenge(self.state.turn, seat))

    def call(self, seat: int) -> list[Any]:
        return self.do(actions.CallUno(self.state.turn, seat))

    def catch(self, seat: int, target: int) -> list[Any]:
        return self.do(actions.Catch(self.state.turn, seat, target))

    def spoke(self, target: int) -> list[Any]:
        return self.do(actions.Spoke(self.state.turn, TABLE, target))

    def a_settle(self, loser: int, number: int | None = None, by: str = "unit") -> actions.Settle:
        if number is None:
            assert self.state.showdown is not None, "no showdown is pending"
            number = self.state.showdown.number
        return actions.Settle(self.state.turn, TABLE, number, loser, by)

    def settle(self, loser: int, by: str = "unit") -> list[Any]:
        return self.do(self.a_settle(loser, by=by))

    def a_lines(self, initiator: int, defender: int) -> actions.Lines:
        assert self.state.showdown is not None, "no showdown is pending"
        return actions.Lines(
            self.state.turn, TABLE, self.state.showdown.number, initiator, defender
        )

    def lines(self, initiator: int, defender: int) -> list[Any]:
        return self.do(self.a_lines(initiator, defender))

    def rematch(self, why: str = "dead_heat") -> list[Any]:
        assert self.state.showdown is not None, "no showdown is pending"
        return self.do(actions.Rematch(self.state.turn, TABLE, self.state.showdown.number, why))

    def leave(self, target: int) -> list[Any]:
        return self.do(actions.Leave(self.state.turn, TABLE, target))

    def next_round(self) -> list[Any]:
        return self.do(actions.NextRound(self.state.turn, TABLE))


def table(
    *hands: str,
    top: str = "red 6",
    colour: str | None = None,
    draw: str = "",
    discard: str = "",
    rest: str | int = "draw",
    seat: int = 0,
    direction: int = 1,
    dealt_by: int | None = None,
    gone: tuple[int, ...] = (),
    scores: Iterable[int] | None = None,
    preset: str = "showdown",
    **options: Any,
) -> Game:
    """A match in a round's middle, `seat` to play.

    `draw` lists the draw pile from its top, `discard` what lies under `top`, downwards. The cards
    that nobody names lie under the draw pile, or under the discard pile (`rest="discard"`), or in
    a seat's hand (`rest=2`). `colour` is the one to match after a wild `top`. `gone` are seats that
    have left; here, unlike in a real match, one may still have cards, which nobody then reaches.
    """
    deck = deck_of(preset)
    box = Box(deck)
    held = [box.take_all(names) for names in hands]
    drawn, under = box.take_all(draw), box.take_all(discard)
    face_up = box.take(top)
    at_bottom = {"draw": box.cards if rest == "draw" else []}
    at_bottom["discard"] = box.cards if rest == "discard" else []
    if isinstance(rest, int):
        held[rest] += box.cards
    own_colour = deck.colours[face_up]
    state = State(
        rules=rules_of(preset, options),
        deck=deck,
        seed="table",
        seats=len(hands),
        here=[seat not in gone for seat in range(len(hands))],
        shuffles=1,
        phase=int(Phase.PLAY),
        turn=10,
        round=1,
        dealer=(seat - 1) % len(hands) if dealt_by is None else dealt_by,
        seat=seat,
        direction=direction,
        colour=int(Colour[colour.upper()]) if colour else own_colour,
        draw=at_bottom["draw"] + drawn[::-1],
        discard=[*at_bottom["discard"], *under[::-1], face_up],
        unit=[],
        hands=held,
        drawn=-1,
        drawn_only=False,
        called=[False] * len(hands),
        uno_open=NOBODY,
        silenced=[False] * len(hands),
        stacked=0,
        passes=0,
        wild_draw_four=None,
        showdown=None,
        showdowns=0,
        last_player=NOBODY,
        scores=list(scores) if scores is not None else [0] * len(hands),
        winners=[],
    )
    check(state)
    return Game(state)


def new_game(seats: int = 4, seed: str = "seed", preset: str = "showdown", **options: Any) -> Game:
    """A match as it is dealt."""
    state, events = engine.new_match(rules_of(preset, options), deck_of(preset), seats, seed)
    check(state)
    return Game(state, list(events), list(events))


# --- what always holds ------------------------------------------------------------------------

ALL = list(range(112))


def zones(state: State) -> list[int]:
    """Every card that lies anywhere."""
    cards = state.draw + state.discard + state.unit
    for hand in state.hands:
        cards = cards + hand
    return cards


def check(state: State) -> None:
    """Cards are conserved, one colour is to be matched, and somebody can go on."""
    assert sorted(zones(state)) == ALL, "cards were lost or doubled"
    assert sum(state.deck.points[card] for card in zones(state)) == sum(state.deck.points)
    assert state.colour in tuple(Colour), f"the colour to match is {state.colour}"
    assert state.discard, "the discard pile is empty"
    own = state.deck.colours[state.discard[-1]]
    assert own in (NO_COLOUR, state.colour), "the colour is not that of the top card"
    assert bool(state.unit) <= (state.phase == Phase.SHOWDOWN), "cards were left in the unit"
    assert (state.showdown is not None) == (state.phase == Phase.SHOWDOWN)
    assert (state.wild_draw_four is not None) == (state.phase == Phase.CHALLENGE)
    acting = engine.acting(state)
    assert (not acting) == (state.phase == Phase.MATCH_OVER), f"{acting} act in {state.phase}"
    for seat in acting:
        assert seat == TABLE or state.here[seat], f"{seat} is not here"
        assert engine.legal_actions(state, seat), f"seat {seat} can do nothing"
    if state.phase in (Phase.PLAY, Phase.DRAWN):
        assert acting == (state.seat,)
        if state.rules.variant_last_card == "off":  # else a bare showdown may leave nothing to take
            held = zip(state.hands, state.here, strict=True)
            assert all(hand for hand, here in held if here), "who has no cards has won"
