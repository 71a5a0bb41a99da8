"""The main job in the words of its users: a unit on mock pins, a host, one verdict, one launch."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from e2e_kit import BIN, Bench, Command, RawHost, run_words, showdown

SIDE_BY_SIDE = True

SIX_SECONDS_OF_RACE = {"referee.late_press_ms": 500}  # slow players are timed to their press


def test_the_commands_as_they_are_written_for_users_play_one_showdown(tmp_path: Path) -> None:
    # No key of the configuration is touched here: the times are those of the toy.
    options = ["--seed", "7"]
    with Bench(tmp_path, *options, quick=False) as bench:
        ran = showdown(bench, *run_words())  # at once, while the unit still starts
        assert ran.code == 0, ran
        record = ran.record
        assert record["players"] == {"left": "Ana", "right": "Bo"}
        assert record["cards"] == 2
        assert (record["state"], record["outcome"]) == ("done", "win")
        # Seed 7's first showdown: left after 248 ms, right after 355 ms; later on a busy machine.
        assert record["loser"] == "right"
        # Robots see green when its write begins, times count from its end.
        seen_us = record["green_uncertainty_us"]
        left, right = (record["reaction_us"][side] + seen_us for side in ("left", "right"))
        assert left >= 248_000
        assert right >= left + 100_000
        assert record["margin_us"] == pytest.approx(right - left, abs=1)
        assert record["resolution_us"] >= 1
        assert record["stamp_source"] == "mock"
        assert record["launch"] == "completed"
        assert bench.launches() == ["right"]
        said = ran.err.splitlines()
        assert said[0] == f"key {record['key']}"
        assert said[1:] == ["about to start…", "count…", "race…", "decided, the cards are thrown…"]
        assert bench.stop() == 0
        assert bench.outputs_on() == {}
        assert not bench.link.is_symlink()


def test_six_in_a_row_are_six_records_and_six_launches(tmp_path: Path) -> None:
    with Bench(tmp_path, "--seed", "7", sets=SIX_SECONDS_OF_RACE) as bench:
        bench.up()
        records = [showdown(bench, *run_words()).record for _ in range(6)]
        assert [r["outcome"] for r in records] == ["win"] * 6
        losers = [r["loser"] for r in records]
        assert losers == ["right", "right", "right", "left", "left", "right"]
        assert bench.launches() == losers
        assert all(set(r["reaction_us"]) == {"left", "right"} for r in records)
        listed = showdown(bench, "list", "--json").records
        assert [r["key"] for r in listed] == [r["key"] for r in reversed(records)]
        assert len({r["key"] for r in records}) == 6


def test_every_kind_of_outcome_comes_out_of_the_robots(tmp_path: Path) -> None:
    # Seed 334796 plays a race, a dead heat, twins, sleepers and an early bird, in this order. On a
    # busy machine the hands of one moment may come down some ms apart; races of it are further.
    sets = {
        "referee.dead_heat_us": 40_000,
        "referee.settle_ms": 100,
        "referee.lockout_ms": 200,
        "referee.late_press_ms": 300,
    }
    with (
        Bench(tmp_path, "--seed", "334796", sets=sets) as bench,
        RawHost(bench.up().link) as host,
    ):
        host.hello()
        records = []
        for number in range(5):
            key = f"showdown-{number}"
            host.start(key)
            records.append(host.until_over(key))
        assert [(r["outcome"], r.get("loser"), r["launch"]) for r in records] == [
            ("win", "left", "completed"),
            ("win", "left", "completed"),
            ("unclear", None, "none"),
            ("no_press", None, "none"),
            ("false_start", "left", "completed"),
        ]
        before = [[attempt["outcome"] for attempt in r["attempts"]] for r in records]
        assert before == [[], ["dead_heat"], ["dead_heat"] * 2, [], []]
        assert bench.launches() == ["left", "left", "left"]


def test_a_press_too_soon_after_green_is_told_apart_from_one_before(tmp_path: Path) -> None:
    sets = {"referee.anticipation_ms": 200}
    with (
        Bench(tmp_path, players="none", hands=(), sets=sets) as bench,
        RawHost(bench.up().link) as host,
    ):
        host.hello()
        host.start("anticipated")
        bench.until_pin("lamp_green", 1)
        bench.tell("press paddle_right")
        record = host.until_over("anticipated")
        assert (record["outcome"], record["loser"]) == ("anticipated", "right")
        assert bench.launches() == ["right"]


def test_a_lost_edge_voids_the_attempt_and_the_next_one_decides(tmp_path: Path) -> None:
    with (
        Bench(tmp_path, players="none", hands=()) as bench,
        RawHost(bench.up().link) as host,
    ):
        host.hello(events=True)
        for stroke in ("press", "release"):  # from here on its edges have numbers to follow
            bench.tell(f"{stroke} paddle_left")
        bench.until_pin("paddle_left", 0)
        host.start("edge-lost")
        bench.until_pin("lamp_green", 1)
        bench.tell("lose paddle_left")
        bench.tell("press paddle_left")
        host.until_event("showdown.state", outcome="void")
        bench.tell("release paddle_left")
        host.until_event("showdown.state", state="racing", attempt=2)
        bench.tell("press paddle_right")
        record = host.until_over("edge-lost")
        assert [a["outcome"] for a in record["attempts"]] == ["void"]
        assert (record["outcome"], record["loser"]) == ("win", "left")
        assert bench.launches() == ["left"]


def test_a_unit_started_by_its_button_alone_waits_for_it(tmp_path: Path) -> None:
    words = ["run", "--json"]
    with Bench(tmp_path, players="none", hands=()) as bench:
        bench.up()
        run = Command(bench.folder, [*words, "--port", bench.link], program=(BIN / "showdown",))
        run.until_said("waiting for the timer button…")
        bench.until_lit("RA")
        bench.tell("press timer_button")
        bench.until_pin("lamp_green", 1)
        bench.tell("press paddle_right")
        ran = run.end()
        assert ran.code == 0
        assert ran.record["loser"] == "left"
        assert ran.record.get("players") is None
        assert list(ran.record["reaction_us"]) == ["right"]
        assert "margin_us" not in ran.record
        assert bench.launches() == ["left"]


def test_for_people_the_record_is_told_in_words(tmp_path: Path) -> None:
    with Bench(tmp_path, "--script", "demo") as bench:
        words = [word for word in run_words() if word != "--json"]
        ran = showdown(bench.up(), *words)
        assert ran.code == 0
        head, facts = ran.out.splitlines()
        assert head == "Bo (right) was slower and takes the cards"
        times = r"  left \d+\.\d ms, right \d+\.\d ms, margin \d+\.\d ms, launch completed"
        assert re.fullmatch(times, facts)
