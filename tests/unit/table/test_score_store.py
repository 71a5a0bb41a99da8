"""Score files: what was told is kept, whatever happens to the program."""

import json
from contextlib import suppress
from dataclasses import replace

import pytest

from score_kit import NAMES, points
from showdown_rules.ruleset import ruleset
from showdown_table import score_store
from showdown_table.score_entries import Do, Launch, Next, Note, Rename, RoundOver, Skip, Undo
from showdown_table.score_game import ScoreError
from showdown_table.score_store import ScoreFile, default_folder, games, look
from showdown_table.store import MatchFileBusy, MatchFileError

BEGAN = "2025-01-31T19:30"


def new(folder, game="", **options):
    rules = ruleset("showdown", **options)
    return ScoreFile.create(folder, NAMES[:3], rules, began=BEGAN, game=game)


def test_a_game_goes_on_where_it_was(tmp_path):
    file = new(tmp_path)
    for line in (Do(Next()), Do(Skip()), Undo()):
        file.write(line)
    book = file.book
    file.close()
    with ScoreFile.open(file.path) as again:
        assert again.book == book


def test_a_pending_showdown_and_the_umpires_notes_are_still_known(tmp_path):
    note = {"given_up": "game0001-1-1", "why": "cancelled"}
    with new(tmp_path) as file:
        pending = file.book.next_showdown(1, 2, 2)
        file.write(Launch(pending))
        file.write(Note(note))
    with ScoreFile.open(file.path) as again:
        assert again.book.pending == pending
        assert again.book.notes == (note,)


def test_a_line_that_was_cut_off_is_dropped_and_what_was_before_stands(tmp_path):
    file = new(tmp_path)
    file.write(Do(Next()))
    book = file.book
    file.write(Do(Skip()))
    file.close()
    data = file.path.read_bytes()
    for cut in range(data[:-1].rfind(b"\n") + 1, len(data)):
        file.path.write_bytes(data[:cut])
        with ScoreFile.open(file.path) as again:
            assert again.book == book


def test_what_is_refused_is_not_written(tmp_path):
    file = new(tmp_path)
    before = file.path.read_bytes()
    with pytest.raises(ScoreError):
        file.write(Undo())
    assert file.path.read_bytes() == before
    file.close()


def test_one_program_at_a_time_writes_a_game_and_others_may_look(tmp_path):
    file = new(tmp_path)
    file.write(Do(Next()))
    with pytest.raises(MatchFileBusy):
        ScoreFile.open(file.path)
    assert look(file.path).book == file.book
    file.close()


def test_the_games_of_a_folder_the_last_written_first(tmp_path):
    new(tmp_path, "first", target=10).close()
    second = new(tmp_path, "second", target=10)
    second.write(Do(RoundOver(0, points(0, 10, 0))))
    second.close()
    assert [(one.book.setup.game, one.open) for one in games(tmp_path)] == [
        ("second", False),
        ("first", True),
    ]


def test_a_folder_that_is_not_there_has_no_games(tmp_path):
    assert list(games(tmp_path / "none")) == []


def test_a_damaged_file_is_told_kept_and_left_out_of_the_list(tmp_path):
    file = new(tmp_path)
    file.write(Do(Next()))
    file.write(Do(Next()))
    file.close()
    lines = file.path.read_bytes().splitlines(keepends=True)
    file.path.write_bytes(lines[0] + b'{"type":"do","entry":{"type":"fly"}}\n' + lines[2])
    damaged = file.path.read_bytes()
    with pytest.raises(MatchFileError, match="does not add up"):
        ScoreFile.open(file.path)
    assert file.path.read_bytes() == damaged
    told = []
    assert list(games(tmp_path, told.append)) == []
    assert [str(file.path) in str(error) for error in told] == [True]


def test_no_bit_can_flip_unnoticed(tmp_path):
    file = new(tmp_path, "game0001")
    for line in (Do(Next()), Do(Rename(1, "Bé")), Note({"given_up": "game0001-1-1", "why": ""})):
        file.write(line)
    file.close()
    good, book = file.path.read_bytes(), look(file.path).book
    for at in range(len(good)):
        for bit in (1, 4, 64):
            file.path.write_bytes(good[:at] + bytes([good[at] ^ bit]) + good[at + 1 :])
            with suppress(MatchFileError):  # a last line that is none any more is as if cut off
                seen = look(file.path).book
                assert seen == book or seen == replace(book, notes=()), (at, bit)


def test_a_line_that_is_lost_or_comes_twice_is_noticed(tmp_path):
    file = new(tmp_path)
    for _ in range(3):
        file.write(Do(Next()))
    file.close()
    lines = file.path.read_bytes().splitlines(keepends=True)
    for wrong in (lines[:1] + lines[2:], lines[:2] + lines[1:]):
        file.path.write_bytes(b"".join(wrong))
        with pytest.raises(MatchFileError, match="sum"):
            look(file.path)


@pytest.mark.parametrize(
    "line",
    [
        {"setup": {"game": 5}},
        {"setup": {"names": ["A", "B"], "game": "g", "began": "", "rules": {"deck": "ours"}}},
        {"setup": []},
        {},
    ],
)
def test_a_header_that_cannot_be_is_told(tmp_path, line):
    path = tmp_path / "odd.score"
    header = {"setup": line.get("setup")}
    line = {"format": "showdown-score", "version": 1, **line, "sum": score_store._sum("", header)}
    path.write_text(json.dumps(line) + "\n")
    with pytest.raises(MatchFileError, match=r"odd\.score does not add up"):
        look(path)


def test_a_match_file_is_no_score_file(tmp_path):
    path = tmp_path / "other.score"
    path.write_text('{"format":"showdown-match","version":1}\n')
    with pytest.raises(MatchFileError, match="no showdown-score file"):
        ScoreFile.open(path)


def test_a_table_that_cannot_be_leaves_no_file(tmp_path):
    with pytest.raises(ScoreError):
        ScoreFile.create(tmp_path, ("Ana", "ana"), ruleset("showdown"), began=BEGAN)
    assert list(tmp_path.iterdir()) == []


def test_the_folder_is_the_users(tmp_path, monkeypatch):
    monkeypatch.setenv("SHOWDOWN_DATA_DIR", str(tmp_path))
    assert default_folder() == tmp_path / "scores"
