"""The body's screws as bodies: where each goes in, which part its thread cuts into, in which step.

Frame of assembly.scad. A screw is named by its row in bom.csv; `at` is the middle of the face that
its head lies on, for a countersunk one the middle of its top.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from manifold3d import Manifold

from showdown_drawings.printed_checks import shared_mm3
from showdown_drawings.unit_bodies import on_console, slide_z

Vector = tuple[float, float, float]
HEADS = {3.0: (5.7, 2.4), 2.5: (4.7, 1.5), 2.0: (3.8, 1.6)}  # diameter, height of common heads
STEPS = {
    "roof": 1, "side": 2, "ridge": 3, "tray": 4, "cradle": 4, "pivot": 4, "servo-cover": 6,
    "console-body": 7, "console-panel": 8, "timer": 8, "arrow": 8, "sled": 9,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Screw:
    """A screw in its place; `way` is where its tip points, `hole_mm` what its thread cuts into."""

    row: str
    at: Vector
    way: Vector
    length_mm: float
    into: str
    step: int
    thick_mm: float = 3.0
    hole_mm: float = 2.7
    countersunk: bool = False

    def rod(self, radius_mm: float, more_mm: float = 0.0) -> Manifold:
        """A rod from the head's face to `more_mm` beyond the tip."""
        return self._stand(Manifold.cylinder(self.length_mm + more_mm, radius_mm, radius_mm, 48))

    def head(self) -> Manifold:
        """The head; a countersunk one ends level with the face."""
        wide, high = HEADS[self.thick_mm]
        if self.countersunk:
            cone = Manifold.cylinder(1.6, wide / 2, self.thick_mm / 2, 48)
            return self._stand(cone)
        return self._stand(Manifold.cylinder(high, wide / 2, wide / 2, 48).translate((0, 0, -high)))

    def driver(self, long_mm: float = 60.0) -> Manifold:
        """The room of a screwdriver's blade with its tip in the head, 5 mm thick."""
        return self._stand(Manifold.cylinder(long_mm, 2.5, 2.5, 32).translate((0, 0, -long_mm - 3)))

    def thread_mm(self, bodies: Mapping[str, Manifold]) -> float:
        """How long a part of the screw has its thread in the wall of the hole in `into`."""
        outer, inner = self.thick_mm / 2 - 0.02, self.hole_mm / 2 + 0.03
        tube = self.rod(outer) - self.rod(inner, 1)
        return float(shared_mm3(tube, bodies[self.into]) / tube.volume() * self.length_mm)

    def meets(self, bodies: Mapping[str, Manifold]) -> list[str]:
        """Bodies that its head, its core or half a millimetre beyond its tip run into."""
        body = self.head() + self.rod(self.hole_mm / 2 - 0.1, 0.5)
        return [name for name, other in bodies.items() if shared_mm3(body, other) > 0.3]

    def out_of_reach(self, bodies: Mapping[str, Manifold]) -> list[str]:
        """Bodies in place at its step, or before, that stand in the screwdriver's way."""
        there = {name: body for name, body in bodies.items() if step_of(name) <= self.step}
        return [name for name, body in there.items() if shared_mm3(self.driver(), body) > 0.3]

    def _stand(self, along_z: Manifold) -> Manifold:
        z = np.array(self.way) / np.linalg.norm(self.way)
        x = np.cross((0.0, 1.0, 0.0) if abs(z[1]) < 0.9 else (1.0, 0.0, 0.0), z)
        x /= np.linalg.norm(x)
        frame = np.column_stack([x, np.cross(z, x), z, self.at])
        return along_z.transform(frame)


def step_of(body: str) -> int:
    """The step of assembly.scad in which a body is put in."""
    return next(step for name, step in STEPS.items() if body.startswith(name))


def columns(mm: Mapping[str, Any]) -> list[tuple[float, float]]:
    """`columns` of parameters.scad: |x| and z of the plates' screws."""
    under = [(x, slide_z(mm, x) - mm["skin_dz"] - 3.4) for x in (34.0, 82.0)]
    return [(8.0, mm["ridge_z"] - mm["ridge_flat"] - 5), *under, (100.0, 6.0)]


