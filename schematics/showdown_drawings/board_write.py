"""The board as KiCad's file: parts from the schematic's netlist, places, copper, texts from data.

Every item's id is made from its name, so the same input gives the same file. The pour is not filled
here: KiCad does that (board_fill.py).
"""

import uuid
from collections.abc import Iterable
from copy import deepcopy
from dataclasses import dataclass, field
from math import sqrt

from showdown_drawings import board_footprint, sexp
from showdown_drawings.board_footprint import Box, Pad, Place, Point
from showdown_drawings.board_plan import (
    CORNER,
    HEIGHT,
    HOLE_FOOTPRINT,
    HOLES,
    PLACES,
    SLITS,
    WIDTH,
)
from showdown_drawings.board_router import VIA, VIA_DRILL, Track, Via
from showdown_drawings.board_texts import REVISION, TEXTS, Text
from showdown_drawings.sexp import Node, Quoted

TITLE = "Showdown unit: add-on board"
SCHEMATIC = "addon.kicad_sch"
OFFSET = (100.0, 70.0)  # where the board's corner stands on the sheet
LAYERS = ("F.Cu", "B.Cu")
POUR_CLEARANCE = 0.25
_NAMESPACE = uuid.UUID("3f0c3a1e-7a1e-5b53-9a51-5d0d0c0ffee1")
_SHEET_LAYERS = (
    (0, "F.Cu", "signal"), (2, "B.Cu", "signal"), (13, "F.Paste", "user"), (15, "B.Paste", "user"),
    (5, "F.SilkS", "user"), (7, "B.SilkS", "user"), (1, "F.Mask", "user"), (3, "B.Mask", "user"),
    (17, "Dwgs.User", "user"), (19, "Cmts.User", "user"), (25, "Edge.Cuts", "user"),
    (27, "Margin", "user"), (31, "F.CrtYd", "user"), (29, "B.CrtYd", "user"),
    (35, "F.Fab", "user"), (33, "B.Fab", "user"),
)  # fmt: skip


class BoardError(ValueError):
    """Schematic and plan do not fit each other; the text names part and remedy."""


@dataclass(frozen=True, slots=True)
class BoardPart:
    """A part as the schematic has it: `path` is its symbol's id, `nets` KiCad's names by pin."""

    ref: str
    value: str
    footprint: str
    path: str
    fields: dict[str, str]
    attributes: frozenset[str]
    nets: dict[str, str] = field(default_factory=dict)
    pin_kinds: dict[str, tuple[str, str]] = field(default_factory=dict)


def parts_of(netlist: str) -> list[BoardPart]:
    """The parts that stand on the board, by ref, from KiCad's netlist (kicadsexpr)."""
    root = sexp.loads(netlist)
    nets: dict[str, dict[str, str]] = {}
    kinds: dict[str, dict[str, tuple[str, str]]] = {}
    for net in sexp.children(sexp.child(root, "nets") or [], "net"):
        for end in sexp.children(net, "node"):
            ref, pin = sexp.value(end, "ref"), sexp.value(end, "pin")
            nets.setdefault(ref, {})[pin] = sexp.value(net, "name")
            kinds.setdefault(ref, {})[pin] = (
                sexp.value(end, "pinfunction"),
                sexp.value(end, "pintype"),
            )
    found = []
    for comp in sexp.children(sexp.child(root, "components") or [], "comp"):
        flags = {sexp.value(item, "name") for item in sexp.children(comp, "property")}
        if "exclude_from_board" in flags:
            continue
        ref = sexp.value(comp, "ref")
        fields = {
            sexp.value(item, "name"): str(item[2]) if len(item) > 2 else ""
            for item in sexp.children(sexp.child(comp, "fields") or [], "field")
        }
        fields |= {
            "Datasheet": sexp.value(comp, "datasheet"),
            "Description": sexp.value(comp, "description"),
        }
        found.append(
            BoardPart(
                ref=ref,
                value=sexp.value(comp, "value"),
                footprint=sexp.value(comp, "footprint").partition(":")[2],
                path=sexp.value(comp, "tstamps"),
                fields={k: v for k, v in fields.items() if k != "Footprint"},
                attributes=frozenset(flags & {"exclude_from_bom", "dnp"}),
                nets=nets.get(ref, {}),
                pin_kinds=kinds.get(ref, {}),
            )
        )
    found.sort(key=lambda part: part.ref)
    placed = {part.ref for part in found}
    if lost := sorted(placed - PLACES.keys()):
        raise BoardError(f"{lost[0]} is in the schematic and has no place: board_plan.py, PLACES")
    if lost := sorted(PLACES.keys() - placed):
        raise BoardError(
            f"{lost[0]} has a place and is not in the schematic: board_plan.py, PLACES"
        )
    return found


