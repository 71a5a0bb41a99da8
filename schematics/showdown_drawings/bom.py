"""The parts list, `schematics/bom.csv`, read into typed rows and held against the circuits.

Per tier a row says how many are needed and which of the circuit's parts they are. Drawings take a
part's value from the row that names its ref; the build guide's steps name rows by id.
"""

import csv
import io
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from showdown_drawings.circuit import TIERS, Circuit

BOM = Path(__file__).resolve().parents[1] / "bom.csv"
Kind = Literal["electronics", "power", "mechanics", "printed", "tool", "consumable"]
KINDS: tuple[Kind, ...] = get_args(Kind)
COLUMNS = (
    "id", "kind", "part", "value", "refs_breadboard", "qty_breadboard", "refs_addon", "qty_addon",
    "maker_number", "alternative_1", "alternative_2", "why", "price_eur",
)  # fmt: skip
BARE_COPPER = "TP"  # refs that begin so are pads of the board: nothing to buy
_PRICE = re.compile(r"\d+(\.\d+)?")
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_REF = re.compile(r"[A-Z]+[0-9]+")


class BomError(ValueError):
    """The parts list says something that cannot be; the text names row, field and remedy."""


@dataclass(frozen=True, slots=True)
class Row:
    """One kind of part.

    `refs` and `quantity` have one entry per tier. `price_eur` is rough, for one piece, and None for
    printed parts; `line` is the row's line in the file, for messages.
    """

    line: int
    id: str
    kind: Kind
    part: str
    value: str
    refs: dict[str, tuple[str, ...]]
    quantity: dict[str, int]
    maker_number: str
    alternatives: tuple[str, str]
    why: str
    price_eur: float | None

    def __str__(self) -> str:
        return f"bom.csv line {self.line} ({self.id})"


def read(path: Path = BOM) -> list[Row]:
    """All rows of the parts list, in its order.

    Raises BomError for a wrong header, a field that is missing or not of its form, or an id that
    stands twice.
    """
    try:
        text = path.read_text(
            encoding="utf-8-sig"
        )  # spreadsheets put a mark before the first column
    except UnicodeDecodeError as error:
        raise BomError(f"{path.name}: not UTF-8 at byte {error.start}; save it as UTF-8") from None
    lines = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        header = tuple(next(lines, ()))
        if header != COLUMNS:
            raise BomError(f"{path.name} line 1: columns are {header}, they have to be {COLUMNS}")
        rows = [_row(lines.line_num, fields) for fields in lines if fields]
    except csv.Error as error:
        raise BomError(f"{path.name} line {lines.line_num}: {error}; look at its quotes") from None
    seen: dict[str, Row] = {}
    for row in rows:
        if row.id in seen:
            raise BomError(f"{row}: the id stands in line {seen[row.id].line} too; rename one")
        seen[row.id] = row
    return rows


def by_ref(rows: list[Row], tier: str) -> dict[str, Row]:
    """The row of each ref of `tier`; raises BomError for a ref in two rows."""
    found: dict[str, Row] = {}
    for row in rows:
        for ref in row.refs[tier]:
            if ref in found:
                raise BomError(f"{row}: refs_{tier} names {ref}, and so does {found[ref]}")
            found[ref] = row
    return found


def check(rows: list[Row], circuit: Circuit) -> None:
    """That each part of the circuit stands in one row, and each ref of a row is in the circuit.

    Test points are copper of the board and stand in none. Raises BomError.
    """
    named = by_ref(rows, circuit.tier)
    for ref, row in named.items():
        if ref not in circuit.parts:
            raise BomError(
                f"{row}: refs_{circuit.tier} names {ref}, which {circuit.tier}.circuit.toml does "
                "not have"
            )
    for ref in circuit.parts:
        if ref.startswith(BARE_COPPER) == (ref in named):
            raise BomError(
                f"bom.csv: {ref} of {circuit.tier}.circuit.toml stands in no row; put it into "
                f"refs_{circuit.tier} of its part"
                if ref not in named
                else f"{named[ref]}: {ref} is a pad of the board, nothing to buy; take it out"
            )


def _row(line: int, fields: list[str]) -> Row:
    if len(fields) != len(COLUMNS):
        raise BomError(
            f"bom.csv line {line}: {len(fields)} fields instead of {len(COLUMNS)}; a comma inside "
            "a text needs quotes round the text"
        )
    given = dict(zip(COLUMNS, fields, strict=True))
    where = f"bom.csv line {line} ({given['id'] or 'no id'})"
    printed = given["kind"] == "printed"
    same = {given["maker_number"].strip().casefold(), given["value"].strip().casefold()}
    for name in ("alternative_1", "alternative_2"):
        text = given[name].strip().casefold()
        if text and text in same:
            raise BomError(f"{where}: {name} is the part itself, or the other alternative again")
        same.add(text)
    for name in ("part", "value", "maker_number", "alternative_1", "alternative_2", "why"):
        if not given[name].strip() and not (printed and name == "maker_number"):
            raise BomError(f'{where}: {name} is empty; "any" or "none, because ..." will do')
    if not _ID.fullmatch(given["id"]):
        raise BomError(f"{where}: id has to be lower-case words joined by hyphens")
    kind = next((kind for kind in KINDS if kind == given["kind"]), None)
    if kind is None:
        raise BomError(f"{where}: kind is {given['kind']!r}, it has to be one of {KINDS}")
    refs = {tier: _refs(where, tier, given) for tier in TIERS}
    quantity = {tier: _quantity(where, tier, given, refs[tier]) for tier in TIERS}
    if not any(quantity.values()):
        raise BomError(f"{where}: qty is 0 in every tier; take the row out")
    return Row(
        line=line,
        id=given["id"],
        kind=kind,
        part=given["part"],
        value=given["value"],
        refs=refs,
        quantity=quantity,
        maker_number=given["maker_number"],
        alternatives=(given["alternative_1"], given["alternative_2"]),
        why=given["why"],
        price_eur=_price(where, given["price_eur"], printed=printed),
    )


def _refs(where: str, tier: str, given: dict[str, str]) -> tuple[str, ...]:
    refs = tuple(given[f"refs_{tier}"].split())
    for ref in refs:
        if not _REF.fullmatch(ref):
            raise BomError(f"{where}: refs_{tier} has {ref!r}; refs look like R12, with spaces")
    return refs


def _quantity(where: str, tier: str, given: dict[str, str], refs: tuple[str, ...]) -> int:
    text = given[f"qty_{tier}"]
    if not (text.isascii() and text.isdigit()):
        raise BomError(f"{where}: qty_{tier} is {text!r}, it has to be a whole number, 0 for none")
    if refs and int(text) != len(refs):
        raise BomError(f"{where}: qty_{tier} is {text}, but refs_{tier} names {len(refs)}")
    return int(text)


def _price(where: str, text: str, *, printed: bool) -> float | None:
    if printed and not text:
        return None
    if not _PRICE.fullmatch(text):
        raise BomError(f"{where}: price_eur is {text!r}, it has to be a number as 0.05, in EUR")
    return float(text)
