"""The parts of the self-test that measure the owner's own unit: timing and fairness."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from showdown_hw.edges import PADDLE_LEFT, PADDLE_RIGHT, Edge
from showdown_hw.factory import BackendInfo
from showdown_referee.limits import Limits
from showdown_unit.selftest_kit import (
    MS,
    QUIET_NS,
    Arrival,
    Kit,
    Outcome,
    Part,
    S,
    Waits,
    failed,
    passed,
)
from showdown_unit.selftest_stats import fairness_of, spread_of, window_us

EDGES = 400
EDGE_GAP_NS = 5 * MS
"""From one edge on the wire to the next."""

SETTLE_NS = 50 * MS
"""The slowest backend has delivered an edge by then."""

PAIRS = 20
PAIR_NS = 100 * MS
"""Presses with one ruler lie closer together than this."""

PAIR_WAIT_NS = 30 * S
TRIES = 3 * PAIRS
"""Presses at most, the one-sided and the slow ones among them."""


# --- timing -------------------------------------------------------------------------------------


def timing(kit: Kit) -> Part:
    """One wire from arrow_left's pin to both paddle inputs: skew, jitter, lost edges."""
    kit.tell("wire", "looking for the wire from arrow_left's pin to both paddle inputs")
    kit.hardware.arrow.write(False, False)
    yield from kit.pause(SETTLE_NS)
    low = kit.levels()
    kit.hardware.arrow.write(True, False)
    yield from kit.pause(SETTLE_NS)
    high = kit.levels()
    for side, line in (("left", PADDLE_LEFT), ("right", PADDLE_RIGHT)):
        if low[line] == high[line]:
            return failed(f"no_wire_{side}")
    kit.hardware.arrow.write(False, False)
    yield from kit.pause(SETTLE_NS)
    kit.take()
    kit.tell("edges", f"{EDGES} edges on the wire")
    writes: list[int] = []
    for number in range(EDGES):
        writes.append(kit.now_ns())
        kit.hardware.arrow.write(number % 2 == 0, False)
        yield from kit.pause(EDGE_GAP_NS)
    yield from kit.pause(SETTLE_NS)
    outcome = judge_timing(writes, kit.take(), kit.hardware.backend, kit.limits)
    off_ns = kit.hardware.clock_error_ns
    if off_ns is not None:
        outcome = replace(outcome, measured={**outcome.measured, "clock_error_ns": off_ns})
    return outcome


def judge_timing(
    writes: Sequence[int], arrivals: Sequence[Arrival], backend: BackendInfo, limits: Limits
) -> Outcome:
    """What the edges say. `writes`: when each began; an edge belongs to the last one before it.

    `dead_heat_us` and `settle_ms` are what to set, 0 where what is in force is enough.
    """
    left = _by_write(writes, arrivals, PADDLE_LEFT)
    right = _by_write(writes, arrivals, PADDLE_RIGHT)
    both = [(w, left[w][0].edge, right[w][0].edge) for w in writes if left[w] and right[w]]
    measured = {
        "edges": len(writes),
        "lost_left": sum(not found for found in left.values()),
        "lost_right": sum(not found for found in right.values()),
        "extra_left": sum(len(found) - 1 for found in left.values() if found),
        "extra_right": sum(len(found) - 1 for found in right.values() if found),
        "gaps_left": _gaps([a.edge for a in arrivals if a.edge.line == PADDLE_LEFT]),
        "gaps_right": _gaps([a.edge for a in arrivals if a.edge.line == PADDLE_RIGHT]),
    }
    if both:
        skew = spread_of([one.stamp_ns - other.stamp_ns for _, one, other in both])
        late = spread_of([one.stamp_ns - write for write, one, _ in both])
        least_late = min(one.stamp_ns - write for write, one, _ in both)
        apart_ns = abs(skew.worst_ns)
        if backend.stamp_source == "user":
            # Both inputs are stamped by one busy program here, so alike: of two presses each may
            # meet it in another moment.
            apart_ns = max(apart_ns, late.worst_ns - least_late)
        dead_heat_us = window_us(apart_ns, backend.resolution_ns)
        delays = [a.at_ns - a.edge.stamp_ns for a in arrivals]
        measured |= {
            "skew_median_ns": skew.median_ns,
            "skew_worst_ns": skew.worst_ns,
            "jitter_median_ns": skew.jitter_median_ns,
            "jitter_worst_ns": skew.jitter_worst_ns,
            "from_write_median_ns": late.median_ns,
            "from_write_worst_ns": late.worst_ns,
            "from_write_least_ns": least_late,
            "delivery_median_ns": spread_of(delays).median_ns,
            "delivery_worst_ns": max(delays),
            "dead_heat_us": dead_heat_us,
            "settle_ms": _settle_ms(dead_heat_us, max(delays), backend, limits),
            "resolution_ns": backend.resolution_ns,
            "backend_delivery_ns": backend.delivery_ns,
        }
    return _timing_outcome(measured, limits)


