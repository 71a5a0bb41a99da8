"""What a played card does, and whose turn is next.

The order is fixed (AMB-21): the play with its choices, the UNO window, the challenge or the
showdown, the card's effect, the end of the round, the next turn.
"""

from __future__ import annotations

from showdown_rules.actions import NOBODY
from showdown_rules.cards import (
    DRAW_TWO,
    NINE,
    REVERSE,
    SEVEN,
    SKIP,
    WILD_DONT_TALK,
    WILD_DRAW_FOUR,
    ZERO,
)
from showdown_rules.endings import end_round
from showdown_rules.events import (
    Event,
    HandsPassed,
    HandsSwapped,
    Reversed,
    Silenced,
    TurnLost,
)
from showdown_rules.piles import give
from showdown_rules.seats import following
from showdown_rules.showdowns import begin
from showdown_rules.state import PLAY, State

UNDECIDED = -2
"""Instead of a loser: the card has begun no showdown, or not yet."""


def resolve(
    state: State,
    player: int,
    opponent: int,
    events: list[Event] | None,
    loser: int = UNDECIDED,
) -> None:
    """The effect of the card on top, which `player` has played, and what follows.

    `loser` has lost its own showdown, if that is over: NOBODY after an even split.
    """
    rules = state.rules
    face = state.deck.faces[state.discard[-1]]
    lost = ""
    if face <= NINE:
        if rules.seven_zero and not _last(state, player):
            _move_hands(state, player, opponent, face, events)
    elif face == REVERSE:
        state.direction = -state.direction
        if events is not None:
            events.append(Reversed(state.direction))
        if rules.two_player_reverse == "skip" and sum(state.here) == 2:
            lost = "reverse"
    elif face == SKIP:
        lost = "skip"
    elif face in (DRAW_TWO, WILD_DRAW_FOUR):
        last = _last(state, player)
        victim = following(state, player)
        cards = state.stacked + (2 if face == DRAW_TWO else 4)
        if rules.stacking and not last:
            state.stacked = cards
            state.seat = victim
            state.phase = PLAY
            return
        state.stacked = 0
        lost = "draw_two" if face == DRAW_TWO else "wild_draw_four"
        won = last and (loser != UNDECIDED or rules.variant_last_card == "off")
        if (rules.draw_before_scoring or not won) and not give(state, victim, cards, lost, events):
            return
    elif face == WILD_DONT_TALK:
        # After an UNO that came with this very play, which lets everybody talk before it.
        state.silenced[opponent] = True
        if events is not None:
            events.append(Silenced(opponent, player))
    close(state, player, events, lost, loser)


def close(
    state: State,
    player: int,
    events: list[Event] | None,
    lost: str = "",
    loser: int = UNDECIDED,
) -> None:
    """After the effect of `player`'s card: the end of the round, or the next turn.

    `lost`: why the next player loses the turn. `loser`: as for `resolve`.
    """
    if state.last_player != NOBODY:
        if state.hands[player]:  # a penalty on the way has filled it again
            state.last_player = NOBODY
        elif (
            loser != UNDECIDED
            or state.rules.variant_last_card == "off"
            or not begin(state, (player, following(state, player)), 1, "variant", events, lost=lost)
        ):
            end_round(state, player, "out", events)
            return
        else:
            return
    if lost:
        player = following(state, player)
        if events is not None:
            events.append(TurnLost(player, lost))
    pass_turn(state, player, events, loser)


def pass_turn(
    state: State, player: int, events: list[Event] | None, loser: int = UNDECIDED
) -> None:
    """To the seat after `player`'s.

    With `loser_skipped`, a showdown costs its loser this turn, but no later one (AMB-15).
    """
    seat = (player + state.direction) % state.seats
    if not state.here[seat]:
        seat = following(state, player)
    if seat == loser and state.rules.loser_skipped:
        if events is not None:
            events.append(TurnLost(seat, "showdown"))
        seat = following(state, seat)
    state.seat = seat
    state.phase = PLAY


def _last(state: State, player: int) -> bool:
    """Whether it was the last card, and the hand has stayed empty."""
    return state.last_player == player and not state.hands[player]


def _move_hands(
    state: State, player: int, other: int, face: int, events: list[Event] | None
) -> None:
    """A 7 swaps two hands, a 0 passes each on (AMB-23); a 7 that was the last card named nobody.

    UNO goes with the hand it is about: one that was said, and one that was forgotten.
    """
    if face == SEVEN and other != NOBODY:
        to = {player: other, other: player}
        if events is not None:
            events.append(HandsSwapped(player, other))
    elif face == ZERO:
        to = {seat: following(state, seat) for seat in range(state.seats) if state.here[seat]}
        if events is not None:
            events.append(HandsPassed(state.direction))
    else:
        return
    hands, called = state.hands.copy(), state.called.copy()
    for seat, new in to.items():
        state.hands[new] = hands[seat]
        state.called[new] = called[seat] and len(hands[seat]) == 1
    state.uno_open = to.get(state.uno_open, NOBODY)
