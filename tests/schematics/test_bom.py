import re
from pathlib import Path

import pytest

from showdown_drawings import bom
from showdown_drawings.checks_ratings import SIGNAL_DIODES, SUPPRESSORS
from showdown_drawings.circuit import TIERS, load

GOOD = {
    "id": "r-1k", "kind": "electronics", "part": "Resistor", "value": "1k",
    "refs_breadboard": "R1 R2", "qty_breadboard": "2", "refs_addon": "", "qty_addon": "0",
    "maker_number": "any", "alternative_1": "820 ohm", "alternative_2": "1k2", "why": "limits",
    "price_eur": "0.05",
}  # fmt: skip


def written(folder: Path, *rows: dict[str, str]) -> Path:
    path = folder / "bom.csv"
    lines = [",".join(bom.COLUMNS), *(",".join(row[name] for name in bom.COLUMNS) for row in rows)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.mark.parametrize("tier", TIERS)
def test_every_part_of_the_circuit_stands_in_one_row(tier: str) -> None:
    bom.check(bom.read(), load(tier))


def test_a_rows_fields_are_typed(tmp_path: Path) -> None:
    [row] = bom.read(written(tmp_path, GOOD))
    assert (row.id, row.kind, row.value, row.price_eur) == ("r-1k", "electronics", "1k", 0.05)
    assert row.refs == {"breadboard": ("R1", "R2"), "addon": ()}
    assert row.quantity == {"breadboard": 2, "addon": 0}
    assert row.alternatives == ("820 ohm", "1k2")


def test_a_printed_row_needs_no_price_and_no_maker(tmp_path: Path) -> None:
    row = GOOD | {"kind": "printed", "price_eur": "", "maker_number": "", "refs_breadboard": ""}
    assert bom.read(written(tmp_path, row))[0].price_eur is None


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"id": "R 1k"}, "bom.csv line 2 (R 1k): id has to be"),
        ({"kind": "wood"}, "bom.csv line 2 (r-1k): kind is 'wood'"),
        ({"value": ""}, "value is empty"),
        ({"alternative_1": ""}, "alternative_1 is empty"),
        ({"alternative_2": " "}, "alternative_2 is empty"),
        ({"why": ""}, "why is empty"),
        ({"alternative_1": "1K"}, "alternative_1 is the part itself"),
        ({"alternative_2": "820 ohm"}, "alternative_2 is the part itself, or the other"),
        ({"maker_number": ""}, "maker_number is empty"),
        ({"refs_breadboard": "R1;R2"}, "refs_breadboard has 'R1;R2'"),
        ({"qty_breadboard": "3"}, "qty_breadboard is 3, but refs_breadboard names 2"),
        ({"qty_addon": ""}, "qty_addon is ''"),
        ({"qty_addon": "-1"}, "qty_addon is '-1'"),
        ({"refs_breadboard": "", "qty_breadboard": "0"}, "qty is 0 in every tier"),
        ({"price_eur": "cheap"}, "price_eur is 'cheap'"),
        ({"price_eur": ""}, "price_eur is ''"),
        ({"price_eur": "nan"}, "price_eur is 'nan'"),
        ({"price_eur": "-1"}, "price_eur is '-1'"),
        ({"why": "this, that"}, "14 fields instead of 13"),
    ],
)
def test_a_bad_field_is_named(tmp_path: Path, change: dict[str, str], message: str) -> None:
    with pytest.raises(bom.BomError, match=re.escape(message)):
        bom.read(written(tmp_path, GOOD | change))


def test_an_id_stands_once(tmp_path: Path) -> None:
    with pytest.raises(bom.BomError, match=r"line 3 \(r-1k\): the id stands in line 2 too"):
        bom.read(written(tmp_path, GOOD, GOOD))


def test_another_header_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bom.csv"
    path.write_text("id,kind\n", encoding="utf-8")
    with pytest.raises(bom.BomError, match="line 1: columns are"):
        bom.read(path)


def test_a_spreadsheets_mark_and_line_ends_change_nothing(tmp_path: Path) -> None:
    path = written(tmp_path, GOOD)
    plain = bom.read(path)
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert bom.read(path) == plain


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (b"limits", b"h\xe4lt", "bom.csv: not UTF-8 at byte"),
        (b"limits", b'"limits', "bom.csv line 2: unexpected end of data; look at its quotes"),
    ],
)
def test_a_file_that_is_no_list_is_refused(
    tmp_path: Path, old: bytes, new: bytes, message: str
) -> None:
    path = written(tmp_path, GOOD)
    path.write_bytes(path.read_bytes().replace(old, new))
    with pytest.raises(bom.BomError, match=re.escape(message)):
        bom.read(path)


def test_a_ref_in_two_rows_is_named(tmp_path: Path) -> None:
    rows = bom.read(written(tmp_path, GOOD, GOOD | {"id": "r-2k"}))
    with pytest.raises(bom.BomError, match=r"R1, and so does bom\.csv line 2"):
        bom.by_ref(rows, "breadboard")


def without(rows: list[bom.Row], id_: str) -> list[bom.Row]:
    assert any(row.id == id_ for row in rows)
    return [row for row in rows if row.id != id_]


def test_a_part_without_a_row_is_named() -> None:
    rows = without(bom.read(), "servo-9g")
    with pytest.raises(bom.BomError, match=r"M1 of addon\.circuit\.toml stands in no row"):
        bom.check(rows, load("addon"))


def test_a_ref_that_the_circuit_does_not_have_is_named(tmp_path: Path) -> None:
    extra = GOOD | {"id": "r-x", "refs_breadboard": "R99", "qty_breadboard": "1"}
    rows = bom.read() + bom.read(written(tmp_path, extra))
    with pytest.raises(bom.BomError, match=r"\(r-x\): refs_breadboard names R99"):
        bom.check(rows, load("breadboard"))


def test_a_test_point_is_nothing_to_buy(tmp_path: Path) -> None:
    extra = GOOD | {"id": "tp", "refs_breadboard": "", "refs_addon": "TP1", "qty_addon": "1"}
    rows = bom.read() + bom.read(written(tmp_path, extra))
    with pytest.raises(bom.BomError, match=r"\(tp\): TP1 is a pad of the board"):
        bom.check(rows, load("addon"))


def test_the_diodes_and_the_suppressors_alternatives_are_known_ones() -> None:
    rows = bom.by_ref(bom.read(), "addon")
    for ref in ("D7", "D9"):
        for name in rows[ref].alternatives:
            assert name.startswith(SIGNAL_DIODES)
    assert rows["D6"].alternatives[0].startswith(SUPPRESSORS)
