"""Cards from the draw pile, and the discard pile made into a new one."""

from __future__ import annotations

from showdown_rules.actions import NOBODY
from showdown_rules.endings import out_of_cards
from showdown_rules.events import Drew, Event, Reshuffled
from showdown_rules.state import State
from showdown_rules.streams import shuffled, stream


def stock(state: State) -> int:
    """How many cards can be drawn, the reshuffle included."""
    return len(state.draw) + len(state.discard) - _kept(state)


def take(state: State, wanted: int, events: list[Event] | None) -> list[int]:
    """So many cards off the draw pile, or as many as exist (SD-27, AMB-8)."""
    left = len(state.draw) - wanted
    if left >= 0:
        taken = state.draw[left:]
        del state.draw[left:]
        taken.reverse()
        return taken
    taken = []
    while len(taken) < wanted:
        if not state.draw:
            _reshuffle(state, events)
            if not state.draw:
                break
        taken.append(state.draw.pop())
    return taken


def give(state: State, seat: int, wanted: int, why: str, events: list[Event] | None) -> bool:
    """So many cards off the draw pile into a hand. False: the shortage has ended the round."""
    if len(state.draw) < wanted and _ends_the_round(state, wanted):
        out_of_cards(state, events)
        return False
    cards = take(state, wanted, events)
    add(state, seat, cards)
    if events is not None:
        events.append(Drew(seat, len(cards), wanted, why, tuple(cards)))
    return True


def add(state: State, seat: int, cards: list[int]) -> None:
    """Cards into a hand. What was said about its last card is void (AMB-16)."""
    hand = state.hands[seat]
    hand += cards
    if cards or len(hand) > 1:
        state.called[seat] = False
        if state.uno_open == seat:
            state.uno_open = NOBODY


def _ends_the_round(state: State, wanted: int) -> bool:
    """Not while a showdown or a last card is pending: these decide the round themselves."""
    return (
        state.rules.shortage != "draw_what_exists"
        and state.showdown is None
        and state.last_player == NOBODY
        and wanted > stock(state)
    )


def _kept(state: State) -> int:
    """The top card stays (AMB-7), and what is under a Wild Draw Four that may be taken back."""
    taken_back = state.wild_draw_four is not None and state.rules.guilty == "draws4_and_card_back"
    return 2 if taken_back else 1


def _reshuffle(state: State, events: list[Event] | None) -> None:
    kept = _kept(state)
    under = state.discard[:-kept]
    if not under:
        return
    del state.discard[:-kept]
    state.draw = shuffled(under, stream(state.seed, "shuffle", state.shuffles))
    state.shuffles += 1
    if events is not None:
        events.append(Reshuffled(len(under)))
