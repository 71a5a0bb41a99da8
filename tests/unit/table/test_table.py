"""A match in its file: durable before told, the same after a restart, and a difference is said."""

from __future__ import annotations

import json
import re
import shutil
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from showdown_rules import codec
from showdown_rules.actions import TABLE, Action, IllegalAction, Pass, Settle
from showdown_rules.events import Event, MatchEnded, RoundBegan
from showdown_rules.state import Phase
from showdown_table import store
from showdown_table.bot_seats import BotSeats
from showdown_table.match_replay import check_names
from showdown_table.store import MatchFileBusy, MatchFileError
from showdown_table.table import Table, peek
from table_kit import NAMES, at_showdown, new_table, next_action, play


def test_a_match_that_is_taken_up_again_is_the_same_to_the_last_card(tmp_path: Path) -> None:
    table = new_table(tmp_path, target=100)
    rounds = 0
    while table.acting():
        play(table, lambda state: state.turn % 10 == 9)
        before, log, path = codec.state_hash(table.state), table.log, table.path
        table.close()
        table = Table.resume(path)
        assert codec.state_hash(table.state) == before
        assert table.log == log
        if table.acting():
            table.act(next_action(table.state, BotSeats(table.bots)))
        rounds += 1
    assert rounds > 3
    assert isinstance(table.log[-1], MatchEnded)
    table.close()


def test_the_deal_is_the_first_in_the_log(tmp_path: Path) -> None:
    table = new_table(tmp_path)
    assert type(table.log[0]) is RoundBegan
    assert (table.names, table.bots) == (NAMES, ("greedy",) * 3)
    assert len(table.match_id) == 12
    assert table.path == tmp_path / f"{table.match_id}.match"
    table.close()


def test_an_action_is_in_the_file_before_anybody_is_told(tmp_path: Path) -> None:
    table = new_table(tmp_path)
    told: list[Action] = []

    def hear(action: Action, events: list[Event]) -> None:
        kept = store.read(table.path).records
        assert {"do": codec.action_to_plain(action)} in kept
        assert table.log[-len(events) :] == tuple(events)
        told.append(action)

    table.listen(hear)
    play(table, at_showdown)
    assert len(told) == table.acted > 0
    table.close()


def test_a_refused_action_changes_nothing(tmp_path: Path) -> None:
    table = new_table(tmp_path)
    told: list[Action] = []
    table.listen(lambda action, _: told.append(action))
    before, data = codec.state_hash(table.state), table.path.read_bytes()
    for action in (Pass(table.state.turn, table.state.seat), Settle(1, TABLE, 1, 0)):
        with pytest.raises(IllegalAction):
            table.act(action)
    assert codec.state_hash(table.state) == before
    assert table.path.read_bytes() == data
    assert told == []
    table.close()


def test_an_action_that_cannot_be_kept_has_not_happened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = new_table(tmp_path)
    told: list[Action] = []
    table.listen(lambda action, _: told.append(action))
    before = table.state

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    action = next_action(table.state, BotSeats(table.bots))
    with monkeypatch.context() as patch:
        patch.setattr(store, "_write", full)
        with pytest.raises(MatchFileError, match="nothing was done"):
            table.act(action)
    assert table.state is before
    assert told == []
    table.act(action)
    assert told == [action]
    table.close()


