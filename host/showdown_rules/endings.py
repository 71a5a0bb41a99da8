"""The end of a round, its points, and the end of the match."""

from __future__ import annotations

from collections.abc import Iterable

from showdown_rules.actions import NOBODY
from showdown_rules.cards import Deck
from showdown_rules.events import Event, MatchEnded, RoundEnded
from showdown_rules.state import MATCH_OVER, ROUND_OVER, State


def hand_points(deck: Deck, hand: Iterable[int]) -> int:
    """What the cards count (SD-90, EN-18)."""
    points = deck.points
    return sum([points[card] for card in hand])


def out_of_cards(state: State, events: list[Event] | None) -> None:
    """The round ends since not enough cards can be drawn (AMB-8)."""
    winner = NOBODY
    if state.rules.shortage == "winner_by_points":
        counted = sorted(
            (hand_points(state.deck, state.hands[seat]), seat) for seat in _players(state)
        )
        if counted[0][0] < counted[1][0]:
            winner = counted[0][1]
    end_round(state, winner, "shortage", events)


def end_round(state: State, winner: int, why: str, events: list[Event] | None) -> None:
    """Count the hands, and see whether the match is over. NOBODY wins a draw."""
    _record(state, winner, why, _gained(state, winner), events)
    winners = _winners(state, winner)
    if winners:
        _end_match(state, winners, events)


def end_by_leaving(state: State, winner: int, events: list[Event] | None) -> None:
    """Only one is left, who wins the match; a round that was not played out has no points."""
    if state.phase != ROUND_OVER:
        _record(state, winner, "left", [0] * state.seats, events)
    _end_match(state, [winner], events)


def _record(
    state: State, winner: int, why: str, gained: list[int], events: list[Event] | None
) -> None:
    _clear(state)
    state.scores = [score + gain for score, gain in zip(state.scores, gained, strict=True)]
    if events is not None:
        hands = tuple(tuple(hand) for hand in state.hands)
        events.append(RoundEnded(state.round, winner, why, hands, tuple(gained)))


def _end_match(state: State, winners: list[int], events: list[Event] | None) -> None:
    state.phase = MATCH_OVER
    state.winners = winners
    if events is not None:
        events.append(MatchEnded(tuple(winners)))


def _players(state: State) -> list[int]:
    return [seat for seat in range(state.seats) if state.here[seat]]


def _gained(state: State, winner: int) -> list[int]:
    """A draw counts for nobody, and the game of one round has no points (EN-17)."""
    scoring = state.rules.scoring
    if winner == NOBODY or scoring == "one_round":
        return [0] * state.seats
    points = [hand_points(state.deck, hand) for hand in state.hands]
    if scoring == "low":
        return points
    own = points[winner]
    return [sum(points) - own if seat == winner else 0 for seat in range(state.seats)]


def _winners(state: State, round_winner: int) -> list[int]:
    """Of the match, or nobody yet."""
    rules, scores, players = state.rules, state.scores, _players(state)
    if rules.scoring == "one_round":
        return [] if round_winner == NOBODY else [round_winner]
    highest = max(scores[seat] for seat in players)
    if highest < rules.target:
        return []
    best = highest if rules.scoring == "standard" else min(scores[seat] for seat in players)
    winners = [seat for seat in players if scores[seat] == best]
    return [] if len(winners) > 1 and rules.tie == "extra_round" else winners


def _clear(state: State) -> None:
    """Nothing of the round is pending any more. The hands stay as counted, for all to see."""
    state.phase = ROUND_OVER
    state.seat = NOBODY
    state.drawn = -1
    state.drawn_only = False
    state.called = [False] * state.seats
    state.uno_open = NOBODY
    state.silenced = [False] * state.seats
    state.stacked = 0
    state.passes = 0
    state.wild_draw_four = None
    state.showdown = None
    state.last_player = NOBODY
    state.draw[:0] = state.unit
    state.unit = []
