"""How parts of the unit go in and come out again: the way of each, and what stands in it.

Frame of assembly.scad. Bought bodies here are the tallest and lowest that the parts list allows.
"""

from collections.abc import Mapping
from typing import Any

from manifold3d import Manifold

from showdown_drawings.printed_checks import box, shared_mm3
from showdown_drawings.unit_bodies import boards

TALLEST_MM = 17.0  # C1 over the add-on board, by its row in bom.csv
USB_MM = (3.0, 16.0)  # USB sockets of a Pi 3, 4 or 5: out over the board's edge, over the board
SOCKET_MM, HEADER_MM = 8.5, 2.5  # socket under the add-on board; plastic of the Pi's header
OUT = (0.0, 1.0, 0.0)


def on_the_sled(mm: Mapping[str, Any]) -> dict[str, Manifold]:
    """Pi, sockets, add-on board with its tallest part: what goes in and out with the sled."""
    found = boards(mm)
    long, wide = mm["pi_board"]
    far = mm["inner_y"] / 2 - 1.5
    low = mm["sled_floor_z"] + mm["sled_floor"] + mm["pi_standoff"] + 1.4
    over, high = USB_MM
    found["USB sockets"] = box((19.5, 52, high), (-long / 2 - over, far - wide + 2, low))
    top = low - 1.4 + 12.4 + 1.6
    found["C1"] = Manifold.cylinder(TALLEST_MM, 5, 5, 32).translate(
        (long / 2 - 23.05, far - wide + 49, top)
    )
    return found


def in_the_way(
    body: Manifold,
    others: Mapping[str, Manifold],
    way: tuple[float, float, float],
    far_mm: int,
    step_mm: int = 2,
) -> list[str]:
    """Bodies that `body` runs into on its straight way out, each with the first place."""
    found: dict[str, int] = {}
    for moved in range(0, far_mm + 1, step_mm):
        x, y, z = (moved * part for part in way)
        at = body.translate((x, y, z))
        for name, other in others.items():
            if name not in found and shared_mm3(at, other) > 1:
                found[name] = moved
    return [f"{name} after {moved} mm" for name, moved in found.items()]
