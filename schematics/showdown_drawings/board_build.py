"""Makes the board from schematic, plan and tracks, with what is drawn from it; routes it anew."""

import hashlib
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

from showdown_drawings import board_tracks, board_write, kicad, sexp
from showdown_drawings.board_footprint import Point
from showdown_drawings.board_plan import (
    FIXED,
    GROUND_VIAS,
    HEIGHT,
    HOLE_FREE,
    HOLES,
    KEEP_FREE,
    SIGNAL_MM,
    WIDTH,
    WIDTH_MM,
)
from showdown_drawings.board_router import Routed, Router
from showdown_drawings.board_write import BoardPart
from showdown_drawings.circuit import ELECTRONICS

BOARD = ELECTRONICS / "addon.kicad_pcb"
SCHEMATIC = ELECTRONICS / "addon.kicad_sch"
_UNSEEN = frozenset(
    {"uuid", "path", "property", "net", "net_name", "pinfunction", "pintype", "title_block"}
    | {"descr", "tags", "attr"}
)
SHOWN = ELECTRONICS / "addon-pictures.sha256"  # of the board file that the PNG pictures show
SYSTEM_PYTHON = "/usr/bin/python3"  # the one that KiCad's package gives its module to
ASSEMBLY = {
    "top": ("F.Fab", "F.Mask", "Edge.Cuts"),
    "bottom": ("B.Fab", "B.Mask", "B.SilkS", "Edge.Cuts"),
}
FILL = Path(__file__).with_name("board_fill.py")


def build() -> None:
    """Writes the board file and what is drawn from it; the 3D pictures are `pictures`' work."""
    write(BOARD)
    for side in ASSEMBLY:
        assembly(BOARD, ELECTRONICS / f"addon-assembly-{side}.svg", side)


def write(target: Path) -> None:
    """The board from the schematic as it stands, with the tracks of addon.tracks.json."""
    routed = board_tracks.load()
    parts = board_write.parts_of(netlist())
    node = board_write.board(parts, [*FIXED, *routed.tracks], [*GROUND_VIAS, *routed.vias])
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder, BOARD.name)
        made.write_text(sexp.dumps(node), encoding="utf-8")
        shutil.copy(BOARD.with_suffix(".kicad_pro"), folder)
        fill(made)
        target.write_bytes(made.read_bytes())


def assembly(board: Path, target: Path, side: str) -> None:
    """The drawing to solder by, seen from `side`: bodies with names, pads, outline."""
    mirror = ["--mirror"] if side == "bottom" else []
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder, "out.svg")
        kicad.run(
            "pcb", "export", "svg", "--mode-single", "--page-size-mode", "2", *mirror,
            "--exclude-drawing-sheet", "--black-and-white", "--layers", ",".join(ASSEMBLY[side]),
            "-o", str(made), str(board),
        )  # fmt: skip
        target.write_text(kicad.clean_svg(made.read_text(encoding="utf-8")), encoding="utf-8")


def pictures() -> None:
    """Renders addon-top.png and addon-bottom.png and notes which board file they show.

    The parts' bodies come from kicad-packages3d, where KICAD9_3DMODEL_DIR points to; without it the
    board is bare. A rebuild does not need that package, so it leaves these pictures alone.
    """
    for side in ("top", "bottom"):
        kicad.render(BOARD, ELECTRONICS / f"addon-{side}.png", side=side, width=1500, height=1300)
    SHOWN.write_text(f"{digest(BOARD)}\n", encoding="utf-8")


def digest(board: Path) -> str:
    """SHA-256 of what can be seen of a board file, as addon-pictures.sha256 holds it.

    Ids, nets and fields are left out: they change with the schematic, the picture does not.
    """
    node = sexp.loads(board.read_text(encoding="utf-8"))
    return hashlib.sha256(sexp.dumps(_seen(node)).encode()).hexdigest()


def _seen(node: sexp.Node) -> sexp.Node:
    return [
        _seen(item) if isinstance(item, list) else item
        for item in node
        if not (isinstance(item, list) and item and item[0] in _UNSEEN)
    ]


def netlist() -> str:
    """The schematic's netlist in KiCad's own form."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder, "addon.net")
        kicad.run("sch", "export", "netlist", "-o", str(target), str(SCHEMATIC))
        return target.read_text(encoding="utf-8")


def fill(board: Path) -> None:
    """Fills the pours of a board file; KicadError where KiCad's Python module is missing."""
    with tempfile.TemporaryDirectory() as home:
        done = subprocess.run(  # noqa: S603  our own arguments
            [SYSTEM_PYTHON, str(FILL), str(board)],
            env={"HOME": home, "KICAD_CONFIG_HOME": home, "LC_ALL": "C.UTF-8", "PATH": "/usr/bin"},
            capture_output=True,
            text=True,
            timeout=kicad.TIMEOUT_S,
            check=False,
        )
    if done.returncode != 0:
        raise kicad.KicadError(
            f"{SYSTEM_PYTHON} {FILL.name} gave {done.returncode}: {done.stderr.strip()}\n"
            f"KiCad's Python module comes with: {kicad.INSTALL}"
        )


def route(say: Callable[[str], None], rounds: int = 40) -> Routed:
    """Routes the board anew and keeps the result, if it is whole, in addon.tracks.json."""
    routed = router(board_write.parts_of(netlist()), say, rounds)
    if not routed.failed:
        board_tracks.FILE.write_text(board_tracks.dumps(routed), encoding="utf-8")
    return routed


def router(parts: list[BoardPart], say: Callable[[str], None], rounds: int) -> Routed:
    """The tracks of every net but ground, which the pour carries; short nets first."""
    pads = board_write.pads_of(parts)
    ends: dict[str, list[Point]] = {}
    for pad, net in pads:
        ends.setdefault(net, []).append(pad.at)
    nets = [net for net, at in ends.items() if net not in ("", "GND") and len(at) > 1]
    nets.sort(key=lambda net: (_span(ends[net]), net))
    work = Router(
        (WIDTH, HEIGHT),
        pads,
        fixed=FIXED,
        fixed_vias=GROUND_VIAS,
        widths={net: WIDTH_MM.get(net, SIGNAL_MM) for net in nets},
        blocked=[*[(at, HOLE_FREE) for at in HOLES], *KEEP_FREE],
        say=say,
    )
    return work.run(nets, rounds)


def _span(points: list[Point]) -> float:
    return sum(abs(a[0] - b[0]) + abs(a[1] - b[1]) for a in points for b in points)
