"""The launch model as one picture: the throw to scale, its course in time, its energy.

An SVG of our own making, the same bytes on every run; sizes in mm of the unit, drawn at SCALE.
"""

from collections.abc import Callable
from math import cos, degrees, radians, sin
from typing import Any

from showdown_drawings.launch import Moment
from showdown_drawings.launch_report import DEFAULT_FRICTION, FRICTIONS, TOY_LIMIT_J, Model

WIDTH, HEIGHT = 1200, 760
SCALE = 2.75  # px per mm
PAGE_LEFT_MM = 100
INK, SOFT, GRID = "#1d2733", "#5c6b7a", "#e3e8ee"
ROOF, TRAY, CARD, GO, WARN = "#8fa3b5", "#e2871f", "#2f6fb3", "#2b8a4b", "#c0392b"
FONT = "font-family='DejaVu Sans, Verdana, sans-serif'"


def svg(model: Model) -> str:
    """The whole picture."""
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {HEIGHT}' {FONT} "
        "role='img' aria-label='Launch model: side view of a throw, its course, its energy'>",
        f"<rect width='{WIDTH}' height='{HEIGHT}' fill='white'/>",
        _text(30, 44, "A throw of ten cards, computed", size=24, weight="bold"),
        _text(30, 68, f"Friction {DEFAULT_FRICTION:.2f} (smooth print), 9 g servo at 4.8 V. "
              "No unit has been built.", size=14, fill=SOFT),
        *_side_view(model),
        *_course(model),
        *_energies(model),
        "</svg>\n",
    ]  # fmt: skip
    return "\n".join(parts)


def _text(x: float, y: float, words: str, **style: Any) -> str:
    size, anchor = style.get("size", 13), style.get("anchor", "start")
    fill, weight = style.get("fill", INK), style.get("weight", "normal")
    return (
        f"<text x='{x:.1f}' y='{y:.1f}' font-size='{size}' fill='{fill}' "
        f"text-anchor='{anchor}' font-weight='{weight}'>{words}</text>"
    )


def _line(points: list[tuple[float, float]], stroke: str, width: float, extra: str = "") -> str:
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return (
        f"<polyline points='{path}' fill='none' stroke='{stroke}' stroke-width='{width}' "
        f"stroke-linejoin='round' stroke-linecap='round' {extra}/>"
    )


# --- the side view -------------------------------------------------------------------------------


def _place(x_mm: float, z_mm: float) -> tuple[float, float]:
    return 330 + SCALE * x_mm, 515 - SCALE * z_mm


def _side_view(model: Model) -> list[str]:
    mm, machine = model.mm, model.machine
    flight = model.throw(10, DEFAULT_FRICTION)
    pivot, roof_x, ridge = mm["pivot_z"], mm["roof_x"], mm["ridge_z"]
    ground = [_place(-PAGE_LEFT_MM, 0), _place(300, 0)]
    half = [_place(x, z) for x, z in _slide(mm)]
    drop = PAGE_LEFT_MM * sin(radians(mm["roof_angle"])) / cos(radians(mm["roof_angle"]))
    mirrored = [_place(0, ridge), _place(-PAGE_LEFT_MM, ridge - drop)]
    out = [
        _line(ground, INK, 2),
        _line(mirrored, ROOF, 6),
        _line(half, ROOF, 6),
        _text(*_place(roof_x * 0.3, ridge * 0.3), f"slide, {mm['roof_angle']:.0f}°", fill=SOFT),
    ]
    shown = [0, _index(flight.path, flight.tilted_s), len(flight.path) - 1]
    for number, index in enumerate(shown):
        moment = flight.path[index]
        last = number == len(shown) - 1
        solid = "opacity='1'" if last else "opacity='0.38'"
        out.append(f"<g {solid}>")
        out += _tray(mm, pivot, moment.tilt_rad)
        out += _cards(mm, pivot, moment)
        out.append("</g>")
    out.append(_dot(*_place(0, pivot)))
    out.append(f"<g opacity='0.38'>{_on_slide(mm)}</g>")
    end = roof_x + 8
    out += [
        _slab(end + mm["card"][1] / 2, 1.5, 0, mm),
        _callout(_place(-52, pivot + 10), "0 ms: level, held", "end"),
        _callout(_place(-52, pivot + 3), "by the magnets", "end"),
        _callout(_place(22, pivot + 26), f"{flight.tilted_s * 1e3:.0f} ms: full tilt, "
                 f"{degrees(machine.tilt_rad):.0f}°", "start"),
        _callout(_place(56, pivot - 20), f"{flight.off_tray_s * 1e3:.0f} ms: off the tray, "
                 f"{flight.off_tray_m_s:.2f} m/s", "start"),
        _callout(_place(end + 6, 18), f"{flight.on_table_s * 1e3:.0f} ms: on the table, "
                 f"{flight.on_table_m_s:.2f} m/s", "start"),
        _callout(_place(end + 6, 10), f"slides {flight.slides_m * 100:.0f} cm further", "start"),
        *_scale_bar(),
    ]  # fmt: skip
    return out


