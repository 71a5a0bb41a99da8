"""A bot that plays by chance: any card that goes, with any choices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from showdown_rules import engine
from showdown_rules.actions import (
    NOBODY,
    Accept,
    Action,
    CallUno,
    Catch,
    Challenge,
    Draw,
    Pass,
    Play,
)
from showdown_rules.cards import SEVEN, WILD, WILD_SHOWDOWN
from showdown_rules.state import CHALLENGE, DRAWN, PLAY, State
from showdown_rules.views import View

Chance = Callable[[], float]


class RandomBot:
    """Each card that goes is equally likely, then each choice; it draws only where none goes.

    A Wild Draw Four is doubted as often as it is taken. UNO is said half of the time, others are
    caught half of the time, and half of the chances to jump in are taken.
    """

    def choose(self, view: View, legal: Sequence[Action], rng: Random) -> Action | None:
        """See `Bot`."""
        chance = rng.random
        if view.seat in view.acting:
            plays = view.playable
            action = _answer(view, view.seat, plays, view.hand, chance)
            if action is None:
                action = next(one for one in legal if type(one) in (Draw, Pass))
            return action
        return _aside(view, view.seat, view.playable, view.hand, chance)


def quick_turns(state: State, chance: Chance, most: int) -> int:
    """Everybody's turns as `quick_move` would choose them, as long as nobody else is asked.

    That is up to a challenge, a showdown, an UNO that was not said, and the end of the round. How
    many there were; no more than `most`.
    """
    playable, put_down, no_choices = engine.playable, engine.put_down, engine.NO_CHOICES
    hands, asking = state.hands, state.deck.asking
    turns = 0
    while state.uno_open < 0 and turns < most:
        phase = state.phase
        if phase == PLAY:
            turns += 1
        elif phase != DRAWN:
            break
        seat = state.seat
        plays = playable(state, seat)
        if plays:
            card = plays[int(chance() * len(plays))]
            hand = hands[seat]
            if card in asking or len(hand) == 2:
                put_down(state, card, _choices(state, seat, card, hand, chance), None)
            else:
                put_down(state, card, no_choices, None)
        elif phase == PLAY and state.draw and not state.stacked:
            engine.draw_unchecked(state)
        else:
            engine.step(state, _instead(state, seat), None)
    return turns


def quick_move(state: State, seat: int, chance: Chance) -> Action:
    """What `RandomBot` chooses for whose turn it is, by the same chance, without a view."""
    plays = engine.playable(state, seat)
    return _answer(state, seat, plays, state.hands[seat], chance) or _instead(state, seat)


def _instead(state: State, seat: int) -> Action:
    """Of playing a card."""
    if state.phase == PLAY and (
        state.draw
        or len(state.discard) > 1
        or state.stacked
        or state.rules.shortage != "draw_what_exists"
    ):
        return Draw(state.turn, seat)
    return Pass(state.turn, seat)


def quick_aside(state: State, seat: int, chance: Chance) -> Action | None:
    """The same for everybody else."""
    plays = engine.playable(state, seat) if state.rules.jump_in else ()
    return _aside(state, seat, plays, state.hands[seat], chance)


def _answer(
    table: State | View, seat: int, plays: Sequence[int], hand: Sequence[int], chance: Chance
) -> Action | None:
    """None where nothing goes."""
    uno = table.uno_open
    if uno != NOBODY and chance() < 0.5:
        return _say(table, seat, uno)
    if table.phase == CHALLENGE:
        pick = int(chance() * (2 + len(plays)))
        if pick < 2:
            return (Accept, Challenge)[pick](table.turn, seat)
        return _play(table, seat, plays[pick - 2], hand, chance)
    if plays:
        return _play(table, seat, plays[int(chance() * len(plays))], hand, chance)
    return None


def _play(table: State | View, seat: int, card: int, hand: Sequence[int], chance: Chance) -> Action:
    return Play(table.turn, seat, card, *_choices(table, seat, card, hand, chance))


def _choices(
    table: State | View, seat: int, card: int, hand: Sequence[int], chance: Chance
) -> tuple[int, int, int, bool]:
    """All that a play says besides the card."""
    face = table.deck.faces[card]
    left = len(hand) - 1
    colour, opponent, cards = -1, NOBODY, 0
    if face >= WILD:
        colour = int(chance() * 4)
        if face == WILD_SHOWDOWN:
            low, high = table.rules.wild_showdown_min, table.rules.wild_showdown_max
            cards = low + int(chance() * (high - low + 1))
        if face >= WILD_SHOWDOWN:
            opponent = _somebody(table, seat, chance)
    elif face == SEVEN and left and table.rules.seven_zero:
        opponent = _somebody(table, seat, chance)
    uno = left == 1 and not (table.called[seat] or table.rules.auto_uno) and chance() < 0.5
    return colour, opponent, cards, uno


def _somebody(table: State | View, seat: int, chance: Chance) -> int:
    here = table.here
    others = [other for other in range(table.seats) if other != seat and here[other]]
    return others[int(chance() * len(others))]


def _aside(
    table: State | View, seat: int, plays: Sequence[int], hand: Sequence[int], chance: Chance
) -> Action | None:
    uno = table.uno_open
    if uno != NOBODY and chance() < 0.5:
        return _say(table, seat, uno)
    if plays and chance() < 0.5:
        return _play(table, seat, plays[int(chance() * len(plays))], hand, chance)
    return None


def _say(table: State | View, seat: int, uno: int) -> Action:
    return CallUno(table.turn, seat) if uno == seat else Catch(table.turn, seat, uno)
