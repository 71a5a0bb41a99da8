"""Footprints: read from showdown.pretty, and set onto the board at a place, an angle and a side.

Millimetres from the board's upper left corner, x to the right and y down, as KiCad counts; angles
in degrees, counter-clockwise as seen from above.
"""

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from math import cos, radians, sin
from pathlib import Path

from showdown_drawings import sexp
from showdown_drawings.circuit import ELECTRONICS

LIBRARY = ELECTRONICS / "showdown.pretty"
NICKNAME = "showdown"
_GRAPHICS = ("fp_line", "fp_rect", "fp_circle", "fp_arc", "fp_poly", "fp_text", "fp_text_box")
_POINTS = ("start", "mid", "end", "center", "xy")

Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, top, right, bottom


@dataclass(frozen=True, slots=True)
class Place:
    """Where a part's origin (its pin 1, mostly) stands; `below` is the side that faces the Pi."""

    x: float
    y: float
    angle: float = 0.0
    below: bool = False


@dataclass(frozen=True, slots=True)
class Pad:
    """A pad on the board: `half` of its width and height as placed; `layers`: 0 top, 1 bottom."""

    ref: str
    number: str
    at: Point
    half: Point
    round: bool
    layers: tuple[int, ...]
    drill: float


def read(name: str, library: Path = LIBRARY) -> sexp.Node:
    """The footprint `name` as its file has it; FileNotFoundError names the file."""
    return sexp.loads((library / f"{name}.kicad_mod").read_text(encoding="utf-8"))


def turned(point: Point, place: Place) -> Point:
    """A footprint's own point as a point of the board."""
    x, y = point[0], -point[1] if place.below else point[1]
    c, s = cos(radians(place.angle)), sin(radians(place.angle))
    return (round(place.x + x * c + y * s, 4), round(place.y - x * s + y * c, 4))


def pads(ref: str, footprint: sexp.Node, place: Place) -> list[Pad]:
    """All pads of a placed footprint, holes without copper included (their number is empty)."""
    found = []
    for node in sexp.children(footprint, "pad"):
        at = sexp.child(node, "at") or []
        size = [float(word) / 2 for word in (sexp.child(node, "size") or [])[1:3]]
        if (place.angle + (float(at[3]) if len(at) > 3 else 0)) % 180 == 90:
            size.reverse()
        drill = sexp.child(node, "drill")
        through = node[2] in ("thru_hole", "np_thru_hole")
        found.append(
            Pad(
                ref=ref,
                number=str(node[1]),
                at=turned((float(at[1]), float(at[2])), place),
                half=(size[0], size[1]),
                round=node[3] == "circle",
                layers=(0, 1) if through else (int(place.below),),
                drill=float(drill[1]) if drill else 0.0,
            )
        )
    return found


def courtyard(footprint: sexp.Node, place: Place, layer: str = "F.CrtYd") -> Box | None:
    """The box round a placed footprint's courtyard, or None if it has none on that layer."""
    points: list[Point] = []
    for node in footprint:
        if not isinstance(node, list) or node[0] not in _GRAPHICS:
            continue
        if sexp.value(node, "layer") != layer:
            continue
        if node[0] == "fp_circle":
            (cx, cy), (ex, ey) = (_xy(node, name) for name in ("center", "end"))
            r = ((cx - ex) ** 2 + (cy - ey) ** 2) ** 0.5
            points += [(cx - r, cy - r), (cx + r, cy + r)]
        else:
            points += [(float(p[1]), float(p[2])) for p in _points(node)]
    if not points:
        return None
    placed = [turned(point, place) for point in points]
    xs, ys = [p[0] for p in placed], [p[1] for p in placed]
    return (min(xs), min(ys), max(xs), max(ys))


def flipped(footprint: sexp.Node) -> sexp.Node:
    """A footprint as KiCad stores it on the lower side: mirrored top to bottom, layers swapped."""
    other: sexp.Node = deepcopy(footprint)
    for node in _walk(other):
        if node[0] in _POINTS and len(node) > 2:
            node[2] = sexp.number(-float(node[2]))
        elif node[0] == "at" and len(node) > 2:
            node[2] = sexp.number(-float(node[2]))
            if len(node) > 3:
                node[3] = sexp.number(-float(node[3]) % 360)
        elif node[0] in ("layer", "layers"):
            node[1:] = [sexp.Quoted(_swapped(str(word))) for word in node[1:]]
        elif node[0] == "effects":
            node.append(["justify", "mirror"])
    for arc in sexp.children(other, "fp_arc"):
        start, end = sexp.child(arc, "start"), sexp.child(arc, "end")
        if start and end:
            start[1:], end[1:] = end[1:], start[1:]
    return other


def _walk(node: sexp.Node) -> Iterator[sexp.Node]:
    for item in node:
        if isinstance(item, list) and item and item[0] != "model":
            yield item
            yield from _walk(item)


def _points(node: sexp.Node) -> list[sexp.Node]:
    named = [found for name in ("start", "end", "mid") if (found := sexp.child(node, name))]
    return named + sexp.children(sexp.child(node, "pts") or [], "xy")


def _xy(node: sexp.Node, name: str) -> Point:
    found = sexp.child(node, name) or []
    return (float(found[1]), float(found[2]))


def _swapped(layer: str) -> str:
    side, dot, rest = layer.partition(".")
    return {"F": "B", "B": "F"}.get(side, side) + dot + rest
