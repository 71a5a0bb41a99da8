"""The board as KiCad sees it: rules, parity with the schematic, what a board house gets."""

from pathlib import Path

import pytest

from showdown_drawings import board_build, fab, kicad, kicad_versions, sexp
from showdown_drawings.circuit import ELECTRONICS
from showdown_drawings.kicad_versions import same_board

pytestmark = [pytest.mark.drawings, pytest.mark.timeout(120)]


def test_drc_and_parity_find_nothing_of_any_severity() -> None:
    assert [str(found) for found in kicad.drc(board_build.BOARD)] == []


def test_nothing_is_excluded_from_the_rules() -> None:
    project = board_build.BOARD.with_suffix(".kicad_pro").read_text(encoding="utf-8")
    assert '"drc_exclusions": [' not in project or '"drc_exclusions": []' in project


def test_a_cut_track_is_found(tmp_path: Path) -> None:
    board = sexp.loads(board_build.BOARD.read_text(encoding="utf-8"))
    board.remove(sexp.children(board, "segment")[0])
    for name in ("addon.kicad_pro", "addon.kicad_sch", "fp-lib-table"):
        (tmp_path / name).write_bytes((ELECTRONICS / name).read_bytes())
    copy = tmp_path / "addon.kicad_pcb"
    copy.write_text(sexp.dumps(board), encoding="utf-8")
    assert kicad.drc(copy, parity=False)


def test_the_script_makes_the_committed_board_again(tmp_path: Path) -> None:
    board_build.write(tmp_path / "again.kicad_pcb")
    again, committed = (tmp_path / "again.kicad_pcb").read_bytes(), board_build.BOARD.read_bytes()
    same = again == committed if kicad_versions.made_here() else same_board(again, committed)
    assert same, "the board is not up to date: make schematics"


def test_the_pictures_show_this_board() -> None:
    shown = board_build.SHOWN.read_text(encoding="utf-8").strip()
    assert shown == board_build.digest(board_build.BOARD), (
        "addon-top.png and addon-bottom.png show another board: "
        "python -c 'from showdown_drawings import board_build; board_build.pictures()'"
    )


def test_a_board_house_gets_every_layer_and_the_holes(tmp_path: Path) -> None:
    kicad.export_gerbers(board_build.BOARD, tmp_path, fab.LAYERS)
    kicad.export_drill(board_build.BOARD, tmp_path)
    kinds = {path.suffix for path in tmp_path.iterdir()}
    assert kinds >= {
        ".gtl",
        ".gbl",
        ".gts",
        ".gbs",
        ".gto",
        ".gbo",
        ".gtp",
        ".gm1",
        ".gbrjob",
        ".drl",
    }
    drill = (tmp_path / "addon.drl").read_text(encoding="utf-8")
    assert "C2.750" in drill


def test_an_assembler_gets_the_surface_mount_parts_alone(tmp_path: Path) -> None:
    kicad.export_positions(board_build.BOARD, tmp_path / "pos.csv")
    rows = (tmp_path / "pos.csv").read_text(encoding="utf-8").splitlines()[1:]
    assert [row.split(",")[0].strip('"') for row in rows] == ["Q1", "U2", "U3"]
    assert 'Q1","AO3401A","SOT-23",30.5' in rows[0]  # mm from the board's left edge
