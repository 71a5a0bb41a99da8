"""Faults of the printed parts, planted into copies of their STL files."""

from collections.abc import Callable
from dataclasses import dataclass

from planted.place import Fault, Place

CLOSED = "STL is closed"
ONE = "STL is one piece"
BED = "STL fits the bed"
SWEEP = "nothing meets the tray"

STL = "schematics/mechanics/stl"
NEEDS = (STL, "schematics/mechanics/parameters.scad")
TRAY = "tray_x*.stl"
TILTS = (-50, 0, 50)


@dataclass(frozen=True)
class Printed:
    """The STL files of a place as the checks see them."""

    place: Place
    files: str = "*.stl"

    def found(self) -> dict[str, list[str]]:
        """Each check that says something, and what."""
        # They read meshes, which the extra "drawings" brings; the table of faults is made without.
        from showdown_drawings import printed_checks, scad, stl

        bed_mm = scad.parameters(self.place.root / NEEDS[1])["bed"]
        found: dict[str, list[str]] = {}
        for path in sorted((self.place.root / STL).glob(self.files)):
            triangles = stl.read(path.read_bytes())
            if max(printed_checks.size_mm(triangles)[:2]) > bed_mm:
                found.setdefault(BED, []).append(path.name)
            try:
                count = printed_checks.pieces(triangles)
            except printed_checks.NotClosedError as error:
                found.setdefault(CLOSED, []).append(f"{path.name}: {error}")
                continue
            if count != 1:
                found.setdefault(ONE, []).append(f"{path.name}: {count} pieces")
        if not found and (met := self._met()):
            found[SWEEP] = met
        return found

    def _met(self) -> list[str]:
        from showdown_drawings import printed_checks, printed_parts, scad, unit_bodies

        measures = scad.parameters(self.place.root / NEEDS[1])
        bodies = {
            part.name: printed_checks.solid(printed_parts.triangles_of(part, self.place.root / STL))
            for part in printed_parts.of_bom()
            if not part.name.startswith("paddle")
        }
        placed = unit_bodies.place(measures, bodies)
        tray = placed.pop("tray")
        del placed["cradle"]
        return printed_checks.clashes(tray, placed, unit_bodies.axis(measures), TILTS)


def _mesh(edit: Callable[[object], object]) -> Callable[[Place], None]:
    def plant(place: Place) -> None:
        from showdown_drawings import stl

        (path,) = (place.root / STL).glob(TRAY)
        path.write_bytes(stl.write(edit(stl.read(path.read_bytes()))))

    return plant


def _hole(triangles):
    return triangles[1:]


def _large(triangles):
    return triangles * 3


def _wide(triangles):
    import numpy as np

    return triangles * np.array([1, 1.2, 1], dtype="f4")


def _two(triangles):
    import numpy as np

    return np.concatenate([triangles, triangles + np.float32(500)])


FAULTS = [
    Fault("a triangle of the tray is missing", _mesh(_hole), CLOSED),
    Fault("the tray is three times as large", _mesh(_large), BED),
    Fault("the tray is too wide for its place", _mesh(_wide), SWEEP),
    Fault("the tray's file holds a second body beside it", _mesh(_two), ONE),
]
