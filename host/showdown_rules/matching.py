"""Which cards may be played now."""

from __future__ import annotations

from showdown_rules.actions import NOBODY, IllegalAction
from showdown_rules.cards import NO_COLOUR, WILD_DRAW_FOUR, Colour
from showdown_rules.refusals import WAITS_FOR, refusal
from showdown_rules.seats import exists
from showdown_rules.state import CHALLENGE, DRAWN, PLAY, State

FINE = ""


def playable(state: State, seat: int) -> list[int]:
    """The cards of a hand that may be played now, whatever is chosen with them."""
    rules = state.rules
    phase = state.phase
    if seat == state.seat and phase < CHALLENGE and not state.stacked:  # nearly always
        deck = state.deck
        goes = deck.goes_by_icon if rules.icon_matches else deck.goes
        hand = state.hands[seat] if phase == PLAY else _after_drawing(state)
        found = list(filter(goes[state.colour][state.discard[-1]], hand))
        if rules.wd4_enforce != "hard" or deck.wild_draw_fours.isdisjoint(found):
            return found
        if guilty(state, seat):
            found = [card for card in found if card not in deck.wild_draw_fours]
        return found
    if phase > CHALLENGE:
        return []
    if seat != state.seat:
        if not rules.jump_in or not exists(state, seat):
            return []
        return [card for card in state.hands[seat] if jump_in_code(state, seat, card) == FINE]
    return [card for card in state.hands[seat] if turn_code(state, seat, card) == FINE]


def _after_drawing(state: State) -> list[int]:
    """The cards that may be looked at for a play in the turn that drew one."""
    drawn = state.drawn
    hand = [drawn] if state.drawn_only else state.hands[state.seat]
    if state.rules.play_drawn == "never":
        return [card for card in hand if card != drawn]
    return hand


def honest(state: State, seat: int) -> bool:
    """Whether a card may be played without a bluff: nobody has to bluff."""
    faces = state.deck.faces
    return any(
        faces[card] != WILD_DRAW_FOUR or not guilty(state, seat) for card in playable(state, seat)
    )


def must_play(state: State, seat: int) -> bool:
    """Whether the card just drawn may not be kept; one that goes only as a bluff may."""
    drawn = state.drawn
    if state.rules.play_drawn != "must" or drawn not in playable(state, seat):
        return False
    return state.deck.faces[drawn] != WILD_DRAW_FOUR or not guilty(state, seat)


def matches(state: State, card: int) -> bool:
    """By colour, number or symbol, or as a wild card (SD-20, SD-21); never by the icon (SD-23)."""
    deck = state.deck
    goes = deck.goes_by_icon if state.rules.icon_matches else deck.goes
    return goes[state.colour][state.discard[-1]](card)


def guilty(state: State, seat: int) -> bool:
    """Whether a Wild Draw Four would be wrong now, by the rest of the hand (SD-40, AMB-11)."""
    deck = state.deck
    # Another Wild Draw Four is no way out: two in one hand would bar each other for ever.
    faces = deck.faces
    rest = [card for card in state.hands[seat] if faces[card] != WILD_DRAW_FOUR]
    test = state.rules.wd4_test
    if test == "any_playable":
        return any(matches(state, c) for c in rest)
    wrong = (state.colour, NO_COLOUR) if test == "colour_or_wild" else (state.colour,)
    return any(deck.colours[card] in wrong for card in rest)


def turn_code(state: State, seat: int, card: int) -> str:
    """Why whose turn it is may not play this card of the hand: a code of `refusals`, or FINE."""
    rules, deck, phase = state.rules, state.deck, state.phase
    face = deck.faces[card]
    if phase == CHALLENGE and (not state.stacked or state.last_player != NOBODY):
        return "wrong_phase"
    if state.stacked:
        if face != deck.faces[state.discard[-1]]:
            return "must_answer"
    elif not matches(state, card):
        return "no_match"
    if phase == DRAWN:
        if state.drawn_only and card != state.drawn:
            return "only_drawn"
        if card == state.drawn and rules.play_drawn == "never":
            return "not_drawn"
    if face == WILD_DRAW_FOUR and rules.wd4_enforce == "hard" and guilty(state, seat):
        return "wild_draw_four"
    return FINE


def jump_in_code(state: State, seat: int, card: int) -> str:
    """Why somebody may not play this card of the hand out of turn, or FINE (AMB-23).

    The same colour and face as the top card, before whose turn it is has done anything; nothing
    that is stacked can be answered for another.
    """
    deck = state.deck
    top = state.discard[-1]
    if not state.rules.jump_in or state.phase != PLAY or state.stacked:
        return "not_your_turn"
    colour = deck.colours[card]
    if colour == NO_COLOUR or colour != deck.colours[top] or deck.faces[card] != deck.faces[top]:
        return "not_the_same"
    if state.uno_open == seat:  # else a quick last card would escape the catch
        return "uno_first"
    return FINE


def explain(state: State, seat: int, card: int, code: str) -> IllegalAction:
    """The refusal with all that its text names."""
    label = state.deck.label
    return refusal(
        code,
        seat=seat,
        now=state.seat,
        card=label(card),
        top=label(state.discard[-1]),
        colour=Colour(state.colour).name.lower(),
        stacked=state.stacked,
        action="Play",
        waits_for=WAITS_FOR[state.phase],
    )
