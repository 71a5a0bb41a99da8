"""Timing and fairness: what they measure on a wire and a ruler of known skew."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from selftest_kit import outputs_off, rulers, run, steps, wire_loop
from showdown_hw.edges import Edge
from showdown_hw.factory import BackendInfo
from showdown_referee.limits import Limits
from showdown_unit.config import limits_for, load
from showdown_unit.selftest_kit import Arrival
from showdown_unit.selftest_stats import binomial_p, fairness_of, spread_of
from showdown_unit.selftest_timing import judge_timing
from showdown_unit.selftest_words import sentences
from unit_kit import MS, US, MakeWorld

# --- timing -------------------------------------------------------------------------------------


def test_a_wire_of_equal_lengths_shows_no_skew(make_world: MakeWorld):
    world = make_world()
    wire_loop(world)
    data = run(world, "timing")
    assert (data["part"], data["result"]) == ("timing", "passed")
    measured = data["measured"]
    assert measured["edges"] == 400
    assert {name: measured[name] for name in measured if name.startswith(("lost", "extra"))} == {
        "lost_left": 0,
        "lost_right": 0,
        "extra_left": 0,
        "extra_right": 0,
    }
    assert (measured["skew_median_ns"], measured["skew_worst_ns"]) == (0, 0)
    assert measured["from_write_median_ns"] == 5 * US  # the mock changes in mid-write
    assert outputs_off(world)
    assert steps(world) == ["wire", "edges"]


def test_skew_and_jitter_are_those_of_the_unit(make_world: MakeWorld):
    world = make_world()
    rnd = Random(7)
    late: list[int] = []

    def late_ns(side: str, number: int) -> int:
        if side == "left":
            return 0
        late.append(2_000 + rnd.randrange(-300, 301) + (9_000 if number == 200 else 0))
        return late[-1]

    wire_loop(world, late_ns=late_ns)
    measured = run(world, "timing")["measured"]
    spread = spread_of([-ns for ns in late[2:402]])  # after the two of the look at the wire
    assert measured["skew_median_ns"] == spread.median_ns
    assert measured["skew_worst_ns"] == spread.worst_ns
    assert measured["jitter_median_ns"] == spread.jitter_median_ns
    assert measured["jitter_worst_ns"] == spread.jitter_worst_ns
    assert -2_300 < measured["skew_median_ns"] < -1_700
    assert measured["skew_worst_ns"] < -10_000


def test_lost_edges_fail_and_are_counted_by_side(make_world: MakeWorld):
    world = make_world()
    wire_loop(world, lose=lambda side, number: side == "right" and number in (50, 51, 300))
    data = run(world, "timing")
    assert (data["result"], data["reason"]) == ("failed", "lost_edges")
    measured = data["measured"]
    assert (measured["lost_left"], measured["lost_right"]) == (0, 3)
    assert (measured["gaps_left"], measured["gaps_right"]) == (0, 3)


@pytest.mark.parametrize(
    ("sides", "reason"),
    [((), "no_wire_left"), (("left",), "no_wire_right"), (("right",), "no_wire_left")],
)
def test_a_wire_that_is_not_there_is_named(
    make_world: MakeWorld, sides: tuple[str, ...], reason: str
):
    world = make_world()
    wire_loop(world, sides=sides)
    assert run(world, "timing") == {"part": "timing", "result": "failed", "reason": reason}
    assert outputs_off(world)


def edge(line: str, stamp_ns: int, seq: int | None = None, late_ns: int = 0) -> Arrival:
    return Arrival(Edge(line, stamp_ns, True, seq), stamp_ns + late_ns)


WRITES = [0, 5 * MS]
BACKEND = BackendInfo("test", "kernel", 20_000, 0)
LIMITS = Limits()


def test_edges_that_nobody_wrote_fail():
    arrivals = [
        edge(line, stamp_ns)
        for line, stamps in (("paddle_left", (5, 900, 5 * MS)), ("paddle_right", (6, 5 * MS + 1)))
        for stamp_ns in stamps
    ]
    outcome = judge_timing(WRITES, arrivals, BACKEND, LIMITS)
    assert outcome.reason == "extra_edges"
    assert (outcome.measured["extra_left"], outcome.measured["extra_right"]) == (1, 0)


def test_the_longest_delivery_is_told_whatever_the_order_of_arrival():
    arrivals = [
        edge("paddle_right", 5 * MS + 7, late_ns=900),
        edge("paddle_right", 4, late_ns=10),
        edge("paddle_left", 5 * MS + 3, late_ns=4_000),
        edge("paddle_left", 2, late_ns=10),
    ]
    outcome = judge_timing(WRITES, arrivals, BACKEND, LIMITS)
    assert outcome.result == "passed"
    assert outcome.measured["delivery_worst_ns"] == 4_000
    assert outcome.measured["skew_worst_ns"] == -4


def test_without_any_edge_there_is_nothing_but_losses():
    outcome = judge_timing(WRITES, [], BACKEND, LIMITS)
    assert outcome.reason == "lost_edges"
    assert "skew_median_ns" not in outcome.measured


def of_wire(left_ns: list[int], right_ns: list[int], late_ns: int = 10) -> list[Arrival]:
    """Edges so long after their writes on both inputs."""
    return [
        edge(line, write + after_ns, late_ns=late_ns)
        for line, afters in (("paddle_left", left_ns), ("paddle_right", right_ns))
        for write, after_ns in zip(WRITES, afters, strict=True)
    ]


def test_a_unit_within_its_claims_has_nothing_to_set():
    claims = BackendInfo("test", "kernel", 20_000, 1 * MS)
    # The verdict waits 5 ms: more than resolution + confirm + this.
    arrivals = of_wire([100, 100], [20_000, 20_100], late_ns=3_980 * US - 1)
    measured = judge_timing(WRITES, arrivals, claims, LIMITS).measured
    assert (measured["dead_heat_us"], measured["settle_ms"]) == (0, 0)


@pytest.mark.parametrize(
    ("skew_us", "late_us", "dead_heat_us", "settle_ms"),
    [(21, 0, 30, 0), (0, 3_981, 0, 6), (21, 3_980, 30, 6), (2_000, 3_000, 2_000, 6)],
)
def test_what_to_set_covers_what_was_measured(
    tmp_path: Path, skew_us: int, late_us: int, dead_heat_us: int, settle_ms: int
):
    claims = BackendInfo("test", "kernel", 20_000, 1 * MS)
    arrivals = of_wire([0, 0], [0, skew_us * US], late_ns=late_us * US)
    outcome = judge_timing(WRITES, arrivals, claims, LIMITS)
    measured = outcome.measured
    assert (measured["dead_heat_us"], measured["settle_ms"]) == (dead_heat_us, settle_ms)
    said = sentences("timing", measured)
    file = tmp_path / "unit.toml"
    file.write_text("\n".join(line for line in said if line.startswith("    ")))
    limits = limits_for(load(file), claims.resolution_ns, claims.delivery_ns)
    assert limits.resolution_ns >= skew_us * US
    assert limits.settle_ns >= limits.resolution_ns + limits.confirm_ns + late_us * US


def test_stamps_of_a_busy_program_are_as_far_apart_as_they_are_late():
    arrivals = of_wire([100 * US, 6_100 * US - 5 * MS], [100 * US, 6_100 * US - 5 * MS])
    kernel = judge_timing(WRITES, arrivals, BACKEND, LIMITS).measured
    user = judge_timing(WRITES, arrivals, BackendInfo("x", "user", 50_000, 0), LIMITS).measured
    assert (kernel["dead_heat_us"], user["dead_heat_us"]) == (0, 1_000)


def test_what_no_setting_covers_fails():
    outcome = judge_timing(WRITES, of_wire([0, 0], [0, 0], late_ns=25 * MS), BACKEND, LIMITS)
    assert (outcome.result, outcome.reason) == ("failed", "too_late")


def test_the_error_of_the_clock_is_told_where_the_backend_has_one(make_world: MakeWorld):
    world = make_world()
    wire_loop(world)
    assert "clock_error_ns" not in run(world, "timing")["measured"]
    factory: Any = world.hardware.factory
    factory.clock_error_ns = 33_000
    measured = run(world, "timing")["measured"]
    assert measured["clock_error_ns"] == 33_000
    assert any("within 33.0 µs of the clock" in line for line in sentences("timing", measured))


# --- fairness -----------------------------------------------------------------------------------


def test_a_fair_unit_passes_and_needs_no_window(make_world: MakeWorld):
    world = make_world()
    rulers(world, iter([-300, 280, 120, -140] * 5))
    data = run(world, "fairness")
    assert data["result"] == "passed"
    measured = data["measured"]
    assert (measured["pairs"], measured["singles"]) == (20, 0)
    assert (measured["left_first"], measured["right_first"]) == (10, 10)
    assert measured["mean_ns"] == -10 * US
    assert (measured["p_ppm"], measured["dead_heat_us"]) == (1_000_000, 0)


def test_a_unit_that_favours_one_side_fails_with_the_window_to_set(make_world: MakeWorld):
    world = make_world()
    rulers(world, iter([-600, -580, -620, -600] * 5))
    data = run(world, "fairness")
    assert (data["result"], data["reason"]) == ("failed", "biased")
    measured = data["measured"]
    assert (measured["left_first"], measured["right_first"]) == (20, 0)
    assert measured["mean_ns"] == -600 * US
    assert 600 < measured["dead_heat_us"] <= 620
    assert measured["p_ppm"] == 2


def test_presses_of_one_paddle_alone_are_asked_for_again(make_world: MakeWorld):
    world = make_world()
    rulers(world, iter([5_000_000, -300, 5_000_000] + [280, 120, -140, -300] * 5))
    measured = run(world, "fairness")["measured"]
    assert (measured["pairs"], measured["singles"]) == (20, 2)


def test_one_paddle_alone_again_and_again_fails(make_world: MakeWorld):
    world = make_world()
    rulers(world, (5_000_000 for _ in count()))
    data = run(world, "fairness")
    assert (data["reason"], data["measured"]) == ("one_sided", {"pairs": 0, "singles": 60})


def test_nobody_at_the_paddles_fails(make_world: MakeWorld):
    assert run(make_world(), "fairness")["reason"] == "nobody_pressed"


def test_a_paddle_held_down_fails(make_world: MakeWorld):
    world = make_world()
    world.hands.press("right")
    assert run(world, "fairness")["reason"] == "held"


# --- the arithmetic -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("left", "tries", "p"),
    [
        (10, 20, 1.0),
        (0, 20, 2 / 2**20),
        (20, 20, 2 / 2**20),
        (3, 20, 0.002577),
        (5, 20, 0.041389),
        (0, 0, 1.0),
    ],
)
def test_the_binomial_p_is_two_sided(left: int, tries: int, p: float):
    assert binomial_p(left, tries) == pytest.approx(p, rel=1e-3)


def test_equal_stamps_are_on_nobody_s_side():
    verdict = fairness_of([0, 0, -5, 5])
    assert (verdict.left_first, verdict.right_first, verdict.p) == (1, 1, 1.0)


def test_a_fair_unit_is_called_biased_less_than_once_in_a_hundred():
    rnd = Random(1)
    biased = sum(
        fairness_of([rnd.gauss(0, 400_000).__round__() for _ in range(20)]).biased
        for _ in range(2000)
    )
    assert biased < 20


def test_a_bias_of_the_spread_s_size_is_found_nearly_always():
    rnd = Random(2)
    found = [
        fairness_of([round(rnd.gauss(600_000, 400_000)) for _ in range(20)]) for _ in range(200)
    ]
    assert sum(verdict.biased for verdict in found) > 150
    assert all(verdict.window_ns >= 400_000 for verdict in found)
