"""kill -9 of the unit at every journal step and inside a launch, and what its next life says."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from e2e_kit import Bench, RawHost, Refusal, showdown

SIDE_BY_SIDE = True

KEY = "killed-at-this-point"
AT_RIGHT = "right"  # the first showdown of the script `demo`: right is slower


@dataclass(frozen=True)
class Case:
    """Where it is killed, and what must be true then. `state` None: the key is unknown."""

    words: tuple[str, ...]
    states: tuple[str | None, ...]
    launches: tuple[int, ...]
    tray_unknown: bool
    launch: str = "unknown"

    def __str__(self) -> str:
        return "-".join(self.words)


CASES = [
    Case(("die-before", "accepted"), (None,), (0,), tray_unknown=False),
    Case(("die-after", "accepted"), ("aborted",), (0,), tray_unknown=False, launch="none"),
    Case(("die-before", "may_launch"), ("aborted",), (0,), tray_unknown=False, launch="none"),
    Case(("die-after", "may_launch"), ("indeterminate",), (0,), tray_unknown=True),
    # The throw does not wait for the result's write: it may have begun or not.
    Case(("die-before", "result"), ("indeterminate",), (0, 1), tray_unknown=True),
    Case(("die-after", "result"), ("done",), (0, 1), tray_unknown=True),
    Case(("die-before", "done"), ("done",), (1,), tray_unknown=True),
    Case(("die-after", "done"), ("done",), (1,), tray_unknown=False, launch="completed"),
    # Power goes on in the very call that then asks for the result's write.
    Case(("die-pin", "launcher_power", "1"), ("indeterminate",), (0,), tray_unknown=True),
    # 20 ms later; a disk that is slower than that leaves the result unwritten.
    Case(("die-pin", "launcher_pwm", "2000"), ("done", "indeterminate"), (1,), tray_unknown=True),
    Case(("die-pin", "launcher_pwm", "0"), ("done",), (1,), tray_unknown=True),
]


@dataclass
class Lives:
    """What two lives of one unit came to."""

    first_status: int = 0
    aimed_before: int = 0
    aimed_after: int = 0
    sides: list[str] = field(default_factory=list)
    boots: list[str] = field(default_factory=list)
    hello: dict[str, Any] = field(default_factory=dict)
    status: dict[str, Any] = field(default_factory=dict)
    record: dict[str, Any] = field(default_factory=dict)
    again: dict[str, Any] | Refusal | None = None
    other: dict[str, Any] | Refusal | None = None
    stopped: int = -1
    on: dict[str, float] = field(default_factory=dict)


def live_twice(folder: Path, words: tuple[str, ...]) -> Lives:
    lives = Lives()
    with Bench(folder, "--script", "demo", hands=words) as bench, RawHost(bench.up().link) as host:
        host.hello()
        lives.boots.append(host.boot)
        host.send("showdown.start", key=KEY, boot=host.boot, cards=2, start="now")
        lives.first_status = bench.end()
        lives.aimed_before = len(bench.launches())
    with Bench(folder, players="none") as bench, RawHost(bench.up().link) as host:
        lives.hello = host.hello()
        lives.boots.append(host.boot)
        lives.status = host.ask("status")
        lives.record = host.get(KEY)
        lives.again = ask(lambda: host.start(KEY, boot=lives.boots[0]))
        lives.other = ask(lambda: host.start("another-key", start="button"))
        lives.stopped = bench.stop()
        lives.sides = bench.launches()
        lives.aimed_after = len(lives.sides)
        lives.on = bench.outputs_on()
    return lives


def ask(question: Any) -> dict[str, Any] | Refusal:
    try:
        answer: dict[str, Any] = question()
    except Refusal as refusal:
        return refusal
    return answer


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_killed_unit_never_launches_twice_and_says_what_it_knows(
    tmp_path: Path, case: Case
) -> None:
    lives = live_twice(tmp_path, case.words)
    assert lives.first_status == -9
    assert lives.aimed_before in case.launches
    assert lives.aimed_after == lives.aimed_before, "launched again after the restart"
    assert lives.sides in ([], [AT_RIGHT])
    assert lives.boots[0] != lives.boots[1]
    record = lives.record
    if case.states == (None,):
        assert record == {"key": KEY, "state": "unknown"}
        assert isinstance(lives.again, Refusal)
        assert lives.again.name == "BOOT_CHANGED"
        assert lives.again.data["boot"] == lives.boots[1]
    else:
        assert record["state"] in case.states
        assert record["boot"] == lives.boots[0]
        assert isinstance(lives.again, dict)
        assert lives.again == record | {"replay": True}
        assert record["launch"] == case.launch
    if record["state"] == "done":
        assert (record["outcome"], record["loser"]) == ("win", AT_RIGHT)
    else:
        assert record.get("loser") is None
    if record["state"] == "aborted":
        assert record["reason"] == "restart"
    if case.tray_unknown:
        assert lives.hello["state"] == "not_ready"
        assert lives.status["not_ready"] == ["tray_unknown"]
        assert isinstance(lives.other, Refusal)
        assert (lives.other.name, lives.other.data["reasons"]) == ("NOT_READY", ["tray_unknown"])
        assert "hold the timer button for 2 s" in str(lives.other)
    else:
        assert lives.hello["state"] == "ready"
        assert isinstance(lives.other, dict)
        assert lives.other["state"] == "accepted"
    assert (lives.stopped, lives.on) == (0, {})


def test_an_unknown_tray_outlives_restarts_until_somebody_holds_the_button(tmp_path: Path) -> None:
    with (
        Bench(tmp_path, "--script", "demo", hands=("die-after", "may_launch")) as bench,
        RawHost(bench.up().link) as host,
    ):
        host.hello()
        host.send("showdown.start", key=KEY, boot=host.boot, cards=2, start="now")
        assert bench.end() == -9
    with Bench(tmp_path, players="none") as bench:
        with RawHost(bench.up().link) as host:
            assert host.hello()["state"] == "not_ready"
        assert bench.stop() == 0
    with Bench(tmp_path, "--script", "demo") as bench, RawHost(bench.up().link) as host:
        assert host.hello(events=True)["state"] == "not_ready"
        host.until_event("state", state="ready")  # the robots have held the button
        assert bench.launches() == []
        assert host.get(KEY)["state"] == "indeterminate"
        assert host.start("the-next-showdown")["state"] == "accepted"
        assert (record := host.until_over("the-next-showdown"))["launch"] == "completed", record
        assert bench.launches() == [AT_RIGHT]


def test_the_table_decides_what_a_kill_left_open(tmp_path: Path) -> None:
    with Bench(tmp_path, "--script", "demo", hands=("die-before", "result")) as bench:
        with RawHost(bench.up().link) as host:
            host.hello()
            host.send("showdown.start", key=KEY, boot=host.boot, cards=2, start="now")
            assert bench.end() == -9
        flown = len(bench.launches())
    with Bench(tmp_path, players="none") as bench:
        bench.up()
        even = showdown(bench, "lines", KEY, "1", "1", "--json")
        assert (even.code, "EVEN_SPLIT" in even.err) == (4, True)
        decided = showdown(bench, "lines", KEY, "2", "0", "--json")
        assert decided.code == 0
        assert decided.record["loser"] == "left"
        assert decided.record["decided_by"] == "lines"
        assert decided.record["lines"] == {"left": 2, "right": 0}
        assert showdown(bench, "lines", KEY, "2", "0", "--json").record == decided.record
        assert showdown(bench, "lines", KEY, "0", "2", "--json").code == 4
        assert len(bench.launches()) == flown
