"""What KiCad draws and fills, where another KiCad is installed than the one that made it.

Two releases of KiCad draw the same sheet and board with other bytes: drill marks, fills, order. So
`kicad-version` names the release that made the committed files, and elsewhere they are kept as long
as what they are drawn from is unchanged. Nothing else depends on it: sheets, netlists, ERC, DRC and
parity are checked with whatever release is there.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from showdown_drawings import kicad, sexp
from showdown_drawings.snapshot import ROOT

FOLDER = "schematics/electronics"
MADE_BY = f"{FOLDER}/kicad-version"
SHEETS = (f"{FOLDER}/addon.kicad_sch", f"{FOLDER}/breadboard.kicad_sch")
BOARD = f"{FOLDER}/addon.kicad_pcb"
MADE = (
    BOARD,
    f"{FOLDER}/addon-schematic.svg",
    f"{FOLDER}/addon-schematic.pdf",
    f"{FOLDER}/addon-assembly-top.svg",
    f"{FOLDER}/addon-assembly-bottom.svg",
    f"{FOLDER}/breadboard-schematic.svg",
    f"{FOLDER}/breadboard-schematic.pdf",
)
_OF_THE_RELEASE = {"uuid", "filled_polygon"}


def settle(before: Mapping[str, bytes], here: str, root: Path) -> list[str]:
    """Put back what release `here` drew otherwise from the same sources; the paths put back.

    `before` is each file's content before the rebuild. Where a source changed, all that KiCad
    makes stays as `here` made it, and `kicad-version` says so.
    """
    if here == before.get(MADE_BY, b"").decode().strip():
        return []
    if _same_sources(before, root):
        kept = [path for path in MADE if path in before]
        kept = [path for path in kept if (root / path).read_bytes() != before[path]]
        for path in kept:
            (root / path).write_bytes(before[path])
        return kept
    (root / MADE_BY).write_text(f"{here}\n", encoding="utf-8")
    return []


def made_here() -> bool:
    """Whether the installed KiCad is the release that made the committed files."""
    return kicad.version() == (ROOT / MADE_BY).read_text(encoding="utf-8").strip()


def same_board(one: bytes, other: bytes) -> bool:
    """Whether two board files hold the same items, however ordered, numbered and filled."""
    return _items(one) == _items(other)


def _items(board: bytes) -> list[str]:
    return sorted(sexp.dumps(_bare(item)) for item in sexp.loads(board.decode())[1:])


def _bare(node: Any) -> Any:
    if not isinstance(node, list):
        return node
    return [
        _bare(item)
        for item in node
        if not (isinstance(item, list) and item and item[0] in _OF_THE_RELEASE)
    ]


def _same_sources(before: Mapping[str, bytes], root: Path) -> bool:
    if any((root / path).read_bytes() != before.get(path) for path in SHEETS):
        return False
    return BOARD in before and same_board(before[BOARD], (root / BOARD).read_bytes())
