"""The unit's bodies where they stand, from the parts as printed; the frame of assembly.scad."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from manifold3d import CrossSection, Manifold

from showdown_drawings.printed_checks import box

CARD_ROOM_MM = 3.0  # what slides down: ten cards


def place(mm: Mapping[str, Any], bodies: Mapping[str, Manifold]) -> dict[str, Manifold]:
    """Every body of one unit, tray level; a part that is there twice ends in -right and -left."""
    front, back = _in_front(mm), _behind(mm)
    roof = bodies["roof-half"].rotate((90, 0, 0)).translate((0, mm["inner_y"] / 2, 0))
    panel = on_console(mm)
    holder = bodies["timer-holder"]
    box_right = bodies["arrow-box"].translate((mm["arrow_uv"][0], mm["arrow_uv"][1], -14))
    box_left = (
        bodies["arrow-box"]
        .rotate((0, 0, 180))
        .translate((-mm["arrow_uv"][0], mm["arrow_uv"][1], -14))
    )
    low = -float(holder.bounding_box()[5])
    placed = {
        "roof-right": roof,
        "roof-left": roof.rotate((0, 0, 180)),
        "ridge-cap": bodies["ridge-cap"].translate((0, 0, mm["ridge_z"] - mm["ridge_flat"])),
        "pivot-bush": bodies["pivot-bush"]
        .rotate((-90, 0, 0))
        .translate((0, -mm["outer_y"] / 2 - mm["bush"][2], mm["pivot_z"])),
        "servo-cover": bodies["servo-cover"]
        .rotate((90, 0, 0))
        .translate((0, mm["outer_y"] / 2 + 25, 0)),
        "console-body": bodies["console-body"].translate((0, -mm["outer_y"] / 2, 0)),
        "console-panel": bodies["console-panel"].transform(panel),
        "timer-cap": bodies["timer-cap"].translate((0, 23, -1.6)).transform(panel),
        "timer-holder": holder.translate((0, 23, low)).transform(panel),
        "arrow-box-right": box_right.transform(panel),
        "arrow-box-left": box_left.transform(panel),
        "sled": bodies["sled"].translate((0, 0, mm["sled_floor_z"])),
        **moving(mm, bodies),
    }
    for name in ("side-front-long", "side-front-short"):
        placed[name] = bodies[name].transform(front)
    for name in ("side-back-long", "side-back-short"):
        placed[name] = bodies[name].transform(back)
    return placed


def moving(mm: Mapping[str, Any], bodies: Mapping[str, Manifold]) -> dict[str, Manifold]:
    """Tray and cradle, level on their axis."""
    up = (0, 0, mm["pivot_z"] + mm["pivot_drop"])
    return {
        "tray": bodies["tray"].translate(up),
        "cradle": bodies["cradle"].rotate((180, 0, 0)).translate(up),
    }


def axis(mm: Mapping[str, Any]) -> tuple[float, float, float]:
    """A point of the tray's axis."""
    return 0.0, 0.0, float(mm["pivot_z"])


def centre_of_mass(bodies: Iterable[Manifold]) -> tuple[float, float, float]:
    """Centre of bodies of one density."""
    total, moment = 0.0, np.zeros(3)
    for body in bodies:
        mesh = body.to_mesh()
        corners = np.asarray(mesh.vert_properties, dtype="f8")[:, :3][np.asarray(mesh.tri_verts)]
        parts = np.einsum("ij,ij->i", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])) / 6
        total += parts.sum()
        moment += (corners.sum(axis=1) / 4 * parts[:, None]).sum(axis=0)
    x, y, z = (float(value) for value in moment / total)
    return x, y, z


def servo(mm: Mapping[str, Any]) -> Manifold:
    """The servo as plain bodies: case, ears, tower; without its screws and its wire."""
    long, short, high = mm["servo"]
    ear, thick = mm["servo_ear"]
    top = mm["servo_ear_top"]
    middle = long / 2 - mm["servo_shaft"]
    body = box((long, short, high), (middle - long / 2, -short / 2, 0))
    body += box((ear, short, thick), (middle - ear / 2, -short / 2, top - thick))
    body += Manifold.cylinder(high + mm["servo_tower"], 5.9, 5.9, 48)
    body += Manifold.cylinder(high + mm["servo_tower"] + mm["servo_spline"], 2.4, 2.4, 48)
    seated = body.translate((0, 0, -top)).mirror((1, 0, 0)).rotate((90, 0, 0))
    return seated.translate((0, mm["inner_y"] / 2 + mm["seat"], mm["pivot_z"]))