def pads_of(parts: Iterable[BoardPart]) -> list[tuple[Pad, str]]:
    """Every pad with its net as the circuit file names it, "" for an open one."""
    found = []
    for part in parts:
        footprint = board_footprint.read(part.footprint)
        for pad in board_footprint.pads(part.ref, footprint, PLACES[part.ref]):
            name = part.nets.get(pad.number, "").removeprefix("/")
            found.append((pad, "" if name.startswith("unconnected-") else name))
    return found


def board(parts: list[BoardPart], tracks: list[Track], vias: list[Via]) -> Node:
    """The whole file, its pour not filled yet."""
    names = sorted({net for part in parts for net in part.nets.values()})
    codes = {name: code for code, name in enumerate(["", *names])}
    full = {name.removeprefix("/"): name for name in names}
    values = {part.ref: part.value for part in parts}
    return [
        "kicad_pcb",
        ["version", 20241229],
        ["generator", Quoted("pcbnew")],
        ["generator_version", Quoted("9.0")],
        ["general", ["thickness", 1.6], ["legacy_teardrops", False]],
        ["paper", Quoted("A4")],
        [
            "title_block",
            ["title", Quoted(TITLE)],
            ["rev", Quoted(REVISION)],
            ["comment", 1, Quoted("CERN-OHL-P-2.0. No board has been made yet.")],
        ],
        ["layers", *[[number, Quoted(name), kind] for number, name, kind in _SHEET_LAYERS]],
        [
            "setup",
            ["pad_to_mask_clearance", 0],
            ["allow_soldermask_bridges_in_footprints", False],
            ["tenting", "front", "back"],
            ["aux_axis_origin", *_xy((0, HEIGHT))],
            ["grid_origin", *_xy((0, 0))],
        ],
        *[["net", code, Quoted(name)] for name, code in codes.items()],
        *[_footprint(part, codes) for part in parts],
        *[_hole(k + 1, at) for k, at in enumerate(HOLES)],
        *_outline(),
        *[_text(k, text, values) for k, text in enumerate(TEXTS)],
        *[_track(k, track, codes[full[track.net]]) for k, track in enumerate(tracks)],
        *[_via(k, via, codes[full[via.net]]) for k, via in enumerate(vias)],
        *[_slit(k, box) for k, box in enumerate(SLITS)],
        *[_pour(layer, codes["GND"]) for layer in LAYERS],
        ["embedded_fonts", False],
    ]


def identity(*name: object) -> Quoted:
    """The id of the item with this name, always the same."""
    return Quoted(uuid.uuid5(_NAMESPACE, "/".join(map(str, name))))


def printed(words: str, values: dict[str, str]) -> str:
    """A text with `{R1}` replaced by the part's name and the first word of its value."""
    for ref, value in values.items():
        words = words.replace(f"{{{ref}}}", f"{ref} {value.split(' ')[0]}")
    return words


def _xy(point: Point) -> tuple[str, str]:
    return (sexp.number(point[0] + OFFSET[0]), sexp.number(point[1] + OFFSET[1]))


