"""A schematic sheet that is drawn by script: symbols, wires, junctions, labels, notes.

Places are (x, y) in steps of 2.54 mm from the sheet's top left corner, y down; half steps are fine.
Wires run straight; where three ends meet, a junction is set. All ids follow from what is drawn
where, so the same drawing gives the same bytes.
"""

import itertools
import math
import uuid
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from showdown_drawings import sexp
from showdown_drawings.sexp import Node, Quoted
from showdown_drawings.sheet_texts import Text, box_of, width_of
from showdown_drawings.symbols import NAME, Box, Library, Symbol

GRID_MM = 2.54
Point = tuple[float, float]
Segment = tuple[Point, Point]
Side = Literal["left", "right", "up", "down"]

_IDS = uuid.UUID("b3d6f1c2-6a54-5e5f-9a55-51c0f0d3a7e1")
_ANGLE: dict[Side, int] = {"right": 0, "up": 90, "left": 180, "down": 270}


class DrawingError(ValueError):
    """A drawing asks for what cannot be; the text names sheet, part and place."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a part is written beside its symbol: value, and fields that a parts list wants."""

    value: str
    footprint: str = ""
    on_board: bool = True
    in_bom: bool = True
    fields: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Placed:
    """One unit of a part on the sheet, turned counter-clockwise, then mirrored left to right."""

    ref: str
    symbol: Symbol
    unit: int
    x: float
    y: float
    turn: int
    mirrored: bool

    def page(self, x_mm: float, y_mm: float) -> Point:
        """Where a point of the symbol (mm, y up) lies on the sheet."""
        x, y = {
            0: (x_mm, -y_mm),
            90: (-y_mm, -x_mm),
            180: (-x_mm, y_mm),
            270: (y_mm, x_mm),
        }[self.turn]
        if self.mirrored:
            x = -x
        return (_round(self.x + x / GRID_MM), _round(self.y + y / GRID_MM))

    def pin(self, number: int | str) -> Point:
        """Where a wire ends on a pin."""
        for pin in self.symbol.pins_of(self.unit):
            if pin.number == str(number):
                return self.page(pin.x, pin.y)
        raise DrawingError(
            f"{self.ref}: unit {self.unit} of {self.symbol.name} has no pin {number}"
        )

    @property
    def body(self) -> Box:
        """What the symbol's lines enclose on the sheet."""
        left, top, right, bottom = self.symbol.body(self.unit)
        (x1, y1), (x2, y2) = self.page(left, top), self.page(right, bottom)
        return (min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))