def test_a_listener_that_acts_or_fails_disturbs_nobody(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    table = new_table(tmp_path)
    bots = BotSeats(table.bots)
    heard: list[Action] = []

    def act_too(_: Action, __: list[Event]) -> None:
        if table.acted < 5 and not at_showdown(table.state):
            table.act(next_action(table.state, bots))

    def fail(_: Action, __: list[Event]) -> None:
        msg = "a picture fell down"
        raise RuntimeError(msg)

    table.listen(act_too)
    table.listen(fail)
    end = table.listen(lambda action, _: heard.append(action))
    table.act(next_action(table.state, bots))
    assert [one.turn for one in heard] == sorted(one.turn for one in heard)
    assert len(heard) == table.acted
    assert "a picture fell down" in caplog.text
    end()
    end()
    count = len(heard)
    table.act(next_action(table.state, bots))
    assert len(heard) == count
    table.close()


def test_of_many_threads_that_act_at_once_one_is_taken_and_the_others_are_late(
    tmp_path: Path,
) -> None:
    table = new_table(tmp_path)
    action = next_action(table.state, BotSeats(table.bots))
    late: list[IllegalAction] = []

    def act() -> None:
        try:
            table.act(action)
        except IllegalAction as error:
            late.append(error)

    threads = [threading.Thread(target=act) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (table.acted, len(late)) == (1, 7)
    table.close()


def test_notes_are_kept_in_their_order(tmp_path: Path) -> None:
    table = new_table(tmp_path)
    table.note(given_up="abcdefgh-1-1", why="b")
    play(table, lambda state: state.turn > 3)
    table.note(lines="abcdefgh-1-1", left=1, right=0)
    table.close()
    table = Table.resume(table.path)
    assert list(table.notes) == [
        {"given_up": "abcdefgh-1-1", "why": "b"},
        {"lines": "abcdefgh-1-1", "left": 1, "right": 0},
    ]
    table.close()


def test_the_course_is_of_the_deal_and_the_actions_and_is_found_again(tmp_path: Path) -> None:
    table = new_table(tmp_path / "one.match")
    copy = tmp_path / "copy.match"
    dealt = table.course
    shutil.copy(table.path, copy)
    play(table, at_showdown)
    table.note(given_up="abcdefgh-1-1", why="x")
    course = table.course
    table.close()
    with closing(Table.resume(table.path)) as again:
        assert again.course == course
    with closing(Table.resume(copy)) as older:
        assert older.course == dealt
        acts = [one["do"] for one in store.read(table.path).records if "do" in one]
        for plain in acts[:-1]:
            older.act(codec.action_from_plain(plain))
        last, before = codec.action_from_plain(acts[-1]), older.course
        older.act(next(one for one in older.legal(last.seat) if one != last))
        assert older.course not in (before, course)
    assert len(course) == 10


def test_a_match_is_played_once_at_a_time_and_may_be_looked_at(tmp_path: Path) -> None:
    table = new_table(tmp_path)
    play(table, at_showdown)
    with pytest.raises(MatchFileBusy):
        Table.resume(table.path)
    header, state = peek(table.path)
    assert header["names"] == list(NAMES)
    assert codec.state_hash(state) == codec.state_hash(table.state)
    table.close()


def edited(path: Path, change: Any) -> bytes:
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    change(lines)
    data = "".join(json.dumps(line) + "\n" for line in lines).encode()
    path.write_bytes(data)
    return data


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda lines: lines[0].update(seed="another"), "plays differently here than it did"),
        (lambda lines: lines[0]["rules"].update(hand_size=6), "plays differently"),
        (lambda lines: lines.pop(5), "plays differently"),
        (lambda lines: lines[0].update(seats=1, names=["Ana"]), "first line is not understood"),
        (lambda lines: lines[0].pop("rules"), "first line is not understood: KeyError"),
        (lambda lines: lines[0]["rules"].update(newer=1), "no option is called newer"),
        (lambda lines: lines[0].update(deck="x"), "not TOML"),
        (lambda lines: lines[3].update(do={"is": "fly"}), "line 4"),
        (lambda lines: lines.insert(3, {"later": 1}), "line 4: .*unknown later"),
    ],
)
def test_a_file_that_plays_differently_is_told_and_kept(
    tmp_path: Path, change: Any, says: str
) -> None:
    table = new_table(tmp_path)
    play(table, lambda state: state.phase == Phase.ROUND_OVER)
    table.close()
    data = edited(table.path, change)
    with pytest.raises(MatchFileError, match=says):
        Table.resume(table.path)
    assert table.path.read_bytes() == data


def test_a_wrong_hash_alone_is_noticed(tmp_path: Path) -> None:
    table = new_table(tmp_path)
    play(table, lambda state: state.phase == Phase.ROUND_OVER)
    table.close()
    hashes = [record for record in store.read(table.path).records if "hash" in record]
    assert hashes, "no hash up to the end of a round"

    def spoil(lines: list[dict[str, Any]]) -> None:
        next(line for line in lines if "hash" in line)["hash"] = "0" * 64

    edited(table.path, spoil)
    with pytest.raises(MatchFileError, match="the cards lie differently"):
        Table.resume(table.path)


