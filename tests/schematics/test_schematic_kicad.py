import shutil

import pytest

from showdown_drawings import kicad, kicad_versions, schematics
from showdown_drawings.circuit import ELECTRONICS
from showdown_drawings.kicad_versions import MADE as DRAWN

pytestmark = [pytest.mark.drawings, pytest.mark.timeout(120)]


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("made")
    shutil.copytree(ELECTRONICS / schematics.FOOTPRINTS, folder / schematics.FOOTPRINTS)
    shutil.copy(ELECTRONICS / "fp-lib-table", folder)
    return folder, schematics.build(folder)


def test_a_rebuild_has_the_committed_bytes(made):
    _, written = made
    assert len(written) == 11
    other = [
        path.name
        for path in written
        if path.read_bytes() != (ELECTRONICS / path.name).read_bytes()
        and (kicad_versions.made_here() or f"{kicad_versions.FOLDER}/{path.name}" not in DRAWN)
    ]
    assert not other, f"{other} are not up to date: make schematics"


@pytest.mark.parametrize("tier", schematics.DRAWINGS)
def test_the_rules_check_finds_nothing_of_any_severity(made, tier):
    folder, _ = made
    assert [str(found) for found in kicad.erc(folder / f"{tier}.kicad_sch")] == []


@pytest.mark.parametrize("tier", schematics.DRAWINGS)
def test_kicad_reads_the_circuit_file_from_the_drawing(made, tier):
    folder, _ = made
    assert schematics.differences(tier, folder / f"{tier}.kicad_sch") == []


def test_the_rules_check_is_not_blind(made, tmp_path):
    """A sheet whose symbols are in no library has to be told."""
    folder, _ = made
    alone = tmp_path / "addon.kicad_sch"
    shutil.copy(folder / "addon.kicad_sch", alone)
    assert {found.rule for found in kicad.erc(alone)} >= {"lib_symbol_issues"}
