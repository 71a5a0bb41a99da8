"""Builds the schematics: library, sheets, project files, and what is exported from them."""

import json
from collections.abc import Callable
from pathlib import Path

from showdown_drawings import addon_sheet, bom, breadboard_sheet, kicad, netlist, worksheet
from showdown_drawings.circuit import ELECTRONICS, Circuit, load
from showdown_drawings.sheet import Sheet
from showdown_drawings.sheet_parts import Parts
from showdown_drawings.symbols import FILE, NAME, Library

FOOTPRINTS = "showdown.pretty"
REVISION = "A"
COMMENTS = {
    "1": "Not built yet: values are computed or from data sheets.",
    "2": "Licence: CERN-OHL-P-2.0. Symbols: KiCad's libraries (CC-BY-SA 4.0 with exception).",
    "3": "Signals' pins from the firmware's board file, values from the parts list bom.csv.",
}
DRAWINGS: dict[str, tuple[str, Callable[[Parts], None]]] = {
    "addon": (addon_sheet.PAPER, addon_sheet.draw),
    "breadboard": (breadboard_sheet.PAPER, breadboard_sheet.draw),
}


def draw(tier: str, library: Library, source: Path = ELECTRONICS) -> Sheet:
    """The sheet of `tier`, its symbols out of `library`; circuit and footprints lie in `source`."""
    circuit = load(tier, source)
    paper, drawing = DRAWINGS[tier]
    titles = {"title": circuit.title, "rev": REVISION, **COMMENTS}
    if any(part.place == "off" for part in circuit.parts.values()):
        titles["4"] = "Orange frames: parts that hang on cables, not on the board."
    sheet = Sheet(tier, library, paper=paper, titles=titles)
    rows = bom.by_ref(bom.read(), tier)
    drawing(Parts(sheet, circuit, rows, source / FOOTPRINTS))
    return sheet


def write_sources(out_dir: Path, source: Path = ELECTRONICS) -> list[Path]:
    """Writes library, library table, sheets and project files; needs no KiCad program."""
    library = Library(source / FILE)
    texts = {f"{tier}.kicad_sch": draw(tier, library, source).dumps() for tier in DRAWINGS}
    texts[FILE] = library.dumps()
    texts["sym-lib-table"] = _table()
    texts[worksheet.FILE] = worksheet.dumps()
    for tier in DRAWINGS:
        texts[f"{tier}.kicad_pro"] = _project(tier, source / f"{tier}.kicad_pro")
    written = []
    out_dir.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        path = out_dir / name
        path.write_text(text, encoding="utf-8", newline="\n")
        written.append(path)
    return written


def export(out_dir: Path) -> list[Path]:
    """Writes SVG and PDF of the sheets that lie in `out_dir`."""
    written = []
    for tier in DRAWINGS:
        schematic = out_dir / f"{tier}.kicad_sch"
        svg, pdf = (out_dir / f"{tier}-schematic.{kind}" for kind in ("svg", "pdf"))
        kicad.export_svg(schematic, svg)
        kicad.export_pdf(schematic, pdf)
        written += [svg, pdf]
    return written


def build(out_dir: Path = ELECTRONICS, source: Path = ELECTRONICS) -> list[Path]:
    """Writes every file of the schematics into `out_dir`; the same bytes each time."""
    return [*write_sources(out_dir, source), *export(out_dir)]


def differences(tier: str, schematic: Path, source: Path = ELECTRONICS) -> list[str]:
    """How the netlist that KiCad reads from `schematic` differs from the circuit file of `tier`."""
    circuit: Circuit = load(tier, source)
    return netlist.differences(circuit, kicad.read_netlist(schematic))


def _table() -> str:
    entry = f'(name "{NAME}")(type "KiCad")(uri "${{KIPRJMOD}}/{FILE}")(options "")(descr "")'
    return f"(sym_lib_table\n  (version 7)\n  (lib {entry})\n)\n"


def _project(name: str, present: Path) -> str:
    """The project file: names the worksheet, leaves all else as it is in the one that is there."""
    table = json.loads(present.read_text(encoding="utf-8")) if present.is_file() else {}
    table["meta"] = {"filename": f"{name}.kicad_pro", "version": 3}
    table.setdefault("board", {})
    table.setdefault("schematic", {})["page_layout_descr_file"] = worksheet.FILE
    return json.dumps(table, indent=2, sort_keys=True) + "\n"
