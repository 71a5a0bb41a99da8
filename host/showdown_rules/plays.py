"""A turn: a card played, a card drawn, a pass."""

from __future__ import annotations

from showdown_rules.actions import NOBODY, Draw, Pass, Play
from showdown_rules.calls import end_silence
from showdown_rules.cards import (
    DRAW_TWO,
    NINE,
    NO_COLOUR,
    SEVEN,
    WILD,
    WILD_DONT_TALK,
    WILD_DRAW_FOUR,
    WILD_SHOWDOWN,
)
from showdown_rules.endings import end_round
from showdown_rules.events import Event, Passed, Played, TurnLost, UnoCalled
from showdown_rules.matching import (
    FINE,
    explain,
    guilty,
    honest,
    jump_in_code,
    must_play,
    playable,
    turn_code,
)
from showdown_rules.piles import give, stock
from showdown_rules.refusals import refusal
from showdown_rules.seats import exists, following, need_here, need_turn
from showdown_rules.showdowns import begin
from showdown_rules.state import CHALLENGE, DRAWN, State, WildDrawFour
from showdown_rules.turns import pass_turn, resolve

Choices = tuple[int, int, int, bool]
"""Of a play, as its fields: colour, opponent, cards, uno."""

NO_CHOICES: Choices = (NO_COLOUR, NOBODY, 0, False)


def play(state: State, action: Play, events: list[Event] | None) -> None:
    """A card onto the discard pile, with all that it brings."""
    seat, card = action.seat, action.card
    _check_card(state, seat, card)
    _check_choices(state, action, state.deck.faces[card])
    if seat != state.seat:  # a jump-in, from where the turn goes on
        _forget_call(state, state.seat)
        state.seat = seat
    put_down(state, card, action[3:], events)


def put_down(state: State, card: int, choices: Choices, events: list[Event] | None) -> None:
    """The same by whose turn it is and unchecked, for games in bulk; with all that it brings."""
    state.turn += 1
    seat = state.seat
    hand = state.hands[seat]
    hand.remove(card)
    colour, opponent, cards, uno = choices
    deck = state.deck
    face = deck.faces[card]
    state.drawn = -1
    state.wild_draw_four = _doubt(state, seat, card) if face == WILD_DRAW_FOUR else None
    state.discard.append(card)
    state.colour = int(colour) if face >= WILD else deck.colours[card]
    state.passes = 0
    state.uno_open = NOBODY
    if events is not None:
        events.append(Played(seat, card, state.colour, opponent, cards))
    if len(hand) < 2:
        _open_window(state, seat, uno, events)
    if state.wild_draw_four is not None:
        if state.rules.stacking:
            state.stacked += 4
        state.seat = following(state, seat)
        state.phase = CHALLENGE
        return
    wanted = cards or deck.counts[card]
    if wanted and _begins_showdown(state, face, opponent, wanted, events):
        return
    if face <= NINE and state.last_player == NOBODY and not state.rules.seven_zero:
        pass_turn(state, seat, events)  # as after most cards, without a closer look
    else:
        resolve(state, seat, opponent, events)


def draw(state: State, action: Draw, events: list[Event] | None) -> None:
    """One card, or all that were stacked."""
    seat = action.seat
    need_turn(state, seat)
    rules = state.rules
    if state.stacked:
        _draw_stack(state, seat, events)
        return
    if not state.draw and not stock(state) and rules.shortage == "draw_what_exists":
        raise refusal("nothing_to_draw")
    if not rules.voluntary_draw and honest(state, seat):
        raise refusal("must_play")
    draw_one(state, events)


def draw_one(state: State, events: list[Event] | None) -> None:
    """The same, unchecked, where nothing is stacked."""
    seat = state.seat
    state.uno_open = NOBODY
    state.passes = 0
    if not give(state, seat, 1, "turn", events):
        return
    state.phase = DRAWN
    state.drawn = state.hands[seat][-1]
    state.drawn_only = state.rules.only_drawn_playable
    if not playable(state, seat):
        _end_turn(state, seat, events)


def pass_on(state: State, action: Pass, events: list[Event] | None) -> None:
    """Keep the drawn card; or nothing can be drawn or played."""
    seat = action.seat
    need_turn(state, seat)
    if state.phase == DRAWN:
        if must_play(state, seat):
            raise refusal("must_play")
        _end_turn(state, seat, events)
        return
    if state.stacked or state.rules.shortage != "draw_what_exists" or stock(state):
        raise refusal("can_draw")
    if honest(state, seat):
        raise refusal("must_play")
    state.passes += 1
    _end_turn(state, seat, events)