def screws(mm: Mapping[str, Any]) -> list[Screw]:
    """Every screw of the body but those of paddles, Pi and servo horn."""
    hole = float(mm["m3_hole"])
    return [
        *_roof(mm, hole),
        *_tray(mm),
        *_back(mm),
        *(screw for right in (1, -1) for screw in _panel(mm, hole, right)),
    ]


def _roof(mm: Mapping[str, Any], hole: float) -> list[Screw]:
    half = mm["outer_y"] / 2
    found = []
    for side in (1, -1):
        roof = "roof-right" if side > 0 else "roof-left"
        for y in (-12, 12):
            top = (side * 6.0, float(y), mm["ridge_z"] - mm["ridge_flat"] + 4)
            found.append(Screw("screw-m3x12-pan", top, (0, 0, -1), 12, roof, 3, hole_mm=hole))
        for index, (x, z) in enumerate(columns(mm)):
            behind = Screw("screw-m3x12-pan", (side * x, half, z), (0, -1, 0), 12, roof, 2)
            front = replace(behind, at=(side * x, -half, z), way=(0, 1, 0))
            if index == 1:
                inside = (side * x, -half - mm["console_wall"], z)
                front = replace(front, row="screw-m3x16", at=inside, length_mm=16, step=7)
            found += [replace(behind, hole_mm=hole), replace(front, hole_mm=hole)]
    return found


def _tray(mm: Mapping[str, Any]) -> list[Screw]:
    floor = mm["tray_floor_z"] + mm["wall"]
    found = [
        Screw("screw-m3x8-csk", (x, y, floor), (0, 0, -1), 8, "cradle", 4, countersunk=True)
        for x in (-5.0, 5.0)
        for y in (-18.0, 18.0)
    ]
    pivot = (0.0, -mm["outer_y"] / 2 - mm["bush"][2], mm["pivot_z"])
    return [*found, Screw("screw-m3x20", pivot, (0, 1, 0), 20, "cradle", 4)]


def _back(mm: Mapping[str, Any]) -> list[Screw]:
    half, plate = mm["outer_y"] / 2, "side-back-long"
    cover = [(-18.0, mm["pivot_z"] + 9.5), (-17.0, 56.0), (17.0, 56.0)]
    found = [Screw("screw-m3x10", (-x, half + 6, z), (0, -1, 0), 10, plate, 6) for x, z in cover]
    door = half + mm["door"][2]
    found += [
        Screw("screw-m3x8", (-x, door, z), (0, -1, 0), 8, plate, 9) for x, z in mm["door_screws"]
    ]
    middle, ear = mm["servo"][0] / 2 - mm["servo_shaft"], mm["servo_ear"][1]
    found += [
        Screw("servo-9g", (-middle + side * mm["servo_ear_pitch"] / 2,
                           mm["inner_y"] / 2 + mm["seat"] + ear, mm["pivot_z"]),
              (0, -1, 0), 8, plate, 5, 2.0, mm["m2_thread"])
        for side in (1, -1)
    ]  # fmt: skip
    return found


def _panel(mm: Mapping[str, Any], hole: float, right: int) -> list[Screw]:
    side = "right" if right > 0 else "left"
    half, long = mm["console"][0] / 2, mm["panel_length"]
    u, v = mm["arrow_uv"]
    holes = [((half - 5, 8), "console-body"), ((half - 5, long - 8), "console-body")]
    holes += [((u - 17.5, v + right * 12), f"arrow-box-{side}")]
    holes += [((u + 17.5, v - right * 12), f"arrow-box-{side}"), ((28, 23), "timer-holder")]
    turn = np.array(on_console(mm))
    down: Vector = tuple(-turn[:, 2])
    return [
        Screw("screw-m3x10-csk", tuple(turn @ (right * at[0], at[1], mm["panel"], 1)), down, 10,
              into, 8, hole_mm=hole, countersunk=True)
        for at, into in holes
    ]  # fmt: skip