class Sheet:
    """A sheet in the making; `dumps` gives the file's text."""

    def __init__(self, name: str, library: Library, *, paper: str, titles: dict[str, str]) -> None:
        """`name` is the project's; `titles` are title block entries: title, rev, comment 1 to 9."""
        self.name = name
        self.library = library
        self.paper = paper
        self.titles = titles
        self.placed: list[Placed] = []
        self.texts: list[Text] = []
        self.segments: list[Segment] = []
        self._looks: dict[str, Look] = {}
        self._body: list[Node] = []
        self._signs = 0

    # -- what a drawing calls ----------------------------------------------------------------------

    def place(
        self,
        ref: str,
        lib_id: str,
        look: Look,
        at: Point,
        *,
        turn: int = 0,
        mirrored: bool = False,
        unit: int = 1,
        ref_at: Point | None = None,
        value_at: Point | None = None,
        side: Side = "right",
    ) -> Placed:
        """One unit of a part; ref and value stand at `side` of its body, or where they are put."""
        symbol = self.library.symbol(lib_id)
        placed = Placed(ref, symbol, unit, *at, turn, mirrored)
        self.placed.append(placed)
        self._looks[ref] = look
        default_ref, default_value, align = _beside(placed.body, side)
        shown = [
            Text(ref, *(ref_at or default_ref), 1.27, "center" if ref_at else align, ref),
            Text(look.value, *(value_at or default_value), 1.27,
                 "center" if value_at else align, ref, hidden=unit > 1),
        ]  # fmt: skip
        self.texts += shown
        self._body.append(self._symbol(placed, look, shown))
        return placed

    def rail(self, net: str, at: Point, side: Side | None = None) -> None:
        """A power symbol: an arrow up with the rail's name, or the ground sign."""
        self._signs += 1
        symbol = self.library.rail(net)
        ground = net == "GND"
        turn = 0 if side is None or (side == "down") == ground else 180
        placed = Placed(f"#PWR{self._signs:03}", symbol, 1, *at, turn, mirrored=False)
        look = Look(net, in_bom=False)
        name_at = (at[0], at[1] + (1.6 if ground else -1.45) * (1 if turn == 0 else -1))
        shown = [
            Text(placed.ref, *at, 1.27, "center", placed.ref, hidden=True),
            Text(net, *name_at, 1.27, "center", placed.ref, hidden=ground),
        ]
        self._sign(placed, look, shown)

    def flag(self, at: Point) -> None:
        """A power flag: tells the rules check that this rail is fed from outside."""
        self._signs += 1
        symbol = self.library.symbol("power:PWR_FLAG")
        placed = Placed(f"#FLG{self._signs:03}", symbol, 1, *at, 0, mirrored=False)
        shown = [
            Text(placed.ref, *at, 1.27, "center", placed.ref, hidden=True),
            Text("PWR_FLAG", at[0], at[1] - 1.45, 1.0, "center", placed.ref, hidden=True),
        ]
        self._sign(placed, Look("PWR_FLAG", in_bom=False), shown)

    def wire(self, *points: Point) -> None:
        """A wire from point to point, each leg along an axis; a leg of no length is left out."""
        for (x1, y1), (x2, y2) in itertools.pairwise(points):
            if (x1, y1) == (x2, y2):
                continue
            if x1 != x2 and y1 != y2:
                raise DrawingError(
                    f"{self.name}: a wire {x1:g}, {y1:g} to {x2:g}, {y2:g} is not along an axis"
                )
            ends = sorted(((_round(x1), _round(y1)), (_round(x2), _round(y2))))
            self.segments.append((ends[0], ends[1]))

    def open_pin(self, *points: Point) -> None:
        """The cross on pins that stay open on purpose."""
        for point in points:
            key = self._id("open", *point)
            self._body.append(["no_connect", _at(point), ["uuid", key]])

    def name_wire(self, net: str, at: Point) -> None:
        """A net's name, small, on top of the wire that runs right from `at`."""
        if any(value * 2 % 1 for value in at):
            raise DrawingError(f"{self.name}: label {net} at {at} is off the grid of half steps")
        self.texts.append(Text(net, at[0], at[1] - 0.12, 1.0, "left", f"label {net}", above=True))
        self._body.append(
            ["label", Quoted(net), [*_at(at), 0], _effects(1.0, "left", "bottom"),
             ["uuid", self._id("label", net, *at)]]
        )  # fmt: skip

    def port(self, net: str, at: Point, side: Side, shape: str = "input") -> None:
        """A flag with a net's name, which joins this place to all of the same name."""
        width = width_of(net, 1.27) + 0.8
        x = at[0] + (width / 2 if side == "right" else -width / 2 if side == "left" else 0)
        y = at[1] + (width / 2 if side == "down" else -width / 2 if side == "up" else 0)
        self.texts.append(
            Text(
                net, x, y, 1.27, "center", f"port {net}", upright=side in ("up", "down"), frame=0.8
            )
        )
        align = "left" if side in ("right", "up") else "right"
        self._body.append(
            ["global_label", Quoted(net), ["shape", shape], [*_at(at), _ANGLE[side]],
             _effects(1.27, align), ["uuid", self._id("port", net, *at)]]
        )  # fmt: skip

    def block(self, corner: Point, opposite: Point, title: str) -> None:
        """The frame round a group of parts, and its title."""
        self._frame(corner, opposite, "solid", 0.25, (60, 90, 120))
        self.texts.append(
            Text(title, corner[0] + 0.8, corner[1] + 1.1, 2.0, "left", "block", bold=True)
        )
        self._body.append(self._text(self.texts[-1]))

    def off_board(self, corner: Point, opposite: Point, title: str) -> None:
        """The dashed frame round parts that hang on cables."""
        self._frame(corner, opposite, "dash", 0.3, (190, 100, 0))
        text = Text(
            title, corner[0] + 0.4, opposite[1] - 0.7, 1.0, "left", "off", colour=(190, 100, 0)
        )
        self.texts.append(text)
        self._body.append(self._text(text))

    def note(self, at: Point, *lines: str, size: float = 1.27) -> None:
        """Lines of text, the first one at `at`."""
        for row, line in enumerate(lines):
            text = Text(line, at[0], at[1] + row * size * 0.65, size, "left", "note",
                        colour=(0, 0, 100))  # fmt: skip
            self.texts.append(text)
            self._body.append(self._text(text))

    # -- the file ----------------------------------------------------------------------------------

    def dumps(self) -> str:
        """The schematic file's text."""
        wires, junctions = joined(self.segments, self._touching())
        root = self._id("root")
        titles: list[Node] = [
            ["title", Quoted(self.titles["title"])],
            ["rev", Quoted(self.titles["rev"])],
        ]
        titles += [
            ["comment", int(key), Quoted(text)]
            for key, text in self.titles.items()
            if key.isdigit()
        ]
        embedded = []
        for name in sorted(self._embedded()):
            node = list(self.library.used[name].node)
            node[1] = Quoted(f"{NAME}:{name}")
            embedded.append(node)
        page: Node = [
            "kicad_sch", ["version", 20250114], ["generator", Quoted("showdown_drawings")],
            ["generator_version", Quoted("9.0")], ["uuid", root], ["paper", Quoted(self.paper)],
            ["title_block", *titles], ["lib_symbols", *embedded],
        ]  # fmt: skip
        for point in junctions:
            page.append(["junction", _at(point), ["diameter", 0], ["color", 0, 0, 0, 0],
                         ["uuid", self._id("junction", *point)]])  # fmt: skip
        for start, end in wires:
            page.append(["wire", ["pts", ["xy", *_mm(start)], ["xy", *_mm(end)]],
                         ["stroke", ["width", 0], ["type", "default"]],
                         ["uuid", self._id("wire", *start, *end)]])  # fmt: skip
        page += self._body
        page += [["sheet_instances", ["path", Quoted("/"), ["page", Quoted("1")]]],
                 ["embedded_fonts", "no"]]  # fmt: skip
        return sexp.dumps(page)

    def _touching(self) -> list[Point]:
        pins = {
            placed.page(pin.x, pin.y)
            for placed in self.placed
            for pin in placed.symbol.pins_of(placed.unit)
        }
        return sorted(pins)

    def _embedded(self) -> set[str]:
        return {placed.symbol.name for placed in self.placed}

    def _sign(self, placed: Placed, look: Look, shown: list[Text]) -> None:
        self.placed.append(placed)
        self.texts += [text for text in shown if not text.hidden]
        self._body.append(self._symbol(placed, look, shown))

    def _symbol(self, placed: Placed, look: Look, shown: list[Text]) -> Node:
        # A field's angle counts from the symbol's: level text on a turned symbol is turned.
        field_angle = 90 if placed.turn in (90, 270) else 0
        properties: list[Node] = []
        for name, text in zip(("Reference", "Value"), shown, strict=True):
            left, _, right, _ = box_of(text)
            properties.append(
                ["property", Quoted(name), Quoted(text.words),
                 [*_at(((left + right) / 2, text.y)), field_angle],
                 *([["hide", "yes"]] if text.hidden else []),
                 _effects(text.size)]
            )  # fmt: skip
        hidden = {"Footprint": look.footprint, "Datasheet": "", **look.fields}
        for name, words in hidden.items():
            properties.append(
                ["property", Quoted(name), Quoted(words), [*_at((placed.x, placed.y)), 0],
                 ["hide", "yes"], _effects(1.27)]
            )  # fmt: skip
        return [
            "symbol", ["lib_id", Quoted(f"{NAME}:{placed.symbol.name}")],
            [*_at((placed.x, placed.y)), placed.turn],
            *([["mirror", "y"]] if placed.mirrored else []),
            ["unit", placed.unit], ["exclude_from_sim", "no"], ["in_bom", look.in_bom],
            ["on_board", look.on_board], ["dnp", "no"],
            ["uuid", self._id("part", placed.ref, placed.unit)], *properties,
            *(["pin", Quoted(pin.number), ["uuid", self._id("pin", placed.ref, pin.number)]]
              for pin in placed.symbol.pins),
            ["instances", ["project", Quoted(self.name),
                           ["path", Quoted(f"/{self._id('root')}"),
                            ["reference", Quoted(placed.ref)], ["unit", placed.unit]]]],
        ]  # fmt: skip

    def _frame(
        self, corner: Point, opposite: Point, kind: str, width: float, colour: tuple[int, int, int]
    ) -> None:
        self._body.append(
            ["rectangle", ["start", *_mm(corner)], ["end", *_mm(opposite)],
             ["stroke", ["width", width], ["type", kind], ["color", *colour, 1]],
             ["fill", ["type", "none"]], ["uuid", self._id("frame", *corner, *opposite)]]
        )  # fmt: skip

    def _text(self, text: Text) -> Node:
        font: Node = ["font", ["size", text.size, text.size]]
        if text.bold:
            font.append(["bold", "yes"])
        if text.colour:
            font.append(["color", *text.colour, 1])
        return ["text", Quoted(text.words), ["exclude_from_sim", "no"], [*_at((text.x, text.y)), 0],
                ["effects", font, ["justify", text.align]],
                ["uuid", self._id("text", text.words, text.x, text.y)]]  # fmt: skip

    def _id(self, *key: object) -> Quoted:
        return Quoted(uuid.uuid5(_IDS, "/".join([self.name, *(str(item) for item in key)])))


