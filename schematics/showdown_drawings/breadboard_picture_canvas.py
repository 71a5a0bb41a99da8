"""A small SVG writer: shapes in pitches of 2.54 mm, the same bytes each time."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from xml.sax.saxutils import escape

UNIT_PX = 20  # pixels of one pitch
FONT = "DejaVu Sans, Verdana, sans-serif"
INK = "#22262b"
MINUS = "\N{MINUS SIGN}"

Point = tuple[float, float]


class Canvas:
    """Collects shapes; `text()` is the finished SVG. All lengths are in pitches, y grows down."""

    def __init__(self, left: float, top: float, width: float, height: float, title: str) -> None:
        self._box = (left, top, width, height)
        self._title = title
        self._lines: list[str] = []

    def svg(self) -> str:
        """The finished file's text."""
        left, top, width, height = (_px(value) for value in self._box)
        return "\n".join(
            [
                '<?xml version="1.0" encoding="UTF-8"?>',
                f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
                f'viewBox="{left} {top} {width} {height}" font-family="{FONT}">',
                f"<title>{escape(self._title)}</title>",
                f'<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="#ffffff"/>',
                *self._lines,
                "</svg>",
                "",
            ]
        )

    @contextmanager
    def pale(self, *, when: bool) -> Iterator[None]:
        """Draws what is drawn inside faintly, when asked to."""
        if when:
            self._lines.append('<g opacity="0.22">')
        yield
        if when:
            self._lines.append("</g>")

    def rect(
        self,
        corner: Point,
        size: Point,
        fill: str,
        *,
        stroke: str = INK,
        width: float = 0.08,
        radius: float = 0.0,
    ) -> None:
        """A rectangle from its upper left corner."""
        self._lines.append(
            f'<rect x="{_px(corner[0])}" y="{_px(corner[1])}" width="{_px(size[0])}" '
            f'height="{_px(size[1])}" rx="{_px(radius)}" {_paint(fill, stroke, width)}/>'
        )

    def circle(
        self, at: Point, radius: float, fill: str, *, stroke: str = INK, width: float = 0.08
    ) -> None:
        """A disc."""
        self._lines.append(
            f'<circle cx="{_px(at[0])}" cy="{_px(at[1])}" r="{_px(radius)}" '
            f"{_paint(fill, stroke, width)}/>"
        )

    def line(self, points: Iterable[Point], stroke: str, width: float, bend: float = 0.0) -> None:
        """A line through points, its corners rounded with radius `bend`."""
        self._lines.append(
            f'<path d="{_rounded(list(points), bend)}" {_paint("none", stroke, width)} '
            'stroke-linecap="round" stroke-linejoin="round"/>'
        )

    def shape(
        self, points: Iterable[Point], fill: str, *, stroke: str = INK, width: float = 0.08
    ) -> None:
        """A closed polygon."""
        path = "M" + " L".join(f"{_px(x)} {_px(y)}" for x, y in points) + " Z"
        self._lines.append(f'<path d="{path}" {_paint(fill, stroke, width)}/>')

    def text(
        self,
        at: Point,
        text: str,
        size: float = 0.8,
        *,
        anchor: str = "middle",
        fill: str = INK,
        bold: bool = False,
        halo: bool = False,
    ) -> None:
        """A line of text, its base line at `at`; with a halo it is readable over holes."""
        weight = ' font-weight="bold"' if bold else ""
        if halo:
            weight += (
                f' stroke="#f7f5ef" stroke-width="{_px(0.26)}" stroke-linejoin="round" '
                'paint-order="stroke"'
            )
        self._lines.append(
            f'<text x="{_px(at[0])}" y="{_px(at[1])}" font-size="{_px(size)}" '
            f'text-anchor="{anchor}" fill="{fill}"{weight}>{escape(text)}</text>'
        )

    def tag(self, at: Point, text: str, size: float = 0.72) -> None:
        """A small label on white, centred at `at`."""
        width = 0.68 * size * len(text) + 0.3
        corner = (at[0] - width / 2, at[1] - size * 0.75)
        self.rect(corner, (width, size * 1.45), "#ffffff", width=0.05, radius=0.25)
        self.text((at[0], at[1] + size * 0.33), text, size, bold=True)


def _px(value: float) -> str:
    return f"{value * UNIT_PX:.1f}".removesuffix(".0").replace("-0.0", "0")


def _paint(fill: str, stroke: str, width: float) -> str:
    if not width:
        return f'fill="{fill}"'
    return f'fill="{fill}" stroke="{stroke}" stroke-width="{_px(width)}"'


def _rounded(points: list[Point], bend: float) -> str:
    path = f"M{_px(points[0][0])} {_px(points[0][1])}"
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        enter, leave = (_towards(corner, end, bend) for end in (before, after))
        path += f" L{_px(enter[0])} {_px(enter[1])}"
        path += f" Q{_px(corner[0])} {_px(corner[1])} {_px(leave[0])} {_px(leave[1])}"
    return path + f" L{_px(points[-1][0])} {_px(points[-1][1])}"


def _towards(corner: Point, end: Point, bend: float) -> Point:
    dx, dy = end[0] - corner[0], end[1] - corner[1]
    length = (dx * dx + dy * dy) ** 0.5
    share = min(bend, length / 2) / length if length else 0.0
    return corner[0] + dx * share, corner[1] + dy * share
