"""The project's own symbol library: extracts of KiCad's, so that a maker needs none installed.

`schematics/electronics/showdown.kicad_sym` holds what the drawings use. A symbol that is not in it
yet is taken from KiCad's libraries on this machine; those in it stay as they are, whatever version
is installed.
"""

import copy
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from showdown_drawings import sexp
from showdown_drawings.kicad import INSTALL, LIBRARIES
from showdown_drawings.sexp import Node, Quoted

NAME = "showdown"
FILE = "showdown.kicad_sym"
HEADER: Node = [
    "kicad_symbol_lib",
    ["version", 20241209],
    ["generator", Quoted("showdown_drawings")],
    ["generator_version", Quoted("9.0")],
]

Box = tuple[float, float, float, float]  # left, top, right, bottom


class SymbolError(LookupError):
    """A symbol is in no library; the text says where it was sought and how to get it."""


@dataclass(frozen=True, slots=True)
class Pin:
    """A symbol's pin: where a wire ends on it, in mm, y up as in the library."""

    number: str
    name: str
    kind: str
    x: float
    y: float
    unit: int


@dataclass(frozen=True)
class Symbol:
    """A symbol of the library, flat (it extends nothing)."""

    name: str
    node: Node

    @cached_property
    def pins(self) -> list[Pin]:
        """All pins of all units; those that are drawn onto each other too."""
        found = []
        for part in sexp.children(self.node, "symbol"):
            unit = int(part[1].rsplit("_", 2)[1])
            for pin in sexp.children(part, "pin"):
                at = sexp.child(pin, "at") or []
                found.append(
                    Pin(
                        number=sexp.value(pin, "number"),
                        name=sexp.value(pin, "name"),
                        kind=pin[1],
                        x=float(at[1]),
                        y=float(at[2]),
                        unit=unit,
                    )
                )
        return found

    def pins_of(self, unit: int) -> list[Pin]:
        """The pins that the drawing of one unit shows."""
        return [pin for pin in self.pins if pin.unit in (0, unit)]

    def body(self, unit: int) -> Box:
        """What the unit's lines enclose, without its pins, in mm, y up."""
        points = [
            point
            for part in sexp.children(self.node, "symbol")
            if int(part[1].rsplit("_", 2)[1]) in (0, unit)
            for item in part
            if isinstance(item, list)
            for point in _outline(item)
        ]
        if not points:
            return (0.0, 0.0, 0.0, 0.0)
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return (min(xs), max(ys), max(xs), min(ys))


class Library:
    """The project's library file and, behind it, KiCad's own.

    `used` collects what was asked for, and `dumps` writes exactly that.
    """

    def __init__(self, path: Path) -> None:
        """`path` is the library file; it may be missing yet."""
        self._own: dict[str, Node] = {}
        self.used: dict[str, Symbol] = {}
        if path.is_file():
            for node in sexp.children(sexp.loads(path.read_text(encoding="utf-8")), "symbol"):
                self._own[str(node[1])] = node

    def symbol(self, lib_id: str) -> Symbol:
        """The symbol `LIBRARY:NAME` of KiCad's libraries."""
        name = lib_id.split(":")[1]
        if name not in self.used:
            node = self._own.get(name)
            self.used[name] = Symbol(name, node if node is not None else _extract(lib_id))
        return self.used[name]

    def rail(self, net: str) -> Symbol:
        """A power symbol for `net`: the ground sign for GND, an arrow up for any other."""
        if net == "GND":
            return self.symbol("power:GND")
        if net not in self.used:
            node = copy.deepcopy(self._own.get(net) or _renamed(_extract("power:+5V"), net))
            self.used[net] = Symbol(net, node)
        return self.used[net]

    def dumps(self) -> str:
        """The library file's text with all symbols in `used`, by name."""
        return sexp.dumps([*HEADER, *(self.used[name].node for name in sorted(self.used))])


def _extract(lib_id: str) -> Node:
    """A symbol out of KiCad's libraries, flattened where it extends another."""
    library, name = lib_id.split(":")
    path = LIBRARIES / "symbols" / f"{library}.kicad_sym"
    if not path.is_file():
        raise SymbolError(f"symbol {lib_id}: {path} is missing; install it with: {INSTALL}")
    root = sexp.loads(path.read_text(encoding="utf-8"))
    found = {str(node[1]): node for node in sexp.children(root, "symbol")}
    if name not in found:
        raise SymbolError(f"symbol {lib_id}: {path} does not have it; a typing slip in its name?")
    node = copy.deepcopy(found[name])
    extends = sexp.child(node, "extends")
    if extends is None:
        return node
    base = _renamed(copy.deepcopy(found[str(extends[1])]), name)
    own = {str(item[1]): item for item in sexp.children(node, "property")}
    return [
        own.get(str(item[1]), item) if isinstance(item, list) and item[0] == "property" else item
        for item in base
    ]


def _renamed(node: Node, name: str) -> Node:
    old = str(node[1])
    node[1] = Quoted(name)
    for part in sexp.children(node, "symbol"):
        part[1] = Quoted(str(part[1]).replace(f"{old}_", f"{name}_", 1))
    for item in sexp.children(node, "property"):
        if item[1] == "Value":
            item[2] = Quoted(name)
        elif item[1] == "Description" and "global label" in str(item[2]):
            item[2] = Quoted(f'Power symbol creates a global label with name "{name}"')
    return node


def _outline(item: Node) -> list[tuple[float, float]]:
    match item[0]:
        case "rectangle" | "arc":
            ends = [sexp.child(item, name) for name in ("start", "mid", "end")]
            return [(float(end[1]), float(end[2])) for end in ends if end]
        case "polyline" | "bezier":
            points = sexp.child(item, "pts") or []
            return [(float(xy[1]), float(xy[2])) for xy in points[1:]]
        case "circle":
            center, radius = sexp.child(item, "center") or [], float(sexp.value(item, "radius"))
            x, y = float(center[1]), float(center[2])
            return [(x - radius, y - radius), (x + radius, y + radius)]
    return []
