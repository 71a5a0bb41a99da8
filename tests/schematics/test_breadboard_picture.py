import re
from itertools import pairwise
from math import hypot

import pytest

from showdown_drawings import bom
from showdown_drawings import breadboard_picture as p
from showdown_drawings.breadboard_picture_parts import BANDS, CABLED, WIRE
from showdown_drawings.breadboard_picture_routes import Point, end_at, header_pin, lanes, routes
from showdown_drawings.circuit import ELECTRONICS, load
from showdown_drawings.wiring_plan import COLOURS, Wire, read

PLAN, CIRCUIT = read(), load("breadboard")
VALUES = {ref: row.value for ref, row in bom.by_ref(bom.read(), "breadboard").items()}
ROUTES = routes(PLAN.wires)
WIRE_PITCHES = 0.5  # a drawn wire's width


def away(at: Point, one: Point, two: Point) -> float:
    """How far a point is from a stretch between two others."""
    dx, dy = two[0] - one[0], two[1] - one[1]
    length = dx * dx + dy * dy
    share = ((at[0] - one[0]) * dx + (at[1] - one[1]) * dy) / length if length else 0.0
    share = min(1.0, max(0.0, share))
    return hypot(at[0] - one[0] - share * dx, at[1] - one[1] - share * dy)


def crossings(one: list[Point], other: list[Point]) -> int:
    found = 0
    for a, b in pairwise(one):
        for c, d in pairwise(other):
            upright, level = ((a, b), (c, d)) if a[0] == b[0] else ((c, d), (a, b))
            if upright[0][0] != upright[1][0] or level[0][1] != level[1][1]:
                continue
            x, (y1, y2) = upright[0][0], sorted(point[1] for point in upright)
            y, (x1, x2) = level[0][1], sorted(point[0] for point in level)
            found += x1 <= x <= x2 and y1 <= y <= y2
    return found


@pytest.mark.parametrize("wire", PLAN.wires, ids=lambda wire: wire.start)
def test_no_wire_lies_on_an_end_of_another_or_on_a_leg(wire: Wire) -> None:
    ends = [
        at for other in PLAN.wires if other != wire for at in (ROUTES[other][0], ROUTES[other][-1])
    ]
    legs = [end_at(hole) for hole in PLAN.holes.values()]
    path = ROUTES[wire]
    for at in ends + legs:
        nearest = min(away(at, a, b) for a, b in pairwise(path))
        assert nearest >= WIRE_PITCHES, f"{wire.start} to {wire.end} runs over {at}"


def test_no_two_wires_cross() -> None:
    for n, one in enumerate(PLAN.wires):
        for other in PLAN.wires[n + 1 :]:
            assert not crossings(ROUTES[one], ROUTES[other]), (one, other)


@pytest.mark.parametrize("wire", PLAN.wires, ids=lambda wire: wire.start)
def test_a_wire_is_drawn_from_its_start_to_its_end(wire: Wire) -> None:
    assert (ROUTES[wire][0], ROUTES[wire][-1]) == (end_at(wire.start), end_at(wire.end))


def test_wires_that_overlap_have_lanes_of_their_own() -> None:
    wires = [Wire("x", f"J1.{pin}", f"a{to}", "BK") for pin, to in ((11, 3), (13, 5), (15, 40))]
    assert list(lanes(wires).values()) == [0, 0, 1]


def test_the_header_is_numbered_like_the_pis() -> None:
    assert header_pin(1)[0] == header_pin(2)[0] < header_pin(3)[0]
    assert header_pin(1)[1] > header_pin(2)[1]


def test_each_colour_and_each_resistor_can_be_drawn() -> None:
    assert set(WIRE) == set(COLOURS)
    assert {VALUES[ref] for ref, _ in PLAN.holes if ref[0] == "R"} <= set(BANDS)


def test_each_cabled_part_comes_with_its_wires() -> None:
    for wire in PLAN.wires:
        for ref in {end.partition(".")[0] for end in (wire.start, wire.end) if "." in end}:
            if ref not in ("J1", "SW1"):  # the rocker is drawn with the supply
                assert CABLED[ref][0] == wire.step


@pytest.mark.parametrize("step", PLAN.steps)
def test_a_step_says_each_of_its_parts_and_wires(step: str) -> None:
    words = [line for _, line in p.steps_in_words(PLAN, VALUES, step)]
    refs = [ref for ref, of in PLAN.step_of.items() if of == step]
    assert [line.split(",")[0] for line in words[: len(refs)]] == refs
    assert len(words) - len(refs) == sum(wire.step == step for wire in PLAN.wires)


def test_a_step_shows_what_came_before_palely_and_nothing_later() -> None:
    svg = p.picture(PLAN, CIRCUIT, VALUES, "arrows")
    assert svg.count('opacity="0.22"') == 4  # parts and wires of two steps
    shown = set(re.findall(r">(R\d+|D\d+ red|Servo|Timer button)<", svg))
    assert shown == {"R4", "R5", "D4 red", "D5 red"}


@pytest.mark.parametrize("step", [None, *PLAN.steps])
def test_the_committed_picture_is_what_the_layout_gives(step: str | None) -> None:
    path = p.target(PLAN, step)
    assert path.read_text(encoding="utf-8") == p.picture(PLAN, CIRCUIT, VALUES, step)


def test_pictures_lie_where_the_guide_looks() -> None:
    assert p.target(PLAN, None) == ELECTRONICS / "breadboard.svg"
    assert p.target(PLAN, "lamps").as_posix().endswith("docs/build/pictures/wiring-2-lamps.svg")