def _slide(mm: dict[str, Any]) -> list[tuple[float, float]]:
    """The slide's surface from ridge to foot, x and z in mm: straight, then an arc."""
    points = [(0.0, mm["ridge_z"])]
    roof, foot, radius = mm["roof_angle"], mm["foot_angle"], mm["foot_radius"]
    straight = mm["roof_straight"]
    x0 = straight * cos(radians(roof))
    z0 = mm["ridge_z"] - straight * sin(radians(roof))
    for step in range(9):
        at = roof - (roof - foot) * step / 8
        dx = radius * (sin(radians(roof)) - sin(radians(at)))
        dz = radius * (cos(radians(at)) - cos(radians(roof)))
        points.append((x0 + dx, z0 - dz))
    return points


def _turned(along: float, up: float, tilt: float, pivot: float) -> tuple[float, float]:
    """A point of the tray's frame on the page; the tray tilts to the right."""
    x = along * cos(tilt) + up * sin(tilt)
    z = -along * sin(tilt) + up * cos(tilt)
    return _place(x, pivot + z)


def _tray(mm: dict[str, Any], pivot: float, tilt: float) -> list[str]:
    half, low, high = mm["tray_half"], mm["pivot_drop"], mm["pivot_drop"] + mm["wall"]
    keel = mm["detent_radius"]
    outline = [(-half, low), (half, low), (half, high), (-half, high), (-half, low)]
    return [
        _polygon([_turned(a, u, tilt, pivot) for a, u in outline], TRAY),
        _line([_turned(0, low, tilt, pivot), _turned(0, -keel, tilt, pivot)], TRAY, 7),
    ]


def _cards(mm: dict[str, Any], pivot: float, at: Moment) -> list[str]:
    half = mm["card"][1] / 2
    low = mm["pivot_drop"] + mm["wall"] + 0.3
    high = low + mm["cards_max"] * mm["card"][2]
    middle = at.slid_m * 1e3
    corners = [(middle - half, low), (middle + half, low), (middle + half, high),
               (middle - half, high)]  # fmt: skip
    return [_polygon([_turned(a, u, at.tilt_rad, pivot) for a, u in corners], CARD)]


def _slab(x: float, z: float, tilt: float, mm: dict[str, Any]) -> str:
    half, thick = mm["card"][1] / 2, mm["cards_max"] * mm["card"][2] / 2
    corners = [(-half, -thick), (half, -thick), (half, thick), (-half, thick)]
    points = [
        _place(x + a * cos(tilt) + u * sin(tilt), z - a * sin(tilt) + u * cos(tilt))
        for a, u in corners
    ]
    return _polygon(points, CARD)


