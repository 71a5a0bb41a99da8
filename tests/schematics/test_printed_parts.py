"""Every printed part: closed, one piece, on the bed, thick enough, as many as the list says."""

import numpy as np
import pytest

from showdown_drawings import printed_checks as checks
from showdown_drawings import printed_parts, stl
from showdown_drawings.printed_parts import STL_FOLDER, PrintedPart, triangles_of
from showdown_drawings.scad import parameters

pytestmark = pytest.mark.drawings

MM = parameters()
PARTS = printed_parts.of_bom()
BOX = np.array(checks.box((20, 30, 40), (0, 0, 0)).to_mesh().vert_properties)[
    np.array(checks.box((20, 30, 40), (0, 0, 0)).to_mesh().tri_verts)
]


@pytest.fixture(params=PARTS, ids=lambda part: part.name)
def part(request: pytest.FixtureRequest) -> PrintedPart:
    return request.param


def test_the_folder_holds_the_parts_of_the_list_and_no_others() -> None:
    assert {path.name for path in STL_FOLDER.glob("*")} == {part.file for part in PARTS}


def test_closed_and_in_one_piece(part: PrintedPart) -> None:
    assert checks.pieces(triangles_of(part)) == 1


def test_fits_the_bed(part: PrintedPart) -> None:
    x, y, z = checks.size_mm(triangles_of(part))
    assert max(x, y) <= MM["bed"] - 2, f"{part.name} is {x:.0f} x {y:.0f} mm"
    assert z <= MM["bed"]


def test_no_wall_is_thinner_than_a_printer_makes_it(part: PrintedPart) -> None:
    thin = checks.thin_walls(triangles_of(part), MM["wall_min"])
    assert not thin[:3], f"{part.name}: {len(thin)} of 1500 sampled walls are too thin"


def test_the_file_is_in_canonical_order(part: PrintedPart) -> None:
    assert stl.write(triangles_of(part)) == (STL_FOLDER / part.file).read_bytes()


def test_the_volume_prints_in_a_sane_weight(part: PrintedPart) -> None:
    grams = checks.solid(triangles_of(part)).volume() * printed_parts.PLA_G_PER_MM3
    assert 0.3 < grams < 200


def test_a_hole_in_the_surface_is_found() -> None:
    with pytest.raises(checks.NotClosedError):
        checks.solid(BOX[1:])


def test_a_second_piece_is_found() -> None:
    assert checks.pieces(np.concatenate([BOX, BOX + np.float32(100)])) == 2


def test_a_thin_wall_is_found() -> None:
    plate = BOX * np.array([1, 1, 0.02], dtype="f4")
    assert checks.thin_walls(plate, 1.2)[0].thick_mm == pytest.approx(0.8, abs=0.01)
    assert not checks.thin_walls(BOX, 1.2)


def test_a_clash_is_found_at_its_angle() -> None:
    arm, post = checks.box((50, 4, 4), (0, 0, 0)), checks.box((4, 4, 4), (40, 0, -30))
    found = checks.clashes(arm, {"post": post}, (0, 0, 0), range(-50, 51, 5))
    assert found
    assert all(not line.startswith("at -") for line in found)


def test_a_quantity_that_the_name_contradicts_is_named() -> None:
    rows = [row for row in printed_parts.bom.read() if row.id == "paddle-base"]
    wrong = [type(rows[0])(**{**_fields(rows[0]), "quantity": {"breadboard": 2, "addon": 1}})]
    with pytest.raises(printed_parts.PrintedPartError, match=r"needs 1, its file's name says 2"):
        printed_parts.of_bom(wrong)


def _fields(row: printed_parts.bom.Row) -> dict[str, object]:
    return {name: getattr(row, name) for name in row.__dataclass_fields__}
