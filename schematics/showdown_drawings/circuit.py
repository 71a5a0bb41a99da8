"""A tier's circuit as data: each part, its symbol and footprint, and the net on each of its pins.

Read from `schematics/electronics/*.circuit.toml`; the signals' header pins come from the firmware's
board file, so no drawing states a pin of its own.
"""

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from showdown_hw import Board

ELECTRONICS = Path(__file__).resolve().parents[1] / "electronics"
TIERS = ("breadboard", "addon")

# The 40-pin header: BCM number -> pin. Source: Raspberry Pi's documentation of the header.
HEADER_PIN = {
    2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19,
    9: 21, 25: 22, 11: 23, 8: 24, 7: 26, 0: 27, 1: 28, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35,
    16: 36, 26: 37, 20: 38, 21: 40,
}  # fmt: skip
HEADER = "J1"


class CircuitError(ValueError):
    """A circuit file says something that cannot be; the text names file, part and remedy."""


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a circuit.

    `nets` maps a pin's number, as the symbol has it, to its net; a pin that is missing is open on
    purpose. `place` is "board" for what is soldered there, "off" for what hangs on a cable.
    """

    ref: str
    symbol: str
    footprint: str
    place: Literal["board", "off"]
    nets: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Circuit:
    """One tier: its parts by ref, and `signals`, the BCM number of each signal's net."""

    tier: str
    title: str
    parts: dict[str, Part]
    signals: dict[str, int]

    @property
    def nets(self) -> dict[str, set[tuple[str, str]]]:
        """Each net's members as (ref, pin)."""
        found: dict[str, set[tuple[str, str]]] = {}
        for part in self.parts.values():
            for pin, net in part.nets.items():
                found.setdefault(net, set()).add((part.ref, pin))
        return found


def load(tier: str, folder: Path = ELECTRONICS) -> Circuit:
    """The circuit of `tier`, with the header's signals from the board file that it names.

    Raises CircuitError for a pin given twice, a field that is unknown, or a net with one end.
    """
    path = folder / f"{tier}.circuit.toml"
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    board = Board.named(table["board"])
    left_open = set(table.get("open", []))
    signals = {
        signal.upper(): pin.bcm for signal, pin in board.pins.items() if signal not in left_open
    }
    parts = {ref: _part(path, ref, entry) for ref, entry in table["parts"].items()}
    header = parts[HEADER]
    for net, bcm in signals.items():
        pin = str(HEADER_PIN[bcm])
        if pin in header.nets:
            raise CircuitError(
                f"{path.name}: header pin {pin} is {header.nets[pin]} here and {net} in board "
                f'"{board.name}"; take it out of one of them'
            )
        header.nets[pin] = net
    circuit = Circuit(tier=tier, title=table["title"], parts=parts, signals=signals)
    for net, ends in circuit.nets.items():
        if len(ends) < 2:
            ref, pin = next(iter(ends))
            raise CircuitError(
                f"{path.name}: net {net} has one end, {ref} pin {pin}; a typing slip, or leave "
                "that pin out to keep it open"
            )
    return circuit


def _part(path: Path, ref: str, entry: dict[str, Any]) -> Part:
    unknown = set(entry) - {"symbol", "footprint", "place", "pins"}
    if unknown:
        raise CircuitError(f"{path.name}: {ref} has an unknown field {min(unknown)!r}")
    return Part(
        ref=ref,
        symbol=entry["symbol"],
        footprint=entry.get("footprint", ""),
        place=entry.get("place", "board"),
        nets=dict(entry["pins"]),
    )