def _on_slide(mm: dict[str, Any]) -> str:
    """The stack half-way down the slide's straight part."""
    tilt, down = radians(mm["roof_angle"]), mm["roof_straight"] * 0.55
    up = mm["cards_max"] * mm["card"][2] / 2 + 1.5
    x, z = down * cos(tilt) + up * sin(tilt), mm["ridge_z"] - down * sin(tilt) + up * cos(tilt)
    return _slab(x, z, tilt, mm)


def _polygon(points: list[tuple[float, float]], fill: str) -> str:
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f"<polygon points='{path}' fill='{fill}'/>"


def _dot(x: float, y: float) -> str:
    return f"<circle cx='{x:.1f}' cy='{y:.1f}' r='7' fill='white' stroke='{INK}' stroke-width='3'/>"


def _callout(at: tuple[float, float], words: str, anchor: str) -> str:
    return _text(at[0], at[1], words, anchor=anchor, size=14)


def _scale_bar() -> list[str]:
    left, right = _place(-58, 8), _place(-8, 8)
    return [
        _line([left, right], SOFT, 3),
        _text((left[0] + right[0]) / 2, left[1] - 8, "50 mm", anchor="middle", fill=SOFT),
    ]


def _index(path: list[Moment], at_s: float) -> int:
    return min(range(len(path)), key=lambda index: abs(path[index].t_s - at_s))


# --- the course in time --------------------------------------------------------------------------

_LEFT, _TOP, _WIDE, _TALL = 90, 585, 560, 130


def _course(model: Model) -> list[str]:
    flight = model.throw(10, DEFAULT_FRICTION)
    top_ms = 200.0
    out = [_text(30, 570, "On the tray", size=16, weight="bold")]
    for ms in range(0, 201, 50):
        x = _LEFT + _WIDE * ms / top_ms
        out.append(_line([(x, _TOP), (x, _TOP + _TALL)], GRID, 1))
        out.append(_text(x, _TOP + _TALL + 18, f"{ms} ms", anchor="middle", fill=SOFT, size=12))
    curves: tuple[tuple[str, str, Callable[[Moment], float]], ...] = (
        ("tilt, to 50°", TRAY, lambda m: m.tilt_rad / model.machine.tilt_rad),
        ("slid, to 46 mm", CARD, lambda m: m.slid_m / (model.machine.tray_length_m / 2)),
        ("speed, to 1 m/s", GO, lambda m: m.speed_m_s),
    )
    for number, (name, colour, of) in enumerate(curves):
        points = [
            (_LEFT + _WIDE * m.t_s * 1e3 / top_ms, _TOP + _TALL * (1 - of(m)))
            for m in flight.path[::20]
        ]
        out.append(_line(points, colour, 3))
        out.append(_text(150 + 150 * number, 570, name, fill=colour, size=14))
    out.append(_line([(_LEFT, _TOP), (_LEFT, _TOP + _TALL), (_LEFT + _WIDE, _TOP + _TALL)], INK, 2))
    return out


# --- the energy ----------------------------------------------------------------------------------


def _energies(model: Model) -> list[str]:
    left, top, wide = 760, 585, 400
    rows = [(f"friction {mu:.2f}", model.throw(10, mu).energy_j, CARD) for mu in FRICTIONS]
    rows.append(("toy limit", TOY_LIMIT_J, WARN))
    out = [_text(left - 70, 570, "Energy of ten cards on the table", size=16, weight="bold")]
    for number, (name, joule, colour) in enumerate(rows):
        y = top + 10 + 36 * number
        length = (wide - 90) * joule / TOY_LIMIT_J
        out += [
            _text(left + 20, y + 16, name, anchor="end", fill=SOFT),
            f"<rect x='{left + 30}' y='{y}' width='{length:.1f}' height='22' rx='3' "
            f"fill='{colour}'/>",
            _text(left + 36 + length, y + 16, f"{joule * 1e3:.0f} mJ"),
        ]
    return out
