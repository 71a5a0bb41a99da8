"""A match begins, and each of its rounds."""

from __future__ import annotations

from showdown_rules.actions import NOBODY
from showdown_rules.cards import (
    COLOURS,
    DRAW_TWO,
    NINE,
    NO_COLOUR,
    REVERSE,
    SKIP,
    WILD_DONT_TALK,
    Deck,
    Face,
)
from showdown_rules.events import Dealt, Event, Reflipped, Reversed, RoundBegan, TurnLost
from showdown_rules.piles import give
from showdown_rules.ruleset import MAX_SEATS, MIN_SEATS, RuleSet, RuleSetError
from showdown_rules.seats import following, to_the_left
from showdown_rules.state import PLAY, ROUND_OVER, State
from showdown_rules.streams import lot, shuffled, stream

_DRAWS = 100
"""With `draw_high`; hardly any match needs ten."""


def begin_match(rules: RuleSet, deck: Deck, seats: int, seed: str) -> State:
    """Nobody has a card yet. RuleSetError: these seats cannot play by these rules."""
    if type(seats) is not int or not MIN_SEATS <= seats <= MAX_SEATS:
        msg = f"seats = {seats!r}: it is from {MIN_SEATS} to {MAX_SEATS}"
        raise RuleSetError(msg)
    if rules.dealer == "seat" and rules.dealer_seat >= seats:
        msg = f"dealer_seat = {rules.dealer_seat}: with {seats} seats it is from 0 to {seats - 1}"
        raise RuleSetError(msg)
    least = seats * rules.hand_size + 1  # the last one is turned over
    if len(deck.faces) < least:
        msg = (
            f"{seats} hands of {rules.hand_size} and a first card are {least};"
            f" the deck {deck.name!r} has {len(deck.faces)}"
        )
        raise RuleSetError(msg)
    return State(
        rules=rules,
        deck=deck,
        seed=seed,
        seats=seats,
        here=[True] * seats,
        shuffles=0,
        phase=ROUND_OVER,
        turn=0,
        round=0,
        dealer=_first_dealer(rules, deck, seats, seed),
        seat=NOBODY,
        direction=1,
        colour=0,
        draw=list(range(len(deck.faces))),
        discard=[],
        unit=[],
        hands=[[] for _ in range(seats)],
        drawn=-1,
        drawn_only=False,
        called=[False] * seats,
        uno_open=NOBODY,
        silenced=[False] * seats,
        stacked=0,
        passes=0,
        wild_draw_four=None,
        showdown=None,
        showdowns=0,
        last_player=NOBODY,
        scores=[0] * seats,
        winners=[],
    )


def deal(state: State, events: list[Event] | None) -> None:
    """The next round: hands, the first card, and who begins (SD-11 to SD-14)."""
    rules = state.rules
    state.round += 1
    if (state.round > 1 and rules.rotate_dealer) or not state.here[state.dealer]:
        state.dealer = to_the_left(state, state.dealer)
    state.direction = 1
    generator = stream(state.seed, "shuffle", state.shuffles)
    state.shuffles += 1
    pile = shuffled(list(range(len(state.deck.faces))), generator)
    size = rules.hand_size
    for seat in range(state.seats):
        state.hands[seat] = []
        if state.here[seat]:
            state.hands[seat] = pile[-size:]
            del pile[-size:]
    state.draw, state.discard = pile, []
    refused = _turn_over_first(state)
    first = state.discard[-1]
    colour = state.deck.colours[first]
    if colour == NO_COLOUR:  # nobody has played it: its colour is drawn by lot
        colour = lot(state.seed, "colour", state.round, len(COLOURS))
    state.colour = colour
    state.phase = PLAY
    state.seat = to_the_left(state, state.dealer)
    if events is not None:
        events += [Reflipped(card) for card in refused]
        events.append(RoundBegan(state.round, state.dealer, first, colour, state.seat))
        events += [Dealt(seat, size, tuple(hand)) for seat, hand in enumerate(state.hands) if hand]
    if rules.first_card == "classic_effects":
        _first_effect(state, first, events)


def _turn_over_first(state: State) -> list[int]:
    """The first card onto the discard pile (AMB-3). Gives the refused ones.

    A pile without an acceptable card, as ten big hands may leave it, lends its top card.
    """
    rules, deck, pile = state.rules, state.deck, state.draw
    highest = {
        "reflip_non_number": NINE,
        "reflip_wild_only": SKIP,
        "classic_effects": SKIP,
        "no_effect": WILD_DONT_TALK,
    }[rules.first_card]
    refused: list[int] = []
    acceptable = any(deck.faces[card] <= highest for card in pile)
    while acceptable and deck.faces[pile[-1]] > highest:
        card = pile.pop()
        refused.append(card)
        if rules.refused == "leave_under":
            state.discard.append(card)
        elif rules.refused == "bottom":
            pile.insert(0, card)
        else:  # to any place by lot: as good as to shuffle a pile whose order nobody knows
            place = lot(state.seed, "shuffle", state.shuffles, len(pile) + 1)
            state.shuffles += 1
            pile.insert(place, card)
    state.discard.append(pile.pop())
    return refused


def _first_effect(state: State, first: int, events: list[Event] | None) -> None:
    """As if the dealer had played it; a Reverse lets the dealer begin."""
    face = state.deck.faces[first]
    beginner = state.seat
    if face == REVERSE:
        state.direction = -1
        state.seat = state.dealer
        if events is not None:
            events.append(Reversed(-1))
    elif face in (SKIP, DRAW_TWO):
        why = Face(face).name.lower()
        if face == DRAW_TWO and not give(state, beginner, 2, why, events):
            return
        state.seat = following(state, beginner)
        if events is not None:
            events.append(TurnLost(beginner, why))


def _first_dealer(rules: RuleSet, deck: Deck, seats: int, seed: str) -> int:
    if rules.dealer == "seat":
        return rules.dealer_seat
    if rules.dealer == "random":
        return lot(seed, "dealer", 0, seats)
    return _high_card(deck, seats, seed)


def _high_card(deck: Deck, seats: int, seed: str) -> int:
    """Each draws a card, the highest deals; all but numbers count 0; equals draw again (AMB-2).

    After `_DRAWS` the lot decides: there are decks whose cards all count the same.
    """
    among = list(range(seats))
    for n in range(_DRAWS):
        pile = shuffled(list(range(len(deck.faces))), stream(seed, "dealer", n))
        faces = [deck.faces[card] for card in pile[: len(among)]]
        values = [face if face <= NINE else 0 for face in faces]
        highest = max(values)
        among = [seat for seat, value in zip(among, values, strict=True) if value == highest]
        if len(among) == 1:
            return among[0]
    return among[lot(seed, "dealer", _DRAWS, len(among))]
