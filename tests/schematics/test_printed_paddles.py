"""A paddle through its stroke: clear of everything, its feelers at the right place, its spring."""

from math import radians, tan

import pytest

from showdown_drawings import paddle_bodies as bodies
from showdown_drawings import printed_checks as checks
from showdown_drawings.printed_parts import PrintedPart, triangles_of
from showdown_drawings.scad import parameters

pytestmark = pytest.mark.drawings

MM = parameters()
BASE = checks.solid(triangles_of(PrintedPart("paddle-base", 2)))
MOUNT = triangles_of(PrintedPart("paddle-mount", 2))
CAPS = {side: triangles_of(PrintedPart(f"paddle-cap-{side}", 1)) for side in ("left", "right")}
PRESSES = [step / 10 for step in range(11)]


@pytest.mark.parametrize("feeler", ["switch", "opto"])
@pytest.mark.parametrize("side", CAPS)
def test_the_cap_is_free_from_rest_to_its_stop(side: str, feeler: bodies.Feeler) -> None:
    mount = bodies.mount(MM, MOUNT, feeler)
    bought = bodies.switch_case(MM) if feeler == "switch" else bodies.opto(MM)
    for press in PRESSES:
        cap = bodies.cap(MM, CAPS[side], press)
        for name, body in {"base": BASE, "mount": mount, feeler: bought}.items():
            assert checks.shared_mm3(cap, body) < checks.TOUCH_MM3, f"{name} at {press:.0%}"


def test_the_hard_stop_is_where_the_stroke_ends() -> None:
    beyond = bodies.cap(MM, CAPS["left"], 1.1)
    assert checks.shared_mm3(beyond, BASE) > checks.TOUCH_MM3


@pytest.mark.parametrize("feeler", ["switch", "opto"])
def test_the_mount_stands_in_the_base_and_carries_its_switch(feeler: bodies.Feeler) -> None:
    mount = bodies.mount(MM, MOUNT, feeler)
    assert checks.shared_mm3(mount, BASE) < checks.TOUCH_MM3
    heights = (-1, 0, 1) if feeler == "switch" else (0,)
    for height in heights:
        raised = height * MM["paddle_switch_adjust"]
        bought = bodies.switch_case(MM, raised) if feeler == "switch" else bodies.opto(MM)
        assert checks.shared_mm3(bought, mount) < checks.TOUCH_MM3
        assert checks.shared_mm3(bought, BASE) < checks.TOUCH_MM3


def test_the_switch_works_within_the_stroke_and_is_not_crushed() -> None:
    # Omron's SS sheet: with a hinge lever it works at 8.8 +-0.8 mm over the holes, lets go at most
    # 0.8 mm above that, and may be pressed 1.2 mm further. The slots shift all by 1.6 mm.
    rest, pressed = (bodies.peg_height(MM, bodies.cap(MM, CAPS["left"], k)) for k in (0.0, 1.0))
    assert pressed < 8.8 - 0.5
    assert rest > 8.8 + 0.8
    assert pressed > 8.8 - 1.3
    for works_at in (8.0, 9.6):
        shift = works_at - 8.8
        assert abs(shift) <= MM["paddle_switch_adjust"]


def test_light_passes_exactly_when_pressed() -> None:
    beam = bodies.beam(MM)
    blocked = [checks.shared_mm3(bodies.cap(MM, CAPS["left"], k), beam) for k in PRESSES]
    assert blocked[0] == pytest.approx(blocked[1], rel=0.05)
    assert blocked[0] > 1
    assert blocked[-1] < 0.01
    assert blocked[-2] < 0.01
    assert blocked == sorted(blocked, reverse=True)


def test_the_stop_screw_is_free_and_reaches() -> None:
    for press in PRESSES:
        assert checks.shared_mm3(bodies.stop_screw(MM, press), BASE) < checks.TOUCH_MM3
        head_low = bodies.stop_screw(MM, press).bounding_box()[2]
        assert head_low > 0.5, "the head comes near the table"
    engaged = checks.shared_mm3(bodies.stop_screw(MM), bodies.cap(MM, CAPS["left"]))
    assert engaged > 6, "the thread has next to nothing to cut into"


def test_the_cap_stays_over_the_rim_so_that_nothing_closes_on_a_finger() -> None:
    pressed = bodies.cap(MM, CAPS["left"], 1.0)
    edge = MM["paddle"][2] - MM["paddle_stroke"]
    assert edge > MM["paddle_rim"] + 1
    assert pressed.bounding_box()[5] > MM["paddle_rim"]
    assert MM["paddle_gap"] < 5


@pytest.mark.parametrize("side", CAPS)
def test_no_edge_under_the_hand_is_sharp(side: str) -> None:
    upright = bodies.cap(MM, CAPS[side]).to_mesh()
    triangles = upright.vert_properties[:, :3][upright.tri_verts]
    assert not checks.sharp_edges(triangles, MM["paddle_rim"])
    assert not checks.sharp_edges(triangles_of(PrintedPart("paddle-base", 2)), 3)


def test_left_and_right_differ_by_the_hollows_alone() -> None:
    left, right = (bodies.cap(MM, CAPS[side]) for side in ("left", "right"))
    differs = (left - right) + (right - left)
    depth = MM["paddle_mark"][1]
    assert 5 < differs.volume() < 120
    assert differs.bounding_box()[2] > MM["paddle"][2] - depth - 0.2


def test_a_resting_hand_does_not_press() -> None:
    # A hand is 0.65 % of the body (Plagenhoef and others 1983: men; women 0.50 %). All of it, of an
    # adult of 75 kg, on the cap's middle, nothing on wrist and forearm:
    hand_n, middle = 0.0065 * 75 * 9.81, MM["paddle_edge_r"] / 2
    assert hand_n * middle < MM["paddle_force"] * MM["paddle_edge_r"]


def test_the_spring_is_within_its_range() -> None:
    rate = MM["paddle_spring_rate"]
    travel = MM["paddle_spring_r"] * tan(radians(bodies.stroke_deg(MM)))
    wire, coils = MM["paddle_spring"][1], MM["paddle_spring"][3]
    assert MM["paddle_spring_length"] - travel > (coils + 2) * wire + 1
    at_rest = rate * (MM["paddle_spring"][2] - MM["paddle_spring_length"])
    assert at_rest * MM["paddle_spring_r"] / MM["paddle_edge_r"] == pytest.approx(3, abs=0.01)
    on_stop = (at_rest + rate * travel) * MM["paddle_spring_r"] / MM["paddle_edge_r"]
    assert on_stop == pytest.approx(4.2, abs=0.1)


def test_a_feeler_that_is_too_long_is_found() -> None:
    low = bodies.cap(MM, CAPS["left"], 1.0).translate((0, 0, -3))
    assert checks.shared_mm3(low, bodies.switch_case(MM)) > checks.TOUCH_MM3
