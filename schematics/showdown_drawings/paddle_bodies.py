"""A paddle's bodies where they stand in the paddle, from the parts as they are printed.

Frame: x from the hinge's end to the front, z = 0 the base's underside, as in paddle_assembly.scad.
"""

from collections.abc import Mapping
from math import asin, degrees
from typing import Any, Literal

import numpy as np
from manifold3d import CrossSection, Manifold

from showdown_drawings.printed_checks import box, solid, turned
from showdown_drawings.stl import Triangles

Feeler = Literal["switch", "opto"]


def hinge(mm: Mapping[str, Any]) -> tuple[float, float, float]:
    """A point of the cap's axis."""
    return float(mm["paddle_hinge"][0]), 0.0, float(mm["paddle_hinge"][1])


def stroke_deg(mm: Mapping[str, Any]) -> float:
    """Turn of the cap from rest to its hard stop."""
    return degrees(asin(mm["paddle_stroke"] / mm["paddle_edge_r"]))


def cap(mm: Mapping[str, Any], printed: Triangles, press: float = 0.0) -> Manifold:
    """The cap, printed upside down, at `press` of its stroke."""
    upright = solid(printed).rotate((180, 0, 0)).translate((0, 0, mm["paddle"][2]))
    return turned(upright, hinge(mm), press * stroke_deg(mm))


def mount(mm: Mapping[str, Any], printed: Triangles, feeler: Feeler) -> Manifold:
    """The mount, the wanted end under the cap's feeler."""
    return _on_mount(mm, solid(printed).translate((0, 0, mm["paddle_mount_z"])), feeler)


def switch_case(mm: Mapping[str, Any], raised: float = 0.0) -> Manifold:
    """The lever switch's case, `raised` from the middle of its slots."""
    long, high, thick = mm["paddle_switch"]
    x, y = mm["paddle_switch_at"]
    low = mm["paddle_switch_z"] - mm["paddle_switch_hole"] + raised
    return _on_mount(mm, box((long, thick, high), (x - long / 2, y - thick / 2, low)), "switch")


def opto(mm: Mapping[str, Any]) -> Manifold:
    """The slotted opto: its flanges, its two towers, the slot between them."""
    wide, thick, high = mm["paddle_opto"]
    x, y = mm["paddle_opto_at"]
    z = mm["paddle_opto_z"]
    slot, depth = mm["paddle_opto_slot"]
    body = box((thick, wide, 3), (x - thick / 2, y - wide / 2, z))
    body += box((thick, 11.9, high), (x - thick / 2, y - 5.95, z))
    body -= box((thick + 2, slot, depth + 1), (x - thick / 2 - 1, y - slot / 2, z + high - depth))
    return _on_mount(mm, body, "opto")


def beam(mm: Mapping[str, Any]) -> Manifold:
    """The opto's light: a rod of 1 mm across its slot."""
    x, y = mm["paddle_opto_at"]
    z = mm["paddle_opto_z"] + mm["paddle_opto_beam"]
    slot = mm["paddle_opto_slot"][0]
    return _on_mount(mm, box((1.0, slot, 1.0), (x - 0.5, y - slot / 2, z - 0.5)), "opto")


def stop_screw(mm: Mapping[str, Any], press: float = 0.0) -> Manifold:
    """The M3 x 16 that the cap hangs on: head below the shelf, thread in the cap's boss."""
    shelf = mm["paddle_seat"] - 3
    rod = Manifold.cylinder(16.0, 1.5, 1.5, 32) + Manifold.cylinder(2.4, 3.0, 3.0, 32).translate(
        (0, 0, -2.4)
    )
    at_rest = rod.translate((mm["paddle_spring_x"], 0, shelf))
    return turned(at_rest, hinge(mm), press * stroke_deg(mm))


def peg_height(mm: Mapping[str, Any], body: Manifold) -> float:
    """The cap's lowest point over the switch's lever, over the switch's holes, mm."""
    x = mm["paddle_mount_x"] + mm["paddle_switch_at"][0] + mm["paddle_switch_reach"]
    room = box((6, 3, 40), (x - 3, mm["paddle_switch_at"][1] - 1.5, 0))
    return float((body ^ room).bounding_box()[2]) - float(mm["paddle_switch_z"])


def _on_mount(mm: Mapping[str, Any], body: Manifold, feeler: Feeler) -> Manifold:
    flip = 1.0 if feeler == "switch" else -1.0
    matrix = [[flip, 0, 0, mm["paddle_mount_x"]], [0, flip, 0, 0], [0, 0, 1, 0]]
    return body.transform(np.array(matrix, dtype="f8"))


def switch_lever(mm: Mapping[str, Any]) -> Manifold:
    """Lever and tags of the switch at rest, for pictures."""
    x, y = mm["paddle_switch_at"]
    long = mm["paddle_switch"][0]
    foot = mm["paddle_switch_z"] + mm["paddle_switch"][1] - mm["paddle_switch_hole"]
    top = mm["paddle_switch_z"] + mm["paddle_switch_rest"]
    ends = box((0.4, 3.6, 0.3), (x - long / 2 + 3, y - 1.8, foot))
    ends += box((0.4, 3.6, 0.3), (x + mm["paddle_switch_reach"] + 1.5, y - 1.8, top - 0.3))
    body = ends.hull()
    low = mm["paddle_switch_z"] - mm["paddle_switch_hole"] - 5.5
    for at in (-8, 0, 8):
        body += box((0.6, 3.2, 5.6), (x + at - 0.3, y - 1.6, low))
    return _on_mount(mm, body, "switch")


def spring(mm: Mapping[str, Any]) -> Manifold:
    """The return spring as rings of its wire, for pictures."""
    wire, coils = mm["paddle_spring"][1], int(mm["paddle_spring"][3]) + 2
    ring = CrossSection.circle(wire / 2, 8).translate((mm["paddle_spring_mean"] / 2, 0)).revolve(32)
    pitch = (mm["paddle_spring_length"] - wire) / (coils - 1)
    rings = [ring.translate((0, 0, wire / 2 + pitch * turn)) for turn in range(coils)]
    at = (mm["paddle_spring_x"], 0, mm["paddle_seat"])
    return Manifold.compose(rings).translate(at)


def screws(mm: Mapping[str, Any], out_mm: float) -> Manifold:
    """Hinge screws and the mount's screws, `out_mm` out of their holes, for pictures."""
    x, _, z = hinge(mm)
    half = mm["paddle"][1] / 2
    found = []
    for side in (-1, 1):
        pin = _screw(12).rotate((side * 90, 0, 0))
        found.append(pin.translate((x, side * (half - 2.6 + out_mm), z)))
        low = (mm["paddle_mount_x"], side * mm["paddle_mount_screws"], 3 - out_mm)
        found.append(_screw(8).translate(low))
    return Manifold.compose(found)


def _screw(length: float) -> Manifold:
    head = Manifold.cylinder(2.4, 2.8, 2.8, 32).translate((0, 0, -2.4))
    return head + Manifold.cylinder(length, 1.5, 1.5, 32)
