"""A showdown begins: the cards go face down into the unit, and the engine waits."""

from __future__ import annotations

from showdown_rules.actions import NOBODY
from showdown_rules.events import Event, ShowdownBegan, ShowdownSkipped
from showdown_rules.piles import take
from showdown_rules.state import SHOWDOWN, Showdown, State


def begin(
    state: State,
    players: tuple[int, int],
    wanted: int,
    why: str,
    events: list[Event] | None,
    *,
    swap: int = NOBODY,
    lost: str = "",
) -> bool:
    """So many cards off the draw pile into the unit, or as many as exist (SD-52, AMB-8).

    `players` are initiator and defender. False: there was no card, and the showdown is skipped.
    """
    initiator, defender = players
    cards = take(state, wanted, events)
    if not cards and not _played_bare(state):
        if events is not None:
            events.append(ShowdownSkipped(initiator, defender))
        return False
    state.unit = cards
    state.showdowns += 1
    number = state.showdowns
    state.showdown = Showdown(number, 1, initiator, defender, len(cards), why, 0, swap, lost)
    state.phase = SHOWDOWN
    if events is not None:
        events.append(ShowdownBegan(number, initiator, defender, len(cards), why))
    return True


def _played_bare(state: State) -> bool:
    """Without a card to fly: as the table likes it, by default where it decides the round."""
    rule = state.rules.empty_showdown
    return rule == "bare_showdown" or (rule == "bare_if_decides" and state.last_player != NOBODY)
