"""The breadboard tier hole by hole: each leg, each wire, and the nets that come of them.

Read from `breadboard.layout.toml`. Distances are in pitches of 2.54 mm: x to the right from column
0, y down from the upper plus rail, as the board lies with column 1 at the left and row a below.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import hypot
from pathlib import Path
from typing import Any

from showdown_drawings.circuit import ELECTRONICS, HEADER, HEADER_PIN, Circuit, load

COLUMNS = 63
ROW_Y = {
    "+": 0.0, "-": 1.0, "j": 3.5, "i": 4.5, "h": 5.5, "g": 6.5, "f": 7.5,
    "e": 10.5, "d": 11.5, "c": 12.5, "b": 13.5, "a": 14.5,
}  # fmt: skip
RAILS = "+-"
PITCH_MM = 2.54
COLOURS = {
    "BK": "black", "BN": "brown", "RD": "red", "OG": "orange", "YE": "yellow", "GN": "green",
    "BU": "blue", "VT": "violet", "GY": "grey", "WH": "white",
}  # fmt: skip
RAIL_COLOURS = {"GND": "BK", "+5V": "RD", "+3V3": "OG"}
# How far apart a part's two legs may sit, in mm: what its body needs, and what legs reach.
REACH_MM = {"R": (7.6, 15.0), "D": (2.0, 10.0), "C": (2.0, 12.0), "F": (5.0, 5.2)}
# Every ground pin of the Pi's header is the same copper. Source: Raspberry Pi's documentation.
PI_GROUNDS = ("6", "9", "14", "20", "25", "30", "34", "39")
FILE = "breadboard.layout.toml"
_HOLE = re.compile(r"([+\-a-j])([1-9][0-9]?)")

End = tuple[str, str]


class PlanError(ValueError):
    """The layout says something that cannot be built; the text names the entry and the remedy."""


@dataclass(frozen=True, slots=True)
class Wire:
    """One wire. Its ends are holes ("a6") or pins of parts ("J1.11"); `colour` is WireViz's code.

    `via` is the column where the picture lets it come to the hole's row, None for the hole's own.
    """

    step: str
    start: str
    end: str
    colour: str
    via: float | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """The whole layout: `steps` maps a step's name to its title, `holes` a leg to its hole."""

    steps: dict[str, str]
    holes: dict[End, str]
    step_of: dict[str, str]
    wires: tuple[Wire, ...]


def read(path: Path = ELECTRONICS / FILE) -> Plan:
    """The layout, signals as header pins; PlanError for a hole, colour or step there is not."""
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    steps = {step["name"]: step["title"] for step in table["steps"]}
    holes: dict[End, str] = {}
    for ref, entry in table["parts"].items():
        if entry["step"] not in steps:
            raise PlanError(f"{path.name}: {ref} is of step {entry['step']!r}, which is not listed")
        for pin, hole in entry["holes"].items():
            spot(hole)
            holes[ref, pin] = hole
    return Plan(
        steps=steps,
        holes=holes,
        step_of={ref: entry["step"] for ref, entry in table["parts"].items()},
        wires=tuple(_wires(path, steps, table["wires"])),
    )


def _wires(path: Path, steps: dict[str, str], table: dict[str, Any]) -> Iterator[Wire]:
    signals = load("breadboard").signals
    header = {net: f"{HEADER}.{HEADER_PIN[bcm]}" for net, bcm in signals.items()}
    for step, entries in table.items():
        if step not in steps:
            raise PlanError(f"{path.name}: wires of step {step!r}, which is not listed")
        for entry in entries:
            start = header.get(entry["from"], entry["from"])
            wire = Wire(step, start, entry["to"], entry["colour"], entry.get("via"))
            if wire.colour not in COLOURS:
                raise PlanError(
                    f"{path.name}: {wire.start} to {wire.end} is {wire.colour!r}; colours are "
                    f"{', '.join(COLOURS)}"
                )
            for end in (wire.start, wire.end):
                if "." not in end:
                    spot(end)
            yield wire


def spot(hole: str) -> tuple[float, float]:
    """Where a hole is, (x, y) in pitches; raises PlanError for one that the board does not have."""
    match = _HOLE.fullmatch(hole)
    column = int(match[2]) if match else 0
    in_rail = match is not None and match[1] in RAILS
    if match is None or column > COLUMNS or (in_rail and not rail_has(column)):
        raise PlanError(
            f"there is no hole {hole!r}: rows a to j, columns 1 to {COLUMNS}; rails + and - have "
            "columns 3 to 61 without 8, 14, 20 ... 56"
        )
    return float(column), ROW_Y[match[1]]


def rail_has(column: int) -> bool:
    """Whether a rail has a hole at that column: groups of five with one left out between."""
    return 3 <= column <= 61 and column % 6 != 2


