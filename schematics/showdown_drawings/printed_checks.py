"""What a printed body is checked for: closed, in one piece, thick enough, clear of its neighbours.

Walls are sampled: rays start at seeded points inside the surface and run to the other side; only a
far side that faces back within 25 degrees counts as a wall, so that rounded edges and corners do
not, and neither counts what ends within 1.5 mm sideways: a rim. It finds a thin wall of some mm²,
not a single thin line. Bodies are cut by manifold3d.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, radians, sin
from typing import Any

import numpy as np
from manifold3d import Manifold, Mesh

from showdown_drawings.stl import Triangles, normals

TOUCH_MM3 = 1.0  # less shared volume than this is rounding of facets
_START_MM = 1e-3
_EDGE_MM = 1.5


class NotClosedError(ValueError):
    """A surface with holes or crossing walls: it has no inside to print."""


@dataclass(frozen=True, slots=True)
class Wall:
    """A sampled wall: how thick, and where (mm, in the body's frame)."""

    thick_mm: float
    at: tuple[float, float, float]


def solid(triangles: Triangles) -> Manifold:
    """The body of a closed surface. Raises NotClosedError for one with a hole."""
    flat = np.asarray(triangles, dtype="<f4").reshape(-1, 3)
    corners, index = np.unique(flat, axis=0, return_inverse=True)
    mesh = Mesh(vert_properties=corners, tri_verts=index.reshape(-1, 3).astype("uint32"))
    body = Manifold(mesh)
    if body.is_empty() or body.status().name != "NoError":
        raise NotClosedError(f"{len(triangles)} triangles do not close: {body.status().name}")
    return body


def pieces(triangles: Triangles) -> int:
    """How many bodies that touch nowhere; one is what can be picked off the bed."""
    return len(solid(triangles).decompose())


def size_mm(triangles: Triangles) -> tuple[float, float, float]:
    """Extent along x, y and z."""
    flat = np.asarray(triangles).reshape(-1, 3)
    x, y, z = flat.max(axis=0) - flat.min(axis=0)
    return float(x), float(y), float(z)


def thin_walls(triangles: Triangles, least_mm: float, points: int = 1500) -> list[Wall]:
    """Sampled walls below `least_mm`, thinnest first."""
    walls = [wall for wall in walls_of(triangles, points) if wall.thick_mm < least_mm - 0.02]
    return sorted(walls, key=lambda wall: wall.thick_mm)


def walls_of(triangles: Triangles, points: int = 1500) -> list[Wall]:
    """Thickness at `points` seeded places, spread by area, as the module's text says."""
    corners = np.asarray(triangles, dtype="f8")
    facing = normals(corners).astype("f8")
    edge_1, edge_2 = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    area = np.linalg.norm(np.cross(edge_1, edge_2), axis=1)
    dice = np.random.default_rng(7)
    chosen = dice.choice(len(corners), size=points, p=area / area.sum())
    one, two = dice.random(points), dice.random(points)
    one, two = np.where(one + two > 1, 1 - one, one), np.where(one + two > 1, 1 - two, two)
    start = corners[chosen, 0] + one[:, None] * edge_1[chosen] + two[:, None] * edge_2[chosen]
    walls = []
    for origin, face in zip(start, chosen, strict=True):
        way = -facing[face]
        far = _first_hit(origin + way * _START_MM, way, corners[:, 0], edge_1, edge_2)
        if far is not None and facing[far[1]] @ way > cos(radians(25)):
            middle = origin + way * far[0] / 2
            if far[0] < _EDGE_MM and _at_an_edge(middle, way, corners[:, 0], edge_1, edge_2):
                continue
            x, y, z = (float(value) for value in origin.round(2))
            walls.append(Wall(float(far[0]) + _START_MM, (x, y, z)))
    return walls


def _at_an_edge(middle: Any, way: Any, base: Any, edge_1: Any, edge_2: Any) -> bool:
    """Whether the wall ends within _EDGE_MM of its middle on some side: a rounded rim, no wall."""
    side = np.cross(way, (0, 0, 1) if abs(way[2]) < 0.9 else (1, 0, 0))
    side /= np.linalg.norm(side)
    other = np.cross(way, side)
    for along in (side, -side, other, -other):
        end = _first_hit(middle, along, base, edge_1, edge_2)
        if end is not None and end[0] < _EDGE_MM:
            return True
    return False


def _first_hit(
    origin: Any, way: Any, base: Any, edge_1: Any, edge_2: Any
) -> tuple[float, int] | None:
    """Distance to the nearest triangle along a ray, and which; Moeller and Trumbore's test."""
    across = np.cross(way, edge_2)
    turn = np.einsum("ij,ij->i", edge_1, across)
    with np.errstate(divide="ignore", invalid="ignore"):
        inverse = 1 / turn
        offset = origin - base
        u = np.einsum("ij,ij->i", offset, across) * inverse
        second = np.cross(offset, edge_1)
        v = second @ way * inverse
        t = np.einsum("ij,ij->i", edge_2, second) * inverse
        hit = (np.abs(turn) > 1e-12) & (u >= 0) & (v >= 0) & (u + v <= 1) & (t > 0)
    if not hit.any():
        return None
    nearest = int(np.where(hit, t, np.inf).argmin())
    return float(t[nearest]), nearest


def shared_mm3(one: Manifold, other: Manifold) -> float:
    """Volume that two bodies have in common."""
    return float((one ^ other).volume())


def turned(body: Manifold, about: tuple[float, float, float], tilt_deg: float) -> Manifold:
    """A body tilted about the axis along y through `about`; positive lowers the +x side."""
    c, s = cos(radians(tilt_deg)), sin(radians(tilt_deg))
    x, y, z = about
    matrix = [[c, 0, s, x - c * x - s * z], [0, 1, 0, 0 * y], [-s, 0, c, z + s * x - c * z]]
    return body.transform(np.array(matrix, dtype="f8"))


def clashes(
    moving: Manifold,
    fixed: dict[str, Manifold],
    about: tuple[float, float, float],
    tilts_deg: Sequence[float],
    allowed_mm3: float = TOUCH_MM3,
) -> list[str]:
    """A line for each tilt at which the moving body runs into a fixed one, and by how much."""
    found = []
    for tilt in tilts_deg:
        at = turned(moving, about, tilt)
        for name, body in fixed.items():
            if (volume := shared_mm3(at, body)) > allowed_mm3:
                found.append(f"at {tilt:g}°: {volume:.1f} mm³ of it are inside {name}")
    return found


def box(size: Sequence[float], low: Sequence[float]) -> Manifold:
    """A plain body, `low` its least corner: what is bought and fills its room."""
    return Manifold.cube(tuple(float(v) for v in size)).translate(tuple(float(v) for v in low))


def sharp_edges(triangles: Triangles, above_mm: float, least_mm: float = 8.0) -> list[str]:
    """Edges of the outer hull above a height that turn by over 60° and are `least_mm` long or more.

    The hull's edges are those that a hand can meet; a rounding in steps turns by less at each.
    """
    hull = solid(triangles).hull().to_mesh()
    points, faces = np.asarray(hull.vert_properties)[:, :3], np.asarray(hull.tri_verts)
    facing = normals(points[faces])
    owner: dict[tuple[int, int], int] = {}
    found = []
    for face, corners in enumerate(faces):
        for k in range(3):
            a, b = int(corners[k]), int(corners[(k + 1) % 3])
            other = owner.pop((b, a), None)
            if other is None:
                owner[a, b] = face
                continue
            long = float(np.linalg.norm(points[a] - points[b]))
            low = min(points[a][2], points[b][2])
            if low > above_mm and long >= least_mm and facing[face] @ facing[other] < 0.5:
                found.append(f"{long:.0f} mm from {points[a].round(1)} to {points[b].round(1)}")
    return found
