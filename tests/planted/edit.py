"""A schematic file edited as a hand would: wires cut, labels added, parts turned or removed."""

import uuid
from collections.abc import Iterator
from pathlib import Path

from showdown_drawings import sexp
from showdown_drawings.sexp import Node, Quoted

Point = tuple[float, float]


class Drawing:
    """One .kicad_sch; every edit raises LookupError where there is nothing to edit."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.page = sexp.loads(path.read_text(encoding="utf-8"))
        self.library = {
            str(node[1]): node
            for node in sexp.children(sexp.child(self.page, "lib_symbols") or [], "symbol")
        }
        self._ids = 0

    def save(self) -> None:
        self.path.write_text(sexp.dumps(self.page), encoding="utf-8")

    # -- edits ------------------------------------------------------------------------------------

    def cut(self, ref: str, pin: str) -> None:
        """Take away the wires and labels that end on a pin."""
        at = self.pin(ref, pin)
        gone = [node for node in self._ending(at) if node[0] != "no_connect"]
        if not gone:
            raise LookupError(f"{ref} pin {pin}: nothing ends there")
        for node in gone:
            self._drop(node)

    def name(self, ref: str, pin: str, net: str) -> None:
        """Put a pin on a net as KiCad calls it: with a slash a local label, else a global one."""
        at = self.pin(ref, pin)
        kind = "label" if net.startswith("/") else "global_label"
        shape: list[Node] = [["shape", "input"]] if kind == "global_label" else []
        self.page.insert(
            -2,
            [kind, Quoted(net.removeprefix("/")), *shape, ["at", *at, 0],
             ["effects", ["font", ["size", 1.27, 1.27]]], ["uuid", self._id()]],
        )  # fmt: skip

    def move(self, ref: str, pin: str, net: str) -> None:
        """Put a pin on another net."""
        self.cut(ref, pin)
        self.name(ref, pin, net)

    def cross(self, ref: str, pin: str) -> None:
        """Mark a pin as open on purpose, its wire cut where it has one."""
        at = self.pin(ref, pin)
        if any(node[0] == "wire" for node in self._ending(at)):
            self.cut(ref, pin)
        self.page.insert(-2, ["no_connect", ["at", *at], ["uuid", self._id()]])

    def uncross(self, ref: str, pin: str) -> None:
        """Take the mark of an open pin away; it is on the pin or at the end of the pin's wire."""
        at = self.pin(ref, pin)
        ends = [at]
        for wire in [node for node in self._ending(at) if node[0] == "wire"]:
            points = sexp.children(sexp.child(wire, "pts") or [], "xy")
            ends += [(float(x), float(y)) for _, x, y in points]
        marks = [n for end in ends for n in self._ending(end) if n[0] == "no_connect"]
        if not marks:
            raise LookupError(f"{ref} pin {pin} is not marked as open")
        self._drop(marks[0])

    def turn(self, ref: str) -> None:
        """Turn a part of two pins round, so that they change places."""
        (node,) = self.units(ref)
        at = sexp.child(node, "at") or []
        at[3] = (int(float(at[3])) + 180) % 360

    def remove(self, ref: str) -> None:
        """Take a part away; its wires stay."""
        for node in self.units(ref):
            self._drop(node)

    def remove_flag(self) -> None:
        """Take the first power flag away."""
        symbols = sexp.children(self.page, "symbol")
        flags = [node for node in symbols if "PWR_FLAG" in sexp.value(node, "lib_id")]
        if not flags:
            raise LookupError("there is no power flag")
        self._drop(flags[0])

    def field(self, ref: str, name: str, text: str) -> None:
        """Change a field of a part."""
        for node in self.units(ref):
            for entry in sexp.children(node, "property"):
                if entry[1] == name:
                    entry[2] = Quoted(text)

    def rename(self, old: str, new: str) -> None:
        """Change the first label of a name."""
        for kind in ("label", "global_label"):
            for node in sexp.children(self.page, kind):
                if node[1] == old:
                    node[1] = Quoted(new)
                    return
        raise LookupError(f"no label is called {old}")

    # -- places -----------------------------------------------------------------------------------

    def units(self, ref: str) -> list[Node]:
        """The symbols of a part on the sheet."""
        found = [
            node
            for node in sexp.children(self.page, "symbol")
            if any(e[1] == "Reference" and e[2] == ref for e in sexp.children(node, "property"))
        ]
        if not found:
            raise LookupError(f"{ref} is not drawn")
        return found

    def pin(self, ref: str, pin: str) -> Point:
        """Where a wire ends on a pin, in mm on the sheet."""
        for node in self.units(ref):
            unit = int(sexp.value(node, "unit", "1"))
            for x, y in self._pins(sexp.value(node, "lib_id"), unit, pin):
                return self._page(node, x, y)
        raise LookupError(f"{ref} has no pin {pin}")

    def _pins(self, lib_id: str, unit: int, pin: str) -> Iterator[Point]:
        for part in sexp.children(self.library[lib_id], "symbol"):
            if int(str(part[1]).rsplit("_", 2)[1]) in (0, unit):
                for node in sexp.children(part, "pin"):
                    if sexp.value(node, "number") == pin:
                        at = sexp.child(node, "at") or []
                        yield float(at[1]), float(at[2])

    @staticmethod
    def _page(node: Node, x: float, y: float) -> Point:
        at = sexp.child(node, "at") or []
        turned = {0: (x, -y), 90: (-y, -x), 180: (-x, y), 270: (y, x)}[int(float(at[3]))]
        mirror = sexp.value(node, "mirror")
        dx = -turned[0] if mirror == "y" else turned[0]
        dy = -turned[1] if mirror == "x" else turned[1]
        return round(float(at[1]) + dx, 4), round(float(at[2]) + dy, 4)

    def _ending(self, at: Point) -> Iterator[Node]:
        for node in list(self.page):
            if not isinstance(node, list):
                continue
            if node[0] == "wire":
                points = sexp.children(sexp.child(node, "pts") or [], "xy")
            elif node[0] in ("label", "global_label", "no_connect") or _is_rail(node):
                points = sexp.children(node, "at")
            else:
                continue
            if any(_near(at, (float(p[1]), float(p[2]))) for p in points):
                yield node

    def _drop(self, node: Node) -> None:
        self.page[:] = [other for other in self.page if other is not node]

    def _id(self) -> Quoted:
        self._ids += 1
        return Quoted(uuid.uuid5(uuid.NAMESPACE_OID, f"planted {self._ids}"))


def _is_rail(node: Node) -> bool:
    """Whether it is a rail's sign, whose one pin lies where it is placed."""
    entries = sexp.children(node, "property")
    return any(e[1] == "Reference" and str(e[2]).startswith("#PWR") for e in entries)


def _near(one: Point, other: Point) -> bool:
    return abs(one[0] - other[0]) < 0.01 and abs(one[1] - other[1]) < 0.01