def strip(hole: str) -> str:
    """The name of the metal strip under a hole; holes of one strip are one wire."""
    row, column = hole[0], hole[1:]
    return row if row in RAILS else f"{'abcde' if row in 'abcde' else 'fghij'}{column}"


def nets(plan: Plan) -> list[set[End]]:
    """What is joined by the strips, the wires and the Pi's own ground, as sets of (ref, pin)."""
    joined: dict[str, set[str]] = {}

    def join(one: str, other: str) -> None:
        both = joined.get(one, {one}) | joined.get(other, {other})
        for node in both:
            joined[node] = both

    for (ref, pin), hole in plan.holes.items():
        join(f"{ref}.{pin}", strip(hole))
    for wire in plan.wires:
        join(*(end if "." in end else strip(end) for end in (wire.start, wire.end)))
    for pin in PI_GROUNDS:
        join(f"{HEADER}.{PI_GROUNDS[0]}", f"{HEADER}.{pin}")
    groups = {id(group): group for group in joined.values()}
    pins = ({_pin(node) for node in group if "." in node} for group in groups.values())
    return [group for group in pins if group]


def _pin(end: str) -> End:
    ref, _, pin = end.partition(".")
    return ref, pin


def check(plan: Plan, circuit: Circuit) -> None:
    """That the layout is the circuit: the same nets, one thing a hole, legs that reach.

    Raises PlanError, naming what is joined and should not be, or the reverse.
    """
    _one_thing_a_hole(plan)
    _legs_reach(plan)
    net_of = {end: net for net, ends in circuit.nets.items() for end in ends}
    spare = {(HEADER, pin) for pin in PI_GROUNDS}
    found = [group - (spare - net_of.keys()) for group in nets(plan)]
    for group in found:
        wrong = group - net_of.keys()
        if wrong:
            raise PlanError(f"{FILE}: {_names(wrong)} is wired, but open or unknown in the circuit")
        together = {net_of[end] for end in group}
        if len(together) > 1:
            raise PlanError(
                f"{FILE}: {' and '.join(sorted(together))} are joined: {_names(group)}; a leg or "
                "a wire sits in the wrong strip"
            )
    for net, ends in circuit.nets.items():
        if ends not in found:
            parts = [_names(group) for group in found if group & ends]
            loose = ends - set().union(*found)
            if loose:
                parts.append(f"{_names(loose)} not wired at all")
            raise PlanError(f"{FILE}: {net} is in pieces: {' | '.join(sorted(parts))}")
    _rails_have_their_colour(plan, circuit)


def _rails_have_their_colour(plan: Plan, circuit: Circuit) -> None:
    """Ground is black, the servo's 5 V red, 3.3 V orange; no other wire has one of these."""
    net_at = {f"{r}.{p}": net for net, ends in circuit.nets.items() for r, p in ends}
    net_at |= {strip(hole): net_at[f"{r}.{p}"] for (r, p), hole in plan.holes.items()}
    net_at |= {f"{HEADER}.{pin}": "GND" for pin in PI_GROUNDS}
    for wire in plan.wires:
        net = net_at[wire.end if "." in wire.end else strip(wire.end)]
        right = next((c for start, c in RAIL_COLOURS.items() if net.startswith(start)), None)
        if right != wire.colour and (right or wire.colour in RAIL_COLOURS.values()):
            raise PlanError(
                f"{FILE}: {wire.start} to {wire.end} ({net}) is {COLOURS[wire.colour]}; "
                + (f"it has to be {COLOURS[right]}" if right else "that is a rail's colour")
            )


def _names(ends: Iterable[End]) -> str:
    return ", ".join(f"{ref}.{pin}" for ref, pin in sorted(ends))


def _one_thing_a_hole(plan: Plan) -> None:
    taken: dict[str, str] = {}
    legs = [(hole, f"{ref}.{pin}") for (ref, pin), hole in plan.holes.items()]
    ends = [
        (end, f"the wire {wire.start} to {wire.end}")
        for wire in plan.wires
        for end in (wire.start, wire.end)
        if "." not in end
    ]
    for hole, what in legs + ends:
        if hole in taken:
            raise PlanError(f"{FILE}: hole {hole} has {taken[hole]} and {what}; move one along")
        taken[hole] = what


def _legs_reach(plan: Plan) -> None:
    for ref in plan.step_of:
        (x1, y1), (x2, y2) = (spot(hole) for (r, _), hole in plan.holes.items() if r == ref)
        least, most = REACH_MM[ref[0]]
        apart = hypot(x2 - x1, y2 - y1) * PITCH_MM
        if not least <= apart <= most:
            raise PlanError(
                f"{FILE}: {ref}'s legs sit {apart:.1f} mm apart; that part takes {least} to "
                f"{most} mm"
            )