def _check_card(state: State, seat: int, card: int) -> None:
    """Refuse who may not play now, and a card that may not be played."""
    in_turn = seat == state.seat
    if not in_turn:
        need_here(state, seat)
        if not state.rules.jump_in:
            raise refusal("not_your_turn", now=state.seat)
    if type(card) is not int or card not in state.hands[seat]:
        raise refusal("not_in_hand", seat=seat, card=card)
    code = turn_code(state, seat, card) if in_turn else jump_in_code(state, seat, card)
    if code != FINE:
        raise explain(state, seat, card, code)


def _check_choices(state: State, action: Play, face: int) -> None:
    """Refuse a missing choice, one that cannot be, and one that the card does not ask for."""
    _, seat, card, colour, opponent, cards, uno = action
    rules, label = state.rules, state.deck.label
    left = len(state.hands[seat]) - 1
    if uno and left != 1:
        raise refusal("needless_uno", left=left)
    if face >= WILD:
        if not isinstance(colour, int) or isinstance(colour, bool) or not 0 <= colour <= 3:
            raise refusal("missing_colour", card=label(card), colour=colour)
    elif colour != NO_COLOUR:
        raise refusal("needless_colour", card=label(card))
    if asks_opponent(state, face, left):
        if not exists(state, opponent):
            raise refusal("missing_opponent", card=label(card), opponent=opponent)
        if opponent == seat:
            raise refusal("opponent_self", card=label(card))
        if not state.here[opponent]:
            raise refusal("opponent_gone", opponent=opponent)
    elif opponent != NOBODY:
        raise refusal("needless_opponent", card=label(card))
    if face == WILD_SHOWDOWN:
        low, high = rules.wild_showdown_min, rules.wild_showdown_max
        if type(cards) is not int or not low <= cards <= high:
            raise refusal("cards_out_of_range", card=label(card), cards=cards, low=low, high=high)
    elif cards != 0:
        raise refusal("needless_cards", card=label(card))


def asks_opponent(state: State, face: int, left: int) -> bool:
    """Whether a play that leaves so many cards has to name another seat."""
    if face in (WILD_SHOWDOWN, WILD_DONT_TALK):
        return True
    return face == SEVEN and state.rules.seven_zero and left > 0


def _open_window(state: State, seat: int, uno: bool, events: list[Event] | None) -> None:
    """One card is left, and has UNO been said (AMB-16)? Or none is."""
    said = state.called[seat]
    state.called[seat] = False
    if not state.hands[seat]:
        state.last_player = seat
        return
    if not said and not uno and not state.rules.auto_uno:
        state.uno_open = seat
        return
    state.called[seat] = True
    if not said and events is not None:
        events.append(UnoCalled(seat))
    end_silence(state, events)


def _doubt(state: State, seat: int, card: int) -> WildDrawFour | None:
    """A Wild Draw Four that has just left the hand, if it may be doubted."""
    rules = state.rules
    rest = state.hands[seat]
    # Nothing hangs on a last one whose cards nobody will draw.
    drawn = rules.draw_before_scoring or rules.variant_last_card != "off"
    if not rules.wd4_challenge or not (rest or (rules.last_wd4_challenge and drawn)):
        return None
    return WildDrawFour(seat, card, guilty(state, seat), tuple(rest), state.colour)


def _begins_showdown(
    state: State, face: int, opponent: int, wanted: int, events: list[Event] | None
) -> bool:
    """By the card's symbol or as a Wild Showdown (SD-50, SD-51)."""
    seat = state.seat
    if state.last_player != NOBODY and state.rules.variant_last_card == "one":
        return False  # the variant's comes in its place (AMB-19)
    if face == WILD_SHOWDOWN:
        return begin(state, (seat, opponent), wanted, "wild", events)
    players = (seat, following(state, seat))
    return begin(state, players, wanted, "icon", events, swap=opponent)


def _draw_stack(state: State, seat: int, events: list[Event] | None) -> None:
    face = state.deck.faces[state.discard[-1]]
    why = "draw_two" if face == DRAW_TWO else "wild_draw_four"
    wanted, state.stacked = state.stacked, 0
    state.uno_open = NOBODY
    state.passes = 0 if stock(state) else state.passes + 1
    if not give(state, seat, wanted, why, events):
        return
    if events is not None:
        events.append(TurnLost(seat, why))
    _next_or_stalemate(state, seat, events)


def _end_turn(state: State, seat: int, events: list[Event] | None) -> None:
    """Without a play."""
    state.drawn = -1
    state.uno_open = NOBODY
    _forget_call(state, seat)
    if events is not None:
        events.append(Passed(seat))
    _next_or_stalemate(state, seat, events)


def _forget_call(state: State, seat: int) -> None:
    """One that was made for a play which did not come."""
    if len(state.hands[seat]) != 1:
        state.called[seat] = False


def _next_or_stalemate(state: State, seat: int, events: list[Event] | None) -> None:
    """A whole lap in which nobody could play or draw ends the round (AMB-8)."""
    if state.passes and state.passes >= sum(state.here):
        end_round(state, NOBODY, "stalemate", events)
    else:
        pass_turn(state, seat, events)
