"""The book: undo and redo, and the showdown that runs at the unit."""

import random

import pytest

from scale import count
from score_kit import any_line, fought, setup, written
from showdown_table.score_book import Book, end_of, replay
from showdown_table.score_entries import (
    Again,
    Do,
    Drop,
    Launch,
    Next,
    Note,
    Redo,
    Reverse,
    Skip,
    Undo,
)
from showdown_table.score_game import Phase, ScoreError
from showdown_table.score_model import fold


def refusal(book, line):
    with pytest.raises(ScoreError) as caught:
        book.write(line)
    return caught.value.code


def launched(**options):
    book = written(**options)
    return book.write(Launch(book.next_showdown(1, 2, 2)))


def test_undo_takes_the_last_entry_back_and_redo_gives_it_again():
    book = written(Next(), Reverse())
    undone = book.write(Undo())
    assert undone.game == written(Next()).game
    assert undone.write(Redo()) == book


def test_undo_goes_back_to_the_beginning_and_no_further():
    book = written(Next(), Skip()).write(Undo()).write(Undo())
    assert book.game == written().game
    assert refusal(book, Undo()) == "nothing-to-undo"


def test_a_new_entry_forgets_what_was_undone():
    book = written(Next()).write(Undo()).write(Do(Skip()))
    assert refusal(book, Redo()) == "nothing-to-redo"


def test_a_showdown_is_undone_as_one():
    book = written(Next(), fought(2, 0, loser=0)).write(Undo())
    assert (book.game.showdowns, book.game.seat) == ((), 2)


def test_while_a_showdown_is_pending_nothing_else_is_written():
    book = launched()
    for line in (Do(Next()), Undo(), Redo(), Do(fought(1, 2, loser=1))):
        assert refusal(book, line) == "pending"
    assert refusal(book, Launch(book.next_showdown(1, 2, 2))) == "pending"


def test_the_result_ends_the_showdown_that_is_pending():
    book = launched()
    after = book.write(Do(end_of(book.pending, 2, by="unit")))
    assert after.pending is None
    assert [(one.showdown.loser, one.showdown.by) for one in after.game.showdowns] == [(2, "unit")]


def test_a_showdown_that_came_to_nothing_leaves_the_game_as_it_was():
    after = launched().write(Drop(1))
    assert (after.pending, after.game) == (None, written().game)


def test_only_the_showdown_that_is_pending_can_be_dropped_or_played_again():
    for line in (Drop(9), Again(9)):
        assert refusal(launched(), line) == "no-showdown"
    for line in (Drop(1), Again(1)):
        assert refusal(written(), line) == "no-showdown"


def test_a_number_is_never_used_twice_not_even_after_undo():
    book = launched()
    first = book.pending
    book = book.write(Do(end_of(first, 2))).write(Undo())
    assert book.next_showdown(1, 2, 2).number == 2
    assert refusal(book, Launch(first)) == "no-showdown"


def test_a_rematch_is_another_attempt_of_the_same_showdown():
    again = launched().write(Again(1, "unclear")).pending
    assert (again.number, again.attempt, again.cards) == (1, 2, 2)


def test_a_showdown_that_the_game_could_not_take_is_not_begun():
    book = written()
    assert refusal(book, Launch(book.next_showdown(1, 1, 2))) == "same-player"


def test_notes_change_nothing_that_counts():
    book = launched().write(Note({"claim": 1}))
    assert (book.notes, book.pending) == (({"claim": 1},), launched().pending)


@pytest.mark.parametrize("preset", ["showdown", "encanto"])
def test_whatever_is_tapped_the_book_adds_up_and_undo_goes_the_way_back(preset):
    for seed in range(count(40, 3000)):
        rnd = random.Random(f"{preset} {seed}")
        scoring = rnd.choice(("standard", "low", "one_round"))
        table = setup(rnd.randrange(2, 11), preset=preset, scoring=scoring)
        book, lines, seen = Book.new(table), [], {(): fold(table, ())}
        for _ in range(60):
            line = any_line(rnd, book)
            try:
                book = book.write(line)
            except ScoreError:
                continue
            lines.append(line)
            # The same entries are the same game, by whichever way they were reached.
            assert seen.setdefault(book.entries, book.game) == book.game
            _check(book)
        assert replay(table, lines) == book
        assert fold(table, book.entries) == book.game
        _there_and_back(book)


def _check(book):
    game = book.game
    rules = game.setup.rules
    assert game.here[game.seat]
    assert (game.phase is Phase.MATCH_OVER) == bool(game.winners)
    for seat in range(len(game.names)):
        assert game.scores[seat] == sum(one.gained[seat] for one in game.rounds)
    for one in game.rounds:
        if one.winner >= 0 and rules.scoring != "one_round":
            held = sum(hand.total for hand in one.hands)
            assert sum(one.gained) == held
            assert rules.scoring == "low" or one.gained[one.winner] == held


def _there_and_back(book):
    back = book
    for _ in book.entries:
        back = back.write(Undo())
    assert back.game == Book.new(book.setup).game
    for _ in book.entries:
        back = back.write(Redo())
    assert (back.game, back.entries) == (book.game, book.entries)
