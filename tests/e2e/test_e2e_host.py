"""The `showdown` command through what happens to hosts: kills, Ctrl-C, lost units, exit codes."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest

from e2e_kit import Bench, Command, command, run_words, showdown

SIDE_BY_SIDE = True

HASTY = Path(__file__).parent / "hasty.py"
KEY_FILES = "keys/*.json"


def test_killed_in_the_middle_and_run_again_it_takes_the_same_showdown_up(tmp_path: Path) -> None:
    with Bench(tmp_path, "--script", "demo") as bench:
        first = command(bench.up(), *run_words())
        first.until_said("count…")
        killed = first.kill()
        assert (killed.code, killed.out) == (-9, "")
        again = showdown(bench, *run_words())
        assert again.code == 0, again
        key = again.record["key"]
        assert f"key {key}\n" in killed.err
        assert f"taking up {key} again" in again.err
        assert bench.launches() == ["right"]
        assert [r["key"] for r in showdown(bench, "list", "--json").records] == [key]
        assert list(bench.folder.glob(KEY_FILES)) == []


def test_a_showdown_that_ended_meanwhile_is_handed_over_all_the_same(tmp_path: Path) -> None:
    with Bench(tmp_path, "--script", "demo") as bench:
        first = command(bench.up(), *run_words())
        first.until_said("count…")
        first.kill()
        bench.until_pin("launcher_pwm", 0)
        again = showdown(bench, *run_words())
        assert (again.code, again.record["launch"]) == (0, "completed")
        assert bench.launches() == ["right"]


def test_ctrl_c_calls_the_showdown_off_and_prints_its_record(tmp_path: Path) -> None:
    with Bench(tmp_path, players="none") as bench:
        run = command(bench.up(), "run", "--json")
        run.until_said("waiting for the timer button…")
        ended = run.kill(signal.SIGINT)
        assert ended.code == 5
        assert ended.record["state"] == "cancelled"
        assert "calling it off…" in ended.err
        assert "Traceback" not in ended.err
        assert bench.launches() == []
        assert list(bench.folder.glob(KEY_FILES)) == []
        assert showdown(bench, "get", ended.record["key"], "--json").record["state"] == "cancelled"


def test_ctrl_c_after_the_verdict_prints_the_verdict(tmp_path: Path) -> None:
    # The throw takes long enough for somebody to try and stop it.
    sets = {"launcher.throw_ms": 500, "launcher.park_ms": 500}
    with Bench(tmp_path, "--script", "demo", sets=sets) as bench:
        run = command(bench.up(), *run_words())
        run.until_said("the cards are thrown…")
        ended = run.kill(signal.SIGINT)
        assert (ended.code, ended.record["outcome"]) == (0, "win")
        assert ended.record["launch"] == "completed"
        assert bench.launches() == ["right"]


def test_a_unit_that_restarts_in_the_middle_leaves_it_to_the_table(tmp_path: Path) -> None:
    with Bench(tmp_path, "--script", "demo", hands=("die-before", "result")) as bench:
        run = command(bench.up(), *run_words())
        assert bench.end() == -9
        flown = len(bench.launches())
        with Bench(tmp_path, players="none") as bench:
            bench.up()
            ended = run.end()
            assert ended.code == 6, ended
            assert ended.record["state"] == "indeterminate"
            assert "`lines` settles it" in ended.err
            assert "link lost" in ended.err
            assert len(bench.launches()) == flown
            assert list(bench.folder.glob(KEY_FILES)) == []


def test_a_unit_that_restarts_before_the_count_makes_it_an_aborted_one(tmp_path: Path) -> None:
    with Bench(tmp_path, hands=("die-after", "accepted")) as bench:
        run = command(bench.up(), *run_words())
        assert bench.end() == -9
        with Bench(tmp_path, players="none") as bench:
            bench.up()
            ended = run.end()
            assert ended.code == 5, ended
            assert (ended.record["state"], ended.record["reason"]) == ("aborted", "restart")
            assert bench.launches() == []


def test_a_unit_that_never_heard_of_it_before_its_restart_plays_it(tmp_path: Path) -> None:
    with Bench(tmp_path, hands=("die-before", "accepted")) as bench:
        run = command(bench.up(), *run_words())
        assert bench.end() == -9
        with Bench(tmp_path, "--script", "demo") as bench:
            bench.up()
            ended = run.end()
            assert (ended.code, ended.record["loser"]) == (0, "right"), ended
            assert bench.launches() == ["right"]


def test_a_unit_that_never_comes_back_is_given_up_and_taken_up_later(tmp_path: Path) -> None:
    with Bench(tmp_path, "--script", "demo", hands=("die-after", "done")) as bench:
        words = [*run_words(), "--port", str(bench.up().link)]
        run = Command(bench.folder, words, program=(sys.executable, HASTY))
        assert bench.end() == -9
        ended = run.end()
        assert ended.code == 7, ended
        assert ended.record["state"] == "launching"
        assert ended.record["loser"] == "right"
        with Bench(tmp_path, players="none") as bench:
            again = showdown(bench.up(), *run_words())
            assert (again.code, again.record["launch"]) == (0, "completed")
            assert again.record["key"] == ended.record["key"]
            assert bench.launches() == ["right"]


def test_nobody_presses_and_nobody_takes_the_cards(tmp_path: Path) -> None:
    with Bench(tmp_path, "--script", "no_press") as bench:
        ran = showdown(bench.up(), *run_words())
        assert (ran.code, ran.record["outcome"]) == (5, "no_press")
        assert bench.launches() == []


@pytest.mark.parametrize(
    ("words", "essence"),
    [
        (["dance"], "invalid choice: 'dance'"),
        (["run", "--cards", "two"], "invalid int value: 'two'"),
        (["run", "--start", "soon"], "invalid choice: 'soon'"),
        ([], "required: COMMAND"),
    ],
)
def test_wrong_words_are_usage(tmp_path: Path, words: list[str], essence: str) -> None:
    ran = Command(tmp_path, words).end()
    assert (ran.code, ran.out) == (2, "")
    assert essence in ran.err


def test_what_the_unit_refuses_is_said_and_leaves_nothing_behind(tmp_path: Path) -> None:
    with Bench(tmp_path, sets={"unit.allow_remote_start": False}) as bench:
        bench.up()
        remote = showdown(bench, *run_words())
        assert remote.code == 4
        assert "NOT_READY" in remote.err
        assert "`unit.allow_remote_start` is off" in remote.err
        many = showdown(bench, "run", "--cards", "11", "--json")
        assert many.code == 4
        assert "this unit throws 0 to 10 cards, not 11" in many.err
        assert bench.launches() == []
        assert list(bench.folder.glob(KEY_FILES)) == []
