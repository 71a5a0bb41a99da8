"""The end of the daemon, asked for or not: in time, with every output off."""

from __future__ import annotations

import signal
import time
from pathlib import Path
from typing import Any

import pytest

from e2e_kit import Bench, RawHost

SIDE_BY_SIDE = True

STOP_S = 6.0


def stopped(
    bench: Bench, host: RawHost, number: signal.Signals = signal.SIGTERM
) -> tuple[int, list[dict[str, Any]]]:
    """Its exit status, after it ended in time with its outputs off; what it said on the way."""
    begun = time.monotonic()
    bench.process.send_signal(number)
    said = [line["params"] for line in host.lines() if line.get("method") == "ev"]
    status = bench.end()
    assert time.monotonic() - begun < STOP_S
    assert bench.outputs_on() == {}
    assert not bench.link.is_symlink()
    return status, said


def read_again(bench: Bench, key: str) -> dict[str, object]:
    """The record as the next life of the unit knows it, which must be ready."""
    with Bench(bench.folder, players="none") as after, RawHost(after.up().link) as host:
        assert host.hello()["state"] == "ready"
        return host.get(key)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_idle_it_stops_at_once_and_says_so(tmp_path: Path, number: signal.Signals) -> None:
    with Bench(tmp_path, players="none") as bench, RawHost(bench.up().link) as host:
        host.hello(events=True)
        bench.until_pin("lamp_red", 1)
        status, said = stopped(bench, host, number)
        assert status == 0
        assert [(event["type"], event["reason"]) for event in said] == [("shutdown", number.name)]


def test_armed_it_calls_the_showdown_off(tmp_path: Path) -> None:
    with Bench(tmp_path, players="none") as bench, RawHost(bench.up().link) as host:
        host.hello(events=True)
        host.start("armed-only", start="button")
        bench.until_lit("RA")
        status, said = stopped(bench, host)
        assert status == 0
        assert [event["type"] for event in said[-2:]] == ["shutdown", "showdown.done"]
        told = said[-1]["record"]
        assert (told["state"], told["reason"]) == ("aborted", "shutdown")
        assert bench.launches() == []
        assert read_again(bench, "armed-only")["reason"] == "shutdown"


def test_in_the_count_it_calls_the_showdown_off(tmp_path: Path) -> None:
    with Bench(tmp_path, players="none") as bench, RawHost(bench.up().link) as host:
        host.hello(events=True)
        host.start("counting")
        host.until_event("showdown.state", state="counting")
        status, _ = stopped(bench, host)
        assert status == 0
        assert bench.launches() == []
        record = read_again(bench, "counting")
        assert (record["state"], record["reason"]) == ("aborted", "shutdown")


def test_after_a_press_it_finishes_to_the_parked_tray(tmp_path: Path) -> None:
    # A long settle: the signal comes between the press and the verdict.
    sets = {"referee.settle_ms": 100, "referee.lockout_ms": 200}
    with (
        Bench(tmp_path, players="none", hands=(), sets=sets) as bench,
        RawHost(bench.up().link) as host,
    ):
        host.hello()
        host.start("pressed-once")
        bench.until_pin("lamp_green", 1)
        bench.tell("press paddle_left")
        bench.until_pin("paddle_left", 1)
        status, _ = stopped(bench, host)
        assert status == 0
        assert bench.launches() == ["right"]
        record = read_again(bench, "pressed-once")
        assert (record["outcome"], record["loser"]) == ("win", "right")
        assert record["launch"] == "completed"


def test_in_the_middle_of_a_throw_it_parks_the_tray_first(tmp_path: Path) -> None:
    sets = {"launcher.throw_ms": 500, "launcher.park_ms": 300}
    with (
        Bench(tmp_path, "--script", "demo", sets=sets) as bench,
        RawHost(bench.up().link) as host,
    ):
        host.hello()
        host.start("mid-throw")
        bench.until_pin("launcher_pwm", 2000)
        status, _ = stopped(bench, host)
        assert status == 0
        assert bench.launches() == ["right"]
        widths = [c.value for c in bench.trace().changes if c.signal == "launcher_pwm"]
        assert widths == [1500, 2000, 1500, 0]
        assert read_again(bench, "mid-throw")["launch"] == "completed"


def test_with_a_dead_edge_source_it_shows_red_and_ends_with_an_error(tmp_path: Path) -> None:
    with (
        Bench(tmp_path, players="none", hands=()) as bench,
        RawHost(bench.up().link) as host,
    ):
        host.hello(events=True)
        host.start("source-died", start="button")
        bench.until_lit("RA")
        bench.tell("die-source the chip is gone")
        assert "the chip is gone" in str(host.until_event("fault"))
        told = host.until_event("showdown.done")["record"]
        assert (told["state"], told["reason"]) == ("aborted", "fault")
        bench.until_lit("R")
        assert bench.end() == 1
        assert bench.outputs_on() == {}
        assert bench.launches() == []
        assert "the unit cannot go on: the chip is gone" in bench.log
        assert not bench.link.is_symlink()
        assert read_again(bench, "source-died")["reason"] == "fault"


def test_a_broken_launcher_leaves_the_verdict_and_asks_for_a_look_at_the_tray(
    tmp_path: Path,
) -> None:
    with (
        Bench(tmp_path, players="none", hands=()) as bench,
        RawHost(bench.up().link) as host,
    ):
        host.hello()
        host.start("servo-broken")
        bench.until_pin("lamp_green", 1)
        bench.tell("break launcher_pwm")
        bench.tell("press paddle_left")
        record = host.until_over("servo-broken")
        assert (record["outcome"], record["loser"]) == ("win", "right")
        assert record["launch"] == "failed"
        assert host.ask("status")["not_ready"] == ["tray_unknown"]
        assert bench.pins()["launcher_power"] == 0
        assert bench.launches() == []


def test_a_second_signal_is_told_to_nobody(tmp_path: Path) -> None:
    with (
        Bench(tmp_path, "--script", "demo") as bench,
        RawHost(bench.up().link) as host,
    ):
        host.hello(events=True)
        host.start("stormy-end")
        bench.until_pin("launcher_pwm", 2000)
        bench.process.send_signal(signal.SIGTERM)
        host.until_event("shutdown")
        status, said = stopped(bench, host)
        assert status == 0
        assert "shutdown" not in [event["type"] for event in said]
        assert bench.launches() == ["right"]
        assert read_again(bench, "stormy-end")["launch"] == "completed"