def _footprint(part: BoardPart, codes: dict[str, int]) -> Node:
    place = PLACES[part.ref]
    source = board_footprint.read(part.footprint)
    if place.below:
        source = board_footprint.flipped(source)
    node: Node = [
        "footprint",
        Quoted(f"{board_footprint.NICKNAME}:{part.footprint}"),
        ["layer", Quoted("B.Cu" if place.below else "F.Cu")],
        ["uuid", identity(part.ref)],
        ["at", *_xy((place.x, place.y)), sexp.number(place.angle)],
    ]
    texts = {"Reference": part.ref, "Value": part.value, **part.fields}
    known = {str(item[1]): item for item in sexp.children(source, "property")}
    for name, text in texts.items():
        node.append(_property(part.ref, name, text, known.get(name), place))
    node += [["path", Quoted(f"/{part.path}")], ["sheetname", Quoted("/")]]
    node.append(["sheetfile", Quoted(SCHEMATIC)])
    attribute = deepcopy(sexp.child(source, "attr") or ["attr"])
    attribute += sorted(part.attributes - set(attribute))
    for item in source[1:]:
        if not isinstance(item, list) or item[0] in _NOT_COPIED:
            continue
        node.append(_placed(part, deepcopy(item), place, codes, len(node)))
    if len(attribute) > 1:
        node.append(attribute)
    return node


_NOT_COPIED = frozenset(
    {"version", "generator", "generator_version", "layer", "property", "attr", "embedded_fonts"}
)


def _placed(part: BoardPart, item: Node, place: Place, codes: dict[str, int], k: int) -> Node:
    """A footprint's item as the board has it: turned with the part, with an id, pads with nets."""
    item[:] = [entry for entry in item if not (isinstance(entry, list) and entry[0] == "uuid")]
    if item[0] in ("pad", "fp_text") and place.angle:
        at = sexp.child(item, "at") or []
        own = float(at[3]) if len(at) > 3 else 0.0
        at[3:] = [sexp.number((own + place.angle) % 360)]
    if item[0] == "pad":
        number = str(item[1])
        if number in part.nets:
            net = part.nets[number]
            item.append(["net", codes[net], Quoted(net)])
            name, kind = part.pin_kinds[number]
            if name:
                item.append(["pinfunction", Quoted(name)])
            item.append(["pintype", Quoted(kind)])
    if item[0] == "pad" or item[0].startswith("fp_"):
        item.append(["uuid", identity(part.ref, k)])
    return item


def _property(ref: str, name: str, text: str, known: Node | None, place: Place) -> Node:
    """A field. Names stand on the drawing for assembly; what is printed is in board_texts.py."""
    side = "B" if place.below else "F"
    at = list(sexp.child(known, "at") or ["at", "0", "0"])[1:3] if known else ["0", "0"]
    effects: Node = ["effects", ["font", ["size", 1, 1], ["thickness", 0.15]]]
    if place.below:
        effects.append(["justify", "mirror"])
    node: Node = ["property", Quoted(name), Quoted(text)]
    node.append(["at", *at, sexp.number(place.angle)])
    if name not in ("Reference", "Value"):
        node.append(["unlocked", True])
    node.append(["layer", Quoted(f"{side}.Fab")])
    node.append(["hide", True])
    return [*node, ["uuid", identity(ref, "field", name)], effects]


def _hole(number: int, at: Point) -> Node:
    part = BoardPart(f"H{number}", HOLE_FOOTPRINT, HOLE_FOOTPRINT, "", {}, frozenset())
    source = board_footprint.read(HOLE_FOOTPRINT)
    place = Place(*at)
    node: Node = [
        "footprint",
        Quoted(f"{board_footprint.NICKNAME}:{HOLE_FOOTPRINT}"),
        ["layer", Quoted("F.Cu")],
        ["uuid", identity(part.ref)],
        ["at", *_xy(at)],
    ]
    fields = {"Reference": part.ref, "Value": HOLE_FOOTPRINT, "Datasheet": "", "Description": ""}
    for name, text in fields.items():  # all that KiCad would add under an id of its own
        known = {str(item[1]): item for item in sexp.children(source, "property")}
        node.append(_property(part.ref, name, text, known.get(name), place))
    for item in source[1:]:
        if isinstance(item, list) and (item[0] == "attr" or item[0] not in _NOT_COPIED):
            node.append(_placed(part, deepcopy(item), place, {}, len(node)))
    return node


