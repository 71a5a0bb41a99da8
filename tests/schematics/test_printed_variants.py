"""Larger cards and heat-set inserts: parts that follow them are rendered anew and checked.

Rendered with coarse circles, which is what makes it cheap; the rest comes from the STL files.
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from shutil import copytree, ignore_patterns

import pytest
from manifold3d import Manifold

from showdown_drawings import openscad, printed_checks, scad, unit_screws, unit_ways
from showdown_drawings import unit_bodies as unit
from showdown_drawings.printed_parts import of_bom, triangles_of

pytestmark = [pytest.mark.drawings, pytest.mark.timeout(240)]

FOLLOW = ("tray", "cradle", "roof-half", "ridge-cap", "pivot-bush", "servo-cover", "sled",
          "side-front-long", "side-front-short", "side-back-long", "side-back-short")  # fmt: skip
CHANGES = {
    "parameters.scad": {
        "card = [56, 87, 0.3];": "card = [63, 88, 0.3];",
        "use_inserts = false;": "use_inserts = true;",
        "$fn = 48;": "$fn = 16;",
    },
    "side.scad": {"n = 3, $fn = 24": "n = 1, $fn = 16"},
}


@dataclass(frozen=True, slots=True)
class Variant:
    mm: scad.Numbers
    printed: dict[str, Manifold]
    placed: dict[str, Manifold]


@pytest.fixture(scope="module")
def larger(tmp_path_factory: pytest.TempPathFactory) -> Variant:
    folder = tmp_path_factory.mktemp("variant") / "mechanics"
    copytree(scad.MECHANICS, folder, ignore=ignore_patterns("stl"))
    for file, changes in CHANGES.items():
        text = (folder / file).read_text(encoding="utf-8")
        for old, new in changes.items():
            assert text.count(old) == 1
            text = text.replace(old, new)
        (folder / file).write_text(text, encoding="utf-8")
    mm = scad.parameters(folder / "parameters.scad")

    def render(name: str) -> Manifold:
        return printed_checks.solid(openscad.body(folder / f"{name.replace('-', '_')}.scad"))

    # Bodies that do not follow the card are the committed ones.
    same = [p for p in of_bom() if p.name not in FOLLOW and not p.name.startswith("paddle")]
    printed = {part.name: printed_checks.solid(triangles_of(part)) for part in same}
    with ThreadPoolExecutor(2) as pool:
        printed |= dict(zip(FOLLOW, pool.map(render, FOLLOW), strict=True))
    return Variant(mm, printed, unit.place(mm, printed))


def test_larger_cards_still_fit_bed_and_unit(larger: Variant) -> None:
    mm, placed = larger.mm, larger.placed
    for name in FOLLOW:
        body = larger.printed[name]
        x0, y0, _, x1, y1, _ = body.bounding_box()
        assert max(x1 - x0, y1 - y0) <= mm["bed"] - 2, name
        assert len(body.decompose()) == 1, name
    moving = {name: placed[name] for name in ("tray", "cradle")}
    fixed = {name: body for name, body in placed.items() if name not in moving}
    for a in fixed:
        for b in fixed:
            if a < b:
                assert printed_checks.shared_mm3(fixed[a], fixed[b]) < 1, f"{a} in {b}"
    plates = ("side-front-long", "side-back-long")
    for name, body in moving.items():
        others = {n: b for n, b in fixed.items() if n != "pivot-bush" or name == "tray"}
        tilts = range(-int(mm["tilt_check"]), int(mm["tilt_check"]) + 1, 5)
        assert not printed_checks.clashes(body, others, unit.axis(mm), tilts)
    assert all(1 < moving["tray"].min_gap(fixed[plate], 20) < 5 for plate in plates)
    end = printed_checks.turned(moving["tray"], unit.axis(mm), mm["tilt_max"])
    assert end.min_gap(fixed["roof-right"], 30) > 12


def test_larger_cards_lie_in_the_tray_and_go_down(larger: Variant) -> None:
    mm, placed = larger.mm, larger.placed
    across, along, thick = mm["card"]
    low = mm["tray_floor_z"] + mm["wall"] + mm["bead"]
    stack = printed_checks.box((along, across, thick * 10), (-along / 2, -across / 2, low))
    assert printed_checks.shared_mm3(stack, placed["tray"]) < 1
    for right in (True, False):
        path = unit.card_path(mm, right)
        for name, body in placed.items():
            assert printed_checks.shared_mm3(path, body) < 1, name


def test_the_sled_still_goes_in(larger: Variant) -> None:
    rest = {name: body for name, body in larger.placed.items() if name != "sled"}
    bodies = {**unit_ways.on_the_sled(larger.mm), "sled": larger.placed["sled"]}
    for name, body in bodies.items():
        assert not unit_ways.in_the_way(body, rest, unit_ways.OUT, 110, 5), name


def test_inserts_have_a_wall_round_them(larger: Variant) -> None:
    # An insert of 5 mm is 4.6 mm across; in the roof, the part that the plates hang on.
    found = [s for s in unit_screws.screws(larger.mm) if s.into.startswith("roof")]
    assert len(found) == 20
    for screw in found:
        assert screw.hole_mm == larger.mm["m3_insert"]
        round_insert = replace(screw, thick_mm=6.4)
        assert round_insert.thread_mm(larger.placed) > 5, screw.at
    roof = larger.printed["roof-half"].to_mesh()
    triangles = roof.vert_properties[:, :3][roof.tri_verts]
    assert not printed_checks.thin_walls(triangles, larger.mm["wall_min"])[:1]