def joined(
    segments: Iterable[Segment], touching: Iterable[Point]
) -> tuple[list[Segment], list[Point]]:
    """The wires, split wherever an end or a pin lies on them, and the junctions.

    A junction is set where three wires or pins meet; wires that only cross get none.
    """
    segments = list(segments)
    pins = list(touching)
    stops = {end for segment in segments for end in segment} | set(pins)
    wires: set[Segment] = set()
    for start, end in segments:
        inside = sorted(point for point in stops if _on(point, start, end))
        wires |= set(itertools.pairwise(inside))
    meeting = dict.fromkeys(sorted(stops), 0)
    for wire in wires:
        for end in wire:
            meeting[end] += 1
    for pin in set(pins):
        meeting[pin] += meeting[pin] > 1
    return sorted(wires), [point for point, ends in meeting.items() if ends > 2]


def _on(point: Point, start: Point, end: Point) -> bool:
    (x, y), (x1, y1), (x2, y2) = point, start, end
    return x1 <= x <= x2 and y1 <= y <= y2


def _beside(body: Box, side: Side) -> tuple[Point, Point, Literal["left", "center", "right"]]:
    left, top, right, bottom = body
    x, y = (left + right) / 2, (top + bottom) / 2
    match side:
        case "right":
            return (right + 0.35, y - 0.42), (right + 0.35, y + 0.42), "left"
        case "left":
            return (left - 0.35, y - 0.42), (left - 0.35, y + 0.42), "right"
        case "up":
            return (x, top - 1.4), (x, top - 0.55), "center"
        case "down":
            return (x, bottom + 0.6), (x, bottom + 1.45), "center"


def _effects(size: float, *justify: str) -> Node:
    return [
        "effects",
        ["font", ["size", size, size]],
        *([["justify", *justify]] if justify else []),
    ]


def _mm(point: Point) -> tuple[float, float]:
    return (round(point[0] * GRID_MM, 4), round(point[1] * GRID_MM, 4))


def _at(point: Point) -> Node:
    return ["at", *_mm(point)]


def _round(value: float) -> float:
    return math.floor(value * 1000 + 0.5) / 1000
