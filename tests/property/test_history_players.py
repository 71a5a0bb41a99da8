"""The history by player against a naive reading of the same showdowns, and exact figures."""

from __future__ import annotations

import statistics
import unicodedata
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

import scale
from history_kit import line, won
from showdown_host.history_figures import median, quartile, spread
from showdown_host.history_players import Player, Wanted, players
from showdown_host.history_rows import Row, fold
from showdown_protocol.messages import (
    Attempt,
    Handicap,
    Outcome,
    Players,
    Reaction,
    Record,
    Side,
)

NAMES = st.sampled_from(
    ["Ana", "ANA", "ana ", "Bo", "", "José", unicodedata.normalize("NFD", "José")]
)
TIMES = st.none() | st.integers(0, 10_000_000)
EARLY = (Outcome.FALSE_START, Outcome.ANTICIPATED)


@st.composite
def records(draw: st.DrawFn) -> list[Record]:
    found = []
    for number in range(draw(st.integers(0, 12))):
        outcome = draw(st.sampled_from([one for one in Outcome if one is not Outcome.DEAD_HEAT]))
        alone = draw(st.none() | st.sampled_from(Side))
        if alone is not None:
            loser = alone if outcome in EARLY else None
        else:
            loser = draw(st.sampled_from(Side)) if outcome in (Outcome.WIN, *EARLY) else None
        times = Reaction(left=draw(TIMES), right=draw(TIMES))
        found.append(
            won(
                number,
                loser=loser,
                outcome=outcome,
                practice=alone,
                players=Players(left=draw(NAMES), right=draw(NAMES)),
                reaction_us=draw(st.none() | st.just(times)),
                resolution_us=draw(st.sampled_from([None, 20, 20_000])),
                handicap_ms=draw(st.none() | st.just(Handicap(right=150))),
                attempts=(Attempt(outcome=Outcome.DEAD_HEAT),) * draw(st.integers(0, 2)),
            )
        )
    return found


def oracle(found: list[Record]) -> dict[str, dict[str, object]]:
    """Every figure from the records alone, one question at a time."""
    seats = [
        (one, side, _plain(getattr(one.players, side.value)) or f"({side.value})")
        for one in found
        for side in Side
        if one.practice in (None, side)
    ]
    return {
        who: _figures([(one, side) for one, side, name in seats if name == who])
        for who in {name for _, _, name in seats}
    }


def _figures(mine: list[tuple[Record, Side]]) -> dict[str, object]:
    duels = [(one, side) for one, side in mine if one.practice is None]
    alone = [(one, side) for one, side in mine if one.practice is not None]
    even = [(one, side) for one, side in duels if one.handicap_ms is None]
    ended = ["L" if one.loser is side else "W" for one, side in even if one.loser is not None]
    letters = "".join(ended)
    tail = len(letters) - len(letters.rstrip(letters[-1:] or "x"))
    lost = [one for one, side in duels if one.loser is side]
    return {
        "showdowns": len(duels),
        "wins": letters.count("W"),
        "losses": letters.count("L"),
        "all_losses": len(lost),
        "false_starts": sum(one.outcome in EARLY for one in lost),
        "anticipated": sum(one.outcome == "anticipated" for one in lost),
        "dead_heats": sum(len(one.attempts) + (one.outcome == "unclear") for one, side in duels),
        "times": _times(duels),
        "streak": tail if letters.endswith("W") else -tail,
        "best_streak": max(map(len, letters.split("L"))),
        "rounds": len(alone),
        "practice_false_starts": sum(one.outcome in EARLY for one, _ in alone),
        "practice_times": _times(alone),
    }


def _times(mine: list[tuple[Record, Side]]) -> list[int]:
    honest = [(one, side) for one, side in mine if one.outcome not in EARLY]
    measured = [getattr(one.reaction_us, side.value, None) for one, side in honest]
    return [one for one in measured if one is not None]


def _plain(name: str) -> str:
    return unicodedata.normalize("NFC", name.strip().lower())


def told(player: Player) -> dict[str, object]:
    return {
        "showdowns": player.showdowns,
        "wins": player.even.wins,
        "losses": player.even.losses,
        "all_losses": player.even.losses + player.handicapped.losses,
        "false_starts": player.false_starts,
        "anticipated": player.anticipated,
        "dead_heats": player.dead_heats,
        "times": player.times.values,
        "streak": player.streak,
        "best_streak": player.best_streak,
        "rounds": player.rounds,
        "practice_false_starts": player.practice_false_starts,
        "practice_times": player.practice_times.values,
    }


def _rows(found: list[Record]) -> list[Row]:
    return Wanted().of(fold(line(one) for one in found).in_order())


@settings(max_examples=scale.count(60, 5_000), deadline=None)
@given(records())
def test_every_figure_is_what_a_naive_count_says(found: list[Record]) -> None:
    table = players(_rows(found))
    named = {
        _plain(one.who.name) or f"({one.who.side and one.who.side.value})": told(one)
        for one in table
    }
    assert named == oracle(found)
    assert len(named) == len(table)


@settings(max_examples=scale.count(25, 1_000), deadline=None)
@given(records())
def test_every_loss_is_somebody_s_win(found: list[Record]) -> None:
    table = players(_rows(found))
    for score in ("even", "handicapped"):
        scores = [getattr(one, score) for one in table]
        assert sum(one.wins for one in scores) == sum(one.losses for one in scores)


@given(records(), st.integers(0, 15))
def test_a_limit_leaves_the_last_ones(found: list[Record], limit: int) -> None:
    rows = fold(line(one) for one in found).in_order()
    assert Wanted(limit=limit).of(rows) == _rows(found)[max(len(found) - limit, 0) :]


@given(st.lists(st.integers(0, 10**7), min_size=1))
def test_medians_and_quartiles_are_exact(values: list[int]) -> None:
    exact = statistics.median(map(Fraction, values))
    found = median(values)
    assert found is not None
    assert found - exact in (0, Fraction(1, 2))
    for which in (1, 2, 3):
        bound = quartile(values, which)
        assert bound in values
        assert 4 * sum(one <= bound for one in values) >= which * len(values)
        assert 4 * sum(one < bound for one in values) < which * len(values)
    assert spread(values) == quartile(values, 3) - quartile(values, 1)


def test_of_nothing_there_is_no_median() -> None:
    assert (median([]), quartile([], 1), spread([])) == (None, None, None)
