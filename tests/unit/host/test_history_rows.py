"""Lines of the history: which version counts, in which order, and what contradicts what."""

from __future__ import annotations

import itertools

import pytest

from history_kit import HOLD, NONCE, SEED, SERIAL, armed, changed, key, line, won
from showdown_host.history_lines import decoded, worth_keeping
from showdown_host.history_rows import Fold, fold, merged
from showdown_protocol.messages import (
    Attempt,
    DecidedBy,
    Launch,
    LinesCount,
    Outcome,
    Record,
    RecordState,
    Side,
)

LAUNCHING = won(state=RecordState.LAUNCHING, launch=Launch.STARTED)
DONE = won()
CONTESTED = won(contested=True)
BY_LINES = won(
    contested=True,
    loser=Side.LEFT,
    decided_by=DecidedBy.LINES,
    lines=LinesCount(left=2, right=0),
    timing_loser=Side.RIGHT,
)


def test_a_line_comes_back_as_it_was_written() -> None:
    one = line(won(players=None), seen_ms=5, upto=key(1), boots=("b1", "b2"), name="Tisch ✓")
    data = one.encoded()
    assert data.endswith(b"\n")
    assert data.count(b"\n") == 1
    assert decoded(data[:-1]) == one


def test_one_flipped_bit_anywhere_is_damage() -> None:
    data = line(won()).encoded()[:-1]
    for spot in range(len(data)):
        spoiled = data[:spot] + bytes([data[spot] ^ 1]) + data[spot + 1 :]
        assert decoded(spoiled) is None, spot


@pytest.mark.parametrize(
    "order", list(itertools.permutations([armed(), LAUNCHING, DONE, CONTESTED, BY_LINES]))
)
def test_the_newest_version_counts_in_whichever_order_they_are_read(
    order: tuple[Record, ...],
) -> None:
    (row,) = fold(line(record) for record in order).in_order()
    assert (row.outcome, row.loser, row.by_lines, row.contested) == ("win", Side.LEFT, True, True)


def test_a_tombstone_never_displaces_a_showdown() -> None:
    tombstone = Record(key=key(0), state=RecordState.CANCELLED)
    assert not worth_keeping(tombstone, published=False)
    (row,) = fold([line(DONE), line(tombstone)]).in_order()
    assert row.outcome is Outcome.WIN


def test_what_is_known_needs_no_further_line() -> None:
    state = fold([line(armed()), line(DONE)])
    assert not state.lacks(SERIAL, DONE)
    assert not state.lacks(SERIAL, LAUNCHING)
    assert not state.lacks(SERIAL, armed())
    assert state.lacks(SERIAL, CONTESTED)
    assert state.lacks(SERIAL, won(1))
    assert state.lacks("another unit", DONE)
    assert not state.lacks(SERIAL, armed(1, hold_sha256=None))


def test_the_first_published_hold_is_kept_and_whether_that_was_before_the_race() -> None:
    (row,) = fold([line(armed()), line(won(hold_sha256="f" * 64))]).in_order()
    assert (row.hold_sha256, row.hold_before_race) == (HOLD, True)
    (row,) = fold([line(won(hold_sha256=HOLD))]).in_order()
    assert (row.hold_sha256, row.hold_before_race) == (HOLD, False)


@pytest.mark.parametrize(
    ("later", "words"),
    [
        (won(hold_sha256="f" * 64), "and says ffffffffffffffff… now"),
        (
            won(hold_sha256=HOLD, hold_seed=NONCE.hex(), hold_nonce=SEED.hex()),
            "the seed of the hold is not the one that the unit published",
        ),
    ],
)
def test_a_unit_that_leaves_what_it_published_is_told(later: Record, words: str) -> None:
    state = fold([line(armed()), line(later)])
    (problem,) = state.problems
    assert problem.startswith(f"unit {SERIAL}, showdown {key(0)}: ")
    assert words in problem


@pytest.mark.parametrize("later", [won(loser=Side.LEFT), won(loser=None, outcome=Outcome.VOID)])
def test_a_verdict_that_changes_without_the_lines_is_told(later: Record) -> None:
    (problem,) = fold([line(LAUNCHING), line(later)]).problems
    assert "the verdict was win, right loses, and is " in problem


def test_an_honest_unit_is_told_nothing_of() -> None:
    shown = {"hold_sha256": HOLD, "hold_seed": SEED.hex(), "hold_nonce": NONCE.hex()}
    versions = [changed(one, **shown) for one in (LAUNCHING, DONE, CONTESTED, BY_LINES)]
    state = fold(line(record) for record in [armed(), *versions, *versions])
    assert state.problems == []


def test_showdowns_stand_in_the_order_of_play_however_they_were_read() -> None:
    boots = [str(n) * 32 for n in range(3)]
    played = [won(n, boot=boots[n // 3], seq=n % 3 + 1) for n in range(9)]
    newest_first = fold(line(record) for record in reversed(played))
    newest_first.add(line(boots=tuple(boots)))
    assert [row.key for row in newest_first.in_order()] == [record.key for record in played]


@pytest.mark.parametrize(
    ("known", "listed", "order"),
    [
        ([], ("a", "b"), ["a", "b"]),
        (["c"], ("a", "b", "c"), ["a", "b", "c"]),
        (["a", "c"], ("b", "c", "d"), ["a", "b", "c", "d"]),
        (["a", "d", "b"], ("b", "c", "d"), ["a", "b", "c", "d"]),
        (["a", "b"], ("x", "y"), ["a", "b", "x", "y"]),
        (["a", "b"], (), ["a", "b"]),
    ],
)
def test_the_unit_s_list_orders_its_boots(
    known: list[str], listed: tuple[str, ...], order: list[str]
) -> None:
    assert merged(known, listed) == order


def test_dead_heats_are_counted_the_last_one_too() -> None:
    heats = (Attempt(outcome=Outcome.DEAD_HEAT), Attempt(outcome=Outcome.VOID))
    (row,) = fold([line(won(outcome=Outcome.UNCLEAR, loser=None, attempts=heats))]).in_order()
    assert row.dead_heats == 2


def test_units_of_one_name_stay_apart() -> None:
    state = Fold()
    state.add(line(won(), serial="a", name="Table"))
    state.add(line(won(), serial="b", name="Table"))
    assert len(state.in_order()) == 2
    assert state.names == {"a": "Table", "b": "Table"}
