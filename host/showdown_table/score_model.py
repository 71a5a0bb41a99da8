"""The companion's core: a book of entries, and the game that they add up to. Pure.

Nothing is changed in place: `apply` gives the next game, `Book` methods the next book. What the
rules of a table cannot have is refused with a `ScoreError`, and nothing has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from showdown_rules.ruleset import MAX_SEATS, MIN_SEATS
from showdown_table import score_points
from showdown_table.names import NameProblem, clean, differing
from showdown_table.score_entries import (
    MAX_NAME,
    NOBODY,
    Caught,
    Deal,
    Entry,
    Hand,
    Leave,
    Next,
    NextRound,
    Rename,
    Reverse,
    RoundOver,
    Setup,
    Showdown,
    Silence,
    Skip,
    Spoke,
    Turn,
    Uno,
)
from showdown_table.score_game import Fought, Game, Penalty, Phase, Round, ScoreError

T = TypeVar("T")

MAX_POINTS = 1440
"""A hand is never worth more: no deck is."""


def begin(setup: Setup) -> Game:
    """The first round is dealt. ScoreError where there are too few, or no, or equal names."""
    names = [_name(name) for name in setup.names]
    count = len(names)
    if not MIN_SEATS <= count <= MAX_SEATS:
        raise ScoreError("players", least=MIN_SEATS, most=MAX_SEATS)
    _differ(names)
    if not 0 <= setup.dealer < count:
        raise ScoreError("seat")
    game = Game(
        setup=setup,
        names=tuple(names),
        here=(True,) * count,
        scores=(0,) * count,
        silenced=(False,) * count,
        uno=(0,) * count,
        phase=Phase.PLAY,
        round=1,
        dealer=setup.dealer,
        seat=setup.dealer,
        direction=1,
        turn=1,
    )
    return replace(game, seat=game.after(setup.dealer, 1))


def apply(game: Game, entry: Entry) -> Game:
    """The game after one more entry. ScoreError, see the module."""
    return _APPLY[type(entry)](game, entry)


def fold(setup: Setup, entries: Iterable[Entry]) -> Game:
    """The game after all of them."""
    game = begin(setup)
    for entry in entries:
        game = apply(game, entry)
    return game


# --- turns -------------------------------------------------------------------------------------


def _next(game: Game, _: Next) -> Game:
    _playing(game)
    return _pass_on(game, 1)


def _skip(game: Game, _: Skip) -> Game:
    _playing(game)
    return _pass_on(game, 2)


def _reverse(game: Game, _: Reverse) -> Game:
    _playing(game)
    turned = replace(game, direction=-game.direction)
    two = len(game.seats) == 2
    return _pass_on(turned, 2 if two and game.setup.rules.two_player_reverse == "skip" else 1)


def _turn(game: Game, entry: Turn) -> Game:
    _playing(game)
    _present(game, entry.seat)
    return replace(game, seat=entry.seat, turn=game.turn + 1)


def _deal(game: Game, entry: Deal) -> Game:
    _playing(game)
    _present(game, entry.dealer)
    if game.turn != 1:
        raise ScoreError("round-began")
    return replace(game, dealer=entry.dealer, seat=game.after(entry.dealer, 1))


def _pass_on(game: Game, steps: int) -> Game:
    """The turn leaves its seat. UNO said in an earlier turn holds until here: two cards again."""
    seat = game.seat
    for _ in range(steps):
        seat = game.after(seat)
    uno = game.uno
    if 0 < uno[game.seat] < game.turn:
        uno = _with(uno, game.seat, 0)
    return replace(game, seat=seat, turn=game.turn + 1, uno=uno)


def _showdown(game: Game, entry: Showdown) -> Game:
    _playing(game)
    _present(game, entry.initiator)
    _present(game, entry.defender)
    if entry.initiator == entry.defender:
        raise ScoreError("same-player")
    if entry.loser not in (entry.initiator, entry.defender):
        raise ScoreError("loser")
    if not 0 <= entry.cards <= 10:
        raise ScoreError("cards", most=10)
    after = replace(
        game,
        seat=entry.initiator,
        showdowns=(*game.showdowns, Fought(game.round, entry)),
    )
    after = _pass_on(after, 1)
    if entry.cards:
        after = replace(after, uno=_with(after.uno, entry.loser, 0))
    if game.setup.rules.loser_skipped and after.seat == entry.loser:
        after = _pass_on(after, 1)
    return after


# --- UNO and talk ------------------------------------------------------------------------------


def _uno(game: Game, entry: Uno) -> Game:
    _playing(game)
    _present(game, entry.seat)
    none = (False,) * len(game.names)
    return replace(game, uno=_with(game.uno, entry.seat, game.turn), silenced=none)


def _caught(game: Game, entry: Caught) -> Game:
    _playing(game)
    _present(game, entry.seat)
    return _draws(game, entry.seat, game.setup.rules.uno_penalty, "uno")


def _silence(game: Game, entry: Silence) -> Game:
    _playing(game)
    _present(game, entry.seat)
    if entry.seat == game.seat:
        raise ScoreError("same-player")
    return _pass_on(replace(game, silenced=_with(game.silenced, entry.seat, True)), 1)


def _spoke(game: Game, entry: Spoke) -> Game:
    _playing(game)
    _present(game, entry.seat)
    if not game.silenced[entry.seat]:
        raise ScoreError("may-talk", name=game.names[entry.seat])
    return _draws(game, entry.seat, game.setup.rules.talk_penalty, "talk")


def _draws(game: Game, seat: int, cards: int, why: str) -> Game:
    penalty = Penalty(game.round, seat, cards, why)
    return replace(game, penalties=(*game.penalties, penalty), uno=_with(game.uno, seat, 0))


# --- the round, the players --------------------------------------------------------------------


def _round_over(game: Game, entry: RoundOver) -> Game:
    _playing(game)
    check_hands(game, entry.winner, entry.hands)
    rules = game.setup.rules
    points = tuple(hand.total for hand in entry.hands)
    gained = score_points.gains(rules, entry.winner, points)
    scores = tuple(a + b for a, b in zip(game.scores, gained, strict=True))
    done = Round(game.round, entry.winner, entry.hands, points, gained, scores)
    winners = score_points.champions(rules, entry.winner, scores, game.here)
    return replace(
        _quiet(game),
        scores=scores,
        rounds=(*game.rounds, done),
        winners=winners,
        phase=Phase.MATCH_OVER if winners else Phase.ROUND_OVER,
    )


def check_hands(game: Game, winner: int, hands: Sequence[Hand]) -> None:
    """Refuse hands that the deck cannot give."""
    if winner != NOBODY:
        _present(game, winner)
    if len(hands) != len(game.names):
        raise ScoreError("hands")
    deck = score_points.values(game.setup.rules.deck)
    for seat, hand in enumerate(hands):
        empty = not hand.cards and hand.total == 0
        if not empty and (seat == winner or not game.here[seat]):
            raise ScoreError("empty-hand", name=game.names[seat])
        if not 0 <= hand.total <= MAX_POINTS:
            raise ScoreError("points", most=MAX_POINTS)
        if hand.points is not None and hand.cards:
            raise ScoreError("hands")
    tapped = [value for hand in hands for value in hand.cards]
    for value in set(tapped):
        if tapped.count(value) > deck.get(value, 0):
            raise ScoreError("deck", value=value, most=deck.get(value, 0))


def _next_round(game: Game, _: NextRound) -> Game:
    if game.phase is not Phase.ROUND_OVER:
        raise ScoreError("not-now")
    rotate = game.setup.rules.rotate_dealer or not game.here[game.dealer]
    dealer = game.after(game.dealer, 1) if rotate else game.dealer
    dealt = replace(_quiet(game), phase=Phase.PLAY, round=game.round + 1, dealer=dealer)
    return replace(dealt, direction=1, turn=1, seat=dealt.after(dealer, 1))


def _leave(game: Game, entry: Leave) -> Game:
    if game.phase is Phase.MATCH_OVER:
        raise ScoreError("not-now")
    _present(game, entry.seat)
    seat = game.following if entry.seat == game.seat else game.seat
    left = replace(
        game,
        here=_with(game.here, entry.seat, False),
        silenced=_with(game.silenced, entry.seat, False),
        uno=_with(game.uno, entry.seat, 0),
        seat=seat,
    )
    if len(left.seats) == 1:
        return replace(_quiet(left), phase=Phase.MATCH_OVER, winners=left.seats)
    return left


def _rename(game: Game, entry: Rename) -> Game:
    if not 0 <= entry.seat < len(game.names):
        raise ScoreError("seat")
    names = _with(game.names, entry.seat, _name(entry.name))
    _differ(names)
    return replace(game, names=names)


# --- inside ------------------------------------------------------------------------------------


def _playing(game: Game) -> None:
    if game.phase is not Phase.PLAY:
        raise ScoreError("not-now")


def _present(game: Game, seat: int) -> None:
    if not (0 <= seat < len(game.names) and game.here[seat]):
        raise ScoreError("seat")


def _quiet(game: Game) -> Game:
    """Nothing of a round hangs over."""
    count = len(game.names)
    return replace(game, silenced=(False,) * count, uno=(0,) * count)


def _name(name: str) -> str:
    try:
        return clean(name, MAX_NAME)
    except NameProblem as problem:
        raise ScoreError("name", most=MAX_NAME) from problem


def _differ(names: Sequence[str]) -> None:
    try:
        differing(names, MAX_NAME)
    except NameProblem as problem:
        raise ScoreError("same-name", name=problem.name) from problem


def _with(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    return (*values[:place], value, *values[place + 1 :])


_APPLY: dict[type, Callable[[Game, Any], Game]] = {
    Next: _next,
    Skip: _skip,
    Reverse: _reverse,
    Turn: _turn,
    Deal: _deal,
    Showdown: _showdown,
    Uno: _uno,
    Caught: _caught,
    Silence: _silence,
    Spoke: _spoke,
    RoundOver: _round_over,
    NextRound: _next_round,
    Leave: _leave,
    Rename: _rename,
}
