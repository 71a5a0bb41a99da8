"""A bot that gets rid of points, and looks no further ahead than this turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import comb
from random import Random

from showdown_rules.actions import NOBODY, Accept, Action, CallUno, Catch, Challenge, Play
from showdown_rules.cards import COLOURS, Face
from showdown_rules.state import Phase
from showdown_rules.views import View

_BLUFF = 0.3
"""How much likelier a Wild Draw Four is where it is right, than where it is a bluff."""

_DOUBT = 0.3
"""Doubting costs two cards more or saves four and gains a turn: from this likelihood it pays."""

_WILD_RANK = {Face.WILD: 0, Face.WILD_DONT_TALK: 1, Face.WILD_DRAW_FOUR: 2, Face.WILD_SHOWDOWN: 3}
_NEAR = 2
"""With so few cards somebody is about to win."""


class GreedyBot:
    """Plays the card with the most points, wild ones last and in its best colour.

    It never forgets UNO, catches everybody, and doubts a Wild Draw Four by the odds. Showdowns of
    its choice go against whoever has the fewest cards.
    """

    def choose(
        self,
        view: View,
        legal: Sequence[Action],
        rng: Random,  # noqa: ARG002 - it leaves nothing to chance
    ) -> Action | None:
        """See `Bot`."""
        seat, uno = view.seat, view.uno_open
        if uno != NOBODY:
            return CallUno(view.turn, seat) if uno == seat else Catch(view.turn, seat, uno)
        if seat in view.acting and view.phase == Phase.CHALLENGE and not view.playable:
            doubted = _guilt(view) >= _DOUBT
            return Challenge(view.turn, seat) if doubted else Accept(view.turn, seat)
        cards = [card for card in view.playable if not _bluff(view, card)]
        if cards:
            return _play(view, max(cards, key=lambda card: _worth(view, card)))
        return _instead(view, legal)


def _instead(view: View, legal: Sequence[Action]) -> Action | None:
    """Of an honest card: draw, pass, accept; a bluff where nothing else is left."""
    if view.seat not in view.acting:
        return None
    others = [one for one in legal if not isinstance(one, Play | CallUno | Catch)]
    return others[0] if others else _play(view, view.playable[0])


def _play(view: View, card: int) -> Play:
    deck, rules = view.deck, view.rules
    face = deck.faces[card]
    rest = [one for one in view.hand if one != card]
    colour, opponent, cards = -1, NOBODY, 0
    if face >= Face.WILD:
        colour = _best_colour(view, rest)
    if face >= Face.WILD_SHOWDOWN or (face == Face.SEVEN and rest and rules.seven_zero):
        opponent = min(view.others(), key=lambda seat: view.sizes[seat])
    if face == Face.WILD_SHOWDOWN:
        near = view.sizes[opponent] <= _NEAR
        cards = rules.wild_showdown_max if near else rules.wild_showdown_min
    uno = len(rest) == 1 and not view.called[view.seat] and not rules.auto_uno
    return Play(view.turn, view.seat, card, colour, opponent, cards, uno)


def _worth(view: View, card: int) -> tuple[int, int, int]:
    """The larger, the sooner it is played."""
    deck, face = view.deck, view.deck.faces[card]
    colour = deck.colours[card]
    alike = sum(deck.colours[one] == colour for one in view.hand)
    if face < Face.WILD:
        return (1, deck.points[card], alike)
    # Kept as long as they help out later; not when they would be counted at somebody's end.
    near = min(view.sizes[seat] for seat in view.others()) <= _NEAR
    return (2 if near else 0, -_WILD_RANK[Face(face)], alike)


def _best_colour(view: View, cards: Iterable[int]) -> int:
    deck = view.deck
    weights = [0] * len(COLOURS)
    for card in cards:
        if deck.colours[card] >= 0:
            weights[deck.colours[card]] += 10 + deck.points[card]
    return weights.index(max(weights))


def _bluff(view: View, card: int) -> bool:
    """Whether playing this Wild Draw Four would be wrong by what the hand holds."""
    deck, rules = view.deck, view.rules
    if deck.faces[card] != Face.WILD_DRAW_FOUR or not rules.wd4_challenge:
        return False
    rest = [one for one in view.hand if one != card]
    if rules.wd4_test == "any_playable":
        top = deck.faces[view.top]
        goes = deck.matching[view.colour][top]
        return any(goes[one] and deck.faces[one] != Face.WILD_DRAW_FOUR for one in rest)
    wrong = (view.colour, -1) if rules.wd4_test == "colour_or_wild" else (view.colour,)
    return any(deck.colours[one] in wrong for one in rest)


def _guilt(view: View) -> float:
    """How likely the pending Wild Draw Four was a bluff, by the cards that are not seen."""
    doubt = view.doubt
    if doubt is None:
        return 0.0
    deck = view.deck
    seen = {*view.hand, *view.discard}
    unseen = [card for card in range(len(deck.faces)) if card not in seen]
    alike = sum(deck.colours[card] == doubt.colour_before for card in unseen)
    held = view.sizes[doubt.player]
    none = comb(len(unseen) - alike, held) / comb(len(unseen), held)
    bluff = (1 - none) * _BLUFF
    return bluff / (bluff + none) if bluff else 0.0
