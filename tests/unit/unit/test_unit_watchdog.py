"""What the service manager is promised, and when: over a whole unit in virtual time."""

from __future__ import annotations

import logging

import pytest

from showdown_protocol.messages import FaultNote
from showdown_unit.watchdog import JOURNAL_HUNG_NS, STATUS_MAX, Watchdog, status_words
from unit_kit import MS, SEED, S, World

PATIENCE_NS = 3 * S
"""WatchdogSec of the service."""


class Ear:
    """Takes what is said, or refuses it while `deaf`."""

    def __init__(self) -> None:
        self.heard: list[list[str]] = []
        self.deaf = False
        self.world: World | None = None
        self.at_ns: list[int] = []
        self.pending_ns: int | None = None

    def send(self, text: str) -> bool:
        if self.deaf:
            return False
        self.heard.append(text.split("\n"))
        if "WATCHDOG=1" in self.heard[-1] and self.world is not None:
            self.at_ns.append(self.world.now_ns)
        return True

    def watchdog(self) -> Watchdog:
        return Watchdog(
            self.send,
            lambda: self.world.now_ns if self.world is not None else 0,
            lambda: self.pending_ns,
        )

    @property
    def statuses(self) -> list[str]:
        lines = [line for message in self.heard for line in message]
        return [line.removeprefix("STATUS=") for line in lines if line.startswith("STATUS=")]

    @property
    def longest_ns(self) -> int:
        """The longest time between two promises."""
        return max(b - a for a, b in zip(self.at_ns, self.at_ns[1:], strict=False))


@pytest.fixture
def ear() -> Ear:
    return Ear()


def world_with(ear: Ear, **overrides: object) -> World:
    world = World(watchdog=ear.watchdog(), **overrides)
    ear.world = world
    return world


def test_it_promises_once_a_second(ear):
    world = world_with(ear)
    world.run_for(5_500)
    assert [(ns - world.start_ns) // (100 * MS) for ns in ear.at_ns] == [10, 20, 30, 40, 50]


def test_it_says_how_the_unit_is_only_when_that_changed(ear):
    world = world_with(ear, tray_unknown=True)
    world.run_for(3_500)
    world.button(hold_ms=2_500)
    world.run_for(4_000)
    assert ear.statuses == [
        "not ready: look at the tray, then hold the timer button for 2 s",
        "ready",
    ]


def test_promises_go_on_through_hold_and_race_and_nothing_else_is_said(ear):
    seeds = [SEED]
    world = world_with(ear, seeds=seeds, referee__hold_min_s=6, referee__hold_max_s=7)
    world.counting()
    world.run_for(50)
    before = len(ear.statuses)
    world.to_green()
    world.run_for(9_000)
    assert world.word == "racing"
    assert len(ear.statuses) == before
    world.over()
    world.run_for(8_000)
    assert ear.longest_ns < 1_200 * MS
    assert ear.statuses[-1] == "ready"


@pytest.mark.parametrize("awake_ms", [1, 5, 15])
def test_a_tick_that_falls_before_green_waits_for_it(ear, awake_ms):
    world = world_with(ear)
    # From the count's end the time of green is known. The process is held up until shortly before
    # it, and then finds a tick that came due before the race's own timer.
    green_ns = world.counting() + world.limits.count_ns + world.hold_ns()
    held_ns = green_ns - 30 * MS
    world.clock.call_at(held_ns, lambda: world.clock.spend((30 - awake_ms) * MS))
    world.unit._supervisor._timer.cancel()
    world.clock.call_at(held_ns + 5 * MS, world.unit._supervisor._tick)
    ear.at_ns.clear()
    lit_ns = world.to_green()
    world.run_for(30)
    assert len(ear.at_ns) == 1
    assert lit_ns < ear.at_ns[0] <= lit_ns + 10 * MS


def test_a_dead_edge_source_ends_the_promises(ear):
    world = world_with(ear)
    world.run_for(2_500)
    world.factory.dead = "the chip is gone"
    world.run_for(10_000)
    # The last one with the words: time to tell disk and hosts, then systemd's patience is over.
    assert (ear.at_ns[-1] - world.start_ns) // (100 * MS) == 30
    assert ear.statuses[-1] == "the unit cannot go on; FAULT: the chip is gone"
    assert world.fatal == ["the chip is gone"]


def test_a_blocked_loop_makes_no_promise(ear, caplog):
    world = world_with(ear)
    world.run_for(1_500)
    world.clock.post(lambda: world.clock.spend(10 * S))
    world.run_for(500)
    assert len(ear.at_ns) == 2
    assert ear.longest_ns > PATIENCE_NS
    assert "the unit was held up for 9.5 s" in caplog.text


def test_a_journal_that_hangs_ends_the_promises_after_half_a_minute(ear, caplog):
    world = world_with(ear)
    ear.pending_ns = world.now_ns
    with caplog.at_level(logging.CRITICAL):
        world.run_for(JOURNAL_HUNG_NS / MS + 5_500)
    assert ear.at_ns[-1] < ear.pending_ns + JOURNAL_HUNG_NS
    assert [r.getMessage()[:40] for r in caplog.records] == [
        "the journal has not answered for 30 s: s"
    ]
    ear.pending_ns = None
    world.run_for(1_000)
    assert ear.at_ns[-1] > world.now_ns - S


def test_what_the_manager_did_not_take_goes_with_the_next_promise(ear):
    watchdog = ear.watchdog()
    ear.deaf = True
    watchdog.ready("ready")
    ear.deaf = False
    watchdog.alive("ready")
    watchdog.alive("ready")
    assert ear.heard == [["READY=1", "STATUS=ready", "WATCHDOG=1"], ["WATCHDOG=1"]]


def test_a_promise_that_was_not_taken_is_not_made_later_by_others(ear):
    watchdog = ear.watchdog()
    ear.deaf = True
    watchdog.alive("ready")
    ear.deaf = False
    ear.pending_ns = -JOURNAL_HUNG_NS
    watchdog.alive("not ready")
    assert ear.heard == [["STATUS=not ready"]]


def test_it_says_once_that_it_stops_and_how_long_that_may_take(ear):
    watchdog = ear.watchdog()
    watchdog.stopping()
    watchdog.stopping()
    watchdog.alive("a showdown runs")
    assert ear.heard[0][0] == "STOPPING=1"
    assert ear.heard[0][2] == "EXTEND_TIMEOUT_USEC=15000000"
    assert ear.heard[1:] == [["WATCHDOG=1"]]


NOTE = FaultNote(code="STORAGE", message="the disk does not answer")


@pytest.mark.parametrize(
    ("state", "reasons", "faults", "words"),
    [
        ("ready", [], (), "ready"),
        ("ready", [], (NOTE,), "ready; STORAGE: the disk does not answer"),
        ("racing", [], (), "a showdown runs"),
        ("armed", [], (), "a showdown runs"),
        (
            "not_ready",
            ["selftest"],
            (),
            "not ready: a self-test runs: wait for its end, or stop it",
        ),
        ("fault", ["fault"], (NOTE,), "the unit cannot go on; STORAGE: the disk does not answer"),
    ],
)
def test_the_words_say_state_and_reason(state, reasons, faults, words):
    assert status_words(state, reasons, faults) == words


def test_the_words_tell_of_low_voltage():
    assert status_words("ready", [], (), low_voltage=True) == "ready; low voltage"


def test_the_words_are_one_short_line():
    words = status_words("ready", [], (FaultNote(code="X", message="many\nlines " * 100),))
    assert "\n" not in words
    assert len(words) == STATUS_MAX
