"""The maze router on small boards."""

import math

from showdown_drawings.board_footprint import Pad
from showdown_drawings.board_router import CLEARANCE, Routed, Router, Track

WIDTH = 0.3


def pad(ref: str, x: float, y: float, layers: tuple[int, ...] = (0, 1)) -> Pad:
    return Pad(ref, "1", (x, y), (0.8, 0.8), True, layers, 0.8)


def route(pads: list[tuple[Pad, str]], fixed: list[Track] | None = None) -> Routed:
    nets = sorted({net for _, net in pads if net})
    widths = dict.fromkeys(nets, WIDTH)
    router = Router((20, 20), pads, fixed=fixed or [], fixed_vias=[], widths=widths)
    return router.run(nets, 20)


def distance(one: Track, other: Track) -> float:
    """Between the middle lines, sampled finely."""

    def along(track: Track) -> list[tuple[float, float]]:
        (x1, y1), (x2, y2) = track.start, track.end
        return [(x1 + (x2 - x1) * k / 40, y1 + (y2 - y1) * k / 40) for k in range(41)]

    return min(math.dist(a, b) for a in along(one) for b in along(other))


def test_two_nets_that_cross_keep_their_distance() -> None:
    found = route(
        [
            (pad("A", 2, 2), "A"),
            (pad("B", 18, 18), "A"),
            (pad("C", 18, 2), "B"),
            (pad("D", 2, 18), "B"),
        ]
    )
    assert found.failed == []
    for one in found.tracks:
        for other in found.tracks:
            if one.net < other.net and one.layer == other.layer:
                assert distance(one, other) >= WIDTH + CLEARANCE - 0.01


def test_the_ends_meet_the_pads_middles() -> None:
    found = route([(pad("A", 2.1, 3.3), "A"), (pad("B", 15.7, 11.9), "A")])
    ends = {point for track in found.tracks for point in (track.start, track.end)}
    assert {(2.1, 3.3), (15.7, 11.9)} <= ends


def test_pads_on_other_sides_are_joined_by_a_via() -> None:
    found = route([(pad("A", 3, 3, (0,)), "A"), (pad("B", 15, 15, (1,)), "A")])
    assert (found.failed, len(found.vias)) == ([], 1)


def test_a_net_that_is_walled_in_is_named() -> None:
    walls = [Track("X", (10, 0), (10, 20), layer, 1.0) for layer in (0, 1)]
    assert route([(pad("A", 3, 3), "A"), (pad("B", 17, 3), "A")], walls).failed == ["A"]


def test_what_fixed_copper_joins_needs_no_track() -> None:
    fixed = [Track("A", (3, 3), (15, 3), 0, 1.0)]
    assert route([(pad("A", 3, 3), "A"), (pad("B", 15, 3), "A")], fixed).tracks == []
