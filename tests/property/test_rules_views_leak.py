"""A view is the same for every deal that agrees on what the seat has seen, and so are its events.

The cards that a seat has not seen are dealt anew among the places where they may be: draw pile,
unit, other hands. Nothing that the seat is shown may change by that.
"""

from collections import Counter
from dataclasses import fields, replace
from random import Random

import rules_random
import scale
from showdown_rules import engine
from showdown_rules.actions import TABLE, IllegalAction
from showdown_rules.cards import Deck
from showdown_rules.events import Challenged, Dealt, Drew, Played, Reflipped, RoundBegan, RoundEnded
from showdown_rules.state import Phase, State
from showdown_rules.views import View, project, view

FAR = 2_000
"""Added to each card, so that no seat, turn or score is ever taken for a card."""


PHASES = ("PLAY", "DRAWN", "CHALLENGE", "SHOWDOWN", "ROUND_OVER")


def table(seed: str) -> rules_random.Table:
    rules = rules_random.random_rules(Random(seed))
    return rules_random.Table(seed, rules, Counter(), watched=0.0)


def moved(state: State, places: dict[int, int]) -> State:
    """The same match where each card is another."""
    new = state.copy()
    for pile in (new.draw, new.discard, new.unit, *new.hands):
        pile[:] = [places[card] for card in pile]
    new.drawn = places.get(state.drawn, -1)
    doubt = state.wild_draw_four
    if doubt is not None:
        hand = tuple(places[card] for card in doubt.hand)
        new.wild_draw_four = doubt._replace(card=places[doubt.card], hand=hand)
    return new


def hidden_from(state: State, seat: int) -> set[int]:
    """By the rules of the table, not by the code that is tested."""
    open_to_all = set(state.discard)
    for other, hand in enumerate(state.hands):
        if other == seat or state.phase >= Phase.ROUND_OVER:
            open_to_all |= set(hand)
    return set(range(len(state.deck.faces))) - open_to_all


def dealt_anew(state: State, cards: set[int], random: Random, *, lie: bool) -> State:
    """`cards` in each other's places. `lie`: the seed and whether a doubt is right change too."""
    order = sorted(cards)
    places = dict(zip(order, random.sample(order, len(order)), strict=True))
    everywhere = {card: places.get(card, card) for card in range(len(state.deck.faces))}
    new = moved(state, everywhere)
    if lie and new.wild_draw_four is not None:
        new.wild_draw_four = new.wild_draw_four._replace(guilty=random.random() < 0.5)
    if lie:
        new.seed = f"{state.seed}?"
    return new


def test_a_view_does_not_change_with_what_the_seat_has_not_seen():
    seen: Counter[str] = Counter()
    for number in range(scale.count(20, 1_500)):
        game = table(f"leak {number}")
        for _ in range(120):
            state, random = game.state, game.random
            for seat in range(TABLE, state.seats):
                hidden = hidden_from(state, seat)
                other = dealt_anew(state, hidden, random, lie=True)
                assert view(other, seat) == view(state, seat), (game.seed, state.turn, seat)
                if seat != TABLE:
                    mine = engine.legal_actions(other, seat)
                    assert mine == engine.legal_actions(state, seat), (game.seed, state.turn, seat)
                seen[Phase(state.phase).name] += len(hidden) > 20
            if state.phase >= Phase.ROUND_OVER:
                break
            game.act(game.choose())
    assert min(seen[name] for name in PHASES) > 20, seen


def skeleton(events: list) -> list:
    """All but the cards."""
    return [
        replace_cards(event) if isinstance(event, Dealt | Drew | Challenged) else event
        for event in events
    ]


def replace_cards(event):
    return event._replace(**{"hand" if isinstance(event, Challenged) else "cards": ()})


def told(events: list, seat: int) -> set[int]:
    """The cards that these events show to the seat, as the events' own documentation says."""
    cards: set[int] = set()
    for event in events:
        if isinstance(event, Played | Reflipped):
            cards.add(event.card)
        elif isinstance(event, RoundBegan):
            cards.add(event.first)
        elif isinstance(event, Dealt | Drew) and event.seat == seat:
            cards |= set(event.cards)
        elif isinstance(event, Challenged) and event.seat == seat:
            cards |= set(event.hand)
        elif isinstance(event, RoundEnded):
            cards |= {card for hand in event.hands for card in hand}
    return cards


def test_projected_events_do_not_change_with_what_the_seat_has_not_seen():
    compared: Counter[str] = Counter()
    for number in range(scale.count(25, 1_500)):
        game = table(f"events {number}")
        for _ in range(120):
            state, random = game.state, game.random
            if state.phase >= Phase.ROUND_OVER:
                break
            action = game.choose()
            _, events = engine.apply(state, action)
            for seat in range(TABLE, state.seats):
                hidden = hidden_from(state, seat) - told(events, seat)
                try:
                    _, others = engine.apply(dealt_anew(state, hidden, random, lie=False), action)
                except IllegalAction:
                    continue  # that deal does not agree: the action tells of a card
                if skeleton(others) != skeleton(events):
                    continue  # nor that one: what was drawn could be played, or not
                where = (game.seed, state.turn, seat)
                assert project(others, seat) == project(events, seat), where
                compared.update(type(event).__name__ for event in events)
            game.act(action)
    assert compared["Drew"] > 100, compared
    assert compared["Challenged"] > 0, compared


def padded(deck: Deck) -> Deck:
    """The same deck, with each card `FAR` higher."""
    columns = {
        field.name: (0,) * FAR + getattr(deck, field.name)
        for field in fields(Deck)
        if field.init and isinstance(getattr(deck, field.name), tuple)
    }
    return replace(deck, **columns)


def numbers(plain: object) -> set[int]:
    """Every int in it, however deep."""
    if isinstance(plain, bool) or plain is None or isinstance(plain, str):
        return set()
    if isinstance(plain, int):
        return {plain}
    if isinstance(plain, list | tuple):
        return {number for one in plain for number in numbers(one)}
    msg = f"a view holds {plain!r}, which is no plain data"
    raise AssertionError(msg)


def test_no_hidden_card_stands_anywhere_in_a_view_or_in_its_events():
    decks: dict[str, Deck] = {}
    for number in range(scale.count(10, 500)):
        game = table(f"ids {number}")
        events: list = []
        if game.deck.name not in decks:
            decks[game.deck.name] = padded(game.deck)
        for _ in range(80):
            state = game.state
            far = moved(state, {card: card + FAR for card in range(len(state.deck.faces))})
            far.deck = decks[game.deck.name]
            for seat in range(TABLE, state.seats):
                hidden = {card + FAR for card in hidden_from(state, seat)}
                seen = view(far, seat)
                members = {f.name: getattr(seen, f.name) for f in fields(View)}
                del members["rules"], members["deck"]
                assert not numbers(list(members.values())) & hidden, (game.seed, state.turn, seat)
                shown = [tuple(event) for event in project(events, seat)]
                assert not numbers(shown) & (hidden - told(events, seat)), (
                    game.seed,
                    state.turn,
                    seat,
                )
            if state.phase >= Phase.ROUND_OVER:
                break
            action = game.choose()
            events = far_events(far, action)
            game.act(action)


def far_events(far: State, action) -> list:
    if getattr(action, "card", -1) >= 0:
        action = action._replace(card=action.card + FAR)
    return engine.apply(far, action)[1]
