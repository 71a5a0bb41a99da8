"""Pictures of bodies: a plain renderer, so that a picture is the same on every machine.

Orthographic, a depth buffer, one light from the viewer's upper left, dark lines where a body ends
or folds. Drawn at twice the size and averaged.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, radians, sin
from typing import Any

import numpy as np
from manifold3d import Manifold

from showdown_drawings.stl import normals

OVER = 2  # drawn larger by this, then averaged
INK = np.array([38, 48, 60], dtype="f8")
Colour = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Shown:
    """A body in its colour; `key` is what a label names it by."""

    body: Manifold
    colour: Colour
    key: str = ""


@dataclass(frozen=True, slots=True)
class View:
    """From where: `turn` about z from the front to the right, `lift` above the horizon, degrees."""

    turn_deg: float = -35
    lift_deg: float = 28

    @property
    def axes(self) -> Any:
        """Rows: to the right on the page, up on the page, towards the viewer."""
        t, e = radians(self.turn_deg), radians(self.lift_deg)
        right = (cos(t), sin(t), 0.0)
        toward = (sin(t) * cos(e), -cos(t) * cos(e), sin(e))
        up = (-sin(t) * sin(e), cos(t) * sin(e), cos(e))
        return np.array([right, up, toward])


@dataclass(frozen=True, slots=True)
class Picture:
    """Pixels (height, width, 3), and where each key's body has its middle on the page."""

    pixels: Any
    middles: dict[str, tuple[float, float]]


def render(
    shown: Sequence[Shown], view: View, width: int, height: int, margin: int = 30
) -> Picture:
    """Everything in `shown`, as large as the page less `margin` (above and below: 70) allows."""
    axes = view.axes
    meshes = [item.body.to_mesh() for item in shown]
    points = [np.asarray(m.vert_properties, dtype="f8")[:, :3] @ axes.T for m in meshes]
    everything = np.concatenate(points)
    low, high = everything.min(axis=0), everything.max(axis=0)
    room = (width - 2 * margin, height - 2 * min(margin, 70))
    scale = min(room[0] / (high[0] - low[0]), room[1] / (high[1] - low[1]))
    middle = (low + high) / 2
    big_w, big_h = width * OVER, height * OVER
    depth = np.full((big_h, big_w), -1e9)
    owner = np.full((big_h, big_w), -1)
    facing = np.zeros((big_h, big_w, 3))
    buffers = (depth, owner, facing)
    middles = {}
    for number, (item, mesh, seen) in enumerate(zip(shown, meshes, points, strict=True)):
        page = np.empty_like(seen)
        page[:, 0] = (width / 2 + (seen[:, 0] - middle[0]) * scale) * OVER
        page[:, 1] = (height / 2 - (seen[:, 1] - middle[1]) * scale) * OVER
        page[:, 2] = seen[:, 2]
        triangles = page[np.asarray(mesh.tri_verts)]
        turned = normals(seen[np.asarray(mesh.tri_verts)]).astype("f8")
        for corners, normal in zip(
            triangles[turned[:, 2] > 0], turned[turned[:, 2] > 0], strict=True
        ):
            _fill(corners, normal, number, buffers)
        if item.key:
            box = (page.min(axis=0) + page.max(axis=0)) / 2 / OVER
            middles[item.key] = (float(box[0]), float(box[1]))
    colours = np.array([item.colour for item in shown] + [(255, 255, 255)], dtype="f8")
    pixels = _shade(colours, owner, facing)
    pixels[_lines(depth, owner, facing, scale)] = INK
    small = pixels.reshape(height, OVER, width, OVER, 3).mean(axis=(1, 3))
    return Picture(small.round().astype("uint8"), middles)


def _fill(corners: Any, normal: Any, number: int, buffers: tuple[Any, Any, Any]) -> None:
    depth, owner, facing = buffers
    (x0, y0, z0), (x1, y1, z1), (x2, y2, z2) = corners
    left, right = max(int(min(x0, x1, x2)), 0), min(int(max(x0, x1, x2)) + 1, depth.shape[1] - 1)
    top, low = max(int(min(y0, y1, y2)), 0), min(int(max(y0, y1, y2)) + 1, depth.shape[0] - 1)
    area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
    if abs(area) < 1e-9 or left > right or top > low:
        return
    xs = np.arange(left, right + 1) + 0.5
    ys = (np.arange(top, low + 1) + 0.5)[:, None]
    one = ((xs - x0) * (y2 - y0) - (x2 - x0) * (ys - y0)) / area
    two = ((x1 - x0) * (ys - y0) - (xs - x0) * (y1 - y0)) / area
    z = z0 + one * (z1 - z0) + two * (z2 - z0)
    window = np.s_[top : low + 1, left : right + 1]
    hit = (one >= -1e-6) & (two >= -1e-6) & (one + two <= 1 + 1e-6) & (z > depth[window])
    depth[window][hit] = z[hit]
    owner[window][hit] = number
    facing[window][hit] = normal


def _shade(colours: Any, owner: Any, facing: Any) -> Any:
    light = np.array([-0.35, 0.55, 0.76])
    glow = 0.52 + 0.48 * np.clip(facing @ light, 0, 1)
    glow[owner < 0] = 1
    return colours[owner] * glow[:, :, None]


def _lines(depth: Any, owner: Any, facing: Any, scale: float) -> Any:
    """Where a body ends, a nearer part of it begins, or it folds by more than about 35 degrees."""
    line = np.zeros(owner.shape, dtype=bool)
    for axis in (0, 1):
        here = np.s_[:-1, :] if axis == 0 else np.s_[:, :-1]
        there = np.s_[1:, :] if axis == 0 else np.s_[:, 1:]
        step = np.abs(depth[here] - depth[there]) > 6 / scale + 1.2
        fold = np.einsum("ijk,ijk->ij", facing[here], facing[there]) < 0.82
        both = (owner[here] >= 0) & (owner[there] >= 0)
        line[here] |= (owner[here] != owner[there]) | (both & (step | fold))
    return line
