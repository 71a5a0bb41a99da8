"""Practice on the host's side: a win has no loser; the wish is remembered as practice."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from host_kit import FakeOpener
from showdown_host import Refused, Unit
from showdown_host.cli_common import Exit, exit_of_result, result_words
from showdown_host.errors import PendingKey
from showdown_host.intention import Intention
from showdown_host.keystore import KeyStore
from showdown_host.result import Result
from showdown_protocol.messages import (
    DecidedBy,
    Handicap,
    Outcome,
    Players,
    Reaction,
    Record,
    RecordState,
    Side,
)
from showdown_table.umpire_status import Question
from showdown_table.umpire_verdict import Ask, of_result


@pytest.fixture
def opener() -> FakeOpener:
    return FakeOpener()


@pytest.fixture
def unit(opener: FakeOpener, tmp_path: Path) -> Iterator[Unit]:
    with Unit(opener, store=KeyStore(tmp_path / "keys")) as opened:
        yield opened


def practised(outcome: Outcome, loser: Side | None = None) -> Result:
    return Result(
        Record(
            key="KEY00001",
            state=RecordState.DONE,
            outcome=outcome,
            loser=loser,
            decided_by=DecidedBy.TIMING,
            practice=Side.LEFT,
            players=Players(left="Ana", right=""),
            reaction_us=Reaction(left=231_415) if outcome is Outcome.WIN else None,
        )
    )


def test_a_practised_win_is_conclusive_without_a_loser(unit: Unit, opener: FakeOpener) -> None:
    result = unit.showdown(left="Ana", practice="left")
    assert (result.outcome, result.loser, result.practice) == ("win", None, Side.LEFT)
    assert result.record.cards == 0
    assert (result.decided, result.conclusive) == (False, True)
    assert result.reaction_us == {Side.LEFT: 231_415}
    assert opener.world.unit.launches == {}
    assert exit_of_result(result) is Exit.OK


def test_practice_with_cards_is_refused_before_anything_is_stored(unit: Unit) -> None:
    with pytest.raises(Refused, match="practice throws none, not 2"):
        unit.showdown(cards=2, practice="left")
    with pytest.raises(Refused, match="`left` or `right`, not 'both'"):
        unit.showdown(practice="both")
    assert unit.pending() == []


def test_a_stored_wish_is_the_same_only_with_the_same_practice(
    unit: Unit, opener: FakeOpener
) -> None:
    opener.world.unit.play = False
    first = unit.prepare(0, "Ana", None, practice="left")
    assert unit.prepare(0, "Ana", None, practice="left").key == first.key
    for other in ("right", None):
        with pytest.raises(PendingKey, match="left practises alone"):
            unit.prepare(0, "Ana", None, practice=other)


def test_a_key_stored_by_an_earlier_version_is_no_practice(tmp_path: Path) -> None:
    folder = tmp_path / "keys"
    folder.mkdir()
    old = (
        b'{"key":"KEY00001","cards":2,"left":null,"right":null,"start":"button","serial":"s",'
        b'"boot":"00000000000000000000000000000001","journal_since":1,"durable":true,"port":""}\n'
    )
    (folder / "KEY00001.json").write_bytes(old)
    stored = KeyStore(folder).get("KEY00001")
    assert isinstance(stored, Intention)
    assert stored.practice is None
    assert stored.start_params("0" * 31 + "1", 0).practice is None


@pytest.mark.parametrize(
    ("outcome", "loser", "code", "words"),
    [
        (Outcome.WIN, None, 0, "practice: Ana (left): pressed\n  left 231.4 ms"),
        (Outcome.FALSE_START, Side.LEFT, 0, "practice: Ana (left): pressed too early"),
        (Outcome.ANTICIPATED, Side.LEFT, 0, "practice: Ana (left): pressed too soon after green"),
        (Outcome.NO_PRESS, None, 5, "practice: Ana (left): no press"),
        (Outcome.VOID, None, 5, "practice: Ana (left): void"),
    ],
)
def test_a_practised_round_in_words_and_exit_code(
    outcome: Outcome, loser: Side | None, code: int, words: str
) -> None:
    result = practised(outcome, loser)
    assert exit_of_result(result) == code
    assert result_words(result) == words
    assert str(result) == f"KEY00001: {outcome.value}, practice of left (Ana)"


@pytest.mark.parametrize("outcome", [Outcome.WIN, Outcome.FALSE_START, Outcome.NO_PRESS])
def test_a_practised_round_never_settles_a_match(outcome: Outcome) -> None:
    loser = Side.LEFT if outcome is Outcome.FALSE_START else None
    verdict = of_result(practised(outcome, loser), 2)
    assert isinstance(verdict, Ask)
    assert (verdict.question, verdict.ended) == (Question.REFUSED, True)


def test_a_handicap_is_told_wherever_a_result_is() -> None:
    result = Result(
        Record(
            key="KEY00001",
            state=RecordState.DONE,
            outcome=Outcome.WIN,
            loser=Side.RIGHT,
            cards=2,
            reaction_us=Reaction(left=200_000, right=380_000),
            margin_us=30_000,
            handicap_ms=Handicap(left=150),
        )
    )
    assert str(result) == "KEY00001: win, loser right, left +150 ms"
    assert "margin 30.0 ms, handicap left +150 ms" in result_words(result)


def test_without_cards_nobody_takes_any() -> None:
    record = Record(
        key="KEY00001", state=RecordState.DONE, outcome=Outcome.WIN, loser=Side.RIGHT, cards=0
    )
    assert result_words(Result(record)) == "right was slower and loses"