def _settle_ms(dead_heat_us: int, late_ns: int, backend: BackendInfo, limits: Limits) -> int:
    """The settle time to set, in full ms, with that window and edges that late; 0 for none."""
    window_ns = max(limits.resolution_ns, dead_heat_us * 1000)
    raised_by_itself = window_ns + limits.confirm_ns + backend.delivery_ns
    needed = window_ns + limits.confirm_ns + late_ns
    enough = needed <= max(limits.settle_ns, raised_by_itself)
    return 0 if enough else -(-needed // MS)


def _timing_outcome(measured: Mapping[str, int], limits: Limits) -> Outcome:
    lost = ("lost_left", "lost_right", "gaps_left", "gaps_right")
    if any(measured[name] for name in lost):
        return failed("lost_edges", measured)
    if measured["extra_left"] or measured["extra_right"]:
        return failed("extra_edges", measured)
    window_ns = measured.get("dead_heat_us", 0) * 1000 + limits.confirm_ns
    if max(window_ns, measured.get("settle_ms", 0) * MS) > limits.lockout_ns:
        return failed("too_late", measured)
    return passed(measured)


def _by_write(
    writes: Sequence[int], arrivals: Sequence[Arrival], line: str
) -> dict[int, list[Arrival]]:
    found: dict[int, list[Arrival]] = {write: [] for write in writes}
    own = sorted(
        (a for a in arrivals if a.edge.line == line), key=lambda arrival: arrival.edge.stamp_ns
    )
    index = 0
    for arrival in own:
        while index + 1 < len(writes) and writes[index + 1] <= arrival.edge.stamp_ns:
            index += 1
        if writes[index] <= arrival.edge.stamp_ns:
            found[writes[index]].append(arrival)
    return found


def _gaps(edges: Sequence[Edge]) -> int:
    """Numbers that are missing; 0 where the backend does not count."""
    numbers = sorted(edge.seq for edge in edges if edge.seq is not None)
    return numbers[-1] - numbers[0] + 1 - len(numbers) if numbers else 0


# --- fairness -----------------------------------------------------------------------------------


def fairness(kit: Kit) -> Part:
    """Both paddles pressed with one ruler, again and again: which comes first, and by how much."""
    margins: list[int] = []
    singles = 0
    resolution_ns = kit.hardware.backend.resolution_ns
    for _ in range(TRIES):
        if not (yield from kit.rest(PAIR_WAIT_NS)):
            return failed("held", {"pairs": len(margins), "singles": singles})
        kit.take()
        kit.tell(
            f"{len(margins) + 1}",
            f"press both paddles with one ruler ({len(margins) + 1} of {PAIRS})",
        )
        margin = yield from _pair(kit)
        if margin is None:
            return failed("nobody_pressed", {"pairs": len(margins), "singles": singles})
        if abs(margin) > PAIR_NS:
            singles += 1
            continue
        margins.append(margin)
        if len(margins) == PAIRS:
            break
    else:
        return failed("one_sided", {"pairs": len(margins), "singles": singles})
    verdict = fairness_of(margins)
    measured = {
        "pairs": len(margins),
        "singles": singles,
        "mean_ns": verdict.mean_ns,
        "spread_ns": verdict.spread_ns,
        "left_first": verdict.left_first,
        "right_first": verdict.right_first,
        "p_ppm": round(verdict.p * 1_000_000),
        "resolution_ns": resolution_ns,
        "dead_heat_us": verdict.window_ns // 1000,
    }
    return failed("biased", measured) if verdict.biased else passed(measured)


def _pair(kit: Kit) -> Waits[int | None]:
    """Left minus right of one double press; far apart where one came alone; None for nobody."""

    def first(line: str) -> int | None:
        stamps = [a.edge.stamp_ns for a in kit.arrivals if a.edge.line == line]
        return min(stamps, default=None)

    if not (yield from kit.until(lambda: _pressed(kit), PAIR_WAIT_NS)):
        return None
    yield from kit.pause(PAIR_NS + QUIET_NS)
    left, right = first(PADDLE_LEFT), first(PADDLE_RIGHT)
    if left is None or right is None:
        return 2 * PAIR_NS
    return left - right


def _pressed(kit: Kit) -> bool:
    return any(a.edge.line in (PADDLE_LEFT, PADDLE_RIGHT) for a in kit.arrivals)
