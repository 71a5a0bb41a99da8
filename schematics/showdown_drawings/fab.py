"""What a board house and a printer want, from the committed board, STL files and parts list.

The same sources give the same bytes: no dates, and zips with one fixed time.
"""

import shutil
import zipfile
from pathlib import Path

from showdown_drawings import kicad

SCHEMATICS = Path(__file__).resolve().parents[1]
BOARD = SCHEMATICS / "electronics" / "addon.kicad_pcb"
STL = SCHEMATICS / "mechanics" / "stl"
LAYERS = (
    "F.Cu", "B.Cu", "F.Mask", "B.Mask", "F.Silkscreen", "B.Silkscreen", "F.Paste", "B.Paste",
    "Edge.Cuts",
)  # fmt: skip
ZIP_TIME = (1980, 1, 1, 0, 0, 0)
"""The earliest that a zip can hold."""


class FabError(RuntimeError):
    """Something that is to be packed is not there; the text says what, and what makes it."""


def build(folder: Path) -> list[Path]:
    """Fill `folder` anew: gerbers and drill file, zips of them and of the STLs, the parts list.

    For assembly: the places of the surface-mount parts, and the drawings to solder by.
    """
    if not BOARD.is_file():
        raise FabError(f"{BOARD} is missing: make schematics")
    models = sorted(STL.glob("*.stl"))
    if not models:
        raise FabError(f"{STL} has no STL file: make schematics")
    shutil.rmtree(folder, ignore_errors=True)
    gerbers = folder / "gerbers"
    kicad.export_gerbers(BOARD, gerbers, LAYERS)
    kicad.export_drill(BOARD, gerbers)
    licence = SCHEMATICS / "LICENSE"
    made = [folder / "addon-gerbers.zip", folder / "printed-parts.zip", folder / "bom.csv"]
    pack(made[0], [*sorted(gerbers.iterdir()), licence])
    pack(made[1], [*models, licence])
    shutil.copyfile(SCHEMATICS / "bom.csv", made[2])
    made.append(folder / "addon-smd-positions.csv")
    kicad.export_positions(BOARD, made[-1])
    for drawing in sorted(BOARD.parent.glob("addon-assembly-*.svg")):
        made.append(folder / drawing.name)
        shutil.copyfile(drawing, made[-1])
    return [*sorted(gerbers.iterdir()), *made]


def pack(target: Path, files: list[Path]) -> None:
    """A zip of `files` by their names, in this order, the same bytes for the same contents."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for file in files:
            entry = zipfile.ZipInfo(file.name, ZIP_TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, file.read_bytes())
