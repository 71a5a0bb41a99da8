"""The printed parts: which there are, by the parts list, and their STL files.

A row of kind `printed` in bom.csv names its file in `value`, such as `tray_x1`: the part, and how
many of it one unit needs. The model is `tray.scad`; a part that exists in two forms has its model
and its setting in FORMS.
"""

import re
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from showdown_drawings import bom, openscad, stl
from showdown_drawings.scad import MECHANICS

STL_FOLDER = MECHANICS / "stl"
PLA_G_PER_MM3 = 1.24e-3  # makers of PLA state 1.24 g/cm³; a part with infill weighs less
FORMS = {
    "paddle-cap-left": ("paddle_cap.scad", {"part": "left"}),
    "paddle-cap-right": ("paddle_cap.scad", {"part": "right"}),
}
_NAME = re.compile(r"^([a-z0-9-]+)_x(\d+)$")


class PrintedPartError(ValueError):
    """A printed part's row and its file do not fit; the text names both."""


@dataclass(frozen=True, slots=True)
class PrintedPart:
    """A part and how often a unit needs it."""

    name: str
    count: int

    @property
    def file(self) -> str:
        """Name of its STL file."""
        return f"{self.name}_x{self.count}.stl"

    @property
    def model(self) -> tuple[Path, dict[str, str]]:
        """Its OpenSCAD file, and the settings to render it with."""
        name, settings = FORMS.get(self.name, (f"{self.name.replace('-', '_')}.scad", {}))
        return MECHANICS / name, dict(settings)


def of_bom(rows: Iterable[bom.Row] | None = None) -> list[PrintedPart]:
    """The printed parts of the parts list, in its order.

    Raises PrintedPartError for a name that does not say a quantity, or another one than its row.
    """
    parts = []
    for row in bom.read() if rows is None else rows:
        if row.kind != "printed":
            continue
        match = _NAME.match(row.value)
        if match is None:
            raise PrintedPartError(f"bom.csv: {row.id}: {row.value!r} is not a name like tray_x1")
        part = PrintedPart(match[1], int(match[2]))
        for count in row.quantity.values():
            if count != part.count:
                raise PrintedPartError(
                    f"bom.csv: {row.id} needs {count}, its file's name says {part.count}; "
                    "make them equal"
                )
        parts.append(part)
    return parts


def build(folder: Path = STL_FOLDER) -> list[PrintedPart]:
    """Render every part and write its STL; files of parts that are no more are removed."""
    parts = of_bom()
    folder.mkdir(exist_ok=True)
    with ThreadPoolExecutor(2) as pool:
        bodies = list(pool.map(lambda part: openscad.body(*part.model), parts))
    for part, triangles in zip(parts, bodies, strict=True):
        (folder / part.file).write_bytes(stl.write(triangles))
    for stray in {path.name for path in folder.glob("*.stl")} - {part.file for part in parts}:
        (folder / stray).unlink()
    return parts


def triangles_of(part: PrintedPart, folder: Path = STL_FOLDER) -> stl.Triangles:
    """A part's committed body, as it is printed."""
    return stl.read((folder / part.file).read_bytes())
