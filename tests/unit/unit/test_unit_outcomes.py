"""What a whole showdown comes to: record, events, launches, by outcome."""

from __future__ import annotations

import pytest

from showdown_protocol.messages import DecidedBy, Launch, Outcome, RecordState
from showdown_unit.ports import Step
from unit_kit import KEY, MS, PLAYERS, US, MakeWorld, S, World

WON = [
    "showdown.state armed",
    "showdown.state counting",
    "showdown.state racing",
    "showdown.result",
    "showdown.done",
]


def _unpowered_outside_throw(world: World) -> None:
    power = world.changes("launcher_power")
    assert [value for _, value in power] == [1, 0] * (len(power) // 2)
    assert not world.powered


def test_a_win_is_recorded_told_and_launched_at_the_slower(make_world: MakeWorld) -> None:
    world = make_world()
    record = world.win("right", players=PLAYERS)
    assert (record.state, record.outcome, record.loser) == (
        RecordState.DONE,
        Outcome.WIN,
        "right",
    )
    assert record.decided_by is DecidedBy.TIMING
    assert record.launch is Launch.COMPLETED
    assert record.reaction_us is not None
    assert (record.reaction_us.left, record.reaction_us.right) == (200_000, 250_000)
    assert record.margin_us == 50_000
    assert (record.players, record.cards, record.durable) == (PLAYERS, 2, True)
    assert record.green_uncertainty_us == 10
    assert (record.resolution_us, record.stamp_source) == (20, "mock")
    assert world.kinds(KEY) == WON
    assert world.launches() == ["right"]
    _unpowered_outside_throw(world)


def test_a_false_start_in_the_count_launches_at_the_offender(make_world: MakeWorld) -> None:
    world = make_world()
    count_ns = world.counting()
    world.press("left", count_ns + 400 * MS)
    record = world.over()
    assert (record.outcome, record.loser) == (Outcome.FALSE_START, "left")
    assert record.reaction_us is None
    assert record.margin_us is None
    assert world.launches() == ["left"]
    assert "showdown.state racing" not in world.kinds(KEY)
    assert world.changes("lamp_green") == []


def test_a_false_start_in_the_hold_launches_at_the_offender(make_world: MakeWorld) -> None:
    world = make_world()
    world.counting()
    amber_ns = world.to_hold()
    world.press("right", amber_ns + 700 * MS)
    record = world.over()
    assert (record.outcome, record.loser) == (Outcome.FALSE_START, "right")
    assert world.launches() == ["right"]
    assert world.changes("lamp_green") == []


def test_a_press_while_green_is_written_is_a_false_start(make_world: MakeWorld) -> None:
    world = make_world(write_cost_ns=200 * US, board="default")
    world.counting()
    lit = False

    def at_green(ns: int, signal: str, value: int) -> None:
        nonlocal lit
        world.trace.append((ns, signal, value))
        if signal == "lamp_green" and value and not lit:
            lit = True  # in the middle of the write: before its second clock read
            world.press("left", ns + 50 * US)

    world.hands.trace = at_green
    record = world.over()
    assert lit
    assert (record.outcome, record.loser) == (Outcome.FALSE_START, "left")


def test_too_quick_a_press_is_anticipated_where_the_unit_says_so(make_world: MakeWorld) -> None:
    world = make_world(referee__anticipation_ms=100)
    green_ns = world.racing()
    world.press("left", green_ns + 99 * MS)
    record = world.over()
    assert (record.outcome, record.loser) == (Outcome.ANTICIPATED, "left")
    assert record.reaction_us is not None
    assert (record.reaction_us.left, record.reaction_us.right) == (99_000, None)
    assert world.launches() == ["left"]


def test_a_dead_heat_runs_again_and_then_somebody_wins(make_world: MakeWorld) -> None:
    world = make_world()
    world.dead_heat(world.racing())
    world.run_until(lambda: world.word == "armed")
    assert world.launches() == []
    world.to_count()
    green_ns = world.to_green()
    world.press("right", green_ns + 300 * MS)
    record = world.over()
    assert (record.outcome, record.loser) == (Outcome.WIN, "left")
    assert [(a.outcome, a.margin_us) for a in record.attempts] == [(Outcome.DEAD_HEAT, 0)]
    assert world.launches() == ["left"]
    again = "showdown.state armed"
    assert world.kinds(KEY) == [*WON[:3], again, *WON[1:]]
    told = [e.data for e in world.events if e.data.get("outcome") == "dead_heat"]
    assert [(d["state"], d["attempt"]) for d in told] == [("armed", 1)]
    assert sum(step is Step.MAY_LAUNCH for _, step, _ in world.disk.done) == 1


def test_dead_heats_up_to_max_attempts_are_unclear(make_world: MakeWorld) -> None:
    world = make_world(referee__max_attempts=2)
    world.dead_heat(world.racing())
    world.to_count()
    world.dead_heat(world.to_green())
    record = world.over()
    assert (record.state, record.outcome, record.loser) == (
        RecordState.DONE,
        Outcome.UNCLEAR,
        None,
    )
    assert record.decided_by is None
    assert [a.outcome for a in record.attempts] == [Outcome.DEAD_HEAT]
    assert record.launch is Launch.NONE
    assert world.changes("launcher_power") == []


def test_a_lost_edge_in_the_last_attempt_is_void_with_its_reason(make_world: MakeWorld) -> None:
    world = make_world(referee__max_attempts=1)
    world.press("left")
    world.run_for(200)
    green_ns = world.racing()
    world.at(green_ns + 100 * MS, lambda: world.hands.lose("paddle_left"))
    world.press("left", green_ns + 200 * MS)
    record = world.over()
    assert (record.outcome, record.loser, record.reason) == (Outcome.VOID, None, "lost_edge")
    assert record.reaction_us is None
    assert world.launches() == []
    assert world.unit.counters["voids"] == 1


def test_a_green_too_slow_to_write_is_void_and_the_next_attempt_counts(
    make_world: MakeWorld,
) -> None:
    world = make_world(write_cost_ns=2 * MS)
    world.counting()
    world.to_hold()
    world.run_until(lambda: world.word == "armed")
    world.factory.write_cost_ns = 0
    world.to_count()
    world.press("left", world.to_green() + 200 * MS)
    record = world.over()
    assert [(a.outcome, a.reason) for a in record.attempts] == [(Outcome.VOID, "green_too_slow")]
    assert record.outcome is Outcome.WIN


def test_nobody_presses(make_world: MakeWorld) -> None:
    world = make_world()
    green_ns = world.racing()
    record = world.over()
    assert (record.state, record.outcome, record.loser) == (
        RecordState.DONE,
        Outcome.NO_PRESS,
        None,
    )
    assert world.changes("launcher_power") == []
    assert world.durable_at(Step.RESULT) - green_ns >= 10 * S
    assert world.kinds(KEY) == WON


def test_no_cards_launch_nothing(make_world: MakeWorld) -> None:
    world = make_world()
    record = world.win("left", cards=0)
    assert (record.outcome, record.loser, record.launch) == (Outcome.WIN, "left", Launch.NONE)
    assert world.changes("launcher_power") == []
    assert world.event("showdown.result").data["record"]["state"] == "racing"


def test_a_unit_that_only_points_launches_nothing_at_a_false_start(make_world: MakeWorld) -> None:
    world = make_world(unit__launch_on_false_start=False)
    world.press("left", world.counting() + 500 * MS)
    world.run_until(lambda: world.arrow == "<")
    record = world.over()
    assert (record.outcome, record.launch) == (Outcome.FALSE_START, Launch.NONE)
    assert world.changes("launcher_power") == []


def test_such_a_unit_still_launches_after_a_win(make_world: MakeWorld) -> None:
    world = make_world(unit__launch_on_false_start=False)
    assert world.win("left").launch is Launch.COMPLETED


def test_a_press_that_is_released_at_once_is_none_but_a_spike(make_world: MakeWorld) -> None:
    world = make_world()
    green_ns = world.racing()
    world.press("left", green_ns + 100 * MS, hold_ms=0.2)
    world.press("right", green_ns + 300 * MS)
    record = world.over()
    assert (record.outcome, record.loser) == (Outcome.WIN, "left")
    assert world.unit.counters["spikes"] == 1


def test_presses_before_the_count_lamp_are_ignored(make_world: MakeWorld) -> None:
    world = make_world()
    world.armed()
    at_ns = world.button()
    world.press("left", at_ns + 100 * MS, hold_ms=50)
    count_ns = world.to_count()
    assert count_ns - at_ns >= 300 * MS
    world.press("right", world.to_green() + 200 * MS)
    assert world.over().loser == "left"


def test_the_winner_is_not_charged_for_the_other_who_pressed_in_the_meantime(
    make_world: MakeWorld,
) -> None:
    """The slower press is recorded while the launcher moves, never judged."""
    world = make_world()
    green_ns = world.racing()
    world.press("left", green_ns + 200 * MS)
    world.press("right", green_ns + 690 * MS)
    world.run_until(lambda: world.word == "launching")
    assert world.get().margin_us is None
    record = world.over()
    assert (record.loser, record.margin_us) == ("right", 490_000)


def test_a_press_after_late_press_is_not_recorded(make_world: MakeWorld) -> None:
    world = make_world()
    green_ns = world.racing()
    world.press("left", green_ns + 200 * MS)
    world.press("right", green_ns + 701 * MS)
    record = world.over()
    assert record.margin_us is None
    assert record.reaction_us is not None
    assert record.reaction_us.right is None


def test_stats_have_what_the_hardware_counts_of_its_edges(
    make_world: MakeWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = make_world()
    stats = world.unit.stats()
    assert stats["level_resyncs"] == 0
    assert "merged_firsts" not in stats  # mock pins merge none and count none
    monkeypatch.setattr(type(world.hardware), "merged_firsts", 3)
    monkeypatch.setattr(world.hardware, "_level_resyncs", 2)
    assert (world.unit.stats()["level_resyncs"], world.unit.stats()["merged_firsts"]) == (2, 3)
