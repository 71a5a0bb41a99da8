"""A circuit's parts for a sheet: what stands beside each symbol, from circuit and parts list."""

from pathlib import Path

from showdown_drawings import sexp
from showdown_drawings.bom import Row
from showdown_drawings.circuit import Circuit
from showdown_drawings.sheet import DrawingError, Look, Placed, Point, Sheet, Side

PADS = {"TP1": "spare", "TP2": "GND", "TP3": "gate", "TP4": "servo 5 V"}


class Parts:
    """Puts the parts of `circuit` onto `sheet`, each with its value from the parts list."""

    def __init__(
        self, sheet: Sheet, circuit: Circuit, rows: dict[str, Row], footprints: Path
    ) -> None:
        """`rows` is the parts list by ref; `footprints` the folder showdown.pretty."""
        self.sheet = sheet
        self.circuit = circuit
        self._rows = rows
        self._footprints = footprints

    def put(
        self,
        ref: str,
        at: Point,
        *,
        turn: int = 0,
        mirrored: bool = False,
        unit: int = 1,
        side: Side = "right",
        ref_at: Point | None = None,
        value_at: Point | None = None,
    ) -> Placed:
        """One unit of the part `ref`; DrawingError where the circuit or the parts list lacks it."""
        if ref not in self.circuit.parts:
            raise DrawingError(f"{self.sheet.name}: {ref} is not in the circuit file")
        return self.sheet.place(
            ref,
            self.circuit.parts[ref].symbol,
            self.look(ref),
            at,
            turn=turn,
            mirrored=mirrored,
            unit=unit,
            side=side,
            ref_at=ref_at,
            value_at=value_at,
        )

    def look(self, ref: str) -> Look:
        """What is written to a part's symbol."""
        part = self.circuit.parts[ref]
        row = self._rows.get(ref)
        if row is None and ref not in PADS:
            raise DrawingError(
                f"{self.sheet.name}: {ref} stands in no row of bom.csv; put it into "
                f"refs_{self.circuit.tier} of its part"
            )
        footprint = part.footprint.partition(":")[2]
        return Look(
            value=row.value if row else PADS[ref],
            footprint=f"showdown:{footprint}" if footprint else "",
            on_board=part.place == "board" and bool(footprint),
            in_bom=not footprint or not self._pads_only(footprint),
            fields=_fields(row) if row else {},
        )

    def _pads_only(self, footprint: str) -> bool:
        """Whether the footprint says that it is no part to buy; the symbol has to say the same."""
        path = self._footprints / f"{footprint}.kicad_mod"
        if not path.is_file():
            raise DrawingError(f"{self.sheet.name}: footprint {footprint} is not in {path.parent}")
        attributes = sexp.child(sexp.loads(path.read_text(encoding="utf-8")), "attr") or []
        return "exclude_from_bom" in attributes


def _fields(row: Row) -> dict[str, str]:
    return {
        "Part": row.part,
        "Maker number": row.maker_number,
        "Alternative 1": row.alternatives[0],
        "Alternative 2": row.alternatives[1],
        "Bom row": row.id,
    }