@pytest.mark.parametrize(
    ("names", "says"),
    [
        (["Ana"], "2 to 10 players, not 1$"),
        (["x"] * 11, "2 to 10 players, not 11$"),
        (["Ana", "Ana"], "two players are called Ana"),
        (["Ana", ""], "1 to 32 characters"),
        (["Ana", " "], "1 to 32 characters"),
        (["Ana", "x" * 33], "1 to 32 characters"),
        (["Ana", "ž" * 32 + "ž"], "1 to 32 characters"),
        (["Ana", "👑" * 17], "at most 64 bytes"),
        (["Ana", "a\x1b[7m"], "cannot be seen"),
        (["Ana", "a\ud800"], "cannot be seen"),
        (["Ana", "\u200b"], "cannot be seen"),
        (["Ana", "\u202eabc"], "cannot be seen"),
        (["Ana", "\u3164"], "cannot be seen"),
        (["Ana", "\u0301"], "1 to 32 characters"),
        (["Ana", "ana"], "two players are called Ana"),
        (["Ana", "Ana "], "two players are called Ana"),
        (["é", "e\u0301"], "two players are called é"),
        (["Ana", "\uff21na"], "two players are called Ana"),
    ],
)
def test_names_that_the_unit_would_refuse_are_refused(names: list[str], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        check_names(names)


def test_names_are_kept_composed_and_with_single_blanks(tmp_path: Path) -> None:
    table = new_table(tmp_path, names=(" Ana  Maria ", "e\u0301"))
    table.close()
    assert table.names == ("Ana Maria", "é")
    assert peek(table.path)[0]["names"] == ["Ana Maria", "é"]


_ODD: tuple[Any, ...] = (None, 5, "", [], {}, "ab", [1, 2, 3], True, [["a"], ["b"], ["c"]])


@pytest.mark.parametrize("member", ["match", "rules", "deck", "names", "bots", "seed"])
def test_a_header_of_other_types_is_told(tmp_path: Path, member: str) -> None:
    table = new_table(tmp_path)
    table.close()
    good = table.path.read_bytes()
    for odd in _ODD:
        table.path.write_bytes(good)
        edited(table.path, lambda lines, odd=odd: lines[0].update({member: odd}))
        if (member, odd) in (("seed", ""), ("seed", "ab"), ("match", "ab"), ("rules", {})):
            continue
        for read in (Table.resume, peek):
            with pytest.raises(MatchFileError, match=re.escape(str(table.path))):
                read(table.path)


CLAIM = {
    "key": "abcdefgh2345-1-1",
    "number": 1,
    "attempt": 1,
    "left": 0,
    "right": 1,
    "cards": 2,
    "begin": "button",
    "unit": "100",
}


@pytest.mark.parametrize(
    "record",
    [
        {"note": 5},
        {"note": {}},
        {"note": {"claim": 5}},
        {"note": {"claim": {}}},
        {"note": {"claim": {**CLAIM, "left": 3}}},
        {"note": {"claim": {**CLAIM, "key": "a b"}}},
        {"note": {"claim": {**CLAIM, "more": 1}}},
        {"note": {"lines": []}},
        {"note": {"lines": "abcdefgh2345-1-1", "left": "1", "right": 0}},
        {"note": {"given_up": {}}},
        {"do": 5},
        {"do": {"is": "play"}},
        {"do": {"is": ["a"]}},
        {"hash": 5},
        {},
    ],
)
def test_a_record_that_cannot_be_is_told(tmp_path: Path, record: dict[str, Any]) -> None:
    table = new_table(tmp_path)
    table.note(claim=CLAIM)
    table.close()
    peek(table.path)
    edited(table.path, lambda lines: lines.append(record))
    for read in (Table.resume, peek):
        with pytest.raises(MatchFileError, match=r"\.match, line 3: "):
            read(table.path)


def test_the_file_may_be_named(tmp_path: Path) -> None:
    path = tmp_path / "ours.match"
    table = new_table(path)
    table.close()
    with pytest.raises(MatchFileError, match="there already"):
        new_table(path)
    table = Table.resume(path)
    assert table.path == path
    table.close()
