"""Two hosts at one unit: who holds control is said by name, and a takeover changes no showdown."""

from __future__ import annotations

from pathlib import Path

import pytest

from e2e_kit import Bench, Command, RawHost, Refusal, run_words

SIDE_BY_SIDE = True


def bench_with_socket(folder: Path) -> Bench:
    return Bench(folder, "--script", "demo", sets={"links.unix": str(folder / "socket")})


def socket_of(bench: Bench) -> str:
    return f"unix:{bench.up().folder / 'socket'}"


def test_the_second_host_is_told_who_holds_control_and_may_look(tmp_path: Path) -> None:
    with (
        bench_with_socket(tmp_path) as bench,
        RawHost(socket_of(bench)) as second,
        RawHost(bench.link) as first,
    ):
        first.hello(client="the table's tablet")
        with pytest.raises(Refusal) as refused:
            second.hello(client="a phone")
        assert refused.value.name == "CONTROL_HELD"
        assert "the table's tablet" in str(refused.value.data)
        assert second.hello(role="observe")["role"] == "observe"
        with pytest.raises(Refusal) as refused:
            second.start("not-my-turn")
        assert refused.value.name == "NOT_CONTROLLER"
        assert second.get("not-my-turn")["state"] == "unknown"
        assert first.start("my-own-turn")["state"] == "accepted"
        assert second.until_over("my-own-turn")["loser"] == "right"
        assert bench.launches() == ["right"]


def test_a_takeover_tells_the_loser_and_leaves_the_showdown_alone(tmp_path: Path) -> None:
    with (
        bench_with_socket(tmp_path) as bench,
        RawHost(socket_of(bench)) as second,
        RawHost(bench.link) as first,
    ):
        first.hello(client="tablet", events=True)
        first.start("running-on")
        bench.until_lit("A")
        second.hello(client="phone", takeover=True)
        lost = first.until_event("session.lost")
        assert "phone" in str(lost)
        assert "seq" not in lost
        with pytest.raises(Refusal) as refused:
            first.ask("showdown.cancel", key="running-on")
        assert refused.value.name == "NOT_CONTROLLER"
        record = second.until_over("running-on")
        assert (record["outcome"], record["loser"]) == ("win", "right")
        assert first.get("running-on") == record
        assert bench.launches() == ["right"]


def test_the_same_key_from_both_at_once_is_one_showdown(tmp_path: Path) -> None:
    with (
        bench_with_socket(tmp_path) as bench,
        RawHost(socket_of(bench)) as second,
        RawHost(bench.link) as first,
    ):
        first.hello()
        second.hello(role="observe")
        key = {"key": "twice-asked", "boot": first.boot, "cards": 2, "start": "now"}
        one = [first.send("showdown.start", **key) for _ in range(20)]
        first.answer(one[0])
        two = [second.send("showdown.start", **key) for _ in range(20)]
        answers = [first.answer(ident) for ident in one[1:]]
        answers += [second.answer(ident) for ident in two]
        assert {(answer["key"], answer["replay"]) for answer in answers} == {("twice-asked", True)}
        assert first.until_over("twice-asked")["launch"] == "completed"
        assert bench.launches() == ["right"]
        assert len(first.ask("showdown.list", limit=10)["records"]) == 1


def test_the_command_says_who_holds_control_and_takes_it_over(tmp_path: Path) -> None:
    with bench_with_socket(tmp_path) as bench, RawHost(bench.up().link) as tablet:
        tablet.hello(client="tablet", events=True)
        where = ["--port", socket_of(bench)]
        refused = Command(bench.folder, [*run_words(), *where]).end()
        assert refused.code == 4
        assert "CONTROL_HELD" in refused.err
        assert "tablet" in refused.err
        assert bench.launches() == []
        taken = Command(bench.folder, [*run_words(), *where, "--takeover"]).end()
        assert (taken.code, taken.record["loser"]) == (0, "right")
        assert "showdown-host" in str(tablet.until_event("session.lost"))
        assert bench.launches() == ["right"]
