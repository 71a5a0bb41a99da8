"""A showdown ends: a loser, the lines, or once more."""

from __future__ import annotations

from showdown_rules.actions import NOBODY, TABLE, Lines, Rematch, Settle
from showdown_rules.events import Drew, Event, ShowdownAgain, ShowdownSettled, ShowdownSplit
from showdown_rules.piles import add
from showdown_rules.refusals import refusal
from showdown_rules.state import Showdown, State
from showdown_rules.turns import close, resolve

JUDGES = ("unit", "lines", "table")


def settle(state: State, action: Settle, events: list[Event] | None) -> None:
    """The loser takes the cards (SD-55)."""
    showdown = _pending(state, action.seat, action.number)
    players = (showdown.initiator, showdown.defender)
    if type(action.loser) is not int or action.loser not in players:
        raise refusal(
            "not_in_showdown",
            loser=action.loser,
            number=showdown.number,
            initiator=showdown.initiator,
            defender=showdown.defender,
        )
    if action.by not in JUDGES:
        raise refusal("unknown_judge", by=action.by)
    decide(state, action.loser, action.by, events)


def lines(state: State, action: Lines, events: list[Event] | None) -> None:
    """More cards over the own line lose; an even split is a rule of its own (SD-56, AMB-13)."""
    showdown = _pending(state, action.seat, action.number)
    mine, theirs = action.initiator, action.defender
    if not showdown.cards:
        raise refusal("no_lines", number=showdown.number)
    counted = type(mine) is int and type(theirs) is int and mine >= 0 and theirs >= 0
    if not counted or mine + theirs > showdown.cards:
        raise refusal("lines_out_of_range", initiator=mine, defender=theirs, cards=showdown.cards)
    if mine != theirs:
        decide(state, _side(showdown, mine > theirs), "lines", events)
    else:
        _split(state, showdown, mine, events)


def rematch(state: State, action: Rematch, events: list[Event] | None) -> None:
    """Once more with the same cards, however often.

    `max_rematches` is not for these: a dead heat, a missing press or an abort tells nothing of
    either player, so neither may lose by it; the table can settle at any time (AMB-14).
    """
    showdown = _pending(state, action.seat, action.number)
    _again(state, showdown, action.why, events)


def decide(state: State, loser: int, by: str, events: list[Event] | None) -> None:
    """The pending showdown has its loser, who takes the cards; and what follows."""
    showdown = state.showdown
    assert showdown is not None
    if events is not None:
        winner = showdown.initiator + showdown.defender - loser
        events.append(ShowdownSettled(showdown.number, winner, loser, by))
    _take(state, loser, unload(state), events)
    if loser == showdown.initiator:
        state.last_player = NOBODY  # nobody wins a round by a lost showdown (SD-81)
    go_on(state, showdown, loser, events)


def _split(state: State, showdown: Showdown, each: int, events: list[Event] | None) -> None:
    rule = state.rules.split_tie
    if rule == "each_takes_own":
        _share(state, showdown, each, events)
    elif rule == "rematch" and showdown.splits < state.rules.max_rematches:
        _again(state, showdown._replace(splits=showdown.splits + 1), "split", events)
    else:
        by = "rematches" if rule == "rematch" else "lines"
        decide(state, _side(showdown, rule != "defender_loses"), by, events)


def _share(state: State, showdown: Showdown, each: int, events: list[Event] | None) -> None:
    """Each takes the cards over the own line; who began it, those on the line as well."""
    if events is not None:
        events.append(ShowdownSplit(showdown.number))
    cards = unload(state)
    _take(state, showdown.initiator, cards[each:], events)
    _take(state, showdown.defender, cards[:each], events)
    go_on(state, showdown, NOBODY, events)


def go_on(state: State, showdown: Showdown, loser: int, events: list[Event] | None) -> None:
    """The card's effect, if it is still to come, and the next turn."""
    player = showdown.initiator
    if showdown.why == "variant":
        close(state, player, events, showdown.lost, loser)
    else:
        resolve(state, player, showdown.swap, events, loser)


def _again(state: State, showdown: Showdown, why: str, events: list[Event] | None) -> None:
    state.showdown = showdown._replace(attempt=showdown.attempt + 1)
    if events is not None:
        events.append(ShowdownAgain(showdown.number, showdown.attempt + 1, why))


def _take(state: State, seat: int, cards: list[int], events: list[Event] | None) -> None:
    if cards:
        add(state, seat, cards)
        if events is not None:
            events.append(Drew(seat, len(cards), len(cards), "showdown", tuple(cards)))


def unload(state: State) -> list[int]:
    """The cards out of the unit; the showdown is over."""
    cards, state.unit = state.unit, []
    state.showdown = None
    return cards


def _side(showdown: Showdown, initiator_loses: bool) -> int:
    return showdown.initiator if initiator_loses else showdown.defender


def _pending(state: State, seat: int, number: int) -> Showdown:
    """Refuse everybody but the table, and every showdown but the one that waits."""
    showdown = state.showdown
    assert showdown is not None
    if seat != TABLE:
        raise refusal("not_the_table")
    if type(number) is not int or number != showdown.number:
        raise refusal("unknown_showdown", number=number, pending=showdown.number)
    return showdown
