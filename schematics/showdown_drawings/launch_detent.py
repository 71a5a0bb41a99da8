"""What holds the loaded tray level: two disc magnets, computed from their poles.

Each magnet is two discs of opposite magnetic charge (Br on a face, uniform). Force between discs by
summing over equal patches: within a few percent of a finer grid, far below the spread between
magnets of one grade. Earth's field, iron nearby and the glue's tilt are left out. SI units.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from math import cos, hypot, pi, radians, sin, sqrt
from typing import Any

from showdown_drawings.launch import MM, Machine, Stack, holding_torque, tipping_torque

MU_0 = 4e-7 * pi
BR_N35 = 1.17  # T, the least that the grade N35 promises (makers' tables: 1.17 to 1.22 T)
RINGS = 5


@dataclass(frozen=True, slots=True)
class Detent:
    """A magnet in the tray's keel over one in the ridge, poles attracting."""

    diameter_m: float
    thick_m: float
    radius_m: float  # tray's axis to the upper magnet's face
    gap_m: float  # face to face at level
    remanence_t: float = BR_N35

    @classmethod
    def of(cls, mm: Mapping[str, Any]) -> "Detent":
        """From the numbers of mechanics/parameters.scad."""
        return cls(
            diameter_m=mm["magnet"][0] * MM,
            thick_m=mm["magnet"][1] * MM,
            radius_m=mm["detent_radius"] * MM,
            gap_m=mm["detent_gap"] * MM,
        )


@cache
def torque_nm(detent: Detent, tilt_rad: float) -> float:
    """Torque that turns the tray back to level; negative would drive it away."""
    moment = 0.0
    step = detent.diameter_m / 2
    area = pi * step**2 / len(_disc())
    strength = (detent.remanence_t * area) ** 2 / (4 * pi * MU_0)
    floor = -(detent.radius_m + detent.gap_m)
    for upper, up_sign in ((detent.radius_m, 1), (detent.radius_m - detent.thick_m, -1)):
        for lower, low_sign in ((floor, -1), (floor - detent.thick_m, 1)):
            for ux, uy in _disc():
                x = ux * step * cos(tilt_rad) - upper * sin(tilt_rad)
                z = -ux * step * sin(tilt_rad) - upper * cos(tilt_rad)
                for lx, ly in _disc():
                    dx, dy, dz = x - lx * step, (uy - ly) * step, z - lower
                    push = up_sign * low_sign * strength / sqrt(dx * dx + dy * dy + dz * dz) ** 3
                    # Force (push*dx, push*dz) at (x, z); a tilt to the right is turned back by it.
                    moment += push * (x * dz - z * dx)
    return moment


def peak(detent: Detent) -> tuple[float, float]:
    """Greatest holding torque (N·m) and the tilt (rad) where it is."""
    return max((torque_nm(detent, radians(half) / 2), radians(half) / 2) for half in range(1, 61))


def sag_rad(machine: Machine, stack: Stack, detent: Detent, overhang_m: float) -> float | None:
    """Tilt at which the tray rests with the stack pushed out, or None where it tips over."""
    ask = holding_torque(stack, overhang_m)
    for tenth in range(300):
        tilt = radians(tenth / 10)
        if torque_nm(detent, tilt) >= ask * cos(tilt) + tipping_torque(machine, stack, tilt):
            return tilt
    return None


@cache
def _disc() -> tuple[tuple[float, float], ...]:
    """Middles of patches of equal area on the unit disc: ring n holds 6n + 3 of them, or 3."""
    total = sum(6 * ring + 3 for ring in range(RINGS))
    patches, inside = [], 0
    for ring in range(RINGS):
        count = 6 * ring + 3
        radius = sqrt((inside + count / 2) / total)
        inside += count
        for index in range(count):
            angle = 2 * pi * (index + ring / 2) / count
            patches.append((radius * cos(angle), radius * sin(angle)))
    return tuple(patches)


def pull_n(detent: Detent) -> float:
    """The two magnets' pull on each other at level, N: what the tray's pivots carry."""
    small = 1e-4
    wider, closer = _energy(detent, detent.gap_m + small), _energy(detent, detent.gap_m - small)
    return (wider - closer) / (2 * small)


def _energy(detent: Detent, gap: float) -> float:
    step = detent.diameter_m / 2
    area = pi * step**2 / len(_disc())
    strength = (detent.remanence_t * area) ** 2 / (4 * pi * MU_0)
    total = 0.0
    for apart, sign in ((gap, -1), (gap + detent.thick_m, 2), (gap + 2 * detent.thick_m, -1)):
        for ux, uy in _disc():
            for lx, ly in _disc():
                total += sign * strength / hypot((ux - lx) * step, (uy - ly) * step, apart)
    return total
