"""A unit without a host plays by its timer button, and keeps what happened."""

from __future__ import annotations

from pathlib import Path

from e2e_kit import Bench, RawHost, showdown, until

SIDE_BY_SIDE = True


def test_the_button_plays_a_showdown_that_the_list_has_afterwards(tmp_path: Path) -> None:
    with Bench(tmp_path, players="none", hands=()) as bench:
        bench.up()
        bench.tell("press timer_button")
        bench.until_pin("lamp_green", 1)
        bench.tell("release timer_button")
        bench.tell("press paddle_right")
        bench.until_pin("launcher_pwm", 0)
        listed = until(lambda: over(bench), "the record")
        assert len(listed) == 1
        record = listed[0]
        assert record["key"].startswith("local-")
        assert record["origin"] == "button"
        assert (record["outcome"], record["loser"]) == ("win", "left")
        assert record.get("cards") is None
        assert record.get("players") is None
        assert bench.launches() == ["left"]


def over(bench: Bench) -> list[dict[str, object]]:
    records = showdown(bench, "list", "--json").records
    return records if all(record["state"] == "done" for record in records) else []


def test_a_host_in_control_gets_the_button_as_an_event_instead(tmp_path: Path) -> None:
    with (
        Bench(tmp_path, players="none", hands=()) as bench,
        RawHost(bench.up().link) as host,
    ):
        host.hello(events=True)
        bench.tell("press timer_button")
        assert "key" not in host.until_event("button")
        assert host.ask("showdown.list", limit=10)["records"] == []
        assert host.ask("status")["state"] == "ready"


def test_unasked_robots_play_by_themselves_after_ten_seconds_without_a_host(tmp_path: Path) -> None:
    with Bench(tmp_path, "--script", "demo", "--unasked") as bench:
        begun = bench.up().until_pin("lamp_red", 1)
        pressed = until(lambda: button(bench), "the robots press the button", 30.0)
        assert pressed - begun.ns > 9_000_000_000
        bench.until_pin("launcher_pwm", 0)
        listed = until(lambda: over(bench), "the record")
        assert [(r["origin"], r["loser"]) for r in listed] == [("button", "right")]
        assert bench.launches() == ["right"]


def button(bench: Bench) -> int:
    presses = [c.ns for c in bench.trace().changes if (c.signal, c.value) == ("timer_button", 1)]
    return presses[0] if presses else 0
