"""Every action that a seat may take now."""

from __future__ import annotations

from showdown_rules.actions import (
    NOBODY,
    TABLE,
    Accept,
    Action,
    CallUno,
    Catch,
    Challenge,
    Draw,
    NextRound,
    Pass,
    Play,
    Settle,
)
from showdown_rules.calls import may_call
from showdown_rules.cards import COLOURS, NO_COLOUR, WILD, WILD_SHOWDOWN
from showdown_rules.matching import honest, must_play, playable
from showdown_rules.piles import stock
from showdown_rules.plays import asks_opponent
from showdown_rules.seats import exists
from showdown_rules.state import CHALLENGE, DRAWN, PLAY, ROUND_OVER, State


def choices(state: State, seat: int) -> list[Action]:
    """See `engine.legal_actions`."""
    if seat == TABLE:
        return _of_the_table(state)
    if not exists(state, seat) or not state.here[seat] or state.phase >= ROUND_OVER:
        return []
    found: list[Action] = []
    for card in playable(state, seat):
        found += plays_of(state, seat, card)
    if seat == state.seat:
        found += _instead(state, seat)
    return found + _calls(state, seat)


def plays_of(state: State, seat: int, card: int) -> list[Action]:
    """A playable card with every choice that it asks for."""
    rules = state.rules
    face = state.deck.faces[card]
    left = len(state.hands[seat]) - 1
    colours = [int(c) for c in COLOURS] if face >= WILD else [NO_COLOUR]
    opponents = [NOBODY]
    if asks_opponent(state, face, left):
        opponents = [other for other in range(state.seats) if other != seat and state.here[other]]
    counts = [0]
    if face == WILD_SHOWDOWN:
        counts = list(range(rules.wild_showdown_min, rules.wild_showdown_max + 1))
    may_say = left == 1 and not state.called[seat] and not rules.auto_uno
    unos = [True, False] if may_say else [False]
    return [
        Play(state.turn, seat, card, colour, opponent, cards, uno)
        for colour in colours
        for opponent in opponents
        for cards in counts
        for uno in unos
    ]


def _instead(state: State, seat: int) -> list[Action]:
    """Of playing a card."""
    rules, turn = state.rules, state.turn
    if state.phase == CHALLENGE:
        return [Accept(turn, seat), Challenge(turn, seat)]
    if state.phase == DRAWN:
        return [] if must_play(state, seat) else [Pass(turn, seat)]
    if state.phase != PLAY:
        return []
    if state.stacked:
        return [Draw(turn, seat)]
    if stock(state) or rules.shortage != "draw_what_exists":
        return [] if not rules.voluntary_draw and honest(state, seat) else [Draw(turn, seat)]
    return [] if honest(state, seat) else [Pass(turn, seat)]


def _calls(state: State, seat: int) -> list[Action]:
    found: list[Action] = []
    if not state.called[seat] and may_call(state, seat):
        found.append(CallUno(state.turn, seat))
    if state.uno_open not in (NOBODY, seat):
        found.append(Catch(state.turn, seat, state.uno_open))
    return found


def _of_the_table(state: State) -> list[Action]:
    if state.phase == ROUND_OVER:
        return [NextRound(state.turn, TABLE)]
    showdown = state.showdown
    if showdown is None:
        return []
    return [
        Settle(state.turn, TABLE, showdown.number, loser)
        for loser in (showdown.initiator, showdown.defender)
    ]
