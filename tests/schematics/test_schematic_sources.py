import pytest

from showdown_drawings import schematics
from showdown_drawings.bom import by_ref, read
from showdown_drawings.circuit import ELECTRONICS, load
from showdown_drawings.sheet import DrawingError, Sheet
from showdown_drawings.sheet_parts import Parts
from showdown_drawings.sheet_texts import clashes
from showdown_drawings.symbols import FILE, Library, SymbolError


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    return schematics.write_sources(tmp_path_factory.mktemp("schematics"))


def test_the_committed_files_are_what_is_written_now(written):
    other = [
        path.name for path in written if path.read_bytes() != (ELECTRONICS / path.name).read_bytes()
    ]
    assert not other, f"{other} are not up to date: make schematics"


@pytest.mark.parametrize("tier", schematics.DRAWINGS)
def test_nothing_lies_on_anything(tier):
    assert clashes(schematics.draw(tier, Library(ELECTRONICS / FILE))) == []


@pytest.mark.parametrize("tier", schematics.DRAWINGS)
def test_every_part_is_drawn_with_its_value(tier):
    sheet = schematics.draw(tier, Library(ELECTRONICS / FILE))
    text = sheet.dumps()
    for ref, row in by_ref(read(), tier).items():
        assert f'(property "Reference" "{ref}"' in text
        assert f'(property "Maker number" "{row.maker_number}"' in text


def test_the_title_says_that_nothing_is_built_and_has_no_date():
    text = schematics.draw("addon", Library(ELECTRONICS / FILE)).dumps()
    assert "Not built yet" in text
    assert "(date" not in text


def test_a_part_without_a_row_in_the_parts_list_is_named():
    circuit = load("addon")
    rows = by_ref(read(), "addon")
    del rows["R20"]
    sheet = Sheet("addon", Library(ELECTRONICS / FILE), paper="A3", titles={})
    parts = Parts(sheet, circuit, rows, ELECTRONICS / schematics.FOOTPRINTS)
    with pytest.raises(DrawingError, match=r"R20 stands in no row of bom.csv"):
        parts.put("R20", (10, 10))


def test_a_library_symbol_that_is_nowhere_is_named(tmp_path):
    with pytest.raises(SymbolError, match=r"symbol None:Such: .*None.kicad_sym is missing"):
        Library(tmp_path / "empty.kicad_sym").symbol("None:Such")