def horn(mm: Mapping[str, Any]) -> Manifold:
    """The servo's two-armed horn in its pocket, tray level."""
    tip, reach = mm["horn_tip"] / 2, mm["horn_reach"]
    hub, high, thick = mm["horn_hub"] / 2, mm["horn_height"], mm["horn_arm"]
    arms = Manifold()
    for side in (-1, 1):
        ends = Manifold.cylinder(thick, hub - 0.3, hub - 0.3, 32)
        ends += Manifold.cylinder(thick, tip, tip, 32).translate((side * reach, 0, 0))
        arms += ends.hull()
    body = arms.translate((0, 0, high - thick)) + Manifold.cylinder(high, hub, hub, 32)
    return body.rotate((90, 0, 0)).translate(
        (0, mm["inner_y"] / 2 - mm["gap"] + 0.4, mm["pivot_z"])
    )


def boards(mm: Mapping[str, Any]) -> dict[str, Manifold]:
    """The largest Pi with its sockets' height, and the add-on board over it, as boxes."""
    far = mm["inner_y"] / 2 - 1.5
    floor = mm["sled_floor_z"] + mm["sled_floor"] + mm["pi_standoff"]
    long, wide = mm["pi_board"]
    right = long / 2
    add_long, add_wide = mm["addon_board"]
    return {
        "Pi": box((long, wide, 1.4), (right - long, far - wide, floor)),
        "add-on board": box((add_long, add_wide, 1.6), (right - long, far - wide, floor + 12.4)),
    }


def card_path(mm: Mapping[str, Any], right: bool = True) -> Manifold:
    """The room that ten cards take on their way down a slide, 0.3 mm over it.

    From under the tray's end to the foot's end, as wide as the cards.
    """
    points = []
    steps = np.linspace(mm["corner_x"], mm["roof_x"] - 1, 40)
    for lift in (0.3, 0.3 + CARD_ROOM_MM):
        row = [(x, slide_z(mm, float(x)) + lift) for x in steps]
        points += row if lift < 1 else row[::-1]
    wide = mm["card"][0]
    path = Manifold.extrude(CrossSection([points]), wide).rotate((90, 0, 0))
    path = path.translate((0, wide / 2, 0))
    return path if right else path.rotate((0, 0, 180))


def slide_z(mm: Mapping[str, Any], x: float) -> float:
    """Height of the slide's surface at x, the ridge's flat left out."""
    roof, foot = np.radians(mm["roof_angle"]), np.radians(mm["foot_angle"])
    bend_x = mm["roof_straight"] * np.cos(roof)
    if x <= bend_x:
        return float(mm["ridge_z"] - x * np.tan(roof))
    radius = mm["foot_radius"]
    at = np.arcsin(max(np.sin(roof) - (x - bend_x) / radius, np.sin(foot)))
    bend_z = mm["ridge_z"] - mm["roof_straight"] * np.sin(roof)
    return float(bend_z - radius * (np.cos(at) - np.cos(roof)))


def _in_front(mm: Mapping[str, Any]) -> Any:
    return np.array([[1, 0, 0, 0], [0, 0, -1, -mm["inner_y"] / 2], [0, 1, 0, 0]], dtype="f8")


def _behind(mm: Mapping[str, Any]) -> Any:
    return np.array([[-1, 0, 0, 0], [0, 0, 1, mm["inner_y"] / 2], [0, 1, 0, 0]], dtype="f8")


def on_console(mm: Mapping[str, Any]) -> Any:
    """Turns and moves what lies on the panel: x, y up the slope, z out of it."""
    tilt = np.radians(mm["panel_angle"])
    c, s = np.cos(tilt), np.sin(tilt)
    y, z = -mm["outer_y"] / 2 - mm["console"][1], mm["console"][2]
    return np.array([[1, 0, 0, 0], [0, c, -s, y], [0, s, c, z]], dtype="f8")


def lamps(mm: Mapping[str, Any]) -> dict[str, Manifold]:
    """The three lamps in the panel, red at the top."""
    lamp = Manifold.cylinder(6, 5, 5, 32) + Manifold.sphere(5, 32).translate((0, 0, 6))
    return {
        f"lamp-{colour}": lamp.translate((0, 81 - row * mm["lamp_pitch"], 0)).transform(
            on_console(mm)
        )
        for row, colour in enumerate(("red", "amber", "green"))
    }