def _outline() -> list[Node]:
    w, h, r = WIDTH, HEIGHT, CORNER
    d = r * (1 - sqrt(0.5))
    lines = (((r, 0), (w - r, 0)), ((w, r), (w, h - r)), ((w - r, h), (r, h)), ((0, h - r), (0, r)))
    arcs = (
        ((0, r), (d, d), (r, 0)),
        ((w - r, 0), (w - d, d), (w, r)),
        ((w, h - r), (w - d, h - d), (w - r, h)),
        ((r, h), (d, h - d), (0, h - r)),
    )
    nodes: list[Node] = []
    for k, (a, b) in enumerate(lines):
        nodes.append(["gr_line", ["start", *_xy(a)], ["end", *_xy(b)], *_edge("line", k)])
    for k, (a, m, b) in enumerate(arcs):
        ends: Node = [["start", *_xy(a)], ["mid", *_xy(m)], ["end", *_xy(b)]]
        nodes.append(["gr_arc", *ends, *_edge("arc", k)])
    return nodes


def _edge(kind: str, k: int) -> Node:
    stroke = ["stroke", ["width", 0.1], ["type", "default"]]
    return [stroke, ["layer", Quoted("Edge.Cuts")], ["uuid", identity("edge", kind, k)]]


def _text(k: int, text: Text, values: dict[str, str]) -> Node:
    justify: list[str] = [] if text.align == "middle" else [text.align]
    if text.below:
        justify.append("mirror")
    thick = round(text.size * 0.15, 3)
    font: Node = ["font", ["size", text.size, text.size], ["thickness", thick]]
    effects: Node = ["effects", font, *([["justify", *justify]] if justify else [])]
    return [
        "gr_text",
        Quoted(printed(text.words, values)),
        ["at", *_xy((text.x, text.y)), sexp.number(text.turn)],
        ["layer", Quoted("B.SilkS" if text.below else "F.SilkS")],
        ["uuid", identity("text", k)],
        effects,
    ]


def _track(k: int, track: Track, code: int) -> Node:
    return [
        "segment",
        ["start", *_xy(track.start)],
        ["end", *_xy(track.end)],
        ["width", track.width],
        ["layer", Quoted(LAYERS[track.layer])],
        ["net", code],
        ["uuid", identity("track", k)],
    ]


def _via(k: int, via: Via, code: int) -> Node:
    return [
        "via",
        ["at", *_xy(via.at)],
        ["size", VIA],
        ["drill", VIA_DRILL],
        ["layers", *map(Quoted, LAYERS)],
        ["net", code],
        ["uuid", identity("via", k)],
    ]


def _box(box: Box) -> Node:
    left, top, right, bottom = box
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    return ["polygon", ["pts", *[["xy", *_xy(corner)] for corner in corners]]]


def _slit(k: int, box: Box) -> Node:
    allowed = {"tracks": True, "vias": True, "pads": True, "copperpour": False, "footprints": True}
    rules = [[what, "allowed" if yes else "not_allowed"] for what, yes in allowed.items()]
    return [
        "zone",
        ["net", 0],
        ["net_name", Quoted("")],
        ["layers", *map(Quoted, LAYERS)],
        ["uuid", identity("slit", k)],
        ["name", Quoted(f"servo return, slit {k + 1}")],
        ["hatch", "edge", 0.5],
        ["connect_pads", ["clearance", 0]],
        ["min_thickness", 0.25],
        ["keepout", *rules],
        ["fill", ["thermal_gap", 0.5], ["thermal_bridge_width", 0.5]],
        _box(box),
    ]


def _pour(layer: str, code: int) -> Node:
    return [
        "zone",
        ["net", code],
        ["net_name", Quoted("GND")],
        ["layer", Quoted(layer)],
        ["uuid", identity("pour", layer)],
        ["hatch", "edge", 0.5],
        ["connect_pads", "thru_hole_only", ["clearance", POUR_CLEARANCE]],
        ["min_thickness", 0.25],
        [
            "fill",
            True,
            ["thermal_gap", 0.3],
            ["thermal_bridge_width", 0.5],
            ["island_removal_mode", 0],
        ],
        _box((0.4, 0.4, WIDTH - 0.4, HEIGHT - 0.4)),
    ]
