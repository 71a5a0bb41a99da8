"""The unit from its printed parts: nothing meets while the tray swings, and no finger is caught."""

import pytest

from showdown_drawings import printed_checks as checks
from showdown_drawings import unit_bodies as unit
from showdown_drawings.printed_parts import PLA_G_PER_MM3, of_bom, triangles_of
from showdown_drawings.scad import parameters

pytestmark = pytest.mark.drawings

MM = parameters()
PRINTED = {
    part.name: checks.solid(triangles_of(part))
    for part in of_bom()
    if not part.name.startswith("paddle")
}
PLACED = unit.place(MM, PRINTED)
MOVING = {name: PLACED[name] for name in ("tray", "cradle")}
FIXED = {name: body for name, body in PLACED.items() if name not in MOVING}
TILTS = range(-int(MM["tilt_check"]), int(MM["tilt_check"]) + 1, 2)
PAIRS = [(a, b) for a in sorted(FIXED) for b in sorted(FIXED) if a < b]


@pytest.mark.timeout(120)
@pytest.mark.parametrize("name", MOVING)
def test_the_tray_swings_free_of_all_that_stands_still(name: str) -> None:
    fixed = dict(FIXED)
    if name == "cradle":
        del fixed["pivot-bush"]  # its screw turns in the bush
    assert not checks.clashes(MOVING[name], fixed, unit.axis(MM), TILTS)


@pytest.mark.timeout(120)
def test_cards_swing_with_the_tray_and_meet_nothing_at_rest() -> None:
    along, across, thick = MM["card"][1], MM["card"][0], MM["card"][2] * MM["cards_max"]
    floor = MM["pivot_z"] + MM["pivot_drop"] + MM["wall"]
    stack = checks.box((along, across, thick), (-along / 2, -across / 2, floor + MM["bead"]))
    assert checks.shared_mm3(stack, PLACED["tray"]) < checks.TOUCH_MM3
    low = stack.translate((2.5, 0, -MM["bead"] + 0.05))
    assert checks.shared_mm3(low, PLACED["tray"]) > checks.TOUCH_MM3, "no bead keeps them"
    for tilt in (0, 10, 20):
        turned = checks.turned(stack, unit.axis(MM), tilt)
        for name, body in FIXED.items():
            assert checks.shared_mm3(turned, body) < checks.TOUCH_MM3, name


def test_parts_that_stand_still_do_not_share_room() -> None:
    shared = {
        f"{a} and {b}": volume
        for a, b in PAIRS
        if (volume := checks.shared_mm3(FIXED[a], FIXED[b])) > checks.TOUCH_MM3
    }
    assert not shared


def test_servo_and_boards_fit_their_places() -> None:
    bought = {"servo": unit.servo(MM), **unit.boards(MM)}
    clashes = {
        f"{thing} and {name}": volume
        for thing, body in bought.items()
        for name, part in FIXED.items()
        if (volume := checks.shared_mm3(body, part)) > checks.TOUCH_MM3
    }
    assert not clashes
    for tilt in TILTS:
        tray = checks.turned(MOVING["tray"], unit.axis(MM), tilt)
        for thing, body in bought.items():
            assert checks.shared_mm3(tray, body) < checks.TOUCH_MM3, f"{thing} at {tilt}°"


@pytest.mark.parametrize("right", [True, False])
def test_the_cards_way_down_is_free(right: bool) -> None:
    path = unit.card_path(MM, right)
    assert path.volume() > 1000
    for name, body in FIXED.items():
        assert checks.shared_mm3(path, body) < checks.TOUCH_MM3, name


def test_gaps_round_the_tray_are_under_5_or_over_12_mm() -> None:
    # Beside it: the tray's sides to the plates, which stays the same at each angle.
    plates = [FIXED[name] for name in ("side-front-long", "side-back-long")]
    for plate in plates:
        beside = MOVING["tray"].min_gap(plate, 50)
        assert beside < 5
        assert beside > 1
    # Under its end: what closes on a finger, tray to slide, stays open at full tilt.
    end = checks.turned(MOVING["tray"], unit.axis(MM), MM["tilt_max"])
    assert end.min_gap(PLACED["roof-right"], 50) > 12


def test_what_closes_on_a_finger_under_the_tray_stays_over_12_mm() -> None:
    # All but the keel, which passes the ridge cap 46 mm in from the tray's end (see safety.md).
    cradle = MOVING["cradle"]
    ends = {
        "horn's block": cradle.trim_by_plane((0, 1, 0), 18.5),
        "pivot's block": cradle.trim_by_plane((0, -1, 0), 12),
        "tray": MOVING["tray"],
    }
    for name, body in ends.items():
        for tilt in (-50, -25, 0, 25, 50):
            at = checks.turned(body, unit.axis(MM), tilt)
            for part in ("ridge-cap", "roof-right", "roof-left", "console-panel"):
                assert at.min_gap(FIXED[part], 12.1) > 12, f"{name} to {part} at {tilt}°"
    assert MOVING["cradle"].min_gap(FIXED["ridge-cap"], 30) < 5


def test_the_throw_does_not_tip_the_unit_over() -> None:
    # Prints of little infill, 60 % of their volume; nothing bought counts. 1.8 kgf·cm is the
    # usual servo's stall torque.
    kg = 0.6 * sum(body.volume() for body in PLACED.values()) * PLA_G_PER_MM3 / 1000
    x, y, _ = unit.centre_of_mass(PLACED.values())
    foot = MM["rubber_foot"][0] / 2
    assert abs(x) < 2
    righting = kg * 9.81 * (100 - foot - abs(x))
    assert righting > 1.5 * 176.5, f"{righting:.0f} mN m against the servo's stall"
    # It stands between its feet: four under the roof, two under the console's front.
    back, front = 22.0, -MM["outer_y"] / 2 - MM["console"][1] + 8.5
    assert front + 60 < y < back - 20
    # A press onto the timer's cap, and onto the tray's edge, is between them as well.
    cap = PLACED["timer-cap"].bounding_box()
    assert front < (cap[1] + cap[4]) / 2 < back
    assert MM["tray_half"] < 100 - foot


def test_a_tray_that_is_too_wide_is_found() -> None:
    wide = MOVING["tray"].scale((1, 1.2, 1))
    found = checks.clashes(wide, FIXED, unit.axis(MM), [0])
    assert any("side-front-long" in line for line in found)


def test_a_slide_in_the_tray_s_way_is_found() -> None:
    low = MOVING["tray"].translate((0, 0, -20))
    assert checks.clashes(low, FIXED, unit.axis(MM), TILTS)
