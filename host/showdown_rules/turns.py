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
    Face,
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


def resolve(
    state: State,
    player: int,
    opponent: int,
    events: list[Event] | None,
    *,
    decided: bool = False,
    loser: int = NOBODY,
) -> None:
    """The effect of the card on top, which `player` has played, and what follows.

    `decided`: its own showdown is over, and `loser` has lost it.
    """
    rules = state.rules
    face = state.deck.faces[state.discard[-1]]
    if face <= NINE and not rules.seven_zero and state.last_player == NOBODY:
        pass_turn(state, player, events, loser=loser)
        return
    last = state.last_player == player and not state.hands[player]
    won = last and (decided or rules.variant_last_card == "off")
    lost = ""
    if face <= NINE:
        if rules.seven_zero and not last:
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
        victim = following(state, player)
        cards = state.stacked + (2 if face == DRAW_TWO else 4)
        if rules.stacking and not last:
            state.stacked = cards
            state.seat = victim
            state.phase = PLAY
            return
        state.stacked = 0
        lost = Face(face).name.lower()
        if (rules.draw_before_scoring or not won) and not give(state, victim, cards, lost, events):
            return
    elif face == WILD_DONT_TALK:
        # After an UNO that came with this very play, which lets everybody talk before it.
        state.silenced[opponent] = True
        if events is not None:
            events.append(Silenced(opponent, player))
    close(state, player, events, lost=lost, decided=decided, loser=loser)


def close(
    state: State,
    player: int,
    events: list[Event] | None,
    *,
    lost: str = "",
    decided: bool = False,
    loser: int = NOBODY,
) -> None:
    """After the effect of `player`'s card: the end of the round, or the next turn.

    `lost`: why the next player loses the turn. `decided`, `loser`: as for `resolve`.
    """
    if state.last_player != NOBODY:
        if state.hands[player]:  # a penalty on the way has filled it again
            state.last_player = NOBODY
        elif (
            decided
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
    pass_turn(state, player, events, loser=loser)


def pass_turn(
    state: State, player: int, events: list[Event] | None, *, loser: int = NOBODY
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


def _move_hands(
    state: State, player: int, other: int, face: int, events: list[Event] | None
) -> None:
    """A 7 swaps two hands, a 0 passes each on (AMB-23); a 7 that was the last card named nobody."""
    hands = state.hands
    if face == SEVEN and other != NOBODY:
        hands[player], hands[other] = hands[other], hands[player]
        moved = [player, other]
        if events is not None:
            events.append(HandsSwapped(player, other))
    elif face == ZERO:
        moved = [seat for seat in range(state.seats) if state.here[seat]]
        before = {seat: hands[seat] for seat in moved}
        for seat in moved:
            hands[following(state, seat)] = before[seat]
        if events is not None:
            events.append(HandsPassed(state.direction))
    else:
        return
    for seat in moved:
        if len(hands[seat]) != 1:
            state.called[seat] = False
            if state.uno_open == seat:
                state.uno_open = NOBODY
