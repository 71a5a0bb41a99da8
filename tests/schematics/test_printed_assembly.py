"""The unit can be put together: screws hold and are reached, parts go in and come out.

And assembly.scad has every part where the checks have it.
"""

import shutil
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from manifold3d import Manifold, OpType

from showdown_drawings import bom, openscad, printed_checks, scad, unit_screws, unit_ways
from showdown_drawings import unit_bodies as unit
from showdown_drawings.printed_parts import of_bom, triangles_of

pytestmark = pytest.mark.drawings

MM = scad.parameters()
PRINTED = {
    part.name: printed_checks.solid(triangles_of(part))
    for part in of_bom()
    if not part.name.startswith("paddle")
}
PLACED = unit.place(MM, PRINTED)
SCREWS = unit_screws.screws(MM)
ROWS = {row.id: row for row in bom.read()}
LID = ("console-panel", "timer-cap", "timer-holder", "arrow-box-right", "arrow-box-left")
STATED_MM = {"screw-m3x8": 8, "screw-m3x10": 10, "screw-m3x12-pan": 12, "screw-m3x16": 16,
             "screw-m3x20": 20, "screw-m3x8-csk": 8, "screw-m3x10-csk": 10}  # fmt: skip


def _screw_id(screw: unit_screws.Screw) -> str:
    return f"{screw.row} at {', '.join(f'{float(value):.0f}' for value in screw.at)}"


@pytest.mark.parametrize("screw", SCREWS, ids=_screw_id)
class TestScrew:
    def test_its_thread_has_4_mm_to_hold_in(self, screw: unit_screws.Screw) -> None:
        assert screw.thread_mm(PLACED) > 3.95

    def test_its_holes_lie_over_each_other_and_are_deep_enough(
        self, screw: unit_screws.Screw
    ) -> None:
        assert not screw.meets(PLACED)

    def test_a_screwdriver_reaches_it(self, screw: unit_screws.Screw) -> None:
        assert not screw.out_of_reach(PLACED)


def test_no_screw_meets_another_or_the_swinging_tray() -> None:
    bodies = [screw.head() + screw.rod(screw.thick_mm / 2 - 0.05) for screw in SCREWS]
    together = Manifold.batch_boolean(bodies, OpType.Add)
    assert together.volume() == pytest.approx(sum(body.volume() for body in bodies), rel=1e-3)
    still = [b for b, s in zip(bodies, SCREWS, strict=True) if s.into != "cradle"]
    for name, body in unit.moving(MM, PRINTED).items():
        fixed = {"a screw": Manifold.batch_boolean(still, OpType.Add)}
        assert not printed_checks.clashes(body, fixed, unit.axis(MM), range(-54, 55, 6)), name


def test_as_many_as_the_parts_list_has_and_as_long() -> None:
    used = Counter(screw.row for screw in SCREWS)
    # Of these the paddles take some: hinges, mounts, stops (tests of the paddles).
    paddles = {"screw-m3x12-pan": 4, "screw-m3x8": 4, "screw-m3x16": 2}
    for row, long in STATED_MM.items():
        assert ROWS[row].quantity["addon"] == used[row] + paddles.get(row, 0), row
        assert {screw.length_mm for screw in SCREWS if screw.row == row} == {long}
        assert ROWS[row].value.replace(" ", "").startswith(f"M3x{long}")


def test_sled_with_boards_goes_in_and_out_behind() -> None:
    rest = {name: body for name, body in PLACED.items() if name != "sled"}
    rest["servo"] = unit.servo(MM)
    low = PLACED["sled"].bounding_box()[2]
    moving = {**unit_ways.on_the_sled(MM), "sled": PLACED["sled"]}
    for name, body in moving.items():
        assert not unit_ways.in_the_way(body, rest, unit_ways.OUT, 110), name
    # Below the floor there is no room for a screw's head: they are countersunk, and deep enough.
    assert low - MM["window"][1] < 1
    assert MM["m25_head"][0] >= unit_screws.HEADS[2.5][0]
    assert MM["m25_head"][1] >= unit_screws.HEADS[2.5][1]
    assert MM["sled_floor"] - MM["m25_head"][1] > 0.6


def test_board_stands_at_the_height_of_its_socket() -> None:
    text = f"{ROWS['pi-socket'].part} {ROWS['pi-socket'].value}"
    assert f"{unit_ways.SOCKET_MM:g} mm tall" in text
    standoff = float(ROWS["standoff-m25x11"].value.removeprefix("M2.5x"))
    assert standoff == unit_ways.SOCKET_MM + unit_ways.HEADER_MM
    assert f"at most {unit_ways.TALLEST_MM:g} mm tall" in ROWS["c-1000u"].part


def test_servo_comes_off_while_the_tray_stays() -> None:
    rest = {name: body for name, body in PLACED.items() if name != "servo-cover"}
    assert not unit_ways.in_the_way(unit.servo(MM), rest, unit_ways.OUT, 40, 1)
    rest["servo"] = unit.servo(MM)
    assert not unit_ways.in_the_way(PLACED["servo-cover"], rest, unit_ways.OUT, 40)


