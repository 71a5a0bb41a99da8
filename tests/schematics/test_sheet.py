import pytest

from showdown_drawings.circuit import ELECTRONICS
from showdown_drawings.sheet import DrawingError, Look, Sheet, joined
from showdown_drawings.sheet_texts import clashes
from showdown_drawings.symbols import FILE, Library


@pytest.fixture
def sheet():
    library = Library(ELECTRONICS / FILE)
    return Sheet("test", library, paper="A4", titles={"title": "Test", "rev": "A"})


def resistor(sheet, at, **how):
    return sheet.place("R1", "Device:R", Look("10k"), at, **how)


def led(sheet, at, **how):
    return sheet.place("D1", "Device:LED", Look("red"), at, **how)


@pytest.mark.parametrize(
    ("how", "cathode"),
    [
        ({}, (8.5, 20)),
        ({"turn": 90}, (10, 21.5)),
        ({"turn": 180}, (11.5, 20)),
        ({"turn": 270}, (10, 18.5)),
        ({"mirrored": True}, (11.5, 20)),
        ({"turn": 90, "mirrored": True}, (10, 21.5)),
    ],
)
def test_pins_turn_counter_clockwise_and_are_mirrored_after_that(sheet, how, cathode):
    assert led(sheet, (10, 20), **how).pin(1) == cathode


def test_a_pin_that_the_symbol_has_not_is_named(sheet):
    with pytest.raises(DrawingError, match="R1: unit 1 of R has no pin 3"):
        resistor(sheet, (10, 20)).pin(3)


def test_a_wire_across_is_refused(sheet):
    with pytest.raises(DrawingError, match="a wire 1, 1 to 2, 3 is not along an axis"):
        sheet.wire((1, 1), (2, 3))


def test_a_label_off_the_grid_is_refused(sheet):
    with pytest.raises(DrawingError, match=r"label NET at .* is off the grid"):
        sheet.name_wire("NET", (1.2, 1))


def test_a_junction_is_where_a_wire_ends_on_another_and_splits_it():
    wires, junctions = joined([((0, 0), (4, 0)), ((2, 0), (2, 3))], [])
    assert junctions == [(2, 0)]
    assert ((0, 0), (2, 0)) in wires
    assert ((2, 0), (4, 0)) in wires


def test_wires_that_only_cross_have_no_junction():
    wires, junctions = joined([((0, 0), (4, 0)), ((2, -2), (2, 3))], [])
    assert junctions == []
    assert len(wires) == 2


def test_a_pin_on_a_wire_has_a_junction_and_one_at_its_end_none():
    assert joined([((0, 0), (4, 0))], [(2, 0), (4, 0)])[1] == [(2, 0)]


def test_a_corner_has_no_junction():
    assert joined([((0, 0), (4, 0)), ((4, 0), (4, 4))], [])[1] == []


def test_the_same_drawing_has_the_same_bytes():
    def text():
        sheet = Sheet("x", Library(ELECTRONICS / FILE), paper="A4", titles={"title": "", "rev": ""})
        resistor(sheet, (10, 20))
        sheet.wire((10, 10), (10, 18.5))
        sheet.rail("GND", (10, 21.5))
        return sheet.dumps()

    assert text() == text()


def test_a_wire_through_a_symbol_is_told(sheet):
    resistor(sheet, (10, 20))
    sheet.wire((5, 20), (15, 20))
    assert any("runs through R1" in found for found in clashes(sheet))


def test_texts_on_each_other_are_told(sheet):
    sheet.note((10, 10), "one text")
    sheet.note((11, 10), "another")
    assert len(clashes(sheet)) == 1


def test_a_text_on_a_wire_is_told(sheet):
    sheet.note((10, 10), "one text")
    sheet.wire((5, 10), (20, 10))
    assert len(clashes(sheet)) == 1


def test_a_wire_to_a_pin_is_no_clash(sheet):
    part = resistor(sheet, (10, 20))
    sheet.wire((10, 15), part.pin(1))
    assert clashes(sheet) == []