def test_tray_comes_out_upwards_without_servo_and_bush() -> None:
    without = ("tray", "cradle", "pivot-bush")
    rest = {name: body for name, body in PLACED.items() if name not in without}
    for name in ("tray", "cradle"):
        assert not unit_ways.in_the_way(PLACED[name], rest, (0, 0, 1), 60)
    bushless = {name: body for name, body in PLACED.items() if name != "pivot-bush"}
    assert not unit_ways.in_the_way(PLACED["pivot-bush"], bushless, (0, -1, 0), 20)


def test_panel_and_console_come_off_past_the_plate_s_screws() -> None:
    heads = [s.head() for s in SCREWS if s.row in ("screw-m3x12-pan", "screw-m3x16")]
    rest = {name: body for name, body in PLACED.items() if name not in LID}
    rest["screws"] = Manifold.batch_boolean(heads, OpType.Add)
    out = unit.on_console(MM)[:, 2]
    for name in LID:
        assert not unit_ways.in_the_way(PLACED[name], rest, tuple(out), 40), name
    del rest["console-body"]
    heads = [s.head() for s in SCREWS if s.row == "screw-m3x12-pan"]
    rest["screws"] = Manifold.batch_boolean(heads, OpType.Add)
    assert not unit_ways.in_the_way(PLACED["console-body"], rest, (0, -1, 0), 40)


def test_magnets_and_horn_have_their_pockets() -> None:
    x, _, z = unit.axis(MM)
    wide, thick = MM["magnet"]
    reach, radius = MM["detent_radius"], wide / 2
    up = Manifold.cylinder(thick, radius, radius, 48).translate((x, 0, z - reach))
    low = up.translate((0, 0, -MM["detent_gap"] - thick))
    assert printed_checks.shared_mm3(up, PLACED["cradle"]) < 0.1
    assert printed_checks.shared_mm3(low, PLACED["ridge-cap"]) < 0.1
    # No deeper either: a magnet that sinks in widens the gap, from which the detent is computed.
    assert up.translate((0, 0, 0.3)) ^ PLACED["cradle"]
    assert printed_checks.shared_mm3(up.translate((0, 0, 0.3)), PLACED["cradle"]) > 3
    assert printed_checks.shared_mm3(low.translate((0, 0, -0.3)), PLACED["ridge-cap"]) > 3
    horn = unit.horn(MM)
    assert printed_checks.shared_mm3(horn, PLACED["cradle"]) < 0.1
    turned = printed_checks.turned(horn, unit.axis(MM), 6)
    assert printed_checks.shared_mm3(turned, PLACED["cradle"]) > 3, "the horn has play"
    assert printed_checks.shared_mm3(horn, unit.servo(MM)) > 20, "the shaft does not reach it"


def test_wires_have_their_ways() -> None:
    for side in (-1, 1):
        for y in (-MM["outer_y"] / 2 - 1, -MM["inner_y"] / 2 - 3):
            cable = printed_checks.box((5, 6, 5), (side * 74 - 2.5, y - 2, 0.2))
            for name, body in PLACED.items():
                assert printed_checks.shared_mm3(cable, body) < 0.1, f"paddle's cable, {name}"
    wires = printed_checks.box((20, 14, 8), (-10, -MM["outer_y"] / 2 - 5, 48))
    plug = printed_checks.box((8, 14, 3), (-4, MM["inner_y"] / 2 - 4, 52.5))
    for name, body in PLACED.items():
        assert printed_checks.shared_mm3(wires, body) < 0.1, f"console's wires, {name}"
        assert printed_checks.shared_mm3(plug, body) < 0.1, f"servo's plug, {name}"


def test_the_drawn_assembly_has_every_part_where_the_checks_have_it(tmp_path: Path) -> None:
    # Each part is replaced by a small lopsided body of its own size, on both sides.
    folder = tmp_path / "mechanics"
    shutil.copytree(scad.MECHANICS, folder, ignore=shutil.ignore_patterns("stl"))
    marks: dict[str, Manifold] = {}
    tall = scad.numbers(
        scad.PARAMETERS.read_text(encoding="utf-8")
        + (folder / "timer_holder.scad").read_text(encoding="utf-8")
    )["height"]
    for index, name in enumerate(PRINTED):
        high = tall if name == "timer-holder" else 1.0 + index / 10
        points = [[0, 0, 0], [4, 0, 0], [0, 2, 0], [0, 0, high]]
        marks[name] = Manifold.hull_points(np.array(points, dtype="f8"))
        module = name.replace("-", "_")
        more = f"function timer_holder_height() = {tall!r};\n" if name == "timer-holder" else ""
        (folder / f"{module}.scad").write_text(
            f"{more}module {module}() polyhedron({points}, [[0,1,2],[0,3,1],[0,2,3],[1,3,2]]);\n"
        )
    model = folder / "assembly.scad"
    for tilt in (0, 30):
        drawn = openscad.body(model, {"bought": False, "cards": False, "tilt": tilt})
        placed = unit.place(MM, marks)
        for name in ("tray", "cradle"):
            placed[name] = printed_checks.turned(placed[name], unit.axis(MM), tilt)
        checked = Manifold.batch_boolean(list(placed.values()), OpType.Add)
        seen = printed_checks.solid(drawn)
        for name, body in placed.items():
            assert (body - seen).volume() < 0.02 * body.volume(), f"{name}, tilt {tilt}"
        assert (seen - checked).volume() < 0.02 * checked.volume(), f"tilt {tilt}"
